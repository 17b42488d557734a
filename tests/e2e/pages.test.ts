// Every page, for the owner and for a driver, on a phone and on a desktop: no violation for axe, no console output, one
// heading, no horizontal overflow, and no more script than the size gate counted. A full run does it in the three themes.
// A short run looks at a driver's pages on a phone only: they consist of the same components.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPages } from '@/app/public-site/public-paths';
import { routes } from '@/app/routes';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { FULL } from '@tests/support/full';
import { weighBuild } from '@tests/support/size-gate.mjs';

const PASSWORD = 'demo-farm-2026';
const SIZES = { phone: PHONE, desk: DESKTOP };
const OTHER_THEMES = FULL ? ['dark', 'sunlight'] : [];
// And a form below one of them, which shows sources with words longer than a phone is wide.
const paths = [...routes.map(({ path }) => path), '/manure-movements/new'];

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.stop());

/** Runs in the page: records when the screen is complete and nothing is loading any more. */
function watchUsable() {
  const check = () => {
    const main = document.querySelector('main');
    const isLoading = main?.matches('.loading-screen') || main?.querySelector('.skeleton, [aria-busy=true]');
    const isComplete = !document.getElementById('shell-loading') && main?.querySelector('h1') && !isLoading;
    if (isComplete) performance.mark('usable');
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** The scripts that the page requested until it was usable. */
async function scriptsUntilUsable(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  return page.evaluate(() => {
    const usable = performance.getEntriesByName('usable')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime, name }) => startTime <= usable && name.includes('/assets/') && name.endsWith('.js'))
      .map(({ name }) => new URL(name).pathname.slice(1));
  });
}

/** Waits until the new styles and layout have been painted. */
const waitForPaint = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const layout = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const headings = [...document.querySelectorAll('h1')].filter((h1) => h1.checkVisibility()).length;
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the screen`] : []),
      ...(headings === 1 ? [] : [`${headings} visible h1 headings`]),
      ...(document.title.includes(' · Farm Diary') ? [] : [`its title is '${document.title}'`]),
    ];
  });

/** Everything that is wrong with the open page, in these sizes and in each theme. */
async function faults(page: Page, sizes: readonly (keyof typeof SIZES)[] = ['phone', 'desk']): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    const viewport = SIZES[size];
    await page.setViewportSize(viewport);
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
    // The frame is usable a moment before a page that is loaded from its own file.
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await waitForPaint(page);
    const here = [...(await layout(page)), ...(await axe(page))];
    found.push(...here.map((fault) => `${size}: ${fault}`));
    for (const theme of OTHER_THEMES) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      await waitForPaint(page);
      // Themes change only colours, and the size of the text.
      const inTheme = [...(await layout(page)), ...(await axe(page, ['color-contrast']))];
      found.push(...inTheme.map((fault) => `${size}, ${theme}: ${fault}`));
    }
  }
  return found;
}

async function newPage(): Promise<Page> {
  const { context, page } = await app.open();
  await context.addInitScript(watchUsable);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

async function signedIn(email: string): Promise<Page> {
  const page = await newPage();
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.locator('.app-frame').waitFor();
  return page;
}

// The module is plain JavaScript; its comment documents the return type.
const weighedRoutes = weighBuild() as { name: string; files: string[] }[];
/** Files fetched beyond those that the size gate counts. A route without a budget has nothing to compare. */
const uncountedScripts = (name: string, scripts: string[]) => {
  const files = weighedRoutes.find((row) => row.name === name)?.files;
  return files ? scripts.filter((file) => !files.includes(file)) : [];
};

describe('signed out', () => {
  let page: Page;
  beforeAll(async () => {
    page = await newPage();
  });

  test.each(['/', '/forgot-password', '/update-password', ...publicPages.map(({ path }) => path)])(
    '%s has no faults',
    async (path) => {
      const before = app.pageErrors.length;
      const scripts = await scriptsUntilUsable(page, path);
      if (path === '/') expect(uncountedScripts('signed out', scripts)).toEqual([]);
      expect(await faults(page)).toEqual([]);
      expect(app.pageErrors.slice(before)).toEqual([]);
    },
  );

  test('on a phone the landing page says what the app is for above the form, and fits the narrowest phone', async () => {
    await page.setViewportSize(PHONE);
    await scriptsUntilUsable(page, '/');
    const heading = await page.locator('h1').boundingBox();
    const form = await page.locator('form').first().boundingBox();
    expect(heading?.y).toBeLessThan(form?.y ?? 0);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const theme of ['light', 'sunlight']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      await waitForPaint(page);
      expect(await layout(page), theme).toEqual([]);
    }
  });
});

describe.each(['owner@demo.test', 'driver@demo.test'])('%s', (email) => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn(email);
  });

  const sizes = email.startsWith('driver') && !FULL ? (['phone'] as const) : undefined;

  test.each(paths)('%s has no faults', async (path) => {
    const before = app.pageErrors.length;
    const scripts = await scriptsUntilUsable(page, path);
    // The other role's account page redirects to one's own.
    const at = new URL(page.url()).pathname;
    expect(uncountedScripts(at === '/' ? '/noticeboard' : at, scripts)).toEqual([]);
    expect(await faults(page, sizes)).toEqual([]);
    expect(app.pageErrors.slice(before)).toEqual([]);
  });
});

/** Screens that share an address with another: the page with their link, and how its address begins. */
const linkedScreens = [
  ['an invoice', '/view-invoices', '/invoices?number='],
  ['a customer', '/customers', '/customers?id='],
  ['a new customer', '/customers', '/customers?new='],
] as const;

describe('a screen that shares an address with another', () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn('owner@demo.test');
  });

  test.each(linkedScreens)('%s has no faults', async (_, path, start) => {
    const before = app.pageErrors.length;
    await page.setViewportSize(DESKTOP);
    await scriptsUntilUsable(page, path);
    const link = await page.locator(`main a[href^="${start}"]`).first().getAttribute('href');
    await scriptsUntilUsable(page, String(link));
    expect(await faults(page)).toEqual([]);
    expect(app.pageErrors.slice(before)).toEqual([]);
  });

  test.each([
    ['everything', 'nav.bottom-bar button'],
    ['the account', 'header .account-button'],
  ])('on a phone axe finds no violation in the menu of %s', async (_, button) => {
    await page.setViewportSize(PHONE);
    await scriptsUntilUsable(page, '/noticeboard');
    await page.locator(button).click();
    const menu = '[role=menu], dialog[open]';
    await page.locator(menu).waitFor();
    await waitForPaint(page);
    expect(await axe(page)).toEqual([]);
    // With reduced motion, as here, it must close as well.
    await page.keyboard.press('Escape');
    await page.locator(menu).waitFor({ state: 'detached' });
  });
});
