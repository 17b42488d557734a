import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toastStore } from '@/lib/toast';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { daysAgo, logJobs, addTasks, resizeWindow, storedWorks, today } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;

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
  resizeWindow(390);
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  await addTasks(owner, [
    ['Baling', 'bale', 6.22],
    ['Hedge cutting', 'hour', 45],
    ['Call out', 'fixed', 0],
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
  await logJobs(owner, [
    {
      customer: 'Manor Estate Ltd',
      task_name: 'Rolling',
      chargeable_unit: 'acre',
      rate: 11.05,
      quantity: 5,
      work_date: daysAgo(1),
    },
  ]);
});

test('a usual job takes one press each for customer, task, digits and Save, and shows its value (case 22)', async () => {
  const { user, address } = await renderPage('/add-work', { backend, person: driver });
  await user.click(await screen.findByRole('button', { name: /^Hill Farm/ }));
  expect(address()).toBe('/add-work?customer=Hill+Farm');
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  expect(await screen.findByText('How many bales?')).toBeInTheDocument();
  expect(screen.getByText('last time 74')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '8' }));
  // Change and Back lead to the previous question, and what is typed stays.
  await user.click(screen.getByRole('link', { name: /^Change Hill Farm/ }));
  expect(address()).toBe('/add-work?customer=Hill+Farm');
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  expect(screen.getByLabelText('Bales')).toHaveValue('8');
  window.history.back();
  expect(await screen.findByText('What did you do?')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Baling/ }));
  await user.click(screen.getByRole('button', { name: '6' }));
  expect(screen.getByText('86 × £6.22')).toBeInTheDocument();
  expect(screen.getByText('£534.92')).toBeInTheDocument();
  // After midnight the form asks for the day. The clock is changed only for the question: the backend would refuse a
  // session from the future.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today()}T00:40:00Z`) });
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(await screen.findByRole('dialog', { name: 'Yesterday or today?' })).toBeInTheDocument();
  vi.useRealTimers();
  await user.click(screen.getByRole('button', { name: /^Yesterday,/ }));
  const confirmation = (await screen.findByRole('heading', { name: 'Work entry saved!' })).closest('output');
  await expectSent();
  expect(confirmation).toHaveTextContent('Hill Farm, baling, 86 bales');
  expect(confirmation).toHaveTextContent('£534.92');
  expect((await storedWorks(backend, owner))[0]).toMatchObject({
    ...{ customer: 'Hill Farm', task_name: 'Baling', quantity: 86, rate: 6.22, total_value: 534.92 },
    ...{ work_date: daysAgo(1), employee_id: driver.id },
  });
});

