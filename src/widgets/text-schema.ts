// Typed text in a form schema, with the limit of its field.
import * as v from 'valibot';
import type { Checked } from '@/domain/core/identifiers';
import { commaQuestion, MAX_QUANTITY, MAX_RATE, parseDecimal, type Decimal } from '@/domain/core/money';
import { isDate } from '@/domain/core/time';
import type { Field } from '@/records/field';
import { cleaned } from './cleaned';

type Limited = Pick<Field, 'max'>;

const tooLong = (max: number) => `Too long: ${max.toLocaleString('en-GB')} characters at most.`;

export const limitedText = ({ max }: Limited) => v.pipe(v.string(), cleaned, v.maxLength(max, tooLong(max)));

/** Empty text becomes null. */
export const optionalText = (field: Limited) =>
  v.pipe(
    limitedText(field),
    v.transform((text) => text || null),
  );

const isDay = (text: string) => isDate(text) && text >= '2000-01-01' && text < '2200-01-01';
const NO_DAY = 'Choose a date from the year 2000 on.';

/** A day, as the database accepts it. */
export const dayField = v.pipe(v.string(), v.check(isDay, NO_DAY));

/** Like `dayField`; an empty text becomes null. */
export const optionalDay = v.pipe(
  v.string(),
  v.check((text) => text === '' || isDay(text), NO_DAY),
  v.transform((text) => text || null),
);

/** A rate, or null if empty: "no price yet" is not the same as 0, "no charge". */
export const rateField = v.pipe(
  v.string(),
  v.rawTransform<string, Decimal | null>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDecimal(dataset.value, { allowNegative: true });
    if (!parsed.ok) {
      if (parsed.reason === 'empty') return null;
      addIssue({
        message: parsed.reason === 'not-a-number' ? 'Enter a number like 12.5.' : 'Use four decimals at most.',
      });
      return NEVER;
    }
    if (parsed.value >= 0 && parsed.value <= MAX_RATE) return parsed.value;
    addIssue({ message: parsed.value < 0 ? "The rate can't be negative." : 'That rate is too large.' });
    return NEVER;
  }),
);

/** A quantity of something measured in m³, tonnes or another unit with decimals. It must be there and more than 0. */
export const quantityField = v.pipe(
  v.string(),
  v.rawTransform<string, Decimal>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDecimal(dataset.value, { allowNegative: true });
    const question = commaQuestion(dataset.value);
    if (parsed.ok && parsed.value > 0 && parsed.value <= MAX_QUANTITY && question === null) return parsed.value;
    const isMissing = parsed.ok ? parsed.value <= 0 : parsed.reason === 'empty';
    addIssue({
      message: isMissing
        ? 'Enter a quantity greater than 0.'
        : parsed.ok
          ? (question ?? 'That quantity is too large.')
          : 'Enter a number like 12.5.',
    });
    return NEVER;
  }),
);

/** Like `optionalText`, with a check that also normalises the text. The limit is that of the normalised text. */
export const checkedText = ({ max }: Limited, check: (text: string) => Checked) =>
  v.pipe(
    v.string(),
    cleaned,
    v.rawTransform<string, string | null>(({ dataset, addIssue, NEVER }) => {
      if (dataset.value === '') return null;
      const result = check(dataset.value);
      if (result.ok && result.value.length <= max) return result.value;
      addIssue({ message: result.ok ? tooLong(max) : result.message });
      return NEVER;
    }),
  );
