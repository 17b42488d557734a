import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { useMemo } from 'react';
import { fieldInputsQuery } from '@/data/fields/activities';
import { fieldsQuery, fieldSummaryQuery } from '@/data/fields/fields';
import { addDays, dateIn } from '@/domain/core/time';
import { counted, plural } from '@/domain/core/word-list';
import { cropYearBegins } from '@/domain/nutrients/crop-year';
import { irishIndexOn } from '@/domain/fields/soil';
import { hasNMax } from '@/domain/nutrients/limits';
import {
  isGrassUse,
  withFieldRecords,
  type RecordedSpreading,
  type RegisteredField,
} from '@/domain/nutrients/field-records';
import type { NutrientForm } from '@/domain/nutrients/nutrients-form';
import type { Rules } from '@/domain/rules/rules';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';

const SPREAD = ['fertiliser', 'slurry', 'fym'] as const;
const isSpread = (type: string): type is RecordedSpreading['type'] => SPREAD.some((one) => one === type);

/**
 * The register's fields and what was spread on them in a calendar year; null until they are read. `withAutumnBefore`: on
 * tillage also what was spread after the harvest before, because it counts for the crop of the year. Whether a field is
 * tillage is what `chosen`, the fields of the calculation, say of it; of the others it is their use in the register.
 */
function useFieldRecords(
  year: string,
  {
    chosen,
    withAutumnBefore,
    isIrish,
  }: { chosen: NutrientForm['fields']; withAutumnBefore: boolean; isIrish: boolean },
) {
  const { ownerId, settings } = useAccount();
  const { zone } = settings;
  const isYear = /^(20|21)\d\d$/.test(year);
  const fields = useQuery(fieldsQuery(ownerId)).data;
  const summary = useQuery(fieldSummaryQuery(ownerId)).data;
  // The day before: a day begins at midnight of the farm's time zone.
  const since = isYear ? `${addDays(withAutumnBefore ? cropYearBegins(year) : `${year}-01-01`, -1)}T00:00:00Z` : '';
  const inputs = useQuery({ ...fieldInputsQuery(ownerId, since), enabled: isYear }).data;
  return useMemo(() => {
    if (!fields || !summary || !inputs) return null;
    const summaryOf = new Map(summary.map((one) => [one.fieldId, one]));
    const register = fields.map((field): RegisteredField => {
      const { id, name, areaHa, landUse, soilIsSandyShallow, eligible, archivedOn } = field;
      const test = summaryOf.get(id);
      const method = test?.method ?? null;
      const pIndex = test ? (isIrish ? irishIndexOn(test, `${year}-01-01`) : test.pIndex) : null;
      const counts = eligible && archivedOn === null && landUse !== 'woodland';
      return { id, name, areaHa, landUse, isSandyOrShallow: soilIsSandyShallow, counts, pIndex, method };
    });
    const landOf = new Map<string | null, string>([
      ...fields.map(({ id, landUse }) => [id, isGrassUse(landUse) ? 'grass' : 'tillage'] as const),
      ...chosen.map(({ id, land }) => [id, land] as const),
    ]);
    const spreadings = inputs.flatMap(({ activityType: type, startedAt, ...input }): RecordedSpreading[] => {
      const date = dateIn(zone, startedAt);
      const isOfYear = date.startsWith(`${year}-`);
      const isForCrop =
        withAutumnBefore &&
        landOf.get(input.fieldId) === 'tillage' &&
        date >= cropYearBegins(year) &&
        date <= `${year}-12-31`;
      return isSpread(type) && (isOfYear || isForCrop) ? [{ ...input, type, date }] : [];
    });
    return { register, spreadings };
  }, [fields, summary, inputs, zone, year, chosen, withAutumnBefore, isIrish]);
}

type Props = { rules: Rules; form: NutrientForm; change: (change: Partial<NutrientForm>) => void };

/** The account's field records of the year, and a button that copies them into the calculation. */
export function FieldRecordsCard({ rules, form, change }: Props) {
  const { year, unit, fields: formFields, products, applications: formApplications } = form;
  const records = useFieldRecords(year, {
    chosen: formFields,
    withAutumnBefore: rules.crops.some(hasNMax(rules)),
    isIrish: rules.regime === 'ie',
  });
  const taken = useMemo(() => {
    const lists = { unit, products, fields: formFields, applications: formApplications };
    return records && withFieldRecords(rules, lists, records.register, records.spreadings);
  }, [rules, unit, products, formFields, formApplications, records]);
  if (!records || !taken || records.register.length === 0) return null;
  const { register, spreadings } = records;
  const { fields, applications, omitted, unknown, state } = taken;
  const fieldWords = counted(register.length, 'field', 'fields');
  const spreadingWords = counted(spreadings.length, 'spreading', 'spreadings');
  const earlier = spreadings.filter(({ date }) => !date.startsWith(`${year}-`)).length;
  return (
    <section className="grid gap-2" aria-label="Recorded on your fields">
      <p className="tabular-nums">
        Recorded: {fieldWords}, and {spreadingWords} of {year}
        {earlier > 0 && `, ${earlier} of them in the autumn before, for the crop of ${year}`}.
        {state === 'same' && ' They are in the calculation.'}
      </p>
      {omitted > 0 && (
        <p className="hint">
          {counted(omitted, 'spreading is', 'spreadings are')} left out: of a fertiliser or manure, or in a unit, that
          this calculation does not have{unknown.length > 0 && `: ${unknown.slice(0, 4).join(', ')}`}. Add a fertiliser
          of that name, or enter {plural(omitted, 'it', 'them')} below.
        </p>
      )}
      {state === 'different' && (
        <Button className="justify-self-start" onClick={() => change({ fields, applications })}>
          <ArrowDownToLine aria-hidden="true" />
          Take over fields and spreading
        </Button>
      )}
    </section>
  );
}
