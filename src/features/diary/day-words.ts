import type { DiaryDay } from '@/domain/diary';
import { formatMoney, type Currency } from '@/domain/money';
import { formatDuration } from '@/domain/time';
import type { ShownItem } from './shown-item';

export type Day = DiaryDay<ShownItem>;

/** "7 h 20, £330.00, 2 need a rate": what a day comes to, as far as anything is known. */
export const sumWords = ({ minutes, value, needRate }: Day, currency: Currency): string =>
  [
    ...(minutes > 0 ? [formatDuration(minutes)] : []),
    ...(value > 0 ? [formatMoney(value, currency)] : []),
    ...(needRate > 0 ? [`${needRate} ${needRate === 1 ? 'needs' : 'need'} a rate`] : []),
  ].join(', ');

/** "3 entries, 1 planned": what a month's cell says of a day. */
export function countWords({ items }: Day): string {
  const done = items.filter(({ look }) => look === 'work').length;
  const planned = items.length - done;
  return [
    ...(done > 0 ? [`${done} ${done === 1 ? 'entry' : 'entries'}`] : []),
    ...(planned > 0 ? [`${planned} planned`] : []),
  ].join(', ');
}
