// Typed text in a form schema, with the limit of its field.
import * as v from 'valibot';
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
