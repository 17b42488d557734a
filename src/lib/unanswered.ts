/**
 * True where a request failed without a word of the backend: no connection, a silent line, a stranger's page. What the
 * database refuses carries a code.
 */
export function unanswered(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const name: unknown = Reflect.get(error, 'name');
  if (name === 'AbortError') return false;
  const code: unknown = Reflect.get(error, 'code');
  return code === undefined || code === null || code === '';
}
