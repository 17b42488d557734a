// A proxy, a captive portal or a host answers requests for some of the app's files with a page of its own: none of that
// is cached, and a device that has cached such a page is repaired. Waiting entries are sent in the end.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PHONE } from '@tests/support/app';
import {
  HILL_FARM_FORM,
  dispatchOnline,
  save,
  expectAllSent,
  startProxiedServer,
  signInAndInstall,
  expectWaiting,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
import { nextVersion } from '@tests/support/browser/next-version';
import { serveVersions, type Deployed, type Versions } from '@tests/support/browser/versions';

let server: ProxiedServer;
let site: Versions;
let context: BrowserContext;
let page: Page;
const next = nextVersion();

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
  site.requestedPaths.length = 0;
  await server.startTest();
  ({ context, page } = await server.app.open({ viewport: PHONE, origin: site.origin }));
});
afterEach(() => context.close());

const PORTAL = '<!doctype html><html><head><title>Blocked</title></head><body>Blocked by your network</body></html>';
const portal = { status: 200, type: 'text/html', body: PORTAL };
/** A portal's page that the browser caches for a year, as some hosts configure for everything below /assets. */
const cachedPortal = { ...portal, cache: 'public, max-age=31536000, immutable' };
const withWrongAnswers =
  (paths: RegExp, deployed: Deployed = () => null, answer = portal): Deployed =>
  (path) =>
    paths.test(path) ? answer : deployed(path);

const FIRST_FILE = /^\/assets\/first-/;
const TRAY_FILE = /^\/assets\/tray-/;
const ANY_FILE = /^\/(?!sw\.js|rest|auth|functions|storage|_)/;

/** Checks for a new version and waits until it is installed, or fails. */
const checkForUpdate = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
    const worker = registration?.installing;
    while (worker?.state === 'installing') await new Promise((wait) => setTimeout(wait, 50));
    return registration?.waiting ? 'waits' : 'none';
  });
const runsNextVersion = () =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src.includes('-next.') ?? null);
const updatePrompt = () => page.getByText(/^A new version of the app is ready\./);
const saveButton = () => page.getByRole('button', { name: 'Save work' });
/** Paths in the worker's caches that hold the portal's page. */
const foreignPages = () =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? '';
        if (text.includes('Blocked by your network')) found.push(new URL(request.url).pathname);
      }
    }
    return found;
  });

describe('an update', () => {
  test.each([
    ['one lazily loaded file', TRAY_FILE, 410],
    ["the app's first file", FIRST_FILE, 411],
    ['the app’s page', /^\/(?:index\.html)?$/, 412],
    ['every file', ANY_FILE, 414],
  ])(
    '%s answered with a foreign page: it is not installed, and the previous version keeps working',
    async (_, paths, bales) => {
      await signInAndInstall(page, site.origin);
      await context.setOffline(true);
      await save(page, bales);
      await expectWaiting(page, 1);
      // The backend is unreachable as well, as behind a portal.
      site.deploy((path) => (path.startsWith('/rest/') ? portal : withWrongAnswers(paths, next.deployed)(path)));
      await context.setOffline(false);
      expect(await checkForUpdate()).toBe('none');
      expect(await updatePrompt().count()).toBe(0);
      expect(await foreignPages()).toEqual([]);
      await page.goto(site.origin + HILL_FARM_FORM);
      await saveButton().waitFor();
      expect(await runsNextVersion()).toBe(false);
      await expectWaiting(page, 1);

      site.deploy(next.deployed);
      // The browser may still be failing an installation that it began when the page was opened.
      await expect.poll(checkForUpdate).toBe('waits');
      await page.getByRole('button', { name: 'Update' }).click();
      await page.waitForFunction(() => document.querySelector<HTMLScriptElement>('script[src*="-next."]') !== null);
      await dispatchOnline(page);
      await expectAllSent(page);
      await expect.poll(() => server.quantities()).toEqual([bales]);
      expect(await runsNextVersion()).toBe(true);
      expect(await foreignPages()).toEqual([]);
    },
  );
});