test('after a save the customer and the day stay selected, and Undo removes the entry', async () => {
  const { user, address } = await renderPage('/add-work?customer=Hill+Farm', { backend, person: driver });
  await user.click(await screen.findByRole('button', { name: 'Yesterday' }));
  await user.click(screen.getByRole('button', { name: /^Baling/ }));
  await user.click(screen.getByRole('button', { name: '5' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  await user.click(await screen.findByRole('button', { name: 'Add another for Hill Farm' }));
  expect(address()).toBe('/add-work?customer=Hill+Farm');
  expect(screen.getByRole('button', { name: 'Yesterday' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: /^Baling/ }));
  expect(screen.getByLabelText('Bales')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: '7' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByLabelText('Bales')).toHaveValue('7');
  await waitFor(async () => expect(await storedWorks(backend, owner)).toHaveLength(3));
  const rows = await storedWorks(backend, owner);
  expect(
    rows.filter(({ task_name }) => task_name === 'Baling').map(({ quantity, work_date }) => [quantity, work_date]),
  ).toEqual([
    [5, daysAgo(1)],
    [74, daysAgo(3)],
  ]);
});

test('a similar name is asked about, and a new one is stored as typed, with its own message (case 64)', async () => {
  const { user } = await renderPage('/add-work', { backend, person: driver });
  await user.click(await screen.findByRole('button', { name: /^Someone else/ }));
  await user.type(await screen.findByRole('searchbox'), 'Hill Frm');
  await user.click(screen.getByRole('button', { name: /^Hill Frm/ }));
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await user.click(screen.getByRole('button', { name: '3' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(await screen.findByRole('dialog', { name: 'Did you mean Hill Farm?' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Yes, Hill Farm' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ customer: 'Hill Farm', quantity: 3 });
  expect(await backend.sql('select name from public.customers where user_id = $1', [owner.id])).toHaveLength(2);

  navigate('/add-work?find=1');
  await user.type(await screen.findByRole('searchbox'), "O'Brien <b>{Enter}");
  await user.click(await screen.findByRole('button', { name: /^Something else/ }));
  await user.type(screen.getByRole('searchbox'), 'Siân’s 🚜{Enter}');
  await user.click(await screen.findByRole('button', { name: '2' }));
  expect(screen.getByText('2 h')).toBeInTheDocument();
  const titles: string[] = [];
  toastStore.subscribe(() => {
    const title = toastStore.get()?.title;
    if (title) titles.push(title);
  });
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect(titles).toEqual(['New customer saved!', 'New task saved!', 'Work entry saved!']);
  expect((await storedWorks(backend, owner))[0]).toMatchObject({
    customer: "O'Brien <b>",
    task_name: 'Siân’s 🚜',
    rate: null,
  });
  expect(screen.getByText(/O'Brien <b>/, { selector: 'p' })).toBeInTheDocument();
});

test('a quantity comes from the times, is 1 for a fixed price, or is left to the account holder (case 24)', async () => {
  const { user } = await renderPage('/add-work?customer=Hill+Farm', { backend, person: driver });
  const next = async (task: RegExp) => {
    await user.click(await screen.findByRole('button', { name: 'Add another for Hill Farm' }));
    await user.click(await screen.findByRole('button', { name: task }));
  };
  // A fixed price of zero is no charge.
  await user.click(await screen.findByRole('button', { name: /^Call out/ }));
  expect(await screen.findByRole('heading', { name: 'What is the price?' })).toBeInTheDocument();
  expect(screen.getByLabelText('Price')).toHaveValue('0');
  expect(screen.queryByRole('group', { name: 'Keys' })).not.toBeInTheDocument();
  expect(screen.getByText('No charge')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ quantity: 1, rate: 0, total_value: 0 });

  // The hours from the times are shown as the large number.
  await next(/^Hedge cutting/);
  await user.click(await screen.findByRole('button', { name: 'Times' }));
  await user.type(screen.getByLabelText('Start'), '13:10');
  await user.type(screen.getByLabelText('Finish'), '21:00');
  await user.type(screen.getByLabelText('Breaks'), '30');
  expect(screen.getByLabelText('Hours')).toHaveTextContent('7 h 20');
  expect(screen.getByText('7 h 20 × £45.00')).toBeInTheDocument();
  expect(screen.getByText('£330.00')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({
    ...{ quantity: 7.3333, total_time: 7.3333, total_value: 330, breaks: 30, work_date: today() },
  });

  await next(/^Baling/);
  await user.click(await screen.findByRole('button', { name: 'Save work' }));
  await user.click(await screen.findByRole('button', { name: 'Go back' }));
  expect(await storedWorks(backend, owner)).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(
    await screen.findByRole('dialog', { name: 'Save without a quantity? The office can add it.' }),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save without' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ quantity: null, total_value: null });
});

test('a second press saves no second row, and the same job again asks first (case 59)', async () => {
  // The jobs of this person are read once and not again: on a slow connection they arrive after the second press.
  let jobsRead = false;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes('/rpc/recent_jobs') && jobsRead) await new Promise(() => undefined);
    const response = await backend.fetch(request);
    jobsRead ||= request.url.includes('/rpc/recent_jobs');
    return response;
  };
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', { backend: { fetch }, person: driver });
  await waitFor(() => expect(jobsRead).toBe(true));
  await user.click(await screen.findByRole('button', { name: '4' }));
  await user.dblClick(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  await user.click(await screen.findByRole('button', { name: 'Add another for Hill Farm' }));
  expect(await storedWorks(backend, owner)).toHaveLength(3);
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await user.click(screen.getByRole('button', { name: '4' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(
    await screen.findByRole('dialog', { name: /^You saved this already at \d\d:\d\d\. Save again\?$/ }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Go back' }));
  expect(screen.getByLabelText('Bales')).toHaveValue('4');
  expect(await storedWorks(backend, owner)).toHaveLength(3);
});

test('an employee who may not see prices is shown none, sends none, and adds nothing to the price list', async () => {
  await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
  const { user, view } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', { backend, person: driver });
  await user.click(await screen.findByRole('button', { name: '8' }));
  await user.click(screen.getByRole('button', { name: 'Unit' }));
  expect(screen.queryByLabelText('Rate')).not.toBeInTheDocument();
  expect(view.container).not.toHaveTextContent('£');
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ quantity: 8, rate: null });

  navigate('/add-work?customer=Hill+Farm&task=Topping');
  await user.click(await screen.findByRole('button', { name: '4' }));
  expect(screen.queryByRole('checkbox', { name: 'Keep on price list' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await expectSent();
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ task_name: 'Topping', rate: null });
  expect(await backend.sql('select name from public.tasks where user_id = $1', [owner.id])).toHaveLength(3);
});

test('an entry saved while the server is down or a response is lost becomes one row (F4, F13)', async () => {
  let mode: 'fail' | 'lose response' | 'answer' = 'fail';
  let attempts = 0;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'POST' || !request.url.includes('/rest/v1/works?')) return backend.fetch(request);
    attempts += 1;
    if (mode === 'fail') return Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 500 });
    const answer = await backend.fetch(request);
    if (mode === 'lose response') throw new TypeError('Failed to fetch');
    return answer;
  };
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', { backend: { fetch }, person: driver });
  await user.click(await screen.findByRole('button', { name: '8' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  expect(
    await screen.findByText('Saved on this phone. It goes to the office when there is signal.'),
  ).toBeInTheDocument();
  await waitFor(() => expect(attempts).toBe(1));
  mode = 'lose response';
  await waitFor(async () => expect(await storedWorks(backend, owner)).toHaveLength(3));
  mode = 'answer';
  expect(await screen.findByText('In the office')).toBeInTheDocument();
  expect(await storedWorks(backend, owner)).toHaveLength(3);
});
