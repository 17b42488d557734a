// New prices in the database, one or many: each ends the current price on the day before, in the same transaction.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let ploughing: string;
let hillFarm: string;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
});
beforeEach(async () => {
  for (const table of ['customers', 'tasks']) await backend.sql(`delete from public.${table}`);
  const task = await owner.from('tasks').insert({ user_id: owner.id, name: 'Ploughing' }).select('id').single();
  const customer = await owner.from('customers').insert({ user_id: owner.id, name: 'Hill Farm' }).select('id').single();
  ploughing = task.data?.id ?? '';
  hillFarm = customer.data?.id ?? '';
});
afterAll(() => backend.close());

const storedPrices = () =>
  backend.sql(
    `select rate::float8 as rate, valid_from::text as "from", valid_to::text as "to" from public.prices order by valid_from, rate`,
  );

describe('a new price', () => {
  const setPrice = (
    p_from: string,
    p_rate: number,
    more: { p_id?: string; p_to?: string; p_customer_id?: string } = {},
  ) =>
    owner.rpc('set_price', {
      p_id: crypto.randomUUID(),
      p_task_id: ploughing,
      p_unit: 'acre',
      p_rate,
      p_from,
      ...more,
    });

  test('ends the current price on the day before, for the same customer only', async () => {
    await setPrice('2026-01-01', 40);
    await setPrice('2026-01-01', 50, { p_customer_id: hillFarm });
    expect((await setPrice('2026-03-01', 45)).error).toBeNull();
    expect(await storedPrices()).toEqual([
      { rate: 40, from: '2026-01-01', to: '2026-02-28' },
      { rate: 50, from: '2026-01-01', to: null },
      { rate: 45, from: '2026-03-01', to: null },
    ]);
  });

  test('for a season lets the earlier price continue after it, also if it is requested twice', async () => {
    await setPrice('2026-01-01', 40);
    const season = { p_id: crypto.randomUUID(), p_to: '2026-08-31' };
    for (const attempt of [1, 2])
      expect([attempt, (await setPrice('2026-07-01', 55, season)).error]).toEqual([attempt, null]);
    expect(await storedPrices()).toEqual([
      { rate: 40, from: '2026-01-01', to: '2026-06-30' },
      { rate: 55, from: '2026-07-01', to: '2026-08-31' },
      { rate: 40, from: '2026-09-01', to: null },
    ]);
  });

  test('that is requested twice with the same id is set once', async () => {
    const p_id = crypto.randomUUID();
    await setPrice('2026-01-01', 40);
    for (const attempt of [1, 2]) {
      const { data, error } = await setPrice('2026-03-01', 45, { p_id });
      expect([attempt, error, data]).toMatchObject([attempt, null, { id: p_id, rate: 45, valid_to: null }]);
    }
    expect(await storedPrices()).toHaveLength(2);
    expect((await setPrice('2026-03-01', 46, { p_id })).error?.code).toBe('23505');
  });

  test('that is refused does not end the current price', async () => {
    await setPrice('2026-01-01', 40);
    for (const [from, rate, sentence] of [
      ['2026-03-01', -1, "The rate can't be negative."],
      ['2026-01-01', 45, 'From 1 Jan 2026 there is a price of £40.00 already.'],
      ['2025-01-01', 45, 'From 1 Jan 2026 there is a price of £40.00 already.'],
    ] as const)
      expect((await setPrice(from, rate)).error?.message).toBe(sentence);
    expect(await storedPrices()).toEqual([{ rate: 40, from: '2026-01-01', to: null }]);
  });

  test('may have its own end date, before a later price begins', async () => {
    await setPrice('2026-06-01', 50);
    expect((await setPrice('2026-01-01', 40, { p_to: '2026-05-31' })).error).toBeNull();
    expect(await storedPrices()).toHaveLength(2);
  });
});

describe('many new prices', () => {
  const raise = (prices: readonly object[]) =>
    owner.rpc('raise_prices', { p_from: '2026-03-01', p_prices: prices.map((price) => ({ ...price })) });
  const priceChange = (previousRate: number | null, rate: number, customer_id: string | null = null) => ({
    id: crypto.randomUUID(),
    task_id: ploughing,
    customer_id,
    unit: 'acre',
    was: previousRate,
    rate,
  });
  beforeEach(async () => {
    const price = { user_id: owner.id, task_id: ploughing, chargeable_unit: 'acre', valid_from: '2025-03-01' };
    await owner.from('prices').insert([
      { ...price, rate: 40, customer_id: null },
      { ...price, rate: 50, customer_id: hillFarm },
    ]);
  });

  test('are set in one transaction, and only once if they are requested twice', async () => {
    const changes = [priceChange(40, 41.5), priceChange(50, 52, hillFarm)];
    expect(await raise(changes)).toMatchObject({ data: 2, error: null });
    expect(await raise(changes)).toMatchObject({ data: 2, error: null });
    expect(await storedPrices()).toEqual([
      { rate: 40, from: '2025-03-01', to: '2026-02-28' },
      { rate: 50, from: '2025-03-01', to: '2026-02-28' },
      { rate: 41.5, from: '2026-03-01', to: null },
      { rate: 52, from: '2026-03-01', to: null },
    ]);
  });

  test('are all refused if one is refused or was changed in between', async () => {
    const before = await storedPrices();
    const CHANGED = 'The prices changed while you were looking. Look at the list again.';
    expect((await raise([priceChange(40, 41.5), priceChange(49, 52, hillFarm)])).error?.message).toBe(CHANGED);
    expect((await raise([priceChange(40, 41.5), priceChange(null, 52, hillFarm)])).error?.message).toBe(CHANGED);
    expect((await raise([priceChange(40, 41.5), priceChange(50, -1, hillFarm)])).error?.message).toBe(
      "The rate can't be negative.",
    );
    expect((await raise([])).error?.message).toBe('Choose at least one price.');
    expect(await storedPrices()).toEqual(before);
  });
});

test('the functions that read or change thousands of rows have a longer timeout', async () => {
  const functions = await backend.sql(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and 'statement_timeout=60s' = any (proconfig) order by 1`,
  );
  expect(functions.map(({ proname }) => proname)).toEqual([
    'finish_restore',
    'import_rows',
    'merge_customers',
    'remove_rows_without_file',
    'reprice_works',
    'restore_rows',
    'take_back_restore',
    'undo_import',
    'unused_files',
  ]);
});
