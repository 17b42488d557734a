// Re-pricing in the database: entries keep their rate until re-pricing is requested, and then the changes are exactly
// those of the preview.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';

type Figures = Record<'old_rate' | 'new_rate' | 'old_value' | 'new_value', number | null>;
type Entry = Figures & {
  work_id: string;
  work_date: string;
  customer: string;
  price_from: string | null;
  own_price: boolean;
};
type Preview = { entries: Entry[]; typed: number };

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
let stranger: Person;
let ploughing: string;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
  stranger = await backend.user();
  account = await setUpInvoicing(backend, owner);
});
beforeEach(async () => {
  for (const table of ['works', 'invoices', 'tasks']) await backend.sql(`delete from public.${table}`);
  const { data, error } = await owner
    .from('tasks')
    .insert({ user_id: owner.id, name: 'Ploughing', chargeable_unit: 'acre', default_rate: 40 })
    .select('id')
    .single();
  if (error) throw error;
  ploughing = data.id;
});
afterAll(() => backend.close());

async function addPrice(rate: number, valid_from: string, more: object = {}) {
  const { error } = await owner
    .from('prices')
    .insert({ user_id: owner.id, task_id: ploughing, chargeable_unit: 'acre', rate, valid_from, ...more });
  if (error) throw error;
}
type Job = {
  on?: string;
  rate?: number | null;
  quantity?: number | null;
  customer?: string;
  task?: string;
  unit?: string;
};
async function logWorks(jobs: readonly Job[], by: Person = owner): Promise<string[]> {
  const { data, error } = await by
    .from('works')
    .insert(
      jobs.map(
        ({
          on = '2026-03-01',
          rate = 40,
          quantity = 2,
          customer = 'Hill Farm',
          task = 'Ploughing',
          unit = 'acre',
        }) => ({
          customer,
          task_name: task,
          chargeable_unit: unit,
          rate,
          quantity,
          work_date: on,
        }),
      ),
    )
    .select('id');
  if (error) throw error;
  return data.map(({ id }) => id);
}
type Scope = Partial<Record<'p_task_id' | 'p_customer_id' | 'p_from' | 'p_to', string>> & { p_work_ids?: string[] };
async function preview(scope: Scope = {}): Promise<Preview> {
  const { data, error } = await owner.rpc('reprice_preview', scope);
  if (error) throw error;
  return data as Preview;
}
const apply = (entries: readonly Entry[], by: Person = owner) =>
  by.rpc('reprice_works', { p_entries: entries.map((entry) => ({ ...entry })) });
const stored = () =>
  backend.sql<{ rate: number | null; value: number | null }>(
    `select rate::float8 as rate, total_value::float8 as value from public.works order by work_date, created_at, id`,
  );

test('changing prices does not change any entry', async () => {
  await addPrice(40, '2026-01-01');
  await logWorks([{ rate: 40 }, { rate: null }, { rate: 99.5, on: '2026-04-01' }]);
  const before = await backend.sql('select * from public.works order by id');
  const call = { p_id: crypto.randomUUID(), p_task_id: ploughing, p_unit: 'acre', p_rate: 45, p_from: '2026-03-01' };
  expect((await owner.rpc('set_price', call)).error).toBeNull();
  await owner.from('prices').update({ rate: 46 }).eq('valid_from', '2026-03-01');
  await owner.from('prices').delete().eq('valid_from', '2026-01-01');
  await owner.from('tasks').update({ default_rate: 1 }).eq('id', ploughing);
  expect(await backend.sql('select * from public.works order by id')).toEqual(before);
});

