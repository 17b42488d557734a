import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '@/data/diary/diary-events';
import { hoursQuery } from '@/data/time/time';
import { readerOf, worksOfDaysQuery } from '@/data/works/works';
import { busyWords } from '@/domain/time-off/time-off-words';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';

type Days = { startDate: string; endDate: string };

/**
 * The work that people have planned or logged on the days of their absence, in sentences; it does not prevent saving. `days`:
 * null while the form is incomplete.
 */
export function useBusy(people: Parameters<typeof busyWords>[0][], days: Days | null): string | null {
  const account = useAccount();
  const { ownerId } = account;
  const today = useToday();
  const asks = days !== null && people.length > 0;
  const range = { from: days?.startDate ?? today, to: days?.endDate ?? today };
  // No work is logged for future days.
  const looksBack = asks && range.from <= today;
  const { data: events = [] } = useQuery({ ...eventsQuery(account, range), enabled: asks });
  const { data: works = [] } = useQuery({ ...worksOfDaysQuery(readerOf(account), range), enabled: looksBack });
  const { data: shifts = [] } = useQuery({ ...hoursQuery(account, range.from, range.to, null), enabled: looksBack });
  if (!asks) return null;
  // Work of the account holder has no `employeeId`.
  const named = works.map((work) => ({ ...work, employeeId: work.employeeId ?? ownerId }));
  const words = people.flatMap((person) => busyWords(person, days, { events, works: named, shifts }, today) ?? []);
  return words.length === 0 ? null : words.join(' ');
}
