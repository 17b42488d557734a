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

test('the form works by keyboard, takes unit and rate from the lists, and shows the value at once', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('combobox', { name: 'Customer' }), 'hill');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(valueOf('Customer')).toBe('Hill Farm');
  await user.type(screen.getByRole('combobox', { name: 'Task' }), 'bal');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(valueOf('Task')).toBe('Baling');
  expect(valueOf('Rate')).toBe('6.22');
  expect(screen.getByText('Last time 74.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Bales'), '1,250');
  expect(screen.getByText('= 1,250 bales')).toBeInTheDocument();
  expect(screen.getByText('£7,775.00')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({
    quantity: 1250,
    total_value: 7775,
    employee_id: null,
  });
});

test('"Save and add another" stays on the form, keeps customer and date, clears the quantity', async () => {
  const { user } = await open('/add-work?customer=Hill+Farm&task=Baling');
  await user.click(await screen.findByRole('button', { name: 'Yesterday' }));
  await user.type(screen.getByLabelText('Bales'), '10');
  await user.type(screen.getByLabelText('Note (optional)'), 'Wet end');
  await user.click(screen.getByRole('button', { name: 'Save and add another' }));
  await waitFor(() => expect(screen.getByLabelText('Bales')).toHaveValue(''));
  await waitFor(() => expect(screen.getByLabelText('Bales')).toHaveFocus());
  expect(valueOf('Customer')).toBe('Hill Farm');
  expect(valueOf('Rate')).toBe('6.22');
  expect(valueOf('Note (optional)')).toBe('');
  await user.type(screen.getByLabelText('Bales'), '11');
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  const rows = await storedWorks(backend, owner);
  expect(rows.slice(0, 2).map(({ quantity, work_date, notes }) => [quantity, work_date, notes])).toEqual([
    [11, daysAgo(1), null],
    [10, daysAgo(1), 'Wet end'],
  ]);
});

test('missing values are reported beside their field, and the first of them has the focus', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Save work' }));
  expect(await screen.findByText('Choose or type a customer.')).toBeInTheDocument();
  expect(screen.getByText('Choose or type a task.')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveFocus();
  await user.type(screen.getByLabelText('Customer'), 'Hill Farm');
  expect(screen.queryByText('Choose or type a customer.')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Hours'), '0');
  await user.type(screen.getByLabelText('Start'), '08:00');
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(await screen.findByText('Enter a quantity greater than 0.')).toBeInTheDocument();
  expect(screen.getByText('Enter the finish time too.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Finish'), '08:00');
  expect(await screen.findByText('Start and finish are the same.')).toBeInTheDocument();
});

// Uses nights of 2025, because the database accepts no future date.
test('a job over midnight and a clock change shows the next day and the right hours (case 1 and 3)', async () => {
  const { user } = await open('/add-work?customer=Hill+Farm&task=Hedge+cutting');
  await user.click(await screen.findByRole('button', { name: 'Other date' }));
  const date = screen.getByLabelText('Date of the work', { selector: 'input' });
  expect(date).toHaveValue(daysAgo(0));
  await user.clear(date);
  await user.type(date, '2025-10-25');
  await user.type(screen.getByLabelText('Start'), '22:00');
  await user.type(screen.getByLabelText('Finish'), '06:00');
  expect(screen.getByText('9 h, finished the next day')).toBeInTheDocument();
  expect(screen.getByText(/Sun 26 Oct/)).toBeInTheDocument();
  expect(screen.getByText('£405.00')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({
    work_date: '2025-10-25',
    total_time: 9,
    total_value: 405,
  });
});

test('the form asks which repeated hour a finish is in, and stores the answer (case 5)', async () => {
  const { user } = await open('/add-work?customer=Hill+Farm&task=Hedge+cutting');
  await user.click(await screen.findByRole('button', { name: 'Other date' }));
  const date = screen.getByLabelText('Date of the work', { selector: 'input' });
  await user.clear(date);
  await user.type(date, '2025-10-25');
  await user.type(screen.getByLabelText('Start'), '22:00');
  await user.type(screen.getByLabelText('Finish'), '01:30');
  expect(screen.getByRole('radio', { name: 'Before the clocks went back' })).toBeChecked();
  expect(screen.getByText('£157.50')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'After the clocks went back' }));
  expect(screen.getByText('£202.50')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({
    start_second: false,
    finish_second: true,
    total_time: 4.5,
    total_value: 202.5,
  });
});

test('the form moves a time in the skipped hour an hour later, with a message (case 7)', async () => {
  const { user } = await open('/add-work?customer=Hill+Farm&task=Hedge+cutting');
  await user.click(await screen.findByRole('button', { name: 'Other date' }));
  const date = screen.getByLabelText('Date of the work', { selector: 'input' });
  await user.clear(date);
  await user.type(date, '2025-03-30');
  await user.type(screen.getByLabelText('Start'), '01:30');
  await user.type(screen.getByLabelText('Finish'), '05:30');
  expect(screen.getByText(/01:30 did not exist that night; using 02:30\./)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ total_time: 3, total_value: 135 });
});

