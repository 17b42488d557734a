// One shift: its minutes, breaks and state. Everything is computed from stored instants, so the nights when the clocks
// change need no special case. The database applies the same rules.
import {
  addDays,
  BEFORE_FIRST_DAY,
  FIRST_DAY,
  formatDate,
  instantOf,
  localTimeIn,
  todayIn,
  type Zone,
} from '@/domain/core/time';
import type { Break } from './breaks';

export type ShiftStatus = 'open' | 'submitted' | 'approved' | 'needs_review';

export type Shift = {
  id: string;
  /** Null if the person's account was deleted. */
  employeeId: string | null;
  /** ISO instants; no finish while the shift is running. */
  clockInAt: string;
  clockOutAt: string | null;
  /** The local date of clocking in: a shift belongs to the day on which it starts. */
  workDate: string;
  breaks: readonly Break[];
  /** Total unpaid minutes, for a shift that was entered afterwards. */
  manualBreakMin: number | null;
  status: ShiftStatus;
};

export type ShiftMinutes = {
  /** From clock-in to clock-out, or until now. */
  gross: number;
  unpaid: number;
  paid: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAX_SHIFT_H = 24;
/** After this many hours the app asks whether the user forgot to clock out. */
const LONG_SHIFT_H = 14;
/** Tolerance for a device clock that is ahead of the server's; later times count as in the future. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / MINUTE_MS);

/** Minutes between two instants, each truncated to its minute: 08:00:50 to 08:01:30 is 1, 08:00:05 to 08:00:45 is 0. */
export const wholeMinutes = (a: string, b: string): number => minuteOf(b) - minuteOf(a);

/**
 * Finished in under 60 seconds, whether or not a full minute passed on the clock. Such a shift is kept, with a notice.
 */
export const isUnderOneMinute = ({ clockInAt, clockOutAt }: Pick<Shift, 'clockInAt' | 'clockOutAt'>): boolean =>
  clockOutAt !== null && Date.parse(clockOutAt) - Date.parse(clockInAt) < MINUTE_MS;

/** A shift's minutes; until `now` if it is running. A running break counts as unpaid unless it is marked as paid. */
export function shiftMinutes(
  {
    clockInAt,
    clockOutAt,
    breaks,
    manualBreakMin,
  }: Pick<Shift, 'clockInAt' | 'clockOutAt' | 'breaks' | 'manualBreakMin'>,
  now: Date,
): ShiftMinutes {
  const until = clockOutAt ?? now.toISOString();
  const gross = Math.max(0, wholeMinutes(clockInAt, until));
  const recordedMin = breaks
    .filter(({ paid }) => !paid)
    .reduce((sum, { start, end }) => sum + breakMinutes(start, end, until), 0);
  const unpaid = Math.min(gross, manualBreakMin ?? recordedMin);
  return { gross, unpaid, paid: gross - unpaid };
}

const breakMinutes = (start: string, end: string | null, until: string) =>
  Math.max(0, wholeMinutes(start, end ?? until));

/**
 * running: in progress. forgotten: not clocked out for 24 hours, so its length is unknown; it is never closed
 * automatically.
 */
export type ShiftState = ShiftStatus | 'running' | 'forgotten';

export function shiftState(
  { clockInAt, clockOutAt, status }: Pick<Shift, 'clockInAt' | 'clockOutAt' | 'status'>,
  now: Date,
): ShiftState {
  if (clockOutAt !== null) return status;
  return now.getTime() - Date.parse(clockInAt) >= MAX_SHIFT_H * HOUR_MS ? 'forgotten' : 'running';
}

/** Whether its hours count in a total: an unfinished or overlapping shift does not until it is corrected. */
export const isCounted = (shift: Pick<Shift, 'clockOutAt' | 'status'>): boolean =>
  shift.clockOutAt !== null && shift.status !== 'needs_review';

export const isLong = ({ clockInAt, clockOutAt }: Pick<Shift, 'clockInAt' | 'clockOutAt'>, now: Date): boolean =>
  clockOutAt === null && now.getTime() - Date.parse(clockInAt) > LONG_SHIFT_H * HOUR_MS;

/** The break in progress. */
export const runningBreak = (breaks: readonly Break[]): Break | null =>
  breaks.findLast(({ end }) => end === null) ?? null;

export const startBreak = (breaks: readonly Break[], at: string, paid = false): Break[] =>
  runningBreak(breaks) ? [...breaks] : [...breaks, { start: at, end: null, paid }];

/** A break that ended at the instant it started is dropped. */
export const endBreak = (breaks: readonly Break[], at: string): Break[] =>
  breaks
    .map((item) => (item.end === null ? { ...item, end: at } : item))
    .filter(({ start, end }) => end === null || Date.parse(end) > Date.parse(start));

/** The breaks of a shift that ends at `at`: running ones end then, later ones are dropped. */
export const breaksUntil = (breaks: readonly Break[], at: string): Break[] =>
  endBreak(
    breaks
      .filter(({ start }) => Date.parse(start) < Date.parse(at))
      .map((item) => (item.end !== null && Date.parse(item.end) > Date.parse(at) ? { ...item, end: at } : item)),
    at,
  );

type Times = Pick<Shift, 'id' | 'clockInAt' | 'clockOutAt'>;
const EARLIEST = Date.parse(`${FIRST_DAY}T00:00:00Z`);
const UNFINISHED = Number.POSITIVE_INFINITY;
const span = ({ clockInAt, clockOutAt }: Pick<Shift, 'clockInAt' | 'clockOutAt'>): [number, number] => [
  Date.parse(clockInAt),
  clockOutAt === null ? UNFINISHED : Date.parse(clockOutAt),
];

/** The earliest other shift of the same person that overlaps these times; touching is not overlapping. */
export function overlapping<T extends Times>(shift: Times, others: readonly T[]): T | null {
  const [from, to] = span(shift);
  const found = others
    .filter((other) => {
      const [start, end] = span(other);
      return other.id !== shift.id && start < to && from < end;
    })
    .toSorted((a, b) => Date.parse(a.clockInAt) - Date.parse(b.clockInAt));
  return found[0] ?? null;
}

/** "07:30–12:00 on 18 Nov", in the farm's zone, whatever the device's zone. */
export function shiftWords({ clockInAt, clockOutAt }: Pick<Shift, 'clockInAt' | 'clockOutAt'>, zone: Zone): string {
  const start = new Date(clockInAt);
  const end = clockOutAt === null ? 'now' : localTimeIn(zone, new Date(clockOutAt));
  return `${localTimeIn(zone, start)}–${end} on ${formatDate(todayIn(zone, start)).replace(/^\w+ /, '')}`;
}

/** What is wrong with a shift's times, worded as in the database; null if nothing is. */
export function timesProblem(
  shift: Times & Pick<Shift, 'manualBreakMin'>,
  others: readonly Times[],
  { now, zone }: { now: Date; zone: Zone },
): string | null {
  const [from, to] = span(shift);
  if (from < EARLIEST) return BEFORE_FIRST_DAY;
  const latest = to === UNFINISHED ? from : Math.max(from, to);
  if (latest > now.getTime() + CLOCK_TOLERANCE_MS) return 'That is in the future.';
  if (to <= from) return 'Finish must be after start.';
  if (to !== UNFINISHED && to - from > MAX_SHIFT_H * HOUR_MS) return 'More than 24 hours in one entry is not allowed.';
  const { clockOutAt, manualBreakMin } = shift;
  // Recorded breaks lie within their shift and may fill it; typed minutes must be checked.
  if (clockOutAt !== null && manualBreakMin && manualBreakMin >= wholeMinutes(shift.clockInAt, clockOutAt)) {
    return 'Breaks are longer than the shift.';
  }
  return overlapWords(shift, others, zone);
}

/** "This overlaps your entry 07:30–12:00 on 18 Nov."; null if it does not overlap. */
export function overlapWords(shift: Times, others: readonly Times[], zone: Zone): string | null {
  const other = overlapping(shift, others);
  return other && `This overlaps your entry ${shiftWords(other, zone)}.`;
}

/**
 * Gross minutes by local calendar day, for farms that pay by the day: the shift's own day and, past midnight, the next.
 */
export function splitAtMidnight(
  { clockInAt, clockOutAt, workDate }: Pick<Shift, 'clockInAt' | 'clockOutAt' | 'workDate'>,
  zone: Zone,
  now: Date,
): [number, number] {
  const until = clockOutAt ?? now.toISOString();
  const midnight = instantOf(addDays(workDate, 1), '00:00', zone);
  const gross = Math.max(0, wholeMinutes(clockInAt, until));
  const later = Math.max(0, wholeMinutes(midnight, until));
  return [gross - later, later];
}

/** A device's instant corrected to the server's clock; `skewS` is device minus server, in seconds. */
export const toServerTime = (device: Date, skewS: number): Date => new Date(device.getTime() - skewS * 1000);

/** A message for a clock that is two minutes or more out; null below that. */
export function skewWords(skewS: number): string | null {
  const minutes = Math.round(Math.abs(skewS) / 60);
  if (minutes < 2) return null;
  const skew = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `Your phone's clock is ${skew} out – times adjusted.`;
}
