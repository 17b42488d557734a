// A wrong clock that is corrected while offline: each instant is corrected by the clock's error at that time.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 20, 8);

/**
 * The true time, how far the device's clock is ahead of it, and how long the page's monotonic clock has stood still.
 */
let time = { passed: 0, ahead: 0, slept: 0 };
let clock: typeof import('@/lib/device-clock');
const load = async () => {
  vi.resetModules();
  clock = await import('@/lib/device-clock');
};
beforeEach(async () => {
  localStorage.clear();
  time = { passed: 0, ahead: 0, slept: 0 };
  vi.spyOn(Date, 'now').mockImplementation(() => START + time.passed + time.ahead);
  vi.spyOn(performance, 'now').mockImplementation(() => 1000 + time.passed - time.slept);
  await load();
});
afterEach(() => vi.restoreAllMocks());

/** Minutes between two presses, each by the server's time as the device knows it. */
const press = () => clock.serverNow().getTime();
const minutes = (from: number, to: number) => Math.round((to - from) / MINUTE);
/** While awake, the page checks the clock every minute. */
function pass(ms: number) {
  for (let left = ms; left > 0; left -= MINUTE) {
    time.passed += Math.min(left, MINUTE);
    clock.skewNow();
  }
}
function sleep(ms: number) {
  time.passed += ms;
  time.slept += ms;
  clock.skewNow();
}

test.each([180, 120])('an hour ahead and corrected in between: %i true minutes are counted', (worked) => {
  time.ahead = HOUR;
  clock.keepSkew(3600);
  const start = press();
  pass(20 * MINUTE);
  time.ahead = 0;
  pass((worked - 20) * MINUTE);
  expect(minutes(start, press())).toBe(worked);
  expect(clock.skewNow()).toBe(0);
});

test('an hour behind and corrected in between: 120 true minutes are counted', () => {
  time.ahead = -HOUR;
  clock.keepSkew(-3600);
  const start = press();
  pass(30 * MINUTE);
  time.ahead = 0;
  pass(90 * MINUTE);
  expect(minutes(start, press())).toBe(120);
});

test('corrected while the app was closed: 40 true minutes are counted', async () => {
  time.ahead = HOUR;
  clock.keepSkew(3600);
  const start = press();
  pass(20 * MINUTE);
  await load();
  time.ahead = 0;
  time.passed += 20 * MINUTE;
  expect(minutes(start, press())).toBe(40);
});

test('a device that sleeps is not mistaken for a changed clock', () => {
  time.ahead = HOUR;
  clock.keepSkew(3600);
  const start = press();
  sleep(3 * HOUR);
  expect(minutes(start, press())).toBe(180);
  expect(clock.skewNow()).toBe(3600);
});

test('a right clock set back a day is followed, on this page and partly after the next start', async () => {
  clock.keepSkew(0);
  pass(10 * MINUTE);
  time.ahead = -24 * HOUR;
  expect(press()).toBe(START + 10 * MINUTE);
  clock.keepSkew(0);
  time.ahead = 0;
  clock.keepSkew(0);
  await load();
  time.ahead = -24 * HOUR;
  time.passed += 30 * MINUTE;
  // How long the app was closed is unknown: it is not earlier than when it was last open.
  expect(press()).toBe(START + 10 * MINUTE);
});

test('the estimate is dropped after the next contact, and without one nothing is known', () => {
  expect(clock.skewNow()).toBeNull();
  time.ahead = HOUR;
  clock.keepSkew(3600);
  pass(5 * MINUTE);
  time.ahead = 2 * HOUR;
  clock.keepSkew(7200);
  expect(press()).toBe(START + 5 * MINUTE);
  const heard = vi.fn();
  const leave = clock.onSkew(heard);
  clock.keepSkew(7200);
  expect(heard).not.toHaveBeenCalled();
  clock.keepSkew(0);
  expect(heard).toHaveBeenCalledTimes(1);
  leave();
});
