// Entries saved on a phone whose user is removed, or whose account lapses, before they are sent.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { waitForCopy, connectionTo } from '@tests/features/offline/phone';
import { logJobs, addTasks, resizeWindow, storedWorks } from '@tests/features/works/works-helpers';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { callFunction } from '@tests/support/account-data/invitations';

const HILL_FORM = '/add-work?customer=Hill+Farm&task=Baling';
let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(390);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await logJobs(driver, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

const trayButton = (name: RegExp) => screen.findByRole('button', { name });
const quantities = async () =>
  (await storedWorks(backend, owner)).map(({ quantity }) => quantity).sort((a, b) => Number(a) - Number(b));

/** Saves this many entries offline, and closes the app. */
async function saveOffline(count: number) {
  await renderPage(HILL_FORM, { backend: connection, person: driver });
  await screen.findByRole('button', { name: '7' });
  // The form opens offline later, so its lists must be on the device.
  await waitForCopy('recent-jobs', '');
  act(() => cleanup());
  for (let n = 1; n <= count; n += 1) {
    const { user } = await renderPage(HILL_FORM, { backend: connection, person: driver });
    await user.click(await screen.findByRole('button', { name: String(n) }));
    connection.cut();
    await user.click(screen.getByRole('button', { name: 'Save work' }));
    await trayButton(n === 1 ? /^1 entry waits/ : new RegExp(`^${n} entries wait`));
    act(() => cleanup());
    // No page is open, so nothing is sent. The connection stays restored after the last entry only.
    connection.restore();
    if (n < count) connection.cut();
  }
}

test('unsent entries of a removed employee say why they wait, and can be exported (case 60)', async () => {
  const files: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) files.push(file.name);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await saveOffline(3);
  expect(await callFunction(backend, owner, 'remove_employee', { p_employee: driver.id })).toMatchObject({
    status: 200,
  });
  const { user } = await renderPage('/works-list', { backend: connection, person: driver });
  expect(await screen.findByRole('heading', { name: 'No farm' })).toBeInTheDocument();
  await user.click(await trayButton(/3 need attention/));
  expect(await screen.findAllByText("Couldn't send – you're no longer on this farm.")).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Export all' }));
  expect(files).toEqual(['unsent-entries.json', 'unsent-entries.csv']);
  expect(await quantities()).toEqual([74]);
  expect(await backend.sql('select created_by_name from public.works where user_id = $1', [owner.id])).toEqual([
    { created_by_name: 'Sam Driver' },
  ]);
  act(() => cleanup());
  // Once access is restored, all entries are sent.
  await backend.sql('update public.profiles set admin_id = $1 where id = $2', [owner.id, driver.id]);
  await renderPage('/works-list', { backend: connection, person: driver });
  await waitFor(async () => expect(await quantities()).toEqual([1, 2, 3, 74]));
});

test('an entry waits while the account is lapsed, and is sent later with its own time (case 61)', async () => {
  await saveOffline(1);
  const before = new Date().toISOString();
  await backend.lapse(owner);
  await renderPage('/works-list', { backend: connection, person: driver });
  expect(
    await screen.findByText('Access Suspended: Please contact your main account holder to resume access.'),
  ).toBeVisible();
  await trayButton(/1 needs attention/);
  expect(await screen.findByText(/^1 entry is only on this phone\./)).toBeVisible();
  expect(await quantities()).toEqual([74]);
  act(() => cleanup());
  await backend.renew(owner);
  await renderPage('/works-list', { backend: connection, person: driver });
  await waitFor(async () => expect(await quantities()).toEqual([1, 74]));
  const [sent] = await backend.sql(
    'select recorded_at < $2 as earlier from public.works where user_id = $1 and quantity = 1',
    [owner.id, before],
  );
  expect(sent).toEqual({ earlier: true });
});
