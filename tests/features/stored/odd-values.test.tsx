// Pages open whatever their rows contain: values of an older format, or written without triggers, are shown as far as
// possible. The columns are read from the database's catalogue. All JSON columns and some others get odd values.
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Json } from '@/lib/database.types';
import { dismissToast, toastStore } from '@/lib/toast';
import { closeApp } from '@tests/features/checklists/account';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { valueColumns, type ValueKind } from '@tests/support/database/catalogue';
import { FULL } from '@tests/support/full';
import { addFromBefore } from '@tests/support/account-data/from-before';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { almostValidJson } from '@tests/support/database/random-json';
import { renderPage } from '@tests/support/render-page';
import { pick, seededRandom } from '../../../supabase/local/demo/random';

let backend: TestBackend;
let owner: Person;
let driver: Person;
const id = (n: number) => `0000000${n}-0000-4000-8000-00000000000f`;
const FEED = '000000a1-0000-4000-8000-00000000000f';
const MIX = '000000a2-0000-4000-8000-00000000000f';
const FIELD = '0000000f-0000-4000-8000-00000000000f';
const [MACHINE, SERVICE] = ['0000000a-0000-4000-8000-00000000000f', '0000000b-0000-4000-8000-00000000000f'];
const [WORK, NOTE, NOTICE, TEMPLATE, COMPLETION, SHIFT, PLAN, TASK, FILTER] = [
  id(1),
  id(2),
  id(3),
  id(4),
  id(5),
  id(6),
  id(7),
  id(8),
  id(9),
] as const;

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
async function insertRows() {
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

const keyOf = (table: string) => (table === 'checklist_versions' ? 'template_id' : 'id');

let customer: string;
/** The valid values of each JSON column, by table, column and row. */
const validJson = new Map<string, { key: string; value: Json }[]>();
let columns: Awaited<ReturnType<typeof valueColumns>>;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  customer = (await insertRows()).hillFarm;
  columns = (await valueColumns(backend)).filter(({ schema }) => schema === 'public');
  // The rows may be older than today's checks, so the test removes the checks.
  await backend.script(`do $$ declare one record; begin
    for one in select distinct k.conrelid::regclass as table, k.conname from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'c' and k.connamespace = 'public'::regnamespace and format_type(a.atttypid, null) = 'jsonb'
    loop execute format('alter table %s drop constraint %I', one.table, one.conname); end loop; end $$`);
  for (const { table, column, kind } of columns) {
    if (kind !== 'json') continue;
    validJson.set(
      `${table}.${column}`,
      await backend.sql(`select ${keyOf(table)}::text as key, ${column} as value from public.${table}`),
    );
  }
});
afterAll(() => backend.close());

const EXTREMES: Record<Exclude<ValueKind, 'json'>, readonly string[]> = {
  dates: ['1900-01-01', '2000-02-29', '2199-12-31', '2026-03-29 01:30:00'],
  numbers: ['0', '0.0001', '-1', '99999.9999', '999999999'],
  times: ['00:00', '23:59:59'],
};

/** Writes without running any trigger. */
const write = (statement: string, params: readonly unknown[]) =>
  backend.transaction(async ({ query }) => {
    await query(`select set_config('session_replication_role', 'replica', true)`);
    await query(statement, params);
  });

async function writeOddValues(chance: () => number, kinds: readonly ValueKind[]) {
  for (const { table, column, kind } of columns) {
    if (!kinds.includes(kind)) continue;
    if (kind === 'json') {
      const rows = validJson.get(`${table}.${column}`) ?? [];
      // Fails for a new column without a row: add one to `insertRows`.
      expect({ table, column, rows: rows.length }).not.toMatchObject({ rows: 0 });
      for (const { key, value } of rows)
        await write(`update public.${table} set ${column} = $1::text::jsonb where ${keyOf(table)}::text = $2`, [
          JSON.stringify(almostValidJson(chance, almostValidJson(chance, value))),
          key,
        ]);
    } else if (chance() < 0.3) {
      // A value that the types or the remaining checks refuse is not written.
      await write(`update public.${table} set ${column} = $1`, [pick(EXTREMES[kind], chance)]).catch(() => undefined);
    }
  }
}

type PageToOpen = { person: Person; path: string; role: 'heading' | 'dialog' | 'article' };

