// "What would make it comply" on the N and P page must comply: one of the alternatives and every needed change are entered,
// with the amounts of the words.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calculateNutrients,
  type Application,
  type NutrientInputs,
  type NutrientResult,
} from '@/domain/nutrients/nutrients';
import { neededChanges } from '@/domain/nutrients/options';
import { loadRules } from '@/domain/rules/load-rules';
import type { Regime } from '@/domain/rules/regimes';
import type { Rules } from '@/domain/rules/rules';
import type { Derogation } from '@/domain/stocking/stocking';
import {
  neededWords,
  nutrientPrintout,
  nutrientRemedies,
  withinEveryLimit,
} from '@/features/calculators/nutrients/nutrient-words';
import { runs } from '@tests/support/full';
import { enter, meet } from '../rules/enter-remedies';
import { field, line, nutrients, present, rulesFile, stocking } from '../rules/farms';

const FARMS: readonly (readonly [Regime, stock: string, readonly Derogation[]])[] = [
  ['eng-nvz', 'dairy_cow_6000_9000', ['none', 'grazing']],
  ['wales', 'dairy_cow_6000_9000', ['none']],
  ['ni', 'dairy_cow', ['none', 'grazing']],
  ['ie', 'dairy_cow_band_2', ['none', 'upper', 'reduced']],
];
const rulesBy = new Map(await Promise.all(FARMS.map(async ([regime]) => [regime, await loadRules(regime)] as const)));

/** The spreading with what the words of a needed change say; shares are those of the year before any change. */
function spreadLess(
  inputs: NutrientInputs,
  before: NutrientResult,
  words: string,
  applications: readonly Application[],
): Application[] {
  const isProduct = ({ material }: Application) => inputs.products.some(({ id }) => id === material);
  const fieldOf = (one: Application) => present(inputs.fields.find(({ id }) => id === one.field));
  const inYear = ({ date }: Application) => date.startsWith('2026-');
  const counts = (one: Application) => present(before.applications.find(({ id }) => id === one.id)).countsFor === 2026;
  const times = (factor: number, which: (one: Application) => boolean) =>
    applications.map((one) => (which(one) ? { ...one, rate: one.rate * Math.max(0, factor) } : one));
  /** What is left of an amount after so much less. */
  const left = (amount: number | null, less: string | undefined) =>
    1 - Number(present(less).replaceAll(',', '')) / present(amount);
  const [, organic, onField] = /^([\d,]+) kg\/ha less organic nitrogen on (.+) in any/.exec(words) ?? [];
  if (onField !== undefined) {
    const { organicN } = present(before.fields.find(({ name }) => name === onField));
    return times(left(organicN, organic), (one) => one.field === onField && !isProduct(one));
  }
  const [, nitrogen, crop] = /^([\d,]+) kg N\/ha less on (.+), on average/.exec(words) ?? [];
  if (crop !== undefined) {
    const { id, used } = present(before.crops.find(({ label }) => label.toLowerCase() === crop));
    return times(left(used, nitrogen), (one) => fieldOf(one).crop === id && counts(one));
  }
  const [, grass, what] = /^([\d,]+) kg less (available nitrogen|chemical phosphorus) on grass/.exec(words) ?? [];
  if (what === 'available nitrogen')
    return times(left(present(before.grassN).used, grass), (one) => fieldOf(one).land === 'grass' && inYear(one));
  if (what !== undefined) {
    const used = present(before.phosphorus?.grass).chemicalUsed;
    return times(left(used, grass), (one) => fieldOf(one).land === 'grass' && isProduct(one) && inYear(one));
  }
  const [, chemical, tillage] = /^([\d,]+) kg\/ha less chemical phosphorus on (.+)/.exec(words) ?? [];
  if (tillage !== undefined) {
    const used = present(before.phosphorus?.fields.find(({ name }) => name === tillage)).chemical;
    return times(left(used, chemical), (one) => one.field === tillage && isProduct(one));
  }
  const [, both, percent] = /^No chemical phosphorus on (.+), and (\d+) % less of each manure there/.exec(words) ?? [];
  const [, only, name] = /^(\d+) % less of each manure on (.+)/.exec(words) ?? [];
  const manured = present(both ?? name);
  const less = 1 - Number(percent ?? only) / 100;
  return applications.map((one) =>
    one.field !== manured ? one : { ...one, rate: one.rate * (isProduct(one) ? (both === undefined ? 1 : 0) : less) },
  );
}

const bag = { k: 0, pForm: 'P', kForm: 'K', openingKg: 0, boughtKg: 0, closingKg: 0 } as const;

