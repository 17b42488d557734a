// A server is restored from yesterday's backup: entries that the app had shown as sent are stored again.
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, resizeWindow, storedWorks } from '../works/works-helpers';
import { connectionTo } from './phone';

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
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

const quantities = async () => (await storedWorks(backend, owner)).map(({ quantity }) => quantity).sort();
const reconnect = () => act(() => void window.dispatchEvent(new Event('online')));

async function sendJob() {
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', {
    backend: connection,
    person: driver,
  });
  await user.click(await screen.findByRole('button', { name: '7' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByText('In the office');
  expect(await quantities()).toEqual([7, 74]);
}

test('an entry that the server lost is sent again when the connection comes back (F42)', async () => {
  await sendJob();
  // As after restoring a backup: the row is missing without having been deleted, so no trigger runs.
  await backend.script(`set session_replication_role = replica;
    delete from public.works where user_id = '${owner.id}' and quantity = 7;
    set session_replication_role = origin;`);
  expect(await quantities()).toEqual([74]);
  reconnect();
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  expect((await storedWorks(backend, owner)).find(({ quantity }) => quantity === 7)?.employee_id).toBe(driver.id);
  expect(await screen.findByRole('button', { name: /^Nothing waits on this phone/ })).toBeInTheDocument();
});

test('an entry that the account holder deleted is checked, is not restored, and causes no message (F42)', async () => {
  await sendJob();
  await owner.from('works').delete().eq('quantity', 7);
  connection.requests.length = 0;
  reconnect();
  await waitFor(() => expect(connection.requests).toContain('POST /rest/v1/works'));
  expect(await screen.findByRole('button', { name: /^Nothing waits on this phone/ })).toBeInTheDocument();
  expect(await quantities()).toEqual([74]);
  connection.requests.length = 0;
  reconnect();
  await new Promise((done) => setTimeout(done, 500));
  expect(connection.requests).not.toContain('POST /rest/v1/works');
  expect(screen.queryByText(/needs attention/)).not.toBeInTheDocument();
});
