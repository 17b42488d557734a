// Calendar grids of plain dates: what a day, week, month or agenda shows, and the hours that a day has. No clock.
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

/** The days that a view of a date shows. A month comes with the rest of its first and last week. */
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

/** The date that the next view (1) or the one before it (-1) stands at. A month begins at its first day. */
export function stepped(view: View, date: string, by: 1 | -1): string {
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

/** True for a date of the month that the view stands at. */
export const isInMonth = (date: string, month: string): boolean => date.slice(0, 7) === month.slice(0, 7);

/** What a view is headed with: "Friday 20 November", "16 Nov – 22 Nov", "November 2026". */
export function rangeTitle(view: View, date: string, today: string): string {
  if (view === 'day') return formatDateLong(date, today);
  if (view === 'month') return `${formatDateLong(firstOf(date)).split(' ').at(-1) ?? ''} ${date.slice(0, 4)}`;
  const { from, to } = rangeOf(view, date);
  return `${formatDate(from, today)} – ${formatDate(to, today)}`;
}

/** One hour of a day: where it begins as an instant (ISO) and on the clock. */
export type HourRow = {
  at: string;
  /** 'HH:00' in the farm's zone. */
  label: string;
  /** The hour that the clocks go through a second time. */
  again: boolean;
};

const HOUR_MS = 3_600_000;

/** The hours of a day on the farm's clock: 24, on the night when the clocks go back 25, when they go forward 23. */
export function hoursOf(date: string, zone: Zone): HourRow[] {
  const end = Date.parse(instantOf(addDays(date, 1), '00:00', zone));
  const rows: HourRow[] = [];
  for (let at = Date.parse(instantOf(date, '00:00', zone)); at < end; at += HOUR_MS) {
    const label = localTimeIn(zone, new Date(at));
    rows.push({ at: new Date(at).toISOString(), label, again: rows.at(-1)?.label === label });
  }
  return rows;
}

/** In which of the day's hours a wall time lies; `second` means the later of two equal ones. */
export function hourAt(date: string, time: string, zone: Zone, second = false): number {
  const since = Date.parse(instantOf(date, time, zone, second)) - Date.parse(instantOf(date, '00:00', zone));
  return Math.floor(since / HOUR_MS);
}
