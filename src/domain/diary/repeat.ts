// Events that repeat: the days on which they fall, and their words. Days are dates and times are clock times of the farm, so
// that an event stays at its time when the clocks change.
import { mondayOf } from '@/domain/core/calendar';
import {
  addDays,
  addMonths,
  formatDate,
  formatDateFull,
  formatMonthDay,
  weekday,
  weekdayName,
} from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { EventKind, Repeat } from './diary-event';

export const REPEAT_WORDS: Record<Repeat, string> = {
  day: 'Every day',
  week: 'Every week',
  fortnight: 'Every 2 weeks',
  month: 'Every month',
  year: 'Every year',
};

/** An event has a row for each of its days: at most this many. */
export const MAX_REPEATS = 366;

export type Repetition = {
  every: Repeat;
  /** Days of the week, 1 for Monday; only for weeks and fortnights. If empty, the weekday of `from`. */
  weekdays: readonly number[];
  /** Dates 'YYYY-MM-DD', both inclusive. */
  from: string;
  until: string;
};

export const hasWeekdays = (every: string): boolean => every === 'week' || every === 'fortnight';

export const weekdaysOf = ({ weekdays, from }: Pick<Repetition, 'weekdays' | 'from'>): number[] =>
  weekdays.length === 0 ? [weekday(from)] : weekdays.toSorted((a, b) => a - b);

/** The days of the step with this number: those of one week, or a single day. */
function daysOfStep(repetition: Repetition, step: number): string[] {
  const { every, from } = repetition;
  switch (every) {
    case 'day':
      return [addDays(from, step)];
    case 'week':
    case 'fortnight':
      return weekdaysOf(repetition).map((day) => addDays(mondayOf(from), step * (every === 'week' ? 7 : 14) + day - 1));
    case 'month':
      return [addMonths(from, step)];
    case 'year':
      return [addMonths(from, 12 * step)];
  }
}

/**
 * The days of a repetition in order; in a month that is too short, its last day. Stops soon after MAX_REPEATS days: a
 * longer result shows only that there are too many, and need not be complete.
 */
export function repeatDates(repetition: Repetition): string[] {
  const { from, until } = repetition;
  const dates: string[] = [];
  for (let step = 0; dates.length <= MAX_REPEATS; step += 1) {
    const days = daysOfStep(repetition, step);
    dates.push(...days.filter((day) => day >= from && day <= until));
    if (days.some((day) => day > until)) break;
  }
  return dates;
}

const COUNTED: Record<EventKind, readonly [one: string, many: string]> = {
  job: ['job', 'jobs'],
  reminder: ['reminder', 'reminders'],
  delivery: ['delivery', 'deliveries'],
  absence: ['absence', 'absences'],
};

/** "18 jobs". */
export const countedEvents = (count: number, kind: EventKind): string => counted(count, ...COUNTED[kind]);

/** "4 jobs added, 2 deleted"; '' if there are none. */
export const addedAndDeleted = (added: number, deleted: number, kind: EventKind): string =>
  [
    added > 0 && `${countedEvents(added, kind)} added`,
    deleted > 0 && `${added > 0 ? deleted : countedEvents(deleted, kind)} deleted`,
  ]
    .filter(Boolean)
    .join(', ');

const ordinal = (day: number) => `${day}${day > 10 && day < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`;

const dayOfMonth = (date: string) => Number(date.slice(8));

function daysWords(repetition: Repetition): string {
  const { every, from } = repetition;
  const names = weekdaysOf(repetition).map(weekdayName);
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
  switch (every) {
    case 'day':
      return 'Every day';
    case 'week':
      return `Every ${listed}`;
    case 'fortnight':
      return `Every 2 weeks on ${listed}`;
    case 'month':
      return `Every month on the ${ordinal(dayOfMonth(from))}`;
    case 'year':
      return `Every year on ${formatMonthDay(from)}`;
  }
}

/** What happens in a month or year that does not have the day; '' if each has it. */
function missingDayWords({ every, from }: Repetition): string {
  const day = dayOfMonth(from);
  if (every === 'month' && day > 28) return ` In a month without a ${ordinal(day)} it is on the last day.`;
  return every === 'year' && from.endsWith('-02-29') ? ' In a year without a 29 February it is on 28 February.' : '';
}

/** "Every Tuesday until 31 March 2027: 18 jobs.", and the first day, unless it is `from`. */
export function repetitionWords(repetition: Repetition, dates: readonly string[], kind: EventKind): string {
  const [first = ''] = dates;
  const begin = first === repetition.from ? '' : `, the first on ${formatDate(first, repetition.from)}`;
  return `${daysWords(repetition)} until ${formatDateFull(repetition.until)}: ${countedEvents(dates.length, kind)}${begin}.${missingDayWords(repetition)}`;
}
