// Form schema of an activity: input is the typed texts, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import type { Decimal } from '@/domain/core/money';
import { addDays, instantOf, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { emptyAsNull, numberText, optionalWhole, requiredDate } from '@/domain/core/typed';
import {
  ACTIVITY_STATES,
  ACTIVITY_TYPES,
  appliesProduct,
  harvestIntervalMessage,
  isBiggerThanField,
  SPREADING_METHODS,
  RATE_UNITS,
  totalOf,
  WIND_DIRECTIONS,
  type ActivityType,
  type HarvestInterval,
  type RateUnit,
} from '@/domain/fields/activity';
import { areaText, type AreaUnit } from '@/domain/core/area';
import { ACTIVITY, type Activity, type ActivityFields } from '@/records/field-activities';
import type { FarmField } from '@/records/fields';
import { limitedText, optionalText } from '@/widgets/text-schema';
import { figure, optionalArea, optionalWord, positiveFigure } from './schema-parts';

const { fields } = ACTIVITY;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

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
      activityType: v.picklist(ACTIVITY_TYPES, 'Choose what was done.'),
      status: v.picklist(ACTIVITY_STATES),
      date: requiredDate(),
      start: v.pipe(v.string(), v.regex(TIME, 'Enter a time like 06:30.')),
      finish: v.pipe(
        v.string(),
        v.check((time) => time === '' || TIME.test(time), 'Enter a time like 06:30.'),
      ),
      areaHa: optionalArea(unit, stored?.areaHa ?? field?.workedAreaHa ?? field?.areaHa ?? null),
      product: optionalText(fields.product),
      mappPcsNo: optionalText(fields.mappPcsNo),
      activeIngredient: optionalText(fields.activeIngredient),
      rate: positiveFigure(4, 99_999),
      rateUnit: optionalWord(RATE_UNITS),
      waterLHa: positiveFigure(2, 100_000),
      reason: optionalText(fields.reason),
      crop: optionalText(fields.crop),
      eppoCode: v.pipe(
        limitedText(fields.eppoCode),
        v.toUpperCase(),
        v.regex(/^([A-Z0-9]{5,6})?$/, 'An EPPO code has 5 or 6 letters, such as TRZAW.'),
        emptyAsNull,
      ),
      growthStageBbch: optionalWhole({ max: 99 }),
      windSpeed: figure({ decimals: 1, max: 200 }),
      windDir: optionalWord(WIND_DIRECTIONS),
      tempC: figure({ decimals: 1, min: -40, max: 60 }),
      weather: optionalText(fields.weather),
      harvestIntervalDays: optionalWhole({ max: 730 }),
      operatorName: optionalText(fields.operatorName),
      operatorCertNo: optionalText(fields.operatorCertNo),
      machine: optionalText(fields.machine),
      method: optionalWord(SPREADING_METHODS),
      batchNo: optionalText(fields.batchNo),
      buffer: v.picklist(['', 'yes', 'no']),
      notes: optionalText(fields.notes),
      /** The form offers it only if the entry's field was deleted or archived. */
      fieldId: v.string(),
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
      const { date, start, finish, buffer, fieldId, ...rest } = value;
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
        fieldId: fieldId || null,
      };
    }),
  );

export type ActivityText = InferInput<ReturnType<typeof activitySchema>>;

/** The texts of a stored activity. */
export const activityText = (one: Activity, zone: Zone, unit: AreaUnit): ActivityText => ({
  activityType: one.activityType,
  status: one.status,
  date: todayIn(zone, new Date(one.startedAt)),
  start: localTimeIn(zone, new Date(one.startedAt)),
  finish: one.finishedAt === null ? '' : localTimeIn(zone, new Date(one.finishedAt)),
  areaHa: areaText(one.areaHa, unit),
  product: one.product ?? '',
  mappPcsNo: one.mappPcsNo ?? '',
  activeIngredient: one.activeIngredient ?? '',
  rate: numberText(one.rate),
  rateUnit: one.rateUnit ?? '',
  waterLHa: numberText(one.waterLHa),
  reason: one.reason ?? '',
  crop: one.crop ?? '',
  eppoCode: one.eppoCode ?? '',
  growthStageBbch: one.growthStageBbch === null ? '' : String(one.growthStageBbch),
  windSpeed: numberText(one.windSpeed),
  windDir: one.windDir ?? '',
  tempC: numberText(one.tempC),
  weather: one.weather ?? '',
  harvestIntervalDays: one.harvestIntervalDays === null ? '' : String(one.harvestIntervalDays),
  operatorName: one.operatorName ?? '',
  operatorCertNo: one.operatorCertNo ?? '',
  machine: one.machine ?? '',
  method: one.method ?? '',
  batchNo: one.batchNo ?? '',
  buffer: one.bufferObserved === null ? '' : one.bufferObserved ? 'yes' : 'no',
  notes: one.notes ?? '',
  fieldId: one.fieldId ?? '',
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
  activityType,
  status: 'done',
  date,
  start,
  finish: '',
  areaHa: areaText(field.workedAreaHa ?? field.areaHa, unit),
  product: '',
  mappPcsNo: '',
  activeIngredient: '',
  rate: '',
  rateUnit: '',
  waterLHa: '',
  reason: '',
  crop: crop ?? '',
  eppoCode: '',
  growthStageBbch: '',
  windSpeed: '',
  windDir: '',
  tempC: '',
  weather: '',
  harvestIntervalDays: '',
  operatorName: operator,
  operatorCertNo: '',
  machine: '',
  method: '',
  batchNo: '',
  buffer: '',
  notes: '',
  fieldId: field.id,
});
