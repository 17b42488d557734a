// Imports of spreadsheets: all rows or none are added, once, and an import can be undone as long as nothing refers to
// its rows.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { run, stage, undo, type Row } from './import-calls';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Low' });
  other = await backend.user({ firstName: 'Bob' });
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.sql('delete from public.works');
  // Otherwise deleting the customers would erase their deleted entries from it, one by one.
  await backend.sql('delete from public.audit_log');
  for (const table of ['customers', 'tasks', 'imports']) await backend.sql(`delete from public.${table}`);
  await backend.sql('delete from private.staged_import_rows');
});

const names = async (table: 'customers' | 'tasks') =>
  (await owner.from(table).select('name').order('name')).data?.map(({ name }) => name);
const BALING = {
  work_date: '2026-10-01',
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 6.22,
  quantity: 86,
};
const entry = (more: Row = {}): Row => ({ ...BALING, ...more });
const WORK =
  'customer, task_name, rate, quantity, total_value, value_overridden, created_by_name, employee_id, total_time';
const works = async () => (await owner.from('works').select(WORK).order('work_date').order('created_at')).data;

describe('customers and tasks', () => {
  test('new names are added and existing ones stay as they are, also archived and repeated ones', async () => {
    await owner.from('customers').insert([{ user_id: owner.id, name: 'Hill Farm', town: 'Bala' }]);
    await owner.from('customers').insert([{ user_id: owner.id, name: 'Gone', active: false }]);
    const rows = [
      { name: 'HILL FARM ', town: 'Cork' },
      { name: 'New Farm', town: 'Cork' },
      { name: 'gone' },
      { name: 'new farm' },
    ];
    expect(await run(owner, 'customers', rows)).toEqual({ added: 1, skipped: 3 });
    const { data } = await owner.from('customers').select('name, town, active, created_by').order('name');
    expect(data).toEqual([
      { name: 'Gone', town: null, active: false, created_by: owner.id },
      { name: 'Hill Farm', town: 'Bala', active: true, created_by: owner.id },
      { name: 'New Farm', town: 'Cork', active: true, created_by: owner.id },
    ]);
  });

  test('one bad row refuses all of them, and names the row', async () => {
    expect(await run(owner, 'customers', [{ name: 'Good' }, { name: ' ' }])).toBe("Row 3: Enter the customer's name.");
    expect(await run(owner, 'customers', [{ name: 'Good' }, { name: 'x'.repeat(121) }])).toBe(
      'Row 3: One of the dates, numbers or texts is not valid.',
    );
    expect(await run(owner, 'tasks', [{ name: 'Good' }, { name: 'Bad', default_rate: -1 }])).toMatch(/^Row 3: /);
    expect([await names('customers'), await names('tasks')]).toEqual([[], []]);
    expect(await backend.sql('select id from public.imports where kind = $1', ['tasks'])).toEqual([]);
  });

  test('the same import again adds nothing, also after two calls at once', async () => {
    const id = crypto.randomUUID();
    const answers = await Promise.all(
      [1, 2].map(() => run(owner, 'tasks', [{ name: 'Baling', default_rate: 6.22 }], { id })),
    );
    expect([...answers, await run(owner, 'tasks', [{ name: 'Something else' }], { id })]).toEqual(
      Array.from({ length: 3 }, () => ({ added: 1, skipped: 0 })),
    );
    expect(await names('tasks')).toEqual(['Baling']);
  });

  test('too many rows, no rows and an unknown kind are refused', async () => {
    const many = Array.from({ length: 2_001 }, (_, at) => ({ name: `Farm ${at}` }));
    expect(await run(owner, 'customers', many)).toBe('Import at most 2,000 rows at a time.');
    expect(await run(owner, 'works', many)).toBe('Import at most 20,000 rows at a time.');
    expect(await run(owner, 'customers', [{ name: 'X' }], { staged: 2_000 })).toBe(
      'Import at most 2,000 rows at a time.',
    );
    expect(await run(owner, 'works', [], { staged: 20_001 })).toBe('Import at most 20,000 rows at a time.');
    expect(await run(owner, 'customers', [])).toBe('There are no rows to import.');
    expect(await run(owner, 'people', [{ name: 'X' }])).toBe("This can't be imported.");
  });
});

