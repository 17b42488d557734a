import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
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

async function open(person = owner) {
  const page = await renderPage(`/works-list?edit=${id}`, { backend, person });
  return { ...page, dialog: within(await screen.findByRole('dialog')) };
}
const row = async () => (await storedWorks(backend, owner))[0];
const SAVE = 'Save changes';

test('an entry opens from the list with read-only times, which are corrected in a separate step', async () => {
  const { user, address } = await renderPage('/works-list', { backend, person: owner });
  await user.click(await screen.findByRole('link', { name: /^Open Hedge cutting/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  expect(address()).toBe(`/works-list?edit=${id}`);
  expect(dialog.getByText('13:10–21:00, 30 min breaks')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Correct times' })).toBeInTheDocument();
  expect(dialog.queryByLabelText('Start')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/works-list');
});

test('"Add rate" opens the entry in its rate, and offers the price of its day', async () => {
  await addTasks(owner, [['Rolling', 'acre', 12]]);
  await addPrices(owner, 'Rolling', [{ rate: 14.5, valid_from: daysAgo(30) }]);
  await logJobs(owner, [
    {
      customer: 'Dale',
      task_name: 'Rolling',
      chargeable_unit: 'acre',
      quantity: 10,
      rate: null,
      work_date: daysAgo(1),
    },
  ]);
  const { user, address } = await renderPage('/works-list', { backend, person: owner });
  await user.click(await screen.findByRole('link', { name: 'Add rate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await waitFor(() => expect(dialog.getByLabelText('Rate')).toHaveFocus());
  await user.click(await dialog.findByRole('button', { name: 'Use £14.50 / ac' }));
  expect(dialog.getByLabelText('Rate')).toHaveValue('14.5');
  expect(dialog.queryByRole('button', { name: /^Use / })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: SAVE }));
  await waitFor(() => expect(address()).toBe('/works-list'));
  await waitFor(async () =>
    expect(
      await backend.sql(`select rate::float8, total_value::float8 from public.works where customer = 'Dale'`),
    ).toEqual([{ rate: 14.5, total_value: 145 }]),
  );
});

test('a new rate and a note are saved, and the value is recalculated', async () => {
  const { user, dialog } = await open();
  await user.type(dialog.getByLabelText('Note (optional)'), 'Lane side');
  await user.clear(dialog.getByLabelText('Rate'));
  await user.type(dialog.getByLabelText('Rate'), '50');
  await user.click(dialog.getByRole('button', { name: SAVE }));
  // The message is shown for five seconds.
  expect(await screen.findAllByText('Work entry updated!')).not.toHaveLength(0);
  // 440 minutes at £50 an hour.
  await waitFor(async () =>
    expect(await row()).toMatchObject({ rate: 50, notes: 'Lane side', total_value: 366.67, value_overridden: false }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a typed value stays when the rate changes, until it is recalculated (case 31)', async () => {
  const { user, dialog } = await open();
  const reopen = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await screen.findByRole('link', { name: /^Open Hedge cutting/ }));
    return within(await screen.findByRole('dialog'));
  };
  await user.type(dialog.getByLabelText('Value'), '300');
  await user.click(dialog.getByRole('button', { name: SAVE }));
  const again = await reopen();
  await waitFor(async () => expect(await row()).toMatchObject({ total_value: 300, value_overridden: true }));
  expect(again.getByLabelText('Value')).toHaveValue('300');
  await user.clear(again.getByLabelText('Rate'));
  await user.type(again.getByLabelText('Rate'), '60');
  expect(again.getByText('Typed by hand. Worked out it would be £440.00.')).toBeInTheDocument();
  await user.click(again.getByRole('button', { name: SAVE }));
  const third = await reopen();
  await waitFor(async () => expect(await row()).toMatchObject({ rate: 60, total_value: 300 }));
  await user.click(third.getByRole('button', { name: 'Recalculate' }));
  await user.click(third.getByRole('button', { name: SAVE }));
  await waitFor(async () => expect(await row()).toMatchObject({ total_value: 440, value_overridden: false }));
});

test('changing the unit from hours to acres keeps quantity and times, and the value follows (case 32)', async () => {
  const { user, dialog } = await open();
  await user.selectOptions(dialog.getByLabelText('Unit'), 'acre');
  await user.click(dialog.getByRole('button', { name: SAVE }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({
      chargeable_unit: 'acre',
      quantity: 7.3333,
      total_value: 330,
      start_time: '13:10',
      total_time: 7.3333,
    }),
  );
});

test('choosing a fixed price sets the quantity to 1, and any other quantity is refused beside the field', async () => {
  const { user, dialog } = await open();
  await user.selectOptions(dialog.getByLabelText('Unit'), 'fixed');
  expect(dialog.getByLabelText('Quantity')).toHaveValue('1');
  await user.type(dialog.getByLabelText('Quantity'), '2');
  await user.click(dialog.getByRole('button', { name: SAVE }));
  expect(await dialog.findByText('A fixed price is for the whole job, so its quantity is 1.')).toBeInTheDocument();
  expect(await row()).toMatchObject({ chargeable_unit: 'hour', quantity: 7.3333 });
  await user.clear(dialog.getByLabelText('Quantity'));
  await user.type(dialog.getByLabelText('Quantity'), '1');
  await user.click(dialog.getByRole('button', { name: SAVE }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ chargeable_unit: 'fixed', quantity: 1, total_value: 45 }),
  );
});

test('an entry moved to the night of the clock change shows its new hours before it is saved', async () => {
  await backend.sql(
    "update public.works set work_date = '2026-10-20', start_time = '22:00', finish_time = '06:00', breaks = 0, total_time = 8, quantity = 8, total_value = 360 where user_id = $1",
    [owner.id],
  );
  const { user, dialog } = await open();
  await user.clear(dialog.getByLabelText('Date'));
  await user.type(dialog.getByLabelText('Date'), '2026-10-24');
  expect(await dialog.findByText('9 h on that date: the clocks change')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: SAVE }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ work_date: '2026-10-24', total_time: 9, quantity: 9, total_value: 405 }),
  );
});

test('an entry of a deleted task keeps its name and can be saved (case 55)', async () => {
  await addTasks(owner, [['Hedge cutting', 'hour', 45]]);
  await owner.from('tasks').delete().eq('user_id', owner.id);
  const { user, dialog } = await open();
  expect(dialog.getByLabelText('Task')).toHaveValue('Hedge cutting');
  await user.type(dialog.getByLabelText('Description (optional)'), 'Both faces');
  await user.click(dialog.getByRole('button', { name: SAVE }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ task_name: 'Hedge cutting', task_description: 'Both faces' }),
  );
});

test('invalid values are reported beside their field', async () => {
  const { user, dialog } = await open();
  await user.clear(dialog.getByLabelText('Customer'));
  await user.clear(dialog.getByLabelText('Hours'));
  await user.type(dialog.getByLabelText('Hours'), '0');
  await user.type(dialog.getByLabelText('Value'), '12.345');
  await user.click(dialog.getByRole('button', { name: SAVE }));
  expect(await dialog.findByText('Choose or type a customer.')).toBeInTheDocument();
  expect(dialog.getByText('Enter a quantity greater than 0.')).toBeInTheDocument();
  expect(dialog.getByText('Two decimals at most.')).toBeInTheDocument();
  expect(await row()).toMatchObject({ quantity: 7.3333 });
});

test('a change of a deleted entry is reported, and restored as a new entry only on request (F33)', async () => {
  const { user, dialog } = await open();
  await user.type(dialog.getByLabelText('Note (optional)'), 'Too late');
  await owner.from('works').delete().eq('id', id);
  await user.click(dialog.getByRole('button', { name: SAVE }));
  const waiting = within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
  expect(await waiting.findByText(/^Needs attention: This entry was deleted meanwhile\.$/)).toBeInTheDocument();
  expect(await row()).toBeUndefined();
  await user.click(screen.getByRole('button', { name: '1 entry waits on this phone, 1 needs attention.' }));
  await user.click(await screen.findByRole('button', { name: 'Add it again' }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ notes: 'Too late', quantity: 7.3333, start_time: '13:10', total_value: 330 }),
  );
  expect((await row())?.id).not.toBe(id);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting on this phone' })).not.toBeInTheDocument());
});

test('an entry on an invoice says why it can’t be changed, and links to the invoice (case 46)', async () => {
  await invoiceWorks(backend, owner, 'Hill Farm', ['Hedge cutting']);
  const { user, dialog } = await open();
  expect(dialog.getByText('This is on invoice INV-0001. Take it off the invoice first.')).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: SAVE })).not.toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'View invoice' })).toHaveAttribute('href', '/invoices?number=INV-0001');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: /^More for Hedge cutting/ }));
  await screen.findByRole('menuitem', { name: 'View invoice' });
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
});

