// Imports of machines, fields and staff hours: what they add, what they leave out, and what prevents an undo.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { run, undo, type Row } from './import-calls';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Low' });
});
afterAll(() => backend.close());
beforeEach(async () => {
  for (const table of ['customers', 'machines', 'fields', 'time_entries', 'imports'])
    await backend.sql(`delete from public.${table}`);
});

test('machines are imported with their reading and price, and an existing one of the same name does not change', async () => {
  await owner.from('machines').insert({ user_id: owner.id, name: 'Old tractor', machine_type: 'tractor' });
  const rows = [
    {
      name: 'JD 6155R',
      machine_type: 'tractor',
      make: 'John Deere',
      year: 2019,
      reading: 4120.5,
      purchase_price: 58_000,
    },
    { name: 'old TRACTOR', machine_type: 'loader' },
    { name: 'Baler', machine_type: 'baler', meter_type: 'bales' },
  ];
  const id = crypto.randomUUID();
  expect(await run(owner, 'machines', rows, { id })).toEqual({ added: 2, skipped: 1 });
  const { data } = await owner.from('machines').select('name, make, year, meter_type, current_reading').order('name');
  expect(data).toEqual([
    { name: 'Baler', make: null, year: null, meter_type: 'bales', current_reading: null },
    { name: 'JD 6155R', make: 'John Deere', year: 2019, meter_type: 'hours', current_reading: 4120.5 },
    { name: 'Old tractor', make: null, year: null, meter_type: 'hours', current_reading: null },
  ]);
  expect((await owner.from('machine_costs').select('purchase_price').not('purchase_price', 'is', null)).data).toEqual([
    { purchase_price: 58_000 },
  ]);
  expect(await run(owner, 'machines', [{ name: 'Next' }, { name: 'X', year: 1800 }])).toBe(
    'Row 3: Choose a year from 1930 to next year.',
  );
  expect(await undo(owner, id)).toBe(2);
  expect((await owner.from('machines').select('name')).data).toEqual([{ name: 'Old tractor' }]);
});

test('an import cannot be undone once one of its machines has a later reading', async () => {
  const id = crypto.randomUUID();
  await run(owner, 'machines', [{ name: 'JD 6155R', reading: 100 }], { id });
  const [machine] = (await owner.from('machines').select('id')).data ?? [];
  await owner.from('machine_readings').insert({
    ...{ user_id: owner.id, machine_id: machine?.id ?? '', reading: 120, read_at: new Date().toISOString() },
  });
  expect(await undo(owner, id)).toBe(
    '1 of its machines have readings, services, jobs, checklists, photos or documents, for example JD 6155R. Delete those first, or leave the import.',
  );
});

test.each([
  ['customers', { name: 'Hill Farm' }, 'prices, fields, planned jobs, documents or invoices, for example Hill Farm.'],
  ['machines', { name: 'Baler' }, 'readings, services, jobs, checklists, photos or documents, for example Baler.'],
  [
    'fields',
    { name: 'Top', area_ha: 4, land_use: 'permanent_grass' },
    'crops, soil tests, entries, jobs, photos or documents, for example Top.',
  ],
] as const)('an import of %s is not undone while one of them has a document', async (kind, row, reason) => {
  const id = crypto.randomUUID();
  await run(owner, kind, [row], { id });
  const [parent] = (await owner.from(kind).select('id')).data ?? [];
  await backend.sql(
    `with new as (select gen_random_uuid() as id)
     insert into public.documents (id, user_id, parent_table, parent_id, name, storage_path, mime, bytes, created_by)
     select id, $1::uuid, $2, $3::uuid, 'Plan.pdf', $1::uuid || '/' || id || '.pdf', 'application/pdf', 9, $1::uuid from new`,
    [owner.id, kind, parent?.id ?? ''],
  );
  expect(await undo(owner, id)).toBe(`1 of its ${kind} have ${reason} Delete those first, or leave the import.`);
  expect((await owner.from('documents').select('parent_id')).data).toEqual([{ parent_id: parent?.id }]);
  await owner.from('documents').delete().eq('user_id', owner.id);
  expect(await undo(owner, id)).toBe(1);
});

