// Field capture with the CPU slowed down four times and the demo farm's owner signed in: how soon a job is saved, how
// long a week's jobs take to send, how the app opens from the device's data, and how much memory it uses.
//
// Saved: from releasing "Save work" to the frame that confirms it, online and offline.
// A week: 500 waiting jobs, sent over Lighthouse's slow 4G, from reconnecting to "Everything is sent".
// Opening: the works list with a thousand entries, from the start of the navigation until the largest content is
// painted
// and a row can be pressed. Repeat: online; offline: server and network are gone.
// Memory: the used heap after two collections, the list open offline, five thousand entries cached.
/* global window, navigator, crypto, indexedDB, BroadcastChannel, MutationObserver, requestAnimationFrame, scheduler */
import { must, signIn } from './client.mjs';
import { report } from './figures.mjs';
import { openPhone } from './phone.mjs';
import { startServer } from './server.mjs';
import { NETWORKS } from './throttled-server.mjs';
import { visit, waitIdle } from './visit.mjs';

const FORM = '/add-work?customer=Hill+Farm&task=Baling';
const CPU = 4;
const WEEK = 500;
const LIST = 1000;
const COPIED = 5000;
/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;
const ROW = 'main [data-row] a, main [data-row] button';
const UPLOAD = 675_000 / 8;

