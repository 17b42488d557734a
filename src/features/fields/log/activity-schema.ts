// Form schema of an activity: input is the typed texts, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import type { Decimal } from '@/domain/core/money';
import { addDays, instantOf, isClockTime, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { emptyAsNull, requiredDate } from '@/domain/core/typed';
import {
  ACTIVITY_TYPES,
  appliesProduct,
  harvestIntervalMessage,
  isBiggerThanField,
  totalOf,
  type ActivityType,
  type HarvestInterval,
  type RateUnit,
} from '@/domain/fields/activity';
import { areaText, type AreaUnit } from '@/domain/core/area';
import { ACTIVITY, type Activity, type ActivityFields } from '@/records/field-activities';
import type { FarmField } from '@/records/fields';
import { formOf } from '@/widgets/record-form';
import { optionalArea } from './schema-parts';

/** Start and finish are a date and two times of the form; the season, the total and the operator's id follow from it. */
const form = formOf(ACTIVITY, ['startedAt', 'finishedAt', 'season', 'totalQty', 'operatorId', 'bufferObserved']);

type Context = {
  zone: Zone;
  today: string;
  unit: AreaUnit;
  /** Null if the field is not there any more. */
  field: FarmField | null;
  stored: Activity | null;
  /** The harvest intervals on the field. */
  intervals: readonly HarvestInterval[];
  people: readonly { id: string; name: string }[];
};

/**
 * Start and finish as instants. Times that were left as they are stay the same instants, also in the repeated hour. After
 * another start, the finish is the first time of that clock after it.
 */
function instants(stored: Activity | null, zone: Zone, date: string, start: string, finish: string) {
  const sameDate = stored !== null && todayIn(zone, new Date(stored.startedAt)) === date;
  const startedAt =
    sameDate && localTimeIn(zone, new Date(stored.startedAt)) === start
      ? stored.startedAt
      : instantOf(date, start, zone);
  if (finish === '') return { startedAt, finishedAt: null };
  const kept = startedAt === stored?.startedAt ? stored.finishedAt : null;
  if (kept !== null && localTimeIn(zone, new Date(kept)) === finish) return { startedAt, finishedAt: kept };
  // A finish before the start is on the next day.
  return { startedAt, finishedAt: instantOf(finish < start ? addDays(date, 1) : date, finish, zone) };
}

/** Rate times area; for a stored activity with the same rate and area its total, which a job may have set. */
export const totalFor = (
  stored: Activity | null,
  now: { rate: Decimal; rateUnit: RateUnit; areaHa: Decimal },
): Decimal =>
  stored?.totalQty != null &&
  stored.rate === now.rate &&
  stored.rateUnit === now.rateUnit &&
  stored.areaHa === now.areaHa
    ? stored.totalQty
    : totalOf(now.rate, now.rateUnit, now.areaHa);

export const activitySchema = ({ zone, today, unit, field, stored, intervals, people }: Context) =>
  v.pipe(
    v.object({
      ...form.entries,
      activityType: v.picklist(ACTIVITY_TYPES, 'Choose what was done.'),
      date: requiredDate(),
      start: v.pipe(v.string(), v.check(isClockTime, 'Enter a time like 06:30.')),
      finish: v.pipe(
        v.string(),
        v.check((time) => time === '' || isClockTime(time), 'Enter a time like 06:30.'),
      ),
      areaHa: optionalArea(unit, stored?.areaHa ?? field?.workedAreaHa ?? field?.areaHa ?? null),
      eppoCode: v.pipe(
        v.string(),
        v.trim(),
        v.toUpperCase(),
        v.regex(/^([A-Z0-9]{5,6})?$/, 'An EPPO code has 5 or 6 letters, such as TRZAW.'),
        emptyAsNull,
      ),
      buffer: v.picklist(['', 'yes', 'no']),
    }),
    v.rawTransform(({ dataset, addIssue, NEVER }): ActivityFields => {
      const { value } = dataset;
      const issue = (name: keyof typeof value, message: string) => {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: name, value: value[name] }] });
        return NEVER;
      };
      if (value.status === 'done' && value.date > addDays(today, 1)) {
        return issue('date', 'This date is in the future. Save it as planned.');
      }
      if (value.activityType === 'spray' && value.status === 'done' && value.product === null) {
        return issue('product', 'Name the product.');
      }
      if (value.activityType === 'observation' && value.notes === null) return issue('notes', 'Say what you saw.');
      if (value.areaHa !== null && field && isBiggerThanField(value.areaHa, field)) {
        return issue('areaHa', 'Treated area is bigger than the field.');
      }
      const message = value.activityType === 'grazing_in' ? harvestIntervalMessage(intervals, value.date) : null;
      if (message !== null) return issue('date', message);
      const { date, start, finish, buffer, ...rest } = value;
      const takesRate = appliesProduct(value.activityType) || value.activityType === 'irrigation';
      const rate = takesRate ? value.rate : null;
      // An imported activity may have a total without a rate. A computed total is removed together with its rate.
      const importedTotal = stored?.rate === null ? stored.totalQty : null;
      const rateUnit = rate === null ? (importedTotal === null ? null : (stored?.rateUnit ?? null)) : value.rateUnit;
      if (rate !== null && rateUnit === null) return issue('rate', 'Choose the unit of the rate.');
      const operator = people.find(({ name }) => name.toLowerCase() === value.operatorName?.toLowerCase());
      return {
        ...rest,
        ...instants(stored, zone, date, start, finish),
        season: stored && todayIn(zone, new Date(stored.startedAt)) === date ? stored.season : Number(date.slice(0, 4)),
        rate,
        rateUnit,
        totalQty:
          rate !== null && rateUnit !== null && value.areaHa !== null
            ? totalFor(stored, { rate, rateUnit, areaHa: value.areaHa })
            : importedTotal,
        operatorId: operator?.id ?? null,
        bufferObserved: buffer === '' ? null : buffer === 'yes',
      };
    }),
  );

export type ActivityText = InferInput<ReturnType<typeof activitySchema>>;

/** The texts of a stored activity. */
export const activityText = (one: Activity, zone: Zone, unit: AreaUnit): ActivityText => ({
  ...form.textsOf(one),
  date: todayIn(zone, new Date(one.startedAt)),
  start: localTimeIn(zone, new Date(one.startedAt)),
  finish: one.finishedAt === null ? '' : localTimeIn(zone, new Date(one.finishedAt)),
  areaHa: areaText(one.areaHa, unit),
  buffer: one.bufferObserved === null ? '' : one.bufferObserved ? 'yes' : 'no',
});

/** The texts of a new activity: now, on the whole worked area, by the person who enters it. */
export const newActivity = (
  field: FarmField,
  {
    unit,
    date,
    start,
    crop,
    operator,
  }: { unit: AreaUnit; date: string; start: string; crop: string | null; operator: string },
  activityType: ActivityType,
): ActivityText => ({
  ...form.textsOf({ activityType, status: 'done', crop, operatorName: operator, fieldId: field.id }),
  ...{ date, start, finish: '', buffer: '' },
  areaHa: areaText(field.workedAreaHa ?? field.areaHa, unit),
});
