// A job that waited on a phone has its customer's old name. It is stored for that customer, whatever the current name.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let account: InvoicingAccount;
let smith: string;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  account = await setUpInvoicing(backend, owner);
});
beforeEach(async () => {
  for (const table of ['works', 'customers', 'audit_log']) await backend.sql(`delete from public.${table}`);
  smith = await account.addCustomer('Smith');
});
afterAll(() => backend.close());

const rename = async (id: string, name: string) => {
  const { error } = await owner.from('customers').update({ name }).eq('id', id);
  expect(error).toBeNull();
};
const names = async () =>
  (await backend.sql<{ name: string }>('select name from public.customers order by name')).map(({ name }) => name);
type CustomerFields = { customer: string; customer_id?: string };
const logWork = async (fields: CustomerFields, by = driver) => {
  const { data, error } = await by
    .from('works')
    .insert({ ...fields, task_name: 'Topping', chargeable_unit: 'hour', work_date: account.today })
    .select('id, customer, customer_id')
    .single();
  expect(error).toBeNull();
  return data;
};
const changeCustomer = async (
  id: string,
  fields: CustomerFields | { customer: string; customer_id: null },
  by = driver,
) => {
  const { data, error } = await by
    .from('works')
    .update(fields as CustomerFields)
    .eq('id', id)
    .select('customer, customer_id')
    .single();
  expect(error).toBeNull();
  return data;
};

test('an old name resolves to the renamed customer, for a new job and for a changed one', async () => {
  await rename(smith, 'Smith & Sons Ltd');
  const renamed = { customer: 'Smith & Sons Ltd', customer_id: smith };
  expect(await logWork({ customer: 'Smith' })).toMatchObject(renamed);
  expect(await logWork({ customer: ' sMITH ' }, owner)).toMatchObject(renamed);
  const other = await logWork({ customer: 'Manor Farm' });
  expect(await changeCustomer(other?.id ?? '', { customer: 'Smith' })).toEqual(renamed);
  expect(await names()).toEqual(['Manor Farm', 'Smith & Sons Ltd']);
});

test('each former name of a customer renamed twice resolves to it, also when it has an earlier name again', async () => {
  await rename(smith, 'Smith & Son');
  await rename(smith, 'Smith & Sons Ltd');
  for (const customer of ['Smith', 'Smith & Son'])
    expect(await logWork({ customer })).toMatchObject({ customer_id: smith });
  await rename(smith, 'Smith');
  expect(await logWork({ customer: 'Smith & Sons Ltd' })).toMatchObject({ customer: 'Smith', customer_id: smith });
  expect(await names()).toEqual(['Smith']);
});

test('a renamed and merged customer resolves to the target, by name and by id', async () => {
  const manor = await account.addCustomer('Manor Farm');
  await rename(smith, 'Smith & Son');
  const merge = { p_request_id: crypto.randomUUID(), p_from: smith, p_into: manor };
  expect((await owner.rpc('merge_customers', merge)).error).toBeNull();
  const expected = { customer: 'Manor Farm', customer_id: manor };
  expect(await logWork({ customer: 'Smith' })).toMatchObject(expected);
  expect(await logWork({ customer: 'Smith', customer_id: smith })).toMatchObject(expected);
  expect(await names()).toEqual(['Manor Farm', 'Smith & Son']);
});

test('if another customer has the old name now, the id decides; without an id it is the customer with that name', async () => {
  await rename(smith, 'Smith & Sons Ltd');
  const other = await account.addCustomer('Smith');
  expect(other).not.toBe(smith);
  const renamed = { customer: 'Smith & Sons Ltd', customer_id: smith };
  expect(await logWork({ customer: 'Smith', customer_id: smith })).toMatchObject(renamed);
  const named = await logWork({ customer: 'Smith' });
  expect(named).toMatchObject({ customer: 'Smith', customer_id: other });
  expect(await changeCustomer(named?.id ?? '', { customer: 'Smith', customer_id: smith })).toEqual(renamed);
  expect(await changeCustomer(named?.id ?? '', { customer: 'Smith', customer_id: null })).toEqual({
    customer: 'Smith',
    customer_id: other,
  });
});

test('changing back to the job’s own customer keeps it, though another has taken the name', async () => {
  const job = await logWork({ customer: 'Smith', customer_id: smith });
  await rename(smith, 'Smith & Sons Ltd');
  await account.addCustomer('Smith');
  const expected = { customer: 'Smith & Sons Ltd', customer_id: smith };
  expect(await changeCustomer(job?.id ?? '', { customer: 'Smith', customer_id: smith })).toEqual(expected);
});

test('an archived customer is restored by id; the name of a deleted one becomes a new customer', async () => {
  await rename(smith, 'Smith & Son');
  await owner.from('customers').update({ active: false }).eq('id', smith);
  expect(await logWork({ customer: 'Smith', customer_id: smith })).toMatchObject({ customer_id: smith });
  await backend.sql('delete from public.works');
  expect((await owner.from('customers').delete().eq('id', smith)).error).toBeNull();
  const job = await logWork({ customer: 'Smith', customer_id: smith });
  expect(job?.customer).toBe('Smith');
  expect(job?.customer_id).not.toBe(smith);
  expect(await names()).toEqual(['Smith']);
});

test('another account’s customer can’t be reached by id or former name', async () => {
  await rename(smith, 'Smith & Son');
  const stranger = await backend.user({ firstName: 'Eve' });
  const job = await logWork({ customer: 'Smith', customer_id: smith }, stranger);
  expect(job?.customer).toBe('Smith');
  expect(job?.customer_id).not.toBe(smith);
});

test('a former name added by an employee adds no second customer; the account holder may reuse it', async () => {
  await rename(smith, 'Smith & Son');
  const add = async (by: Person) => {
    const account = { user_id: owner.id, name: 'Smith' };
    expect((await by.from('customers').insert({ id: crypto.randomUUID(), ...account })).error).toBeNull();
  };
  await add(driver);
  expect(await names()).toEqual(['Smith & Son']);
  await add(owner);
  expect(await names()).toEqual(['Smith', 'Smith & Son']);
});
