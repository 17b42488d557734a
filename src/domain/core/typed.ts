// Numbers and dates as people type them: parts of a form's schema, whose input is the text.
import * as v from 'valibot';
import { fromNumeric, toInputText, toNumeric, ZERO, type Decimal } from './money';
import { RATE, refusalsBy, typedNumber, type NumberRule } from './number-rule';
import { isDate } from './time';

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

/** A number. `empty`: the message for an empty text, if it is another than for a number outside the limits. */
export const requiredNumber = ({ empty, ...rule }: NumberRule & { empty?: string }) =>
  typedAs(
    (text) => typedNumber(text, rule) ?? (rule.orZero ? ZERO : (empty ?? rule.outside ?? refusalsBy(rule).unreadable)),
  );

/** Null for an empty text. */
export const emptyAsNull = v.transform((text: string) => text || null);

/** For records that hold a number as JavaScript's. */
export const asPlain = v.transform((value: Decimal | null) => (value === null ? null : toNumeric(value)));

type WholeRule = Pick<NumberRule, 'min' | 'max' | 'message'>;
export const optionalWhole = (rule: WholeRule) => v.pipe(optionalNumber({ ...rule, decimals: 0 }), asPlain);
export const requiredWhole = (rule: WholeRule) =>
  v.pipe(requiredNumber({ ...rule, decimals: 0 }), v.transform(toNumeric));

/** A rate, or null if empty: "no price yet" is not the same as 0, "no charge". */
export const optionalRate = optionalNumber(RATE);

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
