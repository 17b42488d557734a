// Somebody who only looks: every public page on the built app, with JavaScript off, without signal, as a machine reads
// it; and what the server says and does not say.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPages } from '@/app/public-paths';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { findChromium } from '@tests/support/chromium.mjs';

const PATHS = ['/', ...publicPages.map(({ path }) => path)];
const NOTICE = 'This site stores only what it needs.';

let app: App;
let silent: Browser;

beforeAll(async () => {
  app = await startApp();
  silent = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] });
}, 120_000);

afterAll(async () => {
  await silent.close();
  await app.stop();
});

const get = (path: string, init?: RequestInit) => fetch(app.origin + path, init);

describe('with JavaScript off', () => {
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    context = await silent.newContext({ viewport: PHONE, baseURL: app.origin, javaScriptEnabled: false });
    page = await context.newPage();
  });
  afterAll(() => context.close());

  test.each(PATHS)('%s can be read', async (path) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    const heading = page.locator('main h1');
    expect(await heading.count()).toBe(1);
    expect(await heading.isVisible()).toBe(true);
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(250);
    expect(await page.getByRole('contentinfo').getByRole('link').count()).toBe(6);
    expect(await page.getByText('Loading your AgriFlow Diary...').isVisible()).toBe(false);
    // Nothing is stored without a script, and its button would do nothing.
    expect(await page.getByText(NOTICE).isVisible()).toBe(false);
  });

  test('the links lead from one to the next', async () => {
    await page.goto('/');
    for (const { path, title } of publicPages) {
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
      await page.waitForURL(app.origin + path);
      expect(await page.title()).toBe(`${title} · Farm Diary`);
    }
  });

  test.each(['/', '/contact'])('%s says that its form needs a script, and sends nothing', async (path) => {
    await page.goto(path);
    await page
      .getByText(/needs JavaScript/)
      .first()
      .waitFor();
    const buttons = page.locator('main form button');
    for (let at = 0; at < (await buttons.count()); at++)
      expect(await buttons.nth(at).getAttribute('type')).toBe('button');
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(sent.url()));
    await page.getByLabel('Email').fill('somebody@farm.example');
    await page.getByLabel('Email').press('Enter');
    await page.waitForTimeout(300);
    expect(asked).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(path);
  });
});

