// The stocking rate form: what it reads from the fields of a line of livestock.
import { expect, test } from 'vitest';
import { loadRules } from '@/domain/rules/load-rules';
import { emptyLine, emptyStocking, readStocking } from '@/domain/stocking/stocking-form';

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
