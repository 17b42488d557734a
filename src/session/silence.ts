/** What a browser says of a connection that failed is no sentence of the server. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AuthRetryableFetchError' || error instanceof TypeError);
