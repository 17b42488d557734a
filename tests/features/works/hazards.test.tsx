// A customer's hazards are shown where a job for them is logged or viewed, online and offline.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { clearDisk, waitForCopy, connectionTo } from '../offline/phone';
import { logJobs, addTasks, resizeWindow, today } from './works-helpers';

const HAZARDS = 'Low power lines over the lane gateway.\nLoose collie.';

let backend: TestBackend;
let owner: Person;
let driver: Person;
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
  connection = connectionTo(backend);
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  const job = { task_name: 'Baling', chargeable_unit: 'bale', quantity: 1, rate: 6.22 };
  await logJobs(owner, [
    { customer: 'Hill Farm', ...job },
    { customer: 'Forge Farm', ...job },
  ]);
  const updated = await owner.from('customers').update({ hazards: HAZARDS }).eq('name', 'Hill Farm');
  const planned = await owner.from('diary_events').insert({
    user_id: owner.id,
    kind: 'job',
    task_name: 'Hedges',
    customer: 'Hill Farm',
    start_date: today(),
    end_date: today(),
  });
  if (updated.error ?? planned.error) throw new Error('the farm could not be created');
});

/** The warning with the customer's hazards, as text. */
const warning = async (queries: Pick<typeof screen, 'findByText'> = screen) =>
  (await queries.findByText('Hazards')).closest('.tone-warn');

test('on a phone the hazards are shown with the questions for task and quantity; gate and phone open on a press', async () => {
  const gateFarm = { name: 'Gate Farm', phone: '01432 123456', directions: 'Second gate after the chapel.' };
  const added = await owner.from('customers').insert({ user_id: owner.id, ...gateFarm });
  if (added.error) throw added.error;
  const { user, address } = await renderPage('/add-work', { backend, person: driver });
  // Nothing is shown for a customer without hazards and directions.
  await user.click(await screen.findByRole('button', { name: /^Forge Farm/ }));
  await screen.findByText('What did you do?');
  for (const words of ['Hazards', 'Gate, phone and map']) expect(screen.queryByText(words)).not.toBeInTheDocument();

  // The gate and the phone are no warning.
  navigate('/add-work?customer=Gate+Farm');
  const gate = await screen.findByText('Gate, phone and map');
  expect(gate.closest('.tone-warn')).toBeNull();
  expect(screen.getByText('Second gate after the chapel.')).not.toBeVisible();
  await user.click(gate);
  expect(screen.getByText('Second gate after the chapel.')).toBeVisible();
  expect(screen.getByRole('link', { name: '01432 123456' })).toHaveAttribute('href', 'tel:01432123456');

  navigate('/add-work');
  await user.click(await screen.findByRole('button', { name: /^Hill Farm/ }));
  await screen.findByText('What did you do?');
  expect((await warning())?.textContent).toBe(`Hazards${HAZARDS}`);
  await user.click(screen.getByRole('button', { name: /^Baling/ }));
  await screen.findByText('How many bales?');
  expect(await warning()).toBeVisible();

  // A driver opens the customer from below the warning.
  navigate('/add-work?customer=Hill+Farm');
  await user.click(await screen.findByRole('link', { name: 'Open the customer' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Hill Farm' })).toBeVisible();
  expect(address()).toMatch(/^\/customers\?id=/);
});

test('on a desktop the hazards are in the form of their customer, also by the name of one that was merged into them', async () => {
  resizeWindow(1440);
  await renderPage('/add-work?customer=Hill+Farm', { backend, person: owner });
  expect((await warning())?.closest('form')).toHaveAccessibleName('Work entry');
  navigate('/add-work?customer=Forge+Farm');
  await waitFor(() => expect(screen.queryByText('Hazards')).not.toBeInTheDocument());
  await screen.findByRole('button', { name: 'Save work' });
  cleanup();
  const { data } = await owner.from('customers').select('id, name');
  const id = (name: string) => data?.find((one) => one.name === name)?.id ?? '';
  const { error } = await owner.rpc('merge_customers', {
    p_request_id: crypto.randomUUID(),
    p_from: id('Forge Farm'),
    p_into: id('Hill Farm'),
  });
  if (error) throw error;
  await renderPage('/add-work?customer=Forge+Farm', { backend, person: driver });
  expect(await warning()).toBeVisible();
});

test('a planned job shows the hazards before its buttons, also offline', async () => {
  await renderPage('/diary?view=day', { backend: connection, person: driver });
  await screen.findByText('Hedges – Hill Farm');
  await waitForCopy('customers', 'Low power lines');
  await waitForCopy('diary-events', 'Hedges');
  cleanup();
  connection.cut('refused', true);
  const { user } = await renderPage('/diary?view=day', { backend: connection });
  await user.click(await screen.findByRole('button', { name: /Hedges – Hill Farm/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const banner = await warning(dialog);
  expect(banner?.textContent).toBe(`Hazards${HAZARDS}`);
  const start = dialog.getByRole('button', { name: 'Start' });
  // The hazards come before the buttons.
  expect((banner?.compareDocumentPosition(start) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await user.click(dialog.getByRole('link', { name: 'Log as work' }));
  expect(await warning()).toBeVisible();
});
