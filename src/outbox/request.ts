// Requests of the outbox: plain ones, so that every status, a stranger's page and a silent line can be told apart.
import { backendConfig } from '@/lib/env';
import type { Json } from '@/lib/database.types';
import { BATCH_BYTES } from './entry';
import type { Answer } from './verdict';

const TIMEOUT_MS = 15_000;
const NOBODY: Answer = { status: 0, body: undefined, retryAfterMs: null };

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /rest/v1/, with its query. */
  path: string;
  body?: Json;
  prefer?: string;
  token: string;
  /** The bytes that go into one request on this line, where it is a slow one. */
  pace?: number | undefined;
};
export type Request = (call: Call) => Promise<Answer>;

/** A line that is slower than this is none, until it has shown that it is one. */
const BYTES_A_SECOND = 2000;
const LONGEST_MS = 5 * 60_000;

/** How long a request of so many bytes may take: no limit for a slow line that gets there, and one for a silent one. */
export const patienceMs = (bytes: number, pace = BATCH_BYTES, least = TIMEOUT_MS): number =>
  Math.max(least, Math.min(LONGEST_MS, (bytes / BYTES_A_SECOND) * (BATCH_BYTES / pace) * 1000));

/** A date means nothing to a clock that is wrong by years, and nobody is left without a try for longer. */
const LONGEST_WAIT_MS = 60 * 60_000;

/** Milliseconds of a Retry-After header, in seconds or as a date; an hour at most. */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : null;
}

/** undefined where it is no JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Asks the project's database once. Never throws: no answer is an answer too. */
export const request: Request = async ({ method, path, body, prefer, token, pace }) => {
  const config = await backendConfig();
  if (!config) return NOBODY;
  const text = body === undefined ? undefined : JSON.stringify(body);
  try {
    const response = await fetch(`${config.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: config.key,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(prefer ? { prefer } : {}),
      },
      signal: AbortSignal.timeout(patienceMs(text?.length ?? 0, pace)),
      ...(text === undefined ? {} : { body: text }),
    });
    return {
      status: response.status,
      body: parsed(await response.text()),
      retryAfterMs: retryAfter(response.headers.get('retry-after'), Date.now()),
    };
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? { ...NOBODY, late: true } : NOBODY;
  }
};
