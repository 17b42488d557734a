// "What would make it comply" must comply: the amounts are read from the words on the page and entered.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadRules } from '@/domain/rules/load-rules';
import { csvOf } from '@/domain/rules/printout';
import { REGIMES } from '@/domain/rules/regimes';
import { calculateStocking, type Derogation, type StockingInputs } from '@/domain/stocking/stocking';
import { optionWords, stockingPrintout, stockingRemedies } from '@/domain/stocking/stocking-words';
import { enter, meet } from './enter-remedies';
import { line, present, rulesFile, stocking } from './farms';

const rulesBy = new Map(await Promise.all(REGIMES.map(async (regime) => [regime, await loadRules(regime)] as const)));

const DEROGATIONS: Partial<Record<string, readonly Derogation[]>> = {
  'eng-nvz': ['none', 'grazing'],
  ni: ['none', 'grazing'],
  ie: ['none', 'upper', 'reduced'],
};

const farm = fc.constantFrom(...REGIMES).chain((regime) => {
  const rules = present(rulesBy.get(regime));
  const isKnown = (key: string) => rules.figures[key]?.value != null;
  const stock = rules.livestock.filter(({ id }) => isKnown(`livestock.${id}.n`)).map(({ id }) => id);
  const manures = rules.manures.filter(({ id }) => isKnown(`manure.${id}.n`)).map(({ id }) => id);
  const count = fc.integer({ min: 0, max: 1500 });
  const lines = fc.array(
    fc.record({
      stock: fc.constantFrom(...(stock.length > 0 ? stock : ['none'])),
      head: count,
      months: fc.integer({ min: 1, max: 12 }),
      monthly: fc.option(fc.array(count, { minLength: 12, maxLength: 12 }), { freq: 4 }),
      times: fc.integer({ min: 0, max: 12 }),
    }),
    stock.length > 0 ? { minLength: 1, maxLength: 4 } : { maxLength: 0 },
  );
  const moves = fc.array(
    fc.record({
      direction: fc.constantFrom('import' as const, 'export' as const),
      manure: fc.constantFrom(...(manures.length > 0 ? manures : ['none'])),
      amount: fc.integer({ min: 0, max: 3000 }),
      n: fc.option(fc.double({ min: 0.5, max: 20, noNaN: true })),
    }),
    { maxLength: manures.length > 0 ? 3 : 0 },
  );
  return fc.record({
    regime: fc.constant(regime),
    unit: fc.constantFrom('hectare' as const, 'acre' as const),
    derogation: fc.constantFrom<Derogation>(...(DEROGATIONS[regime] ?? ['none'])),
    areaHa: fc.double({ min: 1, max: 400, noNaN: true }),
    outsideHa:
      regime === 'eng-nvz' ? fc.oneof(fc.constant(0), fc.double({ min: 0, max: 50, noNaN: true })) : fc.constant(0),
    grassShare: fc.option(fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })), { freq: 4 }),
    pBalance: fc.option(fc.double({ min: -5, max: 20, noNaN: true }), { freq: 4 }),
    soilAnalysed: fc.option(fc.boolean(), { freq: 4 }),
    ...{ lines, moves },
  });
});

const kinds = { land: 0, export: 0, stock: 0, condition: 0 };

test('entering what is proposed makes 600 farms of every regime comply, with part years and derogations', () => {
  fc.assert(
    fc.property(farm, ({ regime, unit, grassShare, ...drawn }) => {
      const rules = present(rulesBy.get(regime));
      const inputs = stocking({
        ...drawn,
        derogationGrassHa: grassShare === null ? null : (drawn.areaHa + drawn.outsideHa) * grassShare,
        ownLimit: 170,
        lines: drawn.lines.map((one, at) => line(one.stock, one.head, { ...one, id: String(at) })),
        moves: drawn.moves.map((move, at) => ({ ...move, id: String(at), p: null })),
      });
      const result = calculateStocking(rules, inputs);
      const { oneOf, each } = stockingRemedies(result, unit);
      expect(oneOf.length + each.length > 0).toBe(result.compliant === false);
      const complies = (start: StockingInputs, words: string) => {
        const changed = calculateStocking(
          rules,
          each.reduce((farm, condition) => meet(farm, condition, unit), start),
        );
        expect(changed, `${regime} ${drawn.derogation}: ${words}, ${each.join(' ')}`).toMatchObject({
          compliant: true,
        });
      };
      kinds.condition += each.length;
      if (oneOf.length === 0 && each.length > 0) complies(inputs, '');
      expect(oneOf).toEqual(result.options.map((option) => optionWords(option, unit)));
      for (const option of result.options) {
        kinds[option.kind] += 1;
        complies(enter(inputs, option, unit), optionWords(option, unit));
      }
    }),
    { numRuns: 600, seed: 20261130 },
  );
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(50);
});

