import { formatMoney, type Currency } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import type { DiaryDay } from '@/domain/diary/diary';
import type { ShownItem } from './shown-item';

export type Day = DiaryDay<ShownItem>;

/** "7 h 20, £330.00, 2 need a rate": the sums of a day; zero values are left out. */
export const sumWords = ({ minutes, value, needRate }: Day, currency: Currency): string =>
  [
    ...(minutes > 0 ? [formatDuration(minutes)] : []),
    ...(value > 0 ? [formatMoney(value, currency)] : []),
    ...(needRate > 0 ? [`${needRate} ${needRate === 1 ? 'needs' : 'need'} a rate`] : []),
  ].join(', ');

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** "3 entries, 1 planned": the counts in a month's cell. */
export function countWords({ items }: Day): string {
  const countOf = (source: string) => items.filter((item) => item.source === source).length;
  return [
    ...counted(countOf('work'), 'entry', 'entries'),
    ...counted(countOf('event'), 'planned', 'planned'),
    ...counted(countOf('time'), 'shift', 'shifts'),
    ...counted(countOf('note'), 'note', 'notes'),
    ...counted(items.filter(({ source }) => source === 'service' || source === 'compliance').length, 'due', 'due'),
  ].join(', ');
}
