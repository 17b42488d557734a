// Ends reads that get no response, on a connection that accepts requests but never answers.

type Fetch = typeof fetch;

/** Longer than the slowest read takes on a slow connection until its response begins. */
const MAX_SILENCE_MS = 30_000;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Fails a read like a lost connection (TypeError) if its response has not begun after half a minute. A browser opens at
 * most six connections to an HTTP/1.1 server: six reads that wait for ever would block them all, and nothing could be sent
 * once the signal is back. Writes are not ended, because the server may have executed them.
 */
export const withReadTimeout =
  (send: Fetch): Fetch =>
  async (input, init) => {
    if (!READS.has(init?.method ?? 'GET')) return send(input, init);
    const silence = new AbortController();
    const given = init?.signal;
    const cancel = () => silence.abort(given?.reason);
    if (given?.aborted) cancel();
    given?.addEventListener('abort', cancel);
    const timer = setTimeout(() => silence.abort(new TypeError('Failed to fetch')), MAX_SILENCE_MS);
    try {
      // No time limit for the body.
      return await send(input, { ...init, signal: silence.signal });
    } finally {
      clearTimeout(timer);
    }
  };
