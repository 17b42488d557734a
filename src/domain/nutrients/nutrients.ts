// N and P loading of a year: the farm's organic nitrogen, the nutrients spread on each field, the limits of crops, the
// closed periods, and the phosphorus that may still be bought.
import { Lookup } from '@/domain/rules/figures';
import type { Manure, Rules } from '@/domain/rules/rules';
import { calculateStocking, type StockingInputs, type StockingResult } from '@/domain/stocking/stocking';
import { closedOn, closedWords, februaryRule, isTooSoon, type Material } from './closed-periods';
import { countsFor } from './crop-year';
import { phosphorusOf, productProblem, type Product } from './fertiliser';
import { cropLimit, grantedBand, hasNMax } from './limits';
import { phosphorusOfFarm, type PhosphorusResult } from './phosphorus';

/** Reasons for a higher N-max of a crop: shallow soil, milling wheat, three cuts or more, straw or paper crumble. */
export const N_MAX_ADDITIONS = ['shallow', 'milling', 'cuts', 'straw'] as const;
export type NMaxAddition = (typeof N_MAX_ADDITIONS)[number];

export type Field = {
  id: string;
  name: string;
  areaHa: number;
  land: 'grass' | 'tillage';
  soil: 'sandy' | 'other';
  /** A crop of the N-max table; null for none. */
  crop: string | null;
  /** Soil index for phosphorus, 1 to 4; null without a soil test: the rules then give the index. */
  pIndex: number | null;
  yieldT: number | null;
  extras: readonly NMaxAddition[];
  sownEarly: boolean;
};

export type Application = {
  id: string;
  field: string;
  date: string;
  /** A manure of the rules, or the id of a product. */
  material: string;
  /** Per hectare: m³ or t of manure, kg of a product. */
  rate: number;
  /** The manure's contents according to a laboratory; null to use those of the rules' table. */
  n: number | null;
  p: number | null;
  /** On tillage: the harvest year of the crop that it counts for; null or absent for the one by its date. */
  harvest?: number | null;
};

export type NutrientInputs = {
  stocking: StockingInputs;
  /** Irish zone of the closed periods. */
  zone: string | null;
  /** Grassland stocking rate of the year before, in kg N/ha before exports. */
  previousRate: number | null;
  /** A derogation, or the share of land that is not grass, allows the higher limits. */
  higherLimits: boolean;
  concentratesT: number;
  /** Whether extra phosphorus to raise the index of poor soils is approved. */
  buildUp: boolean;
  fields: readonly Field[];
  products: readonly Product[];
  applications: readonly Application[];
};

export type Warning = { application: string; words: string; serious: boolean };

export type ApplicationResult = {
  id: string;
  field: string;
  organic: boolean;
  /** In kg per hectare. */
  n: number | null;
  availableN: number | null;
  p: number | null;
  /** The harvest year (on grass the calendar year) for which its nitrogen counts. */
  countsFor: number;
  warnings: readonly Warning[];
};

export type FieldResult = {
  id: string;
  name: string;
  /** The most organic N in any 12 months (24 for certified compost), in kg/ha; null if a content is not known. */
  organicN: number | null;
  months: 12 | 24;
  limit: number | null;
  compliant: boolean | 'no limit' | null;
  /** The N that counts for the crop of the year, in kg/ha: of an autumn crop also what was spread in the autumn before. */
  cropN: number | null;
  p: number | null;
};

/** `used` and `limit`: kg N/ha, the mean over all fields of the crop. */
type CropResult = {
  id: string;
  label: string;
  areaHa: number;
  used: number | null;
  limit: number | null;
  compliant: boolean | null;
};

export type NutrientResult = {
  farm: StockingResult;
  applications: readonly ApplicationResult[];
  fields: readonly FieldResult[];
  crops: readonly CropResult[];
  /** Irish grassland: available nitrogen allowed and used, in kg. */
  grassN: { allowed: number | null; used: number | null; compliant: boolean | null } | null;
  phosphorus: PhosphorusResult | null;
  /** Spread in the year, in kg. */
  totals: { organicN: number | null; chemicalN: number; chemicalP: number | null };
  /** `usedKg`: from the stock, opening + bought - closing. `spreadKg`: the sum of the entered applications. */
  products: readonly { id: string; name: string; usedKg: number; spreadKg: number }[];
  /** Whether slurry must be spread with low-emission equipment (LESS). Null if unknown, or if there is no such rule. */
  lowEmissionSpreadingRequired: boolean | null;
  usedKeys: readonly string[];
  missingKeys: readonly string[];
};

