// Feeds, mixes, feedings and batches: what the database refuses, what the crew sees, and how the stock changes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

let barley: string;
let silage: string;
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  barley = await addFeed('Rolled barley', {
    ...{ dm_pct: 86, category: 'straight', cost_per_t: 195, in_stock_kg: 10_000 },
  });
  silage = await addFeed('Grass silage', { dm_pct: 28, category: 'forage' });
});

async function addFeed(name: string, more: object = {}): Promise<string> {
  const id = crypto.randomUUID();
  const { error } = await owner.from('feeds').insert({ id, user_id: owner.id, name, dm_pct: 50, ...more });
  if (error) throw error;
  return id;
}
const ingredient = (feed: string, more: object = {}) => ({
  ...{ feed, name: 'x', category: 'other', dm: 86, me: 13.1, cp: 11, basis: 'dm', cost: 195 },
  ...more,
});
const tmrItem = (feed: string, order: number, fresh: number, more: object = {}) =>
  ingredient(feed, { order, fresh, minutes: null, note: '', ...more });
const addMix = async (more: object = {}) => {
  const row = { id: crypto.randomUUID(), user_id: owner.id, name: 'High yielders', head_count: 120 };
  const items = [tmrItem(silage, 2, 28, { dm: 28, cost: null }), tmrItem(barley, 1, 3)];
  const { error } = await owner.from('tmr_mixes').insert({ ...row, items, ...more });
  return { id: row.id, message: error?.message ?? null };
};
const feeding = (mix_id: string, more: object = {}) => ({
  ...{
    id: crypto.randomUUID(),
    user_id: owner.id,
    mix_id,
    fed_at: new Date().toISOString(),
    head_count: 118,
    loads: 1,
  },
  items: [{ feed: barley, name: 'Rolled barley', planned: 354, actual: 355 }],
  ...more,
});
const addFeeding = async (person: Person, row: ReturnType<typeof feeding>) =>
  (await person.from('tmr_feedings').insert(row)).error?.message ?? null;
const stock = async (id: string) =>
  (await owner.from('feeds').select('in_stock_kg, stock_counted_at').eq('id', id).single()).data;

describe('a TMR mix', () => {
  test('is stored in loading order, with the name and kind of its feeds', async () => {
    const { id } = await addMix();
    const { data } = await owner.from('tmr_mixes').select('items').eq('id', id).single();
    expect(data?.items).toMatchObject([
      { feed: barley, name: 'Rolled barley', category: 'straight', order: 1, cost: 195 },
      { feed: silage, name: 'Grass silage', category: 'forage', order: 2, dm: 28, cost: null },
    ]);
  });

  test('does not change with its feeds', async () => {
    const { id } = await addMix();
    await owner.from('feeds').update({ cost_per_t: 240, dm_pct: 84 }).eq('id', barley);
    const { data } = await owner.from('tmr_mixes').select('items').eq('id', id).single();
    expect(data?.items).toMatchObject([{ cost: 195, dm: 86 }, {}]);
  });

  test.each([
    [{ head_count: 0 }, 'Head count must be 1 or more.'],
    [{ items: [] }, 'Add at least one ingredient.'],
    [() => ({ items: [tmrItem(barley, 1, 3, { dm: 101 })] }), 'Dry matter must be between 1 and 100 %.'],
    [() => ({ items: [tmrItem(barley, 1, 3, { dm: null })] }), 'Dry matter must be between 1 and 100 %.'],
    [
      () => ({ items: [tmrItem(barley, 1, 3), tmrItem(silage, 1, 28)] }),
      'Two ingredients have the same place in the loading order.',
    ],
    [() => ({ items: [tmrItem(crypto.randomUUID(), 1, 3)] }), 'One of the feeds is not there any more.'],
    [() => ({ items: [tmrItem(barley, 1, 0)] }), 'Each ingredient needs more than 0 kg for a head.'],
    [{ feeds_per_day: 5 }, 'Feed once to four times a day.'],
  ])('is refused: %#', async (change, message) => {
    expect((await addMix(typeof change === 'function' ? change() : change)).message).toBe(message);
  });

  test('of another account’s feed is refused', async () => {
    const stranger = await backend.user();
    const row = { id: crypto.randomUUID(), user_id: stranger.id, name: 'Theirs', head_count: 1 };
    const { error } = await stranger.from('tmr_mixes').insert({ ...row, items: [tmrItem(barley, 1, 3)] });
    expect(error?.message).toBe('One of the feeds is not there any more.');
  });

  test('is read by the crew, without prices once rates are hidden', async () => {
    await addMix();
    const items = async () => (await driver.from('crew_tmr_mixes').select('items').single()).data?.items;
    expect(await items()).toMatchObject([{ name: 'Rolled barley', cost: 195 }, { name: 'Grass silage' }]);
    await owner.from('farm_settings').update({ employees_see_rates: false }).eq('user_id', owner.id);
    expect(await items()).toMatchObject([{ name: 'Rolled barley', dm: 86, cost: null }, { name: 'Grass silage' }]);
    expect((await driver.from('tmr_mixes').select('id')).data).toEqual([]);
    expect((await driver.from('feeds').select('id')).data).toEqual([]);
  });
});

