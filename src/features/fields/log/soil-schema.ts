// Form schema of a soil test. A P or K index that is left empty is computed from its mg/l if the method has a table.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { emptyAsNull, requiredDate } from '@/domain/core/typed';
import type { LandUse } from '@/domain/fields/field';
import { kIndex, pIndex, type SoilMethod } from '@/domain/fields/soil';
import { SOIL_TEST, type SoilTest, type SoilTestFields } from '@/records/seasons';
import { formOf } from '@/widgets/record-form';
import { limitedText } from '@/widgets/text-schema';

const form = formOf(SOIL_TEST);
const index = v.pipe(
  limitedText(SOIL_TEST.fields.pIndex),
  v.regex(/^(\d[+-]?)?$/, 'An index is a figure, or 2- or 2+.'),
  emptyAsNull,
);

/** Fields of a soil test that are not results. */
const NOT_RESULTS: readonly string[] = ['sampledOn', 'method', 'labRef'];

export const soilSchema = (today: string, landUse: LandUse | null) =>
  v.pipe(
    v.object({
      ...form.entries,
      sampledOn: v.pipe(
        requiredDate(1980, 'Enter a date.'),
        v.check((date) => date <= today, 'This date is in the future.'),
      ),
      pIndex: index,
      kIndex: index,
      mgIndex: index,
    }),
    v.transform((test): SoilTestFields => ({
      ...test,
      pIndex: test.pIndex ?? (test.pMgL === null ? null : pIndex(test.method, landUse, test.pMgL)),
      kIndex: test.kIndex ?? (test.kMgL === null ? null : kIndex(test.method, test.kMgL)),
    })),
    v.forward(
      v.check(
        (test) => Object.entries(test).some(([name, value]) => !NOT_RESULTS.includes(name) && value !== null),
        'Enter at least one result.',
      ),
      ['ph'],
    ),
  );

export type SoilText = InferInput<ReturnType<typeof soilSchema>>;

export const soilText = (stored: SoilTest | null, today: string, method: SoilMethod): SoilText => ({
  ...form.textsOf(stored),
  ...(!stored && { sampledOn: today, method }),
});
