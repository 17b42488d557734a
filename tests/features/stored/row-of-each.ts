// An account with a row in every table, of which the pages show as much as they can.
import { expect } from 'vitest';
import { addFromBefore } from '@tests/support/account-data/from-before';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import type { Person, TestBackend } from '@tests/support/embedded/backend';

export const id = (n: number) => `0000000${n}-0000-4000-8000-00000000000f`;
const FEED = '000000a1-0000-4000-8000-00000000000f';
export const MIX = '000000a2-0000-4000-8000-00000000000f';
export const FIELD = '0000000f-0000-4000-8000-00000000000f';
export const [MACHINE, SERVICE] = ['0000000a-0000-4000-8000-00000000000f', '0000000b-0000-4000-8000-00000000000f'];
export const [WORK, NOTE, TEMPLATE, COMPLETION] = [id(1), id(2), id(4), id(5)];
export const [SHIFT, PLAN, TASK] = [id(6), id(7), id(8)];
const [NOTICE, FILTER] = [id(3), id(9)];

async function throwOnError(answer: PromiseLike<{ error: { message: string } | null }>) {
  const { error } = await answer;
  if (error) throw new Error(error.message);
}

const question = (prompt: string, values: object = {}) => ({
  ...{ section: 'Cab', prompt, type: 'ok_defect_na', unit: '', min: null, max: null },
  ...{ required: true, critical: false, help: '' },
  ...values,
});