describe('a feeding', () => {
  test('has author, sum and date set by the database, and reduces the stock by what was loaded', async () => {
    const { id: mix } = await addMix({ group_name: 'Shed 1' });
    const row = feeding(mix, { refusals_kg: 90 });
    expect(await addFeeding(driver, row)).toBeNull();
    const { data } = await owner.from('tmr_feedings').select().eq('id', row.id).single();
    expect(data).toMatchObject({
      ...{ mix_name: 'High yielders', group_name: 'Shed 1', created_by_name: 'Dan Driver', total_kg: 355 },
      ...{ head_count: 118, refusals_kg: 90 },
    });
    expect(await stock(barley)).toMatchObject({ in_stock_kg: 9645 });
    // The mix keeps its head count.
    expect((await owner.from('tmr_mixes').select('head_count').eq('id', mix).single()).data?.head_count).toBe(120);
    // The same feeding sent again is stored once and reduces the stock once.
    expect(await addFeeding(driver, row)).toMatch(/duplicate key/);
    expect(await stock(barley)).toMatchObject({ in_stock_kg: 9645 });
    // The log has no entry for the changed stock: the feeding records it.
    const log = await owner.from('audit_log').select('id').eq('table_name', 'feeds');
    expect(log.data).toEqual([]);
  });

  test('from before the last stock count does not change the stock', async () => {
    const { id: mix } = await addMix();
    const before = new Date(Date.now() - 3_600_000).toISOString();
    await owner.from('feeds').update({ in_stock_kg: 8000 }).eq('id', barley);
    expect(await addFeeding(driver, feeding(mix, { fed_at: before }))).toBeNull();
    expect(await stock(barley)).toMatchObject({ in_stock_kg: 8000 });
    expect(await addFeeding(driver, feeding(mix))).toBeNull();
    expect(await stock(barley)).toMatchObject({ in_stock_kg: 7645 });
    // A feed without a stock count stays without one.
    await addFeeding(driver, feeding(mix, { items: [{ feed: silage, name: 'Grass silage', planned: 1, actual: 1 }] }));
    expect(await stock(silage)).toEqual({ in_stock_kg: null, stock_counted_at: null });
  });

  test.each([
    [{ head_count: 0 }, 'Head count must be 1 or more.'],
    [{ items: [] }, 'Add at least one ingredient.'],
    [() => ({ items: [{ feed: barley, name: 'Barley', planned: 1, actual: 0 }] }), 'Nothing was loaded.'],
    [() => ({ items: [{ feed: barley, name: 'Barley', planned: 1, actual: -1 }] }), 'Check how much was loaded.'],
    [{ items: ['barley'] }, 'A feeding is a list of ingredients.'],
    [{ mix_id: crypto.randomUUID() }, 'This mix is not one of the farm’s.'],
  ])('is refused: %#', async (change, message) => {
    const { id } = await addMix();
    const given = typeof change === 'function' ? change() : change;
    expect((await addFeeding(driver, feeding(id, given)))?.replace("'", '’')).toBe(message);
  });

  test('with an impossible clock is dated when it arrives', async () => {
    const { id } = await addMix();
    const row = feeding(id, { fed_at: '2020-01-01T00:00:00Z' });
    await addFeeding(driver, row);
    const { data } = await owner.from('tmr_feedings').select('fed_at').eq('id', row.id).single();
    expect(Date.parse(data?.fed_at ?? '')).toBeGreaterThan(Date.now() - 600_000);
  });
});