describe('a first visit', () => {
  test.each([
    ['one lazily loaded file', TRAY_FILE, portal, 421],
    ['one lazily loaded file, cached by the browser,', TRAY_FILE, cachedPortal, 422],
  ])('%s answered with a foreign page: the app works, and is installed once the answers are right', async (...row) => {
    const [, paths, answer, bales] = row;
    site.deploy(withWrongAnswers(paths, undefined, answer));
    await page.goto(site.origin);
    await page.getByLabel('Email').fill('driver@demo.test');
    await page.getByLabel('Password').fill('demo-farm-2026');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.locator('.app-frame').waitFor();
    await expect.poll(() => site.requestedPaths.some((path) => paths.test(path))).toBe(true);
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()) === undefined);
    expect(await foreignPages()).toEqual([]);
    site.deploy(() => null);
    // The installation is retried without a restart.
    await dispatchOnline(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.goto(site.origin + HILL_FARM_FORM);
    await saveButton().waitFor();
    expect(await foreignPages()).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await save(page, bales);
    await context.setOffline(false);
    await dispatchOnline(page);
    await expectAllSent(page);
    await page.locator('.send-state').click();
    await page.getByRole('dialog', { name: 'Waiting on this phone' }).waitFor();
    await expect.poll(() => server.quantities()).toEqual([bales]);
  });

  test.each([
    ['not cached by the browser', portal],
    ['cached by the browser', cachedPortal],
  ])(
    'the first file answered with a foreign page, %s: the page says that it did not start, and starts once it is right',
    async (_, answer) => {
      site.deploy(withWrongAnswers(FIRST_FILE, undefined, answer));
      await page.goto(`${site.origin}/works-list`);
      await page.getByText('Farm Diary did not start').waitFor();
      site.deploy(() => null);
      await page.getByRole('button', { name: 'Load it again' }).click();
      await page.getByLabel('Email').waitFor();
      await page.locator('#shell-loading').waitFor({ state: 'detached' });
    },
  );
});

test('a wrong file behind the sign-in, cached by the browser: the app starts after one press', async () => {
  await signInAndInstall(page, site.origin);
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    for (const name of await caches.keys()) if (name.startsWith('workbox')) await caches.delete(name);
  });
  // The version is new to this device, and without its worker.
  const wrongApp = withWrongAnswers(/^\/assets\/app-/, next.deployed, cachedPortal);
  site.deploy((path) => (path === '/sw.js' ? { status: 404 } : wrongApp(path)));
  await page.goto(site.origin + HILL_FARM_FORM);
  await page.getByText('This page did not load').waitFor();
  site.deploy(next.deployed);
  await page.getByRole('button', { name: 'Try again' }).click();
  await saveButton().waitFor();
  expect(await runsNextVersion()).toBe(true);
});