// Ireland, which alone limits phosphorus, more often.
const farm = fc.constantFrom(...FARMS, ...FARMS.slice(-1), ...FARMS.slice(-1)).chain(([regime, stock, derogations]) => {
  const rules = present(rulesBy.get(regime));
  const manures = rules.manures
    .filter(({ id }) => ['n', 'p'].every((part) => rules.figures[`manure.${id}.${part}`]?.value != null))
    .map(({ id }) => id);
  const crops = (land: 'grass' | 'tillage') => rules.crops.filter((crop) => crop.land === land).map(({ id }) => id);
  const grown = fc.constantFrom('grass' as const, 'tillage' as const).chain((land) =>
    fc.record({
      ...{ land: fc.constant(land), crop: fc.constantFrom(null, ...crops(land)) },
      ...{ areaHa: fc.double({ min: 1, max: 40, noNaN: true }), pIndex: fc.constantFrom(null, 1, 2, 3, 4) },
    }),
  );
  const spread = fc.record({
    ...{
      field: fc.constantFrom('Home', 'Top', 'Far'),
      material: fc.oneof(fc.constantFrom('bag', 'np', 'np'), fc.constantFrom(...manures)),
    },
    ...{ rate: fc.double({ min: 0.1, max: 60, noNaN: true }), n: fc.constant(null), p: fc.constant(null) },
    date: fc.constantFrom('2025-09-20', '2026-02-20', '2026-04-10', '2026-06-01', '2026-09-12'),
  });
  const moved = fc.record({
    ...{ manure: fc.constantFrom(...manures), amount: fc.double({ min: 1, max: 500, noNaN: true }) },
  });
  return fc.record({
    ...{
      regime: fc.constant(regime),
      stock: fc.constant(stock),
      unit: fc.constantFrom('hectare' as const, 'acre' as const),
    },
    ...{ derogation: fc.constantFrom(...derogations), head: fc.integer({ min: 0, max: 250 }) },
    ...{
      grassShare: fc.double({ min: 0.5, max: 1, noNaN: true }),
      pBalance: fc.double({ min: 0, max: 20, noNaN: true }),
    },
    ...{ soilAnalysed: fc.boolean(), previousRate: fc.double({ min: 20, max: 300, noNaN: true }) },
    ...{
      higherLimits: fc.boolean(),
      concentratesT: fc.double({ min: 0, max: 20, noNaN: true }),
      buildUp: fc.boolean(),
    },
    ...{ fields: fc.tuple(grown, grown, grown), applications: fc.array(spread, { maxLength: 12 }) },
    imports: fc.array(moved, { maxLength: 3 }),
  });
});
type Drawn = typeof farm extends fc.Arbitrary<infer Value> ? Value : never;

function inputsOf({
  regime,
  unit: _unit,
  stock,
  head,
  grassShare,
  imports,
  fields,
  applications,
  ...drawn
}: Drawn): NutrientInputs {
  const { derogation, pBalance, soilAnalysed, ...rest } = drawn;
  const names = ['Home', 'Top', 'Far'];
  const areaHa = fields.reduce((sum, one) => sum + one.areaHa, 0);
  return nutrients({
    ...rest,
    fields: fields.map((one, at) => field(present(names[at]), one.areaHa, one)),
    products: [
      { ...bag, id: 'bag', name: '27-0-0', n: 27, p: 0 },
      { ...bag, id: 'np', name: '10-10-0', n: 10, p: 10 },
    ],
    applications: applications.map((one, at) => ({
      ...one,
      id: String(at),
      rate: ['bag', 'np'].includes(one.material) ? one.rate * 10 : one.rate,
    })),
    stocking: stocking({
      ...{ areaHa, derogation, pBalance, soilAnalysed, derogationGrassHa: areaHa * grassShare },
      lines: [line(stock, head, { id: 'cows' })],
      moves: imports.map((one, at) => ({ ...one, id: String(at), direction: 'import', n: null, p: null })),
      own: regime === 'ie' ? { 'concentrate.p': { value: '5', reason: 'Label' } } : {},
    }),
  });
}

const changed = (rules: Rules, inputs: NutrientInputs, result: NutrientResult, unit: Drawn['unit']) => {
  const { each } = nutrientRemedies(rules, inputs, result, unit);
  const spreading = new Set(neededChanges(rules, inputs, result).map(neededWords));
  const applications = each
    .filter((words) => spreading.has(words))
    .reduce((rows, words) => spreadLess(inputs, result, words, rows), [...inputs.applications]);
  const starts =
    result.farm.options.length === 0
      ? [inputs.stocking]
      : result.farm.options.map((option) => enter(inputs.stocking, option, unit));
  return starts.map((start) =>
    calculateNutrients(rules, {
      ...inputs,
      applications,
      stocking: each.filter((words) => !spreading.has(words)).reduce((one, words) => meet(one, words, unit), start),
    }),
  );
};

