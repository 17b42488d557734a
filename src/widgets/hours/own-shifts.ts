// The person's own shifts, including those in the outbox, and the hours of this week.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownHoursQuery } from '@/data/time/time';
import type { Account } from '@/domain/account/account';
import { datesOf, mondayOf } from '@/domain/core/calendar';
import { addDays, todayIn } from '@/domain/core/time';
import { shiftMinutes, shiftState } from '@/domain/hours/shift';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowsFrom } from '@/offline/outbox/record-entries';
import { shownRows, type RowMapper, type Shown } from '@/offline/outbox/shown-rows';
import { TIME, type TimeEntry } from '@/records/time';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';

export type ShownShift = Shown<TimeEntry>;

/** How shifts in the outbox are merged into the list. */
export const shiftMapper = ({ userId, firstName, lastName, settings: { zone } }: Account): RowMapper<TimeEntry> =>
  rowsFrom(
    TIME,
    () => ({
      employeeId: userId,
      createdByName: [firstName, lastName].filter(Boolean).join(' '),
      activity: 'General',
    }),
    (shift, before) => ({
      ...shift,
      // The date of the clock-in. If that was not changed, keep the date from the database.
      workDate: shift.clockInAt === before.clockInAt ? before.workDate : todayIn(zone, new Date(shift.clockInAt)),
    }),
  );

/** The person's shifts of the last two weeks, the latest first. */
export function useOwnShifts() {
  const account = useAccount();
  const waiting = useWaiting();
  const query = useQuery(ownHoursQuery(account, useToday()));
  const { data, dataUpdatedAt } = query;
  const shifts: ShownShift[] = useMemo(
    () =>
      shownRows(data ?? [], waiting, dataUpdatedAt, shiftMapper(account)).toSorted(
        (a, b) => Date.parse(b.row.clockInAt) - Date.parse(a.row.clockInAt),
      ),
    [data, dataUpdatedAt, waiting, account],
  );
  return { query, shifts };
}

/** The paid minutes of each day of this week, with those of the running shift so far. */
export function weekOf(shifts: readonly ShownShift[], today: string, now: Date): { date: string; paid: number }[] {
  const counted = shifts
    .filter(({ entry }) => entry?.action !== 'delete')
    .map(({ row }) => row)
    .filter((row) => !['needs_review', 'forgotten'].includes(shiftState(row, now)));
  const monday = mondayOf(today);
  return datesOf({ from: monday, to: addDays(monday, 6) }).map((date) => ({
    date,
    paid: counted
      .filter(({ workDate }) => workDate === date)
      .reduce((sum, row) => sum + shiftMinutes(row, now).paid, 0),
  }));
}
