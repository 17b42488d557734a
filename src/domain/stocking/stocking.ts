// Stocking rate: nitrogen and phosphorus of a farm's livestock per hectare and year, and livestock units per hectare.
// Every figure comes from the rules of the country; the formulas are here.
import { Lookup, type OwnFigures } from '@/domain/rules/figures';
import type { Rules, StockClass } from '@/domain/rules/rules';
import { readDerogation, type DerogationResult } from './derogation';
import { areaNeededBy, capacityOf, isDivided, overOf, TOLERANCE, type Land, type ManureN } from './land';
import { moveResult, movedTotal, type MoveResult } from './moves';
import { findOptions, type Option } from './options';
import { sum } from './sum';

export type StockLine = {
  id: string;
  /** The class of the country's table. */
  stock: string;
  head: number;
  /** The months of the year for which they are on the farm; 12 for all of it. */
  months: number;
  /** The number in each month, January first, instead of `head` and `months`. */
  monthly: readonly number[] | null;
  /** Crops of birds or weeks in the year, for a class whose figure is for one of these. */
  times: number | null;
  /** The percentage of the year for which the places are filled; null for the standard of the table. */
  occupancy: number | null;
  /** Crude protein of a dairy herd's diet in percent; null unless the farm keeps the records that the rules require. */
  protein: number | null;
  /** Mean weight of an animal in kg, for the liveweight of each hectare. */
  weight: number | null;
};

/** Manure that comes to the farm or leaves it. */
export type ManureMove = {
  id: string;
  direction: 'import' | 'export';
  manure: string;
  /** In the unit of the manure: m³ or t. */
  amount: number;
  /** The manure's contents by a laboratory; null: the table's. */
  n: number | null;
  p: number | null;
};

/** Which limit of a derogation the farm has; 'none' for the ordinary limit. */
export type Derogation = 'none' | 'grazing' | 'upper' | 'reduced';

export type StockingInputs = {
  year: number;
  areaHa: number;
  /** Land of the same holding outside the nitrate vulnerable zone. */
  outsideHa: number;
  /** Grassland, for the grassland stocking rate; grazed land, for livestock units. Null: the whole area. */
  grassHa: number | null;
  derogation: Derogation;
  /** For the conditions of a derogation; null if it is not known. Grass of the farm, whether grazed or cut. */
  derogationGrassHa: number | null;
  /** Phosphorus balance of the farm in kg/ha. */
  pBalance: number | null;
  /** Whether the soil analyses that the derogation asks for were made. */
  soilAnalysed: boolean | null;
  /** A limit that the farm sets itself, where the rules have none. */
  ownLimit: number | null;
  luSet: string;
  lines: readonly StockLine[];
  moves: readonly ManureMove[];
  own: OwnFigures;
};

type LineResult = {
  id: string;
  label: string;
  /** Average over the year; for a class whose figure is for a stay, a crop or a week: all animals of the year. */
  head: number;
  /** Average over the year: an animal of a stay counts for the months of the stay. Null if these are not known. */
  average: number | null;
  /** kg of nitrogen and phosphorus in the year. */
  n: number | null;
  p: number | null;
  /** Livestock units; null if the chosen set has no coefficient for the class. */
  lu: number | null;
  /** The figure without which the livestock units are not known. */
  luLacks: string | null;
  /** Nitrogen of one animal as counted here. */
  nPerHead: number | null;
  /** The line's own occupancy and crude protein in percent, if its nitrogen was counted with them. */
  occupancy: number | null;
  protein: number | null;
  /** Liveweight. */
  kg: number | null;
};

/** Green to 90 % of the limit, amber to 100 %, red above. The amber band is a choice of this app, not law. */
export type Light = 'green' | 'amber' | 'red';

