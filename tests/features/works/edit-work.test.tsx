import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { daysAgo, invoiceWorks, logJobs, addPrices, addTasks, resizeWindow, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
const id = crypto.randomUUID();

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await logJobs(driver, [
    {
      id,
      customer: 'Hill Farm',
      task_name: 'Hedge cutting',
      chargeable_unit: 'hour',
      rate: 45,
      start_time: '13:10',
      finish_time: '21:00',
      breaks: 30,
      work_date: daysAgo(2),
    },
  ]);
});

const opened = async () => within(await screen.findByRole('dialog', { name: 'Edit entry' }));
type Dialog = Awaited<ReturnType<typeof opened>>;
type User = Awaited<ReturnType<typeof renderPage>>['user'];
async function open(person = owner) {
  const page = await renderPage(`/works-list?edit=${id}`, { backend, person });
  return { ...page, dialog: await opened() };
}
async function reopen(user: User) {
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(await screen.findByRole('link', { name: /^Open Hedge cutting/ }));
  return opened();
}
const row = async () => (await storedWorks(backend, owner)).find((one) => one.id === id);
const SAVE = 'Save changes';
const save = (user: User, dialog: Dialog) => user.click(dialog.getByRole('button', { name: SAVE }));
async function type(user: User, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

test('an entry is opened from the list and changed, and keeps the name of a deleted task (case 55)', async () => {
  // Its task was deleted: the entry keeps the name.
  await addTasks(owner, [['Hedge cutting', 'hour', 45]]);
  expect((await owner.from('tasks').delete().eq('user_id', owner.id)).error).toBeNull();
  const { user, address } = await renderPage('/works-list', { backend, person: owner });
  const dialog = await reopen(user);
  expect(address()).toBe(`/works-list?edit=${id}`);
  expect(dialog.getByRole('combobox', { name: 'Task' })).toHaveValue('Hedge cutting');
  // The times are changed in a step of their own.
  expect(dialog.getByText('13:10–21:00, 30 min breaks')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Correct times' })).toBeInTheDocument();
  expect(dialog.queryByLabelText('Start')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/works-list');

  const second = await reopen(user);
  await user.type(second.getByLabelText('Note (optional)'), 'Lane');
  await user.type(second.getByLabelText('Description (optional)'), 'Both');
  await type(user, second.getByLabelText('Rate'), '50');
  await save(user, second);
  // The message is shown for five seconds.
  expect(await screen.findAllByText('Work entry updated!')).not.toHaveLength(0);
  // 440 minutes at £50 an hour.
  await waitFor(async () =>
    expect(await row()).toMatchObject({
      ...{ task_name: 'Hedge cutting', task_description: 'Both', notes: 'Lane' },
      ...{ rate: 50, total_value: 366.67, value_overridden: false },
    }),
  );
});

test('a typed value stays when the rate changes, until it is recalculated (case 31)', async () => {
  const { user, dialog } = await open();
  await user.type(dialog.getByLabelText('Value'), '300');
  await save(user, dialog);
  const again = await reopen(user);
  await waitFor(async () => expect(await row()).toMatchObject({ total_value: 300, value_overridden: true }));
  expect(again.getByLabelText('Value')).toHaveValue('300');
  await type(user, again.getByLabelText('Rate'), '60');
  expect(again.getByText('Typed by hand. Worked out it would be £440.00.')).toBeInTheDocument();
  await save(user, again);
  const third = await reopen(user);
  await waitFor(async () => expect(await row()).toMatchObject({ rate: 60, total_value: 300 }));
  await user.click(third.getByRole('button', { name: 'Recalculate' }));
  await save(user, third);
  await waitFor(async () => expect(await row()).toMatchObject({ total_value: 440, value_overridden: false }));
});

test('"Add rate" opens the entry in its rate, and offers the price of its day', async () => {
  await addTasks(owner, [['Rolling', 'acre', 12]]);
  await addPrices(owner, 'Rolling', [{ rate: 14.5, valid_from: daysAgo(30) }]);
  const rolling = { task_name: 'Rolling', chargeable_unit: 'acre', quantity: 10, rate: null, work_date: daysAgo(1) };
  await logJobs(owner, [{ customer: 'Dale', ...rolling }]);
  const { user, address } = await renderPage('/works-list', { backend, person: owner });
  await user.click(await screen.findByRole('link', { name: 'Add rate' }));
  const dialog = await opened();
  await waitFor(() => expect(dialog.getByLabelText('Rate')).toHaveFocus());
  await user.click(await dialog.findByRole('button', { name: 'Use £14.50 / ac' }));
  expect(dialog.getByLabelText('Rate')).toHaveValue('14.5');
  expect(dialog.queryByRole('button', { name: /^Use / })).not.toBeInTheDocument();
  await save(user, dialog);
  await waitFor(() => expect(address()).toBe('/works-list'));
  await waitFor(async () =>
    expect(
      await backend.sql(`select rate::float8, total_value::float8 from public.works where customer = 'Dale'`),
    ).toEqual([{ rate: 14.5, total_value: 145 }]),
  );
});

test('what is wrong is said beside its field; another unit keeps quantity and times, a fixed price is for one (case 32)', async () => {
  const { user, dialog } = await open();
  await user.clear(dialog.getByLabelText('Customer'));
  await type(user, dialog.getByLabelText('Hours'), '0');
  await save(user, dialog);
  expect(await dialog.findByText('Choose or type a customer.')).toBeInTheDocument();
  expect(dialog.getByText('Enter a quantity greater than 0.')).toBeInTheDocument();
  expect(await row()).toMatchObject({ customer: 'Hill Farm', quantity: 7.3333 });
  await user.type(dialog.getByLabelText('Customer'), 'Hill Farm');
  await type(user, dialog.getByLabelText('Hours'), '7.3333');
  await user.selectOptions(dialog.getByLabelText('Unit'), 'acre');
  await save(user, dialog);
  await waitFor(async () =>
    expect(await row()).toMatchObject({
      ...{ chargeable_unit: 'acre', quantity: 7.3333, total_value: 330 },
      ...{ start_time: '13:10', total_time: 7.3333 },
    }),
  );
  const again = await reopen(user);
  await waitFor(() => expect(again.getByLabelText('Unit')).toHaveValue('acre'));
  await user.selectOptions(again.getByLabelText('Unit'), 'fixed');
  expect(again.getByLabelText('Quantity')).toHaveValue('1');
  await user.type(again.getByLabelText('Quantity'), '2');
  await save(user, again);
  expect(await again.findByText('A fixed price is for the whole job, so its quantity is 1.')).toBeInTheDocument();
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', quantity: 7.3333 });
  await type(user, again.getByLabelText('Quantity'), '1');
  await save(user, again);
  await waitFor(async () =>
    expect(await row()).toMatchObject({ chargeable_unit: 'fixed', quantity: 1, total_value: 45 }),
  );
});

test('a change of a deleted entry is reported, and restored as a new entry only on request (F33)', async () => {
  const { user, dialog } = await open();
  await user.type(dialog.getByLabelText('Note (optional)'), 'Late');
  await owner.from('works').delete().eq('id', id);
  await save(user, dialog);
  const waiting = within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
  expect(await waiting.findByText(/^Needs attention: This entry was deleted meanwhile\.$/)).toBeInTheDocument();
  expect(await storedWorks(backend, owner)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '1 entry waits on this phone, 1 needs attention.' }));
  await user.click(await screen.findByRole('button', { name: 'Add it again' }));
  await waitFor(async () =>
    expect(await storedWorks(backend, owner)).toMatchObject([
      { notes: 'Late', quantity: 7.3333, start_time: '13:10', total_value: 330 },
    ]),
  );
  expect(await row()).toBeUndefined();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting on this phone' })).not.toBeInTheDocument());
});

test('an entry on an invoice says why neither it nor its times can be changed, and links to the invoice (case 46)', async () => {
  await invoiceWorks(backend, owner, 'Hill Farm', ['Hedge cutting']);
  const { user } = await renderPage(`/works-list?edit=${id}`, { backend, person: owner });
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('This is on invoice INV-0001. Take it off the invoice first.')).toBeInTheDocument();
  for (const name of [SAVE, 'Correct times']) expect(dialog.queryByRole('button', { name })).not.toBeInTheDocument();
  // All of it can still be read.
  const facts = dialog.getAllByRole('definition').map(({ textContent }) => textContent);
  for (const fact of ['Hill Farm', '7 h 20', '£45.00 / h', '£330.00']) expect(facts).toContain(fact);
  expect(dialog.getByRole('link', { name: 'View invoice' })).toHaveAttribute('href', '/invoices?number=INV-0001');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: /^More for Hedge cutting/ }));
  await screen.findByRole('menuitem', { name: 'View invoice' });
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
});

