import { formatQuantity, formatRate, decimalIn, toInputText, type Currency, type Decimal } from '@/domain/core/money';
import { addDays, formatDate, formatDuration } from '@/domain/core/time';
import { formatQuantityWithUnit, formatRateWithUnit, unitOf } from '@/domain/core/units';
import { breakMinutes, type Preview, type Times } from './work-rules';

/** "Today", "Yesterday", "Thu 29 Oct". */
export const dayWord = (date: string, today: string): string =>
  date === today ? 'Today' : date === addDays(today, -1) ? 'Yesterday' : formatDate(date, today);

/** A task's name within a sentence: "baling", but "TMR mix". */
export const taskWord = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** How the value is calculated: "86 × £6.22", "7 h 20 × £45.00"; or the part that is known so far. */
export function sumWords({ quantity, rate, fromTimes, shift }: Preview, unit: string, currency: Currency): string {
  const hours = fromTimes && shift?.ok ? shift.minutes : undefined;
  if (quantity === null) return rate === null ? '' : formatRateWithUnit(rate, unit, currency);
  if (unit === 'fixed') return 'Fixed price';
  const amount = unit === 'hour' ? formatQuantityWithUnit(quantity, unit, hours) : formatQuantity(quantity);
  return rate === null ? formatQuantityWithUnit(quantity, unit, hours) : `${amount} × ${formatRate(rate, currency)}`;
}

/** "7 h 20 after breaks, finished the next day". */
export function shiftWords(shift: Preview['shift'], text: Pick<Times, 'breaks'>): string {
  if (!shift?.ok) return '';
  const breaks = breakMinutes(text.breaks) ? ' after breaks' : '';
  return `${formatDuration(shift.minutes)}${breaks}${shift.nextDay ? ', finished the next day' : ''}`;
}

/**
 * "Charged: 8 h 20, £375.00.": the value of an hourly entry after a correction of its times. `value` is empty if
 * unknown.
 */
export function chargedWords(quantity: Decimal | null, value: string): string {
  if (quantity === null) return '';
  return `Charged: ${formatQuantityWithUnit(quantity, 'hour')}${value === '' ? '' : `, ${value}`}.`;
}

/** "How many bales?" */
export const quantityQuestion = (unit: string): string =>
  unit === 'fixed' ? 'What is the price?' : unit === 'each' ? 'How many?' : `How many ${unitOf(unit).plural}?`;

/** "last time 74", "last time 7 h 20". */
export const lastTimeWords = (quantity: Decimal, unit: string): string =>
  `last time ${unit === 'hour' ? formatQuantityWithUnit(quantity, unit) : formatQuantity(quantity)}`;

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Acres": the label of the quantity field. */
export function quantityLabel(unit: string): string {
  return capitalise(unit === 'each' ? 'quantity' : unitOf(unit).plural);
}

/** One step up or down, but never to zero or below. */
export function stepQuantity(quantity: Decimal | null, unit: string, delta: 1 | -1): Decimal | null {
  const { step } = unitOf(unit);
  const next = (quantity ?? 0) + delta * step;
  // The cast is safe: a Decimal is an integer number of ten-thousandths, and so is the step.
  return next > 0 ? (next as Decimal) : quantity;
}

/** "= 1,250 bales": how the typed number was understood, if that differs from the text. */
export function echoWords(text: string, unit: string): string | undefined {
  const quantity = decimalIn(text);
  if (quantity === null || toInputText(quantity) === text.trim()) return undefined;
  return `= ${formatQuantityWithUnit(quantity, unit)}`;
}
