// Numbers and dates as people type them: read in one way, and refused in one set of words. `typedNumber` reads a text;
// the others are parts of a form's schema, whose input is the text.
import * as v from 'valibot';
import {
  commaQuestion,
  fromNumeric,
  MAX_QUANTITY,
  MAX_RATE,
  NOT_A_NUMBER,
  parseDecimal,
  toInputText,
  toNumeric,
  type Decimal,
} from './money';
import { isDate } from './time';

export const TOO_LARGE = 'This number is too large.';
/** The lower limit of a number that must be above 0: the smallest `Decimal`. */
export const ABOVE_ZERO = 0.0001;

/** What a typed number may be, and the messages for what it may not. */
export type NumberRule = {
  /** Decimals of the column: the database would round a number with more, so it is refused. */
  decimals?: number;
  min?: number;
  max: number;
  /** In percent: a % may be typed. */
  percent?: boolean;
  /** A weight, area or volume: a comma that can mean two numbers is asked about. */
  measured?: boolean;
  /** The message for whatever is wrong; the following ones are for one fault each. */
  message?: string | undefined;
  /** For a number below `min` or above `max`; `below` and `above` tell the two apart. */
  outside?: string | undefined;
  below?: string;
  above?: string;
  tooFine?: string;
  unreadable?: string;
};

/** The typed number; null if the text is empty; a string is the message that refuses it. */
export function typedNumber(
  text: string,
  {
    decimals = 4,
    min = 0,
    max,
    percent = false,
    measured = false,
    message,
    outside = message ?? `Enter a number from ${min.toLocaleString('en-GB')} to ${max.toLocaleString('en-GB')}.`,
    below = outside,
    above = outside,
    tooFine = message ?? `${decimals} decimals at most.`,
    unreadable = message ?? NOT_A_NUMBER,
  }: NumberRule,
): Decimal | string | null {
  const parsed = parseDecimal(text, { allowNegative: true, decimals, percent });
  if (!parsed.ok) return { empty: null, 'too-many-decimals': tooFine, 'not-a-number': unreadable }[parsed.reason];
  if (parsed.value < fromNumeric(min)) return below;
  const question = measured ? commaQuestion(text) : null;
  return question ?? (parsed.value > fromNumeric(max) ? above : parsed.value);
}

/** Text that `read` turns into a value; a string from it is the message that refuses the text. */
export const typedAs = <Value extends object | number | null>(read: (text: string) => Value | string) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (typeof value !== 'string') return value;
      addIssue({ message: value });
      return NEVER;
    }),
  );

/** A number, or null if the text is empty. */
export const optionalNumber = (rule: NumberRule) => typedAs((text) => typedNumber(text, rule));

type RequiredRule = NumberRule & { empty?: string };

/** A number. `empty`: the message for an empty text, if it is another than for a number outside the limits. */
export const requiredNumber = ({
  message,
  outside = message,
  empty = outside ?? NOT_A_NUMBER,
  ...rule
}: RequiredRule) => typedAs((text) => typedNumber(text, { ...rule, message, outside }) ?? empty);

/** Null for an empty text. */
export const emptyAsNull = v.transform((text: string) => text || null);

/** For records that hold a number as JavaScript's. */
export const asPlain = v.transform((value: Decimal | null) => (value === null ? null : toNumeric(value)));

type WholeRule = Pick<NumberRule, 'min' | 'max' | 'message'>;
const wholeRule = ({ min = 0, max, message = `Enter a whole number from ${min} to ${max}.` }: WholeRule) => ({
  decimals: 0,
  min,
  max,
  message,
});

export const optionalWhole = (rule: WholeRule) => v.pipe(optionalNumber(wholeRule(rule)), asPlain);
export const requiredWhole = (rule: WholeRule) => v.pipe(requiredNumber(wholeRule(rule)), v.transform(toNumeric));

export const RATE: NumberRule = {
  max: toNumeric(MAX_RATE),
  below: "The rate can't be negative.",
  above: 'That rate is too large.',
  tooFine: 'Use four decimals at most.',
};
/** A rate, or null if empty: "no price yet" is not the same as 0, "no charge". */
export const optionalRate = optionalNumber(RATE);

export const QUANTITY = {
  min: ABOVE_ZERO,
  max: toNumeric(MAX_QUANTITY),
  below: 'Enter a quantity greater than 0.',
  above: 'That quantity is too large.',
} satisfies NumberRule;
/** A quantity of something measured in m³, tonnes or another unit with decimals. It must be there and more than 0. */
export const requiredQuantity = requiredNumber({
  ...QUANTITY,
  measured: true,
  tooFine: NOT_A_NUMBER,
  empty: QUANTITY.below,
});

/** Whether the text is a date that the database takes, from the first day of the year `from` to the end of 2199. */
const isDateSince = (from: number) => (text: string) => isDate(text) && text >= `${from}-01-01` && text < '2200-01-01';

/** A date. `from`: the first year that the column takes. */
export const requiredDate = (from = 2000, message = `Choose a date from the year ${from} on.`) =>
  v.pipe(v.string(), v.check(isDateSince(from), message));

/**
 * A date, or null if the text is empty. `from`: the first year that the column takes; 1900 is that of every column
 * without a limit of its own (`guard_values` in `*_values.sql`).
 */
export const optionalDate = (from = 1900) =>
  v.pipe(
    v.string(),
    v.check((text) => text === '' || isDateSince(from)(text), `Choose a date from ${from} to 2199.`),
    emptyAsNull,
  );

/** The initial text of an input for a number; empty for null. */
export const numberText = (value: Decimal | null | undefined): string => (value == null ? '' : toInputText(value));
/** The same for a number that is not a `Decimal`. */
export const plainText = (value: number | null): string => (value === null ? '' : toInputText(fromNumeric(value)));
