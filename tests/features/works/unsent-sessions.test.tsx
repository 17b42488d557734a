// Entries that wait while a session ends, expires or changes to another person.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { log, priceList, resize, stored } from './farm';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resize(390);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await priceList(owner, [['Baling', 'bale', 6.22]]);
  await log(owner, [{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 }]);
});

const KEPT = 'sb-localhost-auth-token';
const HILL = '/add-work?customer=Hill+Farm&task=Baling';
const quantities = async () => (await stored(backend, owner)).map(({ quantity }) => quantity).sort();
const state = (name: RegExp) => screen.findByRole('button', { name });

/** Saves an entry offline. */
async function waitingEntry(fetch = connection.fetch) {
  const page = await renderPage(HILL, { backend: { fetch }, person: driver });
  await page.user.click(await screen.findByRole('button', { name: '7' }));
  connection.cut();
  await page.user.click(screen.getByRole('button', { name: 'Save work' }));
  await state(/^1 entry waits to be sent/);
  return page;
}

const alreadyUsed = () =>
  Response.json(
    { code: 'refresh_token_already_used', error_code: 'refresh_token_already_used', msg: 'Already Used' },
    { status: 400 },
  );

/** The backend refusing a token for works until `renewed`, with `renew` as the result of refreshing it. */
function refusing(renew: 'works' | 'is refused') {
  let renewed = false;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'POST' && request.url.includes('/rest/v1/works?') && !renewed)
      return Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 });
    if (request.url.includes('/auth/v1/token?grant_type=refresh_token')) {
      if (renew === 'is refused') return alreadyUsed();
      renewed = true;
    }
    return connection.fetch(request);
  };
  return fetch;
}

test('a refused token is refreshed before the user is asked to sign in (F15, F27)', async () => {
  await waitingEntry(refusing('works'));
  connection.restore();
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  expect(await state(/^Everything is sent/)).toBeInTheDocument();
});

test('a session refused for good keeps the entries, says so, and they are sent after signing in (F16)', async () => {
  await waitingEntry(refusing('is refused'));
  connection.restore();
  expect(await screen.findByText(/^Sign in to send 1 entry\./)).toBeInTheDocument();
  expect(await quantities()).toEqual([74]);
  act(() => cleanup());
  // The app has ended that session: sign in again for a new one.
  await driver.auth.signInWithPassword({ email: driver.email, password: PASSWORD });
  await renderPage('/works-list', { backend: connection, person: driver });
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
});

/** Makes the token on this device expired by its own clock. */
function runOut() {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as object;
  localStorage.setItem(KEPT, JSON.stringify({ ...kept, expires_at: 1, expires_in: 0 }));
}

test('a refused refresh ends the session; after signing in there, waiting entries are sent (F16)', async () => {
  let refuses = true;
  const { user } = await waitingEntry((input, init) => {
    const request = new Request(input, init);
    return refuses && request.url.includes('/auth/v1/token?grant_type=refresh_token')
      ? Promise.resolve(alreadyUsed())
      : connection.fetch(request);
  });
  runOut();
  connection.restore();
  expect(await screen.findByText(/^Sign in to send 1 entry\./)).toBeInTheDocument();
  const db = await import('@/offline/outbox/store/store');
  await waitFor(async () => expect((await db.sendStateOf(driver.id)).needsSignIn).toBe(true));
  refuses = false;
  await user.type(await screen.findByLabelText('Email'), driver.email);
  await user.type(screen.getByLabelText('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  expect(await state(/^Everything is sent/)).toBeInTheDocument();
});

test('a token refused together with its refresh is not used any more, and the page asks to sign in (F16)', async () => {
  let tries = 0;
  const refused = refusing('is refused');
  await waitingEntry((input, init) => {
    const request = new Request(input, init);
    if (request.method === 'POST' && request.url.includes('/rest/v1/works?') && navigator.onLine) tries += 1;
    return refused(request);
  });
  connection.restore();
  expect(await screen.findByText(/^Sign in to send 1 entry\./)).toBeInTheDocument();
  const before = tries;
  const { sendStateOf } = await import('@/offline/outbox/store/store');
  for (let n = 0; n < 3; n += 1) {
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(async () => expect(await sendStateOf(driver.id)).toMatchObject({ needsSignIn: true }));
  }
  expect(tries).toBe(before);
});

test('a token that the outbox had refreshed is no reason to send again at once, any other new token is (F16)', async () => {
  await renderPage('/works-list', { backend: connection, person: driver });
  await state(/^Everything is sent/);
  const { onNewToken, outboxToken } = await import('@/session/outbox-token');
  const { client } = await import('@/session/session-store');
  const told = vi.fn();
  const stop = onNewToken(told);
  expect(await outboxToken(driver.id, true)).toMatchObject({ kind: 'token' });
  await (await client()).auth.refreshSession();
  await waitFor(() => expect(told).toHaveBeenCalled());
  expect(told).toHaveBeenCalledTimes(1);
  stop();
});

test('another person on this phone neither sees nor sends them (F17)', async () => {
  await waitingEntry();
  await waitFor(() => expect(connection.requests).toContain('POST /rest/v1/works'));
  act(() => cleanup());
  connection.restore();
  const other = await backend.employeeOf(owner, { firstName: 'Kim', lastName: 'Second' });
  await renderPage('/works-list?person=all', { backend: connection, person: other });
  await screen.findAllByRole('link', { name: /Baling/ });
  expect(await state(/^Everything is sent/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Waiting to be sent' })).not.toBeInTheDocument();
  expect(await quantities()).toEqual([74]);
  act(() => cleanup());
  await renderPage('/works-list', { backend: connection, person: driver });
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  expect((await stored(backend, owner)).find(({ quantity }) => quantity === 7)?.employee_id).toBe(driver.id);
});

test('signing out asks while entries wait, and keeps them', async () => {
  const { user } = await waitingEntry((input, init) => {
    const request = new Request(input, init);
    const resting = request.method === 'POST' && request.url.includes('/rest/v1/works?');
    return resting ? Promise.resolve(new Response('', { status: 503 })) : backend.fetch(request);
  });
  await user.click(screen.getByRole('button', { name: 'Sam Driver, Employee' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  expect(await screen.findByRole('dialog', { name: '1 entry is not sent yet. Sign out?' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sam Driver, Employee' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  await user.click(await screen.findByRole('button', { name: 'Keep and sign out' }));
  expect(await screen.findByText(/^Sign in to send 1 entry\./)).toBeInTheDocument();
});

test('removed from the farm meanwhile: the entry waits with the reason, and can be exported (F18)', async () => {
  // The embedded backend logs refusals to the console of the process it shares with the app.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const files: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) files.push(file.name);
    return 'blob:kept';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await waitingEntry();
  await backend.sql('update public.profiles set admin_id = null where id = $1', [driver.id]);
  connection.restore();
  await user.click(await state(/1 needs attention/));
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(files).toEqual(['unsent-entries.json', 'unsent-entries.csv']);
  expect(await quantities()).toEqual([74]);
});
