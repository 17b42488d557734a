// The phosphorus of an Irish farm: grass as one allowance, tillage by field, build-up, and the index without a soil test.
import { describe, expect, test } from 'vitest';
import type { Product } from '@/domain/nutrients/fertiliser';
import { calculateNutrients } from '@/domain/nutrients/nutrients';
import { grassBandWords } from '@/domain/rules/grass-bands';
import { figureName } from '@/domain/rules/figure-names';
import { field, nutrients, rulesFile, stocking } from '../rules/farms';

const ie = rulesFile('ie');
const before = rulesFile('ie', '2026-11-20');
const bag: Product = {
  ...{ id: 'bag', name: '10-10-20', n: 10, p: 10, k: 20, pForm: 'P', kForm: 'K' },
  ...{ openingKg: 0, boughtKg: 0, closingKg: 0 },
};
const spread = (id: string, where: string, material: string, rate: number) => ({
  ...{ id, field: where, date: '2026-04-10', material, rate, n: null, p: null },
});
const grass = (id: string, areaHa: number, pIndex: number | null) => field(id, areaHa, { pIndex });
const tillage = (id: string, areaHa: number, pIndex: number | null, crop: string | null = 'cereals') =>
  field(id, areaHa, { land: 'tillage', crop, pIndex });
const allowance = (more: Parameters<typeof nutrients>[0], rules = ie) =>
  calculateNutrients(rules, nutrients(more)).phosphorus?.grass?.allowance;

describe('tillage', () => {
  /** 30 ha of grass at index 3 and 40 ha of tillage at index 1; 200 kg/ha of 10-10-20 on the tillage. */
  const mixed = (crop: string | null = 'cereals', pIndex: number | null = 1) =>
    calculateNutrients(
      ie,
      nutrients({
        previousRate: 140,
        fields: [grass('Home', 30, 3), tillage('Top', 40, pIndex, crop)],
        products: [bag],
        applications: [spread('1', 'Top', 'bag', 200)],
      }),
    );

  test('has maxima of its own: what is spread there takes nothing from the grass', () => {
    const result = mixed();
    expect(result.phosphorus).toMatchObject({
      grass: { allowance: 390, chemicalAllowed: 390, chemicalUsed: 0, compliant: true },
      tillage: { allowed: 1800, used: 800, compliant: true },
    });
  });

  test('is over field by field: without a soil test the index is 4, at which cereals get none', () => {
    const result = mixed('cereals', null);
    expect(result.phosphorus?.fields[1]).toMatchObject({ index: 4, assumed: true, max: 0, used: 20 });
    expect(result.phosphorus?.tillage).toEqual({ allowed: 0, used: 800, compliant: false });
  });

  test('without a crop, or with one whose table was not read, has no limit and is not called compliant', () => {
    expect(mixed(null).phosphorus?.tillage).toEqual({ allowed: null, used: 800, compliant: null });
    const maize = mixed('maize');
    expect(maize.phosphorus?.tillage?.compliant).toBeNull();
    expect(maize.missingKeys).toContain('tillageP.maize.1');
  });

  test('counts the available phosphorus of manure, and an import that is spread there takes nothing from the grass', () => {
    const farm = (where: string) =>
      calculateNutrients(
        ie,
        nutrients({
          previousRate: 140,
          stocking: stocking({
            moves: [{ id: 'm', direction: 'import', manure: 'pig_slurry', amount: 400, n: null, p: null }],
          }),
          fields: [grass('Home', 30, 3), tillage('Top', 40, 1)],
          applications: [spread('1', where, 'pig_slurry', 10)],
        }),
      ).phosphorus;
    // 400 m³ with 0.8 kg P are 320 kg. At index 1 half of it is available: 10 m³/ha are 4 kg/ha, 160 kg on 40 ha.
    expect(farm('Top')).toMatchObject({ grass: { imported: 0, chemicalAllowed: 390 }, tillage: { used: 160 } });
    expect(farm('Home')).toMatchObject({ grass: { imported: 320, chemicalAllowed: 70 }, tillage: { used: 0 } });
  });

  test('is checked on a farm without grass and without a stocking rate', () => {
    const fields = [tillage('Top', 40, 2)];
    const applications = [spread('1', 'Top', 'bag', 400)];
    const { phosphorus } = calculateNutrients(ie, nutrients({ fields, products: [bag], applications }));
    expect(phosphorus).toMatchObject({ grass: null, tillage: { allowed: 1400, used: 1600, compliant: false } });
  });
});

describe('grass', () => {
  const parts = [grass('a', 22.4, 1), grass('b', 41.8, 3)];

  test('builds up at index 1 and gets no more at index 3: 22.4 x 63 + 41.8 x 13', () => {
    expect(allowance({ previousRate: 150, buildUp: true, fields: parts })).toBeCloseTo(1954.6, 6);
    expect(allowance({ previousRate: 150, fields: parts })).toBeCloseTo(22.4 * 33 + 41.8 * 13, 6);
  });

  test.each([
    [130, true, [30, 20, 10, 0]],
    [131, true, [63, 43, 13, 0]],
    [210, true, [66, 46, 16, 0]],
    [211, true, [69, 49, 19, 0]],
    // Without a derogation or enough other land the rows above 170 do not apply.
    [211, false, [63, 43, 13, 0]],
  ] as const)('builds up by the band of a stocking rate of %s, higher limits: %s', (previousRate, higherLimits, kg) => {
    const at = (pIndex: number) =>
      allowance({ previousRate, higherLimits, buildUp: true, fields: [grass('a', 1, pIndex)] });
    expect([1, 2, 3, 4].map(at)).toEqual(kg);
  });

  test.each([
    [85, 3, 7],
    [130, 3, 10],
    [131, 4, 0],
  ] as const)(
    'without a soil test at a stocking rate of %s has index %s and %s kg/ha, build-up or not',
    (rate, index, kg) => {
      const farm = nutrients({ previousRate: rate, buildUp: true, fields: [grass('a', 1, null)] });
      const [one] = calculateNutrients(ie, farm).phosphorus?.fields ?? [];
      expect(one).toMatchObject({ index, assumed: true, max: kg });
    },
  );

  test('the limit of a stocking rate of 184 is that of 131 to 170 without the higher limits', () => {
    const fields = [grass('a', 1, 2)];
    expect([false, true].map((higherLimits) => allowance({ previousRate: 184, higherLimits, fields }))).toEqual([
      23, 26,
    ]);
  });

  test('a calculation that was saved with the first rules keeps their addition and their missing index', () => {
    expect(allowance({ previousRate: 150, buildUp: true, fields: [grass('a', 1, 1)] }, before)).toBe(63);
    expect(allowance({ previousRate: 150, buildUp: true, fields: parts }, before)).toBeNull();
    expect(allowance({ previousRate: 150, fields: [grass('a', 1, null)] }, before)).toBeNull();
  });
});

test('other countries have no such limit and look up no figure for it', () => {
  const result = calculateNutrients(
    rulesFile('eng-non-nvz'),
    nutrients({ previousRate: 140, fields: [grass('a', 1, 1)] }),
  );
  expect(result.phosphorus).toBeNull();
  expect(result.missingKeys).not.toContain('limit.farmN');
});

test('bands are named after the keys of the rules', () => {
  expect(['85', '130', '210', 'over'].map((band) => grassBandWords(ie, band))).toEqual([
    'up to 85',
    '86 to 130',
    '171 to 210',
    'over 210',
  ]);
  expect(figureName(ie, 'tillageP.cereals.2')).toBe('Phosphorus for cereals, index 2');
});
