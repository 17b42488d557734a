// The built app as an installable app: its manifest, its worker, opening offline, and how it is served.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '@/app/routes';
import { startApp, type App } from '@tests/support/app';
import { serveFolder } from '@tests/support/browser/static-server';
import { openAs, OWNER } from '@tests/support/browser/sign-in';

const NOT_CONNECTED = 'This copy of the app is not connected to a database';
const BACKEND_PATHS = ['/auth/v1/settings', '/rest/v1/profiles', '/functions/v1/nothing', '/_mail', '/_embedded.json'];

let app: App;
/** A device on which the worker has stored the app; nobody is signed in. */
let installed: Awaited<ReturnType<App['open']>>;
/** What its page has written to the console. */
const logged: string[] = [];

beforeAll(async () => {
  app = await startApp();
  installed = await app.open();
  installed.page.on('console', (message) => logged.push(message.text()));
  await installed.page.goto('/');
  await waitForWorker(installed.page);
});

afterAll(() => app.stop());

const get = (path: string, init?: RequestInit) => fetch(app.origin + path, init);

/** Waits until the worker controls the page, as it does from the second visit on. */
async function waitForWorker(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Width and height from a PNG's header. */
function pngSize(bytes: Buffer): string {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the manifest names the app, its icons match it, and every icon that the page links exists', async () => {
  const answer = await get('/manifest.webmanifest');
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    short_name: 'Farm Diary',
  });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await get(src);
    expect(icon.headers.get('content-type'), src).toBe(type);
    expect(pngSize(Buffer.from(await icon.arrayBuffer())), src).toBe(sizes);
  }
  const html = await (await get('/')).text();
  expect(html).toContain('rel="manifest"');
  const icons = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(([, href]) =>
    String(href),
  );
  expect(icons.length).toBeGreaterThan(1);
  for (const href of icons) expect((await get(href)).headers.get('content-type'), href).toMatch(/^image\//);
});

/** Width and height from a WebP's header. */
function webpSize(bytes: Buffer): string {
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP']);
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}`;
  expect(kind).toBe('VP8 ');
  return `${bytes.readUInt16LE(26) & 0x3fff}x${bytes.readUInt16LE(28) & 0x3fff}`;
}

test('the manifest’s screenshots are small, have the declared sizes, and are not installed', async () => {
  const { screenshots } = (await (await get('/manifest.webmanifest')).json()) as {
    screenshots: { src: string; sizes: string; type: string; form_factor: string; label: string }[];
  };
  expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'narrow', 'wide']);
  const worker = await (await get('/sw.js')).text();
  for (const { src, sizes, type, form_factor, label } of screenshots) {
    const answer = await get(src);
    expect(answer.headers.get('content-type'), src).toBe(type);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(webpSize(bytes), src).toBe(sizes);
    expect(bytes.length, src).toBeLessThan(150_000);
    // The limits of an install sheet: 320 to 3,840 pixels, the long side at most 2.3 times the short one.
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    expect(width > height).toBe(form_factor === 'wide');
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height)).toBeLessThanOrEqual(Math.min(3840, 2.3 * Math.min(width, height)));
    expect(label).not.toBe('');
    expect(worker).not.toContain(src.slice(1));
  }
});

test('a shortcut of the icon leads to the page of its name', async () => {
  const { shortcuts } = (await (await get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[];
  };
  expect(shortcuts.map(({ name }) => name)).toEqual(['Add Work', 'Time Tracker', 'Add Note', 'Invoices']);
  for (const { name, url, icons } of shortcuts) {
    expect(routes.find(({ path }) => path === url)?.title).toBe(name);
    for (const { src, sizes } of icons) {
      expect(pngSize(Buffer.from(await (await get(src)).arrayBuffer())), src).toBe(sizes);
    }
  }
});

test('the worker is registered for the whole app and serves it from the second visit on', async () => {
  const { page } = installed;
  const worker = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready;
    return { scope, script: active?.scriptURL };
  });
  expect(worker).toEqual({ scope: `${app.origin}/`, script: `${app.origin}/sw.js` });
  expect(logged.join('\n')).toContain('Service worker registered:');
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${app.origin}/sw.js`);
});

test('the worker serves no part of the backend, and caches nothing of it', async () => {
  const { context, page } = installed;
  const fromWorker = new Map<string, boolean>();
  page.on('response', (response) => fromWorker.set(new URL(response.url()).pathname, response.fromServiceWorker()));
  const fetchAll = (paths: string[]) =>
    page.evaluate(
      (all) =>
        Promise.all(
          all.map((path) =>
            fetch(path).then(
              (answer) => answer.status,
              () => 0,
            ),
          ),
        ),
      paths,
    );
  const asked = [...BACKEND_PATHS, '/index.html'];
  await fetchAll(asked);
  await expect.poll(() => asked.filter((path) => !fromWorker.has(path))).toEqual([]);
  // The worker does serve its own file.
  expect(fromWorker.get('/index.html')).toBe(true);
  for (const path of BACKEND_PATHS) expect(fromWorker.get(path), path).toBe(false);
  const cachedPaths = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cachedPaths).toContain('/index.html');
  expect(cachedPaths.filter((path) => /^\/(?:_|auth|rest|functions|storage)/.test(path))).toEqual([]);
  await context.setOffline(true);
  expect(new Set(await fetchAll(BACKEND_PATHS))).toEqual(new Set([0]));
  await context.setOffline(false);
});

