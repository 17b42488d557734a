// A visitor who only reads: every public page on the built app, without JavaScript, and as a crawler reads it.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPages } from '@/app/public-site/public-paths';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { FULL } from '@tests/support/full';
import { waitForText } from '@tests/support/browser/wait-for-text';

const PATHS = ['/', ...publicPages.map(({ path }) => path)];
/** Pages for what every page has from the same part: the start page and two others; in a full run all. */
const SOME_PATHS = FULL ? PATHS : PATHS.slice(0, 3);
const READ_ONLY = SOME_PATHS.filter((path) => path !== '/' && path !== '/contact');
const NOTICE = 'This site stores only what it needs.';

let app: App;
/** A visitor's phone, whose pages share what they have fetched. */
let phone: BrowserContext;

beforeAll(async () => {
  app = await startApp();
  ({ context: phone } = await app.open({ viewport: PHONE, worker: false }));
});

afterAll(() => app.stop());

const get = (path: string, init?: RequestInit) => fetch(app.origin + path, init);

describe('without JavaScript', () => {
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    ({ context, page } = await app.open({ viewport: PHONE, scripts: false }));
  });
  afterAll(() => context.close());

  test('each page can be read', async () => {
    for (const path of PATHS) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(200);
      const heading = page.locator('main h1');
      expect(await heading.count(), path).toBe(1);
      expect(await heading.isVisible(), path).toBe(true);
      expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(250);
      expect(await page.getByRole('contentinfo').getByRole('link').count(), path).toBe(6);
      expect(await page.getByText('Loading your AgriFlow Diary...').isVisible(), path).toBe(false);
      // Nothing is stored without a script, and its button would do nothing.
      expect(await page.getByText(NOTICE).isVisible(), path).toBe(false);
    }
  });

  test('the links lead from one page to the next', async () => {
    await page.goto('/');
    for (const { path, title } of publicPages) {
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
      await page.waitForURL(app.origin + path);
      expect(await page.title()).toBe(`${title} · Farm Diary`);
    }
  });

  test.each(['/', '/contact'])('%s says that its form needs a script, and sends nothing', async (path) => {
    await page.goto(path);
    await waitForText(page, /needs JavaScript/);
    const buttons = page.locator('main form button');
    for (let at = 0; at < (await buttons.count()); at++)
      expect(await buttons.nth(at).getAttribute('type')).toBe('button');
    const requests: string[] = [];
    page.on('request', (sent) => requests.push(sent.url()));
    await page.getByLabel('Email').fill('somebody@farm.example');
    await page.getByLabel('Email').press('Enter');
    await page.waitForTimeout(300);
    expect(requests).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(path);
  });
});

describe('a page that is only read', () => {
  test('each page but the contact form loads no script of the app', async () => {
    const page = await phone.newPage();
    let scripts: string[] = [];
    page.on('request', (sent) => sent.resourceType() === 'script' && scripts.push(new URL(sent.url()).pathname));
    for (const path of READ_ONLY) {
      scripts = [];
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(scripts, path).toEqual(['/boot.js']);
    }
    await page.close();
  });

  test('the links to sign up and to sign in open the right tab', async () => {
    const page = await phone.newPage();
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Start the free trial' }).click();
    await page.getByRole('tab', { name: 'Sign Up', selected: true }).waitFor();
    await page.goto('/about');
    await page.getByRole('link', { name: 'Login / Register' }).click();
    await page.getByRole('tab', { name: 'Sign In', selected: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await page.close();
  });
});

test('text typed into the contact form before the script is loaded is kept', async () => {
  const page = await phone.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  let release: () => void = () => undefined;
  const scriptsReleased = new Promise<void>((done) => (release = done));
  await page.route('**/assets/*.js', async (route) => {
    await scriptsReleased;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Typed early');
  release();
  await page.locator('form button[type=submit]').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Typed early');
  expect(errors).toEqual([]);
  await page.close();
});

test('the cookie notice is shown on public pages until it is dismissed, and never inside the app', async () => {
  const page = await phone.newPage();
  const notice = page.getByRole('complementary', { name: 'Cookies' });
  for (const path of SOME_PATHS) {
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
  await notice.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => localStorage.getItem('farm-diary-consent'))).toMatch(/^\d{4}-\d\d-\d\dT/);
  for (const path of SOME_PATHS) {
    await page.goto(path);
    expect(await notice.isVisible()).toBe(false);
  }
  await page.close();
});

test('a public page recognises a signed-in person, and links back into the app', async () => {
  // Signed in by the test before.
  const page = await phone.newPage();
  await page.setViewportSize(DESKTOP);
  await page.goto('/pricing');
  await page.getByRole('banner').getByRole('link', { name: 'Noticeboard' }).click();
  await page.locator('.app-frame').waitFor();
  // And the footer inside the app links to the public pages.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Features' }).click();
  await page.getByRole('heading', { name: 'From the gate to the paid invoice.' }).waitFor();
  expect(await page.locator('html').getAttribute('data-page')).toBe('/features');
  await page.close();
});

test('the year in the footer is the current one, also on a page prerendered earlier', async () => {
  const { page } = await app.open({ worker: false });
  await page.clock.setFixedTime('2031-06-01T12:00:00Z');
  for (const path of SOME_PATHS) {
    await page.goto(path);
    await page.getByText('© 2031 Farm Diary').waitFor();
  }
  await page.close();
});

describe('for crawlers', () => {
  test('each page has its metadata', async () => {
    for (const path of PATHS) await expectMetadata(path);
  });

  async function expectMetadata(path: string) {
    const html = await (await get(path)).text();
    const one = (pattern: RegExp) => {
      const found = [...html.matchAll(new RegExp(pattern, 'g'))].map(([, value = '']) => value);
      expect(found.length, `${path}: ${String(pattern)}`).toBe(1);
      return found[0] ?? '';
    };
    expect(one(/<title>(.*?)<\/title>/), path).toMatch(/ · Farm Diary$/);
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
  }

  test('the sitemap lists each page, and robots.txt names the sitemap', async () => {
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
