// Signing out on a shared phone works at once, online or offline, in every tab, and leaves no data behind.
import { act, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { client, currentSession } from '@/session/session-store';
import { signOut } from '@/session/sign-out';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { holdRequests } from '@tests/support/hold-requests';
import { renderPage } from '@tests/support/render-page';
import { disk, connectionTo, waitForWorksOnDisk } from '../offline/phone';

const SESSION_KEY = 'sb-localhost-auth-token';

let backend: TestBackend;
let alex: Person;
beforeAll(async () => {
  backend = await testBackend();
  alex = await backend.user({ firstName: 'Alex', lastName: 'Hill', email: 'alex@example.test' });
  const job = { customer: 'Secret Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 2, quantity: 3 };
  const { error } = await alex.from('works').insert({ ...job, work_date: '2026-11-01', user_id: alex.id });
  if (error) throw error;
});
afterAll(() => backend.close());

const sessions = () => backend.sql('select id from auth.sessions where user_id = $1', [alex.id]);
/** The content of the page's localStorage and sessionStorage as text. */
const storageText = () =>
  [localStorage, sessionStorage]
    .flatMap((store) =>
      Array.from({ length: store.length }, (_, at) => store.key(at) ?? '').map((key) => [store, key] as const),
    )
    .map(([store, key]) => `${key}=${store.getItem(key) ?? ''}`)
    .join('\n');
const openSignedIn = async (fetch: TestBackend['fetch']) => {
  await alex.auth.signInWithPassword({ email: alex.email, password: 'correct horse 26' });
  const page = await renderPage('/diary', { backend: { fetch }, person: alex });
  await page.screen.findByRole('heading', { name: 'Diary' });
  return page;
};

test('the next person on the phone finds nothing of the previous one (A76)', async () => {
  const { screen } = await openSignedIn(backend.fetch);
  await waitForWorksOnDisk(1);
  expect(storageText()).toMatch(/alex@.*eyJ|eyJ.*alex@/);
  await act(() => signOut());
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  await waitFor(async () => expect((await disk()).text).toBe('[[],[],[]]'));
  expect(storageText()).not.toMatch(/alex|token|eyJ/i);
  act(() => window.history.back());
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
});

test('signing out offline clears the phone at once, and ends the session on the server once online (A77)', async () => {
  const connection = connectionTo(backend);
  const { screen } = await openSignedIn(connection.fetch);
  await waitForWorksOnDisk(1);
  const before = (await sessions()).length;
  connection.cut('refused', true);
  await act(() => signOut());
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  expect(currentSession()).toEqual({ kind: 'signedOut' });
  expect(storageText()).not.toMatch(/alex|eyJ/i);
  await waitFor(async () => expect((await disk()).text).not.toContain('Secret Farm'));
  expect(await sessions()).toHaveLength(before);
  connection.restore();
  await waitFor(async () => expect(await sessions()).toHaveLength(before - 1));
});

test('signing out without a response counts as offline (A77)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const connection = connectionTo(backend);
  await openSignedIn(connection.fetch);
  connection.cut('refused');
  await act(() => signOut());
  expect(currentSession()).toEqual({ kind: 'signedOut' });
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test('a refresh under way does not sign in again (A77)', async () => {
  const slow = holdRequests(backend, /grant_type=refresh_token/);
  await openSignedIn(slow.fetch);
  const refresh = (await client()).auth.refreshSession();
  await waitFor(() => expect(slow.held()).toBe(1));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(() => signOut());
  slow.release();
  await act(async () => {
    await refresh;
  });
  await waitFor(() => expect(localStorage.getItem(SESSION_KEY)).toBeNull());
  expect(currentSession()).toEqual({ kind: 'signedOut' });
});

test('another tab of the browser is signed out too, and can write nothing more (A78)', async () => {
  const connection = connectionTo(backend);
  const { screen } = await openSignedIn(connection.fetch);
  localStorage.removeItem(SESSION_KEY);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null })));
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  const { error } = await (await client()).from('works').insert({ customer: 'x', task_name: 'x' } as never);
  expect(error?.code).toBe('42501');
  expect(await backend.sql('select count(*)::int as n from public.works')).toEqual([{ n: 1 }]);
});
