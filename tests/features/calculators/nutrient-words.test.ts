// What the N and P calculator says and prints, so that the result can be worked out again from the paper.
import { expect, test } from 'vitest';
import type { Product } from '@/domain/nutrients/fertiliser';
import { calculateNutrients } from '@/domain/nutrients/nutrients';
import { neededChanges } from '@/domain/nutrients/options';
import {
  neededWords,
  nutrientPrintout,
  overLimits,
  phosphorusWords,
} from '@/features/calculators/nutrients/nutrient-words';
import { field, nutrients, present, rulesFile, stocking } from '@tests/domain/rules/farms';

const ie = rulesFile('ie');
const bag: Product = {
  ...{ id: 'bag', name: '10-10-20', n: 10, p: 10, k: 20, pForm: 'P', kForm: 'K' },
  ...{ openingKg: 0, boughtKg: 0, closingKg: 0 },
};
const spread = (id: string, where: string, material: string, rate: number, date = '2026-04-10') => ({
  ...{ id, field: where, date, material, rate, n: null, p: null },
});
const grass = (id: string, areaHa: number, pIndex: number | null) => field(id, areaHa, { pIndex });
const tillage = (id: string, areaHa: number, pIndex: number | null) =>
  field(id, areaHa, { land: 'tillage', crop: 'cereals', pIndex });

test('phosphorus on tillage is not called too much for the grass', () => {
  const inputs = (pIndex: number | null) =>
    nutrients({
      ...{ previousRate: 140, products: [bag], applications: [spread('1', 'Top', 'bag', 200)] },
      fields: [grass('Home', 30, 3), tillage('Top', 40, pIndex)],
    });
  const farm = (pIndex: number | null) => calculateNutrients(ie, inputs(pIndex));
  expect(overLimits(farm(1))).toEqual([]);
  expect(overLimits(farm(null))).toEqual(['Top: 20.0 of 0.0 kg phosphorus/ha.']);
  expect(neededChanges(ie, inputs(null), farm(null)).map(neededWords)).toEqual([
    '20 kg/ha less chemical phosphorus on Top',
  ]);
  const [home, top] = present(farm(null).phosphorus).fields;
  expect(phosphorusWords(present(home), false)).toBe('Chemical phosphorus: 0.0 of 13.0 kg/ha, soil index 3.');
  expect(phosphorusWords(present(top), false)).toBe('Phosphorus: 20.0 of 0.0 kg/ha, soil index 4 (no soil test).');
  expect(phosphorusWords({ ...present(top), max: null }, true)).toBe('Phosphorus: choose the crop to see its limit.');
});

test('the paper shows how the allowance comes about', () => {
  const inputs = nutrients({
    ...{ previousRate: 140, concentratesT: 20, products: [bag] },
    stocking: stocking({ own: { 'concentrate.p': { value: '5', reason: 'Label' } } }),
    fields: [grass('Home', 30, null), grass('Far', 10, 2), tillage('Top', 40, 1)],
    applications: [spread('1', 'Top', 'bag', 200), spread('2', 'Far', 'bag', 100)],
  });
  const paper = nutrientPrintout(ie, inputs.stocking.own, inputs, [], calculateNutrients(ie, inputs), {
    ...{ farm: 'Home Farm', unit: 'hectare' },
  });
  const rows = (heading: string) => present(paper.tables.find((table) => table.heading === heading)).rows;
  expect(rows('Phosphorus of the fields')).toEqual([
    ['Home', 'Grass: chemical', 30, '4 (no soil test)', 0, 0, 0, 0],
    ['Far', 'Grass: chemical', 10, '2', 23, 230, 10, 100],
    ['Top', 'Tillage: chemical and manure', 40, '1', 45, 1800, 20, 800],
  ]);
  expect(rows('Phosphorus for grass').map((row) => row[1])).toEqual([230, -100, 0, 130, 100]);
  expect(paper.answer).toContainEqual(['Phosphorus on tillage, used and allowed', '800.0 kg P of 1,800.0 kg P']);
});

test('the paper says for which crop each spreading counts, and how its nitrogen comes about', () => {
  const eng = rulesFile('eng-nvz');
  const inputs = nutrients({
    fields: [
      field('Top', 20, { land: 'tillage', crop: 'wheat_autumn_early_winter_sown' }),
      field('Home', 10, { crop: 'grass' }),
    ],
    applications: [
      spread('1', 'Top', 'cattle_slurry', 40, '2025-09-20'),
      spread('2', 'Top', 'cattle_slurry', 40, '2026-09-12'),
      spread('3', 'Home', 'cattle_slurry', 30, '2026-09-12'),
    ],
  });
  const paper = nutrientPrintout(
    eng,
    {},
    inputs,
    inputs.applications.map((one) => ({ ...one, rate: '', n: '', p: '', reason: '', harvest: '' })),
    calculateNutrients(eng, inputs),
    {
      ...{ farm: 'Home Farm', unit: 'hectare' },
    },
  );
  const table = (heading: string) => present(paper.tables.find((one) => one.heading === heading));
  const spreading = table('Spreading');
  expect(spreading.head.slice(4, 7)).toEqual(['N, kg/ha', 'Available N, kg/ha', 'Counts for']);
  expect(spreading.rows.map((row) => row.slice(4, 7))).toEqual([
    [104, 41.6, 'the crop of 2026'],
    [104, 41.6, 'the crop of 2027'],
    [78, 31.2, '2026'],
  ]);
  expect(table('Crops harvested in 2026, and grass of 2026').rows.map((row) => row.slice(4))).toEqual([
    [832, 4400, 'Yes'],
    [312, 3000, 'Yes'],
  ]);
});
