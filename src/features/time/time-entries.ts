// Converts a shift to outbox entries, and an entry back to a row for the list.
import type { TimeEntry } from '@/data/time';
import type { Account } from '@/domain/account';
import { breaksOf, type Break } from '@/domain/breaks';
import { todayIn } from '@/domain/time';
import type { Entry, Fields, NewEntry } from '@/outbox/entry';
import { TIME } from '@/outbox/records';
import type { AsRow } from '@/outbox/shown';

/** The columns a person can set; the database sets the rest. */
export type ShiftFields = Pick<
  TimeEntry,
  'clockInAt' | 'clockOutAt' | 'activity' | 'customer' | 'breaks' | 'manualBreakMin' | 'note'
>;
export type Job = Pick<TimeEntry, 'activity' | 'customer'>;

/** "Hedge cutting, Hill Farm". */
export const jobWords = ({ activity, customer }: Job): string => [activity, customer].filter(Boolean).join(', ');

const entryOf = (account: Account, id: string, job: Job) => ({
  userId: account.userId,
  accountId: account.ownerId,
  kind: TIME.kind,
  version: TIME.version,
  id,
  seen: null,
  parents: [],
  title: `Time: ${jobWords(job)}`,
});

const written = (breaks: readonly Break[]) => breaks.map(({ start, end, paid }) => ({ start, end, paid }));

const columns = (shift: ShiftFields): Fields => ({
  clock_in_at: shift.clockInAt,
  clock_out_at: shift.clockOutAt,
  activity: shift.activity,
  customer: shift.customer,
  breaks: written(shift.breaks),
  manual_break_min: shift.manualBreakMin,
  note: shift.note,
});

/**
 * `skewS`: the error of the device's clock in seconds, for which the timestamps are already corrected; null if unknown.
 */
export const insertShift = (
  account: Account,
  id: string,
  shift: ShiftFields,
  source: 'clock' | 'manual',
  skewS: number | null,
): NewEntry => ({
  ...entryOf(account, id, shift),
  action: 'insert',
  fields: { ...columns(shift), source, clock_skew_s: skewS, log_key: crypto.randomUUID() },
});

/** The row as the person last saw it. A shift in the outbox has no updated_at yet. */
const seenRow = (shift: TimeEntry): Fields => ({
  ...columns(shift),
  ...(shift.updatedAt === '' ? {} : { updated_at: shift.updatedAt }),
});

/** Null if nothing was changed. `reason` is stored with the change, where one is required. */
export function updateShift(
  account: Account,
  shift: TimeEntry,
  now: Partial<ShiftFields>,
  reason?: string,
): NewEntry | null {
  const before = columns(shift);
  const after = columns({ ...shift, ...now });
  const fields = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  );
  if (Object.keys(fields).length === 0) return null;
  return {
    ...entryOf(account, shift.id, { ...shift, ...now }),
    action: 'update',
    fields: { ...fields, ...(reason === undefined ? {} : { edit_reason: reason }) },
    seen: { ...seenRow(shift), ...(reason === undefined ? {} : { edit_reason: shift.editReason }) },
  };
}

export const deleteShift = (account: Account, shift: TimeEntry): NewEntry => ({
  ...entryOf(account, shift.id, shift),
  action: 'delete',
  fields: {},
  seen: seenRow(shift),
});

const orNull = (value: Fields[string] | undefined): value is string | null =>
  typeof value === 'string' || value === null;

function changed(shift: TimeEntry, { fields }: Entry, zone: Account['settings']['zone']): TimeEntry {
  const { clock_in_at, clock_out_at, activity, customer, breaks, manual_break_min, note, edit_reason } = fields;
  const clockInAt = typeof clock_in_at === 'string' ? clock_in_at : shift.clockInAt;
  return {
    ...shift,
    clockInAt,
    // The date of the clock-in. If that was not changed, keep the date from the database.
    workDate: clockInAt === shift.clockInAt ? shift.workDate : todayIn(zone, new Date(clockInAt)),
    ...(orNull(clock_out_at) && { clockOutAt: clock_out_at }),
    ...(typeof activity === 'string' && { activity }),
    ...(orNull(customer) && { customer }),
    ...(breaks !== undefined && { breaks: breaksOf(breaks) }),
    ...((typeof manual_break_min === 'number' || manual_break_min === null) && { manualBreakMin: manual_break_min }),
    ...(orNull(note) && { note }),
    ...(orNull(edit_reason) && { editReason: edit_reason }),
  };
}

/** How shifts in the outbox are merged into the list. */
export const timesOf = ({ userId, firstName, lastName, settings: { zone } }: Account): AsRow<TimeEntry> => ({
  kind: TIME.kind,
  changed: (shift, entry) => changed(shift, entry, zone),
  made: (entry) =>
    changed(
      {
        id: entry.id,
        employeeId: userId,
        createdByName: [firstName, lastName].filter(Boolean).join(' '),
        clockInAt: '',
        clockOutAt: null,
        workDate: '',
        activity: 'General',
        customer: null,
        breaks: [],
        manualBreakMin: null,
        source: entry.fields['source'] === 'manual' ? 'manual' : 'clock',
        clockSkewS: null,
        status: 'open',
        note: null,
        editReason: null,
        queryNote: null,
        approvedByName: null,
        logKey: typeof entry.fields['log_key'] === 'string' ? entry.fields['log_key'] : '',
        workId: null,
        createdAt: '',
        updatedAt: '',
      },
      entry,
      zone,
    ),
});