test('an employee can change their own entry, but not its value, nor delete it if its job is on an invoice', async () => {
  const line = { customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'fixed', rate: 40 };
  const { error } = await driver.from('works').insert({ ...line, work_date: daysAgo(2), job_id: id, line: 2 });
  expect(error).toBeNull();
  await invoiceWorks(backend, owner, 'Hill Farm', ['Carting']);
  const { user, dialog } = await open(driver);
  expect(dialog.queryByLabelText('Value')).not.toBeInTheDocument();
  await type(user, dialog.getByLabelText('Hours'), '8');
  await save(user, dialog);
  await waitFor(async () => expect(await row()).toMatchObject({ quantity: 8, total_value: 360 }));
  const again = await reopen(user);
  await user.click(again.getByRole('button', { name: 'Delete' }));
  const answer = await screen.findByRole('dialog', { name: 'This entry stays' });
  expect(answer).toHaveTextContent(
    'A line of this job is on an invoice, so only the account holder can delete from it.',
  );
});

test('another person’s entry says whose it is, and the URL of a missing entry says that it is gone', async () => {
  const other = await backend.employeeOf(owner, { firstName: 'Kim', lastName: 'Second' });
  await renderPage(`/works-list?edit=${id}`, { backend, person: other });
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Sam Driver made this entry. Ask Alex if you need something changed.')).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  navigate(`/works-list?edit=${crypto.randomUUID()}`);
  expect(await screen.findByText('This entry is not there any more.')).toBeInTheDocument();
});
