// Invoices from before: the import of open invoices of another program, their undo, and who may do what with them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  for (const table of ['opening_balances', 'customers', 'imports', 'audit_log'])
    await backend.sql(`delete from public.${table}`);
});

const open = (more: Row = {}): Row => ({
  ...{ number: '2026-114', customer: 'Hill Farm', issued_on: '2026-10-01', due_on: '2026-10-31' },
  ...{ amount: 480, paid_so_far: 100.01, ...more },
});
const importOpen = (
  rows: readonly Row[],
  more: { id?: ReturnType<typeof crypto.randomUUID>; addMissing?: boolean; by?: Person } = {},
) => run(more.by ?? owner, 'open_invoices', rows, { addMissing: true, ...more });
const numbers = async () =>
  (await owner.from('opening_balances').select('number').order('number')).data?.map(({ number }) => number);
const customers = () =>
  backend.sql<{ id: string; name: string; active: boolean }>(
    'select id, name, active from public.customers order by name',
  );
const addCustomer = async (name: string, more: { active?: boolean } = {}) => {
  const { error } = await owner.from('customers').insert({ user_id: owner.id, name, ...more });
  if (error) throw error;
  return (await customers()).find((one) => one.name === name)?.id ?? '';
};
const merge = (from: string, into: string) =>
  owner.rpc('merge_customers', { p_request_id: crypto.randomUUID(), p_from: from, p_into: into });
const markPaid = (paidOn: string | null, by = owner) =>
  by.from('opening_balances').update({ paid_on: paidOn }).eq('user_id', owner.id).select('number');

describe('an import of open invoices', () => {
  test('adds each number once, to the penny, with the customers that are missing', async () => {
    await addCustomer('Hill Farm');
    const rows = [
      open({ customer: 'hill farm', note: ' Baling ' }),
      open({ number: 'B1', customer: 'New Farm', amount: 0.1, paid_so_far: null }),
      // Left out, and so is its customer.
      open({ number: 'b1 ', customer: 'Another Farm' }),
    ];
    expect(await importOpen(rows)).toEqual({ added: 2, skipped: 1 });
    expect(await importOpen(rows)).toEqual({ added: 0, skipped: 3 });
    expect(
      await backend.sql(
        `select b.number, c.name, b.issued_on::text, b.due_on::text, b.currency, b.amount::text, b.paid_so_far::text, b.paid_on, b.note,
           b.created_by_name from public.opening_balances b join public.customers c using (user_id) where c.id = b.customer_id order by 1`,
      ),
    ).toEqual([
      {
        ...{ number: '2026-114', name: 'Hill Farm', issued_on: '2026-10-01', due_on: '2026-10-31', currency: 'GBP' },
        ...{ amount: '480.00', paid_so_far: '100.01', paid_on: null, note: 'Baling', created_by_name: 'Ann Hill' },
      },
      {
        ...{ number: 'B1', name: 'New Farm', issued_on: '2026-10-01', due_on: '2026-10-31', currency: 'GBP' },
        ...{ amount: '0.10', paid_so_far: '0.00', paid_on: null, note: null, created_by_name: 'Ann Hill' },
      },
    ]);
  });

  test('leaves an archived customer archived, and finds a merged and a renamed one', async () => {
    const archived = await addCustomer('Archived', { active: false });
    const target = await addCustomer('Target');
    await merge(await addCustomer('Merged'), target);
    const renamed = await addCustomer('Old name');
    await owner.from('customers').update({ name: 'New name' }).eq('id', renamed);
    const rows = ['Archived', 'Merged', 'Old name'].map((customer) => open({ number: customer, customer }));
    expect(await importOpen(rows, { addMissing: false })).toEqual({ added: 3, skipped: 0 });
    expect((await owner.from('opening_balances').select('number, customer_id').order('number')).data).toEqual([
      { number: 'Archived', customer_id: archived },
      { number: 'Merged', customer_id: target },
      { number: 'Old name', customer_id: renamed },
    ]);
    expect((await customers()).find(({ id }) => id === archived)?.active).toBe(false);
  });

  test('has the currency of the account', async () => {
    await backend.sql("update public.farm_settings set currency = 'EUR' where user_id = $1", [owner.id]);
    await importOpen([open()]);
    await backend.sql("update public.farm_settings set currency = 'GBP' where user_id = $1", [owner.id]);
    expect((await owner.from('opening_balances').select('currency')).data).toEqual([{ currency: 'EUR' }]);
  });

  test.each<[Row, string]>([
    [{ number: ' ' }, 'Enter the number of the invoice.'],
    [{ customer: '' }, 'Enter the customer.'],
    [{ due_on: null }, 'Enter the day of issue and the day it is due.'],
    [{ issued_on: '1999-12-31' }, 'Choose a date from the year 2000 on.'],
    [{ issued_on: '2199-01-01', due_on: '2199-01-02' }, 'The day of issue is in the future.'],
    [{ due_on: '2026-09-30' }, "It can't be due before it was issued."],
    [{ due_on: '2200-01-01' }, 'That date is too far away.'],
    [{ amount: 0 }, 'The amount must be more than 0.'],
    [{ amount: null }, 'The amount must be more than 0.'],
    [{ amount: -5 }, 'The amount must be more than 0.'],
    [{ amount: 0.001 }, 'Amounts have at most two decimals.'],
    [{ paid_so_far: 100.005 }, 'Amounts have at most two decimals.'],
    [{ amount: 10_000_000 }, 'The amount is too large.'],
    [{ amount: 'NaN' }, 'The amount is too large.'],
    [{ paid_so_far: -0.01 }, "What was paid can't be less than 0."],
    [{ paid_so_far: 480 }, 'It is paid. Leave it out.'],
    [{ note: 'x'.repeat(301) }, 'One of the dates, numbers or texts is not valid.'],
  ])('refuses %o, and adds nothing', async (more, message) => {
    expect(await importOpen([open(), open({ number: 'X', ...more })])).toBe(`Row 3: ${message}`);
    expect([await numbers(), await customers()]).toEqual([[], []]);
  });

  test('refuses a customer who is not there, unless missing ones may be added', async () => {
    expect(await importOpen([open()], { addMissing: false })).toBe(
      'Row 2: There is no customer called Hill Farm. Import the customers first.',
    );
    expect(await importOpen([open()], { by: driver })).toBe('Only the main account holder can do this.');
    expect(await customers()).toEqual([]);
  });
});

