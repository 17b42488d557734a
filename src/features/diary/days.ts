import type { Work } from '@/data/works';
import { add, ZERO, type Decimal } from '@/domain/money';

export type DayOfWorks = {
  date: string;
  works: Work[];
  /** What the priced entries come to. */
  value: Decimal;
  needRate: number;
};

/** The entries of each day, in the order they come in. */
export function byDay(works: readonly Work[]): DayOfWorks[] {
  const days = new Map<string, Work[]>();
  for (const work of works) days.set(work.workDate, [...(days.get(work.workDate) ?? []), work]);
  return [...days].map(([date, list]) => ({
    date,
    works: list,
    value: add(ZERO, ...list.flatMap(({ totalValue }) => totalValue ?? [])),
    needRate: list.filter(({ rate, quantity }) => rate === null && quantity !== null).length,
  }));
}
