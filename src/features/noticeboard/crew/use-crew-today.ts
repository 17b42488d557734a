import { useQuery } from '@tanstack/react-query';
import { crewQuery } from '@/data/account/profiles';
import { nearEventsQuery } from '@/data/diary/diary-events';
import { polledEveryMinute } from '@/data/polling';
import { nearHoursQuery } from '@/data/time/time';
import { jobsOfDayQuery } from '@/data/works/job-choices';
import { readerOf, worksOfDaysQuery } from '@/data/works/works';
import { toServerTime } from '@/domain/hours/shift';
import { crewDay, type CrewDay } from '@/domain/noticeboard/crew-day';
import { nameOf } from '@/features/noticeboard/notice-words';
import { together } from '@/lib/read-state';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useWorksCopy } from '@/session/snapshot';
import { useNow, useSkew } from '@/session/today';
import { useLatestChecks } from '@/widgets/checklists/use-latest-checks';
import { weekOf } from '@/widgets/hours/own-shifts';
import { useMachines } from '@/widgets/machines/use-fleet';

const NONE: readonly never[] = [];

/** One person of the crew, with their day and their paid minutes. */
export type PersonToday = CrewDay<DiaryEvent> & {
  id: string;
  name: string;
  phone: string | null;
  minutesToday: number;
  minutesThisWeek: number;
};

/** What every employee is doing today; for the account holder. Offline it reads the copies on this device. */
export function useCrewToday(today: string) {
  const account = useAccount();
  const { ownerId, settings } = account;
  const now = toServerTime(useNow(), useSkew() ?? 0);
  const crew = useQuery(crewQuery(ownerId));
  const active = (crew.data ?? NONE).filter(({ personStatus }) => personStatus === 'active');
  const enabled = active.length > 0;
  const events = useQuery({ ...nearEventsQuery(account, today), enabled });
  const hours = useQuery({ ...nearHoursQuery(account, today, null), ...polledEveryMinute, enabled });
  const logged = useQuery({
    ...worksOfDaysQuery(readerOf(account), { from: today, to: today }),
    ...polledEveryMinute,
    enabled,
  });
  const onJobs = useQuery({ ...jobsOfDayQuery(account, today), ...polledEveryMinute, enabled });
  const copy = useWorksCopy();
  const { machines } = useMachines();
  const checks = useLatestChecks();
  const works = logged.data ?? copy?.works.filter(({ workDate }) => workDate === today);
  const parts = [events, hours];
  const isComplete = parts.every(({ data }) => data !== undefined) && works !== undefined;
  const records = {
    shifts: hours.data ?? NONE,
    works: works ?? NONE,
    onJobs: onJobs.data ?? NONE,
    events: events.data ?? NONE,
    fleet: machines,
    checks,
  };
  const people = active.map((member): PersonToday => {
    const person = { id: member.id, name: nameOf(member), phone: member.phone };
    const own = records.shifts.filter(({ employeeId }) => employeeId === person.id);
    const week = weekOf(
      own.map((row) => ({ row, entry: null })),
      today,
      now,
    );
    return {
      ...crewDay(person, records, { today, now, zone: settings.zone }),
      ...person,
      minutesToday: week.find(({ date }) => date === today)?.paid ?? 0,
      minutesThisWeek: week.reduce((sum, { paid }) => sum + paid, 0),
    };
  });
  return {
    people,
    isComplete,
    read: together(...parts, logged),
    /** When the oldest part was fetched, in milliseconds since the epoch. */
    at: Math.min(
      ...parts.map(({ dataUpdatedAt }) => dataUpdatedAt),
      logged.data ? logged.dataUpdatedAt : (copy?.at ?? 0),
    ),
  };
}