/** Inserts at least one row into every table, so that each JSON column has a value. */
export async function insertRows(backend: TestBackend, owner: Person, driver: Person) {
  const account = await setUpInvoicing(backend, owner);
  const { today } = account;
  const works = await account.addWorks([330, 400.75]);
  const { error } = await account.issue(works, { items: [{ id: id(1), description: 'Diesel', amount: 25 }] });
  expect(error).toBeNull();
  const work = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'hour', work_date: today };
  await throwOnError(
    driver.from('works').insert({ ...work, id: WORK, rate: 40, start_time: '08:00', finish_time: '12:00' }),
  );
  await throwOnError(owner.from('works').update({ quantity: 5, notes: 'Changed' }).eq('id', WORK));
  await throwOnError(
    driver.from('notes').insert({
      ...{ id: NOTE, user_id: owner.id, title: 'Rainfall', body: 'Wet', note_date: today, note_time: '08:00' },
      ...{ value_num: 12.5, value_unit: 'mm', lat: 52.1, lng: -1.5, needs_action: true },
    }),
  );
  await throwOnError(
    owner.from('notices').insert({
      ...{ id: NOTICE, user_id: owner.id, title: 'Bridge closed', starts_on: today, expires_on: today },
      ...{ requires_ack: true, related_table: null },
    }),
  );
  const items = [question('Lights'), question('Tyres', { type: 'number', unit: 'bar', min: 1, max: 2, section: '' })];
  await throwOnError(
    owner.from('checklist_templates').insert({
      ...{ id: TEMPLATE, user_id: owner.id, name: 'Tractor check', frequency: 'daily', items },
    }),
  );
  const answers = [
    { value: 'defect', comment: 'Cracked', photos: [id(1), id(2)] },
    { value: 1.5, comment: '', photos: [] },
  ];
  const at = new Date().toISOString();
  await throwOnError(
    driver.from('checklist_completions').insert({
      ...{ id: COMPLETION, user_id: owner.id, template_id: TEMPLATE, version: 1, machine: 'JD', items, answers },
      ...{ signature: 'M10 20L30 40', hours_reading: 12.5, started_at: at, completed_at: at },
    }),
  );
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const shift = { id: SHIFT, user_id: owner.id, clock_in_at: ago(9), clock_out_at: ago(1) };
  await throwOnError(
    driver.from('time_entries').insert({ ...shift, breaks: [{ start: ago(5), end: ago(4), paid: false }] }),
  );
  await throwOnError(driver.from('time_entries').update({ note: 'Changed' }).eq('id', SHIFT));
  await throwOnError(
    owner.from('diary_events').insert({
      ...{ id: PLAN, user_id: owner.id, kind: 'job', title: 'First cut', start_date: today, end_date: today },
      ...{ all_day: false, start_time: '08:00', end_time: '12:00', assigned_to: [driver.id] },
    }),
  );
  await addFromBefore(backend, owner, { customer: account.hillFarm });
  const holiday = { user_id: owner.id, absence_type: 'holiday', start_date: today, end_date: today };
  await throwOnError(driver.from('absence_requests').insert({ ...holiday, id: id(1), half: 'morning' }));
  await throwOnError(
    owner.from('leave_terms').insert({ user_id: owner.id, person_id: driver.id, leave_days: 22.5, work_days: [1, 2] }),
  );
  const ring = [
    [-4.1, 50.5],
    [-4.09, 50.5],
    [-4.09, 50.51],
    [-4.1, 50.5],
  ];
  const outline = { type: 'Polygon', coordinates: [ring] };
  await throwOnError(
    owner.from('fields').insert({
      ...{ id: FIELD, user_id: owner.id, name: 'Bottom Meadow', area_ha: 4.05, boundary: outline },
      ...{ no_spread_geojson: outline, centroid_lat: 50.5, centroid_lng: -4.1, drawn_area_ha: 4.2, rent_to: today },
    }),
  );
  await throwOnError(
    owner.from('gangs').insert({
      id: id(1),
      user_id: owner.id,
      name: 'Silage gang',
      people: [{ person_id: null, name: 'Carl' }],
      machines: [],
    }),
  );
  const ofField = { user_id: owner.id, field_id: FIELD };
  const crop = { ...ofField, id: id(1), season_year: 2026, crop: 'Wheat', sown_on: today, seed_rate_kg_ha: 180 };
  await throwOnError(owner.from('field_seasons').insert(crop));
  const soil = { ...ofField, id: id(1), sampled_on: '2026-02-03', method: 'olsen', ph: 6.4, p_mg_l: 18, lime_t_ha: 2 };
  await throwOnError(owner.from('soil_tests').insert(soil));
  const dose = {
    product: 'Proline',
    rate: 1.5,
    rate_unit: 'L/ha',
    area_ha: 4,
    water_l_ha: 200,
    wind_speed: 8,
    temp_c: 12,
  };
  const named = { ...ofField, id: id(1), field_name: 'Bottom Meadow', season: 2026 };
  await throwOnError(
    driver
      .from('field_activities')
      .insert({ ...named, ...dose, activity_type: 'spray', started_at: at, finished_at: at }),
  );
  const load = { quantity: 32.4, unit: 't', moisture_pct: 18.2, area_ha: 4, quality: { protein: 11.2 } };
  await throwOnError(driver.from('harvests').insert({ ...named, ...load, harvested_on: today, product: 'Wheat' }));
  await throwOnError(owner.from('tasks').insert({ id: TASK, user_id: owner.id, name: 'Baling', default_rate: 12 }));
  await throwOnError(
    owner.from('calculations').insert({
      ...{ id: id(3), user_id: owner.id, kind: 'stocking', name: '2026', year: 2026, regime: 'ie' },
      ...{
        rule_version: '2026-11-20',
        inputs: { area: '58', lines: [] },
        results: { loading: 191.4, compliant: false },
      },
    }),
  );
  await throwOnError(
    owner
      .from('slurry_stores')
      .insert({ id: id(4), user_id: owner.id, name: 'Tank', length_m: 40, width_m: 5, depth_m: 2 }),
  );
  await throwOnError(
    owner.from('slurry_levels').insert({ id: id(5), user_id: owner.id, store_id: id(4), read_on: today, amount: 1 }),
  );
  await throwOnError(
    owner.from('manure_movements').insert({
      ...{ id: id(5), user_id: owner.id, moved_on: today, direction: 'export', regime: 'ie', manure: 'cattle_slurry' },
      ...{ manure_name: 'Cattle slurry', quantity: 80, unit: 'm3', n_per_unit: 2.4, p_per_unit: 0.5, p_form: 'P' },
      ...{ content_from: 'table', notify_by: today, rule_version: today, notified_on: today },
    }),
  );
  const complianceItem = { id: id(6), user_id: owner.id, title: 'Farm map', due_on: today, recurrence: 'annual' };
  await throwOnError(owner.from('compliance_items').insert({ ...complianceItem, duty: 'farm_map', keep_months: 60 }));
  await throwOnError(
    owner.from('compliance_completions').insert({
      ...{ id: id(7), user_id: owner.id, item_id: id(6), for_due_on: today, done_on: today, note: 'Drawn again' },
      ...{ reference_no: '1', expires_on: today },
    }),
  );
  const certificate = {
    id: id(8),
    user_id: owner.id,
    name: 'PA2a',
    number: '12345',
    expires_on: today,
    issued_on: today,
  };
  await throwOnError(owner.from('certificates').insert(certificate));
  const price = { p_id: id(1), p_task_id: TASK, p_unit: 'hour', p_rate: 45, p_from: '2026-01-01' };
  await throwOnError(owner.rpc('set_price', price));
  const feed = { feed: FEED, name: 'Barley', category: 'straight', dm: 86, me: 13, cp: 11, basis: 'dm', cost: 195 };
  const mixNamed = (name: string) => ({ id: MIX, user_id: owner.id, name });
  await throwOnError(owner.from('feeds').insert({ ...mixNamed('Barley'), id: FEED, dm_pct: 86, in_stock_kg: 900 }));
  await throwOnError(
    owner.from('tmr_mixes').insert({
      ...mixNamed('Milkers'),
      ...{ head_count: 120, items: [{ ...feed, order: 1, fresh: 3, minutes: 4, note: 'First' }] },
    }),
  );
  await throwOnError(
    driver.from('tmr_feedings').insert({
      ...{ id: MIX, user_id: owner.id, mix_id: MIX, fed_at: at, head_count: 118, loads: 1, refusals_kg: 9 },
      items: [{ feed: FEED, name: 'Barley', planned: 354, actual: 355 }],
    }),
  );
  await throwOnError(
    owner.from('meal_mixes').insert({ ...mixNamed('Calf meal'), batch_size: 1000, items: [{ ...feed, pct: 100 }] }),
  );
  await throwOnError(
    driver.from('meal_batches').insert({
      ...{ id: MIX, user_id: owner.id, mix_id: MIX, mix_version: 1, mixed_at: at, kg: 1000 },
      items: [{ feed: FEED, name: 'Barley', kg: 1000, lot: 'L1' }],
    }),
  );
  await throwOnError(
    owner
      .from('machines')
      .insert({ id: MACHINE, user_id: owner.id, name: 'Claas 2', machine_type: 'tractor', year: 2019 }),
  );
  const parts = [{ number: 'RE504836', name: 'Oil filter', quantity: 1 }];
  await throwOnError(
    owner.from('service_schedules').insert({
      ...{ id: id(1), user_id: owner.id, machine_id: MACHINE, name: 'Engine oil', interval_meter: 500, parts },
    }),
  );
  await throwOnError(
    driver.from('service_records').insert({
      ...{ id: SERVICE, user_id: owner.id, machine_id: MACHINE, service_date: today, reading: 2812, parts },
      ...{ description: 'Engine oil', schedule_ids: [id(1)] },
    }),
  );
  await throwOnError(
    driver.from('machine_defects').insert({
      ...{ id: id(1), user_id: owner.id, machine_id: MACHINE, description: 'Mirror', reported_at: at },
    }),
  );
  const filter = { id: FILTER, user_id: owner.id, name: 'Mine' };
  await throwOnError(
    owner.from('saved_filters').insert({ ...filter, query: 'status=%E0%A4%A&from=infinity&q=[object' }),
  );
  return account;
}
