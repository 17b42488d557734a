// Money, rates and quantities as whole numbers of ten-thousandths (12.5 is 125,000), so floats never cause rounding
// errors.
import { withHyphens, withoutInvisible } from './plain-text';

declare const brand: unique symbol;

/** A number with four decimals, held as a whole number of 1/10,000 (12.5 is 125000). */
export type Decimal = number & { readonly [brand]: 'ten-thousandths' };

export type Currency = 'GBP' | 'EUR';

export type ParsedDecimal =
  | { ok: true; value: Decimal }
  | { ok: false; reason: 'empty' | 'not-a-number' | 'too-many-decimals' };

const SCALE = 10_000;
const PER_PENNY = 100;
const SIGNS: Record<Currency, string> = { GBP: '£', EUR: '€' };

export const currencySign = (currency: Currency): string => SIGNS[currency];

/** Brands a whole number of 1/10,000. Throws a RangeError for fractions and for anything beyond the safe integers. */
export function decimal(n: number): Decimal {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a whole number of ten-thousandths: ${n}`);
  // Checked in the line above. `+ 0` turns negative zero into zero, which compares and prints differently.
  return (n + 0) as Decimal;
}

export const ZERO = decimal(0);
export const ONE = decimal(SCALE);

// The limits of the columns: numeric(12,4) with a tighter check for quantity and rate, numeric(12,2) for a line's
// value.
export const MAX_QUANTITY = decimal(9_999_999_999);
export const MAX_RATE = decimal(999_999_999);
export const MAX_VALUE = decimal(99_999_999_900);

/** Converts a database numeric from JSON. Throws a RangeError if it has more than four decimals. */
export function fromNumeric(n: number): Decimal {
  const scaled = decimal(Math.round(n * SCALE));
  // The nearest float of scaled/10000 is n itself exactly when n was written with at most four decimals.
  if (scaled / SCALE !== n) throw new RangeError(`More than four decimals: ${n}`);
  return scaled;
}

/** Converts to the number to send for a database numeric. */
export const toNumeric = (d: Decimal): number => d / SCALE;

export const add = (...ds: readonly Decimal[]): Decimal => decimal(ds.reduce<number>((sum, d) => sum + d, 0));

export const negate = (d: Decimal): Decimal => decimal(0 - d);

export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0);

export const isWholePence = (d: Decimal): boolean => d % PER_PENNY === 0;

/** n / d, ties away from zero, as Postgres rounds a numeric. */
export function divideHalfAway(n: bigint, d: bigint): bigint {
  const size = n < 0n ? -n : n;
  const rounded = (2n * size + d) / (2n * d);
  return n < 0n ? -rounded : rounded;
}

/** An amount times n / d, rounded once to four decimals, ties away from zero: for conversions such as hectares to acres. */
export const scaledBy = (amount: Decimal, n: bigint, d: bigint): Decimal =>
  decimal(Number(divideHalfAway(BigInt(amount) * n, d)));

const pence = (n: bigint): Decimal => decimal(Number(n) * PER_PENNY);

/** rate × quantity, rounded once to whole pennies, ties away from zero. */
export const lineValue = (rate: Decimal, quantity: Decimal): Decimal =>
  pence(divideHalfAway(BigInt(rate) * BigInt(quantity), 1_000_000n));

/** rate per hour × minutes / 60, rounded once: 7 h 20 at £45 is £330.00, which 7.33 h would miss. */
export const hoursValue = (rate: Decimal, minutes: number): Decimal =>
  pence(divideHalfAway(BigInt(rate) * BigInt(minutes), 6_000n));

/** percent of an amount, rounded to whole pennies, ties away from zero: 13.5 % of 123.00 is 16.61. */
export const percentOf = (amount: Decimal, percent: Decimal): Decimal =>
  pence(divideHalfAway(BigInt(amount) * BigInt(percent), 100_000_000n));

/** n / d of an amount, rounded once to whole pennies, ties away from zero. */
export const fractionOf = (amount: Decimal, n: bigint, d: bigint): Decimal =>
  pence(divideHalfAway(BigInt(amount) * n, 100n * d));

/**
 * An amount increased (or, if negative, decreased) by percent, rounded to a multiple of `step`, ties away from zero.
 */
export const raisedBy = (amount: Decimal, percent: Decimal, step: Decimal): Decimal =>
  decimal(Number(divideHalfAway(BigInt(amount) * (1_000_000n + BigInt(percent)), 1_000_000n * BigInt(step))) * step);

/** Minutes as hours with four decimals: 440 is 7.3333. */
export const hoursFromMinutes = (minutes: number): Decimal =>
  decimal(Number(divideHalfAway(BigInt(minutes) * BigInt(SCALE), 60n)));

// Unit words accepted after a number. Words that would change its size (gal, kg, min, p) are left out on purpose.
const UNIT_TEXT =
  /(?:\/|per)?(?:h|hrs?|hours?|(?:half)?days?|ac|acres?|ha|hectares?|bales?|t|tonnes?|loads?|m3|m³|miles?|mi|km|m|metres?|head|each)$/iu;
const GROUPED = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;

/** Digits with at most one decimal point, or null. Accepts commas and points as typed in Britain and Ireland. */
function normalise(text: string): string | null {
  const commas = text.split(',').length - 1;
  const points = text.split('.').length - 1;
  if (commas > 0 && points > 0) {
    const at = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
    const whole = text.slice(0, at);
    if (!GROUPED.test(whole)) return null;
    return `${whole.replace(/[.,]/g, '')}.${text.slice(at + 1)}`;
  }
  if (commas > 0 && GROUPED.test(text)) return text.replaceAll(',', '');
  if (commas + points > 1) return null;
  return text.replace(',', '.');
}

/**
 * Parses typed text as a number. Spaces, a £ or € sign and a unit ("12 ac") are dropped. Comma and point both work:
 * "1,250" is 1250, "12,5" is 12.5, "0,125" is 0.125; if both occur, the last one is the decimal mark. `decimals` (4) is
 * the maximum number of decimals; `allowNegative` (false) permits a minus, written as any dash. Signs that nobody sees are dropped. A form that reports
 * "greater than 0" allows the minus and compares the value. `percent` (false): the field is in percent, so a % is
 * dropped and a £ or unit is refused; any other field refuses a %, because "5%" off is not £5 off.
 */
export function parseDecimal(
  text: string,
  {
    allowNegative = false,
    decimals = 4,
    percent = false,
  }: { allowNegative?: boolean; decimals?: number; percent?: boolean } = {},
): ParsedDecimal {
  const notANumber = { ok: false, reason: 'not-a-number' } as const;
  // Real input is a few dozen characters at most; do not parse a pasted page.
  if (text.length > 200) return text.trim() === '' ? { ok: false, reason: 'empty' } : notANumber;
  const compact = withHyphens(withoutInvisible(text)).replace(/\s/gu, '');
  if (compact === '') return { ok: false, reason: 'empty' };
  const signed = (percent ? /^(-?)()(.*)$/u : /^(-?)[£€]?(-?)(.*?)[£€]?$/u).exec(compact);
  const minus = `${signed?.[1] ?? ''}${signed?.[2] ?? ''}`;
  const body = (signed?.[3] ?? '').replace(percent ? /%$/u : UNIT_TEXT, '');
  if (minus.length > 1 || (minus !== '' && !allowNegative) || !/^[0-9.,]*[0-9][0-9.,]*$/.test(body)) return notANumber;
  const plain = normalise(body);
  if (plain === null) return notANumber;
  const [whole = '', fraction = ''] = plain.split('.');
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > Math.min(decimals, 4)) return { ok: false, reason: 'too-many-decimals' };
  const value = Number(whole) * SCALE + Number(digits.padEnd(4, '0'));
  return Number.isSafeInteger(value) ? { ok: true, value: decimal(minus === '' ? value : -value) } : notANumber;
}

/** The message for a text that is not a number. */
export const NOT_A_NUMBER = 'Enter a number like 12.5.';

/** The typed number; null if the text is empty or not a number. `options`: as of `parseDecimal`. */
export function decimalIn(text: string, options?: Parameters<typeof parseDecimal>[1]): Decimal | null {
  const parsed = parseDecimal(text, options);
  return parsed.ok ? parsed.value : null;
}

const ONE_COMMA = /^[1-9]\d{0,2},\d{3}$/;

/**
 * The two numbers that "24,360" can mean, because a comma is a decimal mark or groups thousands; null if the text can
 * mean one number only. `parseDecimal` reads thousands. A weight, area or distance is asked for; money and counts are not.
 */
export function commaReadings(text: string): { point: Decimal; thousands: Decimal } | null {
  const digits = withoutInvisible(text).replace(/\s/gu, '').replace(UNIT_TEXT, '');
  if (!ONE_COMMA.test(digits)) return null;
  const thousands = Number(digits.replace(',', ''));
  return { point: decimal(thousands * (SCALE / 1000)), thousands: decimal(thousands * SCALE) };
}

/** "24.36 or 24,360? Type 24.36 or 24360.": what to do about such a text; null if it can mean one number only. */
export function commaQuestion(text: string): string | null {
  const readings = commaReadings(text);
  if (readings === null) return null;
  const [point, thousands] = [readings.point, readings.thousands].map(formatQuantity);
  return `${point} or ${thousands}? Type ${point} or ${toInputText(readings.thousands)}.`;
}

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Sign, whole part and at least `minDecimals` of the four decimals, without further trailing zeros. */
function parts(d: Decimal, minDecimals: number): { minus: string; whole: string; fraction: string } {
  const size = Math.abs(d);
  const all = String(size % SCALE).padStart(4, '0');
  let length = 4;
  while (length > minDecimals && all[length - 1] === '0') length -= 1;
  return { minus: d < 0 ? '−' : '', whole: String(Math.floor(size / SCALE)), fraction: all.slice(0, length) };
}

/** "£1,265.67", "−£50.00": always two decimals; more are rounded, ties away from zero. */
export function formatMoney(d: Decimal, currency: Currency): string {
  const { minus, whole, fraction } = parts(pence(divideHalfAway(BigInt(d), 100n)), 2);
  return `${minus}${SIGNS[currency]}${grouped(whole)}.${fraction}`;
}

/** "£45.00", "£0.0425": at least two decimals, at most four. */
export function formatRate(d: Decimal, currency: Currency): string {
  const { minus, whole, fraction } = parts(d, 2);
  return `${minus}${SIGNS[currency]}${grouped(whole)}.${fraction}`;
}

/** "12.5", "1,240.5", "86": no trailing zeros. */
export function formatQuantity(d: Decimal): string {
  const { minus, whole, fraction } = parts(d, 0);
  return `${minus}${grouped(whole)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** "1240.5": the initial text of a form field, readable by parseDecimal. */
export function toInputText(d: Decimal): string {
  const { whole, fraction } = parts(d, 0);
  return `${d < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
