// Calendar grids of plain dates: the dates of a day, week, month or agenda, and the hours of a day.
import { addDays, addMonths, formatDate, formatDateLong, instantOf, localTimeIn, weekday, type Zone } from './time';

export const VIEWS = ['day', 'week', 'month', 'agenda'] as const;
export type View = (typeof VIEWS)[number];

/** Dates 'YYYY-MM-DD', both inclusive. */
export type Range = { from: string; to: string };

/** How many days an agenda shows. */
const AGENDA_DAYS = 14;

/** The Monday of a date's week. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekday(date));

const firstOf = (date: string): string => `${date.slice(0, 8)}01`;
const lastOf = (date: string): string => addDays(addMonths(firstOf(date), 1), -1);

/** The days that a view shows. A month includes the whole of its first and last week. */
export function rangeOf(view: View, date: string): Range {
  switch (view) {
    case 'day':
      return { from: date, to: date };
    case 'week':
      return { from: mondayOf(date), to: addDays(mondayOf(date), 6) };
    case 'month':
      return { from: mondayOf(firstOf(date)), to: addDays(mondayOf(lastOf(date)), 6) };
    case 'agenda':
      return { from: date, to: addDays(date, AGENDA_DAYS - 1) };
  }
}

/** The date of the next view (1) or the previous one (-1). A month steps to its first day. */
export function stepDate(view: View, date: string, by: 1 | -1): string {
  switch (view) {
    case 'day':
      return addDays(date, by);
    case 'week':
      return addDays(date, 7 * by);
    case 'month':
      return addMonths(firstOf(date), by);
    case 'agenda':
      return addDays(date, AGENDA_DAYS * by);
  }
}

/** Every date of a range, in order. */
export function datesOf({ from, to }: Range): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Whole weeks, Monday first. */
export function weeksOf(range: Range): string[][] {
  const dates = datesOf(range);
  return Array.from({ length: Math.ceil(dates.length / 7) }, (_, week) => dates.slice(week * 7, week * 7 + 7));
}

/** True if both dates are in the same month. */
export const isInMonth = (date: string, month: string): boolean => date.slice(0, 7) === month.slice(0, 7);

/** The heading of a view: "Friday 20 November", "Mon 16 Nov – Sun 22 Nov", "November 2026". */
export function rangeTitle(view: View, date: string, today: string): string {
  if (view === 'day') return formatDateLong(date, today);
  if (view === 'month') return `${formatDateLong(firstOf(date)).split(' ').at(-1) ?? ''} ${date.slice(0, 4)}`;
  const { from, to } = rangeOf(view, date);
  return `${formatDate(from, today)} – ${formatDate(to, today)}`;
}

/** One hour of a day: its start as an ISO instant and as wall time. */
export type HourRow = {
  at: string;
  /** 'HH:00' in the farm's zone. */
  label: string;
  /** True for the second of two equal hours, when the clocks go back. */
  isRepeated: boolean;
};

const HOUR_MS = 3_600_000;

/** The hours of a day in the farm's zone: 24, or 25 when the clocks go back, 23 when they go forward. */
export function hoursOf(date: string, zone: Zone): HourRow[] {
  const end = Date.parse(instantOf(addDays(date, 1), '00:00', zone));
  const rows: HourRow[] = [];
  for (let at = Date.parse(instantOf(date, '00:00', zone)); at < end; at += HOUR_MS) {
    const label = localTimeIn(zone, new Date(at));
    rows.push({ at: new Date(at).toISOString(), label, isRepeated: rows.at(-1)?.label === label });
  }
  return rows;
}

/** The index of the hour in which a wall time falls. `isSecondOccurrence` selects the later of two equal times. */
export function hourAt(date: string, time: string, zone: Zone, isSecondOccurrence = false): number {
  const since =
    Date.parse(instantOf(date, time, zone, isSecondOccurrence)) - Date.parse(instantOf(date, '00:00', zone));
  return Math.floor(since / HOUR_MS);
}
