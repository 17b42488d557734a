// The diary's days: what several sources know of each day (works, what is planned, later time, services, compliance),
// put together once each and summed.
import { datesOf, type Range } from './calendar';
import { add, ZERO, type Decimal } from './money';

export type DiaryItem = {
  /** Where it comes from; with the id it names the item. */
  source: string;
  id: string;
  /** Its days, both inclusive: 'YYYY-MM-DD'. */
  from: string;
  until: string;
  /** Among what stands at the same time: the lowest first. */
  rank: number;
  /** When on its first day, 'HH:MM'; null for what has no time. */
  time: string | null;
  /** Whether `time` is the later one of two equal ones, on the night when the clocks go back. */
  second?: boolean;
  /** Done work counts; what is only planned has null. */
  minutes: number | null;
  value: Decimal | null;
  needsRate: boolean;
  /** The item that it has become, where that says more: then it is left out beside it. */
  became?: { source: string; id: string } | null;
};

export type DiaryDay<Item extends DiaryItem> = {
  date: string;
  items: Item[];
  minutes: number;
  /** What the priced ones come to. */
  value: Decimal;
  needRate: number;
};

const key = ({ source, id }: { source: string; id: string }) => `${source} ${id}`;

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** By the clock as a text; the second pass of the hour that comes twice (one o'clock) lies behind its first. */
function placeOn(item: DiaryItem, date: string): string {
  const time = timeOn(item, date);
  return time === null ? '' : item.second === true ? `01:60 ${time}` : time;
}

/** What lasts all day first, then by the clock; what goes on from a day before has no time on this one. */
const inOrder = (date: string) => (a: DiaryItem, b: DiaryItem) =>
  ascending(placeOn(a, date), placeOn(b, date)) ||
  a.rank - b.rank ||
  ascending(a.source, b.source) ||
  ascending(a.id, b.id);

/** When an item begins on a day; null where it has no time there. */
export const timeOn = ({ from, time }: DiaryItem, date: string): string | null => (from === date ? time : null);

/**
 * Every day of the range, the empty ones too, with what all sources know of it. Work counts on the day it belongs to,
 * which is its first one; an item of several days stands on each of them.
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
    if (item.became && all.has(key(item.became))) continue;
    const last = item.until < range.to ? item.until : range.to;
    const first = item.from > range.from ? item.from : range.from;
    if (first > last) continue;
    const dates = first === last ? [first] : datesOf({ from: first, to: last });
    for (const date of dates) days.get(date)?.items.push(item);
    const counted = days.get(item.from);
    if (!counted) continue;
    counted.minutes += item.minutes ?? 0;
    if (item.value !== null) counted.value = add(counted.value, item.value);
    if (item.needsRate) counted.needRate += 1;
  }
  for (const { date, items } of days.values()) items.sort(inOrder(date));
  return [...days.values()];
}
