// The cost of a machine per unit of its meter: per hour, km or bale.
import { add, decimal, divideHalfAway, fromNumeric, ZERO, type Decimal } from '@/domain/core/money';
import { dateIn, type Zone } from '@/domain/core/time';

export type ServiceCosts = { parts: Decimal | null; labour: Decimal | null; external: Decimal | null };

export const NO_COSTS: ServiceCosts = { parts: null, labour: null, external: null };

/** The sum of a service's costs; null if none was entered, since unknown costs are not zero. */
export const totalOf = ({ parts, labour, external }: ServiceCosts): Decimal | null => {
  const entered = [parts, labour, external].filter((cost) => cost !== null);
  return entered.length === 0 ? null : add(...entered);
};

export const sumOf = (costs: readonly (Decimal | null)[]): Decimal =>
  add(ZERO, ...costs.filter((cost) => cost !== null));

/** Cost per unit, in whole pence, half away from zero; null if nothing was counted. */
export const costPerUnit = (total: Decimal, units: Decimal): Decimal | null =>
  // total / units is the cost per unit in pounds, and a penny has 100 ten-thousandths.
  units <= 0 ? null : decimal(Number(divideHalfAway(BigInt(total) * 100n, BigInt(units))) * 100);

/**
 * How much a meter ran between two days: since the last reading before `from` or, without one, since the first reading;
 * null without a reading up to the end of `to`. Readings in doubt do not count.
 */
export function countedBetween(
  readings: readonly { readAt: string; reading: number; meterOffset: number; doubted: boolean }[],
  { from, to }: { from: string; to: string },
  zone: Zone,
): Decimal | null {
  const oldestFirst = readings.filter(({ doubted }) => !doubted).toSorted((a, b) => a.readAt.localeCompare(b.readAt));
  const start = oldestFirst.findLast(({ readAt }) => dateIn(zone, readAt) < from) ?? oldestFirst[0];
  const last = oldestFirst.findLast(({ readAt }) => dateIn(zone, readAt) <= to);
  if (!start || !last) return null;
  return fromNumeric(Math.round((last.reading + last.meterOffset - start.reading - start.meterOffset) * 10) / 10);
}
