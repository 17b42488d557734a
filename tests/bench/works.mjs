// The works list with fifty thousand entries, on a desktop and on a phone: how soon it appears, how it scrolls, and its
// memory. The built app in Chromium, CPU slowed down four times, the three-year demo.
//
// From data to rows: from the last byte of the response (in the browser's resource timing) to the end of the frame that
// painted the rows, including parsing, rendering and painting. Measured on a device without a cached copy. With a copy the
// rows appear before any response, so the time counts from the press and includes rendering the whole page.
// The totals are requested together with the rows and take the database longer. In production the database runs on another
// machine; here it would use one of two cores meanwhile. So it is paused from the rows' response until they are painted.
// A second figure, without a limit, shows the time while the database works.
// Scrolling: a script scrolls by the same step in every frame, through thousands of rows: on a desktop 1,200 pixels a
// second (sixty frames of 20), like a wheel turned ten notches, on a phone 2,400, like a thumb. A trace gives the CPU
// time of every task of the page's main thread, as slowed down; the work of a frame is the sum of the tasks from one
// animation frame to the next. The first second, while the pace settles, does not count. Only the categories needed are
// traced: more would add a quarter to the work.
// Memory: the used heap after two garbage collections, after every row was read and the list was scrolled.
/* global window, MutationObserver, requestAnimationFrame, scheduler */
import { chromium } from 'playwright-core';
import { launchOptions } from '../support/chromium.mjs';
import { DEMO } from './client.mjs';
import { report } from './figures.mjs';
import { pauseAfterResponse } from './pause-process.mjs';
import { startServer } from './server.mjs';
import { waitIdle } from './visit.mjs';

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 }, step: 20 },
  phone: { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, step: 40 },
};
const FRAMES = 4000;
const SCROLLS = 3;
/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;
const MEGABYTE = 1e6;

