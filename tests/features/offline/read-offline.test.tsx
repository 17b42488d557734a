// In a process of its own: it counts on parts of the app that are not loaded yet.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addDays, todayIn } from '@/domain/core/time';
import { navigate } from '@tests/support/navigate';
import { holdRequests } from '@tests/support/hold-requests';
import { renderPage } from '@tests/support/render-page';
import { addTasks, daysAgo, findRows, invoiceWorks, logJobs } from '../works/works-helpers';
import { clearDisk, disk, waitForCopy, waitForWorksOnDisk } from './phone';
import { worksOnPhone } from './works-on-phone';

const { account, openOnline, open, expireToken, expectPricesDeleted } = worksOnPhone();

test('customers, tasks and the noticeboard open offline, and a job is logged with its price, though its page was never opened online', async () => {
  const { connection, owner } = account();
  await addTasks(owner, [['Fencing', 'bale', 6.22]]);
  await open('/customers', owner);
  await screen.findByRole('link', { name: /Tŷ Gwyn/ });
  // What is on the screen is stored even if the app is closed at once.
  act(() => void window.dispatchEvent(new Event('pagehide')));
  cleanup();
  await waitForCopy('customers', 'Tŷ Gwyn');
  await open('/noticeboard');
  await screen.findAllByText(/needs? a rate/);
  await waitForWorksOnDisk(4);
  for (const part of ['unbilledValue', '"prices', 'Fencing'])
    await waitFor(async () => expect((await disk()).text).toContain(part));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  cleanup();
  connection.cut('refused', true);
  await open('/customers');
  expect((await screen.findAllByText('Hill Farm')).length).toBeGreaterThan(0);
  for (const [path, shown] of [
    ['/tasks', 'Fencing'],
    ['/noticeboard', /needs? a rate/],
  ] as const) {
    expect(screen.getAllByText(/^Showing data from \d\d:\d\d/)).not.toHaveLength(0);
    navigate(path);
    expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
  }
  expect(screen.getAllByText(/^Showing data from \d\d:\d\d/)).not.toHaveLength(0);
  navigate('/add-work?customer=Hill%20Farm&task=Fencing');
  expect(await screen.findByDisplayValue('6.22')).toBeInTheDocument();
  expect(screen.queryByText(/did not load/)).not.toBeInTheDocument();
});

const totals = () => screen.findByRole('region', { name: 'Totals' });
const mowing = { customer: 'Tŷ Gwyn', task_name: 'Mowing', chargeable_unit: 'acre', quantity: 3, rate: 20 };

