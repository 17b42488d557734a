// A typed task is added to the price list with its unit and rate, and is then offered for every customer.
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitForCopy, connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { holdRequests } from '@tests/support/hold-requests';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { draftsOf } from '@/offline/outbox/store/store';
import { logJobs, addTasks, resizeWindow, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  const baling = { task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 };
  await logJobs(owner, [
    { customer: 'Hill Farm', ...baling },
    { customer: 'Manor', ...baling },
  ]);
});

const CHECKBOX = 'Keep on price list';
const tasks = () =>
  backend.sql<{ name: string; chargeable_unit: string; rate: number | null }>(
    'select name, chargeable_unit, default_rate::float8 as rate from public.tasks where user_id = $1 order by created_at',
    [owner.id],
  );
const open = (path: string, person = owner) => renderPage(path, { backend: connection, person });
type User = Awaited<ReturnType<typeof open>>['user'];
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

/** Types a new task on a desktop, by the acre. */
async function typeTask(user: User, task: string) {
  await user.clear(await screen.findByRole('combobox', { name: 'Task' }));
  await user.type(screen.getByRole('combobox', { name: 'Task' }), task);
  await user.selectOptions(screen.getByLabelText('Unit'), 'acre');
  await user.type(screen.getByLabelText('Acres'), '3');
  await user.clear(screen.getByLabelText('Rate'));
  await user.type(screen.getByLabelText('Rate'), '55');
}
async function save(user: User) {
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
}

test('a new task is stored with unit and rate and offered for another customer; a listed name is not added again', async () => {
  await addTasks(owner, [['Rolling', 'acre', 9]]);
  await owner.from('tasks').update({ active: false }).eq('name', 'Rolling');
  const { user } = await open('/add-work?customer=Hill+Farm');
  // Neither in another case, nor if it is hidden.
  for (const name of ['bALING', 'rolling']) {
    await typeTask(user, name);
    expect(screen.queryByRole('checkbox', { name: CHECKBOX })).not.toBeInTheDocument();
    await user.clear(screen.getByLabelText('Acres'));
  }
  await user.type(screen.getByLabelText('Acres'), '3');
  await save(user);
  await waitFor(async () => expect((await storedWorks(backend, owner))[0]).toMatchObject({ task_name: 'rolling' }));
  expect(await tasks()).toHaveLength(2);

  navigate('/add-work?customer=Hill+Farm');
  await typeTask(user, 'Topping');
  expect(screen.getByRole('checkbox', { name: CHECKBOX })).toBeChecked();
  expect(screen.getByText('Topping is then offered for every customer: £55.00 / ac.')).toBeInTheDocument();
  await save(user);
  await waitFor(async () =>
    expect(await tasks()).toContainEqual({ name: 'Topping', chargeable_unit: 'acre', rate: 55 }),
  );
  navigate('/add-work?customer=Manor');
  for (const [letters, name] of [
    ['bal', 'Baling'],
    ['topp', 'Topping'],
  ] as const) {
    await user.clear(await screen.findByRole('combobox', { name: 'Task' }));
    await user.type(screen.getByRole('combobox', { name: 'Task' }), letters);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(valueOf('Task')).toBe(name);
  }
  expect(valueOf('Unit')).toBe('acre');
  await waitFor(() => expect(valueOf('Rate')).toBe('55'));
  expect(screen.queryByRole('checkbox', { name: CHECKBOX })).not.toBeInTheDocument();
});

test('a task is not added to the price list if the box is unticked, also after the draft was restored', async () => {
  const { user } = await open('/add-work?customer=Hill+Farm');
  await typeTask(user, 'Topping');
  await user.click(screen.getByRole('checkbox', { name: CHECKBOX }));
  await waitFor(async () =>
    expect(await draftsOf(owner.id, 'add-work')).toMatchObject([{ values: { unlisted: 'Topping' } }]),
  );
  cleanup();
  const again = await open('/add-work');
  await screen.findByText(/^Restored what you typed/);
  expect(await screen.findByRole('checkbox', { name: CHECKBOX })).not.toBeChecked();
  await save(again.user);
  await waitFor(async () => expect((await storedWorks(backend, owner))[0]).toMatchObject({ task_name: 'Topping' }));
  expect(await tasks()).toHaveLength(1);
});

test('a task typed offline is offered at once, and not added again if the account holder adds it meanwhile', async () => {
  resizeWindow(390);
  const { user } = await open('/add-work?customer=Hill+Farm&task=Topping', driver);
  await screen.findByRole('checkbox', { name: CHECKBOX });
  connection.cut('error 500');
  await user.click(screen.getByRole('button', { name: '4' }));
  await user.click(screen.getByRole('button', { name: 'Price' }));
  await user.selectOptions(screen.getByLabelText('Unit'), 'acre');
  await user.type(screen.getByLabelText('Rate'), '55');
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  navigate('/add-work?customer=Manor');
  const choice = await screen.findByRole('button', { name: /^Topping/ });
  expect(choice).toHaveTextContent('£55.00 / ac');
  await user.click(choice);
  await screen.findByText('How many acres?');
  expect(screen.queryByRole('checkbox', { name: CHECKBOX })).not.toBeInTheDocument();
  // The account holder adds the task meanwhile, so the database reports that the name is taken.
  await addTasks(owner, [['topping', 'acre', 50]]);
  connection.restore();
  await waitFor(async () =>
    expect((await storedWorks(backend, owner))[0]).toMatchObject({ task_name: 'Topping', rate: 55 }),
  );
  await screen.findByRole('button', { name: /^Nothing waits on this phone/ });
  expect(await tasks()).toEqual([
    { name: 'Baling', chargeable_unit: 'bale', rate: 6.22 },
    { name: 'topping', chargeable_unit: 'acre', rate: 50 },
  ]);
});

test('a task from a link that the cached list lacks takes its unit and rate once it is known, unless a unit was chosen', async () => {
  await open('/add-work?customer=Hill+Farm');
  await screen.findByRole('combobox', { name: 'Task' });
  await waitForCopy('tasks', 'Baling');
  for (const [task, choice, unit, rate] of [
    ['Topping', null, 'acre', '50'],
    ['Rolling', 'load', 'load', ''],
  ] as const) {
    cleanup();
    await addTasks(owner, [[task, 'acre', 50]]);
    // The form opens with the cached list, while the new list is being loaded.
    const slow = holdRequests(backend, /\/rest\/v1\/tasks/);
    const address = `/add-work?customer=Hill+Farm&task=${task}`;
    const { user } = await renderPage(address, { backend: slow, person: owner });
    await screen.findByRole('checkbox', { name: CHECKBOX });
    expect(valueOf('Unit')).toBe('hour');
    if (choice) await user.selectOptions(screen.getByLabelText('Unit'), choice);
    slow.release();
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: CHECKBOX })).not.toBeInTheDocument());
    await waitFor(() => expect([valueOf('Unit'), valueOf('Rate')]).toEqual([unit, rate]));
  }
});
