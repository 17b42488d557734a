// The farm of the calculator bench: 60 lines of stock, 300 fields and 3,000 applications.
import file from '@/domain/rules/data/eng-nvz-2026-11-20.json';
import { calculateNutrients, type NutrientInputs } from '@/domain/nutrients/nutrients';
import { parseRules } from '@/domain/rules/rules';

const rules = parseRules(file);
const stock = rules.livestock.map(({ id }) => id);
const inputs: NutrientInputs = {
  stocking: {
    ...{
      year: 2026,
      areaHa: 2400,
      outsideHa: 0,
      grassHa: null,
      derogation: 'none',
      ownLimit: null,
      derogationGrassHa: null,
      pBalance: null,
      soilAnalysed: null,
      luSet: 'nix',
    },
    ...{ moves: [], own: {} },
    lines: Array.from({ length: 60 }, (_, at) => ({
      ...{ id: `l${at}`, stock: stock[at % stock.length] ?? '', head: 20 + at, months: 12, monthly: null },
      ...{ times: null, occupancy: null, protein: null, weight: null },
    })),
  },
  ...{ zone: null, previousRate: null, higherLimits: false, concentratesT: 0, buildUp: false },
  fields: Array.from({ length: 300 }, (_, at) => ({
    ...{ id: `f${at}`, name: `Field ${at}`, areaHa: 8, land: at % 2 ? 'grass' : 'tillage', soil: 'other' },
    ...{ crop: at % 2 ? 'grass' : 'barley_winter', pIndex: 2, yieldT: 8, extras: [], sownEarly: false },
  })),
  products: [
    {
      ...{ id: 'bag', name: '27-0-0', n: 27, p: 0, k: 0 },
      pForm: null,
      kForm: null,
      openingKg: 0,
      boughtKg: 0,
      closingKg: 0,
    },
  ],
  applications: Array.from({ length: 3000 }, (_, at) => ({
    ...{ id: `a${at}`, field: `f${at % 300}`, material: at % 3 ? 'cattle_slurry' : 'bag', rate: 25, n: null, p: null },
    date: `2026-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
  })),
};

/** The milliseconds of one calculation. */
export function recalculate(): number {
  const began = performance.now();
  const { fields } = calculateNutrients(rules, inputs);
  const took = performance.now() - began;
  if (fields.length !== 300) throw new Error('not every field was calculated');
  return took;
}
