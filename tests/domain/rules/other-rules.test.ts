// The forms of the calculators when the rules of another country are chosen: what both know stays, the rest is named.
import { expect, test } from 'vitest';
import { carryNutrients } from '@/domain/nutrients/other-rules';
import { emptyNutrients, readNutrients } from '@/domain/nutrients/nutrients-form';
import { carrySlurry } from '@/domain/slurry/other-rules';
import { emptySlurry, emptySlurryLine } from '@/domain/slurry/slurry-form';
import { carryStocking } from '@/domain/stocking/other-rules';
import { emptyLine, emptyMove, emptyStocking, readStocking, type StockingForm } from '@/domain/stocking/stocking-form';
import { rulesFile } from './farms';

const england = rulesFile('eng-nvz');
const wales = rulesFile('wales');
const ie = rulesFile('ie');

const english: StockingForm = {
  ...emptyStocking(england, '2025', 'acre'),
  ...{ area: '250', grass: '200', outside: '20', derogation: 'grazing', luSet: 'nix' },
  lines: [
    { ...emptyLine('cows', 'dairy_cow_6000_9000'), head: '120' },
    { ...emptyLine('goats', 'goat'), head: '8', months: '6' },
  ],
  moves: [
    { ...emptyMove('slurry', 'export', 'cattle_slurry'), amount: '300', n: '3.1', p: '1.2' },
    { ...emptyMove('muck', 'import', 'cattle_fym_old'), amount: '40', n: '5' },
  ],
  own: {
    'manure.cattle_slurry.n': { value: '2.9', reason: 'Lab' },
    'limit.farmN': { value: '160', reason: 'Scheme' },
  },
};

test('rules that know everything keep everything', () => {
  const form = { ...english, outside: '', derogation: 'none' as const, own: {} };
  expect(carryStocking(form, england, wales)).toEqual({ form, lost: [] });
});

test('what the other rules do not have is named, and the numbers that were typed stay', () => {
  const { form, lost } = carryStocking(english, england, ie);
  expect(lost).toEqual([
    'Derogation',
    'Land outside the NVZ: 20',
    'Livestock: Dairy cow, 6,000 to 9,000 litres',
    'Manure: Cattle farmyard manure - old',
    'Your own figures',
  ]);
  expect(form).toMatchObject({ year: '2025', unit: 'acre', area: '250', grass: '200', outside: '', luSet: 'nix' });
  expect(form.derogation).toBe('none');
  expect(form.lines).toMatchObject([
    { stock: '', head: '120' },
    { stock: 'goat', head: '8', months: '6' },
  ]);
  // 1.2 kg of P₂O₅ are 0.5238 kg of P.
  expect(form.moves).toMatchObject([
    { manure: 'cattle_slurry', amount: '300', n: '3.1', p: '0.5238' },
    { manure: '', amount: '40', n: '5', p: '' },
  ]);
  expect(Object.keys(form.own)).toEqual(['manure.cattle_slurry.n']);
  // What has to be chosen again is asked for beside its field.
  expect(readStocking(ie, form).problems).toEqual({
    'cows.stock': 'Choose the kind of animal.',
    'muck.manure': 'Choose the manure.',
  });
});

test('a class that is counted in another way has to be chosen again', () => {
  const form = { ...emptyStocking(ie, '2026', 'hectare'), lines: [{ ...emptyLine('a', 'suckler_cow'), head: '9' }] };
  const perStay = {
    ...ie,
    livestock: ie.livestock.map((row) => (row.id === 'suckler_cow' ? { ...row, perStay: true } : row)),
  };
  expect(carryStocking(form, ie, perStay)).toMatchObject({ form: { lines: [{ stock: '', head: '9' }] } });
  expect(carryStocking(form, ie, ie)).toMatchObject({ form: { lines: [{ stock: 'suckler_cow' }] }, lost: [] });
});

test('fields, spreading and fertiliser stay, with the crop and the manure that both rules know', () => {
  const field = { name: 'Long Meadow', area: '8', land: 'tillage' as const, soil: 'other' as const };
  const [crop] = england.crops;
  const form = {
    ...emptyNutrients(england, '2026', 'hectare'),
    ...{ area: '100', previousRate: '' },
    fields: [{ ...field, id: 'f', crop: crop?.id ?? '', pIndex: '2', yieldT: '9', extras: [], sownEarly: false }],
    products: [{ id: 'bag', name: 'CAN', n: '27', p: '', k: '', pForm: '' as const, kForm: '' as const }].map(
      (one) => ({ ...one, opening: '', bought: '', closing: '' }),
    ),
    applications: ['cattle_slurry', 'bag', 'cattle_fym_old'].map((material, at) => ({
      ...{ id: String(at), field: 'f', date: '2026-04-01', material, rate: '20', n: '', p: '', reason: '' },
    })),
  };
  const { form: irish, lost } = carryNutrients(form, england, ie);
  expect(lost).toEqual([expect.stringMatching(/^Crop of Long Meadow: /), 'Manure: Cattle farmyard manure - old']);
  expect(irish.fields).toMatchObject([{ name: 'Long Meadow', area: '8', crop: '', yieldT: '9' }]);
  expect(irish.applications.map(({ material, rate }) => [material, rate])).toEqual([
    ['cattle_slurry', '20'],
    ['bag', '20'],
    ['', '20'],
  ]);
  expect(readNutrients(ie, irish).problems).toMatchObject({ '2.material': 'Choose what was spread.' });
  expect(carryNutrients({ ...irish, zone: 'B' }, ie, england)).toMatchObject({ form: { zone: '' }, lost: ['Zone B'] });
});

test('the slurry form takes the figures of the other rules, unless they were changed', () => {
  const irish = {
    ...emptySlurry(ie, '2026'),
    ...{ county: 'Mayo', rain: '450', wash: '45' },
    lines: [{ ...emptySlurryLine('a', 'suckler_cow'), head: '30' }],
  };
  const { form, lost } = carrySlurry(irish, ie, england);
  expect(lost).toEqual(['County: Mayo', 'Livestock: Suckler cow']);
  expect(form).toMatchObject({ county: '', rain: '450', wash: '45', lines: [{ stock: '', head: '30' }] });
  expect([form.uplift, form.buffer]).toEqual([
    emptySlurry(england, '2026').uplift,
    emptySlurry(england, '2026').buffer,
  ]);
});
