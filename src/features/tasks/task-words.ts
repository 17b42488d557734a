// The price list in words, on the screen and on paper.
import type { TaskUsage } from '@/data/prices/tasks';
import type { Currency, Decimal } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { unitOf } from '@/domain/core/units';
import { priceDay, priceOn, pricesOf, priceWords, type Price } from '@/domain/prices/price';
import type { Task } from '@/records/tasks';

export type Usage = ReadonlyMap<string, TaskUsage>;
export type Prices = { prices: readonly Price[]; today: string };

export const usageOf = ({ name }: Task, usage: Usage) => usage.get(name.trim().toLowerCase());

/** "used 42×, last 14 Nov" */
export function usedWords(task: Task, usage: Usage, today: string): string | null {
  const taskUsage = usageOf(task, usage);
  return taskUsage
    ? `used ${taskUsage.used}×, last ${formatDate(taskUsage.lastUsed, today).replace(/^\w+ /, '')}`
    : null;
}

export const unitWords = ({ chargeableUnit }: Task): string =>
  chargeableUnit === null ? '' : unitOf(chargeableUnit).label;

/** The rate for everybody today: the price valid today, otherwise the task's own rate. */
export const rateOf = (task: Task, { prices, today }: Prices): Decimal | null =>
  priceOn(prices, { taskId: task.id, customerId: null, unit: task.chargeableUnit ?? '', date: today })?.rate ??
  task.defaultRate;

/** "£32.06 / ac" */
export function rateWords(task: Task, prices: Prices, currency: Currency): string | null {
  const rate = rateOf(task, prices);
  return rate === null ? null : priceWords(rate, task.chargeableUnit ?? '', currency);
}

/** The next price for everybody that is set already: "£33.50 / ac from 1 Mar 2027"; null if there is none. */
export function comingWords(task: Task, { prices, today }: Prices, currency: Currency): string | null {
  const unit = task.chargeableUnit ?? '';
  const next = pricesOf(prices, { taskId: task.id, customerId: null, unit }).find(({ validFrom }) => validFrom > today);
  return next ? `${priceWords(next.rate, unit, currency)} from ${priceDay(next.validFrom)}` : null;
}