const pages = (): PageToOpen[] => {
  const pagesOf = (person: Person, role: PageToOpen['role'], paths: readonly string[]) =>
    paths.map((path): PageToOpen => ({ person, path, role }));
  return [
    ...pagesOf(owner, 'heading', ['/', '/diary', '/works-list', '/works-list?group=customer', '/customers', '/tasks']),
    ...pagesOf(owner, 'heading', [
      `/customers?id=${customer}`,
      '/view-notes',
      '/time-diary',
      '/time-off',
      '/add-checklist',
      '/invoices',
    ]),
    ...pagesOf(owner, 'heading', [`/create-checklist?edit=${TEMPLATE}`, `/add-checklist?template=${TEMPLATE}`]),
    ...pagesOf(owner, 'heading', ['/view-checklists', '/completed-checklists', '/view-invoices', '/invoice-settings']),
    ...pagesOf(owner, 'heading', [
      '/import',
      '/files',
      '/reports',
      '/reports?by=person',
      '/reports?basis=invoices&by=customer',
      '/reports?report=unbilled',
      '/reports?report=margin',
      '/day-sheet',
      '/reports?report=hours',
      '/reports?report=machines',
    ]),
    ...pagesOf(owner, 'heading', ['/stocking-rate', '/slurry-storage', '/np-loading']),
    ...pagesOf(owner, 'heading', ['/manure-movements', `/manure-movements/${id(5)}`]),
    ...pagesOf(owner, 'heading', ['/compliance-center', `/compliance-center?item=${id(6)}`]),
    ...pagesOf(owner, 'heading', ['/compliance-center?tab=inspection', '/compliance-center?tab=certificates']),
    ...pagesOf(owner, 'dialog', [`/diary?event=${PLAN}`, `/works-list?edit=${WORK}`, `/tasks?prices=${TASK}`]),
    ...pagesOf(owner, 'dialog', [`/view-notes?open=${NOTE}`, `/view-notes?edit=${NOTE}`, `/time-diary?edit=${SHIFT}`]),
    ...pagesOf(owner, 'heading', ['/machinery', '/machinery/due', `/machinery/${MACHINE}/service/${SERVICE}`]),
    ...pagesOf(owner, 'heading', [
      `/machinery/${MACHINE}`,
      `/machinery/${MACHINE}/edit`,
      `/machinery/${MACHINE}/defects`,
    ]),
    ...pagesOf(driver, 'heading', [`/machinery/${MACHINE}?tab=readings`, `/machinery/${MACHINE}?tab=history`]),
    ...pagesOf(owner, 'dialog', [`/completed-checklists?open=${COMPLETION}`]),
    ...pagesOf(owner, 'heading', ['/tmr-mixes', '/tmr-mixes?tab=log', '/tmr-mixes?tab=feeds', '/meal-mixes?tab=log']),
    ...pagesOf(owner, 'heading', [`/tmr-mixes/${MIX}`, `/tmr-mixes/${MIX}/load`, `/meal-mixes/${MIX}`]),
    ...pagesOf(driver, 'heading', ['/meal-mixes', `/meal-mixes/${MIX}/batch`]),
    ...pagesOf(owner, 'article', ['/invoices?number=INV-0001']),
    ...pagesOf(owner, 'heading', ['/fields', `/fields/${FIELD}`, `/fields/${FIELD}?tab=activities`]),
    ...pagesOf(owner, 'heading', [`/fields/${FIELD}?tab=crops`, `/fields/${FIELD}?tab=soil`, `/fields/${FIELD}/edit`]),
    ...pagesOf(owner, 'heading', [`/fields/${FIELD}/activity/${id(1)}`, `/fields/${FIELD}/harvest/${id(1)}`]),
    ...pagesOf(owner, 'heading', [`/fields/${FIELD}/soil/${id(1)}`, `/fields/${FIELD}/season/2026`]),
    ...pagesOf(driver, 'heading', [
      '/',
      '/time-tracker',
      '/time-diary',
      '/time-off',
      `/add-checklist?template=${TEMPLATE}`,
    ]),
  ];
};

/** Waits until no request is pending and nothing shows a loading state. */
const waitUntilIdle = () =>
  waitFor(() => {
    expect(pendingRequests).toBe(0);
    expect(document.querySelector('.skeleton')).toBeNull();
  });
let pendingRequests = 0;
const countingBackend: Pick<TestBackend, 'fetch'> = {
  fetch: async (input, init) => {
    pendingRequests += 1;
    return backend.fetch(input, init).finally(() => (pendingRequests -= 1));
  },
};

async function problemsOf(pagesToOpen: readonly PageToOpen[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { person, path, role } of pagesToOpen) {
    const { user } = await renderPage(path, { backend: countingBackend, person });
    // A crashed page shows its error instead of the dialog or document.
    await waitFor(() =>
      expect(document.querySelector(`.state-panel[role=alert]`) ?? screen.getAllByRole(role)).toBeTruthy(),
    );
    await waitUntilIdle();
    const history = screen.queryByRole('button', { name: 'History' });
    if (history) {
      await user.click(history);
      await screen.findByRole('region', { name: 'History' });
      await waitUntilIdle();
    }
    const errorPage = document.querySelector('.state-panel[role=alert]');
    if (errorPage) problems.push(`${path}: ${errorPage.textContent}`);
    const toast = toastStore.get();
    if (toast?.tone === 'error') problems.push(`${path}: ${toast.title} ${toast.description ?? ''}`);
    if (toast) dismissToast(toast.id);
    closeApp();
  }
  return problems;
}

const slow = { timeout: 240_000 };

// The app warns about an invoice whose jobs disagree on an item, which odd rows can cause.
const DISAGREE = /^Invoice \S+: an additional item has different amounts on its jobs\./;
test.each(FULL ? [1, 2] : [1])('each listed page opens with odd values in the rows (seed %i)', slow, async (seed) => {
  const warnings: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation((message: unknown) => void warnings.push(String(message)));
  await writeOddValues(seededRandom(seed), ['json', 'numbers', 'times']);
  expect(await problemsOf(pages())).toEqual([]);
  expect(warnings.filter((message) => !DISAGREE.test(message))).toEqual([]);
});

// Runs last: rows of another century are in no current list, so their dialogs cannot be opened any more.
test('each listed page opens with rows of other centuries', slow, async () => {
  await writeOddValues(seededRandom(1), ['dates']);
  expect(await problemsOf(pages().map((page) => ({ ...page, role: 'heading' })))).toEqual([]);
});
