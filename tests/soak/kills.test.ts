// Kills the browser at random moments while jobs are saved and sent, also while the service worker gets wrong files during
// an update or a first visit. Every job shown as saved must be in the database once, and the app must open again.
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HILL_FARM_FORM, isSend, startProxiedServer, type ProxiedServer } from '@tests/support/browser/proxied-server';
import { phoneFactory, type Phones } from '@tests/support/browser/killed-phone';
import type { Fault } from '@tests/support/browser/cutting-proxy';
import { nextVersion } from '@tests/support/browser/next-version';
import { serveVersions, type Deployed, type Versions } from '@tests/support/browser/versions';
import { cachedBlockPages, wrongAnswers } from './wrong-answers';

const { SOAK_KILLS = '200', SOAK_FROM = '1', SOAK_REPORT } = process.env;
const kills = Number(SOAK_KILLS);
/** This many kills cover every situation. */
const MIN_FOR_COVERAGE = 100;
/** At least one of the last kills, this many, must come after a confirmed job. */
const LAST_KILLS = 20;

/** A pseudo-random sequence, the same for the same seed. */
function randomSequence(seed: number) {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

let server: ProxiedServer;
let site: Versions;
let allPhones: Phones;
beforeAll(async () => {
  server = await startProxiedServer();
  site = await serveVersions(server.proxy.origin);
  allPhones = await phoneFactory(site.origin);
}, 300_000);
afterAll(async () => {
  await allPhones.stop();
  await site.stop();
  await server.stop();
});

/** Runs in the page: logs job after job as fast as it can, and reports each one that the page shows as saved. */
function logJobs(from: number) {
  const confirmed = (window as unknown as { confirmed: (quantity: string) => void }).confirmed;
  const pause = () => new Promise((done) => setTimeout(done, 4));
  const texts = (selector: string, begins: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent.trim().startsWith(begins));
  const until = async <T>(find: () => T | null | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found) return found;
      await pause();
    }
  };
  const amount = () => document.querySelector<HTMLInputElement>('form[aria-label="Work entry"] input')?.value ?? '';
  // A reloaded page continues where it was.
  const counter = `soak ${from}`;
  const log = async () => {
    for (let next = Number(sessionStorage.getItem(counter) ?? from); ; next += 1) {
      sessionStorage.setItem(counter, String(next + 1));
      await until(() => texts('button', 'Save work'));
      // Discard the draft that was stored before the app was killed: Add Work then begins with its first question.
      const discard = texts('button', 'Discard');
      if (discard) {
        discard.click();
        (await until(() => texts('button', 'Hill Farm'))).click();
        (await until(() => texts('button', 'Baling'))).click();
        await until(() => texts('button', 'Save work'));
      }
      while (amount()) {
        document.querySelector<HTMLElement>('button[aria-label="Delete last digit"]')?.click();
        await pause();
      }
      for (const key of String(next)) {
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === key)?.click();
        await pause();
      }
      const quantity = amount();
      texts('button', 'Save work')?.click();
      await until(() => {
        // Between midnight and 4:00 the app asks which day is meant.
        texts('button', 'Today, ')?.click();
        return texts('h2', 'Work entry saved!');
      });
      confirmed(quantity);
      (await until(() => texts('button', 'Add another for'))).click();
      (await until(() => texts('button', 'Baling'))).click();
    }
  };
  void log();
}

/** Runs in the page: how many stored entries may not be in the database yet. */
const countWaiting = () =>
  new Promise<number>((done, fail) => {
    const opening = indexedDB.open('farm-diary-outbox');
    opening.onerror = () => fail(new Error('the outbox does not open'));
    opening.onsuccess = () => {
      const all = opening.result.transaction('entries').objectStore('entries').getAll();
      all.onsuccess = () => {
        opening.result.close();
        const entries = all.result as { state: string }[];
        done(entries.filter(({ state }) => state !== 'acknowledged').length);
      };
    };
  });

/**
 * Waits for the form; if it does not appear, throws with the text of the page. `afterFailedStart`: the page may show a
 * button to load it again, which is pressed.
 */
async function waitForForm(page: Page, when: string, afterFailedStart = false) {
  const save = page.getByRole('button', { name: 'Save work' }).first();
  const again = page.getByRole('button', { name: /^(?:Load it|Try) again$/ });
  try {
    await (afterFailedStart ? save.or(again).first() : save).waitFor({ timeout: 60_000 });
    if (afterFailedStart && (await again.isVisible())) await again.click();
    await save.waitFor({ timeout: 60_000 });
  } catch (cause) {
    const text = await page.locator('body').innerText({ timeout: 5000 });
    throw new Error(`${when}, and no form after a minute, but: ${text}`, { cause });
  }
}

/** All jobs in the database, a page at a time because of the API's row limit. */
async function allJobs() {
  const all: { id: string; quantity: number }[] = [];
  for (;;) {
    const page = await server.ask(`works?select=id,quantity&order=id&limit=1000&offset=${all.length}`);
    // The query selects these two columns.
    const rows = page as typeof all;
    all.push(...rows);
    if (rows.length === 0) return all;
  }
}

const FAULTS: Fault[] = [
  'cut before request',
  'cut before response',
  'cut during response',
  'response never arrives',
  { status: 503 },
];

