// Inputs of the calculators: simple defaults, replaced by the values that a test names.
import { readdirSync, readFileSync } from 'node:fs';
import type { Regime } from '@/domain/rules/regimes';
import { parseRules, type Rules } from '@/domain/rules/rules';
import type { StockingInputs, StockLine } from '@/domain/stocking/stocking';
import type { SlurryInputs } from '@/domain/slurry/slurry';
import type { Store } from '@/domain/slurry/store';
import type { Field, NutrientInputs } from '@/domain/nutrients/nutrients';

const RULES_FOLDER = 'src/domain/rules/data';

/** The files of a regime's rules, the newest last. */
export const rulesFiles = (regime: Regime): string[] =>
  readdirSync(RULES_FOLDER)
    .filter((name) => name.startsWith(`${regime}-2`))
    .toSorted()
    .map((name) => `${RULES_FOLDER}/${name}`);

/** The rules of a regime in a version, by default the newest, as they are stored. */
export function rulesJson(regime: Regime, version?: string): unknown {
  const file = version === undefined ? rulesFiles(regime).at(-1) : `${RULES_FOLDER}/${regime}-${version}.json`;
  return JSON.parse(readFileSync(present(file), 'utf8'));
}
export const rulesFile = (regime: Regime, version?: string): Rules => parseRules(rulesJson(regime, version));

export const line = (stock: string, head: number, more: Partial<StockLine> = {}): StockLine => ({
  ...{ id: `${stock}-${head}`, stock, head, months: 12, monthly: null, times: null },
  ...{ occupancy: null, protein: null, weight: null },
  ...more,
});

export const stocking = (more: Partial<StockingInputs> = {}): StockingInputs => ({
  ...{
    year: 2026,
    areaHa: 100,
    outsideHa: 0,
    grassHa: null,
    derogation: 'none',
    ownLimit: null,
    derogationGrassHa: null,
    pBalance: null,
    soilAnalysed: null,
  },
  ...{ luSet: 'nix', lines: [], moves: [], own: {} },
  ...more,
});

export const store = (more: Partial<Store>): Store => ({
  ...{ id: 'tank', name: 'Tank', shape: 'rect', covered: false, lengthM: null, widthM: null, depthM: null },
  ...{ diameterM: null, bankRun: null, freeboardM: null, deductionM3: null, volumeM3: null, manure: null },
  ...more,
});

export const slurry = (more: Partial<SlurryInputs> = {}): SlurryInputs => ({
  ...{ year: 2026, periodOf: 'cattle', county: null, otherCounty: null, ownFrom: null, ownTo: null },
  ...{ rainMm: 0, upliftPercent: 0, yardM2: 0, cowsWashed: 0, washPerCow: 0, beddingM3: 0, importsM3: 0, exportsM3: 0 },
  ...{ lowRiskM3: 0, carryOverM3: 0, separator: false, bufferPercent: 0, lines: [], stores: [], readings: {} },
  ...{ today: '2026-11-20', spreadFrom: null, own: {} },
  ...more,
});

export const field = (id: string, areaHa: number, more: Partial<Field> = {}): Field => ({
  ...{ id, name: id, areaHa, land: 'grass', soil: 'other', crop: null, pIndex: null, yieldT: null },
  ...{ extras: [], sownEarly: false },
  ...more,
});

export const nutrients = (more: Partial<NutrientInputs> = {}): NutrientInputs => ({
  ...{ stocking: stocking(), zone: null, previousRate: null, higherLimits: false, concentratesT: 0, buildUp: false },
  ...{ fields: [], products: [], applications: [] },
  ...more,
});

/** The value, or an error if there is none. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new Error('the value is missing');
  return value;
}
