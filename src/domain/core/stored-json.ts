// Lenient reading of stored JSON. The database checks the shape of each column, but a row may be older than the check:
// missing values read as empty, values of another type are shown as JSON, and nothing throws.
import { decimal, ZERO, type Decimal } from './money';

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : textOf(value);

export const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** A number rounded to four decimals; zero if the value is not a number. */
export function amountOf(value: unknown): Decimal {
  const scaled = Math.round((numberOrNull(value) ?? 0) * 10_000);
  return Number.isSafeInteger(scaled) ? decimal(scaled) : ZERO;
}

/** The value if it is one of these words, else `other`. */
export const oneOf = <Word extends string>(words: readonly Word[], value: unknown, other: Word): Word =>
  words.find((word) => word === value) ?? other;

/** Whether a value is a text that parses as an instant. */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && Number.isFinite(Date.parse(value));
