// Shifts: one person's working time with its breaks.
import { whole } from '@/domain/core/number-rule';
import { breaksOf, type Break } from '@/domain/hours/breaks';
import type { ShiftStatus } from '@/domain/hours/shift';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { choice, date, id, instant, json, number, person, text } from './record-field';
import { record, type EditableOf, type Columns, type RecordOf, type StoredKinds } from './record';

const NO_BREAKS: readonly Break[] = [];
const breaksToJson = (breaks: readonly Break[]) => breaks.map(({ start, end, paid }) => ({ start, end, paid }));

const instantOf = (value: Json | undefined) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
const breaksKey = (value: Json | undefined) =>
  JSON.stringify(breaksOf(value).map(({ start, end, paid }) => [instantOf(start), instantOf(end ?? undefined), paid]));

/** Compares points in time: instants and breaks have more than one notation. A running break differs from an ended one. */
const isSameTime = (column: string, sent: Json | undefined, row: Columns) =>
  column === 'breaks' ? breaksKey(sent) === breaksKey(row[column]) : instantOf(sent) === instantOf(row[column]);

/** "Hedge cutting, Hill Farm". */
export const jobWords = ({ activity, customer }: Pick<TimeEntry, 'activity' | 'customer'>): string =>
  [activity, customer].filter(Boolean).join(', ');

const SHIFT = record('time_entries', {
  /** Null if the person's account was deleted. */
  employeeId: person().optional().fromDatabase(),
  createdByName: text().fromDatabase(),
  clockInAt: instant('Start'),
  /** Null while the shift is running. */
  clockOutAt: instant('Finish').optional(),
  /** The local date of clocking in: a shift belongs to the day on which it starts. */
  workDate: date().fromDatabase(),
  activity: text('Job', 80),
  customer: text('Customer', 120).optional(),
  breaks: json(NO_BREAKS, breaksOf, breaksToJson, 'Breaks'),
  /** Total unpaid minutes, for a shift that was entered afterwards. */
  manualBreakMin: number('Breaks, minutes', whole(1440)).optional(),
  source: choice(['clock', 'manual', 'corrected']).onInsert(),
  /** Device minus server, in seconds, if it was known. */
  clockSkewS: number(null, { ...whole(2_147_483_647), min: -2_147_483_647 })
    .optional()
    .onInsert(),
  status: choice<ShiftStatus>(['open', 'submitted', 'approved', 'needs_review']).fromDatabase(),
  note: text('Note', 1000).optional(),
  editReason: text('Reason', 300).optional().onUpdate(),
  /** The account holder's question about it. */
  queryNote: text().optional().fromDatabase(),
  approvedByName: text().optional().fromDatabase(),
  /** The id that its work entry will get; `workId` is set once it is logged. */
  logKey: id().onInsert(),
  workId: id().optional().fromDatabase(),
  /** Empty while the shift is only on this device, like `updatedAt`. */
  createdAt: instant().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type TimeEntry = RecordOf<typeof SHIFT>;
/** The fields that a person can set; the database sets the rest. */
export type ShiftFields = EditableOf<typeof SHIFT>;

export const TIME = captured(SHIFT, {
  kind: 'time',
  name: 'Time',
  version: 1,
  title: (shift) => `Time: ${jobWords(shift)}`,
  // The clock's skew and the source are written once; `log_key` changes after a job is deleted.
  derived: ['clock_skew_s', 'source', 'log_key'],
  isEquivalent: (column, fields, row) =>
    ['clock_in_at', 'clock_out_at', 'breaks'].includes(column) && isSameTime(column, fields[column], row),
  groups: [['clock_in_at', 'clock_out_at', 'breaks', 'manual_break_min']],
  invalidates: [keys.time],
  editAt: (id) => `/time-diary?edit=${id}`,
  // An edit with a reason concerns another person's hours or submitted ones. If such a shift were added again, it would
  // become this user's own.
  canAddAgain: ({ fields }) => !('edit_reason' in fields),
});

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  time_entries: {
    'When somebody clocked in and out, breaks, job and customer, notes': '*',
    'corrections with their reason': 'source edit_reason query_note',
    'how far the device’s clock was out': 'clock_skew_s',
    'who approved the week': 'status approved_at approved_by approved_by_name',
  },
};