test('typed hours replace those that follow from the times', async () => {
  const { user } = await open('/add-work?customer=Hill+Farm&task=Hedge+cutting');
  await user.type(await screen.findByLabelText('Start'), '08:00');
  await user.type(screen.getByLabelText('Finish'), '16:00');
  expect(screen.getByText('8 h from the times.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Hours'), '7,5');
  expect(screen.getByText('£337.50')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ quantity: 7.5, total_time: 8, total_value: 337.5 });
});

test('logging the same job again copies everything except the day and the note', async () => {
  const id = crypto.randomUUID();
  await logJobs(owner, [
    {
      id,
      customer: 'Hill Farm',
      task_name: 'Hedge cutting',
      task_description: 'Lane side',
      chargeable_unit: 'hour',
      rate: 47.5,
      start_time: '13:10',
      finish_time: '21:00',
      breaks: 30,
      work_date: daysAgo(9),
      notes: 'Bring the saw',
    },
  ]);
  const { user } = await open(`/add-work?copy=${id}`);
  expect(await screen.findByLabelText('Start')).toHaveValue('13:10');
  expect(valueOf('Description (optional)')).toBe('Lane side');
  expect(valueOf('Note (optional)')).toBe('');
  expect(screen.getByRole('button', { name: /^Today,/ })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('£348.33')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ rate: 47.5, quantity: 7.3333, total_value: 348.33 });
});

test('"Same again" fills the form from an earlier job', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: /^Hill Farm/ }));
  expect(valueOf('Customer')).toBe('Hill Farm');
  expect(valueOf('Task')).toBe('Baling');
  await waitFor(() => expect(screen.getByLabelText('Bales')).toHaveFocus());
});

test('the rate is the price on the day of the work, and follows customer, date and unit', async () => {
  await logJobs(owner, [
    { customer: 'Manor', task_name: 'Hedge cutting', chargeable_unit: 'hour', work_date: daysAgo(9) },
  ]);
  await addPrices(owner, 'Baling', [
    { rate: 7, valid_from: daysAgo(40), valid_to: daysAgo(1) },
    { rate: 7.5, valid_from: today() },
    { rate: 8, valid_from: daysAgo(40), customer: 'Manor' },
    { rate: 90, valid_from: daysAgo(40), unit: 'hour' },
  ]);
  const { user } = await open('/add-work?customer=Hill+Farm&task=Baling');
  await waitFor(() => expect(valueOf('Rate')).toBe('7.5'));
  expect(await screen.findByText(/^Price for everybody from /)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  await waitFor(() => expect(valueOf('Rate')).toBe('7'));
  await user.selectOptions(screen.getByLabelText('Unit'), 'per hour');
  await waitFor(() => expect(valueOf('Rate')).toBe('90'));
  await user.selectOptions(screen.getByLabelText('Unit'), 'per bale');
  await user.clear(screen.getByRole('combobox', { name: 'Customer' }));
  await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'Manor');
  await waitFor(() => expect(valueOf('Rate')).toBe('8'));
  expect(await screen.findByText(/^Price for Manor from /)).toBeInTheDocument();
  await user.type(screen.getByLabelText('Bales'), '10');
  await user.keyboard('{Enter}');
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ customer: 'Manor', rate: 8, total_value: 80 });
});

test('a typed rate stays, and the price is still shown', async () => {
  await addPrices(owner, 'Baling', [
    { rate: 7, valid_from: daysAgo(40), valid_to: daysAgo(1) },
    { rate: 7.5, valid_from: today() },
  ]);
  const { user } = await open('/add-work?customer=Hill+Farm&task=Baling');
  await waitFor(() => expect(valueOf('Rate')).toBe('7.5'));
  await user.clear(screen.getByLabelText('Rate'));
  expect(screen.getByText('Empty: needs a rate. 0: no charge.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Rate'), '6');
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  expect(await screen.findByText(/^Price for everybody from .*: £7\.00\.$/)).toBeInTheDocument();
  expect(valueOf('Rate')).toBe('6');
  // Choosing another task fills in the rate of that task.
  await user.clear(screen.getByRole('combobox', { name: 'Task' }));
  await user.type(screen.getByRole('combobox', { name: 'Task' }), 'hedge');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(valueOf('Rate')).toBe('45'));
  expect(await screen.findByText("The task's own rate.")).toBeInTheDocument();
});

test('logging the same job again takes the price of the day, if one is set', async () => {
  const id = crypto.randomUUID();
  await logJobs(owner, [
    {
      id,
      customer: 'Hill Farm',
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: 6,
      quantity: 10,
      work_date: daysAgo(9),
    },
  ]);
  await addPrices(owner, 'Baling', [{ rate: 7.5, valid_from: daysAgo(2) }]);
  const { user } = await open(`/add-work?copy=${id}`);
  expect(await screen.findByLabelText('Bales')).toHaveValue('10');
  await waitFor(() => expect(valueOf('Rate')).toBe('7.5'));
  await user.click(screen.getByRole('button', { name: 'Other date' }));
  fireEvent.change(screen.getByLabelText('Date of the work', { selector: 'input' }), { target: { value: daysAgo(5) } });
  await waitFor(() => expect(valueOf('Rate')).toBe('6'));
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
