// Soil tests: the index of a measured value, and how long a test is valid.
import type { Decimal } from '@/domain/core/money';
import { addMonths } from '@/domain/core/time';
import type { LandUse } from './field';

export const SOIL_METHODS = ['olsen', 'morgan'] as const;
export type SoilMethod = (typeof SOIL_METHODS)[number];
export const SOIL_METHOD_WORDS: Record<SoilMethod, string> = { olsen: 'Olsen (UK)', morgan: 'Morgan (Ireland)' };

type Band = readonly [index: string, upTo: number];
type Rule = { source: string; confidence: 'read-in-source'; bands: readonly Band[] };

// The last value of each index, in mg/l. Above the last one the table gives no index.
const MORGAN_P_GRASS: Rule = {
  source: 'Fertilizer Association of Ireland, soil index system',
  confidence: 'read-in-source',
  bands: [
    ['1', 3],
    ['2', 5],
    ['3', 8],
    ['4', Infinity],
  ],
};
const MORGAN_P_TILLAGE: Rule = {
  ...MORGAN_P_GRASS,
  bands: [
    ['1', 3],
    ['2', 6],
    ['3', 10],
    ['4', Infinity],
  ],
};
const MORGAN_K: Rule = {
  ...MORGAN_P_GRASS,
  bands: [
    ['1', 50],
    ['2', 100],
    ['3', 150],
    ['4', Infinity],
  ],
};
const OLSEN_P: Rule = {
  source: 'SR (NI) 2019/81, schedule 5, paragraph 10',
  confidence: 'read-in-source',
  bands: [
    ['0', 9],
    ['1', 15],
    ['2-', 20],
    ['2+', 25],
    ['3', 45],
    ['4', 70],
  ],
};

/**
 * The index of a value as its table names it, for example "2-" or "2+". The tables print whole numbers or tenths, so a
 * value is first rounded to that `step`: 9.4 is rounded to 9 and has index 0; index 1 begins at 10.
 */
function indexIn({ bands }: Rule, value: Decimal, step: number): string | null {
  const printed = Math.round(value / 10_000 / step) * step;
  return bands.find(([, upTo]) => printed <= upTo + step / 1000)?.[0] ?? null;
}

const isGrass = (use: LandUse | null) => use === 'permanent_grass' || use === 'temporary_grass';

/** The phosphorus index; null if the table has none for this value: the user then enters the laboratory's index. */
export const pIndex = (method: SoilMethod, use: LandUse | null, mgPerL: Decimal): string | null =>
  method === 'olsen'
    ? indexIn(OLSEN_P, mgPerL, 1)
    : indexIn(isGrass(use) ? MORGAN_P_GRASS : MORGAN_P_TILLAGE, mgPerL, 0.1);

/** The potassium index; null for Olsen, because no source of the UK's table was read: the user enters the report's. */
export const kIndex = (method: SoilMethod, mgPerL: Decimal): string | null =>
  method === 'morgan' ? indexIn(MORGAN_K, mgPerL, 1) : null;

/** How many years a soil test is valid: four in Ireland, five under the Farming Rules for Water in England. */
const VALID_YEARS = { ireland: 4, other: 5 };

/** The first day on which a test is no longer valid. */
export const soilTestEnds = (sampledOn: string, region: string | null): string =>
  addMonths(sampledOn, 12 * (region === 'ireland' ? VALID_YEARS.ireland : VALID_YEARS.other));

export const isSoilTestInDate = (sampledOn: string | null, region: string | null, today: string): boolean =>
  sampledOn !== null && today < soilTestEnds(sampledOn, region);
