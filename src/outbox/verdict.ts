// Verdicts: what an answer of the server means for an entry. Only a clear yes counts as sent.
import type { Json } from '@/lib/database.types';

/** Status 0: nobody answered in time. `body` is undefined where it was no JSON. */
export type Answer = { status: number; body: Json | undefined; retryAfterMs: number | null };

export type Verdict =
  /** The rows that the server wrote. */
  | { kind: 'done'; rows: Json[] }
  /** Nobody, or nobody of ours, or not now. */
  | { kind: 'later'; afterMs: number | null }
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

/** A page that a hotel's network puts in place of an answer is JSON neither as a yes nor as a no. */
export function verdictOf({ status, body, retryAfterMs }: Answer): Verdict {
  const later: Verdict = { kind: 'later', afterMs: retryAfterMs };
  if (status >= 200 && status < 300) return Array.isArray(body) ? { kind: 'done', rows: body } : later;
  if (body === undefined || status < 400 || status === 408 || status === 425 || status === 429 || status >= 500)
    return later;
  if (status === 401) return { kind: 'signIn' };
  const sentence = textIn(body, 'message') ?? 'The server refused it and did not say why.';
  if (textIn(body, 'code') === '23505' && /_pkey"/.test(sentence)) return { kind: 'twin' };
  if (textIn(body, 'details') === 'deleted') return { kind: 'deleted', sentence };
  if (textIn(body, 'details') === 'already') return { kind: 'elsewhere' };
  return { kind: 'refused', sentence, denied: textIn(body, 'code') === '42501' };
}

const FIRST_MS = 1000;
const MOST_MS = 30_000;

/** How long to wait after so many failures in a row: 1 s doubling to 30 s, give or take a fifth. `chance` is 0..1. */
export const backOffMs = (failures: number, chance: number): number =>
  Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), MOST_MS) * (0.8 + 0.4 * chance);
