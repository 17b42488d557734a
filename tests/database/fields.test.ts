// Fields, their seasons, soil tests, activities and harvests: what the database refuses, sets and keeps.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
});
afterAll(() => backend.close());

const newId = () => crypto.randomUUID();
const addField = async (fields: Record<string, unknown>) => {
  const row = { id: newId(), user_id: owner.id, area_ha: 4.05, name: `Field ${newId().slice(0, 8)}`, ...fields };
  const { data, error } = await owner.from('fields').insert(row).select('*').single();
  return { id: row.id, row: data as Record<string, unknown> | null, error: error?.message ?? null };
};
const addActivity = async (person: Person, fields: Record<string, unknown>) => {
  const row = {
    id: newId(),
    user_id: owner.id,
    field_name: 'Bottom Meadow',
    season: 2026,
    activity_type: 'rolling',
    started_at: '2026-11-03T08:00:00Z',
    ...fields,
  };
  const { data, error } = await person.from('field_activities').insert(row).select('*').single();
  return { id: row.id, row: data as Record<string, unknown> | null, error: error?.message ?? null };
};

const RING = [
  [-4.1, 50.5],
  [-4.097, 50.5],
  [-4.097, 50.5018],
  [-4.1, 50.5018],
  [-4.1, 50.5],
];

test('stores a parcel number as its scheme writes it, and refuses one that does not fit (case 79)', async () => {
  const parcel = async (parcel_ref: string | null, parcel_scheme: string) => {
    const { row, error } = await addField({ parcel_ref, parcel_scheme });
    return error ?? row?.['parcel_ref'];
  };
  expect(await parcel('sx12345678', 'rpa')).toBe('SX1234 5678');
  expect(await parcel('SX123 5678', 'rpa')).toBe('Parcel should look like SX1234 5678.');
  expect(await parcel('  ', 'rpa')).toBeNull();
  expect(await parcel('ab/12345/12345', 'scot_lpid')).toBe('AB/12345/12345');
  expect(await parcel('A 3', 'ie_lpis')).toBe('A 3');
  expect(await parcel('A3', 'ni')).toBe('A parcel number has 3 to 20 characters.');
  expect(await parcel('SX1234 5678', 'rpa')).toMatch(/^Parcel SX1234 5678 belongs to Field .* already\.$/);
});

test('refuses a nameless field, a second one of the same name for the same customer, and an area of 0', async () => {
  expect((await addField({ name: ' ' })).error).toBe('Give the field a name.');
  expect((await addField({ name: 'Top', area_ha: 0 })).error).toBe('Area must be more than 0.');
  const { id } = await addField({ name: 'Home Field' });
  expect((await addField({ name: 'home field ' })).error).toBe('You already have a field called home field.');
  // Every customer may have a Home Field.
  const { row } = await addField({ name: 'Home Field', customer: 'Hill Farm' });
  expect(row).toMatchObject({ customer: 'Hill Farm', customer_id: expect.any(String) as string });
  await owner.from('fields').update({ archived_on: '2026-11-01' }).eq('id', id);
  expect((await addField({ name: 'Home Field' })).error).toBeNull();
});

test('accepts closed outlines only, up to 20,000 points', async () => {
  const outcome = async (boundary: unknown) => (await addField({ boundary })).error;
  expect(await outcome({ type: 'Polygon', coordinates: [RING] })).toBeNull();
  expect(await outcome({ type: 'MultiPolygon', coordinates: [[RING], [RING]] })).toBeNull();
  const open = 'The boundary is not a closed outline.';
  expect(await outcome({ type: 'Polygon', coordinates: [RING.slice(0, 4)] })).toBe(open);
  expect(await outcome({ type: 'Polygon', coordinates: [[RING[0], RING[1], RING[0]]] })).toBe(open);
  expect(await outcome({ type: 'Point', coordinates: [-4.1, 50.5] })).toBe(open);
  expect(await outcome({ type: 'Polygon', coordinates: [RING], extra: 1 })).toBe(open);
  expect(await outcome({ type: 'Polygon', coordinates: [[['x', 1], ...RING.slice(1, 4), ['x', 1]]] })).toBe(open);
  expect(await outcome({ type: 'Polygon', coordinates: 'x' })).toBe(open);
  const many = Array.from({ length: 20_001 }, (_, at) => [-4.1 + at * 1e-6, 50.5 + (at % 7) * 1e-6]);
  many[20_000] = many[0] ?? [];
  expect(await outcome({ type: 'Polygon', coordinates: [many] })).toBe(
    'The boundary has too many points (20,000 at most).',
  );
});

