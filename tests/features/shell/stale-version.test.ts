import { afterEach, expect, test, vi } from 'vitest';
import { fetchAhead, fetchAsked, reloadOnceForNewVersion } from '@/app/stale-version';
import { beforeLeaving, followTyping } from '@/lib/leaving';

const reload = vi.fn();
reloadOnceForNewVersion();
afterEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

function fileIsGone() {
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  const event = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(event);
  return event;
}

const reloaded = (times: number) => vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(times));

test('a file of an old version brings the page anew, once a minute at most', async () => {
  expect(fileIsGone().defaultPrevented).toBe(true);
  await reloaded(1);
  expect(fileIsGone().defaultPrevented).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 61_000);
  fileIsGone();
  await reloaded(2);
});

test('F31: what is typed is put away first', async () => {
  let put: () => void = () => undefined;
  const stay = beforeLeaving(() => new Promise<void>((done) => (put = done)));
  expect(fileIsGone().defaultPrevented).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reload).not.toHaveBeenCalled();
  put();
  await reloaded(1);
  stay();
});

test('over a form that nothing keeps no page is brought anew', () => {
  followTyping();
  vi.setSystemTime(Date.now() + 61_000);
  const form = document.body.appendChild(document.createElement('form'));
  const field = form.appendChild(document.createElement('input'));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(fileIsGone().defaultPrevented).toBe(false);
  form.remove();
  expect(fileIsGone().defaultPrevented).toBe(true);
});

test('F30: a file that is fetched ahead and does not come reloads nothing; one that was asked for later does', async () => {
  vi.setSystemTime(Date.now() + 61_000);
  let fail: ((error: Error) => void) | null = null;
  const ahead = fetchAhead([() => Promise.resolve(), () => new Promise((_, failed) => (fail = failed))]);
  expect(fileIsGone().defaultPrevented).toBe(false);
  // One after the other.
  expect(fail).toBeNull();
  // Nor is one that somebody waits for held to be one of them.
  const asked = fetchAsked(() => new Promise((come) => queueMicrotask(() => come(fileIsGone().defaultPrevented))));
  expect(await asked).toBe(true);
  await reloaded(1);
  reload.mockClear();
  vi.setSystemTime(Date.now() + 61_000);
  (await vi.waitUntil(() => fail))(new Error('not there'));
  await ahead;
  expect(reload).not.toHaveBeenCalled();
  fileIsGone();
  await reloaded(1);
});

test('without a connection nothing is thrown away', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(fileIsGone().defaultPrevented).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
