// A person whose access was restored gets in as soon as they look at the app, without waiting for the next minute.
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { connectionTo } from '../offline/phone';
import { logJobs, addTasks, resizeWindow, storedWorks } from '../works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  // The backend logs refusals of the database, which are expected here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  resizeWindow(390);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

const HILL_FORM = '/add-work?customer=Hill+Farm&task=Baling';
const quantities = async () => (await storedWorks(backend, owner)).map(({ quantity }) => quantity).sort();
const returnToApp = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
const setStatus = (status: string) =>
  backend.sql('update public.profiles set person_status = $2 where id = $1', [driver.id, status]);

async function saveQuantity(key: string) {
  const { user } = await renderPage(HILL_FORM, { backend: connection, person: driver });
  await user.click(await screen.findByRole('button', { name: key }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
}

test('an employee whose access was restored gets in when they return to the app, or when their connection returns', async () => {
  for (const lookAgain of [returnToApp, connection.restore]) {
    await setStatus('suspended');
    const { view } = await renderPage('/works-list', { backend: connection, person: driver });
    await screen.findByText(/^Access Suspended/);
    await setStatus('active');
    lookAgain();
    await waitFor(() => expect(screen.queryByText(/^Access Suspended/)).not.toBeInTheDocument());
    view.unmount();
  }
});

test('a renewed account opens when its holder returns to the app', async () => {
  await backend.lapse(owner);
  await renderPage('/noticeboard', { backend: connection, person: owner });
  await screen.findByText(/^Your trial has ended or your subscription is inactive/);
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 year'
     where id = $1`,
    [owner.id],
  );
  returnToApp();
  await waitFor(() => expect(screen.queryByText(/^Your trial has ended/)).not.toBeInTheDocument());
});

/** Saves a job and waits until it is sent; the returned function saves the same job as a new entry. */
async function sendJob() {
  await saveQuantity('7');
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  const [{ save }, { entriesOf }] = await Promise.all([
    import('@/offline/outbox/outbox'),
    import('@/offline/outbox/store/store'),
  ]);
  const [sent] = await entriesOf(driver.id);
  if (!sent) throw new Error('nothing was saved');
  const { userId, accountId, kind, version, fields, title } = sent;
  const copy = { userId, accountId, kind, version, fields, title, action: 'insert', seen: null, parents: [] } as const;
  return () => act(() => save({ ...copy, parents: [], id: crypto.randomUUID() }));
}

test('refused entries are sent when the user comes back to the app, or with the next entry that the server accepts', async () => {
  const saveAnother = await sendJob();
  /** Leaves an entry that was refused during a suspension; then restores access without the app noticing. */
  const refuseJob = async () => {
    await setStatus('suspended');
    await saveAnother();
    await screen.findByRole('button', { name: /1 needs attention/ });
    await setStatus('active');
  };
  await refuseJob();
  returnToApp();
  await waitFor(async () => expect(await quantities()).toEqual([7, 7, 74]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /needs attention/ })).not.toBeInTheDocument());
  await refuseJob();
  await saveAnother();
  await waitFor(async () => expect(await quantities()).toEqual([7, 7, 7, 7, 74]));
});