export type StockingResult = {
  lines: readonly LineResult[];
  stockN: number | null;
  stockP: number | null;
  importedN: number | null;
  exportedN: number | null;
  netN: number | null;
  netP: number | null;
  /** What was moved; only livestock manure is part of the nitrogen above. */
  moves: readonly MoveResult[];
  /** kg N of livestock manure for each hectare. */
  loading: number | null;
  loadingP: number | null;
  /**
   * kg N/ha, as a mean of the whole area if its parts or the kinds of manure have different limits; null if no limit
   * applies or it is not known.
   */
  limit: number | null;
  /** The areas with their limits that `limit` is made of. */
  land: Land | null;
  /** The most N that the land may take, in kg. */
  capacity: number | null;
  /** Null without a derogation. */
  derogation: DerogationResult | null;
  /** Above the limit (positive) or below it, in kg. */
  over: number | null;
  /** Within the limit, and with a derogation also within its conditions; null if one of them is not known. */
  compliant: boolean | null;
  light: Light | null;
  /** The area that the nitrogen needs: of land inside the zone, if there is land outside it. */
  areaNeeded: number | null;
  options: readonly Option[];
  /** Nitrogen of the grazing livestock for each hectare of grassland, before exports. */
  grassRate: number | null;
  /** Livestock units of the classes with a coefficient: with `luMissing`, the farm has at least these. */
  lu: number | null;
  luPerHa: number | null;
  /** Figures that livestock units lack, each with the classes of livestock that are therefore not counted. */
  luMissing: readonly { key: string; labels: readonly string[] }[];
  headPerHa: number | null;
  kgPerHa: number | null;
  usedKeys: readonly string[];
  missingKeys: readonly string[];
};

const MONTHS = 12;
const YEAR_DAYS = 365;
/** The light is amber from this share of the limit on. */
const AMBER_FROM = 0.9;

const averageHead = ({ head, months, monthly }: Pick<StockLine, 'head' | 'months' | 'monthly'>): number =>
  monthly ? monthly.reduce((total, count) => total + count, 0) / MONTHS : (head * months) / MONTHS;

/** The light for an amount and its limit. Exactly at the limit is not red. */
export function lightOf(amount: number, limit: number): Light {
  if (amount > limit + TOLERANCE) return 'red';
  return amount > limit * AMBER_FROM + TOLERANCE ? 'amber' : 'green';
}

/** Red if a condition is not met, and at best amber while one is not known. */
const worse = (light: Light, compliant: boolean | null): Light =>
  compliant === false ? 'red' : compliant === null && light === 'green' ? 'amber' : light;

const classesByRules = new WeakMap<Rules, ReadonlyMap<string, StockClass>>();
export function classOf(rules: Rules, id: string): StockClass {
  let byId = classesByRules.get(rules);
  if (!byId) {
    byId = new Map(rules.livestock.map((row) => [row.id, row]));
    classesByRules.set(rules, byId);
  }
  const found = byId.get(id);
  if (!found) throw new Error(`${rules.title} has no livestock ${id}.`);
  return found;
}

/** The percentages of crude protein in a diet for which a band of dairy cows has a figure of its own, the lowest first. */
export const proteinSteps = (rules: Rules, band: string): number[] =>
  Object.keys(rules.figures)
    .flatMap((key) => (key.startsWith('protein.') && key.endsWith(`.${band}`) ? [Number(key.split('.')[1])] : []))
    .toSorted((one, other) => one - other);

/** The figure of a dairy cow on a diet with little crude protein (Ireland, Table 7a); null if it does not apply. */
function proteinKey(lookup: Lookup, row: StockClass, protein: number | null): string | null {
  if (protein === null || row.band === undefined) return null;
  const step = proteinSteps(lookup.rules, row.band).find((most) => protein <= most);
  return step === undefined ? null : `protein.${step}.${row.band}`;
}

/** A class that is on the farm for part of the year, if the table has a figure for a day. */
const isCountedByDay = (lookup: Lookup, line: StockLine, row: StockClass, nutrient: 'n' | 'p'): boolean =>
  line.monthly === null && line.months < MONTHS && lookup.has(`livestock.${row.id}.${nutrient}Day`);

/** The line's own occupancy, if its nitrogen is counted with it: the table has a standard for the class. */
const countedOccupancy = (lookup: Lookup, line: StockLine, row: StockClass): number | null =>
  row.perStay || row.times || isCountedByDay(lookup, line, row, 'n') || !lookup.has(`livestock.${row.id}.occupancy`)
    ? null
    : line.occupancy;

/**
 * N or P of one line in a year. A class that is on the farm for part of the year is counted by its daily figure if the
 * table has one, otherwise by months. Figures for places of pigs and poultry already include the time they are empty.
 */