test('an employee is told that the job of an entry is on an invoice, instead of being asked whether to delete it', async () => {
  const line = {
    customer: 'Hill Farm',
    task_name: 'Carting',
    chargeable_unit: 'fixed',
    rate: 40,
    work_date: daysAgo(2),
  };
  const { error } = await driver.from('works').insert({ ...line, job_id: id, line: 2 });
  expect(error).toBeNull();
  await invoiceWorks(backend, owner, 'Hill Farm', ['Carting']);
  const { user, dialog } = await open(driver);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  const answer = await screen.findByRole('dialog', { name: 'This entry stays' });
  expect(answer).toHaveTextContent(
    'A line of this job is on an invoice, so only the account holder can delete from it.',
  );
});

test('an employee can change their own entry, but not its value', async () => {
  const own = await open(driver);
  expect(own.dialog.queryByLabelText('Value')).not.toBeInTheDocument();
  await own.user.clear(own.dialog.getByLabelText('Hours'));
  await own.user.type(own.dialog.getByLabelText('Hours'), '8');
  await own.user.click(own.dialog.getByRole('button', { name: SAVE }));
  await waitFor(async () => expect(await row()).toMatchObject({ quantity: 8, total_value: 360 }));
});

test('another person’s entry says whose it is', async () => {
  const other = await backend.employeeOf(owner, { firstName: 'Kim', lastName: 'Second' });
  const { dialog } = await open(other);
  expect(dialog.getByText('Sam Driver made this entry. Ask Alex if you need something changed.')).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
});

test('the URL of a missing entry shows a message', async () => {
  await renderPage(`/works-list?edit=${crypto.randomUUID()}`, { backend, person: owner });
  expect(await screen.findByText('This entry is not there any more.')).toBeInTheDocument();
});

test('an entry of a deleted task shows the task’s name, and saves (case 55)', async () => {
  await addTasks(owner, [['Hedge cutting', 'hour', 45]]);
  const { error } = await owner.from('tasks').delete().eq('name', 'Hedge cutting');
  expect(error).toBeNull();
  const { user, dialog } = await open();
  expect(dialog.getByRole('combobox', { name: 'Task' })).toHaveValue('Hedge cutting');
  await user.type(dialog.getByLabelText(/^Note/), 'Both sides');
  await user.click(dialog.getByRole('button', { name: SAVE }));
  await screen.findByText('Work entry updated!');
  await waitFor(async () =>
    expect(await row()).toMatchObject({ task_name: 'Hedge cutting', notes: 'Both sides', total_value: 330 }),
  );
});
