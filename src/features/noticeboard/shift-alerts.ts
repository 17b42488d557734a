import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, Clock, ClockAlert } from 'lucide-react';
import { hoursQuery, ownHoursQuery, queriedHoursQuery, submittedHoursQuery } from '@/data/time/time';
import { mondayOf } from '@/domain/core/calendar';
import { addDays, formatDate, localTimeIn } from '@/domain/core/time';
import { plural, wordList } from '@/domain/core/word-list';
import { isLong } from '@/domain/hours/shift';
import type { Entry } from '@/offline/outbox/entry';
import { useWaiting } from '@/offline/outbox/outbox';
import { TIME } from '@/records/time';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useNow } from '@/session/today';
import { readyAlerts, alertsFromQuery, type Alert, type AlertSource } from './alert-words';

/** How many days back a forgotten clock-out is looked for. */
const LOOK_BACK_DAYS = 7;

/** Employees: their own running shift. Account holder: every shift that has been running for too long. */
export function useShiftAlerts(today: string): AlertSource {
  const { role } = useAccount();
  const own = useOwnShift(today, role === 'employee');
  const long = useLongShifts(today, role === 'admin');
  return role === 'admin' ? long : own;
}

/** The clock-in time of a running shift that is only in the outbox; undefined for any other entry. */
function clockInOf({ kind, action, fields }: Entry): string | undefined {
  const { clock_in_at, clock_out_at } = fields;
  if (kind !== TIME.kind || action !== 'insert' || clock_out_at != null) return undefined;
  return typeof clock_in_at === 'string' ? clock_in_at : undefined;
}

function useOwnShift(today: string, enabled: boolean): AlertSource {
  const account = useAccount();
  const { zone } = account.settings;
  const { entries, sent } = useWaiting();
  const query = useQuery({ ...ownHoursQuery(account, today), enabled });
  if (!enabled) return readyAlerts([]);
  const timeEntries = [...sent, ...entries].filter(({ kind }) => kind === TIME.kind);
  const ended = new Set(
    timeEntries.filter(({ action, fields }) => action === 'delete' || fields.clock_out_at != null).map(({ id }) => id),
  );
  return alertsFromQuery(query, (shifts): Alert[] => {
    const running = shifts.find(
      ({ id, clockOutAt, employeeId }) => clockOutAt === null && employeeId === account.userId && !ended.has(id),
    );
    const since =
      running?.clockInAt ??
      entries
        .filter(({ id, problem }) => problem === null && !ended.has(id))
        .map(clockInOf)
        .find((at) => at !== undefined);
    if (since === undefined) return [];
    return [
      {
        key: 'clocked-in',
        tone: 'note',
        icon: Clock,
        title: `You are clocked in since ${localTimeIn(zone, new Date(since))}`,
        detail: 'Clock out when you are done.',
        value: null,
        to: '/time-tracker',
      },
    ];
  });
}

function useLongShifts(today: string, enabled: boolean): AlertSource {
  const account = useAccount();
  const now = useNow();
  const query = useQuery({ ...hoursQuery(account, addDays(today, -LOOK_BACK_DAYS), today, null), enabled });
  const { rowsOf } = useCurrentNames();
  // Other people's shifts are not cached on the device: nothing is shown offline.
  if (!enabled || query.data === undefined) return readyAlerts([]);
  return alertsFromQuery(query, (shifts): Alert[] =>
    rowsOf(shifts)
      .filter((shift) => isLong(shift, now))
      .map(({ id, createdByName, clockInAt }) => ({
        key: `long-${id}`,
        tone: 'warn',
        icon: ClockAlert,
        title: `${createdByName} is still clocked in`,
        detail: `Since ${localTimeIn(account.settings.zone, new Date(clockInAt))}, more than 14 hours.`,
        value: null,
        to: '/time-diary',
      })),
  );
}

/** Employees: their weeks that were sent back with a question, until they hand them in again. */
export function useQueriedWeekAlerts(today: string): AlertSource {
  const account = useAccount();
  const enabled = account.role === 'employee';
  const query = useQuery({ ...queriedHoursQuery(account), enabled });
  // Without a copy, the failure of the person's other hours is shown already.
  if (!enabled || query.data === undefined) return readyAlerts([]);
  return alertsFromQuery(query, (shifts): Alert[] =>
    [...new Map(shifts.map(({ workDate, queryNote }) => [mondayOf(workDate), queryNote]))].map(
      ([monday, question]) => ({
        key: `sent-back-${monday}`,
        tone: 'warn',
        icon: ClockAlert,
        title: `Your week from ${formatDate(monday, today)} was sent back`,
        detail: `${question ?? ''} Put it right, then hand it in again.`,
        value: null,
        to: weekAddress(monday),
      }),
    ),
  );
}

const weekAddress = (monday: string) => `/time-diary?${new URLSearchParams({ week: monday }).toString()}`;

/** Weeks submitted by the crew, for the account holder to approve. */
export function useSubmittedHoursAlerts(today: string): AlertSource {
  const account = useAccount();
  const enabled = account.role === 'admin';
  const query = useQuery({ ...submittedHoursQuery(account), enabled });
  const { rowsOf } = useCurrentNames();
  // Submitted hours are not cached on the device either.
  if (!enabled || query.data === undefined) return readyAlerts([]);
  return alertsFromQuery(query, (shifts): Alert[] => {
    const weeks = new Map(
      rowsOf(shifts).map((shift) => {
        const monday = mondayOf(shift.workDate);
        return [`${monday} ${shift.employeeId}`, { monday, name: shift.createdByName }];
      }),
    );
    const oldest = [...weeks.values()].at(-1);
    if (!oldest) return [];
    const names = wordList([...new Set([...weeks.values()].map(({ name }) => name))]);
    return [
      {
        key: 'handed-in',
        tone: 'ready',
        icon: CalendarCheck,
        title: plural(weeks.size, 'A week is handed in', `${weeks.size} weeks are handed in`),
        detail: `${names}, ${plural(weeks.size, 'week', 'the oldest')} from ${formatDate(oldest.monday, today)}. ${plural(weeks.size, 'Look at it and approve it.', 'Look at them and approve them.')}`,
        value: null,
        to: weekAddress(oldest.monday),
      },
    ];
  });
}