test('a field follows its customer: renamed, merged into another, deleted', async () => {
  const { id, row } = await addField({ name: 'Long Acre', customer: 'O’Brien' });
  const there = await addField({ name: 'Long Acre', customer: 'O’Brien Ltd' });
  const current = async () => {
    const { data } = await owner.from('fields').select('name, customer, customer_id').eq('id', id).single();
    return data;
  };
  await owner.from('customers').update({ name: 'O’Brien & Sons' }).eq('id', String(row?.['customer_id']));
  expect(await current()).toMatchObject({ customer: 'O’Brien & Sons', customer_id: row?.['customer_id'] });
  const into = String(there.row?.['customer_id']);
  const merged = await owner.rpc('merge_customers', {
    p_request_id: newId(),
    p_from: String(row?.['customer_id']),
    p_into: into,
  });
  expect(merged.error).toBeNull();
  expect(await current()).toEqual({
    name: 'Long Acre (O’Brien & Sons)',
    customer: 'O’Brien Ltd',
    customer_id: into,
  });
  expect((await owner.from('customers').delete().eq('id', into)).error).toBeNull();
  expect(await current()).toMatchObject({ customer: 'O’Brien Ltd', customer_id: null });
});

test('an activity for a field that was deleted or archived meanwhile is saved with its name and marked (case 82)', async () => {
  const gone = newId();
  expect((await addActivity(driver, { field_id: gone })).row).toMatchObject({
    field_id: null,
    field_name: 'Bottom Meadow',
    field_problem: 'deleted',
  });
  const { id } = await addField({ name: 'Sold Field', archived_on: '2026-10-01' });
  const late = await addActivity(driver, { field_id: id, field_name: 'As it was called' });
  expect(late.row).toMatchObject({ field_id: id, field_name: 'Sold Field', field_problem: 'archived' });
  // The account holder clears it by choosing a field.
  const { id: other } = await addField({ name: 'Still Ours' });
  const { data } = await owner
    .from('field_activities')
    .update({ field_id: other })
    .eq('id', late.id)
    .select('field_name, field_problem')
    .single();
  expect(data).toEqual({ field_name: 'Still Ours', field_problem: null });
  const harvest = await driver
    .from('harvests')
    .insert({
      id: newId(),
      user_id: owner.id,
      field_id: gone,
      field_name: 'Bottom Meadow',
      season: 2026,
      harvested_on: '2026-08-12',
      product: 'Wheat',
      quantity: 3,
      unit: 't',
    })
    .select('field_id, field_problem')
    .single();
  expect(harvest.data).toEqual({ field_id: null, field_problem: 'deleted' });
});

test('works out the total, and refuses an area that does not fit the field', async () => {
  const { id } = await addField({ name: 'Sprayed', area_ha: 12.4 });
  const spray = {
    field_id: id,
    activity_type: 'spray',
    product: 'Proline',
    rate: 1.5,
    rate_unit: 'L/ha',
    area_ha: 12.4,
  };
  expect((await addActivity(driver, spray)).row).toMatchObject({ total_qty: 18.6, operator_id: null });
  expect((await addActivity(driver, { ...spray, area_ha: 13.03 })).error).toBe(
    'Treated area is bigger than the field.',
  );
  expect((await addActivity(driver, { ...spray, area_ha: 13.02 })).error).toBeNull();
  expect((await addActivity(driver, { ...spray, product: null })).error).toBe('Name the product.');
  const slurry = { field_id: id, activity_type: 'slurry', rate: 3000, rate_unit: 'gal/ac', area_ha: 1 };
  expect((await addActivity(driver, slurry)).row).toMatchObject({ total_qty: 7413.1614 });
  const byOther = await addActivity(driver, { ...spray, operator_id: newId(), operator_name: 'Pat, agronomist' });
  expect(byOther.row).toMatchObject({ operator_id: null, operator_name: 'Pat, agronomist' });
  const byDriver = await addActivity(owner, { ...spray, operator_id: driver.id, operator_name: 'x' });
  expect(byDriver.row).toMatchObject({
    operator_id: driver.id,
    operator_name: expect.stringMatching(/^Sam/) as string,
  });
});

