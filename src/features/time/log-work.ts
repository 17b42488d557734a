// Logs a shift as work, once, under the work id reserved by the shift.
import { localTimeIn, type Zone } from '@/domain/core/time';
import { shiftMinutes } from '@/domain/hours/shift';
import { withJobLines } from '@/offline/outbox/job-lines';
import { useWaiting } from '@/offline/outbox/outbox';
import type { TimeEntry } from '@/records/time';
import { WORK } from '@/records/works';

/** The activity of a shift without a particular job. */
export const GENERAL = 'General';

/** The URL of the work form, filled in from the shift, with the reserved id so that it can't be logged twice. */
export function logAddress(shift: TimeEntry, zone: Zone): string {
  const { clockInAt, clockOutAt, workDate, activity, customer, logKey } = shift;
  const clock = (instant: string) => localTimeIn(zone, new Date(instant));
  const { paid, unpaid } = shiftMinutes(shift, new Date(clockInAt));
  return `/add-work?${new URLSearchParams({
    as: logKey,
    ...(customer !== null && { customer }),
    ...(activity !== GENERAL && { task: activity }),
    date: workDate,
    // A shift without paid minutes has no time to charge.
    ...(clockOutAt !== null && paid > 0 && { start: clock(clockInAt), finish: clock(clockOutAt) }),
    ...(paid > 0 && unpaid > 0 && { breaks: String(unpaid) }),
  }).toString()}`;
}

/** The id of the work that the shift was logged as, in the outbox or the database; null if there is none. */
export function useLoggedWorkId(shift: TimeEntry | null): string | null {
  const { entries, sent } = useWaiting();
  if (!shift) return null;
  const last = withJobLines([...sent, ...entries]).findLast(
    ({ kind, id }) => kind === WORK.kind && id === shift.logKey,
  );
  if (!last) return shift.workId;
  return last.action === 'delete' ? null : shift.logKey;
}
