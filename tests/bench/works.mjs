// The works list with fifty thousand entries, at a desk and on a phone: how soon it is there, how it scrolls, what it
// holds in memory. Chromium, four times slower than this machine, the built app, the demonstration of three years.
//
// From data to rows: from the last byte of the answer (as the browser's network notes it) to the end of the frame that
//   drew the rows; reading the answer, drawing and painting are in between. On a device that holds no copy yet; with one
//   the rows are there before any answer, and what counts is the time from the press, the whole page drawn in between.
//   The sums are asked for with the rows and take the database longer. Elsewhere it is another machine; here it would have
//   one of two cores meanwhile. So it stands still from the rows' answer until they are painted, and a second figure, which
//   has no bar, says what it is beside a database at work.
// Scrolling: a script scrolls by the same step in every frame, through thousands of rows: at a desk 1,200 pixels a second
//   (sixty frames of 20), as a wheel does that turns ten notches, on a phone 2,400, as a thumb does. A trace gives the
//   processor time of every task of the page's main thread, slowed down as it is; the work of a frame is the sum of the
//   tasks from one animation frame to the next. The first second, while the pace settles, does not count. Only what is
//   needed is traced: more would be a quarter of the work.
// Memory: the used heap after two collections, when every row was read and the list was scrolled.
/* global window, MutationObserver, requestAnimationFrame, scheduler */
import { chromium } from 'playwright-core';
import { findChromium } from '../support/chromium.mjs';
import { DEMO } from './client.mjs';
import { report } from './figures.mjs';
import { haltWithAnswer } from './halt.mjs';
import { startServer } from './server.mjs';
import { waitIdle } from './visit.mjs';

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 }, step: 20 },
  phone: { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, step: 40 },
};
const FRAMES = 4000;
const SCROLLS = 3;
/** Percent of the machine that must be idle before a run: the bars are for a device of its own. */
const IDLE = 55;
const MEGABYTE = 1e6;