test('an employee can change and strike out their own entry for seven days, and never another person’s', async () => {
  const { id: field } = await addField({ name: 'Rolled' });
  const own = await addActivity(driver, { field_id: field });
  const change = async (id: string) => {
    const { data, error } = await driver.from('field_activities').update({ notes: 'x' }).eq('id', id).select('id');
    return error?.message ?? (data ?? []).length;
  };
  expect(await change(own.id)).toBe(1);
  await backend.sql(`alter table public.field_activities disable trigger user`);
  await backend.sql(`update public.field_activities set created_at = now() - interval '8 days' where id = $1`, [
    own.id,
  ]);
  await backend.sql(`alter table public.field_activities enable trigger user`);
  const late = 'You can change your own entries for 7 days. Ask the account holder.';
  expect(await change(own.id)).toBe(late);
  const struck = await driver.from('field_activities').update({ struck: true }).eq('id', own.id);
  expect(struck.error?.message).toBe(late);
  expect(await change((await addActivity(owner, { field_id: field })).id)).toBe(0);
  expect((await owner.from('field_activities').update({ notes: 'y' }).eq('id', own.id)).error).toBeNull();
});

test('a field with entries is archived, not deleted', async () => {
  const { id } = await addField({ name: 'Kept' });
  await addActivity(driver, { field_id: id });
  const refused = await owner.from('fields').delete().eq('id', id);
  expect(refused.error).toMatchObject({ message: 'Kept has 1 entry.', details: 'has_records' });
  const { id: empty } = await addField({ name: 'Typed twice' });
  expect((await owner.from('fields').delete().eq('id', empty)).error).toBeNull();
});

test('splitting archives the field with its history; merging brings parts together; a repetition changes nothing', async () => {
  const { id } = await addField({ name: 'Big Field', land_use: 'arable', hazards: 'Power line' });
  const activity = await addActivity(driver, { field_id: id });
  const [east, west, whole] = [newId(), newId(), newId()];
  const split = {
    p_old: [id],
    p_new: [
      { id: east, name: 'Big Field East', area_ha: 2 },
      { id: west, name: 'Big Field', area_ha: 2.05 },
    ],
  };
  for (let press = 0; press < 2; press += 1) expect((await owner.rpc('replace_fields', split)).error).toBeNull();
  const read = async (ids: string[]) =>
    (
      await owner
        .from('fields')
        .select('name, area_ha, land_use, hazards, archived_on, parent_ids')
        .in('id', ids)
        .order('area_ha')
    ).data;
  expect(await read([east, west])).toEqual([
    {
      name: 'Big Field East',
      area_ha: 2,
      land_use: 'arable',
      hazards: 'Power line',
      archived_on: null,
      parent_ids: [id],
    },
    {
      name: 'Big Field',
      area_ha: 2.05,
      land_use: 'arable',
      hazards: 'Power line',
      archived_on: null,
      parent_ids: [id],
    },
  ]);
  expect((await read([id]))?.[0]).toMatchObject({ archived_on: expect.any(String) as string });
  const { data } = await owner
    .from('field_activities')
    .select('field_id, field_problem')
    .eq('id', activity.id)
    .single();
  expect(data).toEqual({ field_id: id, field_problem: null });
  const merge = { p_old: [east, west], p_new: [{ id: whole, name: 'Big Field', area_ha: 4.05 }] };
  expect((await owner.rpc('replace_fields', merge)).error).toBeNull();
  expect((await read([whole]))?.[0]).toMatchObject({ parent_ids: [east, west], hazards: 'Power line\nPower line' });
  const again = await owner.rpc('replace_fields', {
    p_old: [east, west],
    p_new: [{ id: newId(), name: 'Once more', area_ha: 4 }],
  });
  expect(again.error?.message).toBe('One of these fields is not there any more.');
});

