import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '@/data/diary/diary-events';
import { addDays } from '@/domain/core/time';
import { conflictWords } from '@/domain/diary/diary-event';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import type { DiaryPerson } from './use-people';

type PlannedJob = Parameters<typeof conflictWords>[0];

/**
 * A warning if the assigned people are already booked or away on one of the days; it does not prevent saving. `jobs` in
 * the order of their days; `id`: the event that is changed.
 */
export function useClash(jobs: readonly PlannedJob[], people: readonly DiaryPerson[], id = ''): string | null {
  const account = useAccount();
  const today = useToday();
  // One day more on either side: an event may run past midnight.
  const around = { from: addDays(jobs[0]?.startDate ?? today, -1), to: addDays(jobs.at(-1)?.endDate ?? today, 1) };
  const { data } = useQuery({ ...eventsQuery(account, around), enabled: jobs.length > 0 });
  const names = new Map(people.map((person) => [person.id, person.name]));
  for (const job of data ? jobs : []) {
    const words = conflictWords(job, names, data ?? [], today, id);
    if (words !== null) return words;
  }
  return null;
}
