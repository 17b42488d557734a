// The diary's days: groups the items of all sources (works, planned events, shifts, notes) by day, without duplicates,
// and sums them.
import { datesOf, type Range } from '@/domain/core/calendar';
import { add, ZERO, type Decimal } from '@/domain/core/money';

export type DiaryItem = {
  /** The source of the item; unique together with the id. */
  source: string;
  id: string;
  /** Its days, both inclusive: 'YYYY-MM-DD'. */
  from: string;
  until: string;
  /** Order among items at the same time: the lowest first. */
  rank: number;
  /** Start on the first day, 'HH:MM'; null for an item without a time. */
  time: string | null;
  /** Whether `time` is the later of two equal ones, on the night when the clocks go back. */
  isSecondOccurrence?: boolean;
  /** For finished work; null for planned items. */
  minutes: number | null;
  value: Decimal | null;
  needsRate: boolean;
  /** The item that this one was turned into; if both are present, this one is left out. */
  convertedTo?: { source: string; id: string } | null;
};

export type DiaryDay<Item extends DiaryItem> = {
  date: string;
  items: Item[];
  minutes: number;
  /** The sum of the priced items. */
  value: Decimal;
  needRate: number;
};

const key = ({ source, id }: { source: string; id: string }) => `${source} ${id}`;

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Sort key by wall time; the second pass of the repeated hour (from 01:00) sorts after the first. */
function sortTime(item: DiaryItem, date: string): string {
  const time = timeOn(item, date);
  return time === null ? '' : item.isSecondOccurrence === true ? `01:60 ${time}` : time;
}

/** All-day items first, then by time; an item that continues from an earlier day has no time on this one. */
const inOrder = (date: string) => (a: DiaryItem, b: DiaryItem) =>
  ascending(sortTime(a, date), sortTime(b, date)) ||
  a.rank - b.rank ||
  ascending(a.source, b.source) ||
  ascending(a.id, b.id);

/** When an item begins on a day; null if it has no time on that day. */
export const timeOn = ({ from, time }: DiaryItem, date: string): string | null => (from === date ? time : null);

/**
 * Every day of the range, including empty ones, with the items of all sources. Minutes and value count on an item's
 * first day; an item of several days is listed on each of them.
 */
export function mergeDays<Item extends DiaryItem>(
  range: Range,
  sources: readonly (readonly Item[])[],
): DiaryDay<Item>[] {
  const days = new Map<string, DiaryDay<Item>>(
    datesOf(range).map((date) => [date, { date, items: [], minutes: 0, value: ZERO, needRate: 0 }]),
  );
  const all = new Map(sources.flat().map((item) => [key(item), item]));
  for (const item of all.values()) {
    if (item.convertedTo && all.has(key(item.convertedTo))) continue;
    const last = item.until < range.to ? item.until : range.to;
    const first = item.from > range.from ? item.from : range.from;
    if (first > last) continue;
    const dates = first === last ? [first] : datesOf({ from: first, to: last });
    for (const date of dates) days.get(date)?.items.push(item);
    const firstDay = days.get(item.from);
    if (!firstDay) continue;
    firstDay.minutes += item.minutes ?? 0;
    if (item.value !== null) firstDay.value = add(firstDay.value, item.value);
    if (item.needsRate) firstDay.needRate += 1;
  }
  for (const { date, items } of days.values()) items.sort(inOrder(date));
  return [...days.values()];
}
