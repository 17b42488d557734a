import { afterEach, expect, test, vi } from 'vitest';
import { reloadOnceForNewVersion } from '@/app/stale-version';

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

test('a file of an old version brings the page anew, once a minute at most', () => {
  expect(fileIsGone().defaultPrevented).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(fileIsGone().defaultPrevented).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 61_000);
  fileIsGone();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without a connection nothing is thrown away', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(fileIsGone().defaultPrevented).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
