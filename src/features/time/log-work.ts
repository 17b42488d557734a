// From a shift to the job that it is charged as: once, under the shift's own key.
import type { TimeEntry } from '@/data/time';
import { shiftMinutes } from '@/domain/shift';
import { localTimeIn, type Zone } from '@/domain/time';
import { useWaiting } from '@/outbox/outbox';
import { WORK } from '@/outbox/records';

/** The job of a shift that is none in particular. */
export const GENERAL = 'General';

/** The form of a job with what the shift says; under the shift's key, so that it is logged once. */
export function logAddress(shift: TimeEntry, zone: Zone): string {
  const { clockInAt, clockOutAt, workDate, activity, customer, logKey } = shift;
  const clock = (instant: string) => localTimeIn(zone, new Date(instant));
  const { paid, unpaid } = shiftMinutes(shift, new Date(clockInAt));
  return `/add-work?${new URLSearchParams({
    as: logKey,
    ...(customer !== null && { customer }),
    ...(activity !== GENERAL && { task: activity }),
    date: workDate,
    // Less than a minute, or one that is all break, is no time to charge.
    ...(clockOutAt !== null && paid > 0 && { start: clock(clockInAt), finish: clock(clockOutAt) }),
    ...(paid > 0 && unpaid > 0 && { breaks: String(unpaid) }),
  }).toString()}`;
}

/** The job that a shift is logged as, here or in the database; null where it is not. */
export function useLogged(shift: TimeEntry | null): string | null {
  const { entries, sent } = useWaiting();
  if (!shift) return null;
  const last = [...sent, ...entries].findLast(({ kind, id }) => kind === WORK.kind && id === shift.logKey);
  if (!last) return shift.workId;
  return last.action === 'delete' ? null : shift.logKey;
}