function excretion(lookup: Lookup, line: StockLine, row: StockClass, nutrient: 'n' | 'p'): number | null {
  const key = `livestock.${row.id}.`;
  const table = (nutrient === 'n' && proteinKey(lookup, row, line.protein)) || key + nutrient;
  const per = row.per ?? 1;
  if (row.perStay || row.times) {
    const each = lookup.number(table);
    return each === null ? null : (line.head / per) * each * (row.times ? (line.times ?? 0) : 1);
  }
  if (isCountedByDay(lookup, line, row, nutrient)) {
    const grams = lookup.number(`${key}${nutrient}Day`);
    return grams === null ? null : (line.head * grams * YEAR_DAYS * line.months) / MONTHS / 1000;
  }
  const each = lookup.number(table);
  if (each === null) return null;
  const occupied = line.occupancy === null ? 1 : occupancyShare(lookup, key, line.occupancy);
  return occupied === null ? null : (averageHead(line) / per) * each * occupied;
}

function occupancyShare(lookup: Lookup, key: string, own: number): number | null {
  if (!lookup.has(`${key}occupancy`)) return 1;
  const standard = lookup.number(`${key}occupancy`);
  return standard === null ? null : own / standard;
}

/** How many months an animal is in a class whose figure is for a stay. */
const stayKey = (row: StockClass): string => `livestock.${row.id}.months`;

/**
 * The average number over the year. Of a class whose figure is for a stay, the form has all animals of the year: each
 * counts for the months of the stay. Older versions of the rules do not have these, and count such an animal for the year.
 */
function averageOf(lookup: Lookup, line: StockLine, row: StockClass): number | null {
  if (row.times) return line.head;
  if (!row.perStay) return averageHead(line);
  if (!lookup.has(stayKey(row))) return line.head;
  const months = lookup.number(stayKey(row));
  return months === null ? null : (line.head * months) / MONTHS;
}

function lineResult(lookup: Lookup, line: StockLine, luSet: string): LineResult {
  const row = classOf(lookup.rules, line.stock);
  const counted = row.perStay || row.times ? line.head : averageHead(line);
  const average = averageOf(lookup, line, row);
  const n = excretion(lookup, line, row, 'n');
  const luKey = `lu.${luSet}.${row.kind}`;
  const luEach = lookup.has(luKey) || luKey in lookup.own ? lookup.number(luKey) : null;
  const lu = counted === 0 ? 0 : luEach === null || average === null ? null : average * luEach;
  return {
    id: line.id,
    label: row.label,
    head: counted,
    average,
    n,
    p: excretion(lookup, line, row, 'p'),
    lu,
    luLacks: lu !== null ? null : luEach === null ? luKey : stayKey(row),
    nPerHead: n === null || counted === 0 ? null : n / counted,
    occupancy: countedOccupancy(lookup, line, row),
    protein: proteinKey(lookup, row, line.protein) === null ? null : line.protein,
    kg: line.weight === null || average === null ? null : average * line.weight,
  };
}

/** The livestock units of the lines that have them, and the figures that the others lack. */
function livestockUnits(lines: readonly LineResult[]): Pick<StockingResult, 'lu' | 'luMissing'> {
  const missing = new Map<string, Set<string>>();
  for (const { luLacks, label } of lines) {
    if (luLacks !== null) missing.set(luLacks, (missing.get(luLacks) ?? new Set()).add(label));
  }
  const known = lines.filter(({ lu }) => lu !== null);
  return {
    lu: known.length === 0 && missing.size > 0 ? null : sum(known.map(({ lu }) => lu)),
    luMissing: [...missing].map(([key, labels]) => ({ key, labels: [...labels] })),
  };
}

export const DEROGATION_KEYS = {
  grazing: 'derogation.grazingN',
  upper: 'derogation.upperN',
  reduced: 'derogation.reducedN',
} as const;
const LIMIT_KEYS = { ...DEROGATION_KEYS, none: 'limit.farmN', grazing: 'limit.farmN' } as const;

/** The land with its limits; null if no limit applies or one is not known. */
function landOf(lookup: Lookup, inputs: StockingInputs): Land | null {
  const { areaHa, outsideHa, derogation, ownLimit } = inputs;
  if (lookup.rules.noFarmLimit) {
    return ownLimit === null
      ? null
      : { areaHa: areaHa + outsideHa, outsideHa: 0, outsideLimit: ownLimit, limit: ownLimit, grazingLimit: ownLimit };
  }
  const key = LIMIT_KEYS[derogation];
  const limit = lookup.number(lookup.has(key) ? key : 'limit.farmN');
  const hasOutside = outsideHa > 0 && lookup.has('limit.outsideN');
  const outsideLimit = hasOutside ? lookup.number('limit.outsideN') : limit;
  const isGrazing = derogation === 'grazing' && lookup.has('derogation.grazingN');
  const grazingLimit = isGrazing ? lookup.number('derogation.grazingN') : limit;
  if (limit === null || outsideLimit === null || grazingLimit === null) return null;
  return { areaHa, outsideHa, outsideLimit, limit, grazingLimit };
}

