import type { Account } from '@/domain/account/account';
import { formatDateDated, formatDuration, localTimeIn, type Zone } from '@/domain/core/time';
import { isUnderOneMinute, shiftMinutes, shiftState, type ShiftState } from '@/domain/hours/shift';
import type { WeekState } from '@/domain/hours/timesheet';
import type { TimeEntry } from '@/records/time';
import type { ShownShift } from '@/widgets/hours/own-shifts';

export const WEEK_WORDS: Record<WeekState, string> = {
  none: 'No time recorded',
  needs_review: 'Needs a look',
  running: 'Running',
  open: 'Open',
  submitted: 'Handed in',
  approved: 'Approved',
};

const SHIFT_WORDS: Record<ShiftState, string> = {
  running: 'Running',
  forgotten: 'Not clocked out',
  needs_review: 'Overlaps another',
  open: 'Open',
  submitted: 'Handed in',
  approved: 'Approved',
};

const SOURCE_WORDS: Record<TimeEntry['source'], string | null> = {
  clock: null,
  manual: 'written down',
  corrected: 'corrected',
};

/** "07:12–15:30". */
export const timesWords = (
  { clockInAt, clockOutAt }: Pick<TimeEntry, 'clockInAt' | 'clockOutAt'>,
  zone: Zone,
): string =>
  `${localTimeIn(zone, new Date(clockInAt))}–${clockOutAt === null ? 'now' : localTimeIn(zone, new Date(clockOutAt))}`;

/** Why a shift can't be corrected any more, in the same words as the database's errors; null if it can. */
export function closedWords(
  { status, workDate }: Pick<TimeEntry, 'status' | 'workDate'>,
  { role, ownerFirstName }: Pick<Account, 'role' | 'ownerFirstName'>,
  lockedUntil: string | null,
): string | null {
  const admin = role === 'admin';
  const holder = ownerFirstName ?? 'the account holder';
  if (lockedUntil !== null && workDate <= lockedUntil)
    return `Time up to ${formatDateDated(lockedUntil)} is locked. ${admin ? 'Set an earlier day first.' : `Ask ${holder} to open it.`}`;
  if (status === 'approved')
    return `This week is approved. ${admin ? 'Reopen it first.' : `Ask ${holder} to reopen it.`}`;
  return status === 'submitted' && !admin ? 'This week is handed in. Take it back first.' : null;
}

/** "Handed in". */
export const shiftWords = (shift: TimeEntry, now: Date): string => SHIFT_WORDS[shiftState(shift, now)];

/** "7 h 45, 30 min break, corrected, Handed in". */
export function shiftDetail({ row, entry }: ShownShift, now: Date): string {
  const { paid, unpaid } = shiftMinutes(row, now);
  return [
    formatDuration(paid),
    isUnderOneMinute(row) && 'under 1 min',
    unpaid > 0 && `${unpaid} min break`,
    SOURCE_WORDS[row.source],
    shiftWords(row, now),
    entry && (entry.problem ? `Needs attention: ${entry.problem.sentence}` : 'Waiting on this phone'),
  ]
    .filter(Boolean)
    .join(', ');
}
