/** True for a failed connection: its message is the browser's, not the server's. */
export const connectionFailed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AuthRetryableFetchError' || error instanceof TypeError);
