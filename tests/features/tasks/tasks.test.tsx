import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ORIGIN, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
const PLOUGHING = 'd0000000-0000-4000-8000-000000000001';
const HIDDEN = 'd0000000-0000-4000-8000-000000000003';

const today = new Date().toISOString().slice(0, 10);
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

async function logPloughing(times: number): Promise<string[]> {
  const works = Array.from({ length: times }, () => ({
    user_id: owner.id,
    customer: 'Hill Farm',
    task_name: 'Ploughing',
    chargeable_unit: 'acre',
    rate: 32.06,
    quantity: 10,
    work_date: today,
  }));
  const { data, error } = await owner.from('works').insert(works).select('id');
  if (error) throw error;
  return data.map(({ id }) => id);
}

const stored = async (id: string) => {
  const [row] = await backend.sql('select * from public.tasks where id = $1', [id]);
  return row;
};

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
});
beforeEach(async () => {
  await backend.sql('delete from public.works');
  await backend.sql('delete from public.invoices');
  await backend.sql('delete from public.tasks');
  // A task with the id of a deleted one is refused.
  await backend.sql('delete from public.audit_log');
  await backend.sql('update public.farm_settings set employees_see_rates = true');
  const task = { user_id: owner.id, category: null, default_rate: null, active: true };
  const { error } = await owner.from('tasks').insert([
    {
      ...task,
      id: PLOUGHING,
      name: 'Ploughing',
      chargeable_unit: 'acre',
      default_rate: 32.06,
      category: 'Cultivation',
    },
    {
      ...task,
      id: 'd0000000-0000-4000-8000-000000000002',
      name: 'Élagage',
      chargeable_unit: 'hour',
      category: 'Livestock',
    },
    { ...task, id: HIDDEN, name: 'Mole ploughing', chargeable_unit: 'hour', active: false },
  ]);
  if (error) throw error;
});
afterAll(() => backend.close());

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Tasks' }))
    .getAllByRole('row')
    .slice(1);
const names = async () =>
  (await rows()).map((row) => within(row).getAllByRole('cell')[0]?.querySelector('strong')?.textContent);
async function choose(user: UserEvent, task: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${task}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}
async function type(user: UserEvent, label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}
const save = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Save task' }));

