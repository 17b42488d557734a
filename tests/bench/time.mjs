// The clock and the timesheet: from pressing Clock In to "Clocked in since" on the screen, online and offline, and from
// the last response to the painted sheet of seven people and 31 days. Chromium, CPU slowed down four times.
/* global MutationObserver, requestAnimationFrame */
import { chromium } from 'playwright-core';
import { launchOptions } from '../support/chromium.mjs';
import { DEMO } from './client.mjs';
import { report } from './figures.mjs';
import { startServer } from './server.mjs';
import { waitIdle } from './visit.mjs';

/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;
const MONTH = '2026-10';
const PEOPLE = 7;
const twoDigits = (n) => String(n).padStart(2, '0');
const id = (kind, n) => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const shifts = Array.from({ length: PEOPLE * 31 }, (_, n) => {
  const date = `${MONTH}-${twoDigits(31 - Math.floor(n / PEOPLE))}`;
  return {
    id: id('e', n),
    employeeId: id('b', n % PEOPLE),
    createdByName: `Driver ${n % PEOPLE}`,
    clockInAt: `${date}T07:00:00+00:00`,
    clockOutAt: `${date}T16:00:00+00:00`,
    workDate: date,
    activity: 'Hedge cutting',
    customer: 'Hill Farm',
    breaks: [],
    manualBreakMin: 30,
    source: 'clock',
    clockSkewS: 0,
    status: 'open',
    note: null,
    editReason: null,
    queryNote: null,
    approvedByName: null,
    logKey: id('c', n),
    workId: null,
    createdAt: `${date}T16:00:00+00:00`,
    updatedAt: `${date}T16:00:00+00:00`,
  };
});

/** Runs in the page: ms from the press to the frame that shows its result. */
function pressAndWait({ name, words }) {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent === name);
  return new Promise((resolve) => {
    const began = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(words)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    button.click();
  });
}

/** Runs in the page: ms from the last response with the month's hours to the frame that painted the sheet. */
function watchSheet(cells) {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const filled = [...document.querySelectorAll('.day-button')].filter((one) => /\d:\d\d/.test(one.textContent));
      if (filled.length < cells) return;
      observer.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          const ends = performance
            .getEntriesByType('resource')
            .filter(({ name }) => /\/rest\/v1\/time_entries\?/.test(name))
            .map(({ responseEnd }) => responseEnd);
          resolve(performance.now() - Math.max(...ends));
        }),
      );
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}

async function open(browser, server, viewport) {
  const context = await browser.newContext({
    ...{ baseURL: server.origin, viewport, locale: 'en-GB', timezoneId: 'Europe/London', serviceWorkers: 'block' },
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password').fill(DEMO.password);
  await page.locator('form button[type=submit]').click();
  await page.locator('.app-frame main h1').waitFor();
  return { context, page };
}

async function clock(browser, server, runs, offline) {
  const { context, page } = await open(browser, server, { width: 412, height: 823 });
  await page.goto('/time-tracker');
  await page.getByRole('button', { name: 'Clock In', exact: true }).waitFor();
  await context.setOffline(offline);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const durations = [];
  for (let run = 0; run < runs; run += 1) {
    await waitIdle(IDLE);
    durations.push(await page.evaluate(pressAndWait, { name: 'Clock In', words: 'Clocked in since' }));
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: 'Clock Out', exact: true }).click();
    await page.getByText('Not clocked in').waitFor();
    await page.waitForTimeout(500);
  }
  await context.close();
  return report({
    name: `clock in${offline ? ' without signal' : ''}: press to saved`,
    runs: durations,
    unit: 'ms',
    limit: 100,
  });
}

async function sheet(browser, server, runs) {
  const { context, page } = await open(browser, server, { width: 1440, height: 900 });
  await page.route(/\/rest\/v1\/time_entries\?/, (route) => route.fulfill({ json: shifts }));
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const durations = [];
  for (let run = 0; run < runs; run += 1) {
    await waitIdle(IDLE);
    await page.goto('/time-diary?month=2026-09');
    await page.locator('.day-button').first().waitFor();
    await page.waitForTimeout(2000);
    const painted = page.evaluate(watchSheet, PEOPLE * 31);
    await page.getByRole('button', { name: 'The next month', exact: true }).click();
    durations.push(await painted);
  }
  await context.close();
  return report({
    name: 'timesheet of 7 people and 31 days: data to painted',
    runs: durations,
    unit: 'ms',
    limit: 200,
  });
}

export async function time(runs) {
  const server = await startServer({ preview: true, within: 300_000 });
  const browser = await chromium.launch(launchOptions());
  try {
    const results = [
      await clock(browser, server, runs, false),
      await clock(browser, server, runs, true),
      await sheet(browser, server, runs),
    ];
    return results.every(Boolean);
  } finally {
    await browser.close();
    await server.stop();
  }
}
