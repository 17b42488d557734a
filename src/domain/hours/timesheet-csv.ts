// Working hours as CSV for payroll: one row per shift, and one per person with basic time and overtime.
import type { CsvCell } from '@/domain/core/csv';
import { localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { shiftMinutes, shiftState, splitAtMidnight, type Shift } from './shift';
import type { Row } from './timesheet';

export type ListedShift = Shift & {
  createdByName: string;
  activity: string;
  customer: string | null;
};

export const SHIFT_COLUMNS = [
  'employee',
  'date',
  'in_local',
  'in_utc',
  'out_local',
  'out_utc',
  'breaks_min',
  'paid_min',
  'paid_h',
  'activity',
  'customer',
  'status',
  // Gross hours before and after midnight: unpaid breaks are not deducted.
  'hours_day1_with_breaks',
  'hours_day2_with_breaks',
] as const;

/** "2026-10-24T21:00Z": unambiguous, and without seconds, because hours are paid by the minute. */
const utc = (instant: string) => `${new Date(instant).toISOString().slice(0, 16)}Z`;
const local = (instant: string, zone: Zone) => {
  const at = new Date(instant);
  return `${todayIn(zone, at)} ${localTimeIn(zone, at)}`;
};
/** Hours with at most four decimals: 20 minutes are 0.3333. */
const hours = (minutes: number) => Math.round((minutes / 60) * 10_000) / 10_000;

/** One row per shift. A running shift has no finish and no minutes. */
export const shiftRows = (shifts: readonly ListedShift[], zone: Zone, now: Date): CsvCell[][] =>
  shifts.map((shift) => {
    const { clockInAt, clockOutAt, workDate, activity, customer, status, createdByName } = shift;
    const isFinished = clockOutAt !== null;
    const { unpaid, paid } = shiftMinutes(shift, now);
    const [first, second] = splitAtMidnight(shift, zone, now);
    return [
      createdByName,
      workDate,
      local(clockInAt, zone),
      utc(clockInAt),
      isFinished ? local(clockOutAt, zone) : null,
      isFinished ? utc(clockOutAt) : null,
      isFinished ? unpaid : null,
      isFinished ? paid : null,
      isFinished ? hours(paid) : null,
      activity,
      customer,
      isFinished ? status : shiftState(shift, now) === 'forgotten' ? 'needs_review' : 'running',
      isFinished ? hours(first) : null,
      isFinished ? hours(second) : null,
    ];
  });

export const PAY_COLUMNS = [
  'employee',
  'from',
  'to',
  'basic_min',
  'overtime_min',
  'basic_h',
  'overtime_h',
  'status',
] as const;

export const payRows = (rows: readonly Row<Shift>[], from: string, to: string): CsvCell[][] =>
  rows.map(({ name, paid, overtime, state }) => {
    const basic = paid - overtime;
    return [name, from, to, basic, overtime, hours(basic), hours(overtime), state];
  });
