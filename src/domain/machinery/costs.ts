// What a machine costs per hour, km or whatever its meter counts.
import { add, decimal, ZERO, type Decimal } from '@/domain/core/money';

export type ServiceCosts = { parts: Decimal | null; labour: Decimal | null; external: Decimal | null };

export const NO_COSTS: ServiceCosts = { parts: null, labour: null, external: null };

/** Null if nothing was entered: that is not the same as free. */
export const totalOf = ({ parts, labour, external }: ServiceCosts): Decimal | null => {
  const entered = [parts, labour, external].filter((cost) => cost !== null);
  return entered.length === 0 ? null : add(...entered);
};

export const sumOf = (costs: readonly (Decimal | null)[]): Decimal =>
  add(ZERO, ...costs.filter((cost) => cost !== null));

/** Cost per counted unit, in whole pence, half away from zero; null if nothing was counted. */
export function costPerUnit(total: Decimal, units: number): Decimal | null {
  const tenths = BigInt(Math.round(units * 10));
  if (tenths <= 0n) return null;
  // total × 10 / tenths is the cost per unit in ten-thousandths, of which a penny has 100.
  const scaled = BigInt(total) * 10n;
  const pence = (scaled * 2n + tenths * 100n) / (tenths * 200n);
  return decimal(Number(pence) * 100);
}
