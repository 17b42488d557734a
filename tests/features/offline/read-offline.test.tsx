// In a process of its own: it counts on parts of the app that are not loaded yet.
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, todayIn } from '@/domain/core/time';
import { FIRST_SYNC } from '@/offline/snapshot/sync-times';
import { LoadingRows } from '@/ui/lists/list-states';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { FULL } from '@tests/support/full';
import { holdRequests } from '@tests/support/hold-requests';
import { renderPage } from '@tests/support/render-page';
import { daysAgo, logSampleJobs, logJobs, addTasks, resizeWindow, findRows } from '../works/works-helpers';
import { disk, connectionTo, clearDisk, waitForCopy, waitForWorksOnDisk } from './phone';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  FIRST_SYNC.ms = 100;
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  // The client library logs each failed token refresh to the console, also of the previous test and during setup.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  resizeWindow(1440);
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  connection = connectionTo(backend);
  await logSampleJobs(owner, driver);
});

/** Opens the list online, waits until all of it is cached, and closes the app. */
async function openOnline(person: Person, entries = 4) {
  await renderPage('/works-list', { backend: connection, person });
  await screen.findByRole('link', { name: /^Open Ploughing/ });
  await waitForWorksOnDisk(entries);
  await waitForCopy('profile', person.id);
  cleanup();
}

test('the data on the screen is stored on the phone even if the app is closed at once', async () => {
  await renderPage('/customers', { backend: connection, person: owner });
  await screen.findByRole('link', { name: /Tŷ Gwyn/ });
  act(() => void window.dispatchEvent(new Event('pagehide')));
  cleanup();
  await waitForCopy('customers', 'Tŷ Gwyn');
});

const PRICED = /"(totalValue|rate|defaultRate)":\d/;
const totals = () => screen.findByRole('region', { name: 'Totals' });
/** Changes the stored session: its token expired this many hours ago. */
const expire = (hours: number) => {
  const session: unknown = JSON.parse(localStorage.getItem('sb-localhost-auth-token') ?? 'null');
  if (typeof session !== 'object' || session === null) throw new Error('no session is stored');
  const expires_at = Math.floor(Date.now() / 1000) - hours * 3600;
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify({ ...session, expires_at }));
};

