// Converts a shift to outbox entries.
import type { Account } from '@/domain/account/account';
import type { NewEntry } from '@/offline/outbox/entry';
import { deleteOf, insertOf, updateOf } from '@/offline/outbox/record-entries';
import { deleteMutation, directMutation, saveMutation } from '@/offline/outbox/save-entries';
import { TIME, type ShiftFields, type TimeEntry } from '@/records/time';

export const saveClockIn = saveMutation('Clocked in!', 'Could not clock in.');
export const saveClockOut = saveMutation('Clocked out!', 'Could not clock out.');
export const saveTime = saveMutation('Time saved!', 'Could not save time.');
export const sendTimeNow = directMutation('Time saved!', 'Could not save time.');
export const saveTimeDeletion = deleteMutation('Time deleted.', 'Could not delete time.');

export type Job = Pick<TimeEntry, 'activity' | 'customer'>;

/**
 * `skewS`: the error of the device's clock in seconds, for which the timestamps are already corrected; null if unknown.
 */
export const insertShift = (
  account: Account,
  id: string,
  shift: ShiftFields,
  source: 'clock' | 'manual',
  skewS: number | null,
): NewEntry => insertOf(TIME, account, id, { ...shift, source, clockSkewS: skewS, logKey: crypto.randomUUID() });

/** Null if nothing was changed. `reason` is stored with the change, where one is required. */
export const updateShift = (
  account: Account,
  shift: TimeEntry,
  changes: Partial<ShiftFields>,
  reason?: string,
): NewEntry | null =>
  updateOf(TIME, account, shift, reason === undefined ? changes : { ...changes, editReason: reason });

export const deleteShift = (account: Account, shift: TimeEntry): NewEntry => deleteOf(TIME, account, shift);