test('a link in a mail leads to the backend, not to the app that the worker has cached', async () => {
  const { page } = installed;
  const mails = await page.goto('/_mail');
  expect(mails?.fromServiceWorker()).toBe(false);
  // The backend redirects from the link to the app.
  const response = await page.goto('/auth/v1/verify?token=nothing&type=signup');
  const link = await response?.request().redirectedFrom()?.response();
  expect(link?.status()).toBe(303);
  expect(link?.fromServiceWorker()).toBe(false);
});

test('pages are served with their policy, which allows no inline script', async () => {
  for (const path of ['/', '/works-list', '/pricing', '/contact']) {
    const answer = await get(path, { headers: { accept: 'text/html' } });
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'");
    expect(policy).not.toContain('unsafe');
    // A data block is not a script.
    expect(html.replaceAll('<script type="application/ld+json">', '')).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/\s(?:on[a-z]+|style)=/);
    expect(answer.headers.get('cache-control')).toMatch(/^no-cache/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(answer.headers.get('permissions-policy')).toContain('microphone=()');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  }
});

test('the worker is revalidated each time, and hashed files are cached for ever', async () => {
  const worker = await get('/sw.js');
  expect(worker.headers.get('cache-control')).toBe('no-cache, no-transform');
  expect(worker.headers.get('content-type')).toContain('javascript');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await get('/')).text())?.[1];
  const asset = await get(String(script), { headers: { 'accept-encoding': 'gzip' } });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-encoding')).toBe('gzip');
  expect(asset.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a file that does not exist answers 404, and not with the app', async () => {
  const gone = ['/assets/gone-12345678.js', '/icons/gone.png', '/.env', '/.vite/nothing', '/assets/', '/_nothing'];
  for (const path of gone) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get('content-type'), path).toBe('text/plain');
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
  }
});

test('a build without a project says on a plain web server that it is not connected, and opens without that server too', async () => {
  const served = await serveFolder('dist');
  const { context, page } = await app.open();
  const before = app.pageErrors.length;
  await page.goto(served.origin);
  await page.getByText(NOT_CONNECTED).waitFor();
  expect(await page.getByRole('button', { name: 'Try the demo farm' }).count()).toBe(0);
  await page.evaluate(() => void Reflect.set(window, 'samePage', true));
  await page.getByLabel('Email').fill('somebody@farm.example');
  await page.getByLabel('Password').fill('a password of mine');
  await page.locator('form button[type=submit]').click();
  await page.getByText(NOT_CONNECTED).waitFor();
  // The page loads what a signed-in person needs when the form is used, which fails here: no reason to reload it.
  expect(await page.evaluate(() => Reflect.get(window, 'samePage') === true)).toBe(true);
  expect(new URL(page.url()).search).toBe('');
  expect(app.pageErrors.slice(before)).toEqual([]);
  await waitForWorker(page);
  await context.setOffline(true);
  await served.stop();
  for (const path of ['/works-list', '/features', '/']) {
    await page.goto(served.origin + path);
    await page.locator('main h1').waitFor();
  }
  await page.getByLabel('Email').waitFor();
  await context.close();
});

test('the worker installs the app, but no source map, mail image or data', () => {
  const listed = [...readFileSync('dist/sw.js', 'utf8').matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url]) =>
    String(url),
  );
  expect(listed).toContain('index.html');
  expect(listed.filter((url) => !/\.(?:js|css|html|svg|png|webmanifest|ttf|woff2)$/.test(url))).toEqual([]);
});

test('requests to the backend pass the worker by, and the app’s files do not', async () => {
  const { context, page } = installed;
  // A hosted backend has another origin, which the page of the embedded app may not fetch from.
  await (await context.newCDPSession(page)).send('Page.setBypassCSP', { enabled: true });
  const hosted = `${app.origin.replace('127.0.0.1', 'localhost')}/rest/v1/works`;
  await page.goto('/');
  const asked = [...BACKEND_PATHS, hosted, '/boot.js'];
  await page.evaluate(async (addresses) => {
    performance.clearResourceTimings();
    const read = (address: string) => fetch(address, { mode: 'no-cors' }).then((answer) => answer.text());
    await Promise.all(addresses.map(read));
  }, asked);
  const requests = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => ({
        name: entry.name.replace(location.origin, ''),
        route: 'workerMatchedSourceType' in entry ? entry.workerMatchedSourceType : null,
      })),
    );
  // The browser may list a request a moment after its answer.
  await expect.poll(async () => (await requests()).map(({ name }) => name)).toEqual(expect.arrayContaining(asked));
  const requested = await requests();
  // The page may ask for one of them itself.
  const passed = new Set(requested.filter(({ route }) => route === 'network').map(({ name }) => name));
  expect([...passed].toSorted()).toEqual([...BACKEND_PATHS, hosted].toSorted());
  expect(requested).toContainEqual({ name: '/boot.js', route: '' });
});

test('a signed-in person stays signed in offline', async () => {
  const { context, page } = installed;
  await openAs(page, app.origin, OWNER);
  await waitForWorker(page);
  await context.setOffline(true);
  await page.goto('/noticeboard');
  await page.locator('#shell-loading').waitFor({ state: 'detached' });
  await page.locator('main h1').waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(await page.getByText(NOT_CONNECTED).count()).toBe(0);
});
