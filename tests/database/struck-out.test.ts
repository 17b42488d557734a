// Records that a law asks a farm to keep are struck out instead of being deleted. Each kind is one row of the table below.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

type Row = Record<string, unknown>;
type Table =
  | 'manure_movements'
  | 'field_activities'
  | 'harvests'
  | 'slurry_levels'
  | 'soil_tests'
  | 'meal_batches'
  | 'tmr_feedings';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
});
afterAll(() => backend.close());

const addedField = async (person: Person) => {
  const id = crypto.randomUUID();
  const { error } = await person.from('fields').insert({ id, user_id: person.id, name: `Field ${id}`, area_ha: 4.05 });
  expect(error).toBeNull();
  return id;
};

const addedStore = async (person: Person) => {
  const id = crypto.randomUUID();
  const { error } = await person.from('slurry_stores').insert({ id, user_id: person.id, name: 'Tank' });
  expect(error).toBeNull();
  return id;
};

/** A feed that is counted, and a batch of 600.5 kg of it. */
const newBatch = async (person: Person) => {
  const [feed, mix] = [crypto.randomUUID(), crypto.randomUUID()];
  const counted = { id: feed, user_id: person.id, name: `Barley ${feed}`, dm_pct: 86, in_stock_kg: 10_000 };
  const made = { id: mix, user_id: person.id, name: `Calf nuts ${mix}`, batch_size: 3, batch_unit: 't' };
  const copy = { feed, name: 'Barley', dm: 86, me: 13.2, cp: 11, basis: 'dm', cost: 210, pct: 100 };
  const added = [
    await person.from('feeds').insert(counted),
    await person.from('meal_mixes').insert({ ...made, items: [copy] }),
  ];
  expect(added.map(({ error }) => error)).toEqual([null, null]);
  const items = [{ feed, name: 'Barley', kg: 600.5, lot: 'L-1' }];
  return { feed, row: { mix_id: mix, mix_version: 1, kg: 600.5, items } };
};

/** A feeding of 600.5 kg of a feed that is counted. */
const newFeeding = async (person: Person) => {
  const [feed, mix] = [crypto.randomUUID(), crypto.randomUUID()];
  const counted = { id: feed, user_id: person.id, name: `Barley ${feed}`, dm_pct: 86, in_stock_kg: 10_000 };
  const made = { id: mix, user_id: person.id, name: `High yielders ${mix}`, head_count: 120 };
  const copy = { feed, name: 'Barley', order: 1, fresh: 3, dm: 86, me: 13.2, cp: 11, basis: 'dm', cost: 210 };
  const added = [
    await person.from('feeds').insert(counted),
    await person.from('tmr_mixes').insert({ ...made, items: [{ ...copy, minutes: null, note: '' }] }),
  ];
  expect(added.map(({ error }) => error)).toEqual([null, null]);
  const items = [{ feed, name: 'Barley', planned: 600, actual: 600.5 }];
  return { feed, row: { mix_id: mix, head_count: 118, loads: 1, items } };
};

/** `row`: a new record; `change`: a correction of it, if there is one; `crew`: employees enter it, and withdraw their own. */
const KINDS: [Table, { row: (person: Person) => Row | Promise<Row>; change: Row | null; crew: boolean }][] = [
  [
    'manure_movements',
    {
      row: () => ({
        ...{ moved_on: '2026-11-02', direction: 'export', regime: 'ie', manure: 'cattle_slurry', unit: 'm3' },
        ...{ manure_name: 'Cattle slurry', quantity: 80, p_form: 'P', content_from: 'table' },
      }),
      change: { quantity: 90 },
      crew: true,
    },
  ],
  [
    'field_activities',
    {
      row: async (person) => ({
        ...{ field_id: await addedField(person), field_name: 'Long Meadow', season: 2026, activity_type: 'spray' },
        ...{ started_at: '2026-11-02T08:00:00Z', product: 'Proline 275', rate: 0.7, rate_unit: 'L/ha', area_ha: 2 },
      }),
      change: { rate: 0.8 },
      crew: true,
    },
  ],
  [
    'harvests',
    {
      row: async (person) => ({
        ...{ field_id: await addedField(person), field_name: 'Long Meadow', season: 2026, product: 'Wheat' },
        ...{ harvested_on: '2026-08-12', quantity: 38.4, unit: 't' },
      }),
      change: { quantity: 34.8 },
      crew: true,
    },
  ],
  [
    'slurry_levels',
    {
      row: async (person) => ({
        store_id: await addedStore(person),
        read_on: '2026-11-02',
        how: 'depth',
        amount: 1.35,
      }),
      change: { amount: 1.5 },
      crew: false,
    },
  ],
  [
    'soil_tests',
    {
      row: async (person) => ({
        ...{ field_id: await addedField(person), sampled_on: '2026-02-01', method: 'olsen', ph: 6.4 },
      }),
      change: { ph: 6.5 },
      crew: false,
    },
  ],
  [
    'meal_batches',
    {
      row: async (person) => ({ ...(await newBatch(person)).row, mixed_at: new Date().toISOString() }),
      // It has no corrections: a wrong one is struck out, and the right one is logged.
      change: null,
      crew: true,
    },
  ],
  [
    'tmr_feedings',
    {
      row: async (person) => ({ ...(await newFeeding(person)).row, fed_at: new Date().toISOString() }),
      change: null,
      crew: true,
    },
  ],
];

