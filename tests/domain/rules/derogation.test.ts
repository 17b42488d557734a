// A derogation: manure of grazing livestock and of other livestock with a limit of their own, land outside the zone, and
// the conditions. The expected figures are worked out by hand from the figures of the rules.
import { describe, expect, test } from 'vitest';
import { calculateNutrients } from '@/domain/nutrients/nutrients';
import { calculateStocking, type StockingInputs } from '@/domain/stocking/stocking';
import { limitText, pictureWords, stateWords } from '@/domain/stocking/limit-words';
import { countedWords, movedRows } from '@/domain/stocking/stocking-tables';
import { stockingPrintout } from '@/domain/stocking/stocking-words';
import { csvOf } from '@/domain/rules/printout';
import { yearRows } from '@/features/calculators/nutrients/year-rows';
import { line, nutrients, present, rulesFile, stocking } from './farms';

const eng = rulesFile('eng-nvz');
const ni = rulesFile('ni');
const ie = rulesFile('ie');

const derogated = (more: Partial<StockingInputs> = {}) =>
  stocking({ derogation: 'grazing', derogationGrassHa: more.areaHa ?? 100, ...more });
const leaves = (manure: string, amount: number, n: number | null = null) =>
  ({ id: manure, direction: 'export', manure, amount, n, p: null }) as const;
const comes = (manure: string, amount: number) =>
  ({ id: manure, direction: 'import', manure, amount, n: null, p: null }) as const;

describe('the nitrogen', () => {
  // 95 cows × 101 = 9,595 kg; 1,200 places × 10.6 = 12,720 kg; 500 m³ × 2.6 = 1,300 kg.
  const mixed = derogated({
    areaHa: 107,
    lines: [line('dairy_cow_6000_9000', 95), line('finisher_dry', 1200)],
    moves: [leaves('cattle_slurry', 500)],
  });

  test('manure that leaves comes off the livestock that it is from: 8,295 / 250 + 12,720 / 170 = 108.00 ha', () => {
    const result = calculateStocking(eng, mixed);
    expect(result.derogation).toMatchObject({ grazingN: 8295, otherN: 12_720, grazingLimit: 250, limit: 170 });
    expect(result.areaNeeded).toBeCloseTo(108.0035, 3);
    expect(result).toMatchObject({ compliant: false, light: 'red' });
    // The pigs leave 107 − 74.82 = 32.18 ha for 8,044 kg of the cattle.
    expect(result.over).toBeCloseTo(8295 - (107 - 12_720 / 170) * 250, 6);
    expect(stateWords(result)).toBe(
      '251 kg N over the derogation’s limit of 194.1 kg N/ha (250 for grazing livestock, 170 for other livestock). ' +
        'It needs 108.00 ha of the 107.00 ha.',
    );
    const pigs = calculateStocking(eng, { ...mixed, moves: [leaves('pig_slurry', 500)] });
    // 3.6 kg/m³ of pig slurry: 9,595 / 250 + 10,920 / 170.
    expect(pigs.areaNeeded).toBeCloseTo(9595 / 250 + 10_920 / 170, 9);
    expect(pigs.compliant).toBe(true);
  });

  test('more of one kind leaving than the farm has makes no room for the other kind', () => {
    const result = calculateStocking(eng, { ...mixed, moves: [leaves('cattle_slurry', 10_000)] });
    expect(result.areaNeeded).toBeCloseTo(12_720 / 170, 9);
  });

  test('land outside the zone adds to what the derogation allows', () => {
    const farm = derogated({ areaHa: 60, lines: [line('dairy_cow_6000_9000', 120)] });
    // 60 × 250 − 12,120; 10 ha outside add 10 × 250.
    expect(calculateStocking(eng, farm)).toMatchObject({ capacity: 15_000, over: -2880, limit: 250 });
    const more = calculateStocking(eng, { ...farm, outsideHa: 10, derogationGrassHa: 70 });
    expect(more).toMatchObject({ capacity: 17_500, over: -5380, limit: 250, compliant: true });
    expect(more.derogation).not.toBeNull();
  });

  test('manure of other livestock goes to the land outside first', () => {
    const farm = derogated({ areaHa: 50, outsideHa: 10, derogationGrassHa: 60, lines: [line('finisher_dry', 1000)] });
    const result = calculateStocking(eng, farm);
    // 10,600 kg, of which 2,500 outside: 8,100 / 170 = 47.65 ha.
    expect(result.areaNeeded).toBeCloseTo(8100 / 170, 9);
    expect(result.capacity).toBeCloseTo(2500 + 8100 + (50 - 8100 / 170) * 250, 6);
    expect(limitText(result)).toBe(
      '186.5 kg N/ha (250 for grazing livestock, 170 for other livestock inside the NVZ, 250 outside)',
    );
  });

  test('other livestock alone may be over its limit', () => {
    const result = calculateStocking(
      eng,
      derogated({ areaHa: 50, derogationGrassHa: 50, lines: [line('finisher_dry', 1000), line('horse', 10)] }),
    );
    // Horses have 21 kg: nothing is left for their 210 kg, and 10,600 − 50 × 170 = 2,100 kg of the pigs is too much.
    expect(result.over).toBeCloseTo(2100 + 210, 6);
  });

  test('Northern Ireland: 50 cows on 100 ha, 25,000 kg allowed on both pages, in sentence, picture and paper', () => {
    const farm = derogated({ lines: [line('dairy_cow', 50)], pBalance: 4, soilAnalysed: true });
    const result = calculateStocking(ni, farm);
    expect(result).toMatchObject({ capacity: 25_000, limit: 250, over: -20_000, compliant: true });
    expect(stateWords(result)).toBe('20,000 kg N below the derogation’s limit of 250 kg N/ha.');
    expect(pictureWords(result)).toBe('50.0 kg N/ha against a limit of 250 kg N/ha.');
    const year = calculateNutrients(ni, nutrients({ stocking: farm }));
    expect(pictureWords(year.farm)).toBe(pictureWords(result));
    expect(yearRows(year, 'P₂O₅')[0]).toEqual({
      id: 'manure',
      label: 'Livestock manure',
      used: 5000,
      allowed: '25,000',
    });
    const printout = stockingPrintout(ni, {}, farm, result, { farm: 'Hill Farm', unit: 'hectare' });
    expect(printout.answer).toEqual(
      expect.arrayContaining([
        ['Derogation', 'Grazing livestock'],
        ['Limit', '250 kg N/ha'],
        ['Allowed in the year', '25,000 kg'],
        ['Complies with the derogation', 'Yes'],
        ['Area needed', '20.00 ha of 100.00 ha'],
        ['Condition of the derogation', 'Phosphorus balance 4 kg P/ha, at most 10.'],
        ['Condition of the derogation', 'Soil analysed: every 4 years, one for 4 ha at least.'],
      ]),
    );
    expect(csvOf(printout)).toContainEqual(['Derogation', 'Grazing livestock']);
  });

  test('without a derogation the limit of a farm with land outside the zone is the mean', () => {
    const result = calculateStocking(
      eng,
      stocking({ areaHa: 80, outsideHa: 20, lines: [line('dairy_cow_6000_9000', 180)] }),
    );
    // 18,180 kg of 80 × 170 + 20 × 250 = 18,600.
    expect(result).toMatchObject({ limit: 186, loading: 181.8, compliant: true });
    expect(stateWords(result)).toBe(
      'Close to the limit: 420 kg N below the limit of 186 kg N/ha (170 inside the NVZ, 250 outside).',
    );
  });
});