describe('a page that is only read', () => {
  const read = publicPages.map(({ path }) => path).filter((path) => path !== '/contact');

  test.each(read)('%s asks for no script of the app', async (path) => {
    const { context, page } = await app.open({ viewport: PHONE });
    const scripts: string[] = [];
    page.on('request', (sent) => sent.resourceType() === 'script' && scripts.push(new URL(sent.url()).pathname));
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(scripts).toEqual(['/boot.js']);
    await context.close();
  });

  test('knows somebody who is signed in, and leads back into the app', async () => {
    const { context, page } = await app.open({ viewport: DESKTOP });
    await page.goto('/');
    await page.getByRole('button', { name: 'Try the demo farm' }).click();
    await page.locator('.app-frame').waitFor();
    await page.goto('/pricing');
    await page.getByRole('banner').getByRole('link', { name: 'Noticeboard' }).click();
    await page.locator('.app-frame').waitFor();
    // And from inside the app the foot leads there.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Features' }).click();
    await page.getByRole('heading', { name: 'From the gate to the paid invoice.' }).waitFor();
    expect(await page.locator('html').getAttribute('data-page')).toBe('/features');
    await context.close();
  });

  test('leads to the tab that was meant', async () => {
    const { context, page } = await app.open({ viewport: PHONE });
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Start the free trial' }).click();
    await page.getByRole('tab', { name: 'Sign Up', selected: true }).waitFor();
    await page.goto('/about');
    await page.getByRole('link', { name: 'Login / Register' }).click();
    await page.getByRole('tab', { name: 'Sign In', selected: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await context.close();
  });
});

test('what was typed into the contact form before the script came is kept', async () => {
  const { context, page } = await app.open({ viewport: PHONE });
  const before = app.complaints.length;
  let go: () => void = () => undefined;
  const held = new Promise<void>((done) => (go = done));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Typed early');
  go();
  await page.locator('form button[type=submit]').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Typed early');
  expect(app.complaints.slice(before)).toEqual([]);
  await context.close();
});

test('the cookie notice stands on public pages until it was read, and never inside the app', async () => {
  const { context, page } = await app.open({ viewport: PHONE });
  const notice = page.getByRole('complementary', { name: 'Cookies' });
  for (const path of PATHS) {
    await page.goto(path);
    await notice.waitFor();
    expect(await notice.textContent()).toContain(NOTICE);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Try the demo farm' }).click();
  await page.locator('.app-frame').waitFor();
  expect(await notice.isVisible()).toBe(false);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Got it!' }).click();
  expect(await notice.isVisible()).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('farm-diary-consent'))).toMatch(/^\d{4}-\d\d-\d\dT/);
  for (const path of PATHS) {
    await page.goto(path);
    expect(await notice.isVisible()).toBe(false);
  }
  await context.close();
});

test('the year at the foot is the clock’s, also in a page that was written before', async () => {
  const { context, page } = await app.open();
  await page.clock.setFixedTime('2031-06-01T12:00:00Z');
  for (const path of PATHS) {
    await page.goto(path);
    await page.getByText('© 2031 Farm Diary').waitFor();
  }
  await context.close();
});

test('without signal each public page opens as it is, and the app for its own addresses', async () => {
  const { context, page } = await app.open();
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  for (const path of [...PATHS.slice(1), '/pricing?from=a-letter']) {
    await page.goto(path);
    expect(await page.locator('html').getAttribute('data-page')).toBe(path.split('?')[0]);
    await page.locator('main h1').waitFor();
  }
  await page.goto('/works-list');
  await page.getByLabel('Email').waitFor();
  expect(await page.locator('html').getAttribute('data-page')).toBe(null);
  await context.close();
});

describe('for machines', () => {
  test.each(PATHS)('%s says what it is', async (path) => {
    const html = await (await get(path)).text();
    const one = (pattern: RegExp) => {
      const found = [...html.matchAll(new RegExp(pattern, 'g'))].map(([, value = '']) => value);
      expect(found.length, String(pattern)).toBe(1);
      return found[0] ?? '';
    };
    expect(one(/<title>(.*?)<\/title>/)).toMatch(/ · Farm Diary$/);
    const description = one(/<meta name="description" content="([^"]+)"/);
    expect(one(/<meta property="og:description" content="([^"]+)"/)).toBe(description);
    expect(one(/<link rel="canonical" href="([^"]+)"/)).toBe(`${app.origin}${path}`);
    expect(one(/<meta property="og:url" content="([^"]+)"/)).toBe(`${app.origin}${path}`);
    const picture = one(/<meta property="og:image" content="([^"]+)"/);
    const shown = await fetch(picture);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect((await shown.arrayBuffer()).byteLength).toBeLessThan(200_000);
    const facts = JSON.parse(one(/<script type="application\/ld\+json">(.*?)<\/script>/)) as { '@graph': object[] };
    expect(facts).toMatchObject({ '@context': 'https://schema.org' });
    const product = facts['@graph'].find((fact) => Reflect.get(fact, '@type') === 'SoftwareApplication');
    if (path === '/' || path === '/pricing')
      expect(product).toMatchObject({ offers: { price: '15.99', priceCurrency: 'GBP' } });
  });

  test('the site map names each page, and robots.txt names the site map', async () => {
    const map = await get('/sitemap.xml');
    expect(map.headers.get('content-type')).toContain('application/xml');
    const named = [...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
    expect(named).toEqual(PATHS.map((path) => app.origin + path));
    for (const url of named) expect((await fetch(String(url))).status).toBe(200);
    const robots = await (await get('/robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${app.origin}/sitemap.xml`);
    expect(robots).not.toMatch(/^Disallow: \/$/m);
  });
});

test('A75 no other site can frame a page, reach it from a window it opened, or talk to it', async () => {
  const evil = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' });
    reply.end(`<iframe src="${app.origin}/"></iframe><iframe src="${app.origin}/pricing"></iframe>`);
  });
  await new Promise<void>((ready) => evil.listen(0, '127.0.0.1', ready));
  const address = evil.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const context = await silent.newContext();
  const page = await context.newPage();
  await page.goto(`http://localhost:${address.port}/`);
  await page.waitForTimeout(500);
  for (const frame of page.frames().slice(1)) {
    const text = await frame.evaluate(() => document.body.innerText).catch(() => '');
    expect(text).not.toMatch(/Welcome to AgriFlow|One price/);
  }
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => {
      Object.assign(window, { theirs: window.open(url) });
    }, `${app.origin}/`),
  ]);
  await opened.getByLabel('Email').waitFor();
  // Cut off from each other: whoever opened it holds a window that is closed to them.
  expect(await opened.evaluate(() => window.opener)).toBe(null);
  expect(await page.evaluate(() => (Reflect.get(window, 'theirs') as Window | null)?.closed)).toBe(true);
  await opened.getByRole('button', { name: 'Try the demo farm' }).waitFor();
  const seen = () => opened.evaluate(() => [document.body.innerText, ...Object.keys(localStorage), location.href]);
  const before = await seen();
  await opened.evaluate(() => window.postMessage({ type: 'SKIP_WAITING', access_token: 'x', session: {} }, '*'));
  await opened.waitForTimeout(200);
  expect(await seen()).toEqual(before);
  await context.close();
  await new Promise((done) => evil.close(done));
});

