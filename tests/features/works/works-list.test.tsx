import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { collectDownloads, daysAgo, logJobs, resizeWindow, findRows, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
});

const hillFarm = { customer: 'Hill Farm', chargeable_unit: 'bale', rate: 6.22, quantity: 86, task_name: 'Baling' };
const logFourJobs = () =>
  logJobs(driver, [
    { ...hillFarm, notes: 'Gate was open' },
    { ...hillFarm, task_name: 'Ploughing', chargeable_unit: 'acre', rate: 32.06, quantity: 12.5 },
    { ...hillFarm, task_name: 'Grain haulage', chargeable_unit: 'load', rate: null, quantity: 4 },
    {
      customer: 'Tŷ Gwyn',
      task_name: 'Hedge cutting',
      chargeable_unit: 'hour',
      rate: 45,
      start_time: '13:10',
      finish_time: '21:00',
      breaks: 30,
    },
  ]);

const totals = () => screen.findByRole('region', { name: 'Totals' });

test('a list that fails to load can be retried; each entry shows its figures and state, and the bar totals all of them', async () => {
  await logFourJobs();
  let broken = true;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    return broken && request.url.includes('/rest/v1/works?')
      ? Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 500 })
      : backend.fetch(request);
  };
  const { user } = await renderPage('/works-list', { backend: { fetch }, person: owner });
  expect(await screen.findByText('Loading your data...')).toBeInTheDocument();
  const heading = await screen.findByRole('heading', { name: 'Error Fetching Data' });
  expect(heading.closest('[role=alert]')).toHaveTextContent('Could not load your information from the database.');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findRows()).toHaveLength(4);
  const row = (await screen.findByRole('link', { name: /^Open Hedge cutting, Tŷ Gwyn/ })).closest('tr');
  expect(row).toHaveTextContent('7 h 20£45.00 / h£330.00Sam DriverReady');
  const haulage = screen.getByRole('link', { name: /^Open Grain haulage/ }).closest('tr');
  expect(haulage).toHaveTextContent('4 loadsAdd rateSam DriverNeeds rate');
  expect(await totals()).toHaveTextContent('Entries4Hours7 h 20Acres12.5Bales86Loads4Value£1,265.67');
  expect(screen.getByRole('button', { name: 'Needs rate 1' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Day sheet' })).toHaveAttribute('href', '/day-sheet');

  // An entry is deleted after a confirmation.
  await user.click(await screen.findByRole('button', { name: /^More for Baling/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: /^Delete this entry for Hill Farm, \w{3} \d+ \w{3}\?$/ });
  expect(dialog).toHaveTextContent('You can bring it back for 30 days');
  await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
  expect(await storedWorks(backend, owner)).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: /^More for Baling/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Work entry deleted.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Open Baling/ })).not.toBeInTheDocument());
  await waitFor(async () => expect(await totals()).toHaveTextContent('Entries3'));
});