describe('the conditions', () => {
  const farm = (more: Partial<StockingInputs>) =>
    calculateStocking(ni, derogated({ lines: [line('dairy_cow', 50)], pBalance: 4, soilAnalysed: true, ...more }));

  test.each([
    ['all are met', {}, true, 'green', ''],
    ['a farm of exactly 80 % grass', { derogationGrassHa: 80 }, true, 'green', ''],
    [
      '79 % grass',
      { derogationGrassHa: 79 },
      false,
      'red',
      ' 79.0 % of the farm is grass; the derogation asks for 80 %.',
    ],
    [
      'grass not entered',
      { derogationGrassHa: null },
      null,
      'amber',
      ' Enter how much of the farm is grass: the derogation asks for 80 %.',
    ],
    ['a balance of exactly 10', { pBalance: 10 }, true, 'green', ''],
    [
      'a balance above 10',
      { pBalance: 10.5 },
      false,
      'red',
      ' Phosphorus balance 10.5 kg P/ha; the derogation allows 10.',
    ],
    [
      'no balance',
      { pBalance: null },
      null,
      'amber',
      ' Enter the phosphorus balance: the derogation allows 10 kg P/ha.',
    ],
    [
      'no soil analyses',
      { soilAnalysed: false },
      false,
      'red',
      ' Soil analyses are missing: every 4 years, one for 4 ha at least.',
    ],
    [
      'soil not answered',
      { soilAnalysed: null },
      null,
      'amber',
      ' Answer whether the soil was analysed: every 4 years, one for 4 ha at least.',
    ],
  ] as const)('in Northern Ireland: %s', (_, more, compliant, light, words) => {
    const result = farm(more);
    expect(result).toMatchObject({ compliant, light });
    expect(stateWords(result)).toBe(`20,000 kg N below the derogation’s limit of 250 kg N/ha.${words}`);
  });

  test('in Ireland the share of grass counts, with the limit for all manure', () => {
    const irish = (derogationGrassHa: number | null) =>
      calculateStocking(
        ie,
        stocking({ derogation: 'upper', derogationGrassHa, lines: [line('dairy_cow_band_2', 200)] }),
      );
    expect([irish(80), irish(79), irish(null)].map(({ compliant }) => compliant)).toEqual([true, false, null]);
    expect(irish(80)).toMatchObject({ limit: 250, capacity: 25_000 });
  });

  test('do not apply without a derogation', () => {
    expect(farm({ derogation: 'none', derogationGrassHa: 0, pBalance: 50, soilAnalysed: false })).toMatchObject({
      ...{ compliant: true, derogation: null, limit: 170 },
    });
  });
});

