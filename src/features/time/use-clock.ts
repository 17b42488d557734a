import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockSkewQuery } from '@/data/time/time';
import { toServerTime, runningBreak, shiftMinutes, shiftState } from '@/domain/hours/shift';
import { serverNow } from '@/lib/device/device-clock';
import { useWaiting } from '@/offline/outbox/outbox';
import { useAccount } from '@/session/account';
import { useNow, useSkew } from '@/session/today';
import { useOwnShifts, type ShownShift } from '@/widgets/hours/own-shifts';

/** The current server time: the device's clock, corrected by its known error. */
export function useFarmClock() {
  const now = useNow();
  useQuery(clockSkewQuery());
  const skewS = useSkew();
  return {
    skewS,
    now: useMemo(() => toServerTime(now, skewS ?? 0), [now, skewS]),
    /** The exact current time, for a press; corrected by the error at this moment. */
    instant: () => serverNow().toISOString(),
  };
}

/** The running shift; of several, the earliest. A clock-in that the database refused comes last. */
const runningShiftOf = (shifts: readonly ShownShift[], userId: string): ShownShift | null =>
  shifts
    .filter(({ row, entry }) => row.clockOutAt === null && row.employeeId === userId && entry?.action !== 'delete')
    .toSorted(
      (a, b) =>
        Number(a.entry?.problem != null) - Number(b.entry?.problem != null) ||
        Date.parse(a.row.clockInAt) - Date.parse(b.row.clockInAt),
    )[0] ?? null;

/** The person's own clock: running shift, its minutes, and the shifts of the last two weeks, including the outbox. */
export function useClock() {
  const { userId } = useAccount();
  const waiting = useWaiting();
  const clock = useFarmClock();
  const { query, shifts } = useOwnShifts();
  const shift = runningShiftOf(shifts, userId);
  return {
    ...clock,
    query,
    shifts,
    shift,
    currentBreak: shift && runningBreak(shift.row.breaks),
    state: shift && shiftState(shift.row, clock.now),
    minutes: shift && shiftMinutes(shift.row, clock.now),
    /** Until the outbox is read a press could create a duplicate. Does not wait for the network. */
    outboxLoading: !waiting.isLoaded,
  };
}
export type Clock = ReturnType<typeof useClock>;
