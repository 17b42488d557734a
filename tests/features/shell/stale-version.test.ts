import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnceForNewVersion } from '@/app/stale-version';
import { beforeLeaving, followTyping } from '@/lib/leaving';
import { unasked } from '@/lib/unasked';

const reload = vi.fn();
reloadOnceForNewVersion();
beforeEach(() => void vi.spyOn(window.location, 'reload').mockImplementation(reload));
afterEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

/** Fails as a file does that is not on the server any more: Vite tells the page, and then whoever asked. */
async function fileIsGone(): Promise<never> {
  const error = new TypeError('Failed to fetch dynamically imported module');
  await Promise.resolve();
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  throw error;
}

const ask = () => fileIsGone().catch(() => undefined);
/** Whoever fetches a screen does so through several functions that wait for each other. */
const askThrough = async () => ({ default: await (async () => [await fileIsGone()])() });
const fetchUnasked = () => unasked(askThrough).catch(() => undefined);

const inAMoment = () => new Promise((resolve) => setTimeout(resolve, 50));
const reloaded = (times: number) => vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(times));

test('a file of an old version brings the page anew, once a minute at most', async () => {
  await ask();
  await reloaded(1);
  await ask();
  await inAMoment();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 61_000);
  await ask();
  await reloaded(2);
});

test('F31: what is typed is put away at once, and first', async () => {
  let put: () => void = () => undefined;
  const call = vi.fn(() => new Promise<boolean>((done) => (put = () => done(true))));
  const stay = beforeLeaving(call);
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

test('F29: what can’t be put away is not thrown away', async () => {
  const stay = beforeLeaving(() => Promise.resolve(false));
  await ask();
  await inAMoment();
  expect(reload).not.toHaveBeenCalled();
  stay();
});

test('over a form that nothing keeps no page is brought anew', async () => {
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

test('F30: a file that nobody asked for reloads nothing, and costs nobody the one reload of the minute', async () => {
  await fetchUnasked();
  await inAMoment();
  expect(reload).not.toHaveBeenCalled();
  // The same file, asked for by somebody while it is fetched unasked, too.
  await Promise.all([fetchUnasked(), ask(), fetchUnasked()]);
  await reloaded(1);
});

test('F30: whoever fetches unasked hears of the failure', async () => {
  await expect(unasked(fileIsGone)).rejects.toThrow('Failed to fetch');
});

test('without a connection nothing is thrown away', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await ask();
  await inAMoment();
  expect(reload).not.toHaveBeenCalled();
});
