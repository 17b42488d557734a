// A wrong clock is corrected while offline: each recorded time is corrected by the error that the clock had then.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 20, 8);

/**
 * `passed`: the true time since START. `ahead`: how far the device's clock is ahead of the true time. `slept`: how long the
 * page's monotonic clock stood still because the device slept.
 */
let time = { passed: 0, ahead: 0, slept: 0 };
let clock: typeof import('@/lib/device/device-clock');
const load = async () => {
  vi.resetModules();
  clock = await import('@/lib/device/device-clock');
};
beforeEach(async () => {
  localStorage.clear();
  time = { passed: 0, ahead: 0, slept: 0 };
  vi.spyOn(Date, 'now').mockImplementation(() => START + time.passed + time.ahead);
  vi.spyOn(performance, 'now').mockImplementation(() => 1000 + time.passed - time.slept);
  await load();
});
afterEach(() => vi.restoreAllMocks());

/** The server's time as the device estimates it when a button is pressed. */
const timeOfPress = () => clock.serverNow().getTime();
const minutes = (from: number, to: number) => Math.round((to - from) / MINUTE);
/** Lets time pass while the device is awake: the page checks the clock every minute. */
function advance(ms: number) {
  for (let left = ms; left > 0; left -= MINUTE) {
    time.passed += Math.min(left, MINUTE);
    clock.currentSkew();
  }
}
function sleep(ms: number) {
  time.passed += ms;
  time.slept += ms;
  clock.currentSkew();
}

test.each([180, 120])(
  '%i minutes are counted correctly if the clock was an hour ahead and is corrected in between',
  (worked) => {
    time.ahead = HOUR;
    clock.storeSkew(3600);
    const start = timeOfPress();
    advance(20 * MINUTE);
    time.ahead = 0;
    advance((worked - 20) * MINUTE);
    expect(minutes(start, timeOfPress())).toBe(worked);
    expect(clock.currentSkew()).toBe(0);
  },
);

test('120 minutes are counted correctly if the clock was an hour behind and is corrected in between', () => {
  time.ahead = -HOUR;
  clock.storeSkew(-3600);
  const start = timeOfPress();
  advance(30 * MINUTE);
  time.ahead = 0;
  advance(90 * MINUTE);
  expect(minutes(start, timeOfPress())).toBe(120);
});

test('40 minutes are counted correctly if the clock is corrected while the app is closed', async () => {
  time.ahead = HOUR;
  clock.storeSkew(3600);
  const start = timeOfPress();
  advance(20 * MINUTE);
  await load();
  time.ahead = 0;
  time.passed += 20 * MINUTE;
  expect(minutes(start, timeOfPress())).toBe(40);
});

test('a sleeping device is not mistaken for a changed clock', () => {
  time.ahead = HOUR;
  clock.storeSkew(3600);
  const start = timeOfPress();
  sleep(3 * HOUR);
  expect(minutes(start, timeOfPress())).toBe(180);
  expect(clock.currentSkew()).toBe(3600);
});

test('the app ignores that a correct clock was set back a day; after a restart, it continues from the last time it was open', async () => {
  clock.storeSkew(0);
  advance(10 * MINUTE);
  time.ahead = -24 * HOUR;
  expect(timeOfPress()).toBe(START + 10 * MINUTE);
  clock.storeSkew(0);
  time.ahead = 0;
  clock.storeSkew(0);
  await load();
  time.ahead = -24 * HOUR;
  time.passed += 30 * MINUTE;
  // How long the app was closed is unknown, so the estimate is the time at which it was last open.
  expect(timeOfPress()).toBe(START + 10 * MINUTE);
});

test('the estimated clock error is replaced at each contact with the server, and is unknown before the first', () => {
  expect(clock.currentSkew()).toBeNull();
  time.ahead = HOUR;
  clock.storeSkew(3600);
  advance(5 * MINUTE);
  time.ahead = 2 * HOUR;
  clock.storeSkew(7200);
  expect(timeOfPress()).toBe(START + 5 * MINUTE);
  const listener = vi.fn();
  const unsubscribe = clock.onSkewChange(listener);
  clock.storeSkew(7200);
  expect(listener).not.toHaveBeenCalled();
  clock.storeSkew(0);
  expect(listener).toHaveBeenCalledTimes(1);
  unsubscribe();
});
