// Raising prices: what can be raised from a day on, what starts then already, and what rounding does to it.
import { decimal, divideHalfAway, ONE, type Decimal } from '@/domain/core/money';
import type { Price, Priced } from './price';

/** A price that can be raised from a given day: one that is open before it, or a task's own rate (`was` is null). */
export type Raisable = Priced & { was: Decimal | null; rate: Decimal };

/**
 * Every open-ended price that begins before the day, and the own rate of each task that has no standard price for its
 * unit on or after that day. In the order of the tasks, standard prices before those of customers.
 */
export function raisableOn(
  prices: readonly Price[],
  tasks: readonly { id: string; chargeableUnit: string | null; defaultRate: Decimal | null }[],
  day: string,
): Raisable[] {
  return tasks.flatMap(({ id, chargeableUnit, defaultRate }) => {
    const own = prices.filter(({ taskId }) => taskId === id);
    const open = own
      .filter(({ validFrom, validTo }) => validTo === null && validFrom < day)
      .map(({ customerId, chargeableUnit: unit, rate }) => ({ taskId: id, customerId, unit, was: rate, rate }));
    const priced = own.some(
      ({ customerId, chargeableUnit: unit, validTo }) =>
        customerId === null && unit === chargeableUnit && (validTo === null || validTo >= day),
    );
    const base: Raisable[] =
      chargeableUnit === null || defaultRate === null || priced
        ? []
        : [{ taskId: id, customerId: null, unit: chargeableUnit, was: null, rate: defaultRate }];
    return [...base, ...open.toSorted((a, b) => Number(a.customerId !== null) - Number(b.customerId !== null))];
  });
}

/** The prices of these tasks that begin on the day or later: they are set already, and not raised from it. */
export const startingFrom = (prices: readonly Price[], tasks: readonly { id: string }[], day: string): Price[] =>
  prices
    .filter(({ taskId, validFrom }) => validFrom >= day && tasks.some(({ id }) => id === taskId))
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));

/** The steps by the size of the rate: below the first figure of a row, new rates are multiples of the second. */
const STEPS = [
  [decimal(1_000), decimal(10)],
  [ONE, decimal(100)],
  [decimal(100_000), decimal(500)],
  [decimal(500_000), decimal(1_000)],
  [decimal(2_000_000), decimal(5_000)],
] as const;

/**
 * The step to which a raised rate is rounded so that rounding hardly changes the raise: 0.1p below 10p, 1p below £1, 5p
 * below £10, 10p below £50, 50p below £200, then £1.
 */
export const stepFor = (rate: Decimal): Decimal => STEPS.find(([below]) => rate < below)?.[1] ?? ONE;

/** By how much a rate changes, in percent with one decimal; null from a rate of zero. */
export const changePercent = (rate: Decimal, next: Decimal): Decimal | null =>
  rate === 0 ? null : decimal(Number(divideHalfAway(BigInt(next - rate) * 1_000n, BigInt(rate))) * 1_000);
