import type { Account } from '@/domain/account/account';
import { decimalIn, type Decimal } from '@/domain/core/money';
import { isRepeated, workMinutes, type WorkMinutes, type Zone } from '@/domain/core/time';
import { billedQuantity, workValue } from './work';

/** The times as typed. An empty date means today. */
export type Times = {
  startTime: string;
  finishTime: string;
  breaks: string;
  /** Whether the second occurrence of the time is meant, on the night when the clocks go back. */
  startSecond: boolean;
  finishSecond: boolean;
  workDate: string;
};

/** The fields that determine the value, as typed. With an empty quantity, the hours come from the times, if there are any. */
type PricedText = Times & { chargeableUnit: string; rate: string; quantity: string };

/** The settings that the rules depend on: the farm's date, time zone and billing increment. */
export type WorkRules = { today: string; zone: Zone; incrementMinutes: number };

export const rulesOf = ({ settings }: Account, today: string): WorkRules => ({
  today,
  zone: settings.zone,
  incrementMinutes: settings.incrementMinutes,
});

/** Unpaid minutes as typed: '', '30' or '30 min'; null for anything else. */
export function breakMinutes(text: string): number | null {
  const digits = /^\s*(\d{0,4})\s*(?:min(?:ute)?s?)?\s*$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The times as stored: without start and finish there are no breaks. */
export function timesIn(text: Times, { today, zone }: WorkRules) {
  const timed = text.startTime !== '' && text.finishTime !== '';
  return {
    startTime: text.startTime || null,
    finishTime: text.finishTime || null,
    breaks: timed ? (breakMinutes(text.breaks) ?? 0) : 0,
    // Ignore an answer that was given for a different start time.
    startSecond: timed && text.startSecond && isRepeated(text.workDate || today, text.startTime, zone),
    finishSecond: timed && text.finishSecond,
  };
}
export type StoredTimes = ReturnType<typeof timesIn>;

/** The shift; null without start and finish. */
export function shiftOf(text: Times, rules: WorkRules): WorkMinutes | null {
  const { startTime, finishTime, ...times } = timesIn(text, rules);
  if (startTime === null || finishTime === null) return null;
  const { today, zone } = rules;
  return workMinutes({ ...times, start: startTime, finish: finishTime, workDate: text.workDate || today, zone });
}

/** The problem with the times, and the field to show it at; null if they are valid or empty. */
export function timesProblem(times: Times, rules: WorkRules): { field: keyof Times; message: string } | null {
  const { startTime, finishTime } = times;
  if (startTime !== '' && finishTime === '') return { field: 'finishTime', message: 'Enter the finish time too.' };
  if (finishTime !== '' && startTime === '') return { field: 'startTime', message: 'Enter the start time too.' };
  const shift = shiftOf(times, rules);
  if (shift?.ok !== false) return null;
  switch (shift.reason) {
    case 'same':
      return { field: 'finishTime', message: 'Start and finish are the same.' };
    case 'over-24-hours':
      return { field: 'finishTime', message: 'More than 24 hours in one entry is not allowed.' };
    case 'breaks-too-long':
      return { field: 'breaks', message: 'Breaks are longer than the time worked.' };
    case 'incomplete':
      return null;
  }
}

export type Calculation = {
  shift: WorkMinutes | null;
  /** The quantity on the invoice line. */
  quantity: Decimal | null;
  value: Decimal | null;
};

/** The quantity and value of a job; same rules as in the database. */
export function calculate(
  job: Times & { chargeableUnit: string; rate: Decimal | null; quantity: Decimal | null },
  rules: WorkRules,
): Calculation {
  const shift = shiftOf(job, rules);
  const billing = {
    unit: job.chargeableUnit,
    rate: job.rate,
    quantity: job.quantity,
    minutes: shift?.ok ? shift.minutes : null,
    quantityTouched: job.quantity !== null,
    incrementMinutes: rules.incrementMinutes,
  };
  return { shift, quantity: billedQuantity(billing), value: workValue(billing) };
}

export type Preview = Calculation & {
  rate: Decimal | null;
  /** Whether the hours are calculated from the times because no quantity was typed. */
  fromTimes: boolean;
};

/** The preview of the form's values; values that can't be parsed count as missing. */
export function previewOf(text: PricedText, rules: WorkRules): Preview {
  const rate = decimalIn(text.rate);
  const calculation = calculate({ ...text, rate, quantity: decimalIn(text.quantity) }, rules);
  const fromTimes = text.chargeableUnit === 'hour' && text.quantity.trim() === '' && calculation.shift?.ok === true;
  return { ...calculation, rate, fromTimes };
}
