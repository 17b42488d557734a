import { useQuery } from '@tanstack/react-query';
import { eventsQuery, type Target } from '@/data/diary/diary-events';
import { addDays, daysBetween, isDate } from '@/domain/core/time';
import { conflictWords } from '@/domain/diary/diary-event';
import { isLoading } from '@/lib/read-state';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import type { DiaryPerson } from './use-people';

type PlannedJob = Parameters<typeof conflictWords>[0];

export const isSamePlace = (event: DiaryEvent, { startDate, assignedTo }: Target): boolean =>
  startDate === event.startDate && assignedTo.toSorted().join(' ') === event.assignedTo.toSorted().join(' ');

/** A job at its new place, with its length; none for an event that can't clash, or that stays where it is. */
export function movedJobs(event: DiaryEvent, target: Target): PlannedJob[] {
  const { kind, startDate: from, endDate, startTime, endTime } = event;
  const { startDate, assignedTo } = target;
  if (kind !== 'job' || assignedTo.length === 0 || !isDate(startDate) || isSamePlace(event, target)) return [];
  const moved = { startDate, endDate: addDays(startDate, daysBetween(from, endDate)) };
  return [{ ...moved, startTime, endTime, assignedTo, repeats: false }];
}

/**
 * A warning if the assigned people are already booked or away on one of the days; it does not prevent saving. Null if there is
 * none, or if what is planned can't be read; undefined until it is. `moved`: the ids of the events that are changed.
 */
export function useClash(
  jobs: readonly PlannedJob[],
  people: readonly DiaryPerson[],
  moved: readonly string[] = [],
): string | null | undefined {
  const account = useAccount();
  const today = useToday();
  const days = jobs.flatMap(({ startDate, endDate }) => [startDate, endDate]).toSorted();
  // One day more on either side: an event may run past midnight.
  const around = { from: addDays(days[0] ?? today, -1), to: addDays(days.at(-1) ?? today, 1) };
  const query = useQuery({ ...eventsQuery(account, around), enabled: jobs.length > 0 });
  const { data } = query;
  if (!data) return jobs.length > 0 && isLoading(query) ? undefined : null;
  const names = new Map(people.map((person) => [person.id, person.name]));
  for (const job of jobs) {
    const words = conflictWords(job, names, data, today, moved);
    if (words !== null) return words;
  }
  return null;
}
