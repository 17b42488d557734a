// The results are worked out again from the rows of the CSV file alone, which has the same rows as the paper.
import { describe, expect, test } from 'vitest';
import type { CsvCell } from '@/domain/core/csv';
import { calculateNutrients, type NutrientInputs } from '@/domain/nutrients/nutrients';
import { csvOf } from '@/domain/rules/printout';
import type { Regime } from '@/domain/rules/regimes';
import type { Rules } from '@/domain/rules/rules';
import { calculateStocking, type ManureMove, type StockingInputs } from '@/domain/stocking/stocking';
import { stockingPrintout } from '@/domain/stocking/stocking-words';
import { nutrientPrintout } from '@/features/calculators/nutrients/nutrient-words';
import { field, line, nutrients, present, rulesFile, stocking } from './farms';

const WHERE = { farm: 'Hill Farm', unit: 'hectare' } as const;
const number = (text: CsvCell | undefined) =>
  Number(present(/-?[\d.]+/.exec(String(text).replaceAll(',', '').replace('−', '-')))[0]);

/** The rows of a CSV file: the answer by label, and each table by heading, its rows by the names of their columns. */
function readPaper(csv: CsvCell[][]) {
  const starts = csv.flatMap((row, at) => (row.length === 0 ? [at] : []));
  const answer = new Map(csv.slice(0, starts[0]).map(([label, value]) => [String(label), String(value)]));
  const tables = new Map(
    starts.map((start, at) => {
      const [heading, head = [], ...rows] = csv.slice(start + 1, starts[at + 1]);
      return [
        String(heading?.[0]),
        rows.map((row) => new Map(head.map((name, col) => [String(name), row[col]]))),
      ] as const;
    }),
  );
  const rows = (heading: string) => present(tables.get(heading));
  const figures = new Map(
    rows('Figures and their sources').map((row) => [String(row.get('Figure')), row.get('Value')]),
  );
  return {
    rows,
    answer: (label: string) => present(answer.get(label)),
    has: (label: string) => answer.has(label),
    amount: (label: string) => number(present(answer.get(label))),
    figure: (name: string) => number(present(figures.get(name))),
    figures: (name: RegExp) => [...figures].flatMap(([label, value]) => (name.test(label) ? [number(value)] : [])),
    row: (heading: string, first: string) => present(rows(heading).find((row) => [...row.values()][0] === first)),
  };
}
type Paper = ReturnType<typeof readPaper>;

/** kg N of a row of livestock, from its number, months and own figures, and the table's figures. */
function nitrogenOf(paper: Paper, row: ReadonlyMap<string, CsvCell | undefined>): number {
  const kind = String(row.get('Kind'));
  const months = row.get('Months');
  const notes = String(row.get('Notes') ?? '');
  const [day] = paper.figures(new RegExp(`^${kind}, nitrogen a day$`));
  if (months !== 12 && typeof months === 'number' && day !== undefined)
    return (Number(row.get('Number')) * day * 365 * months) / 12 / 1000;
  const [, protein] = /Diet with ([\d.]+) % crude protein/.exec(notes) ?? [];
  const each =
    protein === undefined
      ? paper.figure(`${kind}, nitrogen`)
      : paper.figure(`Dairy cow, band 2, diet with up to ${protein} % protein`);
  if (months === 'each stay') return Number(row.get('Number')) * each;
  const [, filled] = /Places filled ([\d.]+) %/.exec(notes) ?? [];
  const share = filled === undefined ? 1 : Number(filled) / paper.figure(`${kind}, time the places are filled`);
  return Number(row.get('Average of the year')) * each * share;
}

