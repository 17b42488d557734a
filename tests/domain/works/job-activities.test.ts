// How the sprays and fertilisers of a job are recorded on its fields.
import { expect, test } from 'vitest';
import { activitiesOf, activitiesProblem } from '@/domain/works/job-activities';
import { NO_MORE, personText, type FieldText, type MaterialText } from '@/domain/works/job-more';

const settings = { zone: 'Europe/London' } as const;
const account = { userId: 'u', firstName: 'Alex', lastName: 'Owner', settings };
const spray: MaterialText = {
  ...{ product: 'Proline', quantity: '18.6', unit: 'litres', batch: 'B7', price: '', cost: '' },
  ...{ kind: 'spray', mappNumber: '14790', interval: '35' },
};
const field = (name: string, area: string): FieldText => ({ fieldId: `id of ${name}`, name, area, part: '' });
const meadows = [field('Long Meadow', '10'), field('Low Meadow', '2.4')];
const head = { start_time: '08:00', finish_time: '11:30' };
const rows = (materials: readonly MaterialText[], more: object = {}) =>
  activitiesOf(account, head, '2026-06-01', { ...NO_MORE, fields: meadows, materials, ...more });
const problem = (material: Partial<MaterialText>, fields: readonly FieldText[] = meadows) =>
  activitiesProblem({ ...NO_MORE, fields, materials: [{ ...spray, ...material }] });

test('a spray is recorded on each field with the same dose, at the times of the first line', () => {
  expect(rows([spray])).toMatchObject([
    {
      ...{ field_id: 'id of Long Meadow', area_ha: 10, rate: 1.5, rate_unit: 'L/ha', product: 'Proline' },
      ...{ started_at: '2026-06-01T07:00:00.000Z', finished_at: '2026-06-01T10:30:00.000Z', season: 2026 },
      ...{ activity_type: 'spray', mapp_pcs_no: '14790', harvest_interval_days: 35, batch_no: 'B7' },
    },
    { field_id: 'id of Low Meadow', area_ha: 2.4, rate: 1.5, total_qty: 3.6 },
  ]);
  expect(rows([{ ...spray, quantity: '12' }]).map((row) => [row['rate'], row['total_qty']])).toEqual([
    [0.9677, 9.6774],
    [0.9677, 2.3226],
  ]);
});

test.each([
  ['ml', '12400', 1, 'L/ha'],
  ['L', '12.4', 1, 'L/ha'],
  ['Kg', '1240', 100, 'kg/ha'],
  ['g', '1240', 0.1, 'kg/ha'],
  ['tonnes', '1.24', 100, 'kg/ha'],
])('%s are counted for each hectare', (unit, quantity, rate, rateUnit) => {
  expect(rows([{ ...spray, unit, quantity }])[0]).toMatchObject({ rate, rate_unit: rateUnit });
});

test('other materials, and jobs without a field, are not recorded', () => {
  expect(rows([{ ...spray, kind: '' }])).toEqual([]);
  expect(rows([spray], { fields: [] })).toEqual([]);
  expect(rows([{ ...spray, kind: 'fertiliser' }])[0]).toMatchObject({ mapp_pcs_no: null, harvest_interval_days: null });
});

test('the machines are cut to 80 characters, not within an emoji', () => {
  const machines = [
    { machineId: null, name: `${'x'.repeat(79)}🚜`, reading: '' },
    { machineId: null, name: 'Baler', reading: '' },
  ];
  expect(rows([spray], { machines })[0]).toMatchObject({ machine: `${'x'.repeat(79)}🚜` });
});

test('the operator is the only person on the job, else who logs it', () => {
  const { userId } = account;
  expect(rows([spray], { people: [personText(null, 'Carl')] })[0]).toMatchObject({
    operator_id: null,
    operator_name: 'Carl',
  });
  expect(rows([spray])[0]).toMatchObject({ operator_id: userId });
  const gang = [personText(null, 'Carl'), personText(null, 'Tom')];
  expect(rows([spray], { people: gang })[0]).toMatchObject({ operator_id: userId });
});

test('an activity that ends after midnight ends on the next day', () => {
  const late = { start_time: '21:00', finish_time: '01:00' };
  const more = { ...NO_MORE, fields: meadows, materials: [spray] };
  expect(activitiesOf(account, late, '2026-06-01', more)[0]).toMatchObject({
    ...{ started_at: '2026-06-01T20:00:00.000Z', finished_at: '2026-06-02T00:00:00.000Z' },
  });
});

test('a unit, interval or amount that the record can’t hold is reported', () => {
  expect(problem({})).toBeNull();
  expect(problem({ unit: 'cans' })).toBe('Proline: Enter the unit as L, ml, kg, g or t, for the record of the field.');
  expect(problem({ unit: '' }, [])).toBeNull();
  expect(problem({ interval: '731' })).toBe('Proline: Enter the harvest interval in whole days, at most 730.');
  expect(problem({ interval: '3.5' })).toBe('Proline: Enter the harvest interval in whole days, at most 730.');
  expect(problem({ unit: 'g', quantity: '0.1' })).toBe('Proline: That is too little for these fields.');
  expect(problem({ unit: 't', quantity: '999999' }, [field('Yard', '0.01')])).toBe(
    'Proline: That is too much for these fields.',
  );
  expect(
    problem(
      {},
      Array.from({ length: 201 }, (_, at) => field(String(at), '1')),
    ),
  ).toBe('200 field records are the most of one job. Log it as two jobs.');
});
