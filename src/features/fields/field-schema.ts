// Form schema of a field: input is the typed texts, output is the record's fields.
import type { InferInput, InferOutput } from 'valibot';
import * as v from 'valibot';
import { sameName } from '@/domain/core/search';
import { optionalDate } from '@/domain/core/typed';
import { areaText, type AreaUnit } from '@/domain/core/area';
import { PARCEL_SCHEMES, parcelRef, type ParcelScheme } from '@/domain/fields/field';
import { FIELD, type FarmField } from '@/records/fields';
import { formOf } from '@/widgets/record-form';
import { optionalArea, requiredArea } from '@/features/fields/log/schema-parts';

/** What the map sets, and what follows from the customer's name, is not typed. */
const form = formOf(FIELD, [
  'customerId',
  'boundary',
  'noSpread',
  'centroidLat',
  'centroidLng',
  'drawnAreaHa',
  'archivedOn',
]);

const sameWords = (a: string | null, b: string | null) => sameName(a ?? '', b ?? '');
const sameField = (a: Pick<FarmField, 'name' | 'customer'>, b: Pick<FarmField, 'name' | 'customer'>) =>
  sameWords(a.name, b.name) && sameWords(a.customer, b.customer);

/** `all`: every field of the account. `stored`: the field that is edited, null for a new one. */
export const fieldSchema = (all: readonly FarmField[], stored: FarmField | null, unit: AreaUnit) =>
  v.pipe(
    v.object({
      ...form.entries,
      name: v.pipe(form.entries.name, v.nonEmpty('Give the field a name.')),
      areaHa: requiredArea(unit, stored?.areaHa ?? null),
      workedAreaHa: optionalArea(unit, stored?.workedAreaHa ?? null),
      parcelRef: v.string(),
      parcelScheme: v.picklist(PARCEL_SCHEMES),
      // An agreement may be older than the farm's records.
      rentFrom: optionalDate(),
      rentTo: optionalDate(),
      inNvz: v.boolean(),
    }),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const { value } = dataset;
      const issue = (name: 'name' | 'parcelRef' | 'rentTo', message: string) => {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: name, value: value[name] }] });
        return NEVER;
      };
      const others = all.filter(({ id, archivedOn }) => id !== stored?.id && archivedOn === null);
      // Two fields of a farm from before, whose names look alike, can still be edited.
      const isNamed = stored?.archivedOn == null && !(stored && sameField(stored, value));
      if (isNamed && others.some((one) => sameField(one, value)))
        return issue('name', `You already have a field called ${value.name}.`);
      const parcel = parcelRef(value.parcelRef, value.parcelScheme);
      if (!parcel.ok) return issue('parcelRef', parcel.message);
      const owner = parcel.value === null ? undefined : others.find((one) => sameWords(one.parcelRef, parcel.value));
      if (owner) return issue('parcelRef', `Parcel ${parcel.value ?? ''} belongs to ${owner.name} already.`);
      if (value.rentFrom && value.rentTo && value.rentTo < value.rentFrom) {
        return issue('rentTo', 'The agreement ends before it begins.');
      }
      return {
        ...value,
        parcelRef: parcel.value,
        parcelScheme: parcel.value === null ? null : value.parcelScheme,
        // If the customer was changed, the database looks up the id by the name.
        ...(sameWords(value.customer, stored?.customer ?? null) ? {} : { customerId: null }),
      };
    }),
  );

type Schema = ReturnType<typeof fieldSchema>;
export type FieldInput = InferInput<Schema>;
export type FieldOutput = InferOutput<Schema>;

export const fieldText = (stored: FarmField | null, unit: AreaUnit, scheme: ParcelScheme): FieldInput => ({
  ...form.textsOf(stored ?? { areaSource: 'typed', eligible: true }),
  areaHa: areaText(stored?.areaHa ?? null, unit),
  workedAreaHa: areaText(stored?.workedAreaHa ?? null, unit),
  parcelScheme: stored?.parcelScheme ?? scheme,
  inNvz: stored?.inNvz ?? false,
});
