import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { daysAgo, logJobs, addTasks, addPrices, resizeWindow, storedWorks, today } from './works-helpers';

let backend: TestBackend;
let owner: Person;

/** Waits until the entry is saved on the device and accepted by the database. */
async function expectSent() {
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  await screen.findByText('In the office');
}

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex' });
  await addTasks(owner, [
    ['Baling', 'bale', 6.22],
    ['Hedge cutting', 'hour', 45],
  ]);
  await logJobs(owner, [
    {
      customer: 'Hill Farm',
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: 6.22,
      quantity: 74,
      work_date: daysAgo(3),
    },
  ]);
});

const open = (path = '/add-work') => renderPage(path, { backend, person: owner });
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('the form works by keyboard, reports what is missing, and "Save and add another" stays on it', async () => {
  const { user } = await open();
  // The first of the fields with a problem has the focus.
  await user.click(await screen.findByRole('button', { name: 'Save work' }));
  expect(await screen.findByText('Choose or type a customer.')).toBeInTheDocument();
  expect(screen.getByText('Choose or type a task.')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveFocus();
  await user.keyboard('hill');
  expect(screen.queryByText('Choose or type a customer.')).not.toBeInTheDocument();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(valueOf('Customer')).toBe('Hill Farm');

  // Unit and rate come from the lists, and the value is shown at once.
  await user.type(screen.getByRole('combobox', { name: 'Task' }), 'bal');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(valueOf('Task')).toBe('Baling');
  expect(valueOf('Rate')).toBe('6.22');
  expect(screen.getByText('Last time 74.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Bales'), '1,250');
  expect(screen.getByText('= 1,250 bales')).toBeInTheDocument();
  expect(screen.getByText('£7,775.00')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  await user.type(screen.getByLabelText('Note (optional)'), 'Wet');

  // Customer and date stay, quantity and note do not.
  await user.click(screen.getByRole('button', { name: 'Save and add another' }));
  await waitFor(() => expect(screen.getByLabelText('Bales')).toHaveValue(''));
  await waitFor(() => expect(screen.getByLabelText('Bales')).toHaveFocus());
  expect(valueOf('Customer')).toBe('Hill Farm');
  expect(valueOf('Rate')).toBe('6.22');
  expect(valueOf('Note (optional)')).toBe('');
  await user.keyboard('11{Enter}');
  await expectSent();
  // Both may be sent in one request: then they have the same time, and no order.
  const stored = (await storedWorks(backend, owner)).slice(0, 2);
  expect(stored.toSorted((a, b) => (a.quantity ?? 0) - (b.quantity ?? 0))).toMatchObject([
    { quantity: 11, total_value: 68.42, work_date: daysAgo(1), notes: null },
    { quantity: 1250, total_value: 7775, work_date: daysAgo(1), notes: 'Wet', employee_id: null },
  ]);
});

// Uses nights of 2025, because the database accepts no future date.
test('the form counts the hours of a night with a clock change, and says what it does with them (case 1, 3, 5 and 7)', async () => {
  const { user } = await open('/add-work?customer=Hill+Farm&task=Hedge+cutting');
  const setDate = async (day: string) => {
    const other = screen.queryByLabelText('Date of the work', { selector: 'input' });
    if (!other) await user.click(screen.getByRole('button', { name: 'Other date' }));
    fireEvent.change(screen.getByLabelText('Date of the work', { selector: 'input' }), { target: { value: day } });
  };
  const setTimes = async (start: string, finish: string) => {
    await user.type(screen.getByLabelText('Start'), start);
    await user.type(screen.getByLabelText('Finish'), finish);
  };
  const saveAndAdd = async () => {
    await user.click(screen.getByRole('button', { name: 'Save and add another' }));
    await waitFor(() => expect(screen.getByLabelText('Start')).toHaveValue(''));
  };
  await user.click(await screen.findByRole('button', { name: 'Other date' }));
  expect(screen.getByLabelText('Date of the work', { selector: 'input' })).toHaveValue(daysAgo(0));
  await setDate('2025-10-25');
  await setTimes('22:00', '06:00');
  expect(screen.getByText('9 h, finished the next day')).toBeInTheDocument();
  expect(screen.getByText(/Sun 26 Oct/)).toBeInTheDocument();
  expect(screen.getByText('£405.00')).toBeInTheDocument();
  await saveAndAdd();

  // It asks which repeated hour the finish is in.
  await setTimes('22:00', '01:30');
  expect(screen.getByRole('radio', { name: 'Before the clocks went back' })).toBeChecked();
  expect(screen.getByText('£157.50')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'After the clocks went back' }));
  expect(screen.getByText('£202.50')).toBeInTheDocument();
  await saveAndAdd();

  // A time in the skipped hour is moved an hour later.
  await setDate('2025-03-30');
  await setTimes('01:30', '05:30');
  expect(screen.getByText(/01:30 did not exist that night; using 02:30\./)).toBeInTheDocument();
  await saveAndAdd();

  // Typed hours replace those that follow from the times.
  await setDate(daysAgo(1));
  await setTimes('08:00', '16:00');
  expect(screen.getByText('8 h from the times.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Hours'), '7,5');
  expect(screen.getByText('£337.50')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  await waitFor(async () => expect(await storedWorks(backend, owner)).toHaveLength(5));
  expect((await storedWorks(backend, owner)).slice(0, 4)).toMatchObject([
    { quantity: 7.5, total_time: 8, total_value: 337.5 },
    { work_date: '2025-03-30', total_time: 3, total_value: 135 },
    { work_date: '2025-10-25', start_second: false, finish_second: true, total_time: 4.5, total_value: 202.5 },
    { work_date: '2025-10-25', total_time: 9, total_value: 405 },
  ]);
});

test('logging the same job again copies everything except day and note, and takes the price of the day if one is set', async () => {
  const id = crypto.randomUUID();
  await logJobs(owner, [
    {
      ...{ id, customer: 'Hill Farm', task_name: 'Hedge cutting', task_description: 'Lane side', notes: 'Saw' },
      ...{ chargeable_unit: 'hour', rate: 47.5, start_time: '13:10', finish_time: '21:00', breaks: 30 },
      work_date: daysAgo(9),
    },
  ]);
  await addPrices(owner, 'Hedge cutting', [{ rate: 50, valid_from: daysAgo(2) }]);
  const { user } = await open(`/add-work?copy=${id}`);
  expect(await screen.findByLabelText('Start')).toHaveValue('13:10');
  expect(valueOf('Description (optional)')).toBe('Lane side');
  expect(valueOf('Note (optional)')).toBe('');
  expect(screen.getByRole('button', { name: /^Today,/ })).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(valueOf('Rate')).toBe('50'));
  await user.click(screen.getByRole('button', { name: 'Other date' }));
  fireEvent.change(screen.getByLabelText('Date of the work', { selector: 'input' }), { target: { value: daysAgo(5) } });
  await waitFor(() => expect(valueOf('Rate')).toBe('47.5'));
  expect(screen.getByText('£348.33')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({
    ...{ work_date: daysAgo(5), task_description: 'Lane side', notes: null },
    ...{ rate: 47.5, quantity: 7.3333, total_value: 348.33 },
  });
});

test('the rate is the price on the day, follows customer, date and unit, and stays as typed', async () => {
  await logJobs(owner, [
    { customer: 'Manor', task_name: 'Hedge cutting', chargeable_unit: 'hour', work_date: daysAgo(9) },
  ]);
  await addPrices(owner, 'Baling', [
    { rate: 7, valid_from: daysAgo(40), valid_to: daysAgo(1) },
    { rate: 7.5, valid_from: today() },
    { rate: 8, valid_from: daysAgo(40), customer: 'Manor' },
    { rate: 90, valid_from: daysAgo(40), unit: 'hour' },
  ]);
  const { user } = await open();
  // "Same again" fills the form from an earlier job.
  await user.click(await screen.findByRole('button', { name: /^Hill Farm/ }));
  expect(valueOf('Customer')).toBe('Hill Farm');
  expect(valueOf('Task')).toBe('Baling');
  await waitFor(() => expect(screen.getByLabelText('Bales')).toHaveFocus());
  await waitFor(() => expect(valueOf('Rate')).toBe('7.5'));
  expect(await screen.findByText(/^Price for everybody from /)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  await waitFor(() => expect(valueOf('Rate')).toBe('7'));
  await user.selectOptions(screen.getByLabelText('Unit'), 'per hour');
  await waitFor(() => expect(valueOf('Rate')).toBe('90'));
  await user.selectOptions(screen.getByLabelText('Unit'), 'per bale');
  await waitFor(() => expect(valueOf('Rate')).toBe('7'));

  const setCustomer = async (name: string) => {
    await user.clear(screen.getByRole('combobox', { name: 'Customer' }));
    await user.type(screen.getByRole('combobox', { name: 'Customer' }), name);
  };
  await setCustomer('Manor');
  await waitFor(() => expect(valueOf('Rate')).toBe('8'));
  expect(await screen.findByText(/^Price for Manor from /)).toBeInTheDocument();
  await user.type(screen.getByLabelText('Bales'), '10');
  await user.click(screen.getByRole('button', { name: 'Save and add another' }));
  await waitFor(async () =>
    expect((await storedWorks(backend, owner))[0]).toMatchObject({ customer: 'Manor', rate: 8, total_value: 80 }),
  );

  // A typed rate stays, and the price is still shown.
  await user.clear(screen.getByLabelText('Rate'));
  expect(screen.getByText('Empty: needs a rate. 0: no charge.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Rate'), '6');
  await setCustomer('Hill Farm');
  expect(await screen.findByText(/^Price for everybody from .*: £7\.00\.$/)).toBeInTheDocument();
  expect(valueOf('Rate')).toBe('6');
  // Choosing another task fills in the rate of that task.
  await user.clear(screen.getByRole('combobox', { name: 'Task' }));
  await user.type(screen.getByRole('combobox', { name: 'Task' }), 'hedge');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(valueOf('Rate')).toBe('45'));
  expect(await screen.findByText("The task's own rate.")).toBeInTheDocument();
});

test('the form can be filled in by typing if its lists do not load', async () => {
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    return request.url.includes('/rest/v1/tasks') || request.url.includes('recent_jobs')
      ? Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 400 })
      : backend.fetch(request);
  };
  const { user } = await renderPage('/add-work?customer=Hill+Farm', { backend: { fetch }, person: owner });
  expect(await screen.findByText('Your customers and tasks did not load. You can type them.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Task'), 'Baling');
  await user.selectOptions(screen.getByLabelText('Unit'), 'bale');
  await user.type(screen.getByLabelText('Bales'), '3');
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
});