test('fields are imported without boundaries, and only for customers that exist', async () => {
  await owner.from('customers').insert({ user_id: owner.id, name: 'Hill Farm' });
  const field = { name: 'Bottom Meadow', area_ha: 4.05, land_use: 'permanent_grass' };
  expect(await run(owner, 'fields', [field, { ...field, customer: 'New Farm' }])).toBe(
    'Row 3: There is no customer called New Farm. Import the customers first.',
  );
  const id = crypto.randomUUID();
  // The same name is another field on another farm.
  const rows = [field, { ...field, customer: 'hill farm' }, { ...field, name: 'bottom meadow', area_ha: 9 }];
  expect(await run(owner, 'fields', rows, { id })).toEqual({ added: 2, skipped: 1 });
  expect((await owner.from('fields').select('name, area_ha, customer, boundary').order('customer')).data).toEqual([
    { name: 'Bottom Meadow', area_ha: 4.05, customer: 'Hill Farm', boundary: null },
    { name: 'Bottom Meadow', area_ha: 4.05, customer: null, boundary: null },
  ]);
  expect((await owner.from('customers').select('name')).data).toEqual([{ name: 'Hill Farm' }]);
  await owner.from('fields').update({ notes: 'Wet' }).is('customer', null);
  expect(await undo(owner, id)).toBe(
    '1 of its fields were changed since, for example Bottom Meadow. The import stays as it is.',
  );
  expect(await run(owner, 'fields', [{ name: 'Top', area_ha: 0 }])).toBe('Row 2: Area must be more than 0.');
});

const hours = (more: Row = {}): Row => ({
  ...{ person: 'Sam Low', work_date: '2026-10-01', start_time: '07:30', finish_time: '17:15', manual_break_min: 45 },
  ...more,
});
const shifts = async () =>
  (
    await owner
      .from('time_entries')
      .select('employee_id, created_by_name, work_date, paid_min, status, source, activity')
      .order('clock_in_at')
  ).data;

test('hours belong to the person whom the file names, and the same hours are added once', async () => {
  const id = crypto.randomUUID();
  const rows = [
    hours({ activity: 'Hedge cutting' }),
    hours(),
    // Over midnight, in the night in which the clocks go back.
    hours({
      person: 'ann hill',
      work_date: '2026-10-24',
      start_time: '22:00',
      finish_time: '06:00',
      manual_break_min: null,
    }),
  ];
  expect(await run(owner, 'shifts', rows, { id })).toEqual({ added: 2, skipped: 1 });
  const shift = { status: 'open', source: 'manual', activity: 'General' };
  expect(await shifts()).toEqual([
    {
      ...shift,
      ...{ employee_id: driver.id, created_by_name: 'Sam Low', work_date: '2026-10-01', paid_min: 540 },
      activity: 'Hedge cutting',
    },
    { ...shift, employee_id: owner.id, created_by_name: 'Ann Hill', work_date: '2026-10-24', paid_min: 540 },
  ]);
  expect(await undo(owner, id)).toBe(2);
  expect(await shifts()).toEqual([]);
});

test('hours of a stranger, overlapping ones and those of a locked day are refused with the number of their row', async () => {
  const refused = (more: Row) => run(owner, 'shifts', [hours(), hours(more)]);
  expect(await refused({ person: 'Nobody' })).toBe('Row 3: Nobody on the farm is called Nobody.');
  expect(await refused({ start_time: '08:00' })).toBe('Row 3: Sam Low has other hours at that time already.');
  expect(await refused({ work_date: '2199-01-01' })).toBe('Row 3: That is in the future.');
  expect(await refused({ work_date: '2026-10-02', manual_break_min: 900 })).toBe(
    'Row 3: Breaks are longer than the shift.',
  );
  await backend.sql("update public.farm_settings set time_locked_until = '2026-10-05' where user_id = $1", [owner.id]);
  expect(await run(owner, 'shifts', [hours()])).toBe(
    'Row 2: Time up to 5 Oct 2026 is locked. Set an earlier day first.',
  );
  await backend.sql('update public.farm_settings set time_locked_until = null where user_id = $1', [owner.id]);
  expect(await shifts()).toEqual([]);
});

test('an import cannot be undone once its hours were handed in', async () => {
  const id = crypto.randomUUID();
  await run(owner, 'shifts', [hours()], { id });
  await backend.sql("update public.time_entries set status = 'submitted'");
  expect(await undo(owner, id)).toBe(
    '1 of its hours were handed in, approved or locked, for example Sam Low on 1 Oct 2026. The import stays as it is.',
  );
});
