import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockSkewQuery, ownHoursQuery, type TimeEntry } from '@/data/time';
import { corrected, runningBreak, shiftMinutes, shiftState } from '@/domain/shift';
import { useWaiting } from '@/outbox/outbox';
import { shownRows, type Shown } from '@/outbox/shown';
import { useAccount } from '@/session/account';
import { serverNow } from '@/lib/device-clock';
import { useNow, useSkew, useToday } from '@/session/today';
import { timesOf } from './time-entries';

export type ShownShift = Shown<TimeEntry>;

/** The server's clock as this device knows it: now by its own clock, less what that one is out. */
export function useFarmClock() {
  const now = useNow();
  useQuery(clockSkewQuery());
  const skewS = useSkew();
  return {
    skewS,
    now: useMemo(() => corrected(now, skewS ?? 0), [now, skewS]),
    /** This very instant, for a press: corrected by how far the clock is out at this moment. */
    instant: () => serverNow().toISOString(),
  };
}

/** A refused second clock-in is not the shift that runs. */
const running = (shifts: readonly ShownShift[], userId: string): ShownShift | null =>
  shifts
    .filter(({ row, entry }) => row.clockOutAt === null && row.employeeId === userId && entry?.action !== 'delete')
    .toSorted(
      (a, b) =>
        Number(a.entry?.problem != null) - Number(b.entry?.problem != null) ||
        Date.parse(a.row.clockInAt) - Date.parse(b.row.clockInAt),
    )[0] ?? null;

/** One's own clock: what runs, what it comes to, and the shifts of these two weeks, with what waits on this device. */
export function useClock() {
  const account = useAccount();
  const today = useToday();
  const waiting = useWaiting();
  const clock = useFarmClock();
  const query = useQuery(ownHoursQuery(account, today));
  const { data, dataUpdatedAt } = query;
  const shifts = useMemo(
    () =>
      shownRows(data ?? [], waiting, dataUpdatedAt, timesOf(account)).toSorted(
        (a, b) => Date.parse(b.row.clockInAt) - Date.parse(a.row.clockInAt),
      ),
    [data, dataUpdatedAt, waiting, account],
  );
  const shift = running(shifts, account.userId);
  return {
    ...clock,
    query,
    shifts,
    shift,
    pause: shift && runningBreak(shift.row.breaks),
    state: shift && shiftState(shift.row, clock.now),
    minutes: shift && shiftMinutes(shift.row, clock.now),
    /** Before this device has said what it keeps, a press could be a second one. A slow line is not waited for. */
    unknown: !waiting.read,
  };
}
export type Clock = ReturnType<typeof useClock>;
