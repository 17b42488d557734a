// Calls an edge function. If it refuses, its own message is shown.
import { supabase } from './supabase';

const NO_SIGNAL = 'There is no signal. Try again when there is.';
const WENT_WRONG = 'Something went wrong. Please try again.';
/** A function that has not been called for a while takes some seconds to start. */
const TIMEOUT_MS = 30_000;
/** The longest that a function may run: Supabase stops it after 150 seconds. */
export const MAX_RUN_MS = 150_000;

/** A call that failed. The message is for the user: the function's own, or one of ours if it sent none. */
export class FunctionRefused extends Error {
  override name = 'FunctionRefused';
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The response body: parsed if it was JSON. */
  readonly responseBody: unknown;

  constructor(message: string, status: number | null, responseBody: unknown = null) {
    super(message);
    this.status = status;
    this.responseBody = responseBody;
  }
}

/** Few pages call a function, so the library is loaded with the first call. */
async function client() {
  const { FunctionsClient } = await import('@supabase/functions-js');
  const { url, fetch } = supabase.service('functions');
  return new FunctionsClient(url, { customFetch: fetch });
}

const field = (responseBody: unknown, name: string): unknown =>
  typeof responseBody === 'object' && responseBody !== null ? Reflect.get(responseBody, name) : undefined;

/** The message of a response in our own format; messages in other formats are not meant for users. */
function messageOf(responseBody: unknown): string {
  const error = field(responseBody, 'error');
  return typeof error === 'string' && error !== '' ? error : WENT_WRONG;
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Calls a function as the signed-in user. Throws a FunctionRefused with the function's message if it refuses, by status
 * or by `success: false`, and with one of ours if there is no response within `timeoutMs`.
 */
export async function callFunction<T extends object>(name: string, body: object, timeoutMs = TIMEOUT_MS): Promise<T> {
  const result = await (await client()).invoke<T>(name, { body, timeout: timeoutMs });
  const { data, response } = result;
  // The library types it as `any`.
  const error: unknown = result.error;
  if (error) {
    if (!response) throw new FunctionRefused(NO_SIGNAL, null);
    const responseBody = await read(response);
    throw new FunctionRefused(messageOf(responseBody), response.status, responseBody);
  }
  if (data === null || field(data, 'success') !== true)
    throw new FunctionRefused(messageOf(data), response?.status ?? null, data);
  return data;
}