const line = {
  good: { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  none: { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 },
  slow: {
    offline: false,
    latency: NETWORKS.slow4g.latency,
    downloadThroughput: NETWORKS.slow4g.bytesPerSecond,
    uploadThroughput: UPLOAD,
  },
};

/** Runs in the page: resolves with ms from the next press on "Save work" to the frame that confirms it. */
function untilSaved() {
  return new Promise((resolve) => {
    let from = null;
    const note = (event) => {
      if (event.target.closest?.('button[type=submit]')) from = event.timeStamp;
    };
    window.addEventListener('click', note, { capture: true });
    const observer = new MutationObserver(() => {
      if (from === null || !document.querySelector('main output.slip')) return;
      observer.disconnect();
      window.removeEventListener('click', note, { capture: true });
      const began = from;
      // A task posted in a frame runs when that frame is painted; user-blocking, so before work that the page has
      // deferred.
      const done = () => resolve(performance.now() - began);
      requestAnimationFrame(() => scheduler.postTask(done, { priority: 'user-blocking' }));
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}

const typed = (page) => page.getByRole('button', { name: 'Save work' });
const sent = (page) => page.locator('.send-state', { hasText: /Everything is sent/ }).waitFor({ timeout: 180_000 });

// Another quantity each time, because the app asks about an identical job.
let bales = 60;

async function saveOne(page) {
  bales += 1;
  for (const key of String(bales)) await page.getByRole('button', { name: key, exact: true }).click();
  const took = page.evaluate(untilSaved);
  // Hold like a finger does, so that work started by pressing down is finished on release.
  await typed(page).click({ delay: 80 });
  return took;
}

/** From one saved job to the next, as a user continues. */
async function again(page) {
  await page.getByRole('button', { name: /^Add another for/ }).click();
  await page.getByRole('button', { name: /^Baling/ }).click();
  await typed(page).waitFor();
}

/** Runs in the page: copies the one waiting job, as if this many more had been saved. */
function saveLikeIt(count) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open('farm-diary-outbox');
    opening.onerror = () => fail(new Error('the outbox does not open'));
    opening.onsuccess = () => {
      const tx = opening.result.transaction('entries', 'readwrite');
      const all = tx.objectStore('entries').getAll();
      all.onsuccess = () => {
        const one = { ...all.result.find(({ state }) => state === 'queued') };
        delete one.seq;
        for (let n = 0; n < count; n += 1) tx.objectStore('entries').add({ ...one, id: crypto.randomUUID() });
      };
      tx.oncomplete = () => {
        opening.result.close();
        // As another tab would broadcast it.
        new BroadcastChannel('farm-diary-outbox').postMessage('changed');
        done();
      };
      tx.onabort = () => fail(new Error('the jobs were not kept'));
    };
  });
}

/** Runs in the page: how many entries of the job log are cached on this device. */
function copied() {
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
async function fill({ api, owner }, wanted) {
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
async function copy(page, wanted) {
  await page.goto('/works-list');
  await page.locator(ROW).first().waitFor();
  const until = Date.now() + 120_000;
  while ((await page.evaluate(copied)) < wanted) {
    if (Date.now() > until) throw new Error(`${await page.evaluate(copied)} of ${wanted} entries are copied`);
    await page.waitForTimeout(500);
  }
}

async function saving(page, phone, runs) {
  const figures = [];
  for (const [name, how] of [
    ['with signal', 'good'],
    ['without signal', 'none'],
  ]) {
    await page.goto(FORM);
    await typed(page).waitFor();
    await phone.line(how);
    const took = [];
    for (let run = 0; run < runs; run += 1) {
      await waitIdle(IDLE);
      took.push(await saveOne(page));
      await again(page);
    }
    await phone.line('good');
    await sent(page);
    figures.push(report({ name: `offline: tap to saved, ${name}`, runs: took, unit: 'ms', bar: 100 }));
  }
  return figures;
}

async function week(page, phone, api) {
  await page.goto(FORM);
  await typed(page).waitFor();
  await phone.line('none');
  await saveOne(page);
  await page.evaluate(saveLikeIt, WEEK - 1);
  await page.locator('.send-state', { hasText: new RegExp(`^${WEEK} entries wait`) }).waitFor();
  const count = async () => (await api.from('works').select('id', { count: 'exact', head: true })).count;
  const before = await count();
  await waitIdle(IDLE);
  const from = performance.now();
  await phone.line('slow');
  await sent(page);
  const took = (performance.now() - from) / 1000;
  await phone.line('good');
  const rows = (await count()) - before;
  if (rows !== WEEK) throw new Error(`${rows} of ${WEEK} jobs are in the database`);
  return [report({ name: 'offline: a week of 500 jobs on slow 4G', runs: [took], unit: 's', bar: 60, rows })];
}

async function opening(page, server, runs) {
  const context = page.context();
  const options = { ready: ROW, cpu: CPU, quiet: 1000, idle: IDLE };
  const figures = [];
  for (const name of ['repeat', 'offline']) {
    await context.setOffline(name === 'offline');
    const took = { lcp: [], usable: [] };
    for (let run = 0; run < runs; run += 1) {
      const { page: opened, figures: seen } = await visit(context, `${server.origin}/works-list`, options);
      if (!opened) throw new Error(seen.failed);
      took.lcp.push(seen.lcp);
      took.usable.push(seen.usable);
      await opened.close();
    }
    figures.push(
      report({ name: `offline: works list of ${LIST}, ${name}, painted`, runs: took.lcp, unit: 'ms', bar: 700 }),
      report({ name: `offline: works list of ${LIST}, ${name}, usable`, runs: took.usable, unit: 'ms', bar: 900 }),
    );
  }
  await context.setOffline(false);
  return figures;
}

async function heap(page) {
  const context = page.context();
  await context.setOffline(true);
  await page.goto('/works-list');
  await page.getByText(/^Showing data from/).waitFor();
  await page.locator(ROW).first().waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const rows = await page.evaluate(copied);
  await context.setOffline(false);
  return [report({ name: 'offline: heap with a full copy', runs: [usedSize / 1e6], unit: 'MB', bar: 60, rows })];
}

export async function offline(runs) {
  const server = await startServer({ preview: true });
  const opened = await openPhone(server.origin);
  const { page } = opened;
  try {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    const phone = { line: (how) => cdp.send('Network.emulateNetworkConditions', line[how]) };
    const person = await signIn(server.origin);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await fill(person, LIST);
    await copy(page, LIST);
    // Only the new page is slowed down, not this one, which stays open in the same browser.
    await page.goto('about:blank');
    const held = await opening(page, server, runs);
    await opened.slow(CPU);
    held.push(...(await saving(page, phone, runs)), ...(await week(page, phone, person.api)));
    await opened.slow(1);
    await fill(person, COPIED);
    // A fresh copy is not read again yet, so delete it.
    await page.evaluate(() => void indexedDB.deleteDatabase('farm-diary-snapshots'));
    // Only whole days are cached: the last one may not fit.
    await copy(page, COPIED - 100);
    held.push(...(await heap(page)));
    return held.every(Boolean);
  } finally {
    await opened.close();
    await server.stop();
  }
}
