// Customers in the database: unique names, archived names that are restored, renames of unbilled work, rows that can't be
// deleted.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  stranger = await backend.user({ firstName: 'Bob' });
});
beforeEach(async () => {
  for (const table of ['works', 'invoices', 'customers']) await backend.sql(`delete from public.${table}`);
});
afterAll(() => backend.close());

async function addCustomer(name: string, more: object = {}) {
  const { data, error } = await owner
    .from('customers')
    .insert({ user_id: owner.id, name, ...more })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}
async function logWork(customer: string) {
  const { data, error } = await owner
    .from('works')
    .insert({
      user_id: owner.id,
      customer,
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: 6.22,
      quantity: 86,
      work_date: '2026-11-02',
    })
    .select('id, customer_id')
    .single();
  if (error) throw error;
  return data;
}
async function issueInvoice(customerId: string, workId: string) {
  await owner
    .from('invoice_settings')
    .upsert({ user_id: owner.id, business_name: 'Headland', address_line1: 'Forge', vat_registered: false });
  const { error } = await owner.rpc('issue_invoice', {
    p_request_id: crypto.randomUUID(),
    p_customer_id: customerId,
    p_work_ids: [workId],
  });
  if (error) throw error;
}
const customers = () => backend.sql('select name, active from public.customers order by name');

describe('names', () => {
  test('a name is unique in an account, ignoring case and outer spaces', async () => {
    await addCustomer('Hill Farm');
    const { error } = await owner.from('customers').insert({ user_id: owner.id, name: '  hill FARM ' });
    expect(error?.code).toBe('23505');
    const { error: renamed } = await owner
      .from('customers')
      .update({ name: 'Hill farm' })
      .eq('id', await addCustomer('Bryn Dairy'));
    expect(renamed?.code).toBe('23505');
    expect(await customers()).toEqual([
      { name: 'Bryn Dairy', active: true },
      { name: 'Hill Farm', active: true },
    ]);
  });

  test('two accounts may have the same customer', async () => {
    await addCustomer('Hill Farm');
    const { error } = await stranger.from('customers').insert({ user_id: stranger.id, name: 'Hill Farm' });
    expect(error).toBeNull();
  });

  test('a name is stored without outer spaces, and is never empty', async () => {
    await addCustomer('  Tŷ Gwyn ');
    expect(await customers()).toEqual([{ name: 'Tŷ Gwyn', active: true }]);
    const { error } = await owner.from('customers').insert({ user_id: owner.id, name: '   ' });
    expect(error?.code).toBe('23514');
  });

  test('an archived name is restored instead of duplicated (case 56)', async () => {
    const old = await addCustomer('Old Mill Farm', { phone: '01632 960221' });
    await owner.from('customers').update({ active: false }).eq('id', old);
    const { data, error } = await owner
      .from('customers')
      .insert({ user_id: owner.id, name: ' OLD mill farm' })
      .select('id');
    expect(error).toBeNull();
    expect(data).toEqual([]);
    expect(await backend.sql('select id, name, active, phone from public.customers')).toEqual([
      { id: old, name: 'Old Mill Farm', active: true, phone: '01632 960221' },
    ]);
  });

  test('an archived name is restored when an employee logs work for it (case 56)', async () => {
    const old = await addCustomer('Old Mill Farm');
    await owner.from('customers').update({ active: false }).eq('id', old);
    const { data, error } = await driver
      .from('works')
      .insert({ customer: 'old mill farm', task_name: 'Topping', chargeable_unit: 'hour', work_date: '2026-11-02' })
      .select('customer, customer_id')
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ customer: 'Old Mill Farm', customer_id: old });
    expect(await customers()).toEqual([{ name: 'Old Mill Farm', active: true }]);
  });

  test('a new name is copied to unbilled work only, and all work stays with the customer (case 57)', async () => {
    const hill = await addCustomer('Hill Farm');
    const billed = await logWork('Hill Farm');
    await issueInvoice(hill, billed.id);
    const unbilled = await logWork('Hill Farm');
    const { error } = await owner.from('customers').update({ name: 'Hill Farm (Price)' }).eq('id', hill);
    expect(error).toBeNull();
    const rows = await backend.sql('select id, customer, customer_id from public.works');
    expect(new Map(rows.map((row) => [row['id'], [row['customer'], row['customer_id']]]))).toEqual(
      new Map([
        [billed.id, ['Hill Farm', hill]],
        [unbilled.id, ['Hill Farm (Price)', hill]],
      ]),
    );
    const [invoice] = await backend.sql(`select customer_snapshot ->> 'name' as name from public.invoices`);
    expect(invoice).toEqual({ name: 'Hill Farm' });
  });
});

