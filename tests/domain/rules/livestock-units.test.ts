// Livestock units: an animal counts for the months of its class, and a class without a coefficient is named as missing.
import { expect, test } from 'vitest';
import { figureName } from '@/domain/rules/figure-names';
import { figureOf } from '@/domain/rules/figures';
import { loadRules } from '@/domain/rules/load-rules';
import { REGIMES } from '@/domain/rules/regimes';
import { calculateStocking } from '@/domain/stocking/stocking';
import { luTouches, stockingPrintout } from '@/domain/stocking/stocking-words';
import { line, present, stocking } from './farms';

const SUCKLERS = [line('suckler_cow', 45), line('calf_0_90d', 44), line('cattle_91d_1y', 44)];
const two = (value: number | null) => Number(present(value).toFixed(2));

test('animals in the year count for the months that they are in an Irish class', async () => {
  const farm = stocking({ areaHa: 48, luSet: 'ireland', lines: SUCKLERS });
  const result = calculateStocking(await loadRules('ie'), farm);
  // 45 × 0.8 + 44 × 3/12 × 0.4 + 44 × 9/12 × 0.4 = 36 + 4.4 + 13.2.
  expect([two(result.lu), two(result.luPerHa)]).toEqual([53.6, 1.12]);
  expect(result.lines.map(({ head, average }) => [head, average])).toEqual([
    [45, 45],
    [44, 11],
    [44, 33],
  ]);
  expect(two(result.headPerHa)).toBe(1.85);
  // Nitrogen is for the whole stay: 45 × 65 + 44 × 1 + 44 × 20.
  expect(result.stockN).toBe(3849);
  expect(calculateStocking(await loadRules('ie'), { ...farm, luSet: 'eurostat' }).lu).toBeCloseTo(53.6, 9);
});

test('a calculation that was saved with the rules of before keeps its result', async () => {
  const before = calculateStocking(await loadRules('ie', '2026-11-20'), stocking({ areaHa: 48, lines: SUCKLERS }));
  // 45 × 0.75 + 88 × 0.34.
  expect([before.lu, before.stockN]).toEqual([63.67, 3849]);
});

test('a stay counts in Northern Ireland too, and its months can be replaced by an own figure', async () => {
  const rules = await loadRules('ni');
  const farm = stocking({ luSet: 'ni-2019', lines: [line('calf_0_6m', 60), line('bull_beef_0_13m', 12)] });
  // 60 × 6/12 × 0.4 + 12 × 13/12 × 0.4.
  expect(calculateStocking(rules, farm).lu).toBeCloseTo(17.2, 9);
  const own = { 'livestock.calf_0_6m.months': { value: '3', reason: 'Sold at three months' } };
  expect(calculateStocking(rules, { ...farm, own }).lu).toBeCloseTo(11.2, 9);
  expect(figureName(rules, 'livestock.calf_0_6m.months')).toBe('Calf (0-6 months), months in the class');
});

test.each(REGIMES)(
  'every class of %s whose figure is for a stay has the months of the stay, with a source',
  async (regime) => {
    const rules = await loadRules(regime);
    for (const { id } of rules.livestock.filter(({ perStay }) => perStay)) {
      const { value, source } = figureOf(rules, {}, `livestock.${id}.months`);
      expect(value, id).toBeGreaterThan(0);
      expect(source, id).not.toBeNull();
    }
  },
);

test('a class without a coefficient is named, and the farm has at least the units of the others', async () => {
  const rules = await loadRules('ie');
  const farm = stocking({
    areaHa: 50,
    luSet: 'eurostat',
    lines: [line('dairy_cow_band_2', 50), line('deer_red_over_2', 20), line('deer_sika_over_2', 0)],
  });
  const result = calculateStocking(rules, farm);
  expect([result.lu, result.luPerHa]).toEqual([50, 1]);
  expect(result.luMissing).toEqual([{ key: 'lu.eurostat.deer', labels: ['Deer (red) over 2 years'] }]);
  // Nitrogen and phosphorus are complete: N and P loading has nothing to ask for.
  expect(result.missingKeys).toEqual([]);
  expect(luTouches(result).get('lu.eurostat.deer')).toBe(
    'For Deer (red) over 2 years. Without it, LU and LU/ha are too low.',
  );
  expect(figureName(rules, 'lu.eurostat.deer')).toBe('Livestock unit, deer, Eurostat');
  expect(figureOf(rules, {}, 'lu.eurostat.deer').unit).toBe('LU/head');
  const printed = stockingPrintout(rules, {}, farm, result, { farm: 'Hill', unit: 'hectare' });
  expect(printed.answer).toContainEqual([
    'Livestock units',
    'at least 1.00 LU/ha. Eurostat has no figure for Deer (red) over 2 years.',
  ]);
  const [livestock] = printed.tables;
  expect(livestock?.head.at(-2)).toBe('LU (Eurostat)');
  expect(livestock?.rows.map((row) => row.at(-2))).toEqual([50, 'not known', 0, 'at least 50.00', null, null, null]);
  expect(printed.tables.at(-1)?.rows).toContainEqual([
    'Livestock unit, deer, Eurostat',
    'not known',
    'No source was found',
    '',
  ]);
  const own = { 'lu.eurostat.deer': { value: '0.25', reason: 'Scheme' } };
  expect(calculateStocking(rules, { ...farm, own })).toMatchObject({ lu: 55, luMissing: [] });
});

test('without a coefficient for any class the units are not known, never none', async () => {
  const rules = await loadRules('ie');
  const farm = stocking({ luSet: 'eurostat', lines: [line('deer_red_over_2', 20)] });
  const result = calculateStocking(rules, farm);
  expect([result.lu, result.luPerHa]).toEqual([null, null]);
  expect(stockingPrintout(rules, {}, farm, result, { farm: 'Hill', unit: 'hectare' }).answer).toContainEqual([
    'Livestock units',
    'not known. Eurostat has no figure for Deer (red) over 2 years.',
  ]);
});
