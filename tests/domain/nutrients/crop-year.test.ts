// The crop that nitrogen counts for: N-max belongs to the crop, grass to the calendar year.
import { describe, expect, test } from 'vitest';
import { countsFor, harvestsFor } from '@/domain/nutrients/crop-year';
import type { Product } from '@/domain/nutrients/fertiliser';
import { calculateNutrients, type Application } from '@/domain/nutrients/nutrients';
import { emptyNutrients, readNutrients } from '@/domain/nutrients/nutrients-form';
import { field, nutrients, rulesFile, stocking } from '../rules/farms';

const eng = rulesFile('eng-nvz');
const wheat = field('a', 20, { land: 'tillage', crop: 'wheat_autumn_early_winter_sown' });
const product: Product = {
  ...{ id: 'an', name: '34.5 % N', n: 34.5, p: 0, k: 0, pForm: null, kForm: null },
  ...{ openingKg: 0, boughtKg: 0, closingKg: 0 },
};
const spread = (date: string, material: string, rate: number, more: Partial<Application> = {}): Application => ({
  ...{ id: date, field: 'a', date, material, rate, n: null, p: null, ...more },
});
const inYear = (year: number, applications: Application[], land = wheat) =>
  calculateNutrients(
    eng,
    nutrients({ stocking: stocking({ year }), fields: [land], products: [product], applications }),
  );
const about = (value: number): unknown => expect.closeTo(value, 6);
const usedOf = (year: number, applications: Application[], land = wheat) => {
  const [crop] = inYear(year, applications, land).crops;
  return crop && [crop.used === null ? null : crop.used * crop.areaHa, (crop.limit ?? 0) * crop.areaHa, crop.compliant];
};

describe('slurry on 12 September, before the wheat of the next year', () => {
  const fertiliser = spread('2026-04-02', 'an', 600);
  const slurry = spread('2026-09-12', 'cattle_slurry', 40);

  test('counts for that wheat, not for the one that was harvested: 4,140 of 4,400 kg, not 4,972', () => {
    // 600 kg of 34.5 % are 207 kg N/ha; 40 m³ with 2.6 kg, of which 40 % count, are 41.6 kg N/ha.
    expect(usedOf(2026, [fertiliser, slurry])).toEqual([about(4140), 4400, true]);
    expect(usedOf(2027, [fertiliser, slurry])).toEqual([about(832), 4400, true]);
  });

  test('is nitrogen spread in its own calendar year, for the farm and the field', () => {
    const result = inYear(2026, [fertiliser, slurry]);
    expect(result.totals.organicN).toBeCloseTo(40 * 2.6 * 20, 6);
    expect(result.fields[0]).toMatchObject({ organicN: 104, cropN: about(207) });
    expect(result.applications.map((one) => one.countsFor)).toEqual([2026, 2027]);
  });

  test('counts for the harvest that was chosen instead', () => {
    expect(usedOf(2026, [fertiliser, { ...slurry, harvest: 2026 }])?.[0]).toBeCloseTo(4972, 6);
  });

  test('counts for the calendar year on grass', () => {
    const grass = field('a', 20, { crop: 'grass' });
    expect(usedOf(2026, [slurry], grass)?.[0]).toBeCloseTo(832, 6);
    expect(usedOf(2027, [slurry], grass)?.[0]).toBe(0);
  });
});

test('the crop changes on 1 August, and both harvests of a date can be chosen', () => {
  const on = (date: string) => countsFor('tillage', { date });
  expect(['2026-01-01', '2026-07-31', '2026-08-01', '2026-12-31'].map(on)).toEqual([2026, 2026, 2027, 2027]);
  expect([harvestsFor('2026-07-31'), harvestsFor('2026-08-01')]).toEqual([
    [2026, 2027],
    [2027, 2026],
  ]);
});

test('a form of before has no chosen harvest, and an empty one counts by the date', () => {
  const row = {
    id: '1',
    field: 'f',
    date: '2026-09-12',
    material: 'cattle_slurry',
    rate: '30',
    n: '',
    p: '',
    reason: '',
  };
  const form = {
    ...emptyNutrients(eng, '2026', 'hectare' as const),
    ...{ area: '50', applications: [row, { ...row, harvest: '' }, { ...row, harvest: '2026' }] },
  };
  const { inputs } = readNutrients(eng, form);
  expect(inputs?.applications.map(({ harvest }) => harvest)).toEqual([null, null, 2026]);
});