const TOLERANCE = 1e-6;
const isWithinLimit = (used: number | null, limit: number | null): boolean | null =>
  used === null || limit === null ? null : used <= limit + TOLERANCE;
const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

type Context = {
  lookup: Lookup;
  inputs: NutrientInputs;
  manures: ReadonlyMap<string, Manure>;
  products: ReadonlyMap<string, Product>;
  manureKeys: Map<string, ManureKeys>;
};

const keysOfManure = (id: string) => ({
  n: `manure.${id}.n`,
  p: `manure.${id}.p`,
  available: `manure.${id}.available`,
  nMax: `manure.${id}.nMax`,
  pAvailableLow: `manure.${id}.pAvailableLow`,
  pAvailableHigh: `manure.${id}.pAvailableHigh`,
});
type ManureKeys = ReturnType<typeof keysOfManure>;

/** The keys of a manure's figures, made once: a large farm looks them up for thousands of applications. */
function manureKeysOf({ manureKeys }: Context, id: string): ManureKeys {
  const made = manureKeys.get(id) ?? keysOfManure(id);
  manureKeys.set(id, made);
  return made;
}

/** 'chemical' for a product, or the manure; undefined if the id is unknown. */
const materialOf = ({ manures, products }: Context, id: string): Material | undefined =>
  manures.get(id) ?? (products.has(id) ? 'chemical' : undefined);

/** Without object spread: for thousands of applications, that took longer than the calculation. */
function resultOf(
  context: Context,
  application: Application,
  field: Field,
  warnings: readonly Warning[],
): ApplicationResult {
  const { lookup } = context;
  const { id, rate, material } = application;
  const counts = countsFor(field.land, application);
  const product = context.products.get(material);
  if (product) {
    const n = (rate * product.n) / 100;
    const p = phosphorusOf(lookup, product, rate);
    return { id, field: field.id, organic: false, n, availableN: n, p, countsFor: counts, warnings };
  }
  const keys = manureKeysOf(context, material);
  const nEach = application.n ?? lookup.number(keys.n);
  const pEach = application.p ?? lookup.number(keys.p);
  const n = nEach === null ? null : rate * nEach;
  const availableN = availableNitrogen(lookup, keys, n);
  const p = availablePhosphorus(lookup, keys, field, pEach === null ? null : rate * pEach);
  return { id, field: field.id, organic: true, n, availableN, p, countsFor: counts, warnings };
}

function availableNitrogen(lookup: Lookup, keys: ManureKeys, n: number | null): number | null {
  const key = lookup.has(keys.available) ? keys.available : lookup.has(keys.nMax) ? keys.nMax : undefined;
  // Rules without a table of availability set no limit of available nitrogen, so all of it counts.
  if (n === null || key === undefined) return n;
  const percent = lookup.number(key);
  return percent === null ? null : (n * percent) / 100;
}

function availablePhosphorus(lookup: Lookup, keys: ManureKeys, { pIndex }: Field, p: number | null): number | null {
  const key = pIndex !== null && pIndex <= 2 ? keys.pAvailableLow : keys.pAvailableHigh;
  if (p === null || !lookup.has(key)) return p;
  const percent = lookup.number(key);
  return percent === null ? null : (p * percent) / 100;
}

/** `previous`: the last earlier application on this field of a manure that is high in available nitrogen. */
function warningsOf(
  context: Context,
  application: Application,
  field: Field,
  previous: Application | undefined,
): Warning[] {
  const { lookup, inputs } = context;
  const material = materialOf(context, application.material);
  if (material === undefined) return [];
  const where = { land: field.land, soil: field.soil, sownEarly: field.sownEarly, zone: inputs.zone };
  const warning = (words: string, serious = true) => ({ application: application.id, words, serious });
  const product = context.products.get(application.material);
  const problem = product ? productProblem(product) : null;
  const found: Warning[] = problem === null ? [] : [warning(problem)];
  const closed = closedOn(lookup, material, where, application.date);
  if (closed.state === 'closed') found.push(warning(closedWords(application.date, closed.period)));
  if (closed.state === 'unknown') {
    found.push(warning('The dates of the closed period here are not known. Enter them under Figures.', false));
  }
  const february = februaryRule(lookup, material, where, application.date);
  if (february) {
    const unit = february.unit === 'm3' ? 'm³' : 't';
    if (application.rate > february.max + TOLERANCE) {
      found.push(warning(`No more than ${february.max} ${unit}/ha at one time until the end of February.`));
    } else found.push(warning(`Until the end of February: ${february.max} ${unit}/ha at most at one time.`, false));
    if (previous && february.gapDays !== null && isTooSoon(previous.date, application.date, february.gapDays)) {
      found.push(warning(`Leave ${february.gapDays} days between two applications until the end of February.`));
    }
  }
  return found;
}

