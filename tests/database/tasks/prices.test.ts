// Prices in the database: one per day for a task, customer and unit, who reads and writes them, and what they are
// deleted with.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;
let ploughing: string;
let hillFarm: string;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  stranger = await backend.user({ firstName: 'Bob' });
});
beforeEach(async () => {
  for (const table of ['works', 'customers', 'tasks', 'audit_log']) await backend.sql(`delete from public.${table}`);
  await backend.sql(`update public.farm_settings set employees_see_rates = true, currency = 'GBP'`);
  ploughing = await addRow('tasks', { user_id: owner.id, name: 'Ploughing', chargeable_unit: 'acre' });
  hillFarm = await addRow('customers', { user_id: owner.id, name: 'Hill Farm' });
});
afterAll(() => backend.close());

async function addRow(table: 'tasks' | 'customers', row: { user_id: string; name: string; chargeable_unit?: string }) {
  const { data, error } = await owner.from(table).insert(row).select('id').single();
  if (error) throw error;
  return data.id;
}

type PriceFields = Partial<{
  id: string;
  user_id: string;
  task_id: string;
  customer_id: string | null;
  chargeable_unit: string;
  rate: number;
  valid_from: string;
  valid_to: string | null;
}>;
const row = (more: PriceFields = {}) => ({
  user_id: owner.id,
  task_id: ploughing,
  chargeable_unit: 'acre',
  rate: 45,
  valid_from: '2026-03-01',
  ...more,
});
/** Adds a price; returns the sentence of the refusal, or null. */
const addPrice = async (more: PriceFields = {}, by: Person = owner) =>
  (await by.from('prices').insert(row(more))).error?.message ?? null;
const storedPrices = () =>
  backend.sql(
    `select rate::float8 as rate, valid_from::text as "from", valid_to::text as "to" from public.prices order by valid_from, rate`,
  );

describe('an overlap', () => {
  const EXISTING_PRICE = 'From 1 Mar 2026 to 30 Sep 2026 there is a price of £45.00 already.';
  const first = { valid_from: '2026-03-01', valid_to: '2026-09-30' };

  test.each<[string, PriceFields]>([
    ['the same days', first],
    ['within', { valid_from: '2026-05-01', valid_to: '2026-05-31' }],
    ['around', { valid_from: '2026-01-01', valid_to: '2026-12-31' }],
    ['around, without a last day', { valid_from: '2026-01-01' }],
    ['over its first day', { valid_from: '2026-01-01', valid_to: '2026-03-01' }],
    ['over its last day', { valid_from: '2026-09-30', valid_to: '2026-12-31' }],
    ['from its last day on, without a last day', { valid_from: '2026-09-30' }],
    ['one day', { valid_from: '2026-04-01', valid_to: '2026-04-01' }],
  ])('is refused, naming the existing price: %s', async (_, days) => {
    for (const customer_id of [null, hillFarm]) {
      expect(await addPrice({ ...first, customer_id })).toBeNull();
      expect(await addPrice({ ...days, customer_id, rate: 50 })).toBe(EXISTING_PRICE);
    }
    expect(await storedPrices()).toHaveLength(2);
  });

  test('with a price that has no last day is described without one, with exact pence, and in euros if set', async () => {
    await backend.sql(`update public.farm_settings set currency = 'EUR' where user_id = $1`, [owner.id]);
    expect(await addPrice({ rate: 1234.0425 })).toBeNull();
    expect(await addPrice({ valid_from: '2027-01-01' })).toBe(
      'From 1 Mar 2026 there is a price of €1,234.0425 already.',
    );
  });

  test('is refused when a price is moved, and when two are inserted in one statement', async () => {
    await addPrice(first);
    const id = crypto.randomUUID();
    await addPrice({ id, valid_from: '2026-10-01', rate: 46 });
    const moved = await owner.from('prices').update({ valid_from: '2026-09-30' }).eq('id', id);
    expect(moved.error?.message).toBe(EXISTING_PRICE);
    expect((await owner.from('prices').update({ valid_from: '2026-10-02', rate: 47 }).eq('id', id)).error).toBeNull();
    const pair = [row({ customer_id: hillFarm }), row({ customer_id: hillFarm, valid_from: '2026-06-01' })];
    expect((await owner.from('prices').insert(pair)).error?.message).toContain('there is a price of £45.00 already');
    expect(await storedPrices()).toHaveLength(2);
  });

  test('is refused by the table’s own constraint if the trigger is bypassed', async () => {
    await addPrice(first);
    await expect(
      backend.transaction(async (sql) => {
        await sql.script('alter table public.prices disable trigger prices_before_write');
        await sql.query(
          `insert into public.prices (user_id, task_id, chargeable_unit, rate, valid_from) values ($1, $2, 'acre', 1, '2026-09-30')`,
          [owner.id, ploughing],
        );
      }),
    ).rejects.toThrow(/prices_one_a_day/);
  });

  test('does not arise if days are adjacent, nor with another unit, customer or task', async () => {
    const rolling = await addRow('tasks', { user_id: owner.id, name: 'Rolling', chargeable_unit: 'acre' });
    const manor = await addRow('customers', { user_id: owner.id, name: 'Manor' });
    expect(await addPrice(first)).toBeNull();
    expect(await addPrice({ valid_from: '2026-10-01' })).toBeNull();
    expect(await addPrice({ valid_from: '2026-01-01', valid_to: '2026-02-28' })).toBeNull();
    for (const other of [
      { chargeable_unit: 'hectare' },
      { customer_id: hillFarm },
      { customer_id: manor },
      { task_id: rolling },
    ])
      expect(await addPrice({ ...first, ...other })).toBeNull();
    // A gap is allowed.
    expect(await addPrice({ customer_id: hillFarm, valid_from: '2027-01-01' })).toBeNull();
  });
});

