// The field activities that a job creates: one for each spray or fertiliser on each field.
import type { Account } from '@/domain/account/account';
import { firstCharacters } from '@/domain/core/first-characters';
import { decimalIn, scaledBy, toNumeric, decimal, ZERO, type Decimal } from '@/domain/core/money';
import { textOf } from '@/domain/core/stored-json';
import { addDays, instantOf, todayIn, type Zone } from '@/domain/core/time';
import { MAX_PARTS } from './job';
import type { FieldText, JobMore, MaterialText } from './job-more';

type LoggedBy = Pick<Account, 'userId' | 'firstName' | 'lastName'> & { settings: { zone: Zone } };
type Row<Value = string | number | null> = Readonly<Record<string, Value>>;

/** The unit of a rate, and the factor `times / over` that converts an amount of the material to litres or kg. */
type RateConversion = { rateUnit: 'L/ha' | 'kg/ha'; times: bigint; over: bigint };
const litres = { rateUnit: 'L/ha', times: 1n, over: 1n } as const;
const kilos = { rateUnit: 'kg/ha', times: 1n, over: 1n } as const;
const RATES: readonly (readonly [RateConversion, readonly string[]])[] = [
  [litres, ['l', 'lt', 'ltr', 'litre', 'liter']],
  [{ ...litres, over: 1000n }, ['ml', 'millilitre']],
  [kilos, ['kg', 'kilo', 'kilogram']],
  [{ ...kilos, over: 1000n }, ['g', 'gram']],
  [{ ...kilos, times: 1000n }, ['t', 'tonne']],
];

/** The rate unit and factor of a typed unit: "litres" gives L/ha; null if it is neither a volume nor a weight. */
function conversionOf(unit: string): RateConversion | null {
  const typed = unit.trim().toLowerCase();
  const [found] = RATES.find(([, words]) => words.some((word) => typed === word || typed === `${word}s`)) ?? [];
  return found ?? null;
}

const amountIn = (text: string): Decimal => decimalIn(text) ?? ZERO;
const spraysAndFertilisers = (materials: readonly MaterialText[]) => materials.filter(({ kind }) => kind !== '');
const areaOf = (fields: readonly FieldText[]): Decimal =>
  decimal(fields.reduce((sum, { area }) => sum + amountIn(area), 0));

/** The amount for each hectare of all fields of the job. */
const rateIn = ({ quantity }: MaterialText, { times, over }: RateConversion, area: Decimal): Decimal =>
  scaledBy(amountIn(quantity), times * 10_000n, over * BigInt(area));

const MAX_RATE = decimal(999_999_999);
const MAX_INTERVAL_DAYS = 730;

/** The first problem with the sprays and fertilisers of a job whose other parts are valid; null if there is none. */
export function activitiesProblem({ fields, materials }: JobMore): string | null {
  for (const material of spraysAndFertilisers(materials)) {
    const { product, unit, interval } = material;
    if (interval.trim() !== '' && !(/^\d{1,3}$/.test(interval.trim()) && Number(interval) <= MAX_INTERVAL_DAYS))
      return `${product}: Enter the harvest interval in whole days, at most ${MAX_INTERVAL_DAYS}.`;
    if (fields.length === 0) continue;
    const conversion = conversionOf(unit);
    if (conversion === null) return `${product}: Enter the unit as L, ml, kg, g or t, for the record of the field.`;
    const rate = rateIn(material, conversion, areaOf(fields));
    if (rate <= 0) return `${product}: That is too little for these fields.`;
    if (rate > MAX_RATE) return `${product}: That is too much for these fields.`;
  }
  return spraysAndFertilisers(materials).length * fields.length > MAX_PARTS
    ? `${MAX_PARTS} field records are the most of one job. Log it as two jobs.`
    : null;
}

/** Start and finish: the times of the first line; without times noon, or now on the day itself. */
function timesOf(head: Row<unknown>, workDate: string, zone: Zone) {
  const [start, finish] = [textOf(head['start_time']), textOf(head['finish_time'])];
  if (start === '') {
    const now = new Date();
    const startedAt = todayIn(zone, now) === workDate ? now.toISOString() : instantOf(workDate, '12:00', zone);
    return { started_at: startedAt, finished_at: null };
  }
  const startsAgain = head['start_second'] === true;
  const finishesAgain = head['finish_second'] === true;
  return {
    started_at: instantOf(workDate, start, zone, startsAgain),
    finished_at:
      finish === ''
        ? null
        : instantOf(finish < start && !finishesAgain ? addDays(workDate, 1) : workDate, finish, zone, finishesAgain),
  };
}

/** The rows for `log_job`. `head`: the first line as it is stored. Needs parts that have no problem. */
export function activitiesOf(account: LoggedBy, head: Row<unknown>, workDate: string, more: JobMore): Row[] {
  const { fields, materials, people, machines } = more;
  const [onlyPerson] = people.length === 1 ? people : [];
  const area = areaOf(fields);
  const used = spraysAndFertilisers(materials);
  if (used.length === 0 || area <= 0) return [];
  const shared: Row = {
    ...timesOf(head, workDate, account.settings.zone),
    season: Number(workDate.slice(0, 4)),
    // With several people on the job it is not known who drove the sprayer.
    operator_id: onlyPerson ? onlyPerson.personId : account.userId,
    operator_name: onlyPerson ? onlyPerson.name : [account.firstName, account.lastName].filter(Boolean).join(' '),
    machine: firstCharacters(machines.map(({ name }) => name).join(', '), 80) || null,
  };
  return used.flatMap((material): Row[] => {
    const conversion = conversionOf(material.unit);
    return fields.map((field) => ({
      ...shared,
      ...{ field_id: field.fieldId, field_name: field.name, area_ha: toNumeric(amountIn(field.area)) },
      ...{ activity_type: material.kind, status: 'done', product: material.product.trim() },
      rate: conversion && toNumeric(rateIn(material, conversion, area)),
      rate_unit: conversion && conversion.rateUnit,
      // The field's share of the quantity by area. Rate times area would be less exact, because the rate is rounded.
      total_qty:
        conversion &&
        toNumeric(
          scaledBy(
            amountIn(material.quantity),
            conversion.times * BigInt(amountIn(field.area)),
            conversion.over * BigInt(area),
          ),
        ),
      batch_no: material.batch.trim() || null,
      mapp_pcs_no: material.kind === 'spray' ? material.mappNumber.trim() || null : null,
      harvest_interval_days:
        material.kind === 'spray' && material.interval.trim() !== '' ? Number(material.interval) : null,
    }));
  });
}
