// The instant at which a scheduled run looks for what is due: now or, for tests, the one in the body.

/** Null if the body names an invalid instant. */
export function instantOf(body: unknown): Date | null {
  const at: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'at') : undefined;
  return at === undefined ? new Date() : typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? new Date(at) : null;
}
