// Parts of the schemas of this feature: optional numbers, dates and areas typed as text.
import * as v from 'valibot';
import { commaQuestion, fromNumeric, parseDecimal, toInputText, type Decimal } from '@/domain/core/money';
import { isDate } from '@/domain/core/time';
import { typedArea, type AreaUnit } from '@/domain/fields/area';
import { MAX_AREA_HA } from '@/domain/fields/field';

const NOT_A_NUMBER = 'Enter a number like 12.5.';

type Bounds = {
  /** Decimals of the column; a number with more would be rounded by the database, so it is refused. */
  decimals: number;
  min?: number;
  max: number;
  /** In percent: a % may be typed. */
  percent?: boolean;
  /** The message for a number outside the bounds. */
  message?: string;
};

/** An optional number. */
export const optionalNumber = ({
  decimals,
  min = 0,
  max,
  percent = false,
  message = `Enter a number from ${min} to ${max}.`,
}: Bounds) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Decimal | null>(({ dataset, addIssue, NEVER }) => {
      const parsed = parseDecimal(dataset.value, { allowNegative: true, decimals, percent });
      if (!parsed.ok) {
        if (parsed.reason === 'empty') return null;
        addIssue({
          message: parsed.reason === 'too-many-decimals' ? `At most ${decimals} decimals.` : NOT_A_NUMBER,
        });
        return NEVER;
      }
      if (parsed.value >= fromNumeric(min) && parsed.value <= fromNumeric(max)) return parsed.value;
      addIssue({ message });
      return NEVER;
    }),
  );

/** An optional number above 0; 0.0001 is the smallest `Decimal`. */
export const positiveNumber = (decimals: number, max: number) =>
  optionalNumber({
    decimals,
    min: 0.0001,
    max,
    message: `Enter a number above 0, at most ${max.toLocaleString('en-GB')}.`,
  });

/** An optional whole number. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    optionalNumber({ decimals: 0, min, max, message: `Enter a whole number from ${min} to ${max}.` }),
    v.transform((value) => (value === null ? null : value / 10_000)),
  );

export const optionalDate = v.pipe(
  v.string(),
  v.check((date) => date === '' || isDate(date), 'Enter a date.'),
  v.transform((date) => date || null),
);

/** Typed text as hectares, or the error message. */
function areaOf(text: string, unit: AreaUnit, stored: Decimal | null): Decimal | string {
  const question = commaQuestion(text);
  if (question !== null) return question;
  const ha = typedArea(text, unit, stored);
  if (ha === null) return NOT_A_NUMBER;
  if (ha <= 0) return 'Area must be more than 0.';
  return ha > MAX_AREA_HA ? 'A field has 2,000 ha at most.' : ha;
}

/** An optional area, typed in the shown unit, as hectares. A text that was not changed gives exactly `stored`. */
export const optionalArea = (unit: AreaUnit, stored: Decimal | null) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Decimal | null>(({ dataset, addIssue, NEVER }) => {
      if (dataset.value.trim() === '') return null;
      const area = areaOf(dataset.value, unit, stored);
      if (typeof area !== 'string') return area;
      addIssue({ message: area });
      return NEVER;
    }),
  );

/** A typed area; an empty field is an error. */
export const requiredArea = (unit: AreaUnit, stored: Decimal | null) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Decimal>(({ dataset, addIssue, NEVER }) => {
      const area = dataset.value.trim() === '' ? 'Area must be more than 0.' : areaOf(dataset.value, unit, stored);
      if (typeof area !== 'string') return area;
      addIssue({ message: area });
      return NEVER;
    }),
  );

/** One of these words, or nothing. */
export const optionalWord = <Word extends string>(words: readonly Word[]) =>
  v.pipe(
    v.string(),
    v.transform((text): Word | null => words.find((word) => word === text) ?? null),
  );

export const numberText = (value: Decimal | null): string => (value === null ? '' : toInputText(value));