test('the list opens offline with filters, totals and groups, also after its copy could not be read, and is read from the database once back online (F22)', async () => {
  const { backend, connection, driver, owner } = account();
  await openOnline(owner);
  connection.cut('refused', true);
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError');
  });
  const { user } = await open('/works-list');
  expect(await screen.findByText(/this device holds no copy of it/)).toBeInTheDocument();
  broken.mockRestore();
  expect(await screen.findByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeInTheDocument();
  expect(await findRows()).toHaveLength(4);
  expect(await totals()).toHaveTextContent('Entries4');
  await user.type(screen.getByRole('searchbox', { name: 'Search entries' }), 'gwyn');
  await waitFor(async () => expect(await findRows()).toHaveLength(2));
  expect(await totals()).toHaveTextContent('Entries2Hours7 h 20Bales40Value£330.00');
  await user.selectOptions(screen.getByLabelText('Group by'), 'By customer');
  /** How many entries its group has. */
  const inGroup = () =>
    within(screen.getByRole('button', { name: /Tŷ Gwyn/ }).closest('tr') as HTMLElement).getAllByRole('cell')[2];
  await waitFor(() => expect(inGroup()).toHaveTextContent(/^2$/));
  expect(screen.queryByText('Error Fetching Data')).not.toBeInTheDocument();
  expect(screen.queryByText(/are not on this phone/)).not.toBeInTheDocument();

  await logJobs(driver, [mowing]);
  connection.restore();
  await waitFor(() => expect(inGroup()).toHaveTextContent(/^3$/));
  expect(screen.queryByText(/you're offline/)).not.toBeInTheDocument();
  await waitForWorksOnDisk(5);
  cleanup();

  // Groups from the copy stay until the groups of the database arrive.
  const slow = holdRequests(backend, /works_groups/);
  await logJobs(driver, [mowing]);
  await renderPage('/works-list?group=customer', { backend: slow });
  // The sums of the database have replaced those of the copy; its groups have not arrived.
  await waitFor(async () => expect(await totals()).toHaveTextContent('Entries6'));
  expect(inGroup()).toHaveTextContent(/^3$/);
  slow.release();
  await waitFor(() => expect(inGroup()).toHaveTextContent(/^4$/));
});

test('a token that expired 8 hours ago signs no one out while a captive portal answers every request (F15)', async () => {
  const { connection, owner } = account();
  await openOnline(owner);
  expireToken(8);
  connection.requests.length = 0;
  connection.cut('portal 403');
  await open('/works-list');
  expect(await screen.findByText(/you're offline/)).toBeInTheDocument();
  expect(await findRows()).toHaveLength(4);
  // The refresh has been tried and has failed without a connection.
  await waitFor(() => expect(connection.requests).toContain('POST /auth/v1/token'));
  expect(screen.getByRole('heading', { name: 'Works List' })).toBeInTheDocument();
  expect(localStorage.getItem('sb-localhost-auth-token')).not.toBeNull();
});

test('another person on the phone finds nothing of the first, whose copies are deleted; a refused refresh signs out and deletes all', async () => {
  const { backend, owner } = account();
  await openOnline(owner);
  const other = await backend.user({ firstName: 'Robin', lastName: 'Other' });
  await open('/works-list', other);
  expect(await screen.findByRole('heading', { name: 'No work logged yet.' })).toBeInTheDocument();
  await waitFor(async () => expect((await disk()).text).not.toContain('Hill Farm'));
  await waitForCopy('profile', 'Robin');
  cleanup();
  await other.auth.signOut({ scope: 'global' });
  expireToken(8);
  await open('/works-list');
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeInTheDocument();
  await waitFor(async () => expect((await disk()).text).toBe('[[],[],[]]'));
});

test('weeks later the hint has the date of the copy, the last known subscription applies, and the list says which entries are not on this phone', async () => {
  const { backend, connection, owner } = account();
  const old = addDays(todayIn('Europe/London', new Date()), -500);
  const bale = { customer: 'Hill Farm', chargeable_unit: 'bale', rate: 1, quantity: 1, work_date: old };
  await logJobs(owner, [
    { ...bale, task_name: 'Old' },
    { ...bale, task_name: 'Billed' },
  ]);
  await backend.sql(`update public.customers set address_line1 = 'The Yard', postcode = 'SA1 1AA' where user_id = $1`, [
    owner.id,
  ]);
  await invoiceWorks(backend, owner, 'Hill Farm', ['Billed']);
  await openOnline(owner, 5);
  vi.useFakeTimers({ now: Date.now() + 40 * 24 * 3600_000, toFake: ['Date'] });
  connection.cut('refused', true);
  const { user } = await open('/works-list');
  expect(
    await screen.findByText(/^Showing data from \w{3} \d+ \w{3}( \d{4})?, \d\d:\d\d – you're offline\.$/),
  ).toBeInTheDocument();
  expect(await findRows()).toHaveLength(5);
  expect(
    await screen.findByText(/^Invoiced entries before \d+ \w{3} \d{4} are not on this phone\.$/),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Open Old/ })).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Status'), 'Ready');
  await waitFor(() => expect(screen.queryByText(/are not on this phone/)).not.toBeInTheDocument());
});

test('prices that were hidden from the crew meanwhile are deleted from the phone at the next contact', () =>
  expectPricesDeleted(({ backend, owner }) =>
    backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]),
  ));

test('copies that were deleted are fetched again, and no outdated data is shown (F24)', async () => {
  const { connection, owner } = account();
  await openOnline(owner);
  await clearDisk();
  await logJobs(owner, [{ ...mowing, work_date: daysAgo(3) }]);
  connection.cut('refused', true);
  const empty = await open('/works-list');
  expect(await screen.findByRole('heading', { name: 'No answer' })).toBeInTheDocument();
  expect(empty.view.container).not.toHaveTextContent('Showing data from');
  cleanup();
  connection.restore();
  await openOnline(owner, 5);
  connection.cut('refused');
  await open('/works-list');
  expect(await findRows()).toHaveLength(5);
});