describe.each(KINDS)('%s', (table, { row, change, crew }) => {
  // The cast is safe: the rows fit their table, or the database refuses them.
  const added = async (person: Person, holder = owner) => {
    const id = crypto.randomUUID();
    const { error } = await person.from(table).insert({ id, user_id: holder.id, ...(await row(holder)) } as never);
    expect(error).toBeNull();
    return id;
  };
  const update = async (person: Person, id: string, to: object) =>
    (
      await person
        .from(table)
        .update(to as never)
        .eq('id', id)
        .select('id')
        .single()
    ).error?.message ?? null;
  const stored = async (id: string) => (await backend.sql<Row>(`select * from public.${table} where id = $1`, [id]))[0];

  test('is never deleted, by the account holder either', async () => {
    const id = await added(owner);
    for (const person of [owner, driver]) {
      const { data, error } = await person.from(table).delete().eq('id', id).select('id');
      expect(error?.code ?? data).toEqual(error ? '42501' : []);
    }
    expect(await stored(id)).toMatchObject({ id, struck: false, struck_at: null, struck_by_name: null });
  });

  test('that was entered by mistake is struck out, with who and when, and brought back', async () => {
    const person = crew ? driver : owner;
    const name = crew ? 'Dan Driver' : 'Ann Holder';
    const id = await added(person);
    const before = await stored(id);
    expect(await update(person, id, { struck: true, struck_at: '2020-01-01' })).toMatch(/permission denied/);
    expect(await update(person, id, { struck: true })).toBeNull();
    const struck = await stored(id);
    expect(struck).toMatchObject({ struck: true, struck_by_name: name });
    expect(Math.abs(Date.parse(String(struck?.['struck_at'])) - Date.now())).toBeLessThan(600_000);
    for (const one of change ? [person, owner] : [])
      expect(await update(one, id, change ?? {})).toBe(
        'This was struck out as entered by mistake. Bring it back before you change it.',
      );
    expect(await update(owner, id, { struck: false })).toBeNull();
    expect({ ...(await stored(id)), updated_at: null }).toEqual({ ...before, updated_at: null });
    if (change) expect(await update(owner, id, change)).toBeNull();
    const log = await backend.sql<Row>(
      `select actor_name, changed #> '{struck,new}' as struck from public.audit_log
       where table_name = $1 and row_id = $2 and changed ? 'struck' order by id`,
      [table, id],
    );
    expect(log).toEqual([
      { actor_name: name, struck: true },
      { actor_name: 'Ann Holder', struck: false },
    ]);
  });

  test('goes with its account', async () => {
    const other = await backend.user();
    expect(await update(other, await added(other, other), { struck: true })).toBeNull();
    await backend.sql('delete from auth.users where id = $1', [other.id]);
    expect(await backend.sql(`select id from public.${table} where user_id = $1`, [other.id])).toEqual([]);
  });
});