describe('the preview', () => {
  test('uses the price of the work’s day, first and last day included, and skips days without a price', async () => {
    await addPrice(45, '2026-03-01', { valid_to: '2026-03-31' });
    await addPrice(50, '2026-04-01', { valid_to: '2026-04-30' });
    await logWorks(
      ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01', '2026-04-30', '2026-05-01'].map((on) => ({ on })),
    );
    expect(
      (await preview()).entries.map(({ work_date, new_rate, new_value }) => [work_date, new_rate, new_value]),
    ).toEqual([
      ['2026-03-01', 45, 90],
      ['2026-03-31', 45, 90],
      ['2026-04-01', 50, 100],
      ['2026-04-30', 50, 100],
    ]);
  });

  test('prefers a customer’s own price to the general one, and matches the unit', async () => {
    await addPrice(45, '2026-01-01');
    await addPrice(48, '2026-02-01', { customer_id: account.hillFarm });
    await logWorks([
      {},
      { customer: 'Manor' },
      { unit: 'hectare' },
      { task: 'Rolling' },
      { task: ' PLOUGHING ', rate: 41 },
    ]);
    const { entries } = await preview();
    expect(
      entries
        .map(({ customer, old_rate, new_rate, price_from, own_price }) => ({
          customer,
          old_rate,
          new_rate,
          price_from,
          own_price,
        }))
        .toSorted((a, b) => Number(a.own_price) - Number(b.own_price) || Number(a.old_rate) - Number(b.old_rate)),
    ).toEqual([
      { customer: 'Manor', old_rate: 40, new_rate: 45, price_from: '2026-01-01', own_price: false },
      { customer: 'Hill Farm', old_rate: 40, new_rate: 48, price_from: '2026-02-01', own_price: true },
      { customer: 'Hill Farm', old_rate: 41, new_rate: 48, price_from: '2026-02-01', own_price: true },
    ]);
  });

  test('prices entries without a rate, with the task’s default if no price applies, and skips the unchanged', async () => {
    await addPrice(45, '2026-03-01');
    await logWorks([
      { rate: null },
      { rate: null, on: '2026-02-28' },
      { rate: null, on: '2026-02-28', unit: 'hour' },
      { rate: 45 },
      { rate: 39, on: '2026-02-28' },
      { rate: null, quantity: null },
    ]);
    const { entries } = await preview();
    expect(
      entries.map(({ old_rate, new_rate, new_value, price_from }) => [old_rate, new_rate, new_value, price_from]),
    ).toEqual(
      expect.arrayContaining([
        [null, 40, 80, null],
        [null, 45, 90, '2026-03-01'],
        [null, 45, null, '2026-03-01'],
      ]),
    );
    expect(entries).toHaveLength(3);
  });

  test('skips invoiced entries, and counts those with a typed value instead of listing them', async () => {
    await addPrice(45, '2026-03-01');
    const [billed = '', typed = '', unbilled = ''] = await logWorks([{}, {}, {}]);
    expect((await account.issue([billed])).error).toBeNull();
    expect((await owner.from('works').update({ total_value: 70 }).eq('id', typed)).error).toBeNull();
    expect(await preview()).toMatchObject({ entries: [{ work_id: unbilled, old_value: 80, new_value: 90 }], typed: 1 });
  });

  test('can be limited by task, customer, days and chosen entries', async () => {
    const rolling = await owner
      .from('tasks')
      .insert({ user_id: owner.id, name: 'Rolling', chargeable_unit: 'acre' })
      .select('id')
      .single();
    await addPrice(45, '2026-01-01');
    await addPrice(12, '2026-01-01', { task_id: rolling.data?.id });
    const [a = '', b = '', c = '', d = ''] = await logWorks([
      { on: '2026-02-01' },
      { on: '2026-03-01', customer: 'Manor' },
      { on: '2026-04-01', task: 'Rolling' },
      { on: '2026-05-01' },
    ]);
    const ids = async (scope: Scope) => (await preview(scope)).entries.map(({ work_id }) => work_id);
    expect(await ids({})).toEqual([a, b, c, d]);
    expect(await ids({ p_task_id: ploughing })).toEqual([a, b, d]);
    expect(await ids({ p_customer_id: account.hillFarm })).toEqual([a, c, d]);
    expect(await ids({ p_from: '2026-03-01', p_to: '2026-04-01' })).toEqual([b, c]);
    expect(await ids({ p_work_ids: [d, a] })).toEqual([a, d]);
  });

  test('calculates the value of hours from start and finish, to the minute', async () => {
    await owner.from('tasks').insert({ user_id: owner.id, name: 'Hedges', chargeable_unit: 'hour', default_rate: 45 });
    await owner.from('works').insert({
      customer: 'Hill Farm',
      task_name: 'Hedges',
      chargeable_unit: 'hour',
      work_date: '2026-03-01',
      start_time: '13:10',
      finish_time: '21:00',
      breaks: 30,
    });
    expect((await preview()).entries).toMatchObject([{ old_value: null, new_rate: 45, new_value: 330 }]);
  });
});