describe('an earlier worker has cached a foreign page', () => {
  /** A worker that caches any response, under the name of this version's cache. */
  const earlierWorker = (list: readonly { url: string; revision: string | null }[]) => `
    const NAME = 'workbox-precache-v2-' + registration.scope;
    const keys = new Map(${JSON.stringify(list)}.map(({ url, revision }) => {
      const key = new URL(url, location.href);
      const path = key.pathname;
      if (revision) key.searchParams.set('__WB_REVISION__', revision);
      return [path, key.href];
    }));
    self.addEventListener('install', (event) => event.waitUntil((async () => {
      const cache = await caches.open(NAME);
      for (const [path, key] of keys) await cache.put(key, await fetch(path, { cache: 'reload' }));
      await self.skipWaiting();
    })()));
    self.addEventListener('fetch', (event) => {
      const { pathname } = new URL(event.request.url);
      const key = event.request.mode === 'navigate' ? keys.get('/index.html') : keys.get(pathname);
      if (key) event.respondWith(caches.match(key).then((kept) => kept ?? fetch(event.request)));
    });`;

  test.each([
    ["the app's first file", FIRST_FILE, 431],
    ['a file of the app behind the sign-in', /^\/assets\/app-/, 432],
    ['the app’s page', /^\/index\.html$/, 433],
    ['every file', ANY_FILE, 434],
  ])('a foreign page cached as %s is repaired by the next version, and waiting entries are sent', async (...row) => {
    const [, paths, bales] = row;
    const { list } = nextVersion();
    const before = list.map(({ url, revision }) => ({
      url: url.replaceAll('-next.', '.'),
      revision: revision && 'earlier',
    }));
    await signInAndInstall(page, site.origin);
    await context.setOffline(true);
    await save(page, bales);
    await expectWaiting(page, 1);
    site.deploy((path) => (path.startsWith('/rest/') ? portal : null));
    await context.setOffline(false);
    // The earlier version is installed on this device with wrong files, as all versions then accepted.
    await page.evaluate(async () => {
      for (const name of await caches.keys()) if (name.startsWith('workbox')) await caches.delete(name);
    });
    const worker = { status: 200, type: 'text/javascript', body: earlierWorker(before) };
    // Kept before the worker is deployed: the browser also checks for a new one by itself, at any time after a page load.
    await page.evaluate(() => Reflect.set(window, 'firstWorker', navigator.serviceWorker.controller));
    site.deploy((path) =>
      path === '/sw.js' ? worker : path.startsWith('/rest/') ? portal : withWrongAnswers(paths, () => null)(path),
    );
    const isReplaced = () =>
      page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update();
        return navigator.serviceWorker.controller !== Reflect.get(window, 'firstWorker');
      });
    await expect.poll(isReplaced).toBe(true);
    expect((await foreignPages()).length).toBeGreaterThan(0);
    site.deploy((path) => (path === '/sw.js' ? worker : null));
    await page.goto(site.origin + HILL_FARM_FORM, { waitUntil: 'commit' });
    expect(await saveButton().count()).toBe(0);

    // The browser checks for a new version at each start by itself.
    site.deploy(next.deployed);
    await page.goto(site.origin + HILL_FARM_FORM, { waitUntil: 'commit' }).catch((error: unknown) => {
      // The app's own repair may load the same address again at this moment.
      if (!/interrupted by another navigation|ERR_ABORTED/.test(String(error))) throw error;
    });
    await saveButton().waitFor();
    await expect.poll(runsNextVersion).toBe(true);
    await dispatchOnline(page);
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([bales]);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    expect(await foreignPages()).toEqual([]);
  });
});

test('a failed start offers a repair, which deletes no waiting entries', async () => {
  await signInAndInstall(page, site.origin);
  await context.setOffline(true);
  await save(page, 441);
  await expectWaiting(page, 1);
  // The worker's storage is damaged in a way that can't be detected from outside.
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((one) => one.startsWith('workbox'))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!request.url.includes('/assets/first-')) continue;
        const headers = { 'content-type': 'text/javascript' };
        await cache.put(request, new Response('throw new Error("damaged")', { headers }));
      }
    }
  });
  // A reload may use what the window still has in memory.
  await page.close();
  page = await context.newPage();
  await page.goto(site.origin + HILL_FARM_FORM);
  await page.getByText('Farm Diary did not start').waitFor();
  await page.getByRole('button', { name: 'Load it again' }).click();
  await page.getByText('This needs signal').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Load it again' }).click();
  await expectAllSent(page);
  await expect.poll(() => server.quantities()).toEqual([441]);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await context.setOffline(true);
  await page.reload();
  await page.locator('.app-frame').waitFor();
});