describe('deleting', () => {
  test('a customer without work can be deleted', async () => {
    const { error } = await owner
      .from('customers')
      .delete()
      .eq('id', await addCustomer('Bryn Dairy'));
    expect(error).toBeNull();
    expect(await customers()).toEqual([]);
  });

  test.each([
    [1, 'Hill Farm has 1 work entry.'],
    [3, 'Hill Farm has 3 work entries.'],
  ])('a customer with %i entries can’t be deleted (case 56)', async (times, sentence) => {
    const hill = await addCustomer('Hill Farm');
    for (let n = 0; n < times; n += 1) await logWork('Hill Farm');
    const { error } = await owner.from('customers').delete().eq('id', hill);
    expect(error).toMatchObject({ message: sentence, details: 'has_records' });
    expect(await customers()).toEqual([{ name: 'Hill Farm', active: true }]);
  });

  test('a customer with an invoice can’t be deleted, even if the work was deleted', async () => {
    const hill = await addCustomer('Hill Farm');
    const billed = await logWork('Hill Farm');
    await issueInvoice(hill, billed.id);
    await backend.sql('delete from public.works');
    const { error } = await owner.from('customers').delete().eq('id', hill);
    expect(error).toMatchObject({ message: 'Hill Farm has invoices.', details: 'has_records' });
  });
});

describe('the summary', () => {
  test('counts what is unbilled and unpaid per customer, in this account only', async () => {
    const hill = await addCustomer('Hill Farm');
    const billed = await logWork('Hill Farm');
    await issueInvoice(hill, billed.id);
    await logWork('Hill Farm');
    await stranger.from('works').insert({
      user_id: stranger.id,
      customer: 'Hill Farm',
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: 1,
      quantity: 1,
      work_date: '2026-11-03',
    });
    const { data } = await owner.rpc('customer_summary');
    expect(data).toEqual([
      { customer_id: hill, entries: 2, last_worked: '2026-11-02', unbilled: 534.92, outstanding: 534.92 },
    ]);
  });
});

describe('employees', () => {
  const hiddenColumns = [
    'email',
    'vat_number',
    'payment_terms_days',
    'billing_email',
    'po_required',
    'account_ref',
    'notes',
    'created_by',
  ];

  test('read name, place and hazards, but nothing about billing', async () => {
    await addCustomer('Hill Farm', {
      phone: '07700 900112',
      hazards: 'Loose collie',
      directions: 'Second gate',
      notes: 'Slow to pay',
      email: 'x@y.test',
      vat_number: 'GB123456789',
      account_ref: 'HILL',
      payment_terms_days: 14,
    });
    const { data } = await driver.from('crew_customers').select('*');
    expect(data).toMatchObject([{ name: 'Hill Farm', phone: '07700 900112', hazards: 'Loose collie' }]);
    const columns = Object.keys(data?.[0] ?? {});
    expect(columns).toContain('directions');
    expect(columns.filter((column) => hiddenColumns.includes(column))).toEqual([]);
    expect((await driver.from('customers').select('id')).data).toEqual([]);
  });

  test('add a name to the account without billing details', async () => {
    const { error } = await driver.from('customers').insert({
      user_id: owner.id,
      name: 'Tŷ Gwyn',
      vat_number: 'GB1',
      payment_terms_days: 120,
      billing_email: 'mine@driver.test',
      account_ref: 'X',
      notes: 'X',
    });
    expect(error).toBeNull();
    expect(await backend.sql('select * from public.customers')).toMatchObject([
      {
        name: 'Tŷ Gwyn',
        user_id: owner.id,
        created_by: driver.id,
        vat_number: null,
        payment_terms_days: null,
        billing_email: null,
        account_ref: null,
        notes: null,
      },
    ]);
  });

  test('can’t change or delete customers', async () => {
    const hill = await addCustomer('Hill Farm');
    const changed = await driver.from('customers').update({ name: 'Mine' }).eq('id', hill).select('id');
    const deleted = await driver.from('customers').delete().eq('id', hill).select('id');
    expect([changed.data, deleted.data]).toEqual([[], []]);
    expect(await customers()).toEqual([{ name: 'Hill Farm', active: true }]);
  });
});

test('another account can’t read, change or delete this one’s customers, nor add one here', async () => {
  const hill = await addCustomer('Hill Farm');
  expect((await stranger.from('customers').select('id')).data).toEqual([]);
  expect((await stranger.from('crew_customers').select('id')).data).toEqual([]);
  expect((await stranger.rpc('customer_summary')).data).toEqual([]);
  expect((await stranger.from('customers').update({ name: 'Mine' }).eq('id', hill).select('id')).data).toEqual([]);
  expect((await stranger.from('customers').delete().eq('id', hill).select('id')).data).toEqual([]);
  const { error } = await stranger.from('customers').insert({ user_id: owner.id, name: 'Planted' });
  expect(error?.code).toBe('42501');
  expect(await customers()).toEqual([{ name: 'Hill Farm', active: true }]);
});

test('a lapsed account can read its customers but not write', async () => {
  const lapsed = await backend.user();
  await lapsed.from('customers').insert({ user_id: lapsed.id, name: 'Hill Farm' });
  await backend.lapse(lapsed);
  expect((await lapsed.from('customers').select('name')).data).toEqual([{ name: 'Hill Farm' }]);
  const { error } = await lapsed.from('customers').insert({ user_id: lapsed.id, name: 'Bryn Dairy' });
  expect(error?.message).toBe('Your account can read but not write at the moment.');
  expect((await lapsed.from('customers').update({ name: 'X' }).eq('name', 'Hill Farm').select('id')).data).toEqual([]);
});
