// Measures an import of twenty thousand past works from a CSV file, on the embedded backend: the time from choosing the file
// to its preview, the longest task of the page meanwhile (Chromium, CPU slowed down four times), the time from the press to
// "imported", and the time of the undo. The last two depend on the database, so the CPU is not slowed down for them.
/* global window, MutationObserver, PerformanceObserver */
import { chromium } from 'playwright-core';
import { findChromium } from '../support/chromium.mjs';
import { DEMO } from './client.mjs';
import { report } from './figures.mjs';
import { startServer } from './server.mjs';
import { waitIdle } from './visit.mjs';

const ROWS = 20_000;
/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;

const twoDigits = (n) => String(n).padStart(2, '0');
const file = [
  'Date,Customer,Task,Unit,Rate,Quantity,Start,Finish,Breaks,Note',
  ...Array.from({ length: ROWS }, (_, n) => {
    const date = `${twoDigits((n % 28) + 1)}/${twoDigits((n % 12) + 1)}/2025`;
    const work = n % 3 === 0 ? ',Hedge cutting,hour,45,,08:00,12:30,30,' : ',Baling,bale,6.22,86,,,,';
    return `${date},Bench farm ${n % 60}${work}"Row ${n}, dry"`;
  }),
].join('\r\n');

/** Runs in the page before the file is chosen: `seen(words)` resolves with the ms until these words are on the page. */
function watch() {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask' });
  window.seen = (words) => {
    const began = performance.now();
    return new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.body.textContent.includes(words)) return;
        observer.disconnect();
        resolve(performance.now() - began);
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    });
  };
}

export async function imports() {
  const server = await startServer({ preview: true });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block', locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(180_000);
    await page.goto('/');
    await page.getByLabel('Email').fill(DEMO.email);
    await page.getByLabel('Password').fill(DEMO.password);
    await page.locator('form button[type=submit]').click();
    await page.locator('.app-frame main h1').waitFor();
    await page.goto('/import?kind=works');
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await page.evaluate(watch);
    const cdp = await context.newCDPSession(page);
    await waitIdle(IDLE);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const read = page.evaluate((words) => window.seen(words), `with errors`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'years.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const preview = await read;
    const longest = await page.evaluate(() => window.longest);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.getByLabel('Add customers and tasks that are not there yet').check();

    const saved = page.evaluate((words) => window.seen(words), 'entries imported');
    await page.getByRole('button', { name: 'Import 20,000 entries' }).click();
    const imported = await saved;
    const undone = page.evaluate((words) => window.seen(words), 'Undone on');
    await page.getByRole('button', { name: 'Undo this import' }).click();
    return [
      report({ name: 'import: 20,000 rows chosen to previewed', runs: [preview], unit: 'ms', limit: 10_000 }),
      report({ name: 'import: longest task until then', runs: [longest], unit: 'ms' }),
      report({ name: 'import: 20,000 past works pressed to imported', runs: [imported], unit: 'ms', limit: 60_000 }),
      report({ name: 'import: undo of 20,000 past works', runs: [await undone], unit: 'ms', limit: 60_000 }),
    ].every(Boolean);
  } finally {
    await browser.close();
    await server.stop();
  }
}
