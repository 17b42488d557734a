// A cache that never answers does not keep the app closed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardCaches } from '@/app/version/cache-guard';

const found = new Response('stored');
let onLine: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const guarded = (match: () => Promise<Response | undefined>) => {
  const storage = { match } as unknown as CacheStorage;
  guardCaches(storage);
  return storage;
};

test('what the cache has is given, however late without signal', async () => {
  onLine = false;
  const late = guarded(() => new Promise((resolve) => setTimeout(() => resolve(found), 60_000)));
  const answer = late.match('/index.html');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toBe(found);
  onLine = true;
  expect(await guarded(() => Promise.resolve(found)).match('/index.html')).toBe(found);
  await expect(guarded(() => Promise.reject(new Error('broken'))).match('/index.html')).rejects.toThrow('broken');
});

test('with signal, one that does not answer counts as empty after five seconds, and is asked no more', async () => {
  onLine = true;
  const match = vi.fn(() => new Promise<undefined>(() => undefined));
  const dead = guarded(match);
  let isGivenUp = false;
  void dead.match('/index.html').then(() => (isGivenUp = true));
  await vi.advanceTimersByTimeAsync(4999);
  expect(isGivenUp).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isGivenUp).toBe(true);
  expect(await dead.match('/boot.js')).toBeUndefined();
  expect(match).toHaveBeenCalledTimes(1);
});