test('a planned activity is deleted, and what was done can’t become a plan', async () => {
  const id = crypto.randomUUID();
  const planned = {
    ...{
      id,
      user_id: owner.id,
      field_id: await addedField(owner),
      field_name: 'x',
      season: 2026,
      activity_type: 'spray',
    },
    ...{ started_at: '2026-12-02T08:00:00Z', status: 'planned' },
  };
  expect((await driver.from('field_activities').insert(planned)).error).toBeNull();
  expect((await driver.from('field_activities').delete().eq('id', id).select('id')).data).toEqual([{ id }]);
  const done = {
    ...planned,
    id: crypto.randomUUID(),
    status: 'done',
    product: 'Proline',
    started_at: '2026-11-02T08:00:00Z',
  };
  expect((await driver.from('field_activities').insert(done)).error).toBeNull();
  const undone = await owner.from('field_activities').update({ status: 'planned' }).eq('id', done.id);
  expect(undone.error?.message).toBe("What was done can't become a plan. If it was entered by mistake, strike it out.");
});

test('a spray that is struck out is not the last activity of its field, and its harvest interval ends', async () => {
  const [field, id] = [await addedField(owner), crypto.randomUUID()];
  const spray = {
    ...{ id, user_id: owner.id, field_id: field, field_name: 'x', season: 2026, activity_type: 'spray' },
    ...{ started_at: new Date().toISOString(), product: 'Proline', harvest_interval_days: 35 },
  };
  const standing = async () =>
    (await owner.from('field_standing').select('activity_id, interval_until').eq('field_id', field).single()).data;
  expect((await owner.from('field_activities').insert(spray)).error).toBeNull();
  expect(await standing()).toMatchObject({ activity_id: id, interval_until: expect.any(String) as string });
  expect((await owner.from('field_activities').update({ struck: true }).eq('id', id)).error).toBeNull();
  expect(await standing()).toEqual({ activity_id: null, interval_until: null });
  // The field still has this record, so it is archived, not deleted.
  expect((await owner.from('fields').delete().eq('id', field)).error?.details).toBe('has_records');
});

test('a soil test that is struck out is not the newest of its field, and keeps the field', async () => {
  const field = await addedField(owner);
  const test = { user_id: owner.id, field_id: field, method: 'olsen' };
  const newer = crypto.randomUUID();
  const added = [
    await owner.from('soil_tests').insert({ id: crypto.randomUUID(), ...test, sampled_on: '2022-02-01', ph: 5.9 }),
    await owner.from('soil_tests').insert({ id: newer, ...test, sampled_on: '2026-02-01', ph: 6.4 }),
    await owner.from('soil_tests').update({ struck: true }).eq('id', newer),
  ];
  expect(added.map(({ error }) => error)).toEqual([null, null, null]);
  const { data } = await owner.from('field_standing').select('sampled_on, ph').eq('field_id', field).single();
  expect(data).toEqual({ sampled_on: '2022-02-01', ph: 5.9 });
  expect((await owner.from('fields').delete().eq('id', field)).error).toMatchObject({
    message: expect.stringMatching(/has 2 soil tests\.$/) as string,
    details: 'has_records',
  });
});

test.each([
  ['meal_batches', newBatch, 'mixed_at', { kg: 1 }],
  ['tmr_feedings', newFeeding, 'fed_at', { head_count: 1 }],
] as const)(
  'what went into one of %s is in the store again when it is struck out',
  async (table, made, time, change) => {
    const { feed, row } = await made(owner);
    const id = crypto.randomUUID();
    const stock = async () =>
      (await owner.from('feeds').select('in_stock_kg').eq('id', feed).single()).data?.in_stock_kg;
    const logged = { ...row, id, user_id: owner.id, [time]: new Date().toISOString() };
    expect((await driver.from(table).insert(logged as never)).error).toBeNull();
    expect(await stock()).toBe(9399.5);
    const strike = async (struck: boolean) =>
      (await driver.from(table).update({ struck }).eq('id', id)).error?.message ?? null;
    expect(await strike(true)).toBeNull();
    expect(await strike(true)).toBeNull();
    expect(await stock()).toBe(10_000);
    expect(await strike(false)).toBeNull();
    expect(await stock()).toBe(9399.5);
    await backend.sql(`update public.${table} set created_at = now() - interval '8 days' where id = $1`, [id]);
    expect(await strike(true)).toBe('You can change your own entries for 7 days. Ask the account holder.');
    expect(
      (
        await owner
          .from(table)
          .update(change as never)
          .eq('id', id)
      ).error?.code,
    ).toBe('42501');
  },
);