test('filters apply to the URL, the list and the totals, and offer old names and archived customers (case 54, case 56)', async () => {
  await logFourJobs();
  await logJobs(owner, [{ ...hillFarm, task_name: 'Mowing', work_date: daysAgo(500) }]);
  await owner.from('tasks').insert({ name: 'Ploughing (heavy)', user_id: owner.id });
  await owner.from('customers').update({ active: false }).eq('name', 'Tŷ Gwyn').eq('user_id', owner.id);
  const { user, address } = await renderPage('/works-list', { backend, person: owner });
  expect(await screen.findByRole('link', { name: /^Open Hedge cutting, Tŷ Gwyn/ })).toBeInTheDocument();
  expect(await screen.findByRole('option', { name: 'Tŷ Gwyn (archived)' })).toBeInTheDocument();
  const task = screen.getByLabelText('Task');
  await within(task).findByRole('option', { name: 'Ploughing (heavy)' });
  expect(await within(task).findByRole('option', { name: 'Ploughing' })).toBeInTheDocument();

  await user.selectOptions(screen.getByLabelText('Status'), 'Ready');
  await user.click(screen.getByRole('button', { name: 'Has notes' }));
  await waitFor(async () => expect(await findRows()).toHaveLength(1));
  expect(address()).toBe('/works-list?status=ready&notes=1');
  await waitFor(async () => expect(await totals()).toHaveTextContent('Entries1'));
  await user.selectOptions(screen.getByLabelText('Task'), 'Ploughing');
  expect(await screen.findByRole('heading', { name: 'No entries match these filters.' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(async () => expect(await findRows()).toHaveLength(5));
  expect(address()).toBe('/works-list');
  await user.click(await screen.findByRole('button', { name: 'Needs rate 1' }));
  expect(address()).toBe('/works-list?status=needs_rate');
  await waitFor(async () => expect(await findRows()).toHaveLength(1));

  // A period of two dates.
  navigate('/works-list?period=today');
  await waitFor(async () => expect(await findRows()).toHaveLength(4));
  await user.selectOptions(screen.getByLabelText('Period'), 'Choose dates');
  await user.type(await screen.findByLabelText('To'), daysAgo(499));
  await waitFor(async () => expect(await findRows()).toHaveLength(1));
  expect(screen.getByRole('link', { name: /^Open Mowing/ })).toBeInTheDocument();

  const [hill] = await backend.sql<{ id: string }>(
    `select id from public.customers where user_id = $1 and name = 'Hill Farm'`,
    [owner.id],
  );
  navigate('/works-list');
  await waitFor(async () => expect(await findRows()).toHaveLength(5));
  navigate(`/works-list?customer=${hill?.id}&person=${owner.id}&unit=bale`);
  await waitFor(async () => expect(await findRows()).toHaveLength(1));
  expect(screen.getByRole('link', { name: /^Open Mowing/ })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Customer Hill Farm, take away' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Person Alex Owner, take away' })).toBeInTheDocument();
});

test('a phone shows the same rows as cards under their day', async () => {
  resizeWindow(390);
  await logFourJobs();
  await logJobs(owner, [
    { ...hillFarm, task_name: 'Call out', chargeable_unit: 'fixed', rate: 0, quantity: 1, work_date: daysAgo(1) },
  ]);
  await renderPage('/works-list', { backend, person: owner });
  const card = (await screen.findByText('Ploughing', { selector: 'strong' })).closest('a');
  expect(card).toHaveTextContent('PloughingHill Farm12.5 ac at £32.06 / ac£400.75Ready');
  expect(screen.getByText('Call out', { selector: 'strong' }).closest('a')).toHaveTextContent('No charge');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('£1,265.67');
  expect(await totals()).toHaveTextContent('5 entries, 7 h 20');
});

test('an employee’s "My Work" opens with their own entries, can show all with whose they are, and has no bulk actions', async () => {
  await logFourJobs();
  await logJobs(owner, [{ ...hillFarm, task_name: 'Mowing' }]);
  const { user } = await renderPage('/works-list', { backend, person: driver });
  expect(await screen.findByRole('heading', { name: 'My Work' })).toBeInTheDocument();
  await waitFor(async () => expect(await findRows()).toHaveLength(4));
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Day sheet' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Deleted entries' })).not.toBeInTheDocument();
  const onlyMine = screen.getByRole('button', { name: 'Only mine', pressed: true });
  await user.click(onlyMine);
  await waitFor(async () => expect(await findRows()).toHaveLength(5));
  expect(onlyMine).toHaveAttribute('aria-pressed', 'false');
  act(() => resizeWindow(390));
  const card = async (task: string) => (await screen.findByText(task, { selector: 'strong' })).closest('a');
  expect(await card('Baling')).toHaveTextContent('Sam Driver');
  expect(await card('Mowing')).toHaveTextContent('Alex Owner');
  act(() => resizeWindow(1440));
  await user.click(await screen.findByRole('button', { name: 'Only mine', pressed: false }));
  await waitFor(async () => expect(await findRows()).toHaveLength(4));

  // They are told that the account holder can bring back what they delete.
  await user.click(await screen.findByRole('button', { name: /^More for Baling/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('You can undo it for ten seconds, and the account holder can bring it back for 30 days.');
});

test('an employee who may see neither prices nor other people’s work gets their own rows, groups and file without prices', async () => {
  await logFourJobs();
  await logJobs(owner, [{ ...hillFarm, task_name: 'Mowing' }]);
  await backend.sql(
    'update public.farm_settings set employees_see_rates = false, employees_see_all_works = false where user_id = $1',
    [owner.id],
  );
  const { user, view } = await renderPage('/works-list', { backend, person: driver });
  await waitFor(async () => expect(await findRows()).toHaveLength(4));
  expect(view.container).not.toHaveTextContent('£');
  expect(screen.queryByRole('columnheader', { name: 'Value' })).not.toBeInTheDocument();
  expect(await totals()).toHaveTextContent('Entries4');
  expect(screen.getByRole('link', { name: /^Open Baling/ }).closest('tr')).toHaveTextContent('Ready');

  const files = collectDownloads();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await user.click(await screen.findByRole('button', { name: 'Save CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = (await files[0]?.text()) ?? '';
  expect(text).toContain('Ploughing');
  expect(text).not.toMatch(/,rate,|total_value|32\.06|400\.75/);

  // Groups without values are sorted by hours.
  await user.selectOptions(screen.getByLabelText('Group by'), 'By customer');
  await screen.findByRole('table', { name: 'Work entries in groups' });
  expect((await findRows()).map((row) => row.textContent)).toEqual(['Tŷ Gwyn17 h 20', 'Hill Farm1 needs a rate3']);
  expect(view.container).not.toHaveTextContent('£');
  expect(screen.getByLabelText('Sort')).toHaveDisplayValue('By hours');
});