describe('its undo', () => {
  test('deletes the invoices and the customers that came with them', async () => {
    const id = crypto.randomUUID();
    await importOpen([open(), open({ number: 'B2' })], { id });
    expect(await undo(owner, id)).toBe(3);
    expect([await numbers(), await customers()]).toEqual([[], []]);
    expect(await undo(owner, id)).toBe(0);
  });

  test.each([
    ['paid', () => markPaid('2026-11-20')],
    [
      'marked and unmarked',
      async () => {
        await markPaid('2026-11-20');
        await markPaid(null);
      },
    ],
  ])('is refused once one was %s', async (_, change) => {
    const id = crypto.randomUUID();
    await importOpen([open()], { id });
    await change();
    expect(await undo(owner, id)).toBe(
      '1 of its invoices were paid or changed since, for example 2026-114. The import stays as it is.',
    );
    expect(await numbers()).toEqual(['2026-114']);
  });

  test('of a customers’ import is refused while one of them has an invoice from before', async () => {
    const id = crypto.randomUUID();
    await run(owner, 'customers', [{ name: 'Hill Farm' }], { id });
    await importOpen([open()]);
    expect(await undo(owner, id)).toBe(
      '1 of its customers have prices, fields, planned jobs, documents or invoices, for example Hill Farm. Delete those first, or leave the import.',
    );
  });
});

describe('an invoice from before', () => {
  test('is marked as paid and as open again, but nothing else of it changes', async () => {
    await importOpen([open()]);
    expect((await markPaid('2026-11-20')).data).toEqual([{ number: '2026-114' }]);
    expect((await markPaid('2199-01-01')).error?.message).toBe('Payment date is in the future.');
    expect((await markPaid('1999-12-31')).error?.code).toBe('23514');
    for (const change of [{ amount: 1 }, { paid_so_far: 0 }, { customer_id: owner.id }, { number: 'X' }])
      expect((await owner.from('opening_balances').update(change).eq('user_id', owner.id)).error?.code).toBe('42501');
    expect((await owner.from('audit_log').select('table_name, action, changed')).data).toEqual([
      {
        ...{ table_name: 'opening_balances', action: 'update' },
        changed: { paid_on: { old: null, new: '2026-11-20' } },
      },
    ]);
  });

  test('is neither seen nor changed by an employee, and not changed in a lapsed account', async () => {
    await importOpen([open()]);
    expect((await driver.from('opening_balances').select('number')).data).toEqual([]);
    expect((await markPaid('2026-11-20', driver)).data).toEqual([]);
    await backend.lapse(owner);
    expect(await numbers()).toEqual(['2026-114']);
    expect((await markPaid('2026-11-20')).data).toEqual([]);
    await backend.sql(
      `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 month' where id = $1`,
      [owner.id],
    );
  });

  test('keeps its customer from being deleted, and goes along when customers are merged', async () => {
    await importOpen([open()]);
    const id = (await customers())[0]?.id ?? '';
    const refused = await owner.from('customers').delete().eq('id', id);
    expect(refused.error).toMatchObject({ message: 'Hill Farm has invoices.', details: 'has_records' });
    const other = await addCustomer('Other Farm');
    const { data } = await owner.rpc('merge_preview', { p_from: id, p_into: other });
    expect(data).toMatchObject([{ invoices: 1 }]);
    expect((await merge(id, other)).error).toBeNull();
    expect((await owner.from('opening_balances').select('customer_id')).data).toEqual([{ customer_id: other }]);
  });

  test('is owed by its customer, and overdue on the noticeboard, until it is paid', async () => {
    await importOpen([open(), open({ number: 'B2', amount: 20, paid_so_far: null, due_on: '2027-01-31' })]);
    const id = (await customers())[0]?.id ?? '';
    const sums = async () => {
      const customer = await owner.rpc('customer_summary', { p_customer_id: id });
      const home = await owner.rpc('home_summary', { p_today: '2026-11-20' });
      return [customer.data?.[0]?.outstanding, home.data?.[0]];
    };
    expect(await sums()).toMatchObject([399.99, { outstanding: 399.99, overdue: 379.99, overdue_invoices: 1 }]);
    await markPaid('2026-11-20');
    expect(await sums()).toMatchObject([undefined, { outstanding: 0, overdue: 0, overdue_invoices: 0 }]);
  });
});
