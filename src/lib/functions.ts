// Edge functions: a question to one of them, and its own sentence where it refuses.
import type { FunctionsClient as FunctionsLater } from './functions-later';
import { supabase } from './supabase';

const NO_SIGNAL = 'There is no signal. Try again when there is.';
const WENT_WRONG = 'Something went wrong. Please try again.';
/** A function that was not asked for a while takes some seconds to start. */
const PATIENCE_MS = 30_000;
/** As long as a function may take at all. */
export const ALL_PATIENCE_MS = 150_000;

/** What a function answered instead of what was asked for; its message is the function's own sentence. */
export class FunctionRefused extends Error {
  override name = 'FunctionRefused';
  /** The HTTP status; null where nobody answered. */
  readonly status: number | null;
  /** The answer as it came: parsed JSON where it was JSON. */
  readonly answer: unknown;

  constructor(message: string, status: number | null, answer: unknown = null) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

/** Told by what it can do: the dev server packs the stand-in into a library a second time, as a class of its own. */
const isLater = (functions: object): functions is FunctionsLater => 'whole' in functions;

async function client() {
  const { functions } = supabase;
  // The build puts the stand-in where the library would be.
  return isLater(functions) ? await functions.whole() : functions;
}

const field = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;

/** The sentence of an answer in one of our forms; any other says nothing to a person. */
function sentenceOf(answer: unknown): string {
  const error = field(answer, 'error');
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
 * Asks a function as whoever is signed in. Throws a FunctionRefused with the function's sentence where it refuses, by
 * status or by `success: false`, and with one of ours where nobody answers within `patienceMs`.
 */
export async function callFunction<T extends object>(name: string, body: object, patienceMs = PATIENCE_MS): Promise<T> {
  const answered = await (await client()).invoke<T>(name, { body, timeout: patienceMs });
  const { data, response } = answered;
  // Of any type, says the library.
  const error: unknown = answered.error;
  if (error) {
    if (!response) throw new FunctionRefused(NO_SIGNAL, null);
    const answer = await read(response);
    throw new FunctionRefused(sentenceOf(answer), response.status, answer);
  }
  if (data === null || field(data, 'success') !== true)
    throw new FunctionRefused(sentenceOf(data), response?.status ?? null, data);
  return data;
}