describe('files that are stored after the installation', () => {
  const CACHE = 'farm-diary-later-files';
  const LATER_FILE = /^\/(?:pricing(?:\.html)?$|assets\/timesheet-pdf-)/;
  const storedPaths = () =>
    page.evaluate(
      async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      CACHE,
    );
  const openMenu = async () => {
    await page.goto(`${site.origin}/noticeboard`);
    await page.getByRole('button', { name: 'Menu' }).click();
    return page.getByRole('dialog', { name: 'Menu' });
  };

  test('a foreign page is not stored as a later file; the menu says when all are stored, and they work offline', async () => {
    site.deploy(withWrongAnswers(LATER_FILE));
    await signInAndInstall(page, site.origin);
    const menu = await openMenu();
    await menu.getByText('Getting ready for use without signal…').waitFor();
    await expect.poll(async () => (await storedPaths()).includes('/about.html')).toBe(true);
    expect((await storedPaths()).filter((path) => LATER_FILE.test(path))).toEqual([]);
    expect(await foreignPages()).toEqual([]);
    site.deploy(() => null);
    await expect
      .poll(async () => {
        await dispatchOnline(page);
        return menu.getByText('Ready without signal').count();
      })
      .toBe(1);
    expect((await storedPaths()).filter((path) => LATER_FILE.test(path))).toHaveLength(2);
    await context.setOffline(true);
    await page.goto(`${site.origin}/pricing`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['page'])).toBe('/pricing');
  });

  test('a waiting version stores its own later files; those of the earlier version go when it takes over', async () => {
    await signInAndInstall(page, site.origin);
    await (await openMenu()).getByText('Ready without signal').waitFor();
    const before = await storedPaths();
    site.deploy(next.deployed);
    expect(await checkForUpdate()).toBe('waits');
    const isNext = (path: string) => path.includes('-next.');
    const renamed = before.filter((path) => /\.(?:js|css)$/.test(path)).length;
    expect(renamed).toBeGreaterThan(0);
    await expect.poll(async () => (await storedPaths()).filter(isNext).length).toBe(renamed);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.waitForFunction(() => document.querySelector<HTMLScriptElement>('script[src*="-next."]') !== null);
    await expect.poll(async () => (await storedPaths()).length).toBe(before.length);
    expect((await storedPaths()).filter((path) => /\.(?:js|css)$/.test(path) && !isNext(path))).toEqual([]);
  });
});

describe('a page that is loaded on demand', () => {
  test.each([
    ['not cached by the browser', portal],
    ['cached by the browser', cachedPortal],
  ])(
    'a page answered with a foreign page, %s, says that it did not load, and opens once the answers are right',
    async (_, answer) => {
      site.deploy(withWrongAnswers(/\/invoice-settings-page-/, undefined, answer));
      await signInAndInstall(page, site.origin, 'owner@demo.test');
      await page.goto(`${site.origin}/invoice-settings`);
      await page.getByText('This page did not load').waitFor();
      const tryAgain = async () => {
        const loaded = page.waitForEvent('load');
        await page.getByRole('button', { name: 'Try again' }).click();
        await loaded;
      };
      await tryAgain();
      await page.getByText('This page did not load').waitFor();
      site.deploy(() => null);
      await tryAgain();
      await page.getByRole('heading', { level: 1, name: 'Invoice Settings' }).waitFor();
    },
  );
});

test('wrong files of a whole version, cached by the browser for a year: one press fetches them all again', async () => {
  await signInAndInstall(page, site.origin);
  await context.setOffline(true);
  await save(page, 451);
  await expectWaiting(page, 1);
  // The worker requests every file of the next version, and the browser caches each response.
  site.deploy(withWrongAnswers(/^\/assets\//, next.deployed, cachedPortal));
  await context.setOffline(false);
  expect(await checkForUpdate()).toBe('none');
  // Then the previous version is removed from the device.
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.goto(site.origin + HILL_FARM_FORM);
  await page.getByText('Farm Diary did not start').waitFor();
  site.deploy(next.deployed);
  await page.getByRole('button', { name: 'Load it again' }).click();
  await saveButton().waitFor();
  expect(await runsNextVersion()).toBe(true);
  await dispatchOnline(page);
  await expectAllSent(page);
  await expect.poll(() => server.quantities()).toEqual([451]);
});
