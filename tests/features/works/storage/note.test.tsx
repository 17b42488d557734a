// F23: a private window can't be detected. If the browser has not granted persistent storage and the app is not
// installed, a note on Add Work says before the first entry what may be deleted, once per device.
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, resizeWindow } from '../works-helpers';

const NOTE = /^This browser may clear unsent entries when it is closed; a private window always does\./;

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});
afterAll(() => backend.close());
beforeEach(() => {
  resizeWindow(390);
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'storage');
  Reflect.deleteProperty(navigator, 'standalone');
});

/** Sets whether the browser has granted persistent storage. */
const setPersisted = (persisted: boolean) =>
  Object.defineProperty(navigator, 'storage', {
    value: { persisted: () => Promise.resolve(persisted) },
    configurable: true,
  });
const open = async (person = owner) => {
  const page = await renderPage('/add-work', { backend, person });
  await screen.findByRole('button', { name: /^Hill Farm/ });
  return page;
};
const storageNote = () => screen.findByText(NOTE);
const expectNoNote = async () => {
  await waitFor(() => expect(screen.getByText('Nothing waits on this phone.')).toBeInTheDocument());
  // Leaves time for the browser's answer about persistent storage.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
};

test('in a browser without the storage API the note is shown until it is dismissed on this device (F23)', async () => {
  const { user } = await open();
  expect(await storageNote()).toHaveTextContent(/Install the app, or use a normal window\.$/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await expectNoNote();
  act(() => cleanup());
  await open();
  await expectNoNote();
});

test('with persistent storage or the installed app no note is shown (F23)', async () => {
  setPersisted(true);
  await open();
  await expectNoNote();
  act(() => cleanup());
  setPersisted(false);
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
  await open();
  await expectNoNote();
});

test('the note disappears with the first entry, and does not come back once that is sent (F23)', async () => {
  setPersisted(false);
  const person = await backend.employeeOf(owner, { firstName: 'Sam' });
  const { user } = await open(person);
  await storageNote();
  await user.click(screen.getByRole('button', { name: /^Hill Farm/ }));
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await screen.findByRole('button', { name: 'Save work' });
  // On a phone there is no space for the note above the keypad.
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '7' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  await waitFor(() => expect(localStorage.getItem('farm-diary-keep-note')).not.toBeNull());
  act(() => cleanup());
  // Another person, who has saved nothing on this device.
  await open(await backend.employeeOf(owner, { firstName: 'Jo' }));
  await expectNoNote();
});
