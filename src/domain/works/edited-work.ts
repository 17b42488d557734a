import { hoursFromMinutes, type Decimal } from '@/domain/core/money';
import { roundUpMinutes, workMinutes } from '@/domain/core/time';
import { workValue } from './work';
import { timesIn, type StoredTimes, type Times, type WorkRules } from './work-rules';
import { minutesOf } from './work-words';

type DatedTimes = StoredTimes & { workDate: string };
type EditableFields = DatedTimes & { chargeableUnit: string; rate: Decimal | null; quantity: Decimal | null };
type StoredWork = EditableFields & { totalTime: Decimal | null };

export type Edited = { minutes: number | null; quantity: Decimal | null; value: Decimal | null };

const TIMES = ['startTime', 'finishTime', 'startSecond', 'finishSecond', 'breaks'] as const;

/** The times of an entry as form values. */
export const timesTextOf = (work: DatedTimes): Times => ({
  startTime: work.startTime ?? '',
  finishTime: work.finishTime ?? '',
  breaks: work.breaks === 0 ? '' : String(work.breaks),
  startSecond: work.startSecond,
  finishSecond: work.finishSecond,
  workDate: work.workDate,
});

/** The times after an edit; unchanged fields keep the stored values exactly. */
export function timesOfEdit(text: Times, work: DatedTimes, rules: WorkRules): StoredTimes {
  const before = timesTextOf(work);
  if (TIMES.some((key) => text[key] !== before[key])) return timesIn(text, rules);
  const { startTime, finishTime, startSecond, finishSecond, breaks } = work;
  return { startTime, finishTime, startSecond, finishSecond, breaks };
}

/** Whether an edit corrects or adds times. */
export const isCorrected = (times: StoredTimes, work: StoredTimes): boolean =>
  TIMES.some((key) => times[key] !== work[key]);

/**
 * Minutes worked, quantity and value of an entry after an edit. The database applies the same rules:
 *
 * - Changed times, or the same times on another date, are recalculated, because the clocks may change that night.
 * - Hours that were calculated from the times are recalculated; so is an empty quantity once the times are corrected.
 *
 * Null if the times do not fit that date, for example because the breaks are longer than the shift.
 */
export function editedWork(
  edit: EditableFields,
  work: StoredWork,
  { zone, incrementMinutes }: WorkRules,
): Edited | null {
  const before = minutesOf(work);
  const corrected = isCorrected(edit, work);
  const timed = corrected ? edit.startTime !== null || edit.finishTime !== null : before !== null;
  const shift =
    timed && (corrected || edit.workDate !== work.workDate)
      ? workMinutes({ ...edit, start: edit.startTime, finish: edit.finishTime, zone })
      : null;
  if (shift?.ok === false) return null;
  const minutes = shift ? shift.minutes : timed ? before : null;
  const hours = (worked: number) => hoursFromMinutes(roundUpMinutes(worked, incrementMinutes));
  const wasFromTimes =
    before !== null &&
    work.chargeableUnit === 'hour' &&
    edit.quantity === work.quantity &&
    work.quantity === hours(before);
  const isFromTimes = edit.chargeableUnit === 'hour' && (wasFromTimes || (corrected && edit.quantity === null));
  const quantity = isFromTimes && minutes !== null ? hours(minutes) : edit.quantity;
  const { chargeableUnit: unit, rate } = edit;
  // Without a quantity an edited entry has no value, even if it has times.
  const value =
    quantity === null ? null : workValue({ unit, rate, quantity, minutes, quantityTouched: true, incrementMinutes });
  return { minutes, quantity, value };
}
