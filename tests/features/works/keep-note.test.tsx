// F23: a private window can't be detected. If the browser has not granted persistent storage and the app is not
// installed, Add Work says before the first entry what may be deleted; once per device.
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { log, resize } from './farm';

const NOTE = /^This browser may clear unsent entries when it is closed; a private window always does\./;

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  await log(owner, [{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 }]);
});
afterAll(() => backend.close());
beforeEach(() => {
  resize(390);
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'storage');
  Reflect.deleteProperty(navigator, 'standalone');
});

/** Whether the browser has granted persistent storage. */
const promises = (persisted: boolean) =>
  Object.defineProperty(navigator, 'storage', {
    value: { persisted: () => Promise.resolve(persisted) },
    configurable: true,
  });
const open = async (person = owner) => {
  const page = await renderPage('/add-work', { backend, person });
  await screen.findByRole('button', { name: /^Hill Farm/ });
  return page;
};
const note = () => screen.findByText(NOTE);
const noNote = async () => {
  await waitFor(() => expect(screen.getByText('Everything is sent.')).toBeInTheDocument());
  // The browser has been asked by then.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
};

test('without persistent storage the note is shown, until dismissed by anyone on this device (F23)', async () => {
  promises(false);
  const { user } = await open();
  expect(await note()).toHaveTextContent(/Install the app, or use a normal window\.$/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await noNote();
  act(() => cleanup());
  await open();
  await noNote();
});

test('a browser that can’t even be asked grants nothing (F23)', async () => {
  await open();
  expect(await note()).toBeVisible();
});

test('with persistent storage, or the app installed, nothing is shown (F23)', async () => {
  promises(true);
  await open();
  await noNote();
  act(() => cleanup());
  promises(false);
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
  await open();
  await noNote();
});

test('with the first entry it disappears, and does not come back long after that is sent (F23)', async () => {
  promises(false);
  const person = await backend.employeeOf(owner, { firstName: 'Sam' });
  const { user } = await open(person);
  await note();
  await user.click(screen.getByRole('button', { name: /^Hill Farm/ }));
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await screen.findByRole('button', { name: 'Save work' });
  // On a phone nothing more may be above the keypad.
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '7' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  await waitFor(() => expect(localStorage.getItem('farm-diary-keep-note')).not.toBeNull());
  act(() => cleanup());
  // Another person, who has saved nothing here.
  await open(await backend.employeeOf(owner, { firstName: 'Jo' }));
  await noNote();
});
