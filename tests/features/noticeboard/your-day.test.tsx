// "Your day" on an employee's home: the jobs planned for today.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { invoicing } from '@tests/support/office/invoicing';
import { renderPage } from '@tests/support/render-page';
import { clearDisk, connectionTo, waitForCopy } from '../offline/phone';

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
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  ({ today } = await invoicing(backend, owner));
  connection = connectionTo(backend);
});

const plan = async (columns: object) => {
  const { error } = await owner.from('diary_events').insert({
    ...{ user_id: owner.id, kind: 'job', task_name: 'Hedges', customer: 'Hill Farm', assigned_to: [driver.id] },
    ...{ start_date: today, end_date: today },
    ...columns,
  });
  if (error) throw error;
};
const open = (person: Person) => renderPage('/noticeboard', { backend: connection, person });
const jobs = async () => within(await screen.findByRole('list', { name: 'Jobs of today' }));
const titles = async () => (await jobs()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('an employee sees their open jobs of today in order, with note, hazards and who else comes', async () => {
  const hillFarm = { user_id: owner.id, name: 'Hill Farm', hazards: 'Low power lines', phone: '01432 123456' };
  await owner.from('customers').delete().eq('name', 'Hill Farm');
  const { error } = await owner.from('customers').insert(hillFarm);
  expect(error).toBeNull();
  const other = await backend.employeeOf(owner, { firstName: 'Pat', lastName: 'Reed' });
  await plan({ task_name: 'Mowing', start_time: '13:30', end_time: '16:00', all_day: false, assigned_to: [] });
  await plan({ start_time: '07:30', all_day: false, notes: 'Gate code 4711', assigned_to: [driver.id, other.id] });
  await plan({ task_name: 'Long job', start_date: addDays(today, -1) });
  await plan({ task_name: 'Wash down', customer: null, assigned_to: [] });
  await plan({ task_name: 'Not mine', assigned_to: [other.id] });
  await plan({ task_name: 'Called off', status: 'cancelled', cancel_reason: 'weather' });
  await plan({ task_name: 'Finished', status: 'done' });
  await plan({ task_name: 'Tomorrow', start_date: addDays(today, 1), end_date: addDays(today, 1) });
  await plan({ kind: 'reminder', title: 'Fill up', task_name: null, customer: null });
  await open(driver);
  expect(await titles()).toEqual([
    'Long job – Hill Farm',
    '07:30 Hedges – Hill Farm',
    'Wash down',
    '13:30–16:00 Mowing – Hill Farm',
  ]);
  const [, hedges, , mowing] = (await jobs()).getAllByRole('listitem');
  expect(hedges).toHaveTextContent('Sam Dale, Pat Reed');
  expect(hedges).toHaveTextContent('Gate code 4711');
  await waitFor(() => expect(hedges).toHaveTextContent('Low power lines'));
  // In sight without a press.
  expect(within(hedges as HTMLElement).getByRole('link', { name: '01432 123456' })).toBeVisible();
  expect(mowing).toHaveTextContent('For whoever has time');
  expect(mowing).not.toHaveTextContent('Gate code');
});

test('a job is started and then logged from there', async () => {
  await plan({ start_time: '07:30', all_day: false });
  const { user } = await open(driver);
  const job = await jobs();
  const log = job.getByRole('link', { name: 'Log as work' });
  expect(log).toHaveAttribute('href', expect.stringMatching(/^\/add-work\?as=.*&customer=Hill\+Farm&task=Hedges$/));
  await user.click(job.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText('Under way')).toBeVisible();
  expect(job.getByRole('link', { name: 'Clock in' })).toHaveAttribute('href', '/time-tracker');
  const { data } = await owner.from('diary_events').select('status');
  expect(data).toEqual([{ status: 'in_progress' }]);
  await user.click(job.getByRole('button', { name: 'Done, nothing to charge' }));
  expect(await screen.findByText('Every job planned for today is done.')).toBeVisible();
});

test('the day is there without signal', async () => {
  await plan({ start_time: '07:30', all_day: false, notes: 'Gate code 4711' });
  await open(driver);
  await jobs();
  await waitForCopy('diary-events', 'Gate code 4711');
  cleanup();
  connection.cut('refused', true);
  await open(driver);
  expect(await titles()).toEqual(['07:30 Hedges – Hill Farm']);
  expect(screen.getByText('Gate code 4711')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Log as work' })).toBeVisible();
});

test('a day without jobs says so, and an account holder has no such list', async () => {
  await open(driver);
  expect(await screen.findByText('No job is planned for you today.')).toBeVisible();
  cleanup();
  await plan({ assigned_to: [] });
  await open(owner);
  await screen.findByRole('heading', { name: 'Notices' });
  await waitFor(() => expect(connection.requests).toContain('GET /rest/v1/notices'));
  expect(screen.queryByRole('heading', { name: 'Your day' })).not.toBeInTheDocument();
});
