// An update asks once more before a form would lose its input, but not if a draft keeps it.
import { screen as page, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { followVersions } from '@/app/version/new-version';
import { followTyping } from '@/lib/before-reload';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
const taken = vi.fn();
followTyping();
// Accepting reloads the page seconds later, perhaps in the next test.
Object.defineProperty(window.location, 'reload', { value: () => undefined });
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
});
beforeEach(() => {
  // A waiting worker, as a browser reports it.
  const waiting = { postMessage: taken };
  const worker = Object.assign(new EventTarget(), { controller: {} });
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, { get: (of, name) => (name === 'serviceWorker' ? worker : value(of, name)) }),
  );
  const registration = Object.assign(new EventTarget(), { waiting, installing: null, update: () => Promise.resolve() });
  // Only what the app reads of a registration.
  followVersions(registration as unknown as ServiceWorkerRegistration);
});
afterEach(() => {
  taken.mockClear();
  vi.unstubAllGlobals();
});
afterAll(() => backend.close());

function value(of: Navigator, name: string | symbol): unknown {
  const found: unknown = Reflect.get(of, name, of);
  return typeof found === 'function' ? (found.bind(of) as unknown) : found;
}

const update = () => page.findByRole('button', { name: 'Update' });
const asked = () => page.queryByText(/^What you typed in the open form is not saved\./);

test('unsaved input causes a question, and stays (F30)', async () => {
  const { user } = await renderPage('/invoice-settings', { backend, person: owner });
  const name = await page.findByLabelText('Business name');
  await user.type(name, 'Marsh Farm');
  await user.click(await update());
  expect(asked()).toBeVisible();
  expect(taken).not.toHaveBeenCalled();
  expect(name).toHaveValue('Marsh Farm');
  await user.click(page.getByRole('button', { name: 'Update anyway' }));
  await waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
});

test('input kept in a draft causes none (F30)', async () => {
  const { user } = await renderPage('/add-note', { backend, person: owner });
  await user.type(await page.findByLabelText('Note'), 'Gate is broken');
  await user.click(await update());
  await waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
  expect(asked()).toBeNull();
});
