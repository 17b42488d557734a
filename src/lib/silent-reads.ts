// Reads on a connection that accepts requests and never answers them.

type Fetch = typeof fetch;

/** Longer than the slowest read of the database takes on a slow connection to begin its response. */
const MAX_SILENCE_MS = 30_000;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Ends a read whose response has not begun after half a minute, as a failed connection (TypeError). A browser opens six
 * connections to a server of HTTP/1.1: six reads that wait for ever would keep all of them, and nothing could be sent
 * once the signal is back. A write is not ended here, because the server may have done it.
 */
export const endSilentReads =
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
      // The body may take as long as it needs.
      return await send(input, { ...init, signal: silence.signal });
    } finally {
      clearTimeout(timer);
    }
  };
