// What a response of the server means for an entry. Only a clear success counts as sent.
import type { Json } from '@/lib/database.types';
import { refusalMessage } from '@/lib/refusal';

/** Status 0: no response; `late`: timed out. `body` is undefined if it was not JSON. */
export type RawResponse = { status: number; body: Json | undefined; retryAfterMs: number | null; late?: true };

/**
 * Retry later. `unclearStatus`: the status of a response that is neither success, nor a refusal by our database, nor a
 * Retry-After; 0: no response.
 */
export type Later = { kind: 'later'; afterMs: number | null; unclearStatus?: number; late?: true };

export type ResponseClass =
  /** The rows in the response. */
  | { kind: 'done'; rows: Json[] }
  /** There was no response, or not one from our server, or the server asked to wait. */
  | Later
  | { kind: 'signIn' }
  /** A row with that key exists already. */
  | { kind: 'duplicateKey' }
  | { kind: 'deleted'; sentence: string }
  /** The record exists already under another id, so there is nothing to add. */
  | { kind: 'existsElsewhere' }
  /** `denied`: this user has no access now. It may return, as when the subscription is renewed. */
  | { kind: 'refused'; sentence: string; denied: boolean };

const textIn = (body: Json | undefined, name: string): string | null => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const BUSY: ReadonlySet<number> = new Set([425, 429]);
const REQUEST_TIMEOUT = 408;

/** A captive portal's page is not JSON, so it is neither a success nor a refusal. */
export function classifyResponse({ status, body, retryAfterMs, late }: RawResponse): ResponseClass {
  if (status >= 200 && status < 300 && Array.isArray(body)) return { kind: 'done', rows: body };
  if (status === 401 && body !== undefined) return { kind: 'signIn' };
  const sentence = textIn(body, 'message');
  // Each refusal by the database carries a code and a message.
  const isOurs = sentence !== null && textIn(body, 'code') !== null;
  if (!isOurs || status < 400 || status >= 500 || status === REQUEST_TIMEOUT || BUSY.has(status)) {
    if (retryAfterMs !== null || BUSY.has(status)) return { kind: 'later', afterMs: retryAfterMs };
    return {
      kind: 'later',
      afterMs: null,
      unclearStatus: status,
      ...(late || status === REQUEST_TIMEOUT ? { late: true } : {}),
    };
  }
  if (textIn(body, 'code') === '23505' && /_pkey"/.test(sentence)) return { kind: 'duplicateKey' };
  if (textIn(body, 'details') === 'deleted') return { kind: 'deleted', sentence };
  if (textIn(body, 'details') === 'already') return { kind: 'existsElsewhere' };
  const code = textIn(body, 'code');
  return { kind: 'refused', sentence: refusalMessage(code, sentence), denied: code === '42501' };
}

const FIRST_BACK_OFF_MS = 1000;
const MAX_BACK_OFF_MS = 30_000;

/** The wait after this many failures in a row: 1 s doubling to 30 s, ± 20 %. `chance` is 0..1. */
export const backOffMs = (failures: number, chance: number): number =>
  Math.min(FIRST_BACK_OFF_MS * 2 ** Math.max(0, failures - 1), MAX_BACK_OFF_MS) * (0.8 + 0.4 * chance);
