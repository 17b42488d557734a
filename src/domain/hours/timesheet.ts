// The timesheet: people by days, weeks that run Monday to Sunday, and overtime by the farm's own thresholds.
import { mondayOf } from '@/domain/core/calendar';
import { addDays, addMonths, weekday } from '@/domain/core/time';
import { isCounted, shiftMinutes, shiftState, type Shift, type ShiftState } from './shift';

/**
 * Minutes; null if the farm has no threshold. There are no defaults: the farm enters what the law or a contract says.
 */
export type Thresholds = { afterDayMin: number | null; afterWeekMin: number | null };

const datesFrom = (from: string, to: string): string[] => {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
};

/** The Mondays of the weeks that overlap the range. */
export const weeksOf = (from: string, to: string): string[] =>
  datesFrom(mondayOf(from), to).filter((date) => weekday(date) === 1);

export type Span = { kind: 'week' | 'month'; from: string; to: string };

/** The week or the month that a day is in. */
export function spanOf(kind: Span['kind'], date: string): Span {
  if (kind === 'week') return { kind, from: mondayOf(date), to: addDays(mondayOf(date), 6) };
  const from = `${date.slice(0, 8)}01`;
  return { kind, from, to: addDays(addMonths(from, 1), -1) };
}

export const nextSpan = ({ kind, from, to }: Span, step: 1 | -1): Span =>
  spanOf(kind, step === 1 ? addDays(to, 1) : addDays(from, -1));

/**
 * Overtime of each day of one week, in minutes. `days`: the paid minutes of each day, in order. What exceeds the day's
 * threshold is overtime; the rest is basic time until the basic time of the week reaches the week's threshold, and
 * overtime after that. No minute counts twice: with thresholds of 8 h and 39 h, days of 10, 10, 8, 8 and 8 h have 4 h
 * of daily and 1 h of weekly overtime. A day's overtime depends only on the days up to it, so a week that spans two
 * months gives the same figures in both.
 */
export function overtimeByDay(days: readonly number[], { afterDayMin, afterWeekMin }: Thresholds): number[] {
  let basicSoFar = 0;
  return days.map((minutes) => {
    const withinDay = Math.min(minutes, afterDayMin ?? minutes);
    const leftInWeek = afterWeekMin === null ? withinDay : Math.max(0, afterWeekMin - basicSoFar);
    const basic = Math.min(withinDay, leftInWeek);
    basicSoFar += basic;
    return minutes - basic;
  });
}

export type Day<S extends Shift> = {
  date: string;
  shifts: S[];
  /** Minutes that count; running shifts and those that need review are only in `shifts`. */
  paid: number;
  unpaid: number;
};

export type Row<S extends Shift> = {
  person: string;
  name: string;
  days: Day<S>[];
  paid: number;
  unpaid: number;
  /** For the days of the span: `paid - overtime` is basic time, so the two parts of a week over two months add up. */
  overtime: number;
  state: WeekState;
};

/** The state of a person's hours: that of the least advanced shift. */
export type WeekState = 'none' | 'needs_review' | 'running' | 'open' | 'submitted' | 'approved';

const ORDER: readonly WeekState[] = ['needs_review', 'running', 'open', 'submitted', 'approved'];
const toWeekState = (state: ShiftState): WeekState => (state === 'forgotten' ? 'needs_review' : state);

export function weekState(shifts: readonly Shift[], now: Date): WeekState {
  const states = new Set(shifts.map((shift) => toWeekState(shiftState(shift, now))));
  return ORDER.find((state) => states.has(state)) ?? 'none';
}

type Person = { id: string; name: string };

/** One row per person, in the given order. `shifts` must cover whole weeks, so that weekly overtime is complete. */
export function timesheet<S extends Shift>(
  shifts: readonly S[],
  people: readonly Person[],
  { from, to }: Pick<Span, 'from' | 'to'>,
  thresholds: Thresholds,
  now: Date,
): Row<S>[] {
  const dates = datesFrom(from, to);
  const byPerson = grouped(shifts, ({ employeeId }) => employeeId);
  return people.map(({ id, name }) => {
    const own = byPerson.get(id) ?? [];
    const byDate = grouped(own, ({ workDate }) => workDate);
    const paidOn = (date: string) => sums(byDate.get(date) ?? [], now).paid;
    const days = dates.map((date) => {
      const ofDay = (byDate.get(date) ?? []).toSorted((a, b) => Date.parse(a.clockInAt) - Date.parse(b.clockInAt));
      return { date, shifts: ofDay, ...sums(ofDay, now) };
    });
    const overtime = weeksOf(from, to).flatMap((monday) => {
      const week = datesFrom(monday, addDays(monday, 6));
      return overtimeByDay(week.map(paidOn), thresholds).filter((_, at) => {
        const date = week[at] ?? '';
        return date >= from && date <= to;
      });
    });
    return {
      person: id,
      name,
      days,
      paid: days.reduce((sum, { paid }) => sum + paid, 0),
      unpaid: days.reduce((sum, { unpaid }) => sum + unpaid, 0),
      overtime: overtime.reduce((sum, minutes) => sum + minutes, 0),
      state: weekState(
        days.flatMap((day) => day.shifts),
        now,
      ),
    };
  });
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function sums(shifts: readonly Shift[], now: Date) {
  let [paid, unpaid] = [0, 0];
  for (const shift of shifts) {
    if (!isCounted(shift)) continue;
    const minutes = shiftMinutes(shift, now);
    paid += minutes.paid;
    unpaid += minutes.unpaid;
  }
  return { paid, unpaid };
}