test.each([
  ['the phone knows that it has no connection', 'refused', true],
  ['every request fails', 'refused', false],
  ['a captive portal answers', 'portal', false],
] as const)('the list opens offline with filters, totals and groups if %s', async (_, how, known) => {
  await openOnline(owner);
  connection.cut(how, known);
  const { user } = await renderPage('/works-list', { backend: connection });
  expect(await screen.findByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeInTheDocument();
  expect(await findRows()).toHaveLength(4);
  expect(await totals()).toHaveTextContent('Entries4');
  await user.type(screen.getByRole('searchbox', { name: 'Search entries' }), 'gwyn');
  await waitFor(async () => expect(await findRows()).toHaveLength(2));
  expect(await totals()).toHaveTextContent('Entries2Hours7 h 20Bales40Value£330.00');
  await user.selectOptions(screen.getByLabelText('Group by'), 'By customer');
  expect(await screen.findByRole('button', { name: /Tŷ Gwyn/ })).toBeInTheDocument();
  expect(screen.queryByText('Error Fetching Data')).not.toBeInTheDocument();
  expect(screen.queryByText(/are not on this phone/)).not.toBeInTheDocument();
});

// The client library tries for six seconds to renew a token.
test.each([
  [24 * 21, 'refused'],
  [8, 'portal 403'],
  ...(FULL
    ? ([
        [8, 'refused'],
        [8, 'portal'],
      ] as const)
    : []),
] as const)(
  'a token that expired %i hours ago signs no one out while the server can’t be reached: %s (F15)',
  async (hours, how) => {
    await openOnline(owner);
    expire(hours);
    connection.requests.length = 0;
    connection.cut(how);
    await renderPage('/works-list', { backend: connection });
    expect(await screen.findByText(/you're offline/)).toBeInTheDocument();
    expect(await findRows()).toHaveLength(4);
    // The refresh has been tried and has failed without a connection.
    await waitFor(() => expect(connection.requests).toContain('POST /auth/v1/token'));
    expect(screen.getByRole('heading', { name: 'Works List' })).toBeInTheDocument();
    expect(localStorage.getItem('sb-localhost-auth-token')).not.toBeNull();
  },
);

test('a refused refresh signs out, and deletes the cached copies', async () => {
  await openOnline(owner);
  await owner.auth.signOut({ scope: 'global' });
  expire(8);
  await renderPage('/works-list', { backend: connection });
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeInTheDocument();
  await waitFor(async () => expect((await disk()).text).toBe('[[],[],[]]'));
});

test('once back online, the list is read from the database by itself', async () => {
  await openOnline(owner);
  connection.cut('refused', true);
  await renderPage('/works-list', { backend: connection });
  await screen.findByText(/you're offline/);
  await logJobs(driver, [
    { customer: 'Hill Farm', task_name: 'Mowing', chargeable_unit: 'acre', quantity: 3, rate: 20 },
  ]);
  connection.restore();
  expect(await screen.findByRole('link', { name: /^Open Mowing/ })).toBeInTheDocument();
  expect(screen.queryByText(/you're offline/)).not.toBeInTheDocument();
});

test('groups from the copy stay until the groups of the database arrive', async () => {
  await openOnline(owner);
  const slow = holdRequests(backend, /works_groups/);
  await logJobs(driver, [{ customer: 'Tŷ Gwyn', task_name: 'Mowing', chargeable_unit: 'acre', quantity: 3, rate: 20 }]);
  await renderPage('/works-list?group=customer', { backend: slow });
  const group = () => screen.getByRole('button', { name: /Tŷ Gwyn/ }).closest('tr');
  // The sums of the database have replaced those of the copy; its groups have not arrived.
  await waitFor(async () => expect(await totals()).toHaveTextContent('Entries5'));
  expect(group()).toHaveTextContent(/^Tŷ Gwyn.*2/);
  slow.release();
  await waitFor(() => expect(group()).toHaveTextContent(/^Tŷ Gwyn.*3/));
});

test('weeks later the hint has the date of the copy, and the last known subscription applies', async () => {
  await openOnline(owner);
  const later = Date.now() + 40 * 24 * 3600_000;
  vi.useFakeTimers({ now: later, toFake: ['Date'] });
  connection.cut('refused', true);
  await renderPage('/works-list', { backend: connection });
  expect(
    await screen.findByText(/^Showing data from \w{3} \d+ \w{3}( \d{4})?, \d\d:\d\d – you're offline\.$/),
  ).toBeInTheDocument();
  expect(await findRows()).toHaveLength(4);
});

test('the list says which entries are not on this phone', async () => {
  const old = addDays(todayIn('Europe/London', new Date()), -500);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Old', chargeable_unit: 'bale', rate: 1, quantity: 1, work_date: old },
  ]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Billed', chargeable_unit: 'bale', rate: 1, quantity: 1, work_date: old },
  ]);
  const { invoiceWorks: invoice } = await import('../works/works-helpers');
  await backend.sql(`update public.customers set address_line1 = 'The Yard', postcode = 'SA1 1AA' where user_id = $1`, [
    owner.id,
  ]);
  await invoice(backend, owner, 'Hill Farm', ['Billed']);
  await openOnline(owner, 5);
  connection.cut('refused', true);
  const { user } = await renderPage('/works-list', { backend: connection });
  expect(
    await screen.findByText(/^Invoiced entries before \d+ \w{3} \d{4} are not on this phone\.$/),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Open Old/ })).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Status'), 'Ready');
  await waitFor(() => expect(screen.queryByText(/are not on this phone/)).not.toBeInTheDocument());
});

test('customers, tasks and the noticeboard open offline too', async () => {
  await addTasks(owner, [['Fencing', 'bale', 6.22]]);
  const pages = [
    ['/customers', 'Hill Farm', 'Hill Farm'],
    ['/tasks', 'Fencing', 'Fencing'],
    ['/noticeboard', /needs? a rate/, 'unbilledValue'],
  ] as const;
  for (const [path, shown, cachedText] of pages) {
    await renderPage(path, { backend: connection, ...(path === '/customers' && { person: owner }) });
    expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
    await waitFor(async () => expect((await disk()).text).toContain(cachedText));
    // Writes what arrived since.
    act(() => void window.dispatchEvent(new Event('pagehide')));
    cleanup();
  }
  connection.cut('refused', true);
  for (const [path, shown] of pages) {
    await renderPage(path, { backend: connection });
    expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/^Showing data from \d\d:\d\d/)).not.toHaveLength(0);
    cleanup();
  }
});

test('a job is logged offline with customers, tasks and prices, even if its page was never opened online', async () => {
  await addTasks(owner, [['Fencing', 'bale', 6.22]]);
  // Any page would do here; this one does not read tasks itself.
  await renderPage('/customers', { backend: connection, person: owner });
  await waitForWorksOnDisk(4);
  await waitFor(async () => expect((await disk()).text).toContain('"prices'));
  cleanup();
  connection.cut('refused', true);
  await renderPage('/add-work?customer=Hill%20Farm&task=Fencing', { backend: connection });
  expect(await screen.findByDisplayValue('6.22')).toBeInTheDocument();
  expect(screen.queryByText(/did not load/)).not.toBeInTheDocument();
});

