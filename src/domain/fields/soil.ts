// Soil tests: the index of a measured value, and how long a test is valid. The figures are in src/domain/rules/data.
import { toNumeric, type Decimal } from '@/domain/core/money';
import { addMonths } from '@/domain/core/time';
import { KEPT_INDEX, SOIL_TABLES, SOIL_TEST_YEARS, type IndexTable } from '@/domain/rules/soil-rules';
import type { LandUse } from './field';

export const SOIL_METHODS = ['olsen', 'morgan'] as const;
export type SoilMethod = (typeof SOIL_METHODS)[number];
export const SOIL_METHOD_WORDS: Record<SoilMethod, string> = { olsen: 'Olsen (UK)', morgan: 'Morgan (Ireland)' };

/**
 * The index of a value as its table names it, for example "2-" or "2+"; null above the last one of a table without more. The
 * tables print whole numbers or hundredths, so a value is first rounded: 9.4 is rounded to 9 and has index 0; index 1
 * begins at 10.
 */
function indexIn({ upTo, above, printed: step }: IndexTable, value: Decimal): string | null {
  const printed = Math.round(toNumeric(value) / step) * step;
  return upTo.find(([, last]) => printed <= last + step / 1000)?.[0] ?? above;
}

const isGrass = (use: LandUse | null) => use === 'permanent_grass' || use === 'temporary_grass';

/** The phosphorus index; null if the table has none for this value: the user then enters the laboratory's index. */
export const pIndex = (method: SoilMethod, use: LandUse | null, mgPerL: Decimal): string | null =>
  indexIn(SOIL_TABLES[method === 'olsen' ? 'olsenP' : isGrass(use) ? 'morganP.grass' : 'morganP.tillage'], mgPerL);

/** The potassium index; null for Olsen, because no source of the UK's table was read: the user enters the report's. */
export const kIndex = (method: SoilMethod, mgPerL: Decimal): string | null =>
  method === 'morgan' ? indexIn(SOIL_TABLES.morganK, mgPerL) : null;

const isRegion = (region: string): region is keyof typeof SOIL_TEST_YEARS => region in SOIL_TEST_YEARS;

/** The first day on which a test is no longer valid; of a farm without a country as in England. */
export const soilTestEnds = (sampledOn: string, region: string | null): string =>
  addMonths(sampledOn, 12 * SOIL_TEST_YEARS[region !== null && isRegion(region) ? region : 'england'][0]);

export const isSoilTestInDate = (sampledOn: string | null, region: string | null, today: string): boolean =>
  sampledOn !== null && today < soilTestEnds(sampledOn, region);

/** The index of a test that counts in Ireland on a day; null if the test is too old, unless its index stays. */
export const irishIndexOn = (
  { sampledOn, pIndex: index }: { sampledOn: string | null; pIndex: string | null },
  date: string,
): string | null => (index === KEPT_INDEX.ireland[0] || isSoilTestInDate(sampledOn, 'ireland', date) ? index : null);
