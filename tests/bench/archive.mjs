// The export of a large account into one ZIP, and its restore into an empty account, on the embedded backend: fifty
// thousand entries and the PDFs of five hundred invoices. From the press to the end, with the highest memory of the page
// (anonymous memory of its process). The browser collects the ZIP in memory, as one without a file dialog does.
/* global window, TextEncoder, setInterval, clearInterval */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/chromium.mjs';
import { DEMO, must, signIn } from './client.mjs';
import { report } from './figures.mjs';
import { startServer } from './server.mjs';
import { waitIdle } from './visit.mjs';

const PDFS = 500;
const PDF_BYTES = 40_000;
/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;
const LIMIT_MS = 60_000;
const LIMIT_MB = 300;
const NEW_ACCOUNT = { email: 'restored@bench.test', password: 'a long password of the bench' };

/** Stores a PDF for each of the newest invoices. */
async function addPdfs(origin) {
  const { api, owner } = await signIn(origin);
  const invoices = must(await api.from('invoices').select('id').order('sequence_no', { ascending: false }).limit(PDFS));
  for (const [at, { id }] of invoices.entries()) {
    const bytes = new Uint8Array(PDF_BYTES).map((_, place) => (place * 31 + at * 7 + (place >> 8)) & 255);
    bytes.set(new TextEncoder().encode('%PDF-1.4\n'));
    must(await api.storage.from('invoices').upload(`${owner}/${id}.pdf`, bytes, { contentType: 'application/pdf' }));
    must(await api.rpc('keep_invoice_file', { p_invoice_id: id }));
  }
  return invoices.length;
}

async function openPage(browser, origin) {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', locale: 'en-GB' });
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  return page;
}

/** The process of the only page that is open. */
async function rendererOf(browser) {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return renderers.at(-1);
}

const memoryOf = (pid) =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1000;

/** The ms that the work takes, and the highest memory meanwhile, in MB. */
async function measured(browser, work) {
  const pid = await rendererOf(browser);
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 100);
  const began = performance.now();
  try {
    const result = await work();
    return { ms: performance.now() - began, peak, result };
  } finally {
    clearInterval(sampling);
  }
}

async function signUp(page, origin) {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Email').fill(NEW_ACCOUNT.email);
  await page.getByPlaceholder('Create a strong password').fill(NEW_ACCOUNT.password);
  await page.locator('form button[type=submit]').click();
  await page.getByText('Please check your email for a confirmation link.').first().waitFor();
  const mails = await (await fetch(`${origin}/_mail`, { headers: { accept: 'application/json' } })).json();
  const { text } = mails.find(({ to }) => to === NEW_ACCOUNT.email);
  await page.goto(/https?:\/\/\S+/.exec(text)[0]);
  await page.getByRole('heading', { name: 'Type your password' }).waitFor();
  await page.getByLabel('Password').fill(NEW_ACCOUNT.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.app-frame').waitFor();
}

export async function archive() {
  const server = await startServer({ preview: true, demo: 'big', within: 600_000 });
  const launch = () => chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  let browser = await launch();
  try {
    const pdfs = await addPdfs(server.origin);
    const page = await openPage(browser, server.origin);
    await page.goto('/');
    await page.getByLabel('Email').fill(DEMO.email);
    await page.getByLabel('Password').fill(DEMO.password);
    await page.locator('form button[type=submit]').click();
    await page.locator('.app-frame main h1').waitFor();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Export everything' }).waitFor();
    await waitIdle(IDLE);
    const exported = await measured(browser, async () => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export everything' }).click();
      return (await downloading).path();
    });
    const zip = readFileSync(exported.result);
    // A browser of its own: its page is the only one, and the memory of the first is not in it.
    const second = await launch();
    await browser.close();
    browser = second;
    const holder = await openPage(browser, server.origin);
    await signUp(holder, server.origin);
    await holder.goto('/account');
    await holder
      .getByLabel('ZIP of an export')
      .setInputFiles({ name: 'farm.zip', mimeType: 'application/zip', buffer: zip });
    await holder.getByRole('button', { name: 'Restore', exact: true }).waitFor();
    await waitIdle(IDLE);
    const restored = await measured(browser, async () => {
      await holder.getByRole('button', { name: 'Restore', exact: true }).click();
      await holder.getByText(/^Everything is restored\./).waitFor();
    });
    const size = { pdfs, zipMb: Math.round(zip.length / 100_000) / 10 };
    return [
      report({
        name: 'export of 50,000 entries: pressed to saved',
        runs: [exported.ms],
        unit: 'ms',
        limit: LIMIT_MS,
        ...size,
      }),
      report({
        name: 'export of 50,000 entries: memory of the page',
        runs: [exported.peak],
        unit: 'MB',
        limit: LIMIT_MB,
      }),
      report({
        name: 'restore of 50,000 entries: pressed to restored',
        runs: [restored.ms],
        unit: 'ms',
        limit: LIMIT_MS,
      }),
      report({
        name: 'restore of 50,000 entries: memory of the page',
        runs: [restored.peak],
        unit: 'MB',
        limit: LIMIT_MB,
      }),
    ].every(Boolean);
  } finally {
    await browser.close();
    await server.stop();
  }
}