test('the area of a part is typed, and drawn only if it is that of its own outline; so is that of a merged field', async () => {
  const ring = [
    [-4.1, 50.5],
    [-4.09, 50.5],
    [-4.09, 50.51],
    [-4.1, 50.5],
  ];
  const boundary = { type: 'Polygon', coordinates: [ring] };
  const sourcesAfter = async (area_source: string, parts: object[]) => {
    const { id } = await addField({ name: `${area_source} ${newId()}`, area_source, boundary, drawn_area_ha: 4 });
    const named = parts.map((part) => ({ id: newId(), name: newId(), ...part }));
    expect((await owner.rpc('replace_fields', { p_old: [id], p_new: named })).error).toBeNull();
    const { data } = await owner.from('fields').select('area_source').contains('parent_ids', [id]).order('area_ha');
    return (data ?? []).map((one) => one.area_source);
  };
  const halves = [
    { area_ha: 1.9 },
    { area_ha: 2, boundary, drawn_area_ha: 4 },
    { area_ha: 4, boundary, drawn_area_ha: 4 },
  ];
  for (const source of ['drawn', 'official', 'measured'])
    expect(await sourcesAfter(source, halves), source).toEqual(['typed', 'typed', 'drawn']);
  const merge = async (area_source: string) => {
    const [one, two] = [await addField({ name: newId(), area_source }), await addField({ name: newId(), area_source })];
    const p_new = [{ id: newId(), name: newId(), area_ha: 8 }];
    expect((await owner.rpc('replace_fields', { p_old: [one.id, two.id], p_new })).error).toBeNull();
    const { data } = await owner.from('fields').select('area_source').contains('parent_ids', [one.id]).single();
    return data?.area_source;
  };
  expect([await merge('drawn'), await merge('official')]).toEqual(['typed', 'official']);
});

test('field_standing has the crop, last activity, newest soil test and harvest interval of a field', async () => {
  const { id } = await addField({ name: 'Wheat Field' });
  for (const season_year of [2025, 2026])
    await owner
      .from('field_seasons')
      .insert({ id: newId(), user_id: owner.id, field_id: id, season_year, crop: `Crop of ${season_year}` });
  const soil = { user_id: owner.id, field_id: id, method: 'olsen', p_index: '2-' };
  await owner.from('soil_tests').insert({ id: newId(), ...soil, sampled_on: '2022-02-01', ph: 5.9 });
  await owner.from('soil_tests').insert({ id: newId(), ...soil, sampled_on: '2026-02-01', ph: 6.4 });
  const spray = { field_id: id, activity_type: 'spray', product: 'Proline', harvest_interval_days: 35 };
  await addActivity(driver, { ...spray, started_at: '2026-06-07T09:00:00Z' });
  await addActivity(driver, { field_id: id, started_at: '2026-09-01T09:00:00Z' });
  const { data } = await driver.from('field_standing').select('*').eq('field_id', id).single();
  expect(data).toMatchObject({
    crop: 'Crop of 2026',
    activity_type: 'rolling',
    sampled_on: '2026-02-01',
    ph: 6.4,
    p_index: '2-',
    interval_from: '2026-06-07',
    interval_until: '2026-07-12',
  });
});

test('a soil test needs a result and a possible pH', async () => {
  const { id } = await addField({ name: 'Tested' });
  const add = async (fields: Record<string, unknown>) => {
    const row = { id: newId(), user_id: owner.id, field_id: id, sampled_on: '2026-02-01', method: 'olsen', ...fields };
    return (await owner.from('soil_tests').insert(row)).error?.message ?? null;
  };
  expect(await add({})).toBe('Enter at least one result.');
  expect(await add({ ph: 10.1 })).toBe('pH must be between 3 and 10.');
  expect(await add({ ph: 6.5, sampled_on: '2199-01-01' })).toBe('This date is in the future.');
  expect(await add({ ph: 6.5 })).toBeNull();
});
