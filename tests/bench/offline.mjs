// Field capture with the CPU slowed down four times and the demo farm's owner signed in: how soon a job is saved, how
// long a week's jobs take to send, how the app opens from the device's data, and how much memory it uses.
//
// Saved: from releasing "Save work" to the frame that confirms it, online and offline.
// A week: 500 waiting jobs, sent over Lighthouse's slow 4G, from reconnecting to "Nothing waits on this phone".
// Opening: the works list with a thousand entries, from the start of the navigation until the largest content is painted
// and a row can be pressed. Repeat: online; offline: server and network are gone.
// Memory: the used heap after two garbage collections, the list open offline, five thousand entries cached.
/* global window, navigator, crypto, indexedDB, BroadcastChannel, MutationObserver, requestAnimationFrame, scheduler */
import { must, signIn } from './client.mjs';
import { report } from './figures.mjs';
import { openPhone } from './phone.mjs';
import { startServer } from './server.mjs';
import { NETWORKS } from './throttled-server.mjs';
import { visit, waitIdle } from './visit.mjs';

const FORM = '/add-work?customer=Hill+Farm&task=Baling';
/** How many times the CPU is slowed down. */
const CPU = 4;
/** How many jobs wait, how many entries the works list has, and how many are cached while memory is measured. */
const WEEK = 500;
const LIST = 1000;
const COPIED = 5000;
/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;
const ROW = 'main [data-row] a, main [data-row] button';
const UPLOAD_BYTES_PER_SECOND = 675_000 / 8;

