// Tasks in the database: unique names, renames that change entries only on request, rates that are hidden from employees.
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
  for (const table of ['works', 'invoices', 'customers', 'tasks']) await backend.sql(`delete from public.${table}`);
  await backend.sql('update public.farm_settings set employees_see_rates = true');
});
afterAll(() => backend.close());

async function addTask(name: string, more: object = {}) {
  const { data, error } = await owner
    .from('tasks')
    .insert({ user_id: owner.id, name, chargeable_unit: 'acre', ...more })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}
async function logWork(by: Person, task_name: string) {
  const { error } = await by.from('works').insert({
    user_id: by === stranger ? stranger.id : owner.id,
    customer: 'Hill Farm',
    task_name,
    chargeable_unit: 'acre',
    rate: 32.06,
    quantity: 12.5,
    work_date: '2026-11-02',
  });
  if (error) throw error;
}
const billWorks = (n: number) =>
  backend.sql(
    `select private.make_invoice($1, c.id, (select array_agg(id) from (select id from public.works where user_id = $1 limit $2) w),
       '[]', current_date, null) from public.customers c where c.user_id = $1`,
    [owner.id, n],
  );
const countByTask = () =>
  backend.sql('select task_name, count(*) as n from public.works where user_id = $1 group by 1 order by 1', [owner.id]);

test('a name is unique in an account among the active tasks', async () => {
  const ploughing = await addTask('Ploughing');
  const sameName = { user_id: owner.id, name: ' PLOUGHING ', chargeable_unit: 'hour' };
  expect((await owner.from('tasks').insert(sameName)).error?.code).toBe('23505');
  await owner.from('tasks').update({ active: false }).eq('id', ploughing);
  expect((await owner.from('tasks').insert(sameName)).error).toBeNull();
  expect((await stranger.from('tasks').insert({ ...sameName, user_id: stranger.id })).error).toBeNull();
});

describe('renaming', () => {
  beforeEach(async () => {
    await owner
      .from('invoice_settings')
      .upsert({ user_id: owner.id, business_name: 'Headland', address_line1: 'Forge', vat_registered: false });
  });

  test('by itself leaves every entry as it was (case 54)', async () => {
    const ploughing = await addTask('Ploughing');
    await logWork(owner, 'Ploughing');
    await owner.from('tasks').update({ name: 'Ploughing (heavy)' }).eq('id', ploughing);
    expect(await countByTask()).toEqual([{ task_name: 'Ploughing', n: 1 }]);
  });

  test('with its entries renames the unbilled ones, of this account and this task (case 54)', async () => {
    const ploughing = await addTask('Ploughing');
    await logWork(owner, 'Ploughing');
    await billWorks(1);
    await logWork(owner, 'ploughing ');
    await logWork(driver, 'Ploughing');
    await logWork(owner, 'Ploughing match');
    await logWork(stranger, 'Ploughing');
    const { data, error } = await owner.rpc('rename_task', { p_task_id: ploughing, p_name: ' Ploughing (heavy) ' });
    expect(error).toBeNull();
    expect(data).toBe(2);
    expect(await countByTask()).toEqual([
      { task_name: 'Ploughing', n: 1 },
      { task_name: 'Ploughing (heavy)', n: 2 },
      { task_name: 'Ploughing match', n: 1 },
    ]);
    expect(await backend.sql('select task_name from public.works where user_id = $1', [stranger.id])).toEqual([
      { task_name: 'Ploughing' },
    ]);
  });

  test('to a taken name changes nothing', async () => {
    const ploughing = await addTask('Ploughing');
    await addTask('Drilling');
    await logWork(owner, 'Ploughing');
    const { error } = await owner.rpc('rename_task', { p_task_id: ploughing, p_name: 'drilling' });
    expect(error?.code).toBe('23505');
    expect(await countByTask()).toEqual([{ task_name: 'Ploughing', n: 1 }]);
  });

  test('can be done by the account holder only', async () => {
    const ploughing = await addTask('Ploughing');
    await logWork(driver, 'Ploughing');
    const rename = async (person: Person) =>
      (await person.rpc('rename_task', { p_task_id: ploughing, p_name: 'Mine' })).error;
    expect(await rename(driver)).toMatchObject({ code: '42501', message: 'Only the main account holder can do this.' });
    // For another account the task does not exist.
    expect(await rename(stranger)).toMatchObject({ code: '23514', message: 'This task was deleted.' });
    expect(await countByTask()).toEqual([{ task_name: 'Ploughing', n: 1 }]);
  });

  test('tells the account holder that the task was deleted', async () => {
    const ploughing = await addTask('Ploughing');
    expect((await owner.from('tasks').delete().eq('id', ploughing)).error).toBeNull();
    const { error } = await owner.rpc('rename_task', { p_task_id: ploughing, p_name: 'Drilling' });
    expect(error).toMatchObject({ code: '23514', message: 'This task was deleted.' });
  });
});

