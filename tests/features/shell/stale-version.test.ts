import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnceForNewVersion } from '@/app/version/stale-version';
import { beforeReload, followTyping } from '@/lib/before-reload';
import { prefetch } from '@/lib/prefetch';

const reload = vi.fn();
reloadOnceForNewVersion();
beforeEach(() => void vi.spyOn(window.location, 'reload').mockImplementation(reload));
afterEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

/** Fails like a file that is no longer on the server: Vite notifies the page, then the import rejects. */
async function fileIsGone(): Promise<never> {
  const error = new TypeError('Failed to fetch dynamically imported module');
  await Promise.resolve();
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  throw error;
}

const ask = () => fileIsGone().catch(() => undefined);
/** A screen is loaded through several functions that wait for each other. */
const askThrough = async () => ({ default: await (async () => [await fileIsGone()])() });
const fetchUnasked = () => prefetch(askThrough).catch(() => undefined);

const inAMoment = () => new Promise((resolve) => setTimeout(resolve, 50));
const reloaded = (times: number) => vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(times));

test('a missing file of an old version reloads the page, at most once a minute', async () => {
  await ask();
  await reloaded(1);
  await ask();
  await inAMoment();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 61_000);
  await ask();
  await reloaded(2);
});

test('input is saved at once, before reloading (F31)', async () => {
  let put: () => void = () => undefined;
  const call = vi.fn(() => new Promise<boolean>((done) => (put = () => done(true))));
  const stay = beforeReload(call);
  let callsAtOnce = 0;
  window.addEventListener('vite:preloadError', () => void (callsAtOnce = call.mock.calls.length), { once: true });
  await ask();
  expect(callsAtOnce).toBe(1);
  await inAMoment();
  expect(reload).not.toHaveBeenCalled();
  put();
  await reloaded(1);
  stay();
});

test('input that can’t be saved is not discarded (F29)', async () => {
  const stay = beforeReload(() => Promise.resolve(false));
  await ask();
  await inAMoment();
  expect(reload).not.toHaveBeenCalled();
  stay();
});

test('a form that is not kept as a draft prevents the reload', async () => {
  followTyping();
  const form = document.body.appendChild(document.createElement('form'));
  const field = form.appendChild(document.createElement('input'));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await ask();
  await inAMoment();
  expect(reload).not.toHaveBeenCalled();
  form.remove();
  await ask();
  await reloaded(1);
});

test('a missing prefetched file reloads nothing, and does not use up the one reload per minute (F30)', async () => {
  await fetchUnasked();
  await inAMoment();
  expect(reload).not.toHaveBeenCalled();
  // The same file requested by the user while it is being prefetched.
  await Promise.all([fetchUnasked(), ask(), fetchUnasked()]);
  await reloaded(1);
});

test('a failed prefetch is reported to its caller (F30)', async () => {
  await expect(prefetch(fileIsGone)).rejects.toThrow('Failed to fetch');
});

test('offline nothing is discarded', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await ask();
  await inAMoment();
  expect(reload).not.toHaveBeenCalled();
});
