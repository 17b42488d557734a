// In a process of its own: its page stays out of date.
// F29: a newer version of the app in another tab has upgraded the database. The page says so and loses no input.
import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import { openDB } from 'idb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, resizeWindow } from '../works/works-helpers';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const NEWER = /^A newer version of Farm Diary is open on this device\. Reload to go on/;
const storedDrafts = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith('farm-diary-draft '))
    .map(([, text]) => String(text));

/** The same localStorage on a device without free space. */
const withoutSpace = (storage: Storage) =>
  new Proxy(storage, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return name === 'setItem' ? refuse : typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
const refuse = () => {
  throw new DOMException('The quota was exceeded', 'QuotaExceededError');
};

test('a newer version in another tab is reported, and Reload saves the input first, or asks (F29)', async () => {
  resizeWindow(390);
  const reload = vi.fn();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  const owner = await backend.user({ firstName: 'Alex' });
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: '7' }));
  await waitFor(() => expect(screen.getByText('Nothing waits on this phone.')).toBeInTheDocument());
  expect(screen.queryByText(NEWER)).not.toBeInTheDocument();
  const newer = await openDB('farm-diary-outbox', 9);
  expect(await screen.findByText(NEWER)).toBeVisible();
  expect(screen.queryByText(/cannot keep entries offline/)).not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: '8' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(
    await screen.findAllByText(/so this page cannot save the entry\. Reload it: what you typed is kept\.$/),
  ).not.toHaveLength(0);
  expect(screen.queryByText(/storage is full/)).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Work entry saved!' })).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Bales' })).toHaveValue('78');

  // Signing out could neither ask about waiting entries nor remove them.
  await user.click(screen.getByRole('button', { name: /, Admin$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  expect(await screen.findByText(/Reload this page, then sign out\.$/)).toBeVisible();

  vi.stubGlobal('localStorage', withoutSpace(localStorage));
  await user.click(screen.getByRole('button', { name: '9' }));
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByText(/can’t be kept here\. Note it down first/)).toBeVisible();
  expect(reload).not.toHaveBeenCalled();

  vi.unstubAllGlobals();
  await user.click(screen.getByRole('button', { name: '0' }));
  await user.click(screen.getByRole('button', { name: 'Reload anyway' }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(storedDrafts().join()).toContain('"7890"');
  act(() => newer.close());
});
