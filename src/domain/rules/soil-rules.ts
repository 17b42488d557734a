// The rules of soil tests: tables of indices, and how long a test counts. They are part of the code that uses them, because
// the land register needs them at once, and the same whatever rules a calculation was saved with: a soil test stores its
// index.
import { persistentIndex, tables, validYears } from './data/soil-2026-11-30.json';

type Confidence = 'read' | 'secondary';
type Years = readonly [years: number, unit: string, source: string, confidence: Confidence, note?: string];

export type IndexTable = {
  unit: string;
  /** The step in which the table prints its values. */
  printed: number;
  /** Each index with the last value that belongs to it, in ascending order. */
  upTo: readonly (readonly [index: string, last: number])[];
  /** The index of every higher value; null if the table has none. */
  above: string | null;
  source: string;
  confidence: Confidence;
};

/** An index that a test keeps when it is too old. */
type Kept = readonly [index: string, source: string, confidence: Confidence, note: string];

// The casts are safe: tests/domain/fields checks the file, so that a page need not load the checks with it. Its sources are
// not imported, because no page shows them.
export const SOIL_TABLES = tables as unknown as Readonly<
  Record<'morganP.grass' | 'morganP.tillage' | 'morganK' | 'olsenP', IndexTable>
>;
export const SOIL_TEST_YEARS = validYears as unknown as Readonly<
  Record<'england' | 'wales' | 'scotland' | 'northern_ireland' | 'ireland', Years>
>;
export const KEPT_INDEX = persistentIndex as unknown as { ireland: Kept };