const NETWORK_STATES = {
  good: { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  none: { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 },
  slow: {
    offline: false,
    latency: NETWORKS.slow4g.latency,
    downloadThroughput: NETWORKS.slow4g.bytesPerSecond,
    uploadThroughput: UPLOAD_BYTES_PER_SECOND,
  },
};

/** Runs in the page: resolves with ms from the next press on "Save work" to the frame that confirms it. */
function untilSaved() {
  return new Promise((resolve) => {
    let from = null;
    const onClick = (event) => {
      if (event.target.closest?.('button[type=submit]')) from = event.timeStamp;
    };
    window.addEventListener('click', onClick, { capture: true });
    const observer = new MutationObserver(() => {
      if (from === null || !document.querySelector('main output.slip')) return;
      observer.disconnect();
      window.removeEventListener('click', onClick, { capture: true });
      const began = from;
      // A task posted in a frame runs when that frame is painted; user-blocking, so before work that the page has
      // deferred.
      const done = () => resolve(performance.now() - began);
      requestAnimationFrame(() => scheduler.postTask(done, { priority: 'user-blocking' }));
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}

const saveButton = (page) => page.getByRole('button', { name: 'Save work' });
const waitUntilSent = (page) =>
  page.locator('.send-state', { hasText: /Nothing waits on this phone/ }).waitFor({ timeout: 180_000 });

// A different quantity each time, because the app asks to confirm an identical job.
let bales = 60;

async function saveOne(page) {
  bales += 1;
  for (const key of String(bales)) await page.getByRole('button', { name: key, exact: true }).click();
  const duration = page.evaluate(untilSaved);
  // Hold the button as a finger does, so that work started on pointerdown is finished on release.
  await saveButton(page).click({ delay: 80 });
  return duration;
}

/** From one saved job to the next, as a user continues. */
async function openNextJob(page) {
  await page.getByRole('button', { name: /^Add another for/ }).click();
  await page.getByRole('button', { name: /^Baling/ }).click();
  await saveButton(page).waitFor();
}

/** Runs in the page: duplicates the one waiting job, as if this many more had been saved. */
function duplicateWaitingJob(count) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open('farm-diary-outbox');
    opening.onerror = () => fail(new Error('the outbox does not open'));
    opening.onsuccess = () => {
      const tx = opening.result.transaction('entries', 'readwrite');
      const all = tx.objectStore('entries').getAll();
      all.onsuccess = () => {
        const template = { ...all.result.find(({ state }) => state === 'queued') };
        delete template.seq;
        for (let n = 0; n < count; n += 1) tx.objectStore('entries').add({ ...template, id: crypto.randomUUID() });
      };
      tx.oncomplete = () => {
        opening.result.close();
        // Broadcast the change as another tab would.
        new BroadcastChannel('farm-diary-outbox').postMessage('changed');
        done();
      };
      tx.onabort = () => fail(new Error('the jobs were not stored'));
    };
  });
}

/** Runs in the page: how many entries of the job log are cached on this device. */
function countCached() {
  return new Promise((done) => {
    const opening = indexedDB.open('farm-diary-snapshots');
    opening.onerror = () => done(0);
    opening.onsuccess = () => {
      const db = opening.result;
      const all = db.objectStoreNames.contains('months') && db.transaction('months').objectStore('months').getAll();
      const answer = (months) => {
        db.close();
        done(months.reduce((sum, { works }) => sum + works.length, 0));
      };
      if (all) all.onsuccess = () => answer(all.result);
      else answer([]);
    };
  });
}

/** Some of the demo's entries are too old to be cached. */
const OLD = 300;

/** Adds entries until the account has this many in the cached months. */
async function addEntries({ api, owner }, wanted) {
  const { count } = await api.from('works').select('id', { count: 'exact', head: true });
  const today = Date.now();
  const day = (at) => new Date(today - (at % 300) * 86_400_000).toISOString().slice(0, 10);
  const rows = Array.from({ length: Math.max(0, wanted + OLD - count) }, (_, at) => ({
    user_id: owner,
    customer: `Farm ${at % 40}`,
    task_name: `Task ${at % 12}`,
    chargeable_unit: 'bale',
    rate: 6.22,
    quantity: 10 + (at % 90),
    work_date: day(at),
  }));
  for (let at = 0; at < rows.length; at += WEEK) must(await api.from('works').insert(rows.slice(at, at + WEEK)));
}

/** Opens the list until the device has cached at least this many entries. */
async function waitForCopy(page, wanted) {
  await page.goto('/works-list');
  await page.locator(ROW).first().waitFor();
  const until = Date.now() + 120_000;
  while ((await page.evaluate(countCached)) < wanted) {
    if (Date.now() > until) throw new Error(`${await page.evaluate(countCached)} of ${wanted} entries are cached`);
    await page.waitForTimeout(500);
  }
}

async function measureSaving(page, phone, runs) {
  const figures = [];
  for (const [name, network] of [
    ['with signal', 'good'],
    ['without signal', 'none'],
  ]) {
    await page.goto(FORM);
    await saveButton(page).waitFor();
    await phone.setNetwork(network);
    const durations = [];
    for (let run = 0; run < runs; run += 1) {
      await waitIdle(IDLE);
      durations.push(await saveOne(page));
      await openNextJob(page);
    }
    await phone.setNetwork('good');
    await waitUntilSent(page);
    figures.push(report({ name: `offline: tap to saved, ${name}`, runs: durations, unit: 'ms', limit: 100 }));
  }
  return figures;
}

async function sendWeek(page, phone, api) {
  await page.goto(FORM);
  await saveButton(page).waitFor();
  await phone.setNetwork('none');
  await saveOne(page);
  await page.evaluate(duplicateWaitingJob, WEEK - 1);
  await page.locator('.send-state', { hasText: new RegExp(`^${WEEK} entries wait`) }).waitFor();
  const count = async () => (await api.from('works').select('id', { count: 'exact', head: true })).count;
  const before = await count();
  await waitIdle(IDLE);
  const from = performance.now();
  await phone.setNetwork('slow');
  await waitUntilSent(page);
  const seconds = (performance.now() - from) / 1000;
  await phone.setNetwork('good');
  const rows = (await count()) - before;
  if (rows !== WEEK) throw new Error(`${rows} of ${WEEK} jobs are in the database`);
  return [report({ name: 'offline: a week of 500 jobs on slow 4G', runs: [seconds], unit: 's', limit: 60, rows })];
}

async function measureOpening(page, server, runs) {
  const context = page.context();
  const options = { ready: ROW, cpu: CPU, quiet: 1000, idle: IDLE };
  const figures = [];
  for (const name of ['repeat', 'offline']) {
    await context.setOffline(name === 'offline');
    const durations = { lcp: [], usable: [] };
    for (let run = 0; run < runs; run += 1) {
      const { page: opened, figures: seen } = await visit(context, `${server.origin}/works-list`, options);
      if (!opened) throw new Error(seen.failed);
      durations.lcp.push(seen.lcp);
      durations.usable.push(seen.usable);
      await opened.close();
    }
    figures.push(
      report({ name: `offline: works list of ${LIST}, ${name}, painted`, runs: durations.lcp, unit: 'ms', limit: 700 }),
      report({
        name: `offline: works list of ${LIST}, ${name}, usable`,
        runs: durations.usable,
        unit: 'ms',
        limit: 900,
      }),
    );
  }
  await context.setOffline(false);
  return figures;
}

async function measureHeap(page) {
  const context = page.context();
  await context.setOffline(true);
  await page.goto('/works-list');
  await page.getByText(/^Showing data from/).waitFor();
  await page.locator(ROW).first().waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const rows = await page.evaluate(countCached);
  await context.setOffline(false);
  return [report({ name: 'offline: heap with a full copy', runs: [usedSize / 1e6], unit: 'MB', limit: 60, rows })];
}

export async function offline(runs) {
  const server = await startServer({ preview: true });
  const opened = await openPhone(server.origin);
  const { page } = opened;
  try {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    const phone = { setNetwork: (state) => cdp.send('Network.emulateNetworkConditions', NETWORK_STATES[state]) };
    const person = await signIn(server.origin);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await addEntries(person, LIST);
    await waitForCopy(page, LIST);
    // Only the new page is slowed down, not this one, which stays open in the same browser.
    await page.goto('about:blank');
    const results = await measureOpening(page, server, runs);
    await opened.slow(CPU);
    results.push(...(await measureSaving(page, phone, runs)), ...(await sendWeek(page, phone, person.api)));
    await opened.slow(1);
    await addEntries(person, COPIED);
    // The app does not refresh a recent copy, so delete it.
    await page.evaluate(() => void indexedDB.deleteDatabase('farm-diary-snapshots'));
    // Only whole days are cached, so the entries of the last day may be missing.
    await waitForCopy(page, COPIED - 100);
    results.push(...(await measureHeap(page)));
    return results.every(Boolean);
  } finally {
    await opened.close();
    await server.stop();
  }
}
