/**
 * True if a request failed without a response from the backend: no connection, a timeout, a captive portal. Refusals by
 * the database carry a code.
 */
export function hadNoResponse(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const name: unknown = Reflect.get(error, 'name');
  if (name === 'AbortError') return false;
  const code: unknown = Reflect.get(error, 'code');
  return code === undefined || code === null || code === '';
}