describe('materials that are no livestock manure', () => {
  test.each([
    'compost_green',
    'biosolids_digested_cake',
    'digestate_food_whole',
    'paper_crumble_bio',
    'mushroom_compost',
  ])('%s is not part of the nitrogen of livestock manure, but its phosphorus counts', (manure) => {
    const farm = stocking({ areaHa: 100, lines: [line('dairy_cow_6000_9000', 100)] });
    const before = calculateStocking(eng, farm);
    const after = calculateStocking(eng, { ...farm, moves: [comes(manure, 1000)] });
    expect(after).toMatchObject({ netN: 10_100, loading: 101, importedN: 0 });
    expect(after.loadingP ?? 0).toBeGreaterThan(before.loadingP ?? 0);
    expect(calculateStocking(eng, { ...farm, moves: [leaves(manure, 1000)] }).netN).toBe(10_100);
  });

  test('digestate of a farm counts as the stricter kind: other livestock when it comes, grazing when it leaves', () => {
    const farm = derogated({ lines: [line('dairy_cow_6000_9000', 100), line('finisher_dry', 100)] });
    const n = 100 * 3.6;
    const came = calculateStocking(eng, { ...farm, moves: [{ ...comes('digestate_farm_whole', 100), n: 3.6 }] });
    expect(came.derogation).toMatchObject({ grazingN: 10_100, otherN: 1060 + n });
    const left = calculateStocking(eng, { ...farm, moves: [leaves('digestate_farm_whole', 100, 3.6)] });
    expect(left.derogation).toMatchObject({ grazingN: 10_100 - n, otherN: 1060 });
  });

  test('what came and what left are two rows on paper, with analysis, kilograms and the months of the stock', () => {
    const inputs = stocking({
      lines: [line('dairy_cow_6000_9000', 100), line('beef_12_24m', 30, { months: 5 })],
      moves: [comes('pig_slurry', 100), leaves('cattle_slurry', 200, 2.5), comes('compost_green', 50)],
    });
    const result = calculateStocking(eng, inputs);
    const { tables } = stockingPrintout(eng, {}, inputs, result, { farm: 'Hill Farm', unit: 'hectare' });
    const [livestock, moved] = tables;
    expect(movedRows(result).map(({ label, n, moves }) => [label, n, ...moves.map(({ words }) => words)])).toEqual([
      [
        ...['Manure imported', 360, 'Pig slurry (4% DM): 100 m³ × 3.6 kg N.'],
        expect.stringMatching(/ompost.*: 50 t × .* kg N\. No livestock manure: not part of its nitrogen\.$/),
      ],
      ['Manure exported', -500, 'Cattle slurry (6% DM): 200 m³ × 2.5 kg N. Laboratory result.'],
    ]);
    expect(countedWords(eng, inputs.lines[1], present(result.lines[1]))).toBe('5 months.');
    const rows = yearRows(calculateNutrients(eng, nutrients({ stocking: inputs })), 'P₂O₅').slice(0, 4);
    expect(rows.map(({ label, used, allowed }) => [label, used, allowed])).toEqual([
      ['From the livestock', result.stockN, ''],
      ['Manure imported', 360, ''],
      ['Manure exported', -500, ''],
      ['Livestock manure', result.netN, '17,000'],
    ]);
    expect(livestock?.rows[1]?.slice(1, 4)).toEqual([30, 5, 12.5]);
    expect(livestock?.rows.slice(2).map((row) => [row[0], row[4]])).toEqual([
      ['Livestock together', result.stockN],
      ['Manure that came', 360],
      ['Manure that left', -500],
      ['Net', (result.stockN ?? 0) + 360 - 500],
    ]);
    expect(moved?.rows.map((row) => [row[0], row[2], row[4], row[6], row[8]])).toEqual([
      ['Pig slurry (4% DM)', 100, '3.6', 360, ''],
      ['Cattle slurry (6% DM)', 200, '2.5', 500, 'Laboratory result.'],
      [
        expect.stringContaining('ompost'),
        50,
        expect.any(String),
        expect.any(Number),
        'No livestock manure: not part of its nitrogen.',
      ],
    ]);
  });

  test('every manure of livestock says which, in every file', () => {
    for (const regime of ['eng-nvz', 'eng-non-nvz', 'wales', 'scot-nvz', 'scot', 'ni', 'ie'] as const) {
      for (const { id, kind, from } of rulesFile(regime).manures) {
        const expected = id.startsWith('digestate_farm') ? 'mixed' : kind === 'other' ? undefined : (from ?? 'named');
        expect(from, `${regime} ${id}`).toBe(expected);
      }
    }
  });
});