/** Loading, livestock manure and what is allowed; livestock units if the paper has them. */
function workOut(paper: Paper) {
  const rows = paper.rows('Livestock');
  const kinds = rows.slice(0, -4);
  const moved = paper.rows('Manure moved').map((row) => {
    const n = Number(row.get('Amount')) * Number(row.get('N, kg/unit'));
    return String(row.get('Notes')).includes('No livestock manure') ? 0 : row.get('Way') === 'leaves' ? -n : n;
  });
  const net = [...kinds.map((row) => nitrogenOf(paper, row)), ...moved].reduce((sum, n) => sum + n, 0);
  const inside = paper.amount('Area of the farm');
  const outside = paper.has('More land outside the NVZ') ? paper.amount('More land outside the NVZ') : 0;
  const lu = kinds.reduce((sum, row) => {
    const units = [...row].find(([name]) => name.startsWith('LU ('))?.[1];
    const coefficients = paper.figures(/^Livestock unit, /);
    const average = Number(row.get('Average of the year'));
    // Each class has the coefficient of its kind.
    if (units !== undefined)
      expect(coefficients.some((each) => Math.abs(average * each - Number(units)) < 1e-3)).toBe(true);
    return sum + Number(units ?? 0);
  }, 0);
  return { net, inside, outside, loading: net / (inside + outside), lu };
}

const cows = (id: string, head: number, more = {}) => line(id, head, more);
const move = (
  direction: ManureMove['direction'],
  manure: string,
  amount: number,
  n: number | null = null,
): ManureMove => ({ id: `${direction}-${manure}`, direction, manure, amount, n, p: null }) as const;
const ENGLISH = [cows('dairy_cow_6000_9000', 120), cows('dairy_12m_calving', 40, { months: 5 })];

const FARMS: readonly (readonly [string, Regime, Partial<StockingInputs>])[] = [
  [
    'England inside an NVZ, with land outside, part years, places and moved manure',
    'eng-nvz',
    {
      ...{ areaHa: 80, outsideHa: 20, grassHa: 75, luSet: 'eurostat' },
      lines: [...ENGLISH, cows('grower_dry', 200, { occupancy: 80 })],
      moves: [
        move('import', 'pig_slurry', 100, 3.1),
        move('export', 'cattle_slurry', 250),
        move('import', 'compost_green', 50),
      ],
    },
  ],
  ['England outside an NVZ, with a limit of its own', 'eng-non-nvz', { areaHa: 90, ownLimit: 150, lines: ENGLISH }],
  ['Wales', 'wales', { areaHa: 90.5, lines: ENGLISH, moves: [move('export', 'cattle_slurry', 100)] }],
  [
    'Scotland inside an NVZ, with an own figure',
    'scot-nvz',
    {
      lines: [cows('dairy_cow_550kg', 100)],
      own: { 'livestock.dairy_cow_550kg.n': { value: '101', reason: 'Adviser' } },
    },
  ],
  [
    'Northern Ireland, with animals counted for their stay',
    'ni',
    { areaHa: 90, grassHa: 70, lines: [cows('dairy_cow', 100), cows('calf_0_6m', 40)] },
  ],
  [
    'Ireland, with a diet of little protein',
    'ie',
    { areaHa: 95, grassHa: 80, lines: [cows('dairy_cow_band_2', 120, { protein: 14 }), cows('calf_0_90d', 60)] },
  ],
];

