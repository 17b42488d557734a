// Saved calculations, overrides of figures, slurry stores and levels: what the database refuses.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
});
afterAll(() => backend.close());

const id = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`;
const calculation = (more: object = {}) => ({
  ...{ id: crypto.randomUUID(), user_id: owner.id, kind: 'stocking', name: ' 2026 ', year: 2026, regime: 'ie' },
  ...{ rule_version: '2026-11-20', inputs: { area: '58' }, results: { loading: 191.4, compliant: false } },
  ...more,
});
const refusal = async (request: PromiseLike<{ error: { message: string } | null }>) =>
  (await request).error?.message ?? null;

test('a calculation keeps its inputs, results and the version of its rules', async () => {
  const row = calculation();
  expect(await refusal(owner.from('calculations').insert(row))).toBeNull();
  const { data } = await owner
    .from('calculations')
    .select('name, rule_version, inputs, results, created_by_name')
    .single();
  expect(data).toEqual({
    ...{ name: '2026', rule_version: '2026-11-20', inputs: { area: '58' } },
    ...{ results: { loading: 191.4, compliant: false }, created_by_name: 'Alex Owner' },
  });
  expect(await refusal(owner.from('calculations').update({ name: 'Plan' }).eq('id', row.id))).toBeNull();
  for (const change of [{ rule_version: '2027-01-01' }, { regime: 'ni' }, { kind: 'slurry' }]) {
    expect(await refusal(owner.from('calculations').update(change).eq('id', row.id))).toMatch(/permission denied/);
  }
  await expect(
    backend.sql(`update public.calculations set rule_version = '2027-01-01' where id = $1`, [row.id]),
  ).rejects.toThrow('A saved calculation keeps its rules. Save a new one instead.');
});

test('refuses a calculation without a name, in another shape, or with an unknown year or regime', async () => {
  const refused = (more: object) => refusal(owner.from('calculations').insert(calculation(more)));
  expect(await refused({ name: '  ' })).toBe('Give the calculation a name.');
  expect(await refused({ year: 1999 })).toBe('Choose a year from 2000 to 2199.');
  expect(await refused({ regime: 'france' })).toMatch(/calculations_regime_check/);
  expect(await refused({ inputs: [] })).toBe('This calculation is not complete.');
  expect(await refused({ results: { lines: [] } })).toBe('This calculation is not complete.');
});

test('an override needs a reason, and is a number or a period', async () => {
  const figure = (more: object) =>
    refusal(
      owner.from('rule_overrides').insert({
        ...{
          id: crypto.randomUUID(),
          user_id: owner.id,
          regime: 'ie',
          figure: 'concentrate.p',
          value: '5',
          reason: 'Label',
        },
        ...more,
      }),
    );
  expect(await figure({})).toBeNull();
  expect(await figure({ value: '10-15/01-31' })).toBeNull();
  expect(await figure({ reason: ' ' })).toBe('Say where the figure comes from.');
  expect(await figure({ value: 'much' })).toMatch(/rule_overrides_value_check/);
  expect(await figure({ value: '-5' })).toMatch(/rule_overrides_value_check/);
  expect(await figure({ valid_from: '2026-12-01', valid_to: '2026-01-01' })).toBe(
    'The end date is before the start date.',
  );
});

test('refuses an impossible slurry store, and a level that is impossible or of a missing store', async () => {
  const store = { id: id(1), user_id: owner.id, name: 'Slatted tank', length_m: 40, width_m: 5, depth_m: 2.4 };
  const addStore = (more: object) => refusal(owner.from('slurry_stores').insert({ ...store, ...more }));
  expect(await addStore({ freeboard_m: 2.5 })).toBe('Freeboard is deeper than the tank.');
  expect(await addStore({ depth_m: 13 })).toBe('Enter depth in metres (2.4), not feet.');
  expect(await addStore({ name: ' ' })).toBe('Give the store a name.');
  expect(await addStore({ length_m: 0 })).toMatch(/slurry_stores_length_m_check/);
  expect(await addStore({})).toBeNull();
  const level = { id: id(2), user_id: owner.id, store_id: id(1), read_on: '2026-11-20', how: 'depth', amount: 1.35 };
  const addLevel = (more: object) => refusal(owner.from('slurry_levels').insert({ ...level, ...more }));
  expect(await addLevel({ store_id: id(9) })).toBe('This store is not there any more.');
  expect(await addLevel({ amount: 13 })).toBe('Enter depth in metres (2.4), not feet.');
  expect(await addLevel({ amount: -1 })).toBe('Enter the level as 0 or more.');
  expect(await addLevel({})).toBeNull();
  // What was read is kept.
  expect(await refusal(owner.from('slurry_stores').delete().eq('id', id(1)))).toBe(
    'Levels were read at Slatted tank. Take it out of use instead.',
  );
});