/** Runs in the page, before anything of it: notes when rows were painted, and what the list asked for. */
function watchRows() {
  // The next task after a frame's own comes when that frame is painted; before what the page itself put off until then.
  const painted = (then) => requestAnimationFrame(() => scheduler.postTask(then, { priority: 'user-blocking' }));
  /** Resolves with ms from the first answer to what is asked of `path` from now on, to the paint that `done` sees. */
  window.fromData = (path, done) =>
    new Promise((resolve) => {
      const asked = performance.now();
      performance.clearResourceTimings();
      const look = () => {
        if (!done()) return false;
        painted(() => {
          const now = performance.now();
          const ends = performance
            .getEntriesByType('resource')
            .filter(
              ({ name, startTime, responseEnd }) => name.includes(path) && startTime >= asked && responseEnd < now,
            )
            .map(({ responseEnd }) => responseEnd);
          // Rows that the device itself had are there before any answer: they count from the press.
          resolve(now - (ends.length > 0 ? Math.min(...ends) : asked));
        });
        return true;
      };
      const observer = new MutationObserver(() => {
        if (look()) observer.disconnect();
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
}

/** Runs in the page: scrolls by `step` pixels in each of so many frames. */
function flick({ frames, step }) {
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

const LISTS = '/rest/v1/works?';
/** The diary asks the same table in the other direction. */
const isList = (url) => url.includes(LISTS) && url.includes('order=work_date.desc');

async function signIn(page) {
  await page.goto('/');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password').fill(DEMO.password);
  await page.locator('form button[type=submit]').click();
  await page.locator('.app-frame main h1').waitFor();
}

/** Nothing was asked for a second: what the last step fetches ahead is not measured with the next one. */
async function quiet(page) {
  const asked = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  for (let before = -1, now = await asked(); now !== before; before = now, now = await asked()) {
    await page.waitForTimeout(1000);
  }
}

/** Opens the list from a page that has nothing of it yet: ms from its data to its rows. */
async function firstRows(page, settled = () => quiet(page)) {
  await page.goto('/diary');
  await page.locator('a[href="/works-list"]:visible').first().waitFor();
  await settled();
  const took = page.evaluate((path) => window.fromData(path, () => document.querySelector('[data-row]')), LISTS);
  await page.locator('a[href="/works-list"]:visible').first().click();
  return took;
}

/** The same on a device of its own: copying begins three seconds after a start. `halts`: the process of the database. */
async function firstRowsEver(browser, options, halts = null) {
  // Before the app starts: a wait after it would give it the time to copy.
  await waitIdle(IDLE);
  const context = await browser.newContext(options);
  await context.addInitScript(watchRows);
  const page = await context.newPage();
  await signIn(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let goOn = () => {};
  try {
    return await firstRows(page, async () => {
      await page.waitForTimeout(1000);
      if (halts !== null) goOn = haltWithAnswer(page, halts, isList);
    });
  } finally {
    goOn();
    await context.close();
  }
}

/** Opens the list, and stays until this device has copied what it copies: it begins three seconds after the start. */
async function copy(page) {
  await page.goto('/works-list');
  await page.waitForTimeout(5000);
  await quiet(page);
}

/** Chooses a value of a filter or of the grouping: ms from its data to what it shows. */
async function change(page, label, value, path) {
  await quiet(page);
  const took = page.evaluate((wanted) => {
    let waited = false;
    return window.fromData(wanted, () => {
      const waits = document.querySelector('main [aria-busy=true], main .skel') !== null;
      waited ||= waits;
      return waited && !waits;
    });
  }, path);
  await page.getByLabel(label, { exact: true }).selectOption(value);
  return took;
}

/** Main-thread work of each frame and the longest task, in ms of processor time, from a trace of the page. */
function frames(trace) {
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
  // The task that runs a frame begins before its mark: it counts to the frame before, as every frame's does.
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

async function scroll(browser, page, step) {
  await page.evaluate(() => window.scrollTo(0, 0));
  await quiet(page);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.evaluate(flick, { frames: FRAMES, step });
  const last = await page.evaluate(() => Number([...document.querySelectorAll('[data-row]')].at(-1).dataset.row));
  return { ...frames(await browser.stopTracing()), rows: last };
}

/** Reads every row by going to the end, and gives the used heap in MB. */
async function heap(page, cdp) {
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
  await page.evaluate(flick, { frames: 100, step: -500 });
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
  const [first, beside, copied, filter, group] = [[], [], [], [], []];
  for (let run = 0; run < runs; run += 1) {
    first.push(await firstRowsEver(browser, options, pid));
    beside.push(await firstRowsEver(browser, options));
  }
  await signIn(page);
  await slow(4);
  await copy(page);
  for (let run = 0; run < runs; run += 1) {
    await waitIdle(IDLE);
    copied.push(await firstRows(page));
    filter.push(await change(page, 'Status', 'paid', LISTS));
    group.push(await change(page, 'Group by', 'day', '/rest/v1/rpc/works_groups'));
  }
  const held = [
    report({ name: `works, ${name}: data to first rows`, runs: first, unit: 'ms', bar: 100 }),
    report({ name: `works, ${name}: the same beside the sums`, runs: beside, unit: 'ms' }),
    report({ name: `works, ${name}: press to rows of the copy`, runs: copied, unit: 'ms' }),
    report({ name: `works, ${name}: filter`, runs: filter, unit: 'ms', bar: 200 }),
    report({ name: `works, ${name}: group`, runs: group, unit: 'ms', bar: 200 }),
  ];
  await page.goto('/works-list');
  await page.locator('[data-row]').first().waitFor();
  const scrolls = [];
  for (let run = 0; run < SCROLLS; run += 1) {
    await waitIdle(IDLE);
    scrolls.push(await scroll(browser, page, step));
    // Read anew each time: what was read before would make the second run an easier one.
    if (run < SCROLLS - 1) await page.reload();
    await page.locator('[data-row]').first().waitFor();
  }
  const [{ rows, frames: count }] = scrolls;
  held.push(
    report({
      name: `works, ${name}: scroll, work of a frame, p95`,
      runs: scrolls.map(({ p95 }) => p95),
      unit: 'ms',
      bar: 16,
      rows,
      frames: count,
    }),
    report({
      name: `works, ${name}: scroll, longest task`,
      runs: scrolls.map(({ longest }) => longest),
      unit: 'ms',
      bar: 50,
    }),
  );
  await slow(1);
  const { used, rows: read } = await heap(page, cdp);
  held.push(report({ name: `works, ${name}: heap`, runs: [used], unit: 'MB', bar: 60, rows: read }));
  await context.close();
  return held.every(Boolean);
}

export async function works(runs) {
  const server = await startServer({ preview: true, demo: 'big', within: 300_000 });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const held = [];
    for (const name of Object.keys(SIZES)) held.push(await measure(browser, server, name, runs));
    return held.every(Boolean);
  } finally {
    await browser.close();
    await server.stop();
  }
}