test.each<[string, PriceFields]>([
  ['The last day is before the first day.', { valid_to: '2026-02-28' }],
  ["The rate can't be negative.", { rate: -0.01 }],
  ['That rate is too large.', { rate: 100_000 }],
  ['Choose a unit.', { chargeable_unit: '' }],
  ['Choose a date from the year 2000 on.', { valid_from: '1999-12-31' }],
  ['Choose a date before the year 2200.', { valid_to: '2200-01-01' }],
  ['Choose the task again: this one is no longer there.', { task_id: crypto.randomUUID() }],
])('an invalid price is refused with the message "%s"', async (sentence, more) => {
  expect(await addPrice(more)).toBe(sentence);
  expect(await storedPrices()).toEqual([]);
});

test('a price for one day and a price of zero are allowed', async () => {
  expect(await addPrice({ valid_to: '2026-03-01', rate: 0 })).toBeNull();
  expect(await storedPrices()).toEqual([{ rate: 0, from: '2026-03-01', to: '2026-03-01' }]);
});

describe('access', () => {
  test('employees read prices if they may see rates, otherwise none', async () => {
    await addPrice();
    const read = async (by: Person) => (await by.from('prices').select('rate')).data;
    expect(await read(driver)).toEqual([{ rate: 45 }]);
    await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
    expect(await read(driver)).toEqual([]);
    expect(await read(owner)).toEqual([{ rate: 45 }]);
    expect(await read(stranger)).toEqual([]);
  });

  test('employees can’t write prices, through the table or the functions', async () => {
    await addPrice();
    const HOLDER_ONLY = 'Only the main account holder can do this.';
    expect(await addPrice({ valid_from: '2020-01-01', valid_to: '2020-01-02' }, driver)).toBe(HOLDER_ONLY);
    expect((await driver.from('prices').update({ rate: 1 }).gt('rate', 0).select()).data).toEqual([]);
    expect((await driver.from('prices').delete().gt('rate', 0).select()).data).toEqual([]);
    const call = { p_id: crypto.randomUUID(), p_task_id: ploughing, p_unit: 'acre', p_rate: 50, p_from: '2026-05-01' };
    expect((await driver.rpc('set_price', call)).error?.message).toBe(HOLDER_ONLY);
    expect((await driver.rpc('raise_prices', { p_from: '2026-05-01', p_prices: [] })).error?.message).toBe(HOLDER_ONLY);
    expect((await driver.rpc('reprice_preview')).error?.message).toBe(HOLDER_ONLY);
    expect((await driver.rpc('reprice_works', { p_entries: [] })).error?.message).toBe(HOLDER_ONLY);
    expect(await storedPrices()).toEqual([{ rate: 45, from: '2026-03-01', to: null }]);
  });

  test('another account can’t add a price to this one’s task or customer, nor read its prices', async () => {
    await addPrice();
    expect(await addPrice({}, stranger)).toBe('This belongs to another account.');
    expect(await addPrice({ user_id: stranger.id }, stranger)).toBe(
      'Choose the task again: this one is no longer there.',
    );
    const ownTask = await stranger.from('tasks').insert({ user_id: stranger.id, name: 'Mine' }).select('id').single();
    const foreignPrice = { user_id: stranger.id, task_id: ownTask.data?.id ?? '', customer_id: hillFarm };
    expect(await addPrice(foreignPrice, stranger)).toMatch(/prices_customer_fkey/);
    const { error } = await stranger.rpc('set_price', {
      p_id: crypto.randomUUID(),
      p_task_id: ploughing,
      p_unit: 'acre',
      p_rate: 50,
      p_from: '2026-05-01',
    });
    expect(error?.message).toBe('Choose the task again: this one is no longer there.');
    expect(await storedPrices()).toHaveLength(1);
  });

  test('a lapsed account can read its prices but not change them', async () => {
    const lapsed = await backend.user();
    const task = await lapsed.from('tasks').insert({ user_id: lapsed.id, name: 'Ploughing' }).select('id').single();
    const ownPrice = { user_id: lapsed.id, task_id: task.data?.id ?? '' };
    expect(await addPrice(ownPrice, lapsed)).toBeNull();
    await backend.lapse(lapsed);
    const READ_ONLY = 'Your account can read but not write at the moment.';
    expect((await lapsed.from('prices').select('rate')).data).toEqual([{ rate: 45 }]);
    expect(await addPrice({ ...ownPrice, chargeable_unit: 'hour' }, lapsed)).toBe(READ_ONLY);
    expect((await lapsed.from('prices').update({ rate: 1 }).gt('rate', 0).select()).data).toEqual([]);
    const call = {
      p_id: crypto.randomUUID(),
      p_task_id: ownPrice.task_id,
      p_unit: 'acre',
      p_rate: 5,
      p_from: '2026-05-01',
    };
    expect((await lapsed.rpc('set_price', call)).error?.message).toBe(READ_ONLY);
    expect((await lapsed.rpc('reprice_works', { p_entries: [] })).error?.message).toBe(READ_ONLY);
    expect((await lapsed.rpc('reprice_preview')).data).toEqual({ entries: [], typed: 0 });
  });
});

test('a price is deleted with its task and with its customer, and the log keeps it', async () => {
  await addPrice();
  await addPrice({ customer_id: hillFarm, rate: 50 });
  expect((await owner.from('customers').delete().eq('id', hillFarm)).error).toBeNull();
  expect(await storedPrices()).toEqual([{ rate: 45, from: '2026-03-01', to: null }]);
  expect((await owner.from('tasks').delete().eq('id', ploughing)).error).toBeNull();
  expect(await storedPrices()).toEqual([]);
  const log = await backend.sql<{ action: string; changed: { rate: number } }>(
    `select action, changed from public.audit_log where table_name = 'prices' order by id`,
  );
  expect(log.map(({ action, changed }) => [action, changed.rate])).toEqual([
    ['delete', 50],
    ['delete', 45],
  ]);
});