describe('the list', () => {
  test('shows unit, rate and usage, sorted by name; search ignores accents, and the address keeps the filters', async () => {
    await logPloughing(2);
    const { user, address } = await renderPage('/tasks', { backend, person: owner });
    expect(await names()).toEqual(['Élagage', 'Ploughing']);
    const row = screen.getByRole('row', { name: /Ploughing/ });
    expect(row).toHaveTextContent('per acre');
    expect(row).toHaveTextContent('£32.06 / ac');
    expect(await within(row).findByText(`used 2×, last ${shortDay.format(new Date(today))}`)).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'elag');
    expect(await names()).toEqual(['Élagage']);
    expect(address()).toBe('/tasks?q=elag');
    await user.clear(screen.getByRole('searchbox'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Cultivation');
    await waitFor(async () => expect(await names()).toEqual(['Ploughing']));
    expect(address()).toBe('/tasks?category=Cultivation');
    cleanup();
    const again = await renderPage('/tasks?show=hidden', { backend, person: owner });
    expect(await names()).toEqual(['Mole ploughing']);
    await choose(again.user, 'Mole ploughing', 'Show again');
    await screen.findByText('Task updated!');
    expect(await stored(HIDDEN)).toMatchObject({ active: true });
  });

  test('an account without tasks sees how to add one; all common tasks of its trade are added at once, and none twice', async () => {
    const newcomer = await backend.user();
    await newcomer
      .from('tasks')
      .insert({ user_id: newcomer.id, name: ' ploughing', chargeable_unit: 'hectare', default_rate: 80 });
    await newcomer.from('tasks').delete().neq('name', 'ploughing');
    const { user } = await renderPage('/tasks', { backend, person: newcomer });
    await user.click(await screen.findByRole('button', { name: 'Add common tasks' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add common tasks' }));
    await user.click(dialog.getByRole('button', { name: 'Contractor' }));
    expect(dialog.queryByRole('checkbox', { name: 'Ploughing' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Add 23 tasks' }));
    await screen.findByText('Tasks added!');
    const tasks = await backend.sql('select name, default_rate from public.tasks where user_id = $1', [newcomer.id]);
    expect(tasks).toHaveLength(24);
    expect(tasks.filter((row) => row['default_rate'] !== null)).toEqual([{ name: 'ploughing', default_rate: 80 }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add common tasks' }));
    const again = within(await screen.findByRole('dialog', { name: 'Add common tasks' }));
    await user.click(again.getByRole('button', { name: 'Contractor' }));
    expect(again.getByText('You have all the common tasks of this trade already.')).toBeVisible();
  });
});

describe('a new task', () => {
  test('needs a unique name and a unit, and is saved with a comma in its rate', async () => {
    const { user, address } = await renderPage('/tasks?new=1', { backend, person: owner });
    await save(user);
    expect(await screen.findByText('Give the task a name.')).toBeVisible();
    expect(screen.getByText('Choose a unit.')).toBeVisible();
    await type(user, 'Name', ' PLOUGHING ');
    expect(await screen.findByText('You already have a task called PLOUGHING.')).toBeVisible();
    await type(user, 'Name', '  Baling ');
    await user.selectOptions(screen.getByLabelText('Unit'), 'per bale');
    await type(user, 'Rate (optional)', '-1');
    await save(user);
    expect(await screen.findByText("The rate can't be negative.")).toBeVisible();
    expect(await backend.sql(`select 1 from public.tasks where name = 'Baling'`)).toEqual([]);
    await type(user, 'Rate (optional)', '£6,22');
    await user.selectOptions(screen.getByLabelText('Category (optional)'), 'Baling');
    await type(user, 'Description (optional)', 'With net');
    await save(user);
    await screen.findByText('New task saved!');
    await waitFor(() => expect(address()).toBe('/tasks'));
    expect(await backend.sql(`select * from public.tasks where name = 'Baling'`)).toMatchObject([
      { chargeable_unit: 'bale', default_rate: 6.22, category: 'Baling', description: 'With net', active: true },
    ]);
  });
});

describe('an existing task', () => {
  test('is renamed: past entries keep the old name, uninvoiced ones too unless the option is ticked (case 54)', async () => {
    const [billed] = await logPloughing(8);
    await owner
      .from('invoice_settings')
      .upsert({ user_id: owner.id, business_name: 'Headland', address_line1: 'Forge', vat_registered: false });
    const [customer] = await backend.sql('select customer_id from public.works limit 1');
    const { error } = await owner.rpc('issue_invoice', {
      p_request_id: crypto.randomUUID(),
      p_customer_id: String(customer?.['customer_id']),
      p_work_ids: [billed ?? ''],
    });
    expect(error).toBeNull();
    const { user } = await renderPage(`/tasks?edit=${PLOUGHING}`, { backend, person: owner });
    expect(await screen.findByLabelText('Rate (optional)')).toHaveValue('32.06');
    await type(user, 'Name', 'Ploughing (light)');
    expect(await screen.findByText('Past entries keep the old name.')).toBeVisible();
    await save(user);
    await screen.findByText('Task updated!');
    expect(await stored(PLOUGHING)).toMatchObject({ name: 'Ploughing (light)', default_rate: 32.06 });
    const namesOfWorks = 'select task_name, count(*) as n from public.works group by 1 order by 2';
    expect(await backend.sql(namesOfWorks)).toEqual([{ task_name: 'Ploughing', n: 8 }]);
    cleanup();
    await backend.sql(`update public.tasks set name = 'Ploughing' where id = $1`, [PLOUGHING]);
    const again = await renderPage(`/tasks?edit=${PLOUGHING}`, { backend, person: owner });
    await type(again.user, 'Name', 'Ploughing (heavy)');
    await again.user.click(await screen.findByLabelText('Also rename on uninvoiced entries (7)'));
    await save(again.user);
    await waitFor(async () => expect(await stored(PLOUGHING)).toMatchObject({ name: 'Ploughing (heavy)' }));
    expect(await backend.sql(namesOfWorks)).toEqual([
      { task_name: 'Ploughing', n: 1 },
      { task_name: 'Ploughing (heavy)', n: 7 },
    ]);
  });

  test('is hidden through its menu; in use it can be hidden instead of deleted, or deleted without a change to its entries (case 55)', async () => {
    await logPloughing(2);
    const { user } = await renderPage('/tasks', { backend, person: owner });
    await screen.findByText(/used 2×/);
    await choose(user, 'Ploughing', 'Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete Ploughing?' });
    expect(dialog).toHaveTextContent('It was used 2 times. Those entries keep their name and price.');
    await user.click(within(dialog).getByRole('button', { name: 'Hide instead' }));
    // The message of an earlier change may still arrive: the task itself says when it is hidden.
    await waitFor(async () => expect(await stored(PLOUGHING)).toMatchObject({ active: false }));
    expect(await screen.findByText('Task updated!')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Hidden 2' }));
    await choose(user, 'Ploughing', 'Show again');
    await waitFor(async () => expect(await stored(PLOUGHING)).toMatchObject({ active: true }));
    await user.click(await screen.findByRole('button', { name: 'Hidden 1' }));
    await choose(user, 'Ploughing', 'Hide');
    await user.click(await screen.findByRole('button', { name: 'Hidden 2' }));
    await choose(user, 'Ploughing', 'Delete');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Task deleted.');
    expect(await stored(PLOUGHING)).toBeUndefined();
    expect(await backend.sql('select task_name, total_value from public.works')).toEqual([
      { task_name: 'Ploughing', total_value: 320.6 },
      { task_name: 'Ploughing', total_value: 320.6 },
    ]);
  });
});

describe('an employee', () => {
  const paths: string[] = [];
  const recordingBackend = (): Pick<TestBackend, 'fetch'> => ({
    fetch: (input, init) => {
      paths.push((input instanceof Request ? input.url : String(input)).replace(ORIGIN, ''));
      return backend.fetch(input, init);
    },
  });

  test('reads the list and its prices, but can’t change it, not even by the address of a task’s form', async () => {
    await renderPage(`/tasks?edit=${PLOUGHING}`, { backend: recordingBackend(), person: driver });
    expect(await names()).toEqual(['Élagage', 'Ploughing']);
    expect(screen.getByText('£32.06 / ac')).toBeVisible();
    expect(screen.queryByRole('button', { name: /More for|Hidden|common/ })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(paths.filter((path) => path.includes('task_usage') || path.startsWith('/rest/v1/tasks'))).toEqual([]);
  });

  test('sees no prices if they are hidden, and adds a task without one', async () => {
    await backend.sql('update public.farm_settings set employees_see_rates = false');
    const { user } = await renderPage('/tasks?new=1', { backend, person: driver });
    const dialog = await screen.findByRole('dialog', { name: 'New task' });
    expect(within(dialog).queryByLabelText(/Rate/)).toBeNull();
    await type(user, 'Name', 'Drain jetting');
    await user.selectOptions(screen.getByLabelText('Unit'), 'per hour');
    await save(user);
    await screen.findByText('New task saved!');
    await waitFor(async () => expect(await names()).toEqual(['Drain jetting', 'Élagage', 'Ploughing']));
    expect(screen.queryByText(/£/)).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Rate' })).toBeNull();
    expect(
      await backend.sql(`select user_id, created_by, default_rate from public.tasks where name = 'Drain jetting'`),
    ).toEqual([{ user_id: owner.id, created_by: driver.id, default_rate: null }]);
  });
});