/** The same day `years` earlier, which is the day before a period of that length that ends on `date`. */
const yearsBefore = (date: string, years = 1): string => `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;

/** The largest sum of the amounts within any period of `years` years. */
function mostWithin(amounts: readonly { date: string; n: number | null }[], years: number): number | null {
  const sorted = amounts.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  let most = 0;
  let first = 0;
  let total = 0;
  for (const { date, n } of sorted) {
    if (n === null) return null;
    total += n;
    const after = yearsBefore(date, years);
    for (; (sorted[first]?.date ?? date) <= after; first += 1) total -= sorted[first]?.n ?? 0;
    most = Math.max(most, total);
  }
  return most;
}

type Spread = { application: Application; result: ApplicationResult };

function organicOf(context: Context, spread: readonly Spread[]): Pick<FieldResult, 'organicN' | 'months' | 'limit'> {
  const { lookup, manures } = context;
  const organic = spread.filter(({ result }) => result.organic);
  const amounts = organic.map(({ application, result }) => ({ date: application.date, n: result.n }));
  const compost =
    organic.length > 0 &&
    lookup.has('limit.compost2Years') &&
    organic.every(({ application }) => manures.get(application.material)?.compost);
  if (compost) return { organicN: mostWithin(amounts, 2), months: 24, limit: lookup.number('limit.compost2Years') };
  return {
    organicN: mostWithin(amounts, 1),
    months: 12,
    limit: lookup.has('limit.fieldN') ? lookup.number('limit.fieldN') : null,
  };
}

const total = (spread: readonly Spread[], of: (result: ApplicationResult) => number | null): number | null =>
  spread.reduce<number | null>((sum, { result }) => plus(sum, of(result)), 0);

function cropsOf(context: Context, fields: readonly { field: Field; cropN: number | null }[]): CropResult[] {
  const { lookup } = context;
  return lookup.rules.crops.flatMap(({ id, label }) => {
    // The Irish rules have crops for their limits of phosphorus only.
    if (!hasNMax(lookup.rules)({ id })) return [];
    const grown = fields.filter(({ field }) => field.crop === id);
    if (grown.length === 0) return [];
    const areaHa = grown.reduce((sum, { field }) => sum + field.areaHa, 0);
    const mean = (of: (one: (typeof grown)[number]) => number | null) => {
      const weighted = grown.reduce<number | null>((sum, one) => {
        const each = of(one);
        return plus(sum, each === null ? null : each * one.field.areaHa);
      }, 0);
      return weighted === null || areaHa <= 0 ? null : weighted / areaHa;
    };
    const used = mean(({ cropN }) => cropN);
    const limit = mean(({ field }) => cropLimit(lookup, field));
    return [{ id, label, areaHa, used, limit, compliant: isWithinLimit(used, limit) }];
  });
}

function phosphorusResult(
  { lookup, inputs }: Context,
  spread: readonly { field: Field; year: readonly Spread[] }[],
): PhosphorusResult | null {
  return phosphorusOfFarm(lookup, {
    fields: spread.map(({ field, year }) => ({
      field,
      chemicalP: total(
        year.filter(({ result }) => !result.organic),
        ({ p }) => p,
      ),
      allP: total(year, ({ p }) => p),
    })),
    imported: inputs.stocking.moves.filter(({ direction }) => direction === 'import'),
    onTillage: spread
      .filter(({ field }) => field.land === 'tillage')
      .flatMap(({ field, year }) =>
        year.map(({ application: { material, rate, p } }) => ({ manure: material, amount: rate * field.areaHa, p })),
      ),
    previousRate: inputs.previousRate,
    higherLimits: inputs.higherLimits,
    concentratesT: inputs.concentratesT,
    buildUp: inputs.buildUp,
  });
}

export function calculateNutrients(rules: Rules, inputs: NutrientInputs): NutrientResult {
  const { stocking } = inputs;
  const lookup = new Lookup(rules, stocking.own, `${stocking.year}-12-31`);
  const context: Context = {
    ...{ lookup, inputs },
    manures: new Map(rules.manures.map((manure) => [manure.id, manure])),
    products: new Map(inputs.products.map((product) => [product.id, product])),
    manureKeys: new Map(),
  };
  const byField = new Map<string, Application[]>();
  for (const application of inputs.applications) {
    const list = byField.get(application.field);
    if (list) list.push(application);
    else byField.set(application.field, [application]);
  }
  const farm = calculateStocking(rules, stocking);
  const results: ApplicationResult[] = [];
  const perField = inputs.fields.map((field) => {
    const sorted = (byField.get(field.id) ?? []).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    let previous: Application | undefined;
    const spread = sorted.map((application): Spread => {
      const result = resultOf(context, application, field, warningsOf(context, application, field, previous));
      const material = context.manures.get(application.material);
      if (material?.highN) previous = application;
      results.push(result);
      return { application, result };
    });
    const { organicN, months, limit } = organicOf(context, spread);
    const year = spread.filter(({ application }) => application.date.startsWith(`${stocking.year}-`));
    const compliant: FieldResult['compliant'] =
      limit === null && !lookup.has('limit.fieldN') ? 'no limit' : isWithinLimit(organicN, limit);
    return {
      field,
      year,
      organicN,
      months,
      limit,
      compliant,
      cropN: total(
        spread.filter(({ result }) => result.countsFor === stocking.year),
        ({ availableN }) => availableN,
      ),
      p: total(year, ({ p }) => p),
    };
  });
  const kgOf = (
    which: (one: (typeof perField)[number]) => readonly Spread[],
    of: (result: ApplicationResult) => number | null,
  ) =>
    perField.reduce<number | null>((sum, one) => {
      const each = total(which(one), of);
      return plus(sum, each === null ? null : each * one.field.areaHa);
    }, 0);
  const organic = (one: (typeof perField)[number]) => one.year.filter(({ result }) => result.organic);
  const chemical = (one: (typeof perField)[number]) => one.year.filter(({ result }) => !result.organic);
  const chemicalP = kgOf(chemical, ({ p }) => p);
  const grassHa = inputs.fields.filter(({ land }) => land === 'grass').reduce((sum, { areaHa }) => sum + areaHa, 0);
  const band = inputs.previousRate === null ? null : grantedBand(lookup, inputs.previousRate, inputs.higherLimits);
  const grassLimit = band === null ? null : lookup.number(`grassN.${band}`);
  const grassUsed = kgOf(
    ({ field, year }) => (field.land === 'grass' ? year : []),
    ({ availableN }) => availableN,
  );
  const lowEmissionFromRate = lookup.has('less.gsr') ? lookup.number('less.gsr') : null;
  return {
    farm,
    applications: results,
    fields: perField.map(({ field, organicN, months, limit, compliant, cropN, p }) => ({
      id: field.id,
      name: field.name,
      ...{ organicN, months, limit, compliant, cropN, p },
    })),
    crops: cropsOf(context, perField),
    grassN:
      grassLimit === null
        ? null
        : { allowed: grassLimit * grassHa, used: grassUsed, compliant: isWithinLimit(grassUsed, grassLimit * grassHa) },
    phosphorus: phosphorusResult(context, perField),
    totals: { organicN: kgOf(organic, ({ n }) => n), chemicalN: kgOf(chemical, ({ n }) => n) ?? 0, chemicalP },
    products: inputs.products.map(({ id, name, openingKg, boughtKg, closingKg }) => ({
      id,
      name,
      usedKg: openingKg + boughtKg - closingKg,
      spreadKg: perField.reduce(
        (sum, { field, year }) =>
          sum +
          year.reduce(
            (kg, { application }) => (application.material === id ? kg + application.rate * field.areaHa : kg),
            0,
          ),
        0,
      ),
    })),
    lowEmissionSpreadingRequired:
      lowEmissionFromRate === null || inputs.previousRate === null ? null : inputs.previousRate >= lowEmissionFromRate,
    usedKeys: [...new Set([...farm.usedKeys, ...lookup.used])],
    missingKeys: [...new Set([...farm.missingKeys, ...lookup.missing])],
  };
}