/** The limit that the loading is compared with: the mean over the area, exact where all of it has the same one. */
function meanLimit(land: Land, manure: ManureN | null): number | null {
  const hasOutside = land.outsideHa > 0 && land.outsideLimit !== land.limit;
  if (!hasOutside && !isDivided(land)) return land.limit;
  if (manure === null) return null;
  if (!hasOutside && manure.other === 0) return land.grazingLimit;
  return capacityOf(land, manure) / (land.areaHa + land.outsideHa);
}

export function calculateStocking(rules: Rules, inputs: StockingInputs): StockingResult {
  const lookup = new Lookup(rules, inputs.own, `${inputs.year}-12-31`);
  const { areaHa, outsideHa } = inputs;
  const totalHa = areaHa + outsideHa;
  const lines = inputs.lines.map((line) => lineResult(lookup, line, inputs.luSet));
  const grazingIds = new Set(inputs.lines.filter(({ stock }) => classOf(rules, stock).grazing).map(({ id }) => id));
  const grazingN = sum(lines.filter(({ id }) => grazingIds.has(id)).map(({ n }) => n));
  const stockN = sum(lines.map(({ n }) => n));
  const stockP = sum(lines.map(({ p }) => p));
  const moves = inputs.moves.map((move) => moveResult(lookup, move));
  const importedN = movedTotal(moves, 'import', 'livestockN');
  const exportedN = movedTotal(moves, 'export', 'livestockN');
  const net = (stock: number | null, imported: number | null, exported: number | null) =>
    stock === null || imported === null || exported === null ? null : stock + imported - exported;
  const netN = net(stockN, importedN, exportedN);
  const netP = net(stockP, movedTotal(moves, 'import', 'p'), movedTotal(moves, 'export', 'p'));
  const land = landOf(lookup, inputs);
  const grazingNetN = net(
    grazingN,
    movedTotal(moves, 'import', 'livestockN', 'grazing'),
    movedTotal(moves, 'export', 'livestockN', 'grazing'),
  );
  // Manure of one kind that leaves makes no room for the other kind beyond what the farm has of it.
  const manure: ManureN | null =
    netN === null || grazingNetN === null
      ? null
      : land && isDivided(land)
        ? { grazing: Math.max(0, grazingNetN), other: Math.max(0, netN - grazingNetN) }
        : { grazing: 0, other: netN };
  const over = land && manure && overOf(land, manure);
  const derogation = readDerogation(lookup, inputs, land, manure);
  const within = over === null ? null : over <= TOLERANCE;
  const conditions = derogation?.conditions.map(({ met }) => met) ?? [];
  const compliant =
    within === false || conditions.includes(false) ? false : within === null || conditions.includes(null) ? null : true;
  const capacity = land && manure && capacityOf(land, manure);
  const grassHa = inputs.grassHa ?? totalHa;
  const { lu, luMissing } = livestockUnits(lines);
  const kg = sum(lines.map((line) => line.kg));
  const head = sum(lines.map((line) => line.average));
  return {
    lines,
    stockN,
    stockP,
    importedN,
    exportedN,
    netN,
    netP,
    moves,
    loading: netN === null ? null : netN / totalHa,
    loadingP: netP === null ? null : netP / totalHa,
    limit: land && meanLimit(land, manure),
    ...{ land, capacity, derogation },
    over,
    compliant,
    light: over === null || capacity === null ? null : worse(lightOf(capacity + over, capacity), compliant),
    areaNeeded: land && manure && areaNeededBy(land, manure),
    options:
      land && manure && within === false
        ? findOptions(lookup, inputs, land, manure, (line) => excretion(lookup, line, classOf(rules, line.stock), 'n'))
        : [],
    grassRate: grazingN === null || grassHa <= 0 ? null : grazingN / grassHa,
    lu,
    luPerHa: lu === null || grassHa <= 0 ? null : lu / grassHa,
    luMissing,
    headPerHa: head === null || grassHa <= 0 ? null : head / grassHa,
    kgPerHa: kg === null || grassHa <= 0 ? null : kg / grassHa,
    usedKeys: [...lookup.used],
    missingKeys: [...lookup.missing],
  };
}