describe('past works', () => {
  test('an unknown customer or task is refused, or added if that was chosen', async () => {
    expect(await run(owner, 'works', [entry()])).toBe(
      'Row 2: There is no customer called Hill Farm. Import the customers first.',
    );
    await owner.from('customers').insert({ user_id: owner.id, name: 'Hill Farm' });
    expect(await run(owner, 'works', [entry()])).toBe('Row 2: There is no task called Baling. Import the tasks first.');
    const rows = [entry(), entry({ customer: 'New Farm' }), entry({ customer: 'new farm', task_name: 'Mowing' })];
    expect(await run(owner, 'works', rows, { addMissing: true })).toEqual({ added: 3, skipped: 0 });
    expect(await names('customers')).toEqual(['Hill Farm', 'New Farm']);
    expect(await names('tasks')).toEqual(['Baling', 'Mowing']);
  });

  test('an entry belongs to the person whom the file names, and keeps the value that the file states', async () => {
    const rows = [
      entry({ person: 'sam low' }),
      entry({ work_date: '2026-10-02', person: 'Nobody', total_value: 500 }),
      entry({
        work_date: '2026-10-03',
        chargeable_unit: 'hour',
        rate: 45,
        quantity: null,
        start_time: '13:10',
        finish_time: '21:00',
        breaks: 30,
      }),
    ];
    expect(await run(owner, 'works', rows, { addMissing: true })).toEqual({ added: 3, skipped: 0 });
    const value = {
      customer: 'Hill Farm',
      task_name: 'Baling',
      value_overridden: false,
      total_time: null,
      rate: 6.22,
      quantity: 86,
    };
    expect(await works()).toEqual([
      { ...value, total_value: 534.92, created_by_name: 'Sam Low', employee_id: driver.id },
      { ...value, total_value: 500, value_overridden: true, created_by_name: 'Ann Hill', employee_id: null },
      {
        ...value,
        ...{ rate: 45, quantity: 7.3333, total_value: 330, total_time: 7.3333 },
        created_by_name: 'Ann Hill',
        employee_id: null,
      },
    ]);
    // The import added no shifts.
    expect(await backend.sql('select id from public.time_entries')).toEqual([]);
  });

  test('an archived customer stays archived', async () => {
    await owner.from('customers').insert({ user_id: owner.id, name: 'Hill Farm', active: false });
    expect(await run(owner, 'works', [entry()], { addMissing: true })).toEqual({ added: 1, skipped: 0 });
    expect((await owner.from('customers').select('name, active')).data).toEqual([{ name: 'Hill Farm', active: false }]);
  });

  test('one bad row refuses all of them, with what it would have added', async () => {
    const refused = async (more: Row) => run(owner, 'works', [entry(), entry(more)], { addMissing: true });
    expect(await refused({ work_date: '2199-01-01' })).toBe('Row 3: This date is in the future.');
    expect(await refused({ work_date: 'soon' })).toBe('Row 3: One of the dates, numbers or texts is not valid.');
    expect(await refused({ quantity: 0 })).toBe('Row 3: Enter a quantity greater than 0.');
    expect([await works(), await names('customers'), await names('tasks')]).toEqual([[], [], []]);
  });
});

