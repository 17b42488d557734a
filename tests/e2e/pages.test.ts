// Every page, for the owner and for a driver, on a phone and on a desktop: no violation for axe, no console output, one
// heading, no horizontal overflow, not even in text of twice the size on a phone, and no more script than the size gate
// counted. A full run does it in the three themes.
// A short run opens a page once at each size: a driver's pages as the driver on a phone, who goes from one to the next
// inside the app, and as the owner on a desktop, who loads each.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPages } from '@/app/public-site/public-paths';
import { routes } from '@/app/routes';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { DRIVER, openAs, OWNER } from '@tests/support/browser/sign-in';
import { FULL } from '@tests/support/full';
import { weighBuild } from '@tests/support/size-gate.mjs';

const SIZES = { phone: PHONE, desk: DESKTOP };
const OTHER_THEMES = FULL ? ['dark', 'sunlight'] : [];

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.stop());

/** Runs in the page: records when the screen is complete and nothing is loading any more. */
function watchUsable() {
  const isUsable = () => {
    const main = document.querySelector('main');
    const isLoading = main?.matches('.loading-screen') || main?.querySelector('.skeleton, [aria-busy=true]');
    return !document.getElementById('shell-loading') && main?.querySelector('h1') && !isLoading;
  };
  const check = () => {
    if (isUsable()) performance.mark('usable');
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
  Object.assign(window, { isUsable });
}

/** Goes to a page with another screen, as a link in the app would. */
async function goInApp(page: Page, path: string) {
  // Each screen has a title element of its own; only the one that stands for all pages of the holder changes its text.
  const before = await page.evaluateHandle(() => ({ element: document.querySelector('title'), text: document.title }));
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page
    .waitForFunction(
      ({ element, text }) =>
        (document.querySelector('title') !== element || document.title !== text) &&
        (Reflect.get(window, 'isUsable') as () => boolean)(),
      before,
    )
    .catch(async (cause: unknown) => {
      throw new Error(`${path} did not open: the page is '${await page.title()}'`, { cause });
    });
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
    // The texts of a chart: the size that they have on the screen, and whether two of them touch.
    const texts = [...document.querySelectorAll<SVGTextElement>('main svg text')].map((text) => ({
      ...{ svg: text.ownerSVGElement, words: text.textContent, box: text.getBoundingClientRect() },
      size: parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 1),
    }));
    const small = texts.filter(({ size }) => size < 12).map(({ words }) => `“${words}” is smaller than 12 px`);
    const touching = texts.filter((one, at) =>
      texts
        .slice(0, at)
        .some(
          ({ svg, box }) =>
            svg === one.svg &&
            box.left < one.box.right &&
            one.box.left < box.right &&
            box.top < one.box.bottom &&
            one.box.top < box.bottom,
        ),
    );
    const headings = [...document.querySelectorAll('h1')].filter((h1) => h1.checkVisibility()).length;
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the screen`] : []),
      ...small,
      ...touching.map(({ words }) => `“${words}” touches another text of its chart`),
      ...(headings === 1 ? [] : [`${headings} visible h1 headings`]),
      ...(document.title.includes(' · Farm Diary') ? [] : [`its title is '${document.title}'`]),
    ];
  });

/** What is wider than the phone when text is twice its size: the page, or the dialog that is open. */
async function tooWideInLargeText(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await waitForPaint(page);
  const found = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .map(({ tagName, scrollWidth, clientWidth }) => ({ tagName, by: scrollWidth - clientWidth }))
      .filter(({ by }) => by > 0)
      .map(({ tagName, by }) => `in large text: ${tagName.toLowerCase()} ${by} px too wide`),
  );
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return found;
}

type Size = keyof typeof SIZES;
const BOTH: readonly Size[] = ['phone', 'desk'];

/** Everything that is wrong with the open page, in these sizes and in each theme. */
async function faults(page: Page, sizes: readonly Size[]): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
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
  found.push(...(await tooWideInLargeText(page)));
  return found;
}

async function newPage(): Promise<Page> {
  const { context, page } = await app.open({ worker: false });
  await context.addInitScript(watchUsable);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

// The module is plain JavaScript; its comment documents the return type.
const weighedRoutes = weighBuild() as { name: string; files: string[] }[];
/** Files fetched beyond those that the size gate counts. A route without a budget has nothing to compare. */
const uncountedScripts = (name: string, scripts: string[]) => {
  const files = weighedRoutes.find((row) => row.name === name)?.files;
  return files ? scripts.filter((file) => !files.includes(file)) : [];
};

type OpenedPage = {
  path: string;
  sizes: readonly Size[];
  /** The name by which the size gate counts it, if that is not its path; null if it does not. */
  route?: string | null;
  /** Opened inside the app instead of loaded: its scripts are not counted. */
  isInApp?: boolean;
};

/** Opens a page; returns what is wrong with it. */
async function faultsAt(page: Page, { path, sizes, route, isInApp }: OpenedPage): Promise<string[]> {
  const errorsBefore = app.pageErrors.length;
  const uncounted: string[] = [];
  if (isInApp) await goInApp(page, path);
  else {
    const scripts = await scriptsUntilUsable(page, path);
    // The other role's account page redirects to one's own.
    const at = new URL(page.url()).pathname;
    if (route !== null) uncounted.push(...uncountedScripts(route ?? (at === '/' ? '/noticeboard' : at), scripts));
  }
  return [
    ...uncounted.map((file) => `fetches ${file}, which the size gate does not count`),
    ...(await faults(page, sizes)),
    ...app.pageErrors.slice(errorsBefore),
  ];
}

describe('signed out', () => {
  let page: Page;
  beforeAll(async () => {
    page = await newPage();
  });

  const paths = ['/forgot-password', '/update-password', ...publicPages.map(({ path }) => path)];
  const pages: OpenedPage[] = [
    { path: '/', sizes: BOTH, route: 'signed out' },
    ...paths.map((path) => ({ path, sizes: BOTH })),
  ];
  test.each(pages)('$path has no fault', async (opened) => {
    expect(await faultsAt(page, opened)).toEqual([]);
  });

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

describe('signed in', () => {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const yearAgo = dayOf(Date.now() - 364 * 86_400_000);
  const pages = [
    ...routes,
    // A form below one of the pages, which shows sources with words longer than a phone is wide.
    { path: '/manure-movements/new', openTo: 'everyone' as const },
    // A chart of as many months as a year has.
    { path: `/reports?period=dates&from=${yearAgo}&to=${dayOf(Date.now())}`, openTo: 'admin' as const },
  ];

  const openedBy = async (email: string) => {
    const page = await newPage();
    await openAs(page, app.origin, email, '/manage-account');
    return page;
  };

  describe('as the owner', () => {
    let page: Page;
    beforeAll(async () => {
      page = await openedBy(OWNER);
    });
    test.each(pages)('$path has no fault', async ({ path, openTo }) => {
      const sizes: readonly Size[] = FULL || openTo === 'admin' ? BOTH : ['desk'];
      expect(await faultsAt(page, { path, sizes })).toEqual([]);
    });
  });

  describe('as a driver', () => {
    let page: Page;
    beforeAll(async () => {
      page = await openedBy(DRIVER);
    });
    // The screen of '/' is that of the noticeboard.
    const opened = pages.filter(({ path, openTo }) => path !== '/' && (FULL || openTo !== 'admin'));
    test.each(opened)('$path has no fault', async ({ path }) => {
      expect(await faultsAt(page, { path, sizes: FULL ? BOTH : ['phone'], isInApp: true })).toEqual([]);
    });
  });
});

/** Dialogs and opened rows of common tasks: the page, and the button that opens one there. */
const opened = [
  ['/noticeboard', 'Post a notice'],
  ['/works-list', 'Choose'],
  ['/works-list', '.ledger-card'],
  ['/works-list', '.total-bar-short'],
  ['/time-diary', 'Add time'],
  ['/time-off', 'Days of holiday'],
  ['/tasks', 'New task'],
  ['/compliance-center', 'Own item'],
  ['/manage-users', 'Invite someone'],
] as const;

test('no dialog or opened row of the owner is wider than a phone in text of twice the size', async () => {
  const page = await newPage();
  await openAs(page, app.origin, OWNER);
  const found: Record<string, string[]> = {};
  for (const [path, name] of opened) {
    await page.setViewportSize(PHONE);
    await scriptsUntilUsable(page, path);
    const button = name.startsWith('.')
      ? page.locator(name).first()
      : page.getByRole('main').getByRole('button', { name, exact: true });
    await button.click();
    if (!['Choose', '.total-bar-short'].includes(name))
      await page.locator('dialog[open] :is(.btn, input)').first().waitFor();
    const wrong = await tooWideInLargeText(page);
    if (wrong.length > 0) found[`${path} ${name}`] = wrong;
  }
  expect(found).toEqual({});
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
    page = await newPage();
    await openAs(page, app.origin, OWNER);
  });

  test.each(linkedScreens)('%s has no faults', async (_, path, start) => {
    await page.setViewportSize(DESKTOP);
    await scriptsUntilUsable(page, path);
    const link = await page.locator(`main a[href^="${start}"]`).first().getAttribute('href');
    expect(await faultsAt(page, { path: String(link), sizes: BOTH, route: null })).toEqual([]);
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
