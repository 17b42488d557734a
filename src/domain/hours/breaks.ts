// Breaks as stored in a shift.
import { fieldsOf, isInstant, listOf } from '@/domain/core/stored-json';

export type Break = {
  /** ISO instants. */
  start: string;
  /** Null while it runs. */
  end: string | null;
  paid: boolean;
};

/** Parses stored breaks; one whose start or end is not an instant is left out. */
export const breaksOf = (value: unknown): Break[] =>
  listOf(value)
    .map(fieldsOf)
    .flatMap(({ start, end, paid }) =>
      isInstant(start) && (end === null || end === undefined || isInstant(end))
        ? [{ start, end: end ?? null, paid: paid === true }]
        : [],
    );
