// Requests of the outbox, with plain fetch, so that statuses, captive portals and timeouts can be told apart.
import type { Json } from '@/lib/database.types';
import { backendConfig } from '@/lib/env';
import { MAX_BATCH_BYTES } from '@/offline/outbox/entry';
import type { RawResponse } from './response-class';

const TIMEOUT_MS = 15_000;
const NO_RESPONSE: RawResponse = { status: 0, body: undefined, retryAfterMs: null };

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below /rest/v1/, with its query. */
  path: string;
  body?: Json;
  prefer?: string;
  token: string;
  /** Bytes per request on this connection, if it is slow. */
  bytesPerRequest?: number | undefined;
};
export type Request = (call: Call) => Promise<RawResponse>;

/** The slowest usable speed: below it the connection counts as dead, until a lower `bytesPerRequest` allows for it. */
const MIN_BYTES_PER_SECOND = 2000;
const MAX_TIMEOUT_MS = 5 * 60_000;

/**
 * The timeout of a request of this size: enough for a slow connection that makes progress, limited for a silent one.
 */
export const timeoutMs = (bytes: number, bytesPerRequest = MAX_BATCH_BYTES, minimum = TIMEOUT_MS): number =>
  Math.max(
    minimum,
    Math.min(MAX_TIMEOUT_MS, (bytes / MIN_BYTES_PER_SECOND) * (MAX_BATCH_BYTES / bytesPerRequest) * 1000),
  );

/** At most an hour: a date is meaningless if the clock is years out, and retries must not stop for longer. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;

/** Milliseconds of a Retry-After header, in seconds or as a date; an hour at most. */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}

/** undefined if it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Sends one request to the project's database. Never throws: no response is reported as status 0. */
export const request: Request = async ({ method, path, body, prefer, token, bytesPerRequest }) => {
  try {
    const config = await backendConfig();
    if (!config) return NO_RESPONSE;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(`${config.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: config.key,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(prefer ? { prefer } : {}),
      },
      signal: AbortSignal.timeout(timeoutMs(text?.length ?? 0, bytesPerRequest)),
      ...(text === undefined ? {} : { body: text }),
    });
    return {
      status: response.status,
      body: parseJson(await response.text()),
      retryAfterMs: retryAfter(response.headers.get('retry-after'), Date.now()),
    };
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? { ...NO_RESPONSE, late: true }
      : NO_RESPONSE;
  }
};
