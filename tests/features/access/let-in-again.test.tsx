// A person whose access returns is let in as soon as they look at the app, without waiting for the next minute.
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { lineTo } from '../offline/phone';
import { log, priceList, resize, stored } from '../works/farm';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let line: ReturnType<typeof lineTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  // The database logs its refusals there, which are expected here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  resize(390);
  line = lineTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await priceList(owner, [['Baling', 'bale', 6.22]]);
  await log(owner, [{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 }]);
});

const HILL = '/add-work?customer=Hill+Farm&task=Baling';
const quantities = async () => (await stored(backend, owner)).map(({ quantity }) => quantity).sort();
const returns = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
const suspend = (status: string) =>
  backend.sql('update public.profiles set person_status = $2 where id = $1', [driver.id, status]);

async function saved(key: string) {
  const { user } = await renderPage(HILL, { backend: line, person: driver });
  await user.click(await screen.findByRole('button', { name: key }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
}

test('an employee whose access returned is let in when they come back to the app', async () => {
  await suspend('suspended');
  await renderPage('/works-list', { backend: line, person: driver });
  await screen.findByText(/^Access Suspended/);
  await suspend('active');
  returns();
  await waitFor(() => expect(screen.queryByText(/^Access Suspended/)).not.toBeInTheDocument());
});

test('an employee whose access returned is let in when their connection comes back', async () => {
  await suspend('suspended');
  await renderPage('/works-list', { backend: line, person: driver });
  await screen.findByText(/^Access Suspended/);
  await suspend('active');
  line.mend();
  await waitFor(() => expect(screen.queryByText(/^Access Suspended/)).not.toBeInTheDocument());
});

test('a renewed account opens when its holder comes back to the app', async () => {
  await backend.lapse(owner);
  await renderPage('/noticeboard', { backend: line, person: owner });
  await screen.findByText(/^Your trial has ended or your subscription is inactive/);
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 year'
     where id = $1`,
    [owner.id],
  );
  returns();
  await waitFor(() => expect(screen.queryByText(/^Your trial has ended/)).not.toBeInTheDocument());
});

/** Has sent a job; the returned function saves another one. */
async function worker() {
  await saved('7');
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  const [{ save }, { entriesOf }] = await Promise.all([
    import('@/offline/outbox/outbox'),
    import('@/offline/outbox/store/store'),
  ]);
  const [sent] = await entriesOf(driver.id);
  if (!sent) throw new Error('nothing was saved');
  const { userId, accountId, kind, version, fields, title } = sent;
  const same = { userId, accountId, kind, version, fields, title, action: 'insert', seen: null, parents: [] } as const;
  return () => act(() => save({ ...same, parents: [], id: crypto.randomUUID() }));
}

/** While access was gone, the app did not notice it. */
async function refused() {
  const again = await worker();
  await suspend('suspended');
  await again();
  await screen.findByRole('button', { name: /1 needs attention/ });
  await suspend('active');
  return again;
}

test('refused entries are sent when the user comes back to the app', async () => {
  await refused();
  returns();
  await waitFor(async () => expect(await quantities()).toEqual([7, 7, 74]));
});

test('refused entries are sent with the next entry that the server accepts', async () => {
  const again = await refused();
  await again();
  await waitFor(async () => expect(await quantities()).toEqual([7, 7, 7, 74]));
});
