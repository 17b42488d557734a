// Adding the registered fields, and what was spread on them, to the N and P calculation.
import { describe, expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { withFieldRecords, type RecordedSpreading, type RegisteredField } from '@/domain/nutrients/field-records';
import { emptyNutrients, type NutrientForm } from '@/domain/nutrients/nutrients-form';
import { rulesFile } from '../rules/farms';

const ie = rulesFile('ie');
const england = rulesFile('eng-nvz');
const form = (more: Partial<NutrientForm> = {}): NutrientForm => ({
  ...emptyNutrients(ie, '2026', 'hectare'),
  ...more,
});
const field = (more: Partial<RegisteredField> & { ha?: number } = {}): RegisteredField => {
  const { ha = 8, ...rest } = more;
  return {
    ...{ id: 'meadow', name: 'Long Meadow', areaHa: fromNumeric(ha), landUse: 'permanent_grass' },
    ...{ isSandyOrShallow: false, counts: true, pIndex: '2', method: 'morgan', ...rest },
  };
};
const spread = (more: Partial<Omit<RecordedSpreading, 'rate'>> & { at?: number } = {}): RecordedSpreading => {
  const { at = 30, ...rest } = more;
  return {
    ...{ id: 'one', fieldId: 'meadow', date: '2026-03-02', type: 'slurry', product: 'Cattle slurry' },
    ...{ rate: fromNumeric(at), rateUnit: 'm3/ha', areaHa: null, ...rest },
  };
};
const CAN = {
  id: 'can',
  name: 'CAN',
  n: '27',
  p: '',
  k: '',
  pForm: '',
  kForm: '',
  opening: '',
  bought: '',
  closing: '',
};
const withCan = form({ products: [{ ...CAN, pForm: '', kForm: '' }] });

describe('fields of the register', () => {
  test('are added with their area in the unit of the form, their land, soil and index', () => {
    const arable = field({ id: 'top', name: 'Top', landUse: 'maize', isSandyOrShallow: true, method: 'olsen' });
    const { fields } = withFieldRecords(ie, form({ unit: 'acre' }), [field(), arable], []);
    expect(fields).toMatchObject([
      { id: 'meadow', name: 'Long Meadow', area: '19.77', land: 'grass', soil: 'other', pIndex: '2' },
      // Ireland uses the Morgan index, so an Olsen index is left out.
      { id: 'top', land: 'tillage', soil: 'sandy', pIndex: '' },
    ]);
  });

  test('replace the area of a typed field with the same name, and keep its other choices', () => {
    const [typed] = withFieldRecords(ie, form(), [field()], []).fields;
    if (!typed) throw new Error('there is a field');
    const own = form({ fields: [{ ...typed, id: 'typed', name: 'long meadow', area: '7', pIndex: '4' }] });
    const taken = withFieldRecords(ie, own, [field()], [spread()]);
    expect(taken.fields).toEqual([{ ...typed, id: 'typed', pIndex: '4' }]);
    expect(taken.applications).toMatchObject([{ field: 'typed' }]);
  });

  test('that are archived or do not count are added only if something was spread on them that year', () => {
    const archived = field({ counts: false });
    expect(withFieldRecords(ie, form(), [archived], []).state).toBe('none');
    expect(withFieldRecords(ie, form(), [archived], [spread()]).fields).toHaveLength(1);
  });
});

describe('recorded spreading', () => {
  test.each([
    ['m³/ha', { at: 30, rateUnit: 'm3/ha' }, '30'],
    ['gallons per acre', { at: 3000, rateUnit: 'gal/ac' }, '33.701'],
    ['litres per hectare', { at: 30_000, rateUnit: 'L/ha' }, '30'],
    ['part of a field', { at: 30, areaHa: fromNumeric(2) }, '7.5'],
    ['manure in t/ha', { type: 'fym', product: 'Farmyard manure', at: 20, rateUnit: 't/ha' }, '20'],
    ['fertiliser in kg/ha', { type: 'fertiliser', product: ' can ', at: 185, rateUnit: 'kg/ha' }, '185'],
  ] as const)('in %s gets the rate of the calculation', (_, more, rate) => {
    const taken = withFieldRecords(ie, withCan, [field()], [spread(more)]);
    expect(taken).toMatchObject({ omitted: 0, state: 'different', applications: [{ date: '2026-03-02', rate }] });
  });

  test.each([
    ['an unknown fertiliser', { type: 'fertiliser', product: '18-6-12', rateUnit: 'kg/ha' }, ['18-6-12']],
    ['a manure of another unit', { rateUnit: 't/ha' }, []],
    ['units per acre', { type: 'fertiliser', product: 'CAN', rateUnit: 'units/ac' }, []],
    ['no rate', { rate: null }, []],
    ['no product', { product: null }, []],
    ['a deleted field', { fieldId: null }, []],
  ] as const)('of %s is left out', (_, more, unknown) => {
    const spreading = { ...spread(), ...more };
    const taken = withFieldRecords(ie, withCan, [field()], [spreading]);
    expect(taken).toMatchObject({ omitted: 1, unknown, applications: [] });
  });

  test('whose product matches the names of several manures uses the common one, or is left out if there is none', () => {
    const [cattle] = withFieldRecords(england, form(), [field()], [spread()]).applications;
    expect(cattle?.material).toBe('cattle_slurry');
    const taken = withFieldRecords(england, form(), [field()], [spread({ product: 'Digestate' })]);
    expect(taken).toMatchObject({ omitted: 1, unknown: ['Digestate'] });
  });

  test('is copied once; a later change replaces it and keeps the reason and typed values', () => {
    const first = withFieldRecords(ie, form(), [field()], [spread()]);
    const [taken] = first.applications;
    if (!taken) throw new Error('there is an application');
    const typed = { ...taken, id: 'typed' };
    const now = form({ fields: first.fields, applications: [typed, { ...taken, reason: 'Dry ground', n: '2.1' }] });
    expect(withFieldRecords(ie, now, [field()], [spread()]).state).toBe('same');
    const changed = withFieldRecords(ie, now, [field()], [spread({ at: 20 })]);
    expect(changed.state).toBe('different');
    expect(changed.applications).toEqual([typed, { ...taken, rate: '20', reason: 'Dry ground', n: '2.1' }]);
    expect(withFieldRecords(ie, now, [field()], []).applications).toEqual([typed]);
  });
});