describe('a file that arrives in portions', () => {
  const stagedRows = async () =>
    (await backend.sql<{ n: number }>('select count(*)::int as n from private.staged_import_rows'))[0]?.n;
  const many = (count: number, more: (at: number) => Row = () => ({})) =>
    Array.from({ length: count }, (_, at) => entry(more(at)));

  test('is saved by the last call, all rows together, and leaves no portion behind', async () => {
    const id = crypto.randomUUID();
    expect(await stage(owner, id, many(1_200))).toBe(1_200);
    expect(
      await stage(
        owner,
        id,
        many(800, (at) => ({ quantity: at + 1 })),
        1_200,
      ),
    ).toBe(2_000);
    expect([await works(), await stagedRows()]).toEqual([[], 2_000]);
    expect(await run(owner, 'works', [], { id, addMissing: true, staged: 2_000 })).toEqual({
      added: 2_000,
      skipped: 0,
    });
    const [sum] = await backend.sql<{ n: number; quantity: number }>(
      'select count(*)::int as n, sum(quantity)::int as quantity from public.works',
    );
    expect(sum).toEqual({ n: 2_000, quantity: 1_200 * 86 + (800 * 801) / 2 });
    expect(await stagedRows()).toBe(0);
    // The answer was lost, and the call is made again.
    expect(await run(owner, 'works', [], { id, addMissing: true, staged: 2_000 })).toEqual({
      added: 2_000,
      skipped: 0,
    });
    expect(await undo(owner, id)).toBe(2_002);
    expect(await works()).toEqual([]);
    // They are not offered to be brought back one by one.
    expect((await owner.rpc('deleted_works')).data).toEqual([]);
  });

  test('names the bad row of a portion, and saves nothing', async () => {
    const id = crypto.randomUUID();
    await stage(
      owner,
      id,
      many(1_500, (at) => (at === 1_234 ? { quantity: 0 } : {})),
    );
    expect(await run(owner, 'works', [], { id, addMissing: true, staged: 1_500 })).toBe(
      'Row 1236: Enter a quantity greater than 0.',
    );
    expect([await works(), await names('customers')]).toEqual([[], []]);
  });

  test('is not saved if a portion is missing, and begins anew with its first portion', async () => {
    const id = crypto.randomUUID();
    await stage(owner, id, many(10));
    await stage(owner, id, many(10), 20);
    expect(await run(owner, 'works', [], { id, addMissing: true, staged: 30 })).toBe(
      'Not all rows of the file arrived. Import it again.',
    );
    expect(await stage(owner, id, many(5))).toBe(5);
    expect(await run(owner, 'works', [], { id, addMissing: true, staged: 5 })).toEqual({ added: 5, skipped: 0 });
  });

  test('is forgotten when it is cancelled, when another file is sent, and after a day', async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await stage(owner, first, many(3));
    await stage(owner, second, many(2));
    expect(await stagedRows()).toBe(2);
    await owner.rpc('drop_staged_rows', { p_id: second });
    expect(await stagedRows()).toBe(0);
    await stage(owner, first, many(3));
    await backend.sql("update private.staged_import_rows set staged_at = now() - interval '25 hours'");
    await stage(other, second, many(1));
    expect(await stagedRows()).toBe(1);
  });

  test('has at most 20,000 rows, of its own account only', async () => {
    const id = crypto.randomUUID();
    expect(await stage(owner, id, many(1), 20_000)).toBe('Import at most 20,000 rows at a time.');
    expect(await stage(owner, id, many(2_001))).toBe('That is too much for one portion of an import.');
    expect(await stage(owner, id, [])).toBe('There are no rows to import.');
    expect(await stage(driver, id, many(1))).toBe('Only the main account holder can do this.');
    await stage(owner, id, many(2));
    // The same id in another account: neither its rows nor its cancelling reach this one.
    await other.rpc('drop_staged_rows', { p_id: id });
    expect(await run(other, 'works', [], { id, addMissing: true, staged: 2 })).toBe(
      'Not all rows of the file arrived. Import it again.',
    );
    expect(await stagedRows()).toBe(2);
  });
});

