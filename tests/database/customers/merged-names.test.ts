// The name of a merged customer: which customer it resolves to, and who else may use it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let account: InvoicingAccount;
let smith: string;
let son: string;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  account = await setUpInvoicing(backend, owner);
});
beforeEach(async () => {
  for (const table of ['prices', 'works', 'invoices', 'customers', 'tasks'])
    await backend.sql(`delete from public.${table}`);
  smith = await account.addCustomer('Smith');
  son = await account.addCustomer('Smith & Son');
});
afterAll(() => backend.close());

async function merge(from: string, into: string, by = owner) {
  const request = { p_request_id: crypto.randomUUID(), p_from: from, p_into: into };
  expect(await by.rpc('merge_customers', request)).toMatchObject({ data: into, error: null });
}
const customers = () => backend.sql('select name, active, merged_into from public.customers order by name');
const logWork = async (name: string, by = owner) => {
  const { data, error } = await by
    .from('works')
    .insert({ customer: name, task_name: 'Topping', chargeable_unit: 'hour', work_date: account.today })
    .select('customer, customer_id')
    .single();
  expect(error).toBeNull();
  return data;
};

describe('the old name (case 56)', () => {
  test('resolves to the target of the merge, however it is typed', async () => {
    await merge(smith, son);
    expect(await logWork('Smith')).toEqual({ customer: 'Smith & Son', customer_id: son });
    expect(await logWork('  sMITH ', driver)).toEqual({ customer: 'Smith & Son', customer_id: son });
    const [entry] = await account.addWorks([1], { to: 'Smith & Son' });
    const { data } = await owner
      .from('works')
      .update({ customer: 'Smith' })
      .eq('id', entry ?? '')
      .select('customer, customer_id')
      .single();
    expect(data).toEqual({ customer: 'Smith & Son', customer_id: son });
    const { data: added, error } = await driver
      .from('customers')
      .insert({ user_id: owner.id, name: 'Smith' })
      .select('id');
    expect([added, error]).toEqual([[], null]);
    expect((await customers()).length).toBe(2);
  });

  test('resolves to another customer that has taken an archived target’s name, and never blocks logging', async () => {
    await merge(smith, son);
    await owner.from('customers').update({ active: false }).eq('id', son);
    const other = await account.addCustomer('Jones');
    expect((await owner.from('customers').update({ name: 'Smith & Son' }).eq('id', other)).error).toBeNull();
    expect(await logWork('Smith')).toEqual({ customer: 'Smith & Son', customer_id: other });
    expect((await driver.from('customers').insert({ user_id: owner.id, name: 'Smith' })).error).toBeNull();
    expect((await customers()).length).toBe(3);
  });

  test('resolves through a chain of merges, and restores an archived end of the chain', async () => {
    const bros = await account.addCustomer('Smith Bros');
    await merge(smith, son);
    await merge(son, bros);
    expect(await customers()).toEqual([
      { name: 'Smith', active: false, merged_into: bros },
      { name: 'Smith & Son', active: false, merged_into: bros },
      { name: 'Smith Bros', active: true, merged_into: null },
    ]);
    expect(await logWork('Smith')).toEqual({ customer: 'Smith Bros', customer_id: bros });
    await backend.sql('delete from public.works');
    for (const typed of ['Smith', 'smith & son']) {
      await owner.from('customers').update({ active: false }).eq('id', bros);
      expect(await logWork(typed, driver)).toEqual({ customer: 'Smith Bros', customer_id: bros });
      await owner.from('customers').update({ active: false }).eq('id', bros);
      await owner.from('customers').insert({ user_id: owner.id, name: typed });
      expect(await customers()).toContainEqual({ name: 'Smith Bros', active: true, merged_into: null });
    }
    const request = { p_request_id: crypto.randomUUID(), p_from: bros, p_into: smith };
    expect((await owner.rpc('merge_customers', request)).error?.message).toBe(
      'Smith was merged into another customer. Choose that one.',
    );
  });

  test('can’t be taken by another customer, except by its target', async () => {
    const hill = await account.addCustomer('Hill Farm');
    await merge(smith, son);
    const { error } = await owner.from('customers').update({ name: ' smith' }).eq('id', hill);
    expect(error).toMatchObject({
      code: '23514',
      message: 'smith was merged into Smith & Son and leads there. Choose another name.',
    });
    expect((await owner.from('customers').update({ name: 'Smith' }).eq('id', son)).error).toBeNull();
    expect(await logWork('Smith')).toEqual({ customer: 'Smith', customer_id: son });
  });

  test('can’t be edited or restored; deleting it frees it', async () => {
    await merge(smith, son);
    for (const change of [{ active: true }, { name: 'Smyth' }, { phone: '1' }]) {
      const { error } = await owner.from('customers').update(change).eq('id', smith);
      expect(error).toMatchObject({ code: '23514', message: 'Smith was merged into Smith & Son. Change that one.' });
    }
    expect((await owner.from('customers').delete().eq('id', smith)).error).toBeNull();
    expect(await logWork('Smith')).toMatchObject({ customer: 'Smith' });
    expect((await customers()).map(({ name, active }) => [name, active])).toEqual([
      ['Smith', true],
      ['Smith & Son', true],
    ]);
  });

  test('is an ordinary archived name when its target is deleted', async () => {
    await merge(smith, son);
    expect((await owner.from('customers').delete().eq('id', son)).error).toBeNull();
    expect(await customers()).toEqual([{ name: 'Smith', active: false, merged_into: null }]);
    expect(await logWork('Smith')).toEqual({ customer: 'Smith', customer_id: smith });
  });

  test('an archived customer that was not merged is still restored by its own name', async () => {
    await merge(smith, son);
    const mill = await account.addCustomer('Old Mill');
    await owner.from('customers').update({ active: false }).eq('id', mill);
    expect(await logWork('old mill')).toEqual({ customer: 'Old Mill', customer_id: mill });
  });
});

test('an account with merged customers can be deleted as a whole', async () => {
  const holder = await backend.user();
  const { data } = await holder
    .from('customers')
    .insert([
      { user_id: holder.id, name: 'A' },
      { user_id: holder.id, name: 'B' },
    ])
    .select('id');
  await merge(data?.[0]?.id ?? '', data?.[1]?.id ?? '', holder);
  await backend.sql('delete from auth.users where id = $1', [holder.id]);
  expect(await backend.sql('select 1 from public.customers where user_id = $1', [holder.id])).toEqual([]);
});

test('a person whose customer was merged can be deleted', async () => {
  const leaver = await backend.employeeOf(owner, { firstName: 'Pat' });
  await leaver.from('customers').insert({ user_id: owner.id, name: 'Jones' });
  const { data } = await owner.from('customers').select('id').eq('name', 'Jones').single();
  await merge(data?.id ?? '', son);
  await backend.sql('delete from auth.users where id = $1', [leaver.id]);
  const [row] = await backend.sql(`select created_by, merged_into from public.customers where name = 'Jones'`);
  expect(row).toEqual({ created_by: null, merged_into: son });
});
