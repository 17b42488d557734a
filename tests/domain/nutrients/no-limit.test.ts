// Where the rules have no limit, the results say so: they do not say that the farm or the field complies.
import { expect, test } from 'vitest';
import { calculateNutrients, type Application } from '@/domain/nutrients/nutrients';
import type { Regime } from '@/domain/rules/regimes';
import { calculateStocking } from '@/domain/stocking/stocking';
import { nutrientPrintout, withinEveryLimit } from '@/features/calculators/nutrients/nutrient-words';
import { withinLimit } from '@/domain/stocking/limit-words';
import { stockingPrintout } from '@/domain/stocking/stocking-words';
import { field, line, nutrients, rulesFile, stocking } from '../rules/farms';

const slurry: Application = {
  ...{ id: 'a', field: 'home', date: '2026-04-01', material: 'cattle_slurry', rate: 40, n: null, p: null },
};
const year = (regime: Regime, stock: string, more: Partial<Application> = {}) => {
  const rules = rulesFile(regime);
  const inputs = nutrients({
    stocking: stocking({ lines: [line(stock, 10)] }),
    fields: [field('home', 10)],
    applications: [{ ...slurry, ...more }],
  });
  const result = calculateNutrients(rules, inputs);
  const printed = nutrientPrintout(rules, {}, inputs, [], result, { farm: 'Hill', unit: 'hectare' });
  const fields = printed.tables.find(({ heading }) => heading === 'Fields');
  return { result, within: withinEveryLimit(result), printed: fields?.rows[0]?.slice(3, 5) };
};

test('a field without a limit has no limit, it does not comply', () => {
  const ireland = year('ie', 'dairy_cow_band_2');
  expect(ireland.result.fields).toMatchObject([{ limit: null, compliant: 'no limit' }]);
  expect(ireland.printed).toEqual([null, 'no limit']);
  // The farm's limit of 170 kg N/ha applies.
  expect(ireland.within).toBe(true);
});

test('a year without any limit is saved as such, not as within every limit', () => {
  const outside = year('eng-non-nvz', 'dairy_cow_6000_9000');
  expect(outside.printed).toEqual([null, 'no limit']);
  expect(outside.within).toBe('no limit');
});

test('a limit is kept, exceeded, or not known', () => {
  expect(year('eng-nvz', 'dairy_cow_6000_9000')).toMatchObject({ printed: [250, 'Yes'], within: true });
  expect(year('eng-nvz', 'dairy_cow_6000_9000', { rate: 100 })).toMatchObject({ printed: [250, 'No'], within: false });
  expect(year('scot-nvz', 'dairy_cow_550kg')).toMatchObject({ printed: [250, 'Yes'], within: null });
});

test('a farm whose rules have no limit is compared with its own, or with none', () => {
  const rules = rulesFile('eng-non-nvz');
  const farm = stocking({ lines: [line('dairy_cow_6000_9000', 50)] });
  const limit = (ownLimit: number | null) => {
    const inputs = { ...farm, ownLimit };
    const result = calculateStocking(rules, inputs);
    const { answer } = stockingPrintout(rules, {}, inputs, result, { farm: 'Hill', unit: 'hectare' });
    return [withinLimit(result), answer.find(([label]) => label === 'Limit')?.[1]];
  };
  expect(limit(null)).toEqual(['no limit', 'no limit']);
  expect(limit(150)).toEqual([true, '150 kg N/ha']);
  expect(limit(49.5)).toEqual([false, '49.5 kg N/ha']);
});
