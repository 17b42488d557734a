// The phosphorus of an Irish farm. Grass has one allowance for the whole farm, by the stocking rate of the year before and
// the soil index of each field; feed and imported manure use it up, what is left may be chemical. Tillage has a maximum for
// each field by its crop and index, which the manure spread there uses up too. Neither counts against the other.
import type { Lookup } from '@/domain/rules/figures';
import { grantedBand } from './limits';

type Land = {
  id: string;
  name: string;
  areaHa: number;
  land: 'grass' | 'tillage';
  crop: string | null;
  pIndex: number | null;
};
type Farm = {
  /** `chemicalP` and `allP`: spread in the year, in kg/ha; of manure only the available part. */
  fields: readonly { field: Land; chemicalP: number | null; allP: number | null }[];
  /** Manure that came to the farm. `p`: its content by a laboratory, null for that of the rules. */
  imported: readonly { manure: string; amount: number; p: number | null }[];
  /** Manure that was spread on tillage in the year. */
  onTillage: readonly { manure: string; amount: number; p: number | null }[];
  previousRate: number | null;
  higherLimits: boolean;
  concentratesT: number;
  buildUp: boolean;
};

/** The maximum of a field and what counts against it, in kg/ha. */
export type FieldPhosphorus = {
  id: string;
  name: string;
  land: 'grass' | 'tillage';
  areaHa: number;
  index: number | null;
  /** There is no soil test: the index is that of the rules. */
  assumed: boolean;
  max: number | null;
  used: number | null;
  /** The chemical part of what was spread. */
  chemical: number | null;
};

/** In kg. */
type GrassPhosphorus = {
  allowance: number | null;
  concentrates: number | null;
  /** Of the manure that came to the farm, without what was spread on tillage. */
  imported: number | null;
  chemicalAllowed: number | null;
  chemicalUsed: number | null;
  compliant: boolean | null;
};

/** In kg. Compliant if no field is over its maximum. */
type TillagePhosphorus = { allowed: number | null; used: number | null; compliant: boolean | null };

export type PhosphorusResult = {
  fields: readonly FieldPhosphorus[];
  grass: GrassPhosphorus | null;
  tillage: TillagePhosphorus | null;
};

const TOLERANCE = 1e-6;
const totalOf = <Row>(rows: readonly Row[], of: (row: Row) => number | null): number | null =>
  rows.reduce<number | null>((sum, row) => {
    const one = of(row);
    return sum === null || one === null ? null : sum + one;
  }, 0);
const kgOf = (rows: readonly FieldPhosphorus[], of: (row: FieldPhosphorus) => number | null): number | null =>
  totalOf(rows, (row) => {
    const each = of(row);
    return each === null ? null : each * row.areaHa;
  });

/** Whether a field got more phosphorus than its maximum; null if one of the two is not known. */
export const isOverMaximum = ({ used, max }: Pick<FieldPhosphorus, 'used' | 'max'>): boolean | null =>
  used === 0 ? false : used === null || max === null ? null : used > max + TOLERANCE;

/** The index that counts without a soil test; null if the rules give none. */
function assumedIndex(lookup: Lookup, land: Land['land'], previousRate: number | null): number | null {
  if (!lookup.has('soilIndex.tillage')) return null;
  if (land === 'tillage') return lookup.number('soilIndex.tillage');
  const from = lookup.number('soilIndex.rate');
  if (previousRate === null || from === null) return null;
  return lookup.number(Math.round(previousRate) > from ? 'soilIndex.above' : 'soilIndex.below');
}

/** The maximum of a hectare of grass. Build-up needs a soil test, and has no table for the lower stocking rates. */
function grassMaximum(lookup: Lookup, farm: Farm, index: number, assumed: boolean): number | null {
  const band = farm.previousRate === null ? null : grantedBand(lookup, farm.previousRate, farm.higherLimits);
  if (band === null) return null;
  const buildUp = farm.buildUp && !assumed;
  const raised = `grassPBuildUp.${band}.${index}`;
  if (buildUp && lookup.has(raised)) return lookup.number(raised);
  const base = lookup.number(`grassP.${band}.${index}`);
  // The rules of 20 November 2026 have an addition instead of the table.
  const addition = `buildUp.${index}`;
  if (!buildUp || !lookup.has(addition)) return base;
  const more = lookup.number(addition);
  return base === null || more === null ? null : base + more;
}

function fieldOf(lookup: Lookup, farm: Farm, { field, chemicalP, allP }: Farm['fields'][number]): FieldPhosphorus {
  const { id, name, land, areaHa, crop, pIndex } = field;
  const assumed = pIndex === null;
  const index = pIndex ?? assumedIndex(lookup, land, farm.previousRate);
  const maximum = (): number | null => {
    if (index === null) return null;
    if (land === 'grass') return grassMaximum(lookup, farm, index, assumed);
    const key = `tillageP.${crop ?? ''}.${index}`;
    return lookup.has(key) ? lookup.number(key) : null;
  };
  const used = land === 'grass' ? chemicalP : allP;
  return { id, name, land, areaHa, index, assumed, max: maximum(), used, chemical: chemicalP };
}

function grassOf(lookup: Lookup, farm: Farm, fields: readonly FieldPhosphorus[]): GrassPhosphorus {
  const allowance = kgOf(fields, ({ max }) => max);
  const perTonne = farm.concentratesT === 0 ? 0 : lookup.number('concentrate.p');
  const concentrates = perTonne === null ? null : farm.concentratesT * perTonne;
  const pOf = (rows: Farm['imported'], of: string) =>
    totalOf(
      rows.filter(({ manure }) => manure === of),
      ({ manure, amount, p }) => {
        const each = p ?? lookup.number(`manure.${manure}.p`);
        return each === null ? null : each * amount;
      },
    );
  const imported = totalOf([...new Set(farm.imported.map(({ manure }) => manure))], (manure) => {
    const came = pOf(farm.imported, manure);
    const onTillage = pOf(farm.onTillage, manure);
    return came === null || onTillage === null ? came : Math.max(0, came - onTillage);
  });
  const chemicalAllowed =
    allowance === null || concentrates === null || imported === null
      ? null
      : Math.max(0, allowance - concentrates - imported);
  const chemicalUsed = kgOf(fields, ({ used }) => used);
  const compliant =
    chemicalUsed === null || chemicalAllowed === null ? null : chemicalUsed <= chemicalAllowed + TOLERANCE;
  return { allowance, concentrates, imported, chemicalAllowed, chemicalUsed, compliant };
}

function tillageOf(fields: readonly FieldPhosphorus[]): TillagePhosphorus {
  const over = fields.map(isOverMaximum);
  return {
    allowed: kgOf(fields, ({ max }) => max),
    used: kgOf(fields, ({ used }) => used),
    compliant: over.includes(true) ? false : over.includes(null) ? null : true,
  };
}

/** Null if the rules limit no phosphorus in this way. */
export function phosphorusOfFarm(lookup: Lookup, farm: Farm): PhosphorusResult | null {
  if (!lookup.has('concentrate.p')) return null;
  const fields = farm.fields.map((one) => fieldOf(lookup, farm, one));
  const grass = fields.filter(({ land }) => land === 'grass');
  const tillage = fields.filter(({ land }) => land === 'tillage');
  return {
    fields,
    grass: grass.length === 0 || farm.previousRate === null ? null : grassOf(lookup, farm, grass),
    tillage: tillage.length === 0 ? null : tillageOf(tillage),
  };
}
