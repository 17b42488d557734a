import { useQuery } from '@tanstack/react-query';
import { Clock, ClockAlert } from 'lucide-react';
import { hoursQuery, ownHoursQuery } from '@/data/time';
import { isLong } from '@/domain/shift';
import { addDays, localTimeIn } from '@/domain/time';
import type { Entry } from '@/outbox/entry';
import { useWaiting } from '@/outbox/outbox';
import { TIME } from '@/outbox/records';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { told, toldBy, type Alert, type Told } from './alert-words';

/** How far back somebody may have forgotten to clock out. */
const DAYS = 7;

/** An employee's own running clock; the account holder's: shifts that have run for too long. */
export function useShiftAlerts(today: string): Told {
  const { role } = useAccount();
  const own = useRunning(today, role === 'employee');
  const long = useLong(today, role === 'admin');
  return role === 'admin' ? long : own;
}

/** When a shift began of which only this device knows, undefined for one that is no running one. */
function begun({ kind, action, fields }: Entry): string | undefined {
  const { clock_in_at, clock_out_at } = fields;
  if (kind !== TIME.kind || action !== 'insert' || clock_out_at != null) return undefined;
  return typeof clock_in_at === 'string' ? clock_in_at : undefined;
}

function useRunning(today: string, enabled: boolean): Told {
  const account = useAccount();
  const { zone } = account.settings;
  const { entries, sent } = useWaiting();
  const query = useQuery({ ...ownHoursQuery(account, today), enabled });
  if (!enabled) return told([]);
  const said = [...sent, ...entries].filter(({ kind }) => kind === TIME.kind);
  const ended = new Set(
    said.filter(({ action, fields }) => action === 'delete' || fields.clock_out_at != null).map(({ id }) => id),
  );
  return toldBy(query, (shifts): Alert[] => {
    const running = shifts.find(
      ({ id, clockOutAt, employeeId }) => clockOutAt === null && employeeId === account.userId && !ended.has(id),
    );
    const since =
      running?.clockInAt ??
      entries
        .filter(({ id, problem }) => problem === null && !ended.has(id))
        .map(begun)
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

function useLong(today: string, enabled: boolean): Told {
  const account = useAccount();
  const now = useNow();
  const query = useQuery({ ...hoursQuery(account, addDays(today, -DAYS), today, null), enabled });
  // Only the line knows of others: without it the board goes on with what it has.
  if (!enabled || query.data === undefined) return told([]);
  return toldBy(query, (shifts): Alert[] =>
    shifts
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
