// Slurry storage: the volume from stock, rain and washings in the storage period, the capacity of the stores, for how many
// weeks it is enough, and on which day the stores are full.
import { addDays, daysBetween } from '@/domain/core/time';
import { keyOn, Lookup, type OwnFigures } from '@/domain/rules/figures';
import { datesFrom } from '@/domain/rules/period';
import type { Rules } from '@/domain/rules/rules';
import { classOf } from '@/domain/stocking/stocking';
import { sum } from '@/domain/stocking/sum';
import {
  levelOf,
  rainArea,
  solidTonnes,
  storeProblem,
  usableVolume,
  type Level,
  type Reading,
  type Store,
} from './store';

export type SlurryLine = {
  id: string;
  stock: string;
  head: number;
  /** The percentage of their slurry that goes into a store; the rest goes to straw or to the field. */
  share: number;
  /** Weeks of the period for which they are housed; null for all of it. */
  weeks: number | null;
};

/** The storage period that applies: that of cattle and other stock, that of pigs and poultry, or (Ireland) of sheep. */
export type PeriodOf = 'cattle' | 'pigs' | 'sheep';

export type SlurryInputs = {
  /** The year in which the storage period begins. */
  year: number;
  periodOf: PeriodOf;
  /** Irish county. If a fifth of the holding is in `otherCounty`, the longer period of the two applies. */
  county: string | null;
  otherCounty: string | null;
  /** The first and last day of a period that the farm sets itself. */
  ownFrom: string | null;
  ownTo: string | null;
  /** Rainfall in the period in an average year, in mm. */
  rainMm: number;
  /** The percentage added to it for a wet year. */
  upliftPercent: number;
  /** Dirty yards, open clamps and roofs that drain into a store, in m². */
  yardM2: number;
  cowsWashed: number;
  /** Litres a cow a day; null for the figure of the rules. */
  washPerCow: number | null;
  beddingM3: number;
  importsM3: number;
  exportsM3: number;
  /** m³ spread in the period on land with a low risk of run-off. */
  lowRiskM3: number;
  /** m³ in the stores when the period begins. */
  carryOverM3: number;
  /** Whether a separator is used: separated solids may be left out (Scotland). */
  separator: boolean;
  /** The advised extra capacity, in percent of the minimum. */
  bufferPercent: number;
  lines: readonly SlurryLine[];
  stores: readonly Store[];
  /** The latest reading of each store, by its id. */
  readings: Readonly<Record<string, Reading & { date: string }>>;
  today: string;
  /** The first day on which the farm may spread again. */
  spreadFrom: string | null;
  own: OwnFigures;
};

type LineResult = {
  id: string;
  label: string;
  head: number;
  /** m³ an animal and week. */
  each: number | null;
  /** The weeks for which its slurry must be stored. */
  weeks: number | null;
  share: number;
  /** To be stored, after a separator. */
  m3: number | null;
  /** m³ a day on average in the period, whatever must be stored of it. */
  perDay: number | null;
};

type StoreResult = {
  id: string;
  name: string;
  /** m³ below the freeboard. */
  usable: number | null;
  /** Tonnes of solid manure. */
  solid: number | null;
  level: Level | null;
  readOn: string | null;
  problem: string | null;
};

/** Volumes in m³. */
type Today = {
  stored: number;
  free: number;
  perDay: number;
  /** Days until the stores are full, with a fraction; null if nothing is added. */
  days: number | null;
  weeks: number | null;
  dateFull: string | null;
  /** Days between the day they are full and the first day for spreading; null if there is room until then. */
  daysShort: number | null;
  overfull: boolean;
};

export type SlurryResult = {
  from: string | null;
  to: string | null;
  days: number | null;
  lines: readonly LineResult[];
  excreta: number | null;
  rainYards: number;
  rainStores: number;
  /** m³ of washings a cow and week, and in the period. */
  washEach: number | null;
  wash: number | null;
  /** The volume for additional weeks, which the rules require if slurry is spread in the period. */
  contingency: number;
  required: number | null;
  /** Everything that the stores hold below their freeboard. */
  gross: number | null;
  /**
   * Room for the period: less what is in the stores at its start and, in Ireland, less the rain on open stores. Below 0 if
   * these are more than the stores hold.
   */
  capacity: number | null;
  surplus: number | null;
  /** `required` with the advised extra capacity. */
  buffered: number | null;
  bufferedSurplus: number | null;
  /** Everything that flows in, in m³ a week, with the rain on open stores. */
  weekly: number | null;
  /** For how long the stores hold that, with what is in them at the start and what leaves the farm. */
  weeks: number | null;
  compliant: boolean | null;
  stores: readonly StoreResult[];
  now: Today | null;
  usedKeys: readonly string[];
  missingKeys: readonly string[];
};

const WEEK_DAYS = 7;
const MONTHS = 12;
const YEAR_DAYS = 365;
/** In m³: a smaller difference is rounding. */
export const MILLILITRE = 1e-6;