test('a used task can be deleted, and its entries stay as they are (case 55)', async () => {
  const ploughing = await addTask('Ploughing');
  await logWork(owner, 'Ploughing');
  expect((await owner.from('tasks').delete().eq('id', ploughing)).error).toBeNull();
  expect(await countByTask()).toEqual([{ task_name: 'Ploughing', n: 1 }]);
});

test('the usage of a task counts every spelling of its name, and what is not billed', async () => {
  await logWork(owner, 'Ploughing');
  await owner
    .from('invoice_settings')
    .upsert({ user_id: owner.id, business_name: 'Headland', address_line1: 'Forge', vat_registered: false });
  await billWorks(1);
  await logWork(driver, 'PLOUGHING');
  await logWork(stranger, 'Ploughing');
  expect((await owner.rpc('task_usage')).data).toEqual([
    { task_name: 'ploughing', used: 2, last_used: '2026-11-02', unbilled: 1 },
  ]);
});

describe('employees', () => {
  test('read the list with its rates, or without if the holder hides them', async () => {
    await addTask('Ploughing', { default_rate: 32.06 });
    const read = async () => (await driver.from('crew_tasks').select('name, default_rate')).data;
    expect(await read()).toEqual([{ name: 'Ploughing', default_rate: 32.06 }]);
    await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
    expect(await read()).toEqual([{ name: 'Ploughing', default_rate: null }]);
    expect((await driver.from('tasks').select('default_rate')).data).toEqual([]);
  });

  test('add a task to the account, without a rate if rates are hidden', async () => {
    const task = { user_id: owner.id, chargeable_unit: 'hour', default_rate: 99 };
    expect((await driver.from('tasks').insert({ ...task, name: 'Jetting' })).error).toBeNull();
    await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
    expect((await driver.from('tasks').insert({ ...task, name: 'Rodding' })).error).toBeNull();
    expect(await backend.sql('select name, user_id, created_by, default_rate from public.tasks order by name')).toEqual(
      [
        { name: 'Jetting', user_id: owner.id, created_by: driver.id, default_rate: 99 },
        { name: 'Rodding', user_id: owner.id, created_by: driver.id, default_rate: null },
      ],
    );
  });

  test('can’t change or delete tasks', async () => {
    const ploughing = await addTask('Ploughing');
    const changed = await driver.from('tasks').update({ default_rate: 1 }).eq('id', ploughing).select('id');
    const deleted = await driver.from('tasks').delete().eq('id', ploughing).select('id');
    expect([changed.data, deleted.data]).toEqual([[], []]);
    expect(await backend.sql('select name, default_rate from public.tasks')).toEqual([
      { name: 'Ploughing', default_rate: null },
    ]);
  });
});

test('another account can’t read, change or delete this one’s tasks, nor add one here', async () => {
  const ploughing = await addTask('Ploughing');
  expect((await stranger.from('tasks').select('id')).data).toEqual([]);
  expect((await stranger.from('crew_tasks').select('id')).data).toEqual([]);
  expect((await stranger.rpc('task_usage')).data).toEqual([]);
  expect((await stranger.from('tasks').update({ name: 'Mine' }).eq('id', ploughing).select('id')).data).toEqual([]);
  expect((await stranger.from('tasks').delete().eq('id', ploughing).select('id')).data).toEqual([]);
  const { error } = await stranger.from('tasks').insert({ user_id: owner.id, name: 'Planted' });
  expect(error?.code).toBe('42501');
  expect(await backend.sql('select name from public.tasks')).toEqual([{ name: 'Ploughing' }]);
});

test('a task that was deleted is not added again by a phone that resends it', async () => {
  const task = { id: crypto.randomUUID(), user_id: owner.id, name: 'Mole draining', chargeable_unit: 'acre' };
  expect((await driver.from('tasks').insert(task)).error).toBeNull();
  expect((await owner.from('tasks').delete().eq('id', task.id)).error).toBeNull();
  const { error } = await driver.from('tasks').insert(task);
  expect(error).toMatchObject({ code: '23514', details: 'deleted' });
  expect(error?.message).toMatch(/^Deleted by /);
});
