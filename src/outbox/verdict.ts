// Verdicts: what an answer of the server means for an entry. Only a clear yes counts as sent.
import type { Json } from '@/lib/database.types';
import { refusalWords } from '@/lib/refusal';

/** Status 0: nobody answered; `late`: not in time. `body` is undefined where it was no JSON. */
export type Answer = { status: number; body: Json | undefined; retryAfterMs: number | null; late?: true };

/** Not now. `odd`: the status of an answer that is neither a yes, nor a no of ours, nor a word of when; 0: none came. */
export type Later = { kind: 'later'; afterMs: number | null; odd?: number; late?: true };

export type Verdict =
  /** The rows that the server wrote. */
  | { kind: 'done'; rows: Json[] }
  /** Nobody, or nobody of ours, or not now. */
  | Later
  | { kind: 'signIn' }
  /** A row of that key is there already. */
  | { kind: 'twin' }
  | { kind: 'deleted'; sentence: string }
  /** What was asked for is there already, under another id: there is nothing to add. */
  | { kind: 'elsewhere' }
  /** `denied`: this person may not, as things are. A subscription may be renewed, somebody may be let in again. */
  | { kind: 'refused'; sentence: string; denied: boolean };

const textIn = (body: Json | undefined, name: string): string | null => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const BUSY: ReadonlySet<number> = new Set([425, 429]);
const TOOK_TOO_LONG = 408;

/** A page that a hotel's network puts in place of an answer is JSON neither as a yes nor as a no. */
export function verdictOf({ status, body, retryAfterMs, late }: Answer): Verdict {
  if (status >= 200 && status < 300 && Array.isArray(body)) return { kind: 'done', rows: body };
  if (status === 401 && body !== undefined) return { kind: 'signIn' };
  const sentence = textIn(body, 'message');
  // The database says with a code and a sentence what it refuses.
  const isOurs = sentence !== null && textIn(body, 'code') !== null;
  if (!isOurs || status < 400 || status >= 500 || status === TOOK_TOO_LONG || BUSY.has(status)) {
    if (retryAfterMs !== null || BUSY.has(status)) return { kind: 'later', afterMs: retryAfterMs };
    return { kind: 'later', afterMs: null, odd: status, ...(late || status === TOOK_TOO_LONG ? { late: true } : {}) };
  }
  if (textIn(body, 'code') === '23505' && /_pkey"/.test(sentence)) return { kind: 'twin' };
  if (textIn(body, 'details') === 'deleted') return { kind: 'deleted', sentence };
  if (textIn(body, 'details') === 'already') return { kind: 'elsewhere' };
  const code = textIn(body, 'code');
  return { kind: 'refused', sentence: refusalWords(code, sentence), denied: code === '42501' };
}

const FIRST_MS = 1000;
const MOST_MS = 30_000;

/** How long to wait after so many failures in a row: 1 s doubling to 30 s, give or take a fifth. `chance` is 0..1. */
export const backOffMs = (failures: number, chance: number): number =>
  Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), MOST_MS) * (0.8 + 0.4 * chance);
