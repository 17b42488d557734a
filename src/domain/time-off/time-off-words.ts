// The words of time off: leave years, balances, and the work that conflicts with an absence.
import type { Range } from '@/domain/core/calendar';
import { formatDate, shortMonth } from '@/domain/core/time';
import { counted, plural, wordList } from '@/domain/core/word-list';
import { eventTitle, isMovable, isOn, type Planned } from '@/domain/diary/diary-event';
import type { Balance } from './leave';

/** "2026", or "Apr 2026 to Mar 2027". */
export const leaveYearWords = ({ from, to }: Range): string =>
  from.slice(0, 4) === to.slice(0, 4) ? from.slice(0, 4) : `${monthWords(from)} to ${monthWords(to)}`;
const monthWords = (date: string) => `${shortMonth(Number(date.slice(5, 7)))} ${date.slice(0, 4)}`;

/** "2½", "½", "−1": a number of days without its noun. */
export function dayNumber(days: number): string {
  const whole = Math.trunc(Math.abs(days));
  const half = Number.isInteger(days) ? '' : '½';
  return `${days < 0 ? '−' : ''}${whole === 0 && half ? '' : whole.toLocaleString('en-GB')}${half}`;
}

/** "2½ days", "1 day", "half a day" */
export const dayWords = (days: number): string =>
  days === 0.5 ? 'half a day' : `${dayNumber(days)} ${plural(days, 'day', 'days')}`;

/** "10 left", "2 too many" */
export const leftWords = (left: number): string =>
  left < 0 ? `${dayNumber(-left)} too many` : `${dayNumber(left)} left`;

/** "5 taken, 3 booked, 2 asked of 20 days" */
export function usedWords({ entitlement, taken, booked, asked }: Balance): string {
  const parts = [
    `${dayNumber(taken)} taken`,
    ...(booked > 0 ? [`${dayNumber(booked)} booked`] : []),
    ...(asked > 0 ? [`${dayNumber(asked)} asked`] : []),
  ].join(', ');
  return entitlement === null ? parts : `${parts} of ${dayWords(entitlement)}`;
}

/** "2 days off sick, 1 day away"; '' if there are none. */
export const otherWords = ({ sick, other }: Balance): string =>
  [sick > 0 && `${dayWords(sick)} off sick`, other > 0 && `${dayWords(other)} away`].filter(Boolean).join(', ');

type PersonsDay = { employeeId: string | null; workDate: string };
type Records = {
  events: readonly Planned[];
  works: readonly (PersonsDay & { taskName: string; customer: string })[];
  shifts: readonly PersonsDay[];
};
type Person = {
  id: string;
  /** Null: the signed-in person, addressed as "you". */
  name: string | null;
};

/** The most jobs or days that a sentence names. */
const MAX_NAMED = 4;
const named = (words: readonly string[]) =>
  wordList(
    words.length <= MAX_NAMED ? words : [...words.slice(0, MAX_NAMED - 1), `${words.length - MAX_NAMED + 1} more`],
  );

/** The jobs that a person has planned or logged on the days of an absence, in sentences; null if there are none. */
export function busyWords(
  { id, name }: Person,
  { startDate, endDate }: { startDate: string; endDate: string },
  { events, works, shifts }: Records,
  today: string,
): string | null {
  const who = name === null ? 'You have' : `${name} has`;
  const covers = ({ workDate }: PersonsDay) => startDate <= workDate && workDate <= endDate;
  const planned = events
    .filter((event) => event.kind === 'job' && event.assignedTo.includes(id) && isMovable(event))
    .filter((event) => event.startDate <= endDate && event.endDate >= startDate)
    .map((event) => {
      const day = isOn(event, startDate) ? startDate : event.startDate;
      return `${eventTitle(event)} on ${formatDate(day, today)}`;
    });
  const logged = works
    .filter((work) => work.employeeId === id && covers(work))
    .map(({ taskName, customer, workDate }) => ({ workDate, words: `${taskName} – ${customer}` }));
  const hours = shifts
    .filter((shift) => shift.employeeId === id && covers(shift))
    .filter(({ workDate }) => logged.every((work) => work.workDate !== workDate))
    .map(({ workDate }) => ({ workDate, words: 'hours' }));
  const done = [...logged, ...hours]
    .toSorted((a, b) => a.workDate.localeCompare(b.workDate))
    .map(({ workDate, words }) => `${words} on ${formatDate(workDate, today)}`);
  const sentences = [
    ...(planned.length > 0
      ? [`${who} ${counted(planned.length, 'job', 'jobs')} planned on these days: ${named(planned)}.`]
      : []),
    ...(done.length > 0 ? [`${who} worked on these days: ${named([...new Set(done)])}.`] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
