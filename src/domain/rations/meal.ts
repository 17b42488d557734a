// Meal mixes: recipes by inclusion %, their contents and costs, and the weights of a batch.
import { allocate } from '@/domain/core/allocate';
import { fractionOf, dividedBy, sumOf, times, wholeNumber, type Fraction } from '@/domain/core/fraction';
import { add, compare, decimal, formatQuantity, fromNumeric, negate, ZERO, type Decimal } from '@/domain/core/money';
import type { Analysis, FeedCategory, MixFeed } from './feed';
import { rationOf, type Ration } from './tmr';

export type MealItem = MixFeed & {
  /** % of the mix, as fed. */
  pct: Decimal;
};

export const BATCH_UNITS = ['kg', 't'] as const;
export type BatchUnit = (typeof BATCH_UNITS)[number];

export const BATCH_SIZE_REFUSED = 'Batch size must be more than 0.';

const HUNDRED = fromNumeric(100);
const TOLERANCE = fromNumeric(0.05);

export const inclusionTotal = (parts: readonly Decimal[]): Decimal => add(...parts);

/** Why the inclusions are refused; null if they add to 100 %, give or take 0.05. */
export function inclusionProblem(parts: readonly Decimal[]): string | null {
  const total = inclusionTotal(parts);
  const off = decimal(total - HUNDRED);
  if (Math.abs(off) <= TOLERANCE) return null;
  const words = `Inclusions add to ${formatQuantity(total)} %`;
  return off < 0 ? `${words} – ${formatQuantity(negate(off))} % short.` : `${words}.`;
}

/** The same proportions, adding to exactly 100 %. */
export const scaledTo100 = (parts: readonly Decimal[]): Decimal[] =>
  compare(inclusionTotal(parts), ZERO) > 0 ? allocate(HUNDRED, parts, decimal(10)) : [...parts];

export const batchKg = (size: Decimal, unit: BatchUnit): Decimal => (unit === 't' ? decimal(size * 1000) : size);

/** kg of each ingredient, rounded so that they add up to the batch exactly. */
export function batchParts(kg: Decimal, items: readonly Pick<MealItem, 'pct'>[], roundingKg: Decimal): Decimal[] {
  const shares = items.map(({ pct }) => pct);
  // The database refuses a mix whose inclusions add up to zero, but a row may be older than that rule.
  return compare(inclusionTotal(shares), ZERO) > 0 ? allocate(kg, shares, roundingKg) : shares.map(() => ZERO);
}

export type MealTotals = Ration & {
  /** Protein in % as fed; null if the protein of a feed is not known. */
  cpFedPct: Fraction | null;
};

/** The contents of the mix; null if it is empty. */
export function mealTotals(items: readonly (Analysis & { pct: Decimal; category: FeedCategory })[]): MealTotals | null {
  const ration = rationOf(items.map((item) => ({ ...item, fresh: item.pct })));
  if (!ration) return null;
  const share = ration.cp && dividedBy(ration.cp, ration.fresh);
  return { ...ration, cpFedPct: share && times(share, wholeNumber(100)) };
}

/** The cost of a batch's ingredients; null if a price is missing. */
export function batchCost(parts: readonly { kg: Decimal; cost: Decimal | null }[]): Fraction | null {
  const costs = parts.map(({ kg, cost }) =>
    cost === null ? null : times(fractionOf(kg), fractionOf(cost), { n: 1n, d: 1000n }),
  );
  return costs.every((cost) => cost !== null) ? sumOf(costs) : null;
}
