// Sums over rows, for figures that are worked out a second time in TypeScript.
import { fromNumeric, type Decimal } from '@/domain/core/money';

export const grouped = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups.values()];
};

/** Null counts as nothing. Rounded to ten-thousandths, because the values are binary fractions. */
export const sum = (values: readonly (number | null)[]): Decimal =>
  fromNumeric(Math.round(values.reduce<number>((all, one) => all + (one ?? 0), 0) * 10_000) / 10_000);

/** Rows as texts in an order of their own, so that two lists can be compared whatever their order. */
export const asText = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Array.isArray(row) ? row : Object.entries(row).toSorted())).toSorted();

/** A row without one of its columns. */
export const without = (row: object, column: string): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));