describe('A79 the built files', () => {
  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? files(path) : [path];
    });

  test('hold no secret, no source map and no address of a private network', () => {
    const all = files('dist');
    expect(all.filter((path) => path.endsWith('.map'))).toEqual([]);
    const secret =
      /service_role|sb_secret_[A-Za-z0-9]|\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]|whsec_[A-Za-z0-9]|\bre_[A-Za-z0-9]{8,}_|postgres(?:ql)?:\/\/|\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?:\.\d{1,3})?:\d|\/\/[\w.-]+\.(?:internal|local|lan|corp)\b/;
    for (const path of all.filter((one) =>
      /\.(?:js|css|html|json|txt|xml|webmanifest|conf)$|_headers$|_redirects$/.test(one),
    )) {
      const found = secret.exec(readFileSync(path, 'utf8'));
      expect(found?.[0] ?? null, path).toBe(null);
    }
  });
});

/** A request as it is written: `fetch` refuses some methods and tidies paths up. */
const raw = (method: string, path: string) =>
  new Promise<{ status: number; body: string; headers: Record<string, unknown> }>((done, fail) => {
    const sent = request(`${app.origin}/`, { method, path }, (reply) => {
      let body = '';
      reply.on('data', (part: Buffer) => (body += part.toString()));
      reply.on('end', () => done({ status: reply.statusCode ?? 0, body, headers: reply.headers }));
    });
    sent.on('error', fail);
    sent.end();
  });

describe('A80 what is not there', () => {
  test.each([
    '/.env',
    '/.env.local',
    '/.git/HEAD',
    '/.hosting/nginx.conf',
    '/.vite/manifest.json',
    '/_headers',
    '/_redirects',
    '/server-status.php',
    '/assets/',
    '/pictures/none.webp',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
  ])('%s answers 404', async (path) => {
    const { status, body } = await raw('GET', path);
    expect(status).toBe(404);
    expect(body).toBe('Not found');
  });

  test('/server-status is an address of the app, and tells nothing of the server', async () => {
    expect((await raw('GET', '/server-status')).body).toContain('Welcome to AgriFlow');
  });

  test.each(['TRACE', 'PUT', 'DELETE', 'POST', 'PROPFIND'])('%s is refused', async (method) => {
    const { status, headers } = await raw(method, '/');
    expect(status).toBe(405);
    expect(headers['allow']).toBe('GET, HEAD');
  });

  test('the worker is checked each time, whatever follows its name', async () => {
    for (const path of ['/sw.js', '/sw.js?x']) expect((await get(path)).headers.get('cache-control')).toBe('no-cache');
  });
});

test('A81 no answer with data is kept on the way, and no page holds anybody’s', async () => {
  const config = (await (await get('/_embedded.json')).json()) as { url: string; publishableKey: string };
  const apikey = config.publishableKey;
  const signedIn = await get('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@demo.test', password: 'demo-farm-2026' }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const asked = [signedIn];
  for (const path of ['/rest/v1/works?limit=1', '/rest/v1/profiles', '/auth/v1/user']) {
    const answer = await get(path, { headers: { apikey, authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    asked.push(answer);
  }
  for (const answer of asked) expect(answer.headers.get('cache-control'), answer.url).toBe('no-store');
  // A page is the same for everybody, with or without a person.
  for (const path of ['/', '/works-list', '/pricing']) {
    const theirs = await get(path, { headers: { authorization: `Bearer ${token}`, cookie: 'a=b' } });
    expect(await theirs.text()).toBe(await (await get(path)).text());
    expect(theirs.headers.get('set-cookie')).toBe(null);
    expect(theirs.headers.get('vary')).toContain('accept-encoding');
  }
});
