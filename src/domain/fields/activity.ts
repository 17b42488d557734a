// Field activities: their labels, rates, totals and harvest intervals.
import { scaledBy, type Decimal } from '@/domain/core/money';
import { monthDayWords } from '@/domain/core/time';
import { ACRES_PER_HA } from '@/domain/core/area';

export const ACTIVITY_TYPES = [
  'spray',
  'fertiliser',
  'slurry',
  'fym',
  'lime',
  'cultivation',
  'drilling',
  'rolling',
  'mowing',
  'grazing_in',
  'grazing_out',
  'irrigation',
  'hedge',
  'observation',
  'other',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];
export const ACTIVITY_WORDS: Record<ActivityType, string> = {
  spray: 'Spray',
  fertiliser: 'Fertiliser',
  slurry: 'Slurry',
  fym: 'Farmyard manure',
  lime: 'Lime',
  cultivation: 'Cultivation',
  drilling: 'Drilling',
  rolling: 'Rolling',
  mowing: 'Mowing',
  grazing_in: 'Stock in',
  grazing_out: 'Stock out',
  irrigation: 'Irrigation',
  hedge: 'Hedge',
  observation: 'Observation',
  other: 'Other work',
};

export const RATE_UNITS = ['kg/ha', 'L/ha', 't/ha', 'm3/ha', 'units/ac', 'gal/ac'] as const;
export type RateUnit = (typeof RATE_UNITS)[number];
export const SPREADING_METHODS = ['splash', 'band', 'shoe', 'injection'] as const;
export const WIND_DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export const ACTIVITY_STATES = ['done', 'planned'] as const;
/** Why an entry's field needs attention: it was deleted or archived before the entry arrived. */
export const FIELD_PROBLEMS = ['deleted', 'archived'] as const;

export const RATE_UNIT_WORDS: Record<RateUnit, string> = {
  'kg/ha': 'kg/ha',
  'L/ha': 'L/ha',
  't/ha': 't/ha',
  'm3/ha': 'm³/ha',
  'units/ac': 'units/ac',
  'gal/ac': 'gal/ac',
};
const TOTAL_UNITS: Record<RateUnit, string> = {
  'kg/ha': 'kg',
  'L/ha': 'L',
  't/ha': 't',
  'm3/ha': 'm³',
  'units/ac': 'units',
  'gal/ac': 'gal',
};
/** The unit of a total: a rate in L/ha gives litres. */
export const totalUnit = (unit: RateUnit): string => TOTAL_UNITS[unit];
export const SPREADING_METHOD_WORDS: Record<(typeof SPREADING_METHODS)[number], string> = {
  splash: 'Splash plate',
  band: 'Dribble bar or band',
  shoe: 'Trailing shoe',
  injection: 'Injection',
};

/** The rate units that fit an activity, the usual one first; none if it takes no rate. */
export function rateUnitsOf(type: ActivityType): readonly RateUnit[] {
  switch (type) {
    case 'spray':
      return ['L/ha', 'kg/ha'];
    case 'fertiliser':
      return ['kg/ha', 'units/ac', 'L/ha'];
    case 'slurry':
      return ['m3/ha', 'gal/ac'];
    case 'fym':
    case 'lime':
      return ['t/ha'];
    case 'drilling':
      return ['kg/ha'];
    case 'irrigation':
      return ['m3/ha'];
    default:
      return [];
  }
}

/** Rate times area, in the unit that the rate begins with. The database computes the same (private.activity_total). */
export const totalOf = (rate: Decimal, unit: RateUnit, areaHa: Decimal): Decimal =>
  unit === 'units/ac' || unit === 'gal/ac'
    ? scaledBy(rate, BigInt(areaHa) * ACRES_PER_HA.n, 10_000n * ACRES_PER_HA.d)
    : scaledBy(rate, BigInt(areaHa), 10_000n);

/** Converts a rate per acre to m³ or kg per hectare: 3,000 gal/ac is 33.7009 m³/ha. Other rates stay unchanged. */
export function metricRate(rate: Decimal, unit: RateUnit): { rate: Decimal; unit: RateUnit } {
  // 1 imperial gallon is 4.54609 L; a unit of fertiliser is 1 % of a hundredweight, 0.50802345 kg.
  if (unit === 'gal/ac') {
    return { rate: scaledBy(rate, 454_609n * ACRES_PER_HA.n, 100_000_000n * ACRES_PER_HA.d), unit: 'm3/ha' };
  }
  if (unit === 'units/ac') {
    return { rate: scaledBy(rate, 50_802_345n * ACRES_PER_HA.n, 100_000_000n * ACRES_PER_HA.d), unit: 'kg/ha' };
  }
  return { rate, unit };
}

/** Whether an activity has the fields of a spray: product number, dose, weather, operator. */
export const isSpray = (type: ActivityType): boolean => type === 'spray';
/**
 * What the record of a spray that is done still needs, beside the field that is empty; null for what is there. Saving is
 * not refused: who sprays may not know the dose, and the compliance check asks for it again.
 */
export const sprayGaps = (one: {
  activityType: string;
  status: string;
  rate: string;
  areaHa: string;
}): { rate: string | null; areaHa: string | null } => {
  const isDoneSpray = one.activityType === 'spray' && one.status === 'done';
  return {
    rate: isDoneSpray && one.rate.trim() === '' ? 'The record of a spray needs the dose.' : null,
    areaHa: isDoneSpray && one.areaHa.trim() === '' ? 'The record of a spray needs the area treated.' : null,
  };
};

/** Whether a product or material is put on the land. */
export const appliesProduct = (type: ActivityType): boolean =>
  ['spray', 'fertiliser', 'slurry', 'fym', 'lime', 'drilling'].includes(type);

/** More than 5 % above the field's area is a mistake; less may be because headlands were measured twice. */
export const isBiggerThanField = (areaHa: Decimal, field: { areaHa: Decimal; workedAreaHa: Decimal | null }): boolean =>
  areaHa * 100 > Math.max(field.areaHa, field.workedAreaHa ?? 0) * 105;

const EDIT_DAYS = 7;
const DAY_MS = 86_400_000;

/** Whether a person may still change an entry: the account holder always, others their own for seven days. */
export const mayEdit = (
  person: { userId: string; role: 'admin' | 'employee'; canWrite: boolean },
  entry: { createdBy: string | null; createdAt: string },
  now: Date,
): boolean =>
  person.canWrite &&
  (person.role === 'admin' ||
    (entry.createdBy === person.userId && now.getTime() - Date.parse(entry.createdAt) < EDIT_DAYS * DAY_MS));

/** The days from a spray until the crop may be harvested or grazed: two dates. */
export type HarvestInterval = { from: string; until: string };

/** "Harvest interval ends on 12 Jul." if a crop may not be harvested or grazed on a date yet; else null. */
export function harvestIntervalMessage(intervals: readonly HarvestInterval[], on: string): string | null {
  const ends = intervals.filter(({ from, until }) => on >= from && on < until).map(({ until }) => until);
  const last = ends.toSorted().at(-1);
  return last === undefined ? null : `Harvest interval ends on ${monthDayWords(last.slice(5))}.`;
}
