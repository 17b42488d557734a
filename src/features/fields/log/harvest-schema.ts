// Form schema of a harvest: input is the typed texts, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import { numberText, requiredDate, requiredQuantity } from '@/domain/core/typed';
import { harvestIntervalMessage, isBiggerThanField, type HarvestInterval } from '@/domain/fields/activity';
import { areaText, type AreaUnit } from '@/domain/core/area';
import { HARVEST_UNITS } from '@/domain/fields/harvest';
import { HARVEST, type Harvest, type HarvestFields } from '@/records/field-activities';
import type { FarmField } from '@/records/fields';
import { limitedText, optionalText } from '@/widgets/text-schema';
import { figure, optionalArea, positiveFigure } from './schema-parts';

const { fields } = HARVEST;

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
      product: v.pipe(limitedText(fields.product), v.nonEmpty('Say what was harvested.')),
      quantity: requiredQuantity,
      unit: v.picklist(HARVEST_UNITS),
      harvestedOn: v.pipe(
        requiredDate(),
        v.check((date) => date <= today, 'This date is in the future.'),
        v.check(
          (date) => harvestIntervalMessage(intervals, date) === null,
          ({ input }) => harvestIntervalMessage(intervals, input) ?? '',
        ),
      ),
      moisturePct: figure({ decimals: 2, max: 99.99, percent: true, outside: 'Moisture must be below 100 %.' }),
      baleKg: positiveFigure(1, 5000),
      areaHa: v.pipe(
        optionalArea(unit, stored?.areaHa ?? field?.areaHa ?? null),
        v.check(
          (ha) => ha === null || field === null || !isBiggerThanField(ha, field),
          'This area is bigger than the field.',
        ),
      ),
      store: optionalText(fields.store),
      protein: figure({ decimals: 2, max: 100, percent: true }),
      specificWeight: figure({ decimals: 1, max: 200 }),
      dryMatter: figure({ decimals: 2, max: 100, percent: true }),
      notes: optionalText(fields.notes),
      fieldId: v.string(),
    }),
    v.transform(({ protein, specificWeight, dryMatter, fieldId, ...rest }): HarvestFields => ({
      ...rest,
      baleKg: rest.unit === 'bales' ? rest.baleKg : null,
      season: stored?.harvestedOn === rest.harvestedOn ? stored.season : Number(rest.harvestedOn.slice(0, 4)),
      quality: {
        ...unshownResults(stored),
        ...withoutNulls({ protein, specific_weight: specificWeight, dry_matter: dryMatter }),
      },
      fieldId: fieldId || null,
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
    product: stored?.product ?? crop ?? '',
    quantity: numberText(stored?.quantity ?? null),
    unit: stored?.unit ?? 't',
    harvestedOn: stored?.harvestedOn ?? today,
    moisturePct: numberText(stored?.moisturePct ?? null),
    baleKg: numberText(stored?.baleKg ?? null),
    areaHa: areaText(stored ? stored.areaHa : (field?.areaHa ?? null), unit),
    store: stored?.store ?? '',
    protein: result('protein'),
    specificWeight: result('specific_weight'),
    dryMatter: result('dry_matter'),
    notes: stored?.notes ?? '',
    fieldId: stored ? (stored.fieldId ?? '') : (field?.id ?? ''),
  };
}
