// Compares two values stored as JSON.

/** Whether both are equal, regardless of the order of keys and the notation of numbers, which the database normalises. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => sameJson(item, b[at]));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameJson(Reflect.get(a, key), Reflect.get(b, key)));
}
