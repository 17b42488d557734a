// The stocking rate form: what it reads from its fields.
import { expect, test } from 'vitest';
import { loadRules } from '@/domain/rules/load-rules';
import { calculateStocking } from '@/domain/stocking/stocking';
import { emptyLine, emptyStocking, readStocking } from '@/domain/stocking/stocking-form';
import { changedInputs, NO_CHANGE } from '@/domain/stocking/what-if';
import { stockingPrintout } from '@/domain/stocking/stocking-words';
import { present } from './farms';

const readLine = async (stock: string) => {
  const rules = await loadRules('ie', '2026-11-20');
  const typed = { ...emptyLine('line', stock), head: '40', monthly: Array.from({ length: 12 }, () => '7') };
  const form = { ...emptyStocking(rules, '2026', 'hectare'), area: '100', lines: [typed] };
  return readStocking(rules, form).inputs?.lines[0];
};

test('the numbers of the months count for a class that is kept all year', async () => {
  expect(await readLine('dairy_cow_band_2')).toMatchObject({ head: 0, monthly: Array.from({ length: 12 }, () => 7) });
});

test('numbers of months that were typed for another class do not replace the number of animals of a stay', async () => {
  expect(await readLine('calf_0_90d')).toMatchObject({ head: 40, monthly: null });
});

test('a farm without grazed land has its result, and its livestock units are not for a hectare', async () => {
  const rules = await loadRules('ie');
  const cows = { ...emptyLine('line', 'dairy_cow_band_2'), head: '100' };
  const form = { ...emptyStocking(rules, '2026', 'hectare'), area: '58', grass: '0', lines: [cows] };
  const { inputs, problems } = readStocking(rules, form);
  expect(problems).toEqual({});
  const result = calculateStocking(rules, present(inputs));
  // 100 × 92 / 58.
  expect([result.loading?.toFixed(1), result.lu, result.luPerHa, result.grassRate, result.headPerHa]).toEqual([
    '158.6',
    ...[100, null, null, null],
  ]);
  const printed = stockingPrintout(rules, {}, present(inputs), result, { farm: 'Hill', unit: 'hectare' });
  expect(printed.answer).toContainEqual(['Livestock units', '100.00 LU, no grazed land']);
  expect(printed.answer).toContainEqual(['Grassland stocking rate, before exports', 'no grazed land']);
  // Land that is rented is not grazed either.
  expect(changedInputs(present(inputs), { ...NO_CHANGE, extraHa: 10 }, null)).toMatchObject({ areaHa: 68, grassHa: 0 });
  expect(readStocking(rules, { ...form, grass: '12' }).inputs?.grassHa).toBe(12);
  expect(readStocking(rules, { ...form, grass: '-1' }).problems).toEqual({ grass: 'Enter a number like 12.5.' });
});

test('the conditions of a derogation are read while there is one: a negative balance, and no more grass than land', async () => {
  const rules = await loadRules('ni');
  const form = { ...emptyStocking(rules, '2026', 'hectare'), area: '50', derogationGrass: '50' };
  const read = (more: object) => readStocking(rules, { ...form, derogation: 'grazing', ...more });
  expect(read({ pBalance: '-3.5', soilAnalysed: 'no' }).inputs).toMatchObject({
    ...{ derogationGrassHa: 50, pBalance: -3.5, soilAnalysed: false },
  });
  expect(read({ derogationGrass: '50.1' }).problems).toEqual({ derogationGrass: 'The farm has less land than this.' });
  expect(read({ pBalance: '-1001' }).problems).toEqual({ pBalance: 'This number is out of range.' });
  expect(read({ derogation: 'none', derogationGrass: '60', pBalance: 'x' })).toMatchObject({
    ...{ problems: {}, inputs: { derogationGrassHa: null, pBalance: null, soilAnalysed: null } },
  });
});
