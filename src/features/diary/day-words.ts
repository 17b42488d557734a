import { formatMoney, type Currency } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { DiaryDay } from '@/domain/diary/diary';
import type { ShownItem } from './shown-item';

export type Day = DiaryDay<ShownItem>;

/** "7 h 20, £330.00, 2 need a rate": the sums of a day; zero values are left out. */
export const sumWords = ({ minutes, value, needRate }: Day, currency: Currency): string =>
  [
    ...(minutes > 0 ? [formatDuration(minutes)] : []),
    ...(value > 0 ? [formatMoney(value, currency)] : []),
    ...(needRate > 0 ? [`${counted(needRate, 'needs', 'need')} a rate`] : []),
  ].join(', ');

const countedIfAny = (count: number, one: string, many: string) => (count === 0 ? [] : [counted(count, one, many)]);

/** "3 entries, 1 planned": the counts in a month's cell. */
export function countWords({ items }: Day): string {
  const countOf = (source: string) => items.filter((item) => item.source === source).length;
  return [
    ...countedIfAny(countOf('work'), 'entry', 'entries'),
    ...countedIfAny(countOf('event'), 'planned', 'planned'),
    ...countedIfAny(countOf('time'), 'shift', 'shifts'),
    ...countedIfAny(countOf('note'), 'note', 'notes'),
    ...countedIfAny(items.filter(({ source }) => source === 'service' || source === 'compliance').length, 'due', 'due'),
  ].join(', ');
}