test('cached copies are deleted on signing out', async () => {
  await openOnline(owner);
  const { user } = await renderPage('/works-list', { backend: connection });
  await user.click(await screen.findByRole('button', { name: 'Alex Owner, Admin' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeInTheDocument();
  await waitFor(async () => expect((await disk()).text).toBe('[[],[],[]]'));
});

test('another person on the phone finds nothing of the first, and their copies are deleted', async () => {
  await openOnline(owner);
  const other = await backend.user({ firstName: 'Robin', lastName: 'Other' });
  await renderPage('/works-list', { backend: connection, person: other });
  expect(await screen.findByRole('heading', { name: 'No work logged yet.' })).toBeInTheDocument();
  await waitFor(async () => expect((await disk()).text).not.toContain('Hill Farm'));
});

test.each([
  ['from the crew', 'update public.farm_settings set employees_see_rates = false where user_id = $1', () => owner],
  ['from one person', 'update public.profiles set sees_rates = false where id = $1', () => driver],
])(
  'prices that were hidden %s meanwhile are deleted from the phone at the next contact',
  async (_, statement, person) => {
    await addTasks(owner, [['Baling', 'bale', 6.22]]);
    await openOnline(driver);
    expect((await disk()).text).toMatch(PRICED);
    await backend.sql(statement, [person().id]);
    const { view } = await renderPage('/works-list?person=all', { backend: connection });
    await waitFor(() => expect(view.container).not.toHaveTextContent('£'));
    await waitFor(async () => expect((await disk()).text).not.toMatch(PRICED));
    await waitForWorksOnDisk(4);
    expect((await disk()).text).not.toMatch(PRICED);
    cleanup();
    connection.cut('refused', true);
    const again = await renderPage('/works-list?person=all', { backend: connection });
    expect(await findRows()).toHaveLength(4);
    expect(again.view.container).not.toHaveTextContent('£');
  },
);

test('copies that cannot be read at the start are shown once they can (F22)', async () => {
  await openOnline(owner);
  connection.cut('refused', true);
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError');
  });
  await renderPage('/works-list', { backend: connection });
  expect(await screen.findByText(/this device holds no copy of it/)).toBeInTheDocument();
  broken.mockRestore();
  expect(await screen.findByText(/you're offline/)).toBeInTheDocument();
  expect(await findRows()).toHaveLength(4);
});

test('copies that were deleted are fetched again, and no outdated data is shown (F24)', async () => {
  await openOnline(owner);
  await clearDisk();
  await logJobs(owner, [
    {
      customer: 'Hill Farm',
      task_name: 'Mowing',
      chargeable_unit: 'acre',
      quantity: 3,
      rate: 20,
      work_date: daysAgo(3),
    },
  ]);
  connection.cut('refused', true);
  const empty = await renderPage('/works-list', { backend: connection });
  expect(await screen.findByRole('heading', { name: 'No answer' })).toBeInTheDocument();
  expect(empty.view.container).not.toHaveTextContent('Showing data from');
  cleanup();
  connection.restore();
  await openOnline(owner, 5);
  connection.cut('refused', true);
  await renderPage('/works-list', { backend: connection });
  expect(await findRows()).toHaveLength(5);
});

test('a list without a copy on the phone says so, and does not load for ever', async () => {
  // The works never arrive: otherwise the background may have copied them before the connection is cut.
  const withoutWorks: typeof connection.fetch = (input, init) =>
    /\/(crew_)?works$/.test(new URL(new Request(input, init).url).pathname)
      ? new Promise<Response>(() => undefined)
      : connection.fetch(input, init);
  await renderPage('/time-tracker', { backend: { fetch: withoutWorks }, person: driver });
  await screen.findByRole('button', { name: 'Clock In' });
  // The profile and the hours are on the disk before the phone goes offline.
  await waitForCopy('time', driver.id);
  cleanup();
  connection.cut('refused', true);
  await renderPage('/works-list', { backend: connection });
  expect(await screen.findByText('Not on this device yet')).toBeVisible();
});

test('a list that is still loading says, without signal, that it has to wait for signal', () => {
  const { rerender } = render(<LoadingRows />);
  expect(screen.getByText('Loading your data...')).toBeVisible();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  rerender(<LoadingRows />);
  expect(
    screen.getByText("You're offline. This is not on this device yet, and opens when there is signal."),
  ).toBeVisible();
});