describe('undo', () => {
  test('deletes exactly what was added, and a second time nothing', async () => {
    const id = crypto.randomUUID();
    await owner.from('customers').insert({ user_id: owner.id, name: 'Hill Farm' });
    await run(owner, 'works', [entry(), entry({ customer: 'New Farm' })], { id, addMissing: true });
    // Two entries, a customer and a task.
    expect([await undo(owner, id), await undo(owner, id)]).toEqual([4, 0]);
    expect([await works(), await names('customers'), await names('tasks')]).toEqual([[], ['Hill Farm'], []]);
    expect(await run(owner, 'works', [entry()], { id, addMissing: true })).toBe(
      'This import was undone. Choose the file again.',
    );
    expect(await run(owner, 'works', [entry()], { addMissing: true })).toEqual({ added: 1, skipped: 0 });
  });

  test('says what was built on an import, and deletes nothing', async () => {
    const [customers, tasks, entries] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await run(owner, 'customers', [{ name: 'Hill Farm' }, { name: 'New Farm' }], { id: customers });
    await run(owner, 'tasks', [{ name: 'Baling' }], { id: tasks });
    await run(owner, 'works', [entry(), entry({ work_date: '2026-10-02' })], { id: entries });
    expect(await undo(owner, customers)).toBe(
      '1 of its customers have entries, for example Hill Farm. Delete those first, or leave the import.',
    );
    expect(await undo(owner, tasks)).toBe(
      '1 of its tasks have entries or prices, for example Baling. Delete those first, or leave the import.',
    );
    await owner.from('works').update({ notes: 'Wet' }).eq('work_date', '2026-10-02');
    expect(await undo(owner, entries)).toBe(
      '1 of its entries were changed or completed since, for example Baling for Hill Farm on 2 Oct 2026. The import stays as it is.',
    );
  });

  test('leaves entries as they were that named its task before', async () => {
    await owner.from('works').insert({ user_id: owner.id, ...BALING });
    const before = await works();
    const id = crypto.randomUUID();
    await run(owner, 'tasks', [{ name: 'baling' }], { id });
    expect([await undo(owner, id), await names('tasks'), await works()]).toEqual([1, [], before]);
  });

  test('a customer with a price, a planned job or a new phone number stays', async () => {
    const id = crypto.randomUUID();
    await run(owner, 'customers', [{ name: 'Hill Farm' }], { id });
    await owner.from('customers').update({ phone: '1' }).eq('name', 'Hill Farm');
    expect(await undo(owner, id)).toBe(
      '1 of its customers were changed since, for example Hill Farm. The import stays as it is.',
    );
    await owner.from('diary_events').insert({
      ...{
        user_id: owner.id,
        kind: 'job',
        title: 'Baling',
        start_date: '2026-12-01',
        end_date: '2026-12-01',
        customer: 'Hill Farm',
      },
    });
    expect(await undo(owner, id)).toMatch(
      /^1 of its customers have prices, fields, planned jobs, documents or invoices, for example Hill Farm/,
    );
    await backend.sql('delete from public.diary_events');
    expect(await names('customers')).toEqual(['Hill Farm']);
  });
});

test('only the account holder imports, sees and undoes imports, and only their own', async () => {
  const id = crypto.randomUUID();
  await run(owner, 'customers', [{ name: 'Hill Farm' }], { id });
  const holderOnly = 'Only the main account holder can do this.';
  expect([await run(driver, 'customers', [{ name: 'X' }]), await undo(driver, id)]).toEqual([holderOnly, holderOnly]);
  expect(await undo(other, id)).toBe('This import is not there any more.');
  expect((await driver.from('imports').select('id')).data).toEqual([]);
  expect((await other.from('imports').select('id')).data).toEqual([]);
  expect((await owner.from('imports').select('kind, file_name, added, undone_at').eq('id', id)).data).toEqual([
    { kind: 'customers', file_name: 'farm.csv', added: 1, undone_at: null },
  ]);
  // The same id in another account is another import.
  expect(await run(other, 'customers', [{ name: 'Hill Farm' }], { id })).toEqual({ added: 1, skipped: 0 });
  expect(await names('customers')).toEqual(['Hill Farm']);
});
