// The store under an open tab, in a real browser: cleared with all caches, or upgraded by a newer version of the app.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PHONE } from '@tests/support/app';
import {
  addAnotherJob,
  HILL_FARM_FORM,
  dispatchOnline,
  pressSave,
  save,
  expectAllSent,
  startProxiedServer,
  signInAndInstall,
  typeQuantity,
  expectWaiting,
  whenSending,
  type ProxiedServer,
  waitForSaved,
} from '@tests/support/browser/proxied-server';
import { nextVersion } from '@tests/support/browser/next-version';
import { serveVersions, type Versions } from '@tests/support/browser/versions';

let server: ProxiedServer;
let site: Versions;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  server = await startProxiedServer();
  site = await serveVersions(server.proxy.origin);
});
afterAll(async () => {
  await site.stop();
  await server.stop();
});
beforeEach(async () => {
  site.deploy(() => null);
  await server.startTest();
  ({ context, page } = await server.app.open({ viewport: PHONE, origin: site.origin }));
  await signInAndInstall(page, site.origin);
});
afterEach(() => context.close());

const bales = () => page.getByRole('textbox', { name: 'Bales' });
/** Like "Clear site data", limited to these kinds. */
async function clear(storageTypes: string) {
  const device = await context.newCDPSession(page);
  await device.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes });
}
/** The entries or drafts in the device's store. */
const stored = (store: 'entries' | 'drafts') =>
  page.evaluate(
    (name) =>
      new Promise<string>((done) => {
        const opening = indexedDB.open('farm-diary-outbox');
        // Only read: a missing store must be created by the app.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => done('no store');
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opening.result.close();
            done(JSON.stringify(all.result));
          };
        };
      }),
    store,
  );

describe('store and caches are cleared offline, with an entry waiting and another being typed (F24)', () => {
  // Different numbers in each test, because the app asks about an identical job.
  let [job, typed] = [10, 11];
  beforeEach(async () => {
    [job, typed] = [job + 2, typed + 2];
    // Chromium's caches never answer again if they are cleared while a file is being stored, as no person can clear them:
    // clearing a site's data ends its worker, too.
    await page.goto(`${site.origin}/noticeboard`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByText('Ready without signal').waitFor();
    await page.goto(site.origin + HILL_FARM_FORM);
    await context.setOffline(true);
    await save(page, job);
    await expectWaiting(page, 1);
    await addAnotherJob(page);
    await typeQuantity(page, typed);
    await expect.poll(() => stored('drafts')).toContain(`"${typed}"`);
  });

  test('the waiting entry and the draft are stored again at once, and each is sent once', async () => {
    await clear('indexeddb,cache_storage,service_workers');
    await expect.poll(() => stored('entries')).toContain(`"quantity":${job}`);
    await expect.poll(() => stored('drafts')).toContain(`"${typed}"`);
    await expectWaiting(page, 1);
    expect(await bales().inputValue()).toBe(String(typed));
    await pressSave(page);
    await waitForSaved(page);
    await expectWaiting(page, 2);
    await context.setOffline(false);
    await dispatchOnline(page);
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([job, typed]);
  });

  test('an entry and a draft are kept for the person who signs in again if the session is cleared too, and sent once', async () => {
    await clear('all');
    await expect.poll(() => stored('entries')).toContain(`"quantity":${job}`);
    await expect.poll(() => stored('drafts')).toContain(`"${typed}"`);
    await context.setOffline(false);
    await page.goto(site.origin);
    await page.getByLabel('Email').fill('driver@demo.test');
    await page.getByLabel('Password').fill('demo-farm-2026');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.locator('.app-frame').waitFor();
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([job]);
    await page.goto(site.origin + HILL_FARM_FORM);
    await page.getByText(/^Restored what you typed at/).waitFor();
    expect(await bales().inputValue()).toBe(String(typed));
  });

  test('an entry and a draft removed when signing out stay removed, whatever is cleared afterwards', async () => {
    await page.getByRole('button', { name: /Employee$/i }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Remove and sign out' }).click();
    await page.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByLabel('Email').waitFor();
    await expect.poll(() => stored('entries')).toBe('[]');
    await clear('indexeddb,cache_storage');
    await expect.poll(() => stored('entries')).toMatch(/^(no store|\[\])$/);
    await context.setOffline(false);
    await signInAndInstall(page, site.origin);
    await expectAllSent(page);
    expect(await page.getByText(/^Restored what you typed at/).count()).toBe(0);
    await expect.poll(() => server.quantities()).toEqual([]);
  });
});

test('after a newer version upgraded the store, an old tab says so, and all entries are sent once (F29)', async () => {
  await context.setOffline(true);
  await save(page, 21);
  await expectWaiting(page, 1);
  await addAnotherJob(page);
  await typeQuantity(page, 2);
  // Before the signal returns, or the entry would be sent at once. All other requests get their response: the browser has
  // six connections to a server, and the next version could not be installed while all of them wait.
  server.proxy.break(whenSending('never forwarded'));
  await context.setOffline(false);
  await page.evaluate(() => void Reflect.set(window, 'samePage', true));

  // The next version upgrades the store; it opens in another tab.
  let replacements = 0;
  const next = nextVersion((path, text) =>
    path.startsWith('/assets/')
      ? text.replace(/(=["'`]farm-diary-outbox["'`],[\w$]+=)2\b/, (_, before: string) => {
          replacements += 1;
          return `${before}3`;
        })
      : text,
  );
  expect(replacements).toBe(1);
  site.deploy(next.deployed);
  const other = await context.newPage();
  await other.goto(site.origin + '/noticeboard');
  // Until the new page has started, it can't answer the service worker that the app runs there.
  await other.locator('.app-frame').waitFor();
  await other.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await other.getByRole('button', { name: 'Update' }).click();

  const newVersionNotice = page.getByText(/^A newer version of Farm Diary is open on this device\. Reload to go on/);
  await newVersionNotice.waitFor();
  // A page in the background draws once a second.
  await page.bringToFront();
  await expectWaiting(page, 1);
  await typeQuantity(page, 3);
  await pressSave(page);
  await page
    .getByRole('alert')
    .getByText(/so this page cannot save the entry\. Reload it/)
    .waitFor();
  expect(await page.getByText(/storage is full/).count()).toBe(0);
  // The request does not get through.
  await page.getByRole('button', { name: 'Send now' }).click();
  await typeQuantity(page, 4);
  // The button would send the entry with 23 bales and not the 234 that are typed now.
  await expect.poll(() => page.getByRole('button', { name: 'Send now' }).count()).toBe(0);
  await newVersionNotice.waitFor();
  expect(await bales().inputValue()).toBe('234');
  expect(await page.evaluate(() => Reflect.get(window, 'samePage') === true)).toBe(true);

  server.proxy.repair();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText(/^Restored what you typed at/).waitFor();
  expect(await bales().inputValue()).toBe('234');
  await pressSave(page);
  await waitForSaved(page);
  await expectAllSent(page);
  await expect.poll(() => server.quantities()).toEqual([21, 234]);
});
