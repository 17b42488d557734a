// Changes the end of a planned repetition: the days that a later end adds, or the events that an earlier end deletes.
import { addDays, daysBetween, isDate, weekday } from '@/domain/core/time';
import type { EventStatus, Repeat } from './diary-event';
import { hasWeekdays, MAX_REPEATS, repeatDates, type Repetition } from './repeat';

/** `repeatDate` is null only in an event that does not repeat. */
type Planned = { startDate: string; repeatDate: string | null; status: EventStatus };

export type UntilChange =
  | { kind: 'problem'; words: string }
  /** `dates`: the days that are added. Each new event starts `shift` days after its day, as the last one does. */
  | { kind: 'longer'; dates: string[]; shift: number }
  | { kind: 'shorter'; count: number };

/**
 * Derives the rule of a repetition from its days. The weekdays are those that occur. In a month that is too short the
 * event is on the last day, so the day of the month is the highest one that occurs.
 */
export function ruleOf(every: Repeat, dates: readonly string[]): Omit<Repetition, 'until'> {
  const [first = ''] = dates;
  const highest = dates.reduce((found, date) => (date.slice(8) > found.slice(8) ? date : found), first);
  return hasWeekdays(every)
    ? { every, weekdays: [...new Set(dates.map(weekday))], from: first }
    : { every, weekdays: [], from: every === 'day' ? first : highest };
}

/** The change of a repetition if it ends on `until`. `events`: all its events, by the day they were planned for. */
export function untilChange(every: Repeat, events: readonly Planned[], until: string): UntilChange {
  const last = events.at(-1);
  const problem = (words: string) => ({ kind: 'problem', words }) as const;
  if (!last || !isDate(until)) return problem('Choose until when it repeats.');
  const later = events.filter(({ startDate, status }) => startDate > until && status === 'planned');
  if (later.length > 0) return { kind: 'shorter', count: later.length };
  const days = events.map(({ repeatDate, startDate }) => repeatDate ?? startDate);
  const lastDay = days.at(-1) ?? '';
  const shift = daysBetween(lastDay, last.startDate);
  const rule = ruleOf(every, days);
  const all = repeatDates({ ...rule, until: addDays(until, -shift) });
  if (all.length > MAX_REPEATS)
    return problem(`It would repeat more than ${MAX_REPEATS} times. Choose an earlier day.`);
  const dates = all.filter((date) => date > lastDay);
  return dates.length === 0 ? problem('This changes nothing. Choose another day.') : { kind: 'longer', dates, shift };
}