describe('animals', () => {
  const eng = rulesFile('eng-nvz');
  const fewer = (inputs: StockingInputs, id: string) =>
    calculateStocking(eng, inputs).options.find((option) => option.kind === 'stock' && option.line === id);

  test('that are here for part of the year: as many as were entered, not averages', () => {
    // 61 kg in a year; 167 g a day × 365 × 5/12 / 1000 = 25.4 kg for the five months of each. 510 kg too much is 21 of them.
    const heifers = line('dairy_12m_calving', 100, { id: 'heifers', months: 5 });
    const inputs = stocking({ areaHa: 56.4, lines: [line('dairy_cow_6000_9000', 75), heifers] });
    const over = present(calculateStocking(eng, inputs).over);
    const each = present(calculateStocking(eng, stocking({ lines: [{ ...heifers, head: 1 }] })).stockN);
    expect(fewer(inputs, 'heifers')).toMatchObject({ head: Math.ceil(over / each), monthly: false });
    expect(Math.ceil(over / each)).toBeGreaterThan(Math.ceil(over / 61));
  });

  test('with a derogation: each takes its share of the higher limit', () => {
    // 100 cows × 101 = 10,100 kg on 38.6 ha × 250 = 9,650: 450 kg too much, 5 cows.
    const inputs = stocking({
      ...{ areaHa: 38.6, derogation: 'grazing', derogationGrassHa: 38.6 },
      lines: [line('dairy_cow_6000_9000', 100, { id: 'cows' })],
    });
    expect(fewer(inputs, 'cows')).toMatchObject({ head: 5 });
  });

  test('entered by month: so many fewer in every month', () => {
    const cows = line('dairy_cow_6000_9000', 0, { id: 'cows', monthly: Array.from({ length: 12 }, () => 100) });
    const option = present(fewer(stocking({ areaHa: 57, lines: [cows] }), 'cows'));
    // 10,100 kg on 57 ha × 170 = 9,690: 410 kg too much, 5 cows.
    expect(optionWords(option, 'hectare')).toMatch(/^5 fewer in every month: /);
  });
});

test('manure of a kind that the farm does not have is not proposed for export', () => {
  const eng = rulesFile('eng-nvz');
  const pigs = calculateStocking(eng, stocking({ areaHa: 50, lines: [line('finisher_dry', 1200)] }));
  expect(pigs.options.flatMap((option) => (option.kind === 'export' ? [option.manure] : []))).toEqual(['pig_slurry']);
  const hens = calculateStocking(eng, stocking({ areaHa: 50, lines: [line('broiler', 100_000)] }));
  expect(hens.options.flatMap((option) => (option.kind === 'export' ? [option.manure] : []))).toEqual([
    'poultry_manure',
  ]);
});

test('paper and CSV list the conditions of the derogation beside the alternatives', () => {
  const ni = rulesFile('ni');
  const inputs = stocking({
    ...{ areaHa: 40, derogation: 'grazing', derogationGrassHa: 30, pBalance: 12, soilAnalysed: null },
    lines: [line('dairy_cow', 101)],
  });
  const result = calculateStocking(ni, inputs);
  const paper = stockingPrintout(ni, {}, inputs, result, { farm: 'Hill Farm', unit: 'hectare' });
  // 10,100 kg on 40 ha × 250; 80 % of 40 ha are 32.
  const rows = [
    ['One of these', '0.40 ha more grassland'],
    ['One of these', expect.stringMatching(/^Export .* of cattle slurry/)],
    ['One of these', '1 fewer: Dairy cow'],
    ['Each of these', 'Turn 2.00 ha of the farm into grass: the derogation asks for 80 %.'],
    ['Each of these', 'Lower the phosphorus balance to 10 kg P/ha or less.'],
    ['Each of these', 'Answer whether the soil was analysed: every 4 years, one for 4 ha at least.'],
  ];
  expect(present(paper.tables.find(({ heading }) => heading === 'What would make it comply')).rows).toEqual(rows);
  expect(csvOf(paper)).toEqual(expect.arrayContaining(rows));
});