/** The farm's own storage period, or that of the rules in the given year; null if its length is not known. */
export function storagePeriod(
  lookup: Lookup,
  { year, periodOf, county, otherCounty, ownFrom, ownTo }: PeriodInputs,
): { from: string; to: string; days: number } | null {
  const span = (from: string, to: string) => ({ from, to, days: daysBetween(from, to) + 1 });
  if (ownFrom !== null && ownTo !== null && ownFrom <= ownTo) return span(ownFrom, ownTo);
  // Rules that give the period in weeks or months set no first day: the period is counted from 1 October.
  const start = ownFrom ?? `${year}-10-01`;
  switch (lookup.rules.storage) {
    case 'dates': {
      const period = lookup.period(`storage.${periodOf}`);
      if (period === null) return null;
      const { from, to } = datesFrom(period, year);
      return span(from, to);
    }
    case 'months': {
      const months = lookup.number('storage.months');
      if (months === null) return null;
      return span(start, addDays(monthsAfter(start, months), -1));
    }
    case 'weeks':
    case 'county': {
      const weeks =
        lookup.rules.storage === 'county' && periodOf === 'cattle'
          ? countyWeeks(lookup, county, otherCounty)
          : lookup.number(`storage.weeks.${periodOf}`);
      return weeks === null ? null : span(start, addDays(start, Math.round(weeks * WEEK_DAYS) - 1));
    }
  }
}
type PeriodInputs = Pick<SlurryInputs, 'year' | 'periodOf' | 'county' | 'otherCounty' | 'ownFrom' | 'ownTo'>;

function countyWeeks(lookup: Lookup, county: string | null, other: string | null): number | null {
  if (county === null) return null;
  const weeks = [county, ...(other === null ? [] : [other])].map((name) => lookup.number(`storage.county.${name}`));
  return weeks.reduce<number | null>((most, one) => (most === null || one === null ? null : Math.max(most, one)), 0);
}

function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const at = year * MONTHS + month - 1 + Math.round(months);
  return `${Math.floor(at / MONTHS)}-${String((at % MONTHS) + 1).padStart(2, '0')}-${date.slice(8)}`;
}

/** A figure in m³ a week: the tables are in litres a day, m³ a week or m³ a month. */
function weeklyFigure(lookup: Lookup, name: string): number | null {
  const amount = lookup.number(name);
  if (amount === null) return null;
  const unit = lookup.rules.figures[keyOn(lookup.rules, name, lookup.date)]?.unit ?? '';
  if (unit.startsWith('l/')) return (amount / 1000) * WEEK_DAYS;
  return unit.endsWith('week') ? amount : ((amount * MONTHS) / YEAR_DAYS) * WEEK_DAYS;
}

/** The days for which the slurry of a class must be stored: all of the period, or those of a shorter one of its own. */
function storageDays(lookup: Lookup, line: SlurryLine, days: number): number | null {
  const { storage } = classOf(lookup.rules, line.stock);
  if (storage === undefined) return days;
  const weeks = lookup.number(`storage.weeks.${storage}`);
  return weeks === null ? null : Math.min(days, weeks * WEEK_DAYS);
}

/** The part of its slurry that stays without the solids that a separator takes out; null if it is not known. */
function separatedShare(lookup: Lookup, line: SlurryLine, separator: boolean): number | null {
  const key = `separator.${classOf(lookup.rules, line.stock).group === 'pigs' ? 'pigs' : 'cattle'}`;
  if (!separator || !lookup.has(key)) return 1;
  const share = lookup.number(key);
  return share === null ? null : 1 - share / 100;
}

function lineResult(lookup: Lookup, line: SlurryLine, days: number | null, separator: boolean): LineResult {
  const { id, stock, head, share } = line;
  const label = classOf(lookup.rules, stock).label;
  if (days === null) return { id, label, head, each: null, weeks: null, share, m3: null, perDay: null };
  const each = weeklyFigure(lookup, `livestock.${stock}.slurry`);
  const stored = storageDays(lookup, line, days);
  const insideOf = (most: number) => (line.weeks === null ? most : Math.min(most, line.weeks * WEEK_DAYS));
  const part = separatedShare(lookup, line, separator);
  const perDay = each === null || part === null ? null : ((head * each) / WEEK_DAYS) * (share / 100) * part;
  return {
    ...{ id, label, head, each, share },
    weeks: stored === null ? null : insideOf(stored) / WEEK_DAYS,
    m3: perDay === null || stored === null ? null : perDay * insideOf(stored),
    perDay: perDay === null || days === 0 ? null : (perDay * insideOf(days)) / days,
  };
}

function storeResult(lookup: Lookup, store: Store, readings: SlurryInputs['readings']): StoreResult {
  const problem = storeProblem(lookup, store);
  const reading = readings[store.id];
  return {
    id: store.id,
    name: store.name,
    usable: problem === null ? usableVolume(lookup, store) : 0,
    solid: solidTonnes(lookup, store),
    level: reading && problem === null && store.shape !== 'solid' ? levelOf(lookup, store, reading) : null,
    readOn: reading?.date ?? null,
    problem,
  };
}

