// The breaks of a shift, as they are stored in it.

export type Break = {
  /** ISO instants. */
  start: string;
  /** Null while it runs. */
  end: string | null;
  paid: boolean;
};

/** Breaks as they are stored; what is none is left out. */
export function breaksOf(value: unknown): Break[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const start: unknown = Reflect.get(one, 'start');
    const end: unknown = Reflect.get(one, 'end');
    if (typeof start !== 'string') return [];
    return [{ start, end: typeof end === 'string' ? end : null, paid: Reflect.get(one, 'paid') === true }];
  });
}
