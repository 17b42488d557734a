// Stored JSON, read as far as it can be. The database holds each column to its shape, but a row may be older than that
// shape: what is missing reads as empty, what has another type is shown as it is written, and nothing throws.
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

/** A number to the four decimals that we count in, zero where there is none. */
export function amountOf(value: unknown): Decimal {
  const scaled = Math.round((numberOrNull(value) ?? 0) * 10_000);
  return Number.isSafeInteger(scaled) ? decimal(scaled) : ZERO;
}

/** One of these words, or `other` for any other value. */
export const oneOf = <Word extends string>(words: readonly Word[], value: unknown, other: Word): Word =>
  words.find((word) => word === value) ?? other;

/** Whether a value is the text of an instant that exists. */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && Number.isFinite(Date.parse(value));
