import { waitFor } from '@testing-library/react';
// In a process of its own: reloadOnceForNewVersion adds a listener to the window that no test can remove.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnceForNewVersion } from '@/app/version/stale-version';
import { beforeReload, trackInput } from '@/lib/before-reload';
import { prefetch } from '@/lib/prefetch';
import { eventLoopTurns } from '@tests/support/event-loop-turns';

const reload = vi.fn();
reloadOnceForNewVersion();
beforeEach(() => void vi.spyOn(window.location, 'reload').mockImplementation(reload));
afterEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

/** Fails like a file that is no longer on the server: Vite notifies the page, then the import rejects. */
async function loadMissingFile(): Promise<never> {
  const error = new TypeError('Failed to fetch dynamically imported module');
  await Promise.resolve();
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  throw error;
}

const requestFile = () => loadMissingFile().catch(() => undefined);
/** A screen is loaded through several functions that wait for each other. */
const requestIndirectly = async () => ({ default: await (async () => [await loadMissingFile()])() });
const prefetchFile = () => prefetch(requestIndirectly).catch(() => undefined);

const shortDelay = () => new Promise((resolve) => setTimeout(resolve, 50));
const expectReloads = (times: number) => waitFor(() => expect(reload).toHaveBeenCalledTimes(times));

test('a missing file of an old version reloads the page, at most once a minute', async () => {
  await requestFile();
  await expectReloads(1);
  await requestFile();
  await shortDelay();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 61_000);
  await requestFile();
  await expectReloads(2);
});

test('an error that a loaded file throws reloads nothing', async () => {
  const payload = new Error('This copy of the app has not been connected to a database.');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }));
  await eventLoopTurns();
  expect(reload).not.toHaveBeenCalled();
  // It does not count as the one reload of a minute either.
  await requestFile();
  await expectReloads(1);
});

test('input is saved at once and before the reload (F31)', async () => {
  let finishSaving: () => void = () => undefined;
  const saveInput = vi.fn(() => new Promise<boolean>((resolve) => (finishSaving = () => resolve(true))));
  const unregister = beforeReload(saveInput);
  let callsAtOnce = 0;
  window.addEventListener('vite:preloadError', () => void (callsAtOnce = saveInput.mock.calls.length), { once: true });
  await requestFile();
  expect(callsAtOnce).toBe(1);
  await shortDelay();
  expect(reload).not.toHaveBeenCalled();
  finishSaving();
  await expectReloads(1);
  unregister();
});

test('input that can’t be saved is not discarded (F29)', async () => {
  const unregister = beforeReload(() => Promise.resolve(false));
  await requestFile();
  await shortDelay();
  expect(reload).not.toHaveBeenCalled();
  unregister();
});

test('a form without a draft prevents the reload', async () => {
  trackInput();
  const form = document.body.appendChild(document.createElement('form'));
  const field = form.appendChild(document.createElement('input'));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await requestFile();
  await shortDelay();
  expect(reload).not.toHaveBeenCalled();
  form.remove();
  await requestFile();
  await expectReloads(1);
});

test('a missing prefetched file causes no reload, and does not count as the one reload per minute (F30)', async () => {
  await prefetchFile();
  await shortDelay();
  expect(reload).not.toHaveBeenCalled();
  // The same file requested by the user while it is being prefetched.
  await Promise.all([prefetchFile(), requestFile(), prefetchFile()]);
  await expectReloads(1);
});

test('a failed prefetch is reported to its caller (F30)', async () => {
  await expect(prefetch(loadMissingFile)).rejects.toThrow('Failed to fetch');
});

test('a missing file causes no reload offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await requestFile();
  await shortDelay();
  expect(reload).not.toHaveBeenCalled();
});
