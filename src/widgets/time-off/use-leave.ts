import { useQuery } from '@tanstack/react-query';
import { leaveQuery, termsOf } from '@/data/time-off/leave-terms';
import { absencesQuery, requestsQuery } from '@/data/time-off/time-off';
import { balanceOf, leaveYearOf } from '@/domain/time-off/leave';
import { together } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';

const NONE: readonly never[] = [];

/** The leave year that contains a date: its absences and requests, and each person's balance. */
export function useLeave(date: string) {
  const account = useAccount();
  const today = useToday();
  const leave = useQuery(leaveQuery(account));
  const year = leaveYearOf(date, leave.data?.farm.startMonth ?? 1);
  // The leave year follows from the settings, so these queries wait for them.
  const enabled = leave.data !== undefined;
  const absences = useQuery({ ...absencesQuery(account, year), enabled });
  const requests = useQuery({ ...requestsQuery(account, year), enabled });
  const settings = leave.data;
  const isLoaded = settings !== undefined && absences.data !== undefined && requests.data !== undefined;
  return {
    year,
    settings,
    absences: absences.data ?? NONE,
    requests: requests.data ?? NONE,
    isLoaded,
    read: together(leave, absences, requests),
    /** Null until it is loaded. */
    balance: (personId: string) =>
      isLoaded
        ? balanceOf(
            absences.data.filter(({ assignedTo }) => assignedTo.includes(personId)),
            requests.data.filter((request) => request.personId === personId && request.status === 'asked'),
            termsOf(settings, personId),
            year,
            today,
          )
        : null,
  };
}