describe('a meal mix and its batches', () => {
  const addMeal = async (shares: readonly number[], more: object = {}) => {
    const row = { id: crypto.randomUUID(), user_id: owner.id, name: 'Calf nuts', batch_size: 3, batch_unit: 't' };
    const items = shares.map((pct) => ingredient(barley, { pct }));
    const { error } = await owner.from('meal_mixes').insert({ ...row, items, ...more });
    return { id: row.id, message: error?.message ?? null };
  };
  const batch = (mix_id: string, more: object = {}) => ({
    ...{
      id: crypto.randomUUID(),
      user_id: owner.id,
      mix_id,
      mix_version: 1,
      mixed_at: new Date().toISOString(),
      kg: 1000,
    },
    items: [
      { feed: barley, name: 'Rolled barley', kg: 600.5, lot: 'L-1234' },
      { feed: silage, name: 'Molasses', kg: 399.5, lot: '' },
    ],
    ...more,
  });
  const addBatch = (person: Person, row: ReturnType<typeof batch>) => person.from('meal_batches').insert(row);

  test('inclusions must add to 100 %', async () => {
    expect((await addMeal([60, 37.5])).message).toBe('Inclusions add to 97.5 % – 2.5 % short.');
    expect((await addMeal([60, 41])).message).toBe('Inclusions add to 101 %.');
    expect((await addMeal([100], { batch_size: 0 })).message).toBe('Batch size must be more than 0.');
    expect((await addMeal([33.33, 33.33, 33.33])).message).toBeNull();
  });

  test('a changed recipe is a new version, another name is not', async () => {
    const { id } = await addMeal([100]);
    const version = async (change: object) =>
      (await owner.from('meal_mixes').update(change).eq('id', id).select('version').single()).data?.version;
    expect(await version({ name: 'Calf meal' })).toBe(1);
    expect(await version({ items: [ingredient(barley, { pct: 60 }), ingredient(silage, { pct: 40 })] })).toBe(2);
  });

  test('batches are numbered one after the other, also when several phones send at once', async () => {
    const { id } = await addMeal([100]);
    const sent = await Promise.all([driver, owner, driver].map((person) => addBatch(person, batch(id))));
    expect(sent.map(({ error }) => error)).toEqual([null, null, null]);
    const year = new Date().getFullYear();
    const numbers = async () => (await driver.from('meal_batches').select('batch_no').order('batch_no')).data;
    expect(await numbers()).toEqual(['001', '002', '003'].map((n) => ({ batch_no: `${year}-${n}` })));
    // A batch that is refused or sent twice takes no number.
    const again = batch(id);
    await addBatch(driver, batch(id, { kg: 999 }));
    await addBatch(driver, again);
    expect((await addBatch(driver, again)).error?.code).toBe('23505');
    await addBatch(driver, batch(id));
    expect((await numbers())?.map(({ batch_no }) => batch_no.slice(-3))).toEqual(['001', '002', '003', '004', '005']);
    // The stock fell by the five accepted batches only.
    expect(await stock(barley)).toMatchObject({ in_stock_kg: 10_000 - 5 * 600.5 });
  });

  test('a batch is found by lot, and its parts must add up', async () => {
    const { id } = await addMeal([100]);
    await addBatch(driver, batch(id, { used_by: 'Búllaí' }));
    const found = async (pattern: string) =>
      (await owner.from('meal_batches').select('id').like('search', pattern)).data?.length;
    expect([await found('%l-1234%'), await found('%bullai%'), await found('%l-999%')]).toEqual([1, 1, 0]);
    expect((await addBatch(driver, batch(id, { kg: 1001 }))).error?.message).toBe(
      'The ingredients do not add up to the batch.',
    );
    expect((await addBatch(driver, batch(id, { mix_version: 9 }))).error?.message).toBe(
      'There is no such version of this mix.',
    );
  });
});

test('a feed’s name is unique among active feeds, and its dry matter at least 1 %', async () => {
  const twice = owner
    .from('feeds')
    .insert({ id: crypto.randomUUID(), user_id: owner.id, name: 'rolled BARLEY', dm_pct: 86 });
  expect((await twice).error?.message).toBe('There is a feed of this name already.');
  await owner.from('feeds').update({ active: false }).eq('id', barley);
  expect(await addFeed('Rolled barley')).not.toBe(barley);
  const wet = owner.from('feeds').insert({ id: crypto.randomUUID(), user_id: owner.id, name: 'Water', dm_pct: 0.5 });
  expect((await wet).error?.message).toBe('Dry matter must be between 1 and 100 %.');
});

test('a notice can link to a mix of its own account only', async () => {
  const { id } = await addMix();
  const post = async (related_id: string) =>
    (
      await owner
        .from('notices')
        .insert({ user_id: owner.id, title: 'Load sheet', related_table: 'tmr_mixes', related_id })
    ).error?.message ?? null;
  expect(await post(id)).toBeNull();
  expect(await post(crypto.randomUUID())).toBe('The mix is not there any more.');
});
