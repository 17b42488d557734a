// Which numbers a field takes, and how a typed text is read as one of them. Declarations of records and forms share the rules.
import {
  commaQuestion,
  fromNumeric,
  MAX_QUANTITY,
  MAX_RATE,
  MAX_VALUE,
  NOT_A_NUMBER,
  parseDecimal,
  toNumeric,
  type Decimal,
} from './money';

export const TOO_LARGE = 'This number is too large.';
/** The lower limit of a number that must be above 0: the smallest `Decimal`. */
const ABOVE_ZERO = 0.0001;

/** What a typed number may be, and the messages for what it may not. */
export type NumberRule = {
  /** Decimals of the column: the database would round a number with more, so it is refused. */
  decimals?: number;
  min?: number;
  max: number;
  /** An empty input is 0. */
  orZero?: boolean;
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

const grouped = (value: number) => value.toLocaleString('en-GB');

/** What is said of a number that the rule refuses, by what is wrong with it. */
export function refusalsBy({
  decimals = 4,
  min = 0,
  max,
  message = decimals === 0 ? `Enter a whole number from ${grouped(min)} to ${grouped(max)}.` : undefined,
  outside = message ??
    (min === ABOVE_ZERO
      ? `Enter a number above 0, at most ${grouped(max)}.`
      : `Enter a number from ${grouped(min)} to ${grouped(max)}.`),
  below = outside,
  above = outside,
  tooFine = message ?? `${decimals} decimals at most.`,
  unreadable = message ?? NOT_A_NUMBER,
}: NumberRule): { below: string; above: string; tooFine: string; unreadable: string } {
  return { below, above, tooFine, unreadable };
}

/** The typed number; null if the text is empty; a string is the message that refuses it. */
export function typedNumber(text: string, rule: NumberRule): Decimal | string | null {
  const { decimals = 4, min = 0, max, percent: isPercent = false, measured = false } = rule;
  const parsed = parseDecimal(text, { allowNegative: true, decimals, percent: isPercent });
  if (!parsed.ok && parsed.reason === 'empty') return null;
  const refusals = refusalsBy(rule);
  if (!parsed.ok) return parsed.reason === 'too-many-decimals' ? refusals.tooFine : refusals.unreadable;
  if (parsed.value < fromNumeric(min)) return refusals.below;
  const question = measured ? commaQuestion(text) : null;
  return question ?? (parsed.value > fromNumeric(max) ? refusals.above : parsed.value);
}

/** A whole number. */
export const whole = (max: number, min = 0): NumberRule => ({ decimals: 0, min, max });
/** From 0 to `max`. */
export const upTo = (max: number, decimals: number): NumberRule => ({ max, decimals });
/** Above 0, up to `max`. */
export const positive = (max: number, decimals: number): NumberRule => ({ min: ABOVE_ZERO, max, decimals });
/** In percent, with two decimals. */
export const percent = (max = 100): NumberRule => ({ max, decimals: 2, percent: true });

export const RATE: NumberRule = {
  max: toNumeric(MAX_RATE),
  below: "The rate can't be negative.",
  above: 'That rate is too large.',
  tooFine: 'Use four decimals at most.',
};

export const QUANTITY = {
  min: ABOVE_ZERO,
  max: toNumeric(MAX_QUANTITY),
  outside: 'Enter a quantity greater than 0.',
  above: 'That quantity is too large.',
  tooFine: 'Use four decimals at most.',
} satisfies NumberRule;
/** Of something measured in m³, tonnes or another unit with decimals. */
export const MEASURED_QUANTITY: NumberRule = { ...QUANTITY, measured: true, tooFine: NOT_A_NUMBER };

/** Money, in pounds or euros. */
export const AMOUNT: NumberRule = upTo(toNumeric(MAX_VALUE), 2);

/** Hectares of a field. */
export const AREA: NumberRule = positive(2000, 4);

/** Degrees. */
export const LATITUDE: NumberRule = { decimals: 6, min: -90, max: 90 };
export const LONGITUDE: NumberRule = { decimals: 6, min: -180, max: 180 };