/** Runs in the page before its scripts: records when rows were painted, and the list's requests. */
function watchRows() {
  // A task posted in a frame runs when that frame is painted; user-blocking, so before work that the page has deferred.
  const painted = (then) => requestAnimationFrame(() => scheduler.postTask(then, { priority: 'user-blocking' }));
  /**
   * Resolves with the ms from the first response to a request for `path` made after this call, to the first paint for which
   * `done` returns true.
   */
  window.timeFromData = (path, done) =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      performance.clearResourceTimings();
      const check = () => {
        if (!done()) return false;
        painted(() => {
          const now = performance.now();
          const ends = performance
            .getEntriesByType('resource')
            .filter(
              ({ name, startTime, responseEnd }) => name.includes(path) && startTime >= startedAt && responseEnd < now,
            )
            .map(({ responseEnd }) => responseEnd);
          // Cached rows appear before any response: they count from the press.
          resolve(now - (ends.length > 0 ? Math.min(...ends) : startedAt));
        });
        return true;
      };
      const observer = new MutationObserver(() => {
        if (check()) observer.disconnect();
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
}

/** Runs in the page: scrolls by `step` pixels in each of this many frames. */
function scrollFrames({ frames, step }) {
  return new Promise((resolve) => {
    let left = frames;
    const next = () => {
      if (left === 0) return resolve();
      left -= 1;
      performance.mark('frame');
      window.scrollBy(0, step);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

const WORKS_PATH = '/rest/v1/works?';
/** The diary requests the same table in the other direction. */
const isList = (url) => url.includes(WORKS_PATH) && url.includes('order=work_date.desc');

async function signIn(page) {
  await page.goto('/');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password').fill(DEMO.password);
  await page.locator('form button[type=submit]').click();
  await page.locator('.app-frame main h1').waitFor();
}

/** Waits for a second without requests, so that the last step's prefetching is not measured with the next one. */
async function waitForQuiet(page) {
  const requestCount = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  for (let before = -1, now = await requestCount(); now !== before; before = now, now = await requestCount()) {
    await page.waitForTimeout(1000);
  }
}

/** Opens the list from a page without any of its data: ms from its data to its rows. */
async function firstRows(page, settled = () => waitForQuiet(page)) {
  await page.goto('/diary');
  await page.locator('a[href="/works-list"]:visible').first().waitFor();
  await settled();
  const duration = page.evaluate(
    (path) => window.timeFromData(path, () => document.querySelector('[data-row]')),
    WORKS_PATH,
  );
  await page.locator('a[href="/works-list"]:visible').first().click();
  return duration;
}

/**
 * Calls firstRows in a new profile, before the app begins to cache three seconds after the start. `databasePid`: the process
 * id of the database, to pause it until the rows are painted.
 */
async function firstRowsInNewProfile(browser, options, databasePid = null) {
  // Waits before the app starts, because afterwards the app would have time to cache.
  await waitIdle(IDLE);
  const context = await browser.newContext(options);
  await context.addInitScript(watchRows);
  const page = await context.newPage();
  await signIn(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let resume = () => {};
  try {
    return await firstRows(page, async () => {
      await page.waitForTimeout(1000);
      if (databasePid !== null) resume = pauseAfterResponse(page, databasePid, isList);
    });
  } finally {
    resume();
    await context.close();
  }
}

/** Opens the list, and stays until this device has finished caching, which begins three seconds after the start. */
async function openAndCache(page) {
  await page.goto('/works-list');
  await page.waitForTimeout(5000);
  await waitForQuiet(page);
}

/** Chooses a value of a filter or of the grouping: ms from its data to the painted result. */
async function chooseFilter(page, label, value, path) {
  await waitForQuiet(page);
  const duration = page.evaluate((wanted) => {
    let waited = false;
    return window.timeFromData(wanted, () => {
      const waits = document.querySelector('main [aria-busy=true], main .skeleton') !== null;
      waited ||= waits;
      return waited && !waits;
    });
  }, path);
  await page.getByLabel(label, { exact: true }).selectOption(value);
  return duration;
}

/** Main-thread work of each frame and the longest task, in ms of CPU time, from a trace of the page. */
function frameTimes(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const marks = traceEvents.filter(({ name, cat }) => name === 'frame' && cat.includes('blink.user_timing'));
  const [first] = marks;
  const after = ({ ts }) => ts > first.ts + 1e6;
  const begins = marks.filter(after).map(({ ts }) => ts);
  const tasks = traceEvents
    .filter(({ name, ph, pid, tid }) => /RunTask$/.test(name) && ph === 'X' && pid === first.pid && tid === first.tid)
    .filter((task) => after(task) && task.ts < begins.at(-1))
    .toSorted((a, b) => a.ts - b.ts);
  const work = [];
  let next = 0;
  // The task that runs a frame begins before its mark, so it is counted in the previous frame. This shifts all frames alike.
  for (const until of begins.slice(1)) {
    let sum = 0;
    for (; next < tasks.length && tasks[next].ts < until; next += 1) sum += (tasks[next].tdur ?? 0) / 1000;
    work.push(sum);
  }
  work.sort((a, b) => a - b);
  return {
    p95: work[Math.floor(work.length * 0.95)],
    longest: Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000)),
    frames: work.length,
  };
}

async function measureScroll(browser, page, step) {
  await page.evaluate(() => window.scrollTo(0, 0));
  await waitForQuiet(page);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.evaluate(scrollFrames, { frames: FRAMES, step });
  const last = await page.evaluate(() => Number([...document.querySelectorAll('[data-row]')].at(-1).dataset.row));
  return { ...frameTimes(await browser.stopTracing()), rows: last };
}

/** Reads every row by scrolling to the end, and returns the used heap in MB. */
async function measureHeap(page, cdp) {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForFunction(
    () => {
      const last = [...document.querySelectorAll('[data-row]')].at(-1);
      return last && last.parentElement.lastElementChild === last;
    },
    null,
    { timeout: 180_000 },
  );
  const read = await page.evaluate(() => Number([...document.querySelectorAll('[data-row]')].at(-1).dataset.row) + 1);
  await page.evaluate(scrollFrames, { frames: 100, step: -500 });
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return { used: usedSize / MEGABYTE, rows: read };
}

async function measure(browser, { origin, pid }, name, runs) {
  const { step, ...size } = SIZES[name];
  const options = { baseURL: origin, locale: 'en-GB', timezoneId: 'Europe/London', ...size };
  const context = await browser.newContext(options);
  await context.addInitScript(watchRows);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const slow = (rate) => cdp.send('Emulation.setCPUThrottlingRate', { rate });
  const [first, besideDatabase, fromCopy, filter, group] = [[], [], [], [], []];
  for (let run = 0; run < runs; run += 1) {
    first.push(await firstRowsInNewProfile(browser, options, pid));
    besideDatabase.push(await firstRowsInNewProfile(browser, options));
  }
  await signIn(page);
  await slow(4);
  await openAndCache(page);
  for (let run = 0; run < runs; run += 1) {
    await waitIdle(IDLE);
    fromCopy.push(await firstRows(page));
    filter.push(await chooseFilter(page, 'Status', 'paid', WORKS_PATH));
    group.push(await chooseFilter(page, 'Group by', 'day', '/rest/v1/rpc/works_groups'));
  }
  const results = [
    report({ name: `works, ${name}: data to first rows`, runs: first, unit: 'ms', limit: 100 }),
    report({ name: `works, ${name}: the same beside the sums`, runs: besideDatabase, unit: 'ms' }),
    report({ name: `works, ${name}: press to rows of the copy`, runs: fromCopy, unit: 'ms' }),
    report({ name: `works, ${name}: filter`, runs: filter, unit: 'ms', limit: 200 }),
    report({ name: `works, ${name}: group`, runs: group, unit: 'ms', limit: 200 }),
  ];
  await page.goto('/works-list');
  await page.locator('[data-row]').first().waitFor();
  const scrolls = [];
  for (let run = 0; run < SCROLLS; run += 1) {
    await waitIdle(IDLE);
    scrolls.push(await measureScroll(browser, page, step));
    // Reload each time: rows already read would make the second run easier.
    if (run < SCROLLS - 1) await page.reload();
    await page.locator('[data-row]').first().waitFor();
  }
  const [{ rows, frames: count }] = scrolls;
  results.push(
    report({
      name: `works, ${name}: scroll, work of a frame, p95`,
      runs: scrolls.map(({ p95 }) => p95),
      unit: 'ms',
      limit: 16,
      rows,
      frames: count,
    }),
    report({
      name: `works, ${name}: scroll, longest task`,
      runs: scrolls.map(({ longest }) => longest),
      unit: 'ms',
      limit: 50,
    }),
  );
  await slow(1);
  const { used, rows: read } = await measureHeap(page, cdp);
  results.push(report({ name: `works, ${name}: heap`, runs: [used], unit: 'MB', limit: 60, rows: read }));
  await context.close();
  return results.every(Boolean);
}

export async function works(runs) {
  const server = await startServer({ preview: true, demo: 'big', within: 300_000 });
  const browser = await chromium.launch(launchOptions());
  try {
    const results = [];
    for (const name of Object.keys(SIZES)) results.push(await measure(browser, server, name, runs));
    return results.every(Boolean);
  } finally {
    await browser.close();
    await server.stop();
  }
}
