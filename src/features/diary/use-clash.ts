import { useQuery, useQueryClient } from '@tanstack/react-query';
import { eventsQuery, type Target } from '@/data/diary/diary-events';
import { addDays, daysBetween, isDate } from '@/domain/core/time';
import { conflictWords } from '@/domain/diary/diary-event';
import { queryNow } from '@/lib/query-now';
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

/** One day more than the jobs on either side: an event may run past midnight. */
const around = (jobs: readonly PlannedJob[], today: string) => ({
  from: addDays(jobs.map(({ startDate }) => startDate).toSorted()[0] ?? today, -1),
  to: addDays(
    jobs
      .map(({ endDate }) => endDate)
      .toSorted()
      .at(-1) ?? today,
    1,
  ),
});

function clashOf(
  jobs: readonly PlannedJob[],
  people: readonly DiaryPerson[],
  events: readonly DiaryEvent[],
  today: string,
  moved: readonly string[],
): string | null {
  const names = new Map(people.map((person) => [person.id, person.name]));
  for (const job of jobs) {
    const words = conflictWords(job, names, events, today, moved);
    if (words !== null) return words;
  }
  return null;
}

/**
 * A warning if the assigned people are already booked or away on one of the days; it does not prevent saving. `moved`: the
 * ids of the events that are changed.
 */
export function useClash(
  jobs: readonly PlannedJob[],
  people: readonly DiaryPerson[],
  moved: readonly string[] = [],
): string | null {
  const account = useAccount();
  const today = useToday();
  const { data } = useQuery({ ...eventsQuery(account, around(jobs, today)), enabled: jobs.length > 0 });
  return data ? clashOf(jobs, people, data, today, moved) : null;
}

/** The same warning, asked for once; null if the events of those days can't be read either. */
export function useFindClash(people: readonly DiaryPerson[]) {
  const account = useAccount();
  const today = useToday();
  const client = useQueryClient();
  return async (jobs: readonly PlannedJob[], moved: readonly string[]): Promise<string | null> => {
    if (jobs.length === 0) return null;
    const events = await queryNow(client, eventsQuery(account, around(jobs, today))).catch(() => []);
    return clashOf(jobs, people, events, today, moved);
  };
}
