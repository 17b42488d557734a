// The diary offline: the phone has the planned jobs of two weeks, which can be logged as work.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { resizeWindow } from '../works/works-helpers';
import { clearDisk, disk, connectionTo } from './phone';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
let connection: ReturnType<typeof connectionTo>;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  // The client library logs each failed token refresh to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  resizeWindow(390);
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  ({ today } = await setUpInvoicing(backend, owner));
  connection = connectionTo(backend);
  const job = { user_id: owner.id, kind: 'job', task_name: 'Hedges', customer: 'Hill Farm', assigned_to: [driver.id] };
  const dates = (days: number) => ({ start_date: addDays(today, days), end_date: addDays(today, days) });
  const { error } = await owner.from('diary_events').insert([
    { ...job, ...dates(0) },
    { ...job, ...dates(14), task_name: null, title: 'In two weeks' },
    { ...job, ...dates(15), task_name: null, title: 'Later' },
  ]);
  if (error) throw error;
});

test('shows the planned jobs of the next two weeks and the age of the copy; a job’s status needs a connection, logging it does not', async () => {
  await renderPage('/diary', { backend: connection, person: driver });
  await screen.findByText('Hedges – Hill Farm');
  await waitFor(async () => expect((await disk()).text).toContain('In two weeks'));
  cleanup();
  connection.cut('refused', true);
  const { user } = await renderPage('/diary', { backend: connection });
  await user.click(await screen.findByRole('button', { name: /Hedges – Hill Farm/ }));
  expect(await screen.findByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeVisible();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  expect(dialog.getByText('You need signal to change this.')).toBeVisible();
  const link = dialog.getByRole('link', { name: 'Log as work' });
  const [event] = (await owner.from('diary_events').select('work_id').eq('task_name', 'Hedges')).data ?? [];
  expect(link).toHaveAttribute('href', expect.stringContaining(`as=${event?.work_id ?? ''}`));
  navigate(`/diary?view=day&date=${addDays(today, 14)}`);
  expect(await screen.findByText('In two weeks')).toBeVisible();
  expect((await disk()).text).not.toContain('Later');
});
