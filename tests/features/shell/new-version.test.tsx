// In a process of its own: it registers a service worker for the page.
// An update asks for confirmation if an open form would lose its input, but not if a draft stores it.
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prefetchScreens, screenAt } from '@/app/route-screens';
import { routes } from '@/app/routes';
import { activateNewVersion, followVersions } from '@/app/version/new-version';
import { trackInput } from '@/lib/before-reload';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
const messageToWorker = vi.fn();
trackInput();
// Accepting reloads the page seconds later, perhaps in the next test.
const reload = vi.fn();
Object.defineProperty(window.location, 'reload', { value: reload });
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
});
let registration: { waiting: EventTarget | null };
let worker: EventTarget;
beforeEach(() => {
  // A waiting worker, as a browser reports it.
  const waiting = Object.assign(new EventTarget(), { postMessage: messageToWorker });
  worker = Object.assign(new EventTarget(), { controller: {} });
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, { get: (target, name) => (name === 'serviceWorker' ? worker : memberOf(target, name)) }),
  );
  registration = Object.assign(new EventTarget(), { waiting, installing: null, update: () => Promise.resolve() });
  // The app reads only these members of a registration.
  followVersions(registration as unknown as ServiceWorkerRegistration);
});
afterEach(() => {
  messageToWorker.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => backend.close());

function memberOf(target: Navigator, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? (member.bind(target) as unknown) : member;
}

const updateButton = () => screen.findByRole('button', { name: 'Update' });
const question = () => screen.queryByText(/^What you typed in the open form is not saved\./);

test('asks about unsaved input, which stays (F30)', async () => {
  const { user } = await renderPage('/invoice-settings', { backend, person: owner });
  const name = await screen.findByLabelText('Business name');
  await user.type(name, 'Marsh Farm');
  await user.click(await updateButton());
  expect(question()).toBeVisible();
  expect(messageToWorker).not.toHaveBeenCalled();
  expect(name).toHaveValue('Marsh Farm');
  await user.click(screen.getByRole('button', { name: 'Update anyway' }));
  expect(await screen.findByText('The new version is starting.')).toBeVisible();
  await waitFor(() => expect(messageToWorker).toHaveBeenCalledTimes(1));
});

test('does not ask about input that is stored in a draft (F30)', async () => {
  const { user } = await renderPage('/add-note', { backend, person: owner });
  await user.type(await screen.findByLabelText('Note'), 'Gate is broken');
  await user.click(await updateButton());
  await waitFor(() => expect(messageToWorker).toHaveBeenCalledTimes(1));
  expect(question()).toBeNull();
});

test('the prompt goes when the waiting version takes over after the page was reloaded', async () => {
  await renderPage('/add-note', { backend, person: owner });
  await updateButton();
  const activated = registration.waiting;
  registration.waiting = null;
  act(() => void activated?.dispatchEvent(new Event('statechange')));
  expect(screen.queryByRole('button', { name: 'Update' })).not.toBeInTheDocument();
});

test('no other screens are loaded from a version that is being replaced', async () => {
  const screens = new Set(routes.map(screenAt));
  const loads = [...screens].flatMap((screen) =>
    screen ? vi.spyOn(screen, 'load').mockResolvedValue(() => null) : [],
  );
  const loaded = () => loads.filter((load) => load.mock.calls.length > 0).length;
  await prefetchScreens('admin');
  expect(loaded()).toBe(0);
  const activated = registration.waiting;
  registration.waiting = null;
  activated?.dispatchEvent(new Event('statechange'));
  await prefetchScreens('admin');
  expect(loaded()).toBeGreaterThan(20);
  for (const load of loads) load.mockRestore();
});

test.each([
  ['is reported', () => worker.dispatchEvent(new Event('controllerchange'))],
  ['is not reported', () => Object.assign(registration.waiting ?? {}, { state: 'activated' })],
  ['never shows', () => undefined],
])('the page is reloaded once: when the version has taken over and that %s, or a minute later', async (_, takeOver) => {
  vi.useFakeTimers();
  await activateNewVersion();
  reload.mockClear();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(reload).not.toHaveBeenCalled();
  takeOver();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
