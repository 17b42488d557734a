// Typed text in a form schema, with the limit of its field.
import * as v from 'valibot';
import { MAX_RATE, parseDecimal, type Decimal } from '@/domain/core/money';
import type { Field } from '@/records/field';

type Limited = Pick<Field, 'max'>;

export const limitedText = ({ max }: Limited) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, `Too long: ${max.toLocaleString('en-GB')} characters at most.`));

/** Empty text becomes null. */
export const optionalText = (field: Limited) =>
  v.pipe(
    limitedText(field),
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