describe('the stocking rate', () => {
  test.each(FARMS)('%s', (_, regime, more) => {
    const rules: Rules = rulesFile(regime);
    const inputs = stocking({ luSet: rules.defaultLuSet, ...more });
    const result = calculateStocking(rules, inputs);
    const paper = readPaper(csvOf(stockingPrintout(rules, inputs.own, inputs, result, WHERE)));
    const { net, loading, inside, outside, lu } = workOut(paper);
    expect(paper.answer('Nitrogen of livestock manure')).toBe(`${loading.toFixed(1)} kg N/ha`);
    const perHa = (lu / paper.amount('Grazed land')).toFixed(2);
    expect(paper.answer('Livestock units')).toMatch(new RegExp(`^(at least )?${perHa} LU/ha`));
    const limits = (paper.answer('Limit').match(/\d+(\.\d+)?/g) ?? []).map(Number);
    const allowed =
      outside > 0 ? inside * present(limits[1]) + outside * present(limits[2]) : inside * present(limits[0]);
    expect(paper.amount('Allowed in the year')).toBeCloseTo(allowed, -0.5);
    expect(paper.amount('Nitrogen in the year')).toBe(Math.round(net));
  });

  test('Northern Ireland with a derogation: each kind of livestock has its limit', () => {
    const ni = rulesFile('ni');
    const inputs = stocking({
      ...{ areaHa: 50, derogation: 'grazing', derogationGrassHa: 45, pBalance: 4, soilAnalysed: true },
      luSet: ni.defaultLuSet,
      lines: [cows('dairy_cow', 80)],
      moves: [move('import', 'pig_slurry', 200, 3), move('export', 'cattle_slurry_6', 100, 3)],
    });
    const result = calculateStocking(ni, inputs);
    const paper = readPaper(csvOf(stockingPrintout(ni, {}, inputs, result, WHERE)));
    const grazing = paper.amount('Nitrogen of grazing livestock');
    const other = paper.amount('Nitrogen of other livestock');
    const { net, inside } = workOut(paper);
    expect(grazing + other).toBeCloseTo(net, -0.5);
    expect(other).toBe(600);
    const each = paper.figure('Nitrogen of grazing livestock with a derogation');
    const rest = paper.figure('Nitrogen from livestock manure, for the farm');
    expect(paper.amount('Allowed in the year')).toBe(Math.round(other + (inside - other / rest) * each));
    expect(paper.amount('Area needed')).toBeCloseTo(grazing / each + other / rest, 2);
  });
});

describe('the N and P statement', () => {
  const statement = (rules: Rules, inputs: NutrientInputs) =>
    readPaper(
      csvOf(nutrientPrintout(rules, inputs.stocking.own, inputs, [], calculateNutrients(rules, inputs), WHERE)),
    );

  test.each(FARMS)('loading: %s', (_, regime, more) => {
    const rules = rulesFile(regime);
    const paper = statement(rules, nutrients({ stocking: stocking(more) }));
    const { net, loading } = workOut(paper);
    expect(paper.answer('Nitrogen of livestock manure')).toBe(`${loading.toFixed(1)} kg N/ha`);
    expect(paper.amount('Nitrogen in the year')).toBe(Math.round(net));
  });

  test('what Irish grass may get, from the stocking rate of the year before and the concentrates', () => {
    const ie = rulesFile('ie');
    const inputs = nutrients({
      ...{ previousRate: 152.4, concentratesT: 20, higherLimits: false },
      stocking: stocking({ areaHa: 60, own: { 'concentrate.p': { value: '5', reason: 'Label' } } }),
      fields: [field('Home', 40, { pIndex: 2 }), field('Far', 20, { pIndex: 3 })],
    });
    const paper = statement(ie, inputs);
    const rate = Math.round(paper.amount('Grassland stocking rate of the year before, before exports'));
    expect(rate).toBe(152);
    expect(paper.answer('The higher limits apply')).toBe('No');
    expect(paper.answer('Phosphorus build-up is approved')).toBe('No');
    const most = paper
      .rows('Phosphorus of the fields')
      .map(
        (row) =>
          Number(row.get('Area, ha')) *
          paper.figure(`Phosphorus for grass, stocking rate 131 to 170, index ${row.get('Soil index')}`),
      );
    const concentrates =
      paper.amount('Concentrates fed in the year before') * paper.figure('Phosphorus in concentrates');
    const allowed = present(most[0]) + present(most[1]) - concentrates;
    expect(paper.row('Phosphorus for grass', 'Chemical phosphorus allowed').get('kg P')).toBe(allowed);
    const grassHa = paper.rows('Phosphorus of the fields').reduce((sum, row) => sum + Number(row.get('Area, ha')), 0);
    const nitrogen = paper.figure('Nitrogen for grass, stocking rate 131 to 170') * grassHa;
    expect(paper.answer('Nitrogen for grass, used and allowed')).toBe(
      `0.0 kg of ${nitrogen.toLocaleString('en-GB', { minimumFractionDigits: 1 })} kg`,
    );
  });
});
