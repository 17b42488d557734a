// A server restored from yesterday's backup, as seen by the app: what was shown as sent is stored again.
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { log, resize, stored } from '../works/farm';
import { lineTo } from './phone';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let line: ReturnType<typeof lineTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resize(390);
  line = lineTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await log(owner, [{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 }]);
});

const quantities = async () => (await stored(backend, owner)).map(({ quantity }) => quantity).sort();
const lineComesBack = () => act(() => void window.dispatchEvent(new Event('online')));

async function sentJob() {
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', { backend: line, person: driver });
  await user.click(await screen.findByRole('button', { name: '7' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByText('Sent');
  expect(await quantities()).toEqual([7, 74]);
}

test('an entry that the server lost is sent again when the connection comes back (F42)', async () => {
  await sentJob();
  // As after restoring a backup: not there, and not deleted by anyone.
  await backend.script(`set session_replication_role = replica;
    delete from public.works where user_id = '${owner.id}' and quantity = 7;
    set session_replication_role = origin;`);
  expect(await quantities()).toEqual([74]);
  lineComesBack();
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  expect((await stored(backend, owner)).find(({ quantity }) => quantity === 7)?.employee_id).toBe(driver.id);
  expect(await screen.findByRole('button', { name: /^Everything is sent/ })).toBeInTheDocument();
});

test('an entry that the office deleted is checked, is not restored, and causes no message (F42)', async () => {
  // The embedded backend logs refusals to the console of the process it shares with the app.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await sentJob();
  await owner.from('works').delete().eq('quantity', 7);
  line.asked.length = 0;
  lineComesBack();
  await waitFor(() => expect(line.asked).toContain('POST /rest/v1/works'));
  expect(await screen.findByRole('button', { name: /^Everything is sent/ })).toBeInTheDocument();
  expect(await quantities()).toEqual([74]);
  line.asked.length = 0;
  lineComesBack();
  await new Promise((done) => setTimeout(done, 500));
  expect(line.asked).not.toContain('POST /rest/v1/works');
  expect(screen.queryByText(/needs attention/)).not.toBeInTheDocument();
});
