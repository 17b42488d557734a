// The works list: search, groups with totals, and several values in one filter.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { logSampleJobs, logJobs, resizeWindow, today } from './works-helpers';

let backend: TestBackend;
let owner: Person;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await logSampleJobs(owner, driver);
});

const open = (query = '') => renderPage(`/works-list${query}`, { backend, person: owner });
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1);
const rowTexts = (name: string) => rowsOf(name).map((row) => row.textContent);
const groups = () => screen.findByRole('table', { name: 'Work entries in groups' });
test('a search applies to URL, list and totals when typing pauses; filters take several customers, each with a chip', async () => {
  await logJobs(owner, [{ customer: 'Manor', task_name: 'Mowing', chargeable_unit: 'acre', rate: 1, quantity: 1 }]);
  const { user, address } = await open();
  await screen.findByRole('link', { name: /^Open Baling, Hill/ });
  await user.type(screen.getByRole('searchbox', { name: 'Search entries' }), 'ty GWYN');
  await waitFor(() => expect(address()).toBe('/works-list?q=ty+GWYN'));
  await waitFor(() => expect(rowsOf('Work entries')).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('Entries2'));
  await user.type(screen.getByRole('searchbox'), ' gate');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(rowsOf('Work entries')).toHaveLength(5));
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(address()).toBe('/works-list');

  await screen.findByRole('option', { name: 'Manor' });
  await user.selectOptions(screen.getByLabelText('Customer'), 'Hill Farm');
  await user.selectOptions(await screen.findByLabelText('Add customer'), 'Manor');
  await waitFor(() => expect(rowsOf('Work entries')).toHaveLength(3));
  expect(address().match(/customer=/g)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Customer Hill Farm, take away' }));
  await waitFor(() => expect(rowsOf('Work entries')).toHaveLength(1));

  // A period that ends before it begins is reported beside the date.
  navigate('/works-list?period=custom&from=2026-11-10&to=2026-11-01');
  expect(await screen.findByLabelText('To')).toHaveAccessibleDescription(/^This is before the first date\./);
  expect(screen.getByLabelText('From')).not.toHaveAccessibleDescription();
});

test('groups have the largest first or are sorted by name, and open one at a time; if they fail to load, they are retried', async () => {
  let broken = true;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    return broken && request.url.includes('works_groups')
      ? Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 500 })
      : backend.fetch(request);
  };
  const { user, address } = await renderPage('/works-list', { backend: { fetch }, person: owner });
  await screen.findByRole('link', { name: /^Open Baling, Hill/ });
  await user.selectOptions(screen.getByLabelText('Group by'), 'By customer');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await groups();
  expect(address()).toBe('/works-list?group=customer');
  expect(rowTexts('Work entries in groups')).toEqual(['Hill Farm2£935.67', 'Tŷ Gwyn1 needs a rate27 h 20£330.00']);
  await user.click(screen.getByRole('button', { name: 'Hill Farm' }));
  expect(screen.getByRole('button', { name: 'Hill Farm' })).toHaveAttribute('aria-expanded', 'true');
  await screen.findByRole('link', { name: /^Open Baling, Hill Farm/ });
  expect(rowsOf('Work entries in groups')).toHaveLength(4);
  expect(rowsOf('Work entries in groups')[1]).toHaveTextContent(/^Baling .* · Sam DriverReady86 bales£534.92$/);
  await user.click(screen.getByRole('button', { name: 'Tŷ Gwyn' }));
  await screen.findByRole('link', { name: /^Open Hedge cutting/ });
  expect(screen.queryByRole('link', { name: /^Open Ploughing/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Tŷ Gwyn' }));
  await waitFor(() => expect(rowsOf('Work entries in groups')).toHaveLength(2));
  expect(address()).toBe('/works-list?group=customer');

  for (const [group, expected] of [
    ['task', ['Baling1 needs a rate2£534.92', 'Ploughing1£400.75', 'Hedge cutting17 h 20£330.00']],
    ['person', ['Sam Driver1 needs a rate3£935.67', 'Alex Owner17 h 20£330.00']],
  ] as const) {
    navigate(`/works-list?group=${group}`);
    await waitFor(() => expect(rowTexts('Work entries in groups')).toEqual(expected));
    await user.selectOptions(screen.getByLabelText('Sort'), 'By name');
    await waitFor(() => expect(rowTexts('Work entries in groups')).toEqual(expected.toSorted()));
    expect(address()).toBe(`/works-list?group=${group}&order=name`);
  }
});

test('groups by day have the latest first, and respect the filters; these have the tasks of all entries (case 54)', async () => {
  // More than the last five hundred.
  await backend.sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
     select $1, 'Hill Farm', 'Rolling', 'acre', 1, 1, $2::date, 'Alex Owner' from generate_series(1, 501)`,
    [owner.id, today()],
  );
  await open('?group=day&task=Baling&task=Hedge+cutting');
  await groups();
  const [latest = '', before = ''] = rowTexts('Work entries in groups');
  expect(latest).toMatch(/27 h 20£864\.92$/);
  expect(before).toMatch(/1 needs a rate1£0\.00$/);
  navigate('/works-list');
  await waitFor(() =>
    expect([...screen.getByLabelText<HTMLSelectElement>('Task').options].map(({ text }) => text)).toEqual([
      'All',
      'Baling',
      'Hedge cutting',
      'Ploughing',
      'Rolling',
    ]),
  );
});

test('on a phone the search is filled in from a link, and the groups are cards that open', async () => {
  resizeWindow(390);
  const { user } = await open('?q=sam+baling');
  expect(await screen.findByRole('searchbox', { name: 'Search entries' })).toHaveValue('sam baling');
  expect(await screen.findAllByText('Baling', { selector: 'strong' })).toHaveLength(2);
  expect(screen.queryByText('Ploughing', { selector: 'strong' })).not.toBeInTheDocument();
  navigate('/works-list?group=customer');
  const card = await screen.findByRole('button', { name: /^Hill Farm/ });
  expect(card).toHaveTextContent('Hill Farm2 entries£935.67');
  expect(card).toHaveAttribute('aria-expanded', 'false');
  await user.click(card);
  const entry = (await screen.findByText('Ploughing', { selector: 'strong' })).closest('a');
  expect(entry).toHaveTextContent('Sam Driver12.5 ac at £32.06 / ac£400.75Ready');
});
