// Schemas of the number fields in the forms of feeds and mixes.
import * as v from 'valibot';
import { fromNumeric, parseDecimal, type Decimal } from '@/domain/core/money';

const NOT_A_NUMBER = 'Enter a number like 12.5.';

type Limits = { min: number; max: number; decimals: number; percent?: boolean; message?: string };

function check(
  text: string,
  { min, max, decimals, percent = false, message }: Limits,
): { value: Decimal } | { problem: string } {
  const parsed = parseDecimal(text, { allowNegative: true, percent });
  if (!parsed.ok) return { problem: parsed.reason === 'empty' && message !== undefined ? message : NOT_A_NUMBER };
  if (parsed.value < fromNumeric(min) || parsed.value > fromNumeric(max))
    return {
      problem: message ?? `Enter a number from ${min.toLocaleString('en-GB')} to ${max.toLocaleString('en-GB')}.`,
    };
  if (parsed.value % 10 ** (4 - decimals) !== 0) return { problem: `${decimals} decimals at most.` };
  return { value: parsed.value };
}

/** A required number. `message` replaces the default error for a number that is missing or outside the limits. */
export const requiredNumber = (limits: Limits) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Decimal>(({ dataset, addIssue, NEVER }) => {
      const checked = check(dataset.value, limits);
      if ('value' in checked) return checked.value;
      addIssue({ message: checked.problem });
      return NEVER;
    }),
  );

/** An optional number; empty is null. */
export const optionalNumber = (limits: Limits) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Decimal | null>(({ dataset, addIssue, NEVER }) => {
      if (dataset.value.trim() === '') return null;
      const checked = check(dataset.value, limits);
      if ('value' in checked) return checked.value;
      addIssue({ message: checked.problem });
      return NEVER;
    }),
  );

/** A required whole number. A Decimal counts ten-thousandths. */
export const requiredWhole = (limits: Omit<Limits, 'decimals'>) =>
  v.pipe(
    requiredNumber({ ...limits, decimals: 0 }),
    v.transform((value) => value / 10_000),
  );

export const optionalWhole = (limits: Omit<Limits, 'decimals'>) =>
  v.pipe(
    optionalNumber({ ...limits, decimals: 0 }),
    v.transform((value) => (value === null ? null : value / 10_000)),
  );
