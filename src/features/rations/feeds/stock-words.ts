import { fractionOf, toFixed } from '@/domain/core/fraction';
import { negate } from '@/domain/core/money';
import type { Feed } from '@/records/rations/feeds';

/** "12.345 t", "−0.4 t", "not counted". */
export function stockWords({ inStockKg }: Pick<Feed, 'inStockKg'>): string {
  if (inStockKg === null) return 'not counted';
  // A Decimal counts ten-thousandths of a kg, so a tonne is ten million of them.
  const tonnes = toFixed({ n: fractionOf(inStockKg < 0 ? negate(inStockKg) : inStockKg).n, d: 10_000_000n }, 3);
  return `${inStockKg < 0 ? '−' : ''}${tonnes} t`;
}
