// Requests of the outbox: plain ones, so that every status, a stranger's page and a silent line can be told apart.
import { backendConfig } from '@/lib/env';
import type { Json } from '@/lib/database.types';
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
};
export type Request = (call: Call) => Promise<Answer>;

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
export const request: Request = async ({ method, path, body, prefer, token }) => {
  const config = await backendConfig();
  if (!config) return NOBODY;
  try {
    const response = await fetch(`${config.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: config.key,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(prefer ? { prefer } : {}),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: parsed(await response.text()),
      retryAfterMs: retryAfter(response.headers.get('retry-after'), Date.now()),
    };
  } catch {
    return NOBODY;
  }
};