test('one of the alternatives and each needed change bring farms of every regime within every limit', () => {
  const kinds = { organic: 0, crop: 0, grassN: 0, grassP: 0, tillageP: 0, tillageManure: 0, both: 0 };
  fc.assert(
    fc.property(farm, (drawn) => {
      const rules = present(rulesBy.get(drawn.regime));
      const inputs = inputsOf(drawn);
      const result = calculateNutrients(rules, inputs);
      const { oneOf, each } = nutrientRemedies(rules, inputs, result, drawn.unit);
      expect(oneOf.length + each.length > 0).toBe(withinEveryLimit(result) === false);
      for (const { kind } of neededChanges(rules, inputs, result)) kinds[kind] += 1;
      if (oneOf.length > 0 && each.length > 0) kinds.both += 1;
      if (oneOf.length + each.length === 0) return;
      for (const after of changed(rules, inputs, result, drawn.unit)) {
        const { farm: loading, fields, crops, grassN, phosphorus } = after;
        const states = [loading, ...fields, ...crops, grassN, phosphorus?.grass, phosphorus?.tillage].map(
          (one) => one?.compliant,
        );
        expect(states, [drawn.regime, ...oneOf, ...each].join('; ')).not.toContain(false);
        expect(loading.compliant).toBe(true);
      }
    }),
    runs(200, 4000),
  );
  for (const count of Object.values(kinds)) expect(count, JSON.stringify(kinds)).toBeGreaterThan(0);
});

const spread = (id: string, where: string, material: string, rate: number) => ({
  ...{ id, field: where, date: '2026-04-10', material, rate, n: null, p: null },
});

test('the paper tells alternatives from changes that are all needed, and has the field that got too much', () => {
  const eng = rulesFile('eng-nvz');
  const inputs = nutrients({
    stocking: stocking({ areaHa: 58, lines: [line('dairy_cow_6000_9000', 100)] }),
    fields: [field('Home', 10, { crop: 'grass' })],
    // 110 × 2.6 = 286 kg of organic nitrogen.
    applications: [spread('1', 'Home', 'cattle_slurry', 110)],
  });
  const result = calculateNutrients(eng, inputs);
  const paper = nutrientPrintout(eng, {}, inputs, [], result, { farm: 'Hill', unit: 'hectare' });
  expect(present(paper.tables.find(({ heading }) => heading === 'What would make it comply')).rows).toEqual([
    ['One of these', '1.42 ha more land'],
    ['One of these', expect.stringMatching(/^Export /)],
    ['One of these', '3 fewer: Dairy cow, 6,000 to 9,000 litres'],
    ['Each of these', '36 kg/ha less organic nitrogen on Home in any 12 months'],
  ]);
});

test('manure that is taken off tillage counts for the grass', () => {
  const ie = rulesFile('ie');
  const slurry = (p: number) =>
    ({ id: 'in', direction: 'import', manure: 'cattle_slurry', amount: 2000, n: null, p }) as const;
  const inputs = nutrients({
    ...{ previousRate: 140, products: [{ ...bag, id: 'np', name: '0-10-0', n: 0, p: 10 }] },
    stocking: stocking({ areaHa: 200, moves: [slurry(0.5)] }),
    fields: [field('Home', 60, { pIndex: 3 }), field('Top', 20, { land: 'tillage', crop: 'cereals', pIndex: 3 })],
    // 60 × 13 = 780 kg are allowed on grass, all of it chemical, as long as the 1,000 kg that came are spread on tillage.
    applications: [{ ...spread('1', 'Top', 'cattle_slurry', 100), p: 0.5 }, spread('2', 'Home', 'np', 130)],
  });
  const result = calculateNutrients(ie, inputs);
  const { max, used } = present(result.phosphorus?.fields[1]);
  expect(present(used)).toBeGreaterThan(present(max));
  expect(result.phosphorus?.grass?.compliant).toBe(true);
  const [tillage, grass] = neededChanges(ie, inputs, result);
  expect([tillage, grass]).toMatchObject([{ kind: 'tillageManure', hasChemical: false }, { kind: 'grassP' }]);
  for (const after of changed(ie, inputs, result, 'hectare')) expect(withinEveryLimit(after)).toBe(true);
});
