// Signing out on a shared phone: at once, online or offline, in every tab, and with nothing left behind.
import { act, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { client, currentSession } from '@/session/session-store';
import { signOut } from '@/session/sign-in';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { disk, lineTo, worksOnDisk } from '../offline/phone';

const KEPT = 'sb-localhost-auth-token';

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
/** All that the page's storage holds, as text. */
const everythingKept = () =>
  [localStorage, sessionStorage]
    .flatMap((store) =>
      Array.from({ length: store.length }, (_, at) => store.key(at) ?? '').map((key) => [store, key] as const),
    )
    .map(([store, key]) => `${key}=${store.getItem(key) ?? ''}`)
    .join('\n');
const enter = async (fetch: TestBackend['fetch']) => {
  await alex.auth.signInWithPassword({ email: alex.email, password: 'correct horse 26' });
  const page = await renderPage('/diary', { backend: { fetch }, person: alex });
  await page.screen.findByRole('heading', { name: 'Diary' });
  return page;
};

test('the next person on the phone finds nothing of the previous one (A76)', async () => {
  const { screen } = await enter(backend.fetch);
  await worksOnDisk(1);
  expect(everythingKept()).toMatch(/alex@.*eyJ|eyJ.*alex@/);
  await act(() => signOut());
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  await waitFor(async () => expect((await disk()).text).not.toContain('Secret Farm'));
  expect(everythingKept()).not.toMatch(/alex|token|eyJ/i);
  act(() => window.history.back());
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
});

test('offline the phone forgets at once, and the server is told once online (A77)', async () => {
  const line = lineTo(backend);
  const { screen } = await enter(line.fetch);
  await worksOnDisk(1);
  const before = (await sessions()).length;
  line.cut('refused', true);
  await act(() => signOut());
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  expect(currentSession()).toEqual({ kind: 'signedOut' });
  expect(everythingKept()).not.toMatch(/alex|eyJ/i);
  await waitFor(async () => expect((await disk()).text).not.toContain('Secret Farm'));
  expect(await sessions()).toHaveLength(before);
  line.mend();
  await waitFor(async () => expect(await sessions()).toHaveLength(before - 1));
});

test('a missing response counts as offline (A77)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const line = lineTo(backend);
  await enter(line.fetch);
  line.cut('refused');
  await act(() => signOut());
  expect(currentSession()).toEqual({ kind: 'signedOut' });
  expect(localStorage.getItem(KEPT)).toBeNull();
});

test('a refresh under way does not sign in again (A77)', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const slow: TestBackend['fetch'] = async (input, init) => {
    if (new Request(input, init).url.includes('grant_type=refresh_token')) await held;
    return backend.fetch(input, init);
  };
  await enter(slow);
  const renewal = (await client()).auth.refreshSession();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(() => signOut());
  answer();
  await act(async () => {
    await renewal;
  });
  await waitFor(() => expect(localStorage.getItem(KEPT)).toBeNull());
  expect(currentSession()).toEqual({ kind: 'signedOut' });
});

test('another tab of the browser is signed out with it, and writes nothing more (A78)', async () => {
  const line = lineTo(backend);
  const { screen } = await enter(line.fetch);
  localStorage.removeItem(KEPT);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEPT, newValue: null })));
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  // The backend logs what it refuses.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { error } = await (await client()).from('works').insert({ customer: 'x', task_name: 'x' } as never);
  expect(error?.code).toBe('42501');
  expect(await backend.sql('select count(*)::int as n from public.works')).toEqual([{ n: 1 }]);
});
