// Entries wait on the phone while the session ends or expires, or another person signs in.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, addTasks, resizeWindow, storedWorks } from './works-helpers';

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
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

const SESSION_KEY = 'sb-localhost-auth-token';
const HILL_FORM = '/add-work?customer=Hill+Farm&task=Baling';
const quantities = async () => (await storedWorks(backend, owner)).map(({ quantity }) => quantity).sort();
const trayButton = (name: RegExp) => screen.findByRole('button', { name });

/** Saves an entry offline. */
async function saveOffline(fetch = connection.fetch) {
  const page = await renderPage(HILL_FORM, { backend: { fetch }, person: driver });
  await page.user.click(await screen.findByRole('button', { name: '7' }));
  connection.cut();
  await page.user.click(screen.getByRole('button', { name: 'Save work' }));
  await trayButton(/^1 entry waits on this phone/);
  return page;
}

const alreadyUsed = () =>
  Response.json(
    { code: 'refresh_token_already_used', error_code: 'refresh_token_already_used', msg: 'Already Used' },
    { status: 400 },
  );

const tokenExpired = () => Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 });

const isNewWork = ({ method, url }: Request) => method === 'POST' && url.includes('/rest/v1/works?');

/** The backend refuses the token for works until it is refreshed, which succeeds or is refused. */
function backendRefusingToken(refresh: 'succeeds' | 'is refused') {
  let refreshed = false;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    if (isNewWork(request) && !refreshed) return tokenExpired();
    if (request.url.includes('/auth/v1/token?grant_type=refresh_token')) {
      if (refresh === 'is refused') return alreadyUsed();
      refreshed = true;
    }
    return connection.fetch(request);
  };
  return fetch;
}

test('a refused token is refreshed before the user is asked to sign in (F15, F27)', async () => {
  await saveOffline(backendRefusingToken('succeeds'));
  connection.restore();
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  expect(await trayButton(/^Nothing waits on this phone/)).toBeInTheDocument();
});

test('entries stay when the session is refused for good; its token is not used again, and they are sent after signing in (F16)', async () => {
  let attempts = 0;
  const fetch = backendRefusingToken('is refused');
  await saveOffline((input, init) => {
    const request = new Request(input, init);
    if (isNewWork(request) && navigator.onLine) attempts += 1;
    return fetch(request);
  });
  connection.restore();
  expect(await screen.findByText(/^Sign in to send 1 entry\./)).toBeInTheDocument();
  expect(await quantities()).toEqual([74]);
  const before = attempts;
  const { sendStateOf } = await import('@/offline/outbox/store/store');
  for (let n = 0; n < 3; n += 1) {
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(async () => expect(await sendStateOf(driver.id)).toMatchObject({ needsSignIn: true }));
  }
  expect(attempts).toBe(before);
  act(() => cleanup());
  // The app has ended that session: sign in again for a new one.
  await driver.auth.signInWithPassword({ email: driver.email, password: PASSWORD });
  await renderPage('/works-list', { backend: connection, person: driver });
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
});

/** Changes the stored session: its token has expired. */
function expireToken() {
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as object;
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }));
}

test('a refused refresh ends the session; entries are sent after signing in on the same page (F16)', async () => {
  let refuses = true;
  const { user } = await saveOffline((input, init) => {
    const request = new Request(input, init);
    if (refuses && request.url.includes('/auth/v1/token?grant_type=refresh_token'))
      return Promise.resolve(alreadyUsed());
    // An attempt may have taken the token before it expired.
    if (refuses && isNewWork(request)) return Promise.resolve(tokenExpired());
    return connection.fetch(request);
  });
  expireToken();
  connection.restore();
  expect(await screen.findByText(/^Sign in to send 1 entry\./)).toBeInTheDocument();
  const db = await import('@/offline/outbox/store/store');
  // The attempt under way has ended. If the session ended before it began, it was never made.
  await waitFor(async () => expect((await db.entriesOf(driver.id)).map(({ state }) => state)).toEqual(['queued']));
  refuses = false;
  await user.type(await screen.findByLabelText('Email'), driver.email);
  await user.type(screen.getByLabelText('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  expect(await trayButton(/^Nothing waits on this phone/)).toBeInTheDocument();
});

test('a new token is announced to the outbox, unless the outbox refreshed it itself (F16)', async () => {
  await renderPage('/works-list', { backend: connection, person: driver });
  await trayButton(/^Nothing waits on this phone/);
  const { onNewToken, outboxToken } = await import('@/session/outbox-token');
  const { client } = await import('@/session/session-store');
  const listener = vi.fn();
  const unsubscribe = onNewToken(listener);
  expect(await outboxToken(driver.id, true)).toMatchObject({ kind: 'token' });
  await (await client()).auth.refreshSession();
  await waitFor(() => expect(listener).toHaveBeenCalled());
  expect(listener).toHaveBeenCalledTimes(1);
  unsubscribe();
});

test('another person on this phone neither sees nor sends the waiting entries (F17)', async () => {
  await saveOffline();
  await waitFor(() => expect(connection.requests).toContain('POST /rest/v1/works'));
  act(() => cleanup());
  connection.restore();
  const other = await backend.employeeOf(owner, { firstName: 'Kim', lastName: 'Second' });
  await renderPage('/works-list?person=all', { backend: connection, person: other });
  await screen.findAllByRole('link', { name: /Baling/ });
  expect(await trayButton(/^Nothing waits on this phone/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Waiting on this phone' })).not.toBeInTheDocument();
  expect(await quantities()).toEqual([74]);
  act(() => cleanup());
  await renderPage('/works-list', { backend: connection, person: driver });
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  expect((await storedWorks(backend, owner)).find(({ quantity }) => quantity === 7)?.employee_id).toBe(driver.id);
});

test('signing out asks first while entries wait, and can keep them', async () => {
  const { user } = await saveOffline((input, init) => {
    const request = new Request(input, init);
    return isNewWork(request) ? Promise.resolve(new Response('', { status: 503 })) : backend.fetch(request);
  });
  await user.click(screen.getByRole('button', { name: 'Sam Driver, Employee' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  expect(await screen.findByRole('dialog', { name: '1 entry is only on this phone. Sign out?' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sam Driver, Employee' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  await user.click(await screen.findByRole('button', { name: 'Keep and sign out' }));
  expect(await screen.findByText(/^Sign in to send 1 entry\./)).toBeInTheDocument();
});

test('the entry of a person removed from the farm waits with the reason, and can be exported (F18)', async () => {
  const files: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) files.push(file.name);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await saveOffline();
  await backend.sql('update public.profiles set admin_id = null where id = $1', [driver.id]);
  // An attempt under way when the connection returns is followed by another, during which there is no Export button.
  await waitFor(() => expect(connection.requests).toContain('POST /rest/v1/works'));
  connection.restore();
  await user.click(await trayButton(/1 needs attention/));
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(files).toEqual(['unsent-entries.json', 'unsent-entries.csv']);
  expect(await quantities()).toEqual([74]);
});
