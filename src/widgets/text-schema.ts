// Typed text in a form schema, with the limit of its field.
import * as v from 'valibot';
import type { Checked } from '@/domain/core/identifiers';
import { emptyAsNull } from '@/domain/core/typed';
import type { RecordField } from '@/records/record-field';
import { cleaned } from './cleaned';

type Limited = Pick<RecordField, 'max'>;

const tooLong = (max: number) => `Too long: ${max.toLocaleString('en-GB')} characters at most.`;

export const limitedText = ({ max }: Limited) => v.pipe(v.string(), cleaned, v.maxLength(max, tooLong(max)));

/** Empty text becomes null. */
export const optionalText = (field: Limited) => v.pipe(limitedText(field), emptyAsNull);

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
