// Form schema of a harvest: input is the typed texts, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import { percent, upTo } from '@/domain/core/number-rule';
import { numberText, optionalNumber } from '@/domain/core/typed';
import { harvestIntervalMessage, isBiggerThanField, type HarvestInterval } from '@/domain/fields/activity';
import { areaText, type AreaUnit } from '@/domain/core/area';
import { HARVEST, type Harvest, type HarvestFields } from '@/records/field-activities';
import type { FarmField } from '@/records/fields';
import { formOf } from '@/widgets/record-form';
import { optionalArea } from './schema-parts';

/** The season follows from the date; three results of the quality are fields of the form. */
const form = formOf(HARVEST, ['season', 'quality']);

type Context = {
  today: string;
  unit: AreaUnit;
  field: FarmField | null;
  stored: Harvest | null;
  /** The harvest intervals on the field. */
  intervals: readonly HarvestInterval[];
};

export const harvestSchema = ({ today, unit, field, stored, intervals }: Context) =>
  v.pipe(
    v.object({
      ...form.entries,
      product: v.pipe(form.entries.product, v.nonEmpty('Say what was harvested.')),
      harvestedOn: v.pipe(
        form.entries.harvestedOn,
        v.check((date) => date <= today, 'This date is in the future.'),
        v.check(
          (date) => harvestIntervalMessage(intervals, date) === null,
          ({ input }) => harvestIntervalMessage(intervals, input) ?? '',
        ),
      ),
      areaHa: v.pipe(
        optionalArea(unit, stored?.areaHa ?? field?.areaHa ?? null),
        v.check(
          (ha) => ha === null || field === null || !isBiggerThanField(ha, field),
          'This area is bigger than the field.',
        ),
      ),
      protein: optionalNumber(percent()),
      specificWeight: optionalNumber(upTo(200, 1)),
      dryMatter: optionalNumber(percent()),
    }),
    v.transform(({ protein, specificWeight, dryMatter, ...rest }): HarvestFields => ({
      ...rest,
      baleKg: rest.unit === 'bales' ? rest.baleKg : null,
      season: stored?.harvestedOn === rest.harvestedOn ? stored.season : Number(rest.harvestedOn.slice(0, 4)),
      quality: {
        ...unshownResults(stored),
        ...withoutNulls({ protein, specific_weight: specificWeight, dry_matter: dryMatter }),
      },
    })),
  );

const SHOWN_RESULTS = ['protein', 'specific_weight', 'dry_matter'];
/** Stored results that this form does not show; saving keeps them. */
const unshownResults = (stored: Harvest | null) =>
  Object.fromEntries(Object.entries(stored?.quality ?? {}).filter(([name]) => !SHOWN_RESULTS.includes(name)));
const withoutNulls = (results: Record<string, Decimal | null>) =>
  Object.fromEntries(
    Object.entries(results).flatMap(([name, value]) => (value === null ? [] : [[name, toNumeric(value)]])),
  );

export type HarvestText = InferInput<ReturnType<typeof harvestSchema>>;

export function harvestText(
  stored: Harvest | null,
  field: FarmField | null,
  { unit, today, crop }: { unit: AreaUnit; today: string; crop: string | null },
): HarvestText {
  const result = (name: string) => {
    const value = stored?.quality[name];
    return typeof value === 'number' && Math.abs(value) < 1_000_000
      ? numberText(fromNumeric(Math.round(value * 10_000) / 10_000))
      : '';
  };
  return {
    ...form.textsOf(stored),
    ...(!stored && { product: crop ?? '', harvestedOn: today }),
    areaHa: areaText(stored ? stored.areaHa : (field?.areaHa ?? null), unit),
    protein: result('protein'),
    specificWeight: result('specific_weight'),
    dryMatter: result('dry_matter'),
    ...(!stored && { fieldId: field?.id ?? '' }),
  };
}