/** Room today: from the latest readings, less the volume that was added since the oldest of them. */
function todayOf(
  stores: readonly StoreResult[],
  perDay: number,
  today: string,
  spreadFrom: string | null,
): Today | null {
  const read = stores.filter(({ level, solid }) => level !== null && solid === null);
  if (read.length === 0) return null;
  const stored = read.reduce((total, { level }) => total + (level?.stored ?? 0), 0);
  const room = read.reduce((total, { level }) => total + (level?.free ?? 0), 0);
  const oldest = read.map(({ readOn }) => readOn ?? today).toSorted()[0] ?? today;
  const since = Math.max(0, daysBetween(oldest, today)) * perDay;
  const free = Math.max(0, room - since);
  const overfull = read.some(({ level }) => level?.overfull === true);
  if (perDay <= 0) {
    return { stored, free, perDay, days: null, weeks: null, dateFull: null, daysShort: null, overfull };
  }
  const days = free / perDay;
  const dateFull = addDays(today, Math.floor(days));
  const short = spreadFrom === null ? 0 : daysBetween(dateFull, spreadFrom);
  return {
    ...{ stored: stored + (room - free), free, perDay, days, dateFull, overfull },
    weeks: days / WEEK_DAYS,
    daysShort: short > 0 ? short : null,
  };
}

export function calculateSlurry(rules: Rules, inputs: SlurryInputs): SlurryResult {
  const lookup = new Lookup(rules, inputs.own, `${inputs.year}-10-01`);
  const period = storagePeriod(lookup, inputs);
  const days = period?.days ?? null;
  const lines = inputs.lines.map((line) => lineResult(lookup, line, days, inputs.separator));
  const excreta = days === null ? null : sum(lines.map(({ m3 }) => m3));
  const rainOn = (area: number) => (area * inputs.rainMm * (1 + inputs.upliftPercent / 100)) / 1000;
  const storeArea = inputs.stores.reduce((total, store) => total + rainArea(store), 0);
  const rainYards = rainOn(inputs.yardM2);
  const rainStores = rainOn(storeArea);
  const washEach =
    inputs.cowsWashed === 0
      ? 0
      : inputs.washPerCow === null
        ? weeklyFigure(lookup, 'wash.cow')
        : (inputs.washPerCow / 1000) * WEEK_DAYS;
  const wash = days === null ? 0 : washEach === null ? null : ((inputs.cowsWashed * washEach) / WEEK_DAYS) * days;
  const rainInput = rainYards + (rules.rainFrom === 'input' ? rainStores : 0);
  const withoutSpreading =
    excreta === null || wash === null
      ? null
      : excreta + inputs.beddingM3 + rainInput + wash + inputs.importsM3 - inputs.exportsM3;
  const extraWeeks = inputs.lowRiskM3 > 0 && lookup.has('storage.extraWeeks') ? lookup.number('storage.extraWeeks') : 0;
  const contingency =
    withoutSpreading === null || days === null || extraWeeks === null
      ? 0
      : (withoutSpreading / days) * WEEK_DAYS * extraWeeks;
  const required = withoutSpreading === null ? null : Math.max(0, withoutSpreading - inputs.lowRiskM3 + contingency);
  const stores = inputs.stores.map((store) => storeResult(lookup, store, inputs.readings));
  const gross = sum(stores.map(({ usable }) => usable));
  const rainTaken = rules.rainFrom === 'capacity' ? rainStores : 0;
  const capacity = gross === null ? null : gross - rainTaken - inputs.carryOverM3;
  const surplus = capacity === null || required === null ? null : capacity - required;
  const buffered = required === null ? null : required * (1 + inputs.bufferPercent / 100);
  const excretaPerDay = sum(lines.map(({ perDay }) => perDay));
  // All that flows in: an export makes room, it does not make the slurry flow in any slower.
  const perDay =
    excretaPerDay === null || wash === null || days === null || days === 0
      ? null
      : excretaPerDay + (inputs.beddingM3 + rainYards + rainStores + wash + inputs.importsM3) / days;
  const weekly = perDay === null ? null : perDay * WEEK_DAYS;
  return {
    from: period?.from ?? null,
    to: period?.to ?? null,
    days,
    lines,
    excreta,
    ...{ rainYards, rainStores, washEach, wash, weekly, contingency, required, gross, capacity, surplus, buffered },
    bufferedSurplus: buffered === null || capacity === null ? null : capacity - buffered,
    weeks:
      weekly === null || weekly <= 0 || gross === null
        ? null
        : Math.max(0, gross - inputs.carryOverM3 + inputs.exportsM3) / weekly,
    compliant: surplus === null ? null : surplus >= -MILLILITRE,
    stores,
    now: todayOf(stores, perDay ?? 0, inputs.today, inputs.spreadFrom),
    usedKeys: [...lookup.used],
    missingKeys: [...lookup.missing],
  };
}