/** Waits until the app is fully installed, in any version: from then on it opens offline. */
const waitUntilInstalled = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => null));

/** Removes the app's workers and caches, as before a first visit, but keeps its database. */
const uninstallApp = (page: Page) =>
  page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    for (const name of await caches.keys()) if (name.startsWith('workbox')) await caches.delete(name);
  });

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

it('loses nothing and duplicates nothing, and nothing waits for ever', async () => {
  const chance = randomSequence(Number(SOAK_FROM));
  const confirmed = new Set<number>();
  const phone = allPhones.phone();
  const before = new Set((await allJobs()).map(({ id }) => id));
  const startedAt = Date.now();
  const next = nextVersion();
  const earlier: Deployed = (path) => (path.includes('-next.') ? { status: 404 } : null);
  let deployed = earlier;
  let wrongFiles = 0;
  let wrongFilesBefore = false;
  for (let n = 1; n <= kills; n += 1) {
    const wrong = chance() < 0.3 ? wrongAnswers(chance) : null;
    // After wrong files the app is opened online with correct ones, because only an installed app opens offline.
    const offline = chance() < 0.4 && !wrongFilesBefore && wrong === null;
    server.proxy.repair();
    site.deploy(deployed);
    const running = await phone.start({ offline });
    const { page, context } = running;
    await page.exposeFunction('confirmed', (quantity: string) => void confirmed.add(Number(quantity)));
    // Fewer than 1,000 jobs are logged between two kills, so that every quantity occurs once.
    await page.addInitScript(logJobs, n * 1000);
    const [fault] = FAULTS.slice(Math.floor(chance() * FAULTS.length));
    if (fault && chance() < 0.4) server.proxy.break((request) => (isSend(request) && chance() < 0.5 ? fault : null));
    // Some kills happen before the app has started, most while it runs.
    const beforeStart = chance() < 0.15 && !wrongFilesBefore && wrong === null;
    const when = `kill ${n}${offline ? ', without signal' : ''}${wrongFilesBefore ? ', after wrong answers' : ''}`;
    // An update needs an installed version to replace, and wrong files before may have left none.
    const update = wrong !== null && chance() < 0.5 && !wrongFilesBefore;
    if (update) {
      deployed = deployed === earlier ? next.deployed : earlier;
      site.deploy(wrong.withWrongFiles(deployed));
    }
    const opening = page.goto(site.origin + HILL_FARM_FORM).then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    // While an update gets wrong files, the previous version keeps working.
    if (!beforeStart) await waitForForm(page, `${when}: ${await opening}`, wrongFilesBefore);
    if (wrongFilesBefore) {
      await waitUntilInstalled(page);
      expect(await page.evaluate(cachedBlockPages), when).toEqual([]);
    }
    if (wrong && !update) {
      await pause(chance() * 500);
      await uninstallApp(page);
      site.deploy(wrong.withWrongFiles(deployed));
      void page.goto(site.origin + HILL_FARM_FORM).catch(() => undefined);
    }
    await pause(chance() * (beforeStart ? 800 : 1500));
    if (chance() < 0.3 && wrong === null) void context.setOffline(!offline).catch(() => undefined);
    await pause(chance() * 300);
    await running.kill();
    if (wrong && wrong.timesServed() > 0) wrongFiles += 1;
    wrongFilesBefore = wrong !== null;
    if (n % 10 === 0)
      console.log(
        `${n} of ${kills} kills, ${confirmed.size} jobs confirmed, ${wrongFiles} times wrong files, ${Math.round((Date.now() - startedAt) / 1000)} s`,
      );
  }
  server.proxy.repair();
  site.deploy(deployed);
  const started = await phone.start();
  await started.page.goto(site.origin + HILL_FARM_FORM);
  await waitForForm(started.page, 'at the end', wrongFilesBefore);
  const until = Date.now() + 600_000;
  while ((await started.page.evaluate(countWaiting)) > 0 && Date.now() < until) await pause(1000);
  const stuck = await started.page.evaluate(countWaiting);
  const stored = (await allJobs()).filter(({ id }) => !before.has(id)).map(({ quantity }) => quantity);
  const lost = [...confirmed].filter((quantity) => !stored.includes(quantity));
  const doubled = stored.filter((quantity, at) => stored.indexOf(quantity) !== at);
  await started.close();
  const report = { kills, confirmed: confirmed.size, stored: stored.length, files: wrongFiles };
  console.log(JSON.stringify({ ...report, lost, doubled, stuck }));
  if (SOAK_REPORT)
    writeFileSync(SOAK_REPORT, JSON.stringify({ ...report, lost: lost.length, doubled: doubled.length, stuck }));
  expect({ lost, doubled, stuck }).toEqual({ lost: [], doubled: [], stuck: 0 });
  expect(confirmed.size).toBeGreaterThan(kills / 2);
  // Jobs must still be logged at the end, because a kill while nothing is logged tests nothing.
  expect(Math.max(...confirmed)).toBeGreaterThan((kills - LAST_KILLS) * 1000);
  if (kills >= MIN_FOR_COVERAGE) expect(wrongFiles).toBeGreaterThan(0);
}, 3_600_000);
