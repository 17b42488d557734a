// Changes the days of a repeating event: which events are added and deleted if the rule changes from a given day on.
import { mondayOf } from '@/domain/core/calendar';
import { addDays, daysBetween, isDate } from '@/domain/core/time';
import type { EventStatus, Repeat } from './diary-event';
import { hasWeekdays, MAX_REPEATS, repeatDates, weekdaysOf, type Repetition } from './repeat';
import { ruleOf } from './repeat-until';

type Planned = { id: string; startDate: string; repeatDate: string | null; status: EventStatus };
type Rule = Omit<Repetition, 'until'>;

export type DaysChange =
  | { kind: 'problem'; field: 'from' | 'until'; words: string }
  | {
      kind: 'days';
      repetition: Repetition;
      /** The days of the new rule, in order, and those of them that have no event yet. */
      dates: string[];
      added: string[];
      /** How many events are deleted. */
      deleted: number;
      /** The ids of the events that are planned from that day on. */
      seen: string[];
    };

/** By how many days most of the events have been moved since they were planned. */
function usualShift(events: readonly Planned[]): number {
  const counts = new Map<number, number>();
  for (const { startDate, repeatDate } of events) {
    const shift = daysBetween(repeatDate ?? startDate, startDate);
    counts.set(shift, (counts.get(shift) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a);
  return usual?.[0] ?? 0;
}

/** The rule that fits the present days of the events: all may have been moved, for example from Tuesday to Wednesday. */
export function presentRule(every: Repeat, events: readonly Planned[]): Rule {
  const shift = usualShift(events);
  return ruleOf(
    every,
    events.map(({ repeatDate, startDate }) => addDays(repeatDate ?? startDate, shift)),
  );
}

/** Whether the rule has another interval or other days of the week. */
export const isOtherRule = (rule: Rule, present: Rule): boolean =>
  rule.every !== present.every || (hasWeekdays(rule.every) && weekdaysOf(rule).join() !== weekdaysOf(present).join());

/** Keeps a fortnightly rule on the same weeks as before. */
function inStep(rule: Rule, present: Rule): Rule {
  const weeks = daysBetween(mondayOf(present.from), mondayOf(rule.from)) / 7;
  const isOffWeek = rule.every === 'fortnight' && present.every === 'fortnight' && weeks % 2 !== 0;
  return isOffWeek ? { ...rule, from: addDays(mondayOf(rule.from), 7) } : rule;
}

/** The change if the events follow another rule from its first day until `until`. Earlier events stay as they are. */
export function daysChange(
  { present, rule, until }: { present: Rule; rule: Rule; until: string },
  events: readonly Planned[],
  today: string,
): DaysChange {
  const problem = (field: 'from' | 'until', words: string) => ({ kind: 'problem', field, words }) as const;
  if (!isDate(rule.from)) return problem('from', 'Choose the day from which this applies.');
  if (rule.from < today) return problem('from', 'Choose today or a later day.');
  if (!isDate(until)) return problem('until', 'Choose until when it repeats.');
  if (until < rule.from) return problem('until', 'This is before the first day.');
  const coming = events.filter(({ startDate, status }) => startDate >= rule.from && status === 'planned');
  if (coming.length === 0) return problem('from', 'Nothing is planned from this day on. Choose an earlier day.');
  const repetition = { ...inStep(rule, present), until };
  const dates = repeatDates(repetition);
  if (dates.length > MAX_REPEATS)
    return problem('until', `It would repeat more than ${MAX_REPEATS} times. Choose an earlier day.`);
  if (dates.length === 0) return problem('until', 'There is none of these days until then. Choose a later day.');
  const taken = new Set(events.filter(({ status }) => status !== 'planned').map(({ startDate }) => startDate));
  const planned = new Set(coming.map(({ startDate }) => startDate));
  const kept = dates.filter((date) => planned.has(date)).length;
  return {
    ...{ kind: 'days', repetition, dates, deleted: coming.length - kept, seen: coming.map(({ id }) => id) },
    added: dates.filter((date) => !planned.has(date) && !taken.has(date)),
  };
}
