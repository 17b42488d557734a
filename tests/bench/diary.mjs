// The diary's month with 2,000 entries and 300 planned jobs: time from the last of its data to the painted month. The
// built app in Chromium, CPU slowed down four times; this script itself answers the requests for entries.
/* global MutationObserver, requestAnimationFrame */
import { chromium } from 'playwright-core';
import { launchOptions } from '../support/chromium.mjs';
import { DEMO } from './client.mjs';
import { report } from './figures.mjs';
import { startServer } from './server.mjs';
import { waitIdle } from './visit.mjs';

/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;
const ENTRIES = 2000;
const JOBS = 300;
const PAGE = 1000;
const MONTH = '2026-10';

const twoDigits = (n) => String(n).padStart(2, '0');
const id = (kind, n) => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const day = (n) => `${MONTH}-${twoDigits(1 + (n % 31))}`;

const works = Array.from({ length: ENTRIES }, (_, n) => ({
  id: id('e', n),
  userId: id('a', 1),
  employeeId: n % 3 === 0 ? null : id('b', n % 7),
  customer: `Farm ${n % 40}`,
  customerId: id('c', n % 40),
  taskName: `Task ${n % 12}`,
  taskDescription: null,
  chargeableUnit: 'hour',
  rate: n % 50 === 0 ? null : 45,
  quantity: 7.3333,
  startTime: '08:00:00',
  finishTime: '15:20:00',
  startSecond: false,
  finishSecond: false,
  breaks: 0,
  workDate: day(n),
  totalTime: 7.3333,
  totalValue: n % 50 === 0 ? null : 330,
  valueOverridden: false,
  notes: null,
  createdAt: `${day(n)}T17:00:00+00:00`,
  updatedAt: `${day(n)}T17:00:00+00:00`,
  createdByName: `Driver ${n % 7}`,
  invoiceId: null,
  invoiceNumber: null,
  invoiceGeneratedAt: null,
  invoiceSentAt: null,
  invoicePaidAt: null,
  dueDate: null,
  progress: n % 50 === 0 ? 'needs_rate' : 'ready',
  additionalItems: [],
})).toSorted((a, b) => (a.workDate < b.workDate ? -1 : 1));

const events = Array.from({ length: JOBS }, (_, n) => ({
  id: id('d', n),
  kind: 'job',
  title: null,
  taskName: `Task ${n % 12}`,
  customer: `Farm ${n % 40}`,
  absenceType: null,
  startDate: day(n),
  endDate: day(n),
  startTime: n % 2 === 0 ? '07:30:00' : null,
  endTime: null,
  assignedTo: [id('b', n % 7)],
  assignedNames: [`Driver ${n % 7}`],
  status: 'planned',
  notes: null,
  workId: id('f', n),
  convertedWorkId: null,
  createdByName: 'Ann',
  updatedAt: '2026-10-01T08:00:00+00:00',
})).toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));

const answer = (rows) => (route) => {
  const offset = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0);
  return route.fulfill({ json: rows.slice(offset, offset + PAGE) });
};

/** Runs in the page: ms from the last response with the month's data to the frame that painted all of it. */
function watchMonth({ entries, jobs }) {
  const total = () =>
    [...document.querySelectorAll('.diary-cell')].reduce((sum, cell) => {
      const label = cell.getAttribute('aria-label');
      return sum + Number(/(\d+) entr/.exec(label)?.[1] ?? 0) + Number(/(\d+) planned/.exec(label)?.[1] ?? 0);
    }, 0);
  return new Promise((resolve) => {
    const check = () => {
      if (total() < entries + jobs) return false;
      requestAnimationFrame(() =>
        setTimeout(() => {
          const ends = performance
            .getEntriesByType('resource')
            .filter(({ name }) => /\/rest\/v1\/(works|diary_events)\?/.test(name) && /2026-(09|10|11)/.test(name))
            .map(({ responseEnd }) => responseEnd);
          resolve(performance.now() - Math.max(...ends));
        }),
      );
      return true;
    };
    const observer = new MutationObserver(() => {
      if (check()) observer.disconnect();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}

export async function diary(runs) {
  const server = await startServer({ preview: true, within: 300_000 });
  const browser = await chromium.launch(launchOptions());
  try {
    const results = [];
    for (const [name, viewport] of [
      ['desk', { width: 1440, height: 900 }],
      ['phone', { width: 412, height: 823 }],
    ]) {
      const context = await browser.newContext({
        ...{ baseURL: server.origin, viewport, locale: 'en-GB', timezoneId: 'Europe/London', serviceWorkers: 'block' },
      });
      const page = await context.newPage();
      await page.goto('/');
      await page.getByLabel('Email').fill(DEMO.email);
      await page.getByLabel('Password').fill(DEMO.password);
      await page.locator('form button[type=submit]').click();
      await page.locator('.app-frame main h1').waitFor();
      // The month's own requests; requests for other days go to the server.
      const isMonthRequest = (table, column) => (url) =>
        url.pathname === `/rest/v1/${table}` && url.searchParams.getAll(column).includes('lte.2026-11-01');
      await page.route(isMonthRequest('works', 'work_date'), answer(works));
      await page.route(isMonthRequest('diary_events', 'start_date'), answer(events));
      const cdp = await context.newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const durations = [];
      for (let run = 0; run < runs; run += 1) {
        await waitIdle(IDLE);
        await page.goto(`/diary?view=month&date=2026-09-15`);
        await page.locator('.diary-cell').first().waitFor();
        await page.waitForTimeout(2000);
        const painted = page.evaluate(watchMonth, { entries: ENTRIES, jobs: JOBS });
        await page.getByRole('button', { name: 'On', exact: true }).click();
        durations.push(await painted);
      }
      results.push(report({ name: `diary, ${name}: data to painted month`, runs: durations, unit: 'ms', limit: 300 }));
      await context.close();
    }
    return results.every(Boolean);
  } finally {
    await browser.close();
    await server.stop();
  }
}