describe('re-pricing', () => {
  test('applies the preview to the selected entries, and is logged', async () => {
    await addPrice(45, '2026-03-01');
    await logWorks([{ rate: 40 }, { rate: null, on: '2026-03-02' }, { rate: 41, on: '2026-03-03' }]);
    const { entries } = await preview();
    await backend.sql('delete from public.audit_log');
    expect(await apply(entries.slice(0, 2))).toMatchObject({ data: 2, error: null });
    expect(await stored()).toEqual([
      { rate: 45, value: 90 },
      { rate: 45, value: 90 },
      { rate: 41, value: 82 },
    ]);
    const auditLog = await backend.sql(
      `select changed -> 'rate' as rate from public.audit_log where table_name = 'works' order by id`,
    );
    expect(auditLog).toEqual([{ rate: { old: 40, new: 45 } }, { rate: { old: null, new: 45 } }]);
    expect((await preview()).entries).toHaveLength(1);
    // A re-priced entry is still calculated: its value does not count as typed.
    expect(await backend.sql('select count(*) as n from public.works where value_overridden')).toEqual([{ n: 0 }]);
  });

  const CHANGED = 'The prices or entries changed while you were looking. Look at the preview again.';
  test.each<[string, (ids: readonly string[]) => PromiseLike<unknown>]>([
    ['a price is changed', () => owner.from('prices').update({ rate: 46 }).eq('rate', 45)],
    ['a price is deleted', () => owner.from('prices').delete().eq('rate', 45)],
    ['a customer’s own price is added', () => addPrice(47, '2026-01-01', { customer_id: account.hillFarm })],
    [
      'the quantity of an entry is changed',
      ([first = '']) => owner.from('works').update({ quantity: 3 }).eq('id', first),
    ],
    [
      'the day of an entry is changed',
      ([first = '']) => owner.from('works').update({ work_date: '2026-02-01' }).eq('id', first),
    ],
    ['the rate of an entry is changed', ([first = '']) => owner.from('works').update({ rate: 44 }).eq('id', first)],
    ['a value is typed', ([first = '']) => owner.from('works').update({ total_value: 1 }).eq('id', first)],
    ['an entry is deleted', ([first = '']) => owner.from('works').delete().eq('id', first)],
    ['an entry is billed', ([first = '']) => account.issue([first])],
  ])('changes nothing if %s meanwhile', async (_, change) => {
    await addPrice(45, '2026-03-01');
    const ids = await logWorks([{}, {}]);
    const { entries } = await preview();
    expect(entries).toHaveLength(2);
    await change(ids);
    const before = await stored();
    expect((await apply(entries)).error?.message).toBe(CHANGED);
    expect(await stored()).toEqual(before);
  });

  test('refuses figures that differ from the preview, other people’s entries, and an empty list', async () => {
    await addPrice(45, '2026-03-01');
    await logWorks([{}, {}]);
    const [first, second] = (await preview()).entries;
    if (!first || !second) throw new Error('two were logged');
    for (const tampered of [
      { ...first, new_rate: 1, new_value: 2 },
      { ...first, new_value: 91 },
      { ...first, work_id: crypto.randomUUID() },
    ])
      expect((await apply([tampered, second])).error?.message).toBe(CHANGED);
    expect((await apply([first, first])).error?.message).toBe(CHANGED);
    expect((await apply([first], stranger)).error?.message).toBe(CHANGED);
    expect((await apply([])).error?.message).toBe('Choose at least one entry.');
    expect(await stored()).toEqual([
      { rate: 40, value: 80 },
      { rate: 40, value: 80 },
    ]);
  });

  test('a value too large for an invoice refuses the whole request', async () => {
    await addPrice(99_999, '2026-03-01');
    await logWorks([{ quantity: 1 }, { quantity: 900 }]);
    const { entries } = await preview();
    expect((await apply(entries)).error?.message).toBe('That value is too large. Check the rate and quantity.');
    expect((await stored()).map(({ rate }) => rate)).toEqual([40, 40]);
  });

  test('shows and changes 1,200 entries, every one', async () => {
    await addPrice(45, '2026-03-01');
    await backend.sql(
      `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
       select $1, 'Hill Farm', 'Ploughing', 'acre', 40, 2, '2026-03-01'::date + n % 200, 'Ann' from generate_series(1, 1200) n`,
      [owner.id],
    );
    const { entries } = await preview();
    expect(new Set(entries.map(({ work_id }) => work_id)).size).toBe(1200);
    expect(await apply(entries)).toMatchObject({ data: 1200, error: null });
    expect(
      await backend.sql(`select rate::float8 as rate, sum(total_value)::float8 as value from public.works group by 1`),
    ).toEqual([{ rate: 45, value: 108_000 }]);
  });
});
