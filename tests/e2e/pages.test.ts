// Every page, for the owner and for a driver, on a phone and on a desktop: no violation for axe, no console output, one
// heading, no horizontal overflow, not even in text of twice the size on a phone, and no more script than the size gate
// counted. A full run loads each page, and does it with axe for both people, at both sizes and in the three themes.
// A short run goes from one page to the next inside the app, and runs axe once on each: on the owner's desktop. It looks
// at a driver's pages as the driver on a phone, and at the owner's own on the owner's phone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPages } from '@/app/public-site/public-paths';
import { routes } from '@/app/routes';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { layout, tooWideInLargeText, waitForPaint } from '@tests/support/browser/layout';
import { DRIVER, openAs, OWNER, signIn } from '@tests/support/browser/sign-in';
import { FULL } from '@tests/support/full';
import { weighBuild } from '@tests/support/size-gate.mjs';

const SIZES = { phone: PHONE, desk: DESKTOP };
const OTHER_THEMES = FULL ? ['dark', 'sunlight'] : [];

let app: App;
let owner: Page;
let driver: Page;

beforeAll(async () => {
  app = await startApp();
  [owner, driver] = [await newPage(), await newPage()];
  await openAs(owner, app.origin, OWNER, '/manage-account');
  await driver.setViewportSize(PHONE);
  // Five seconds are too few on a busy machine: here the message after signing in stays until it is closed.
  await driver.addInitScript(() => {
    const setTimer: (...given: unknown[]) => unknown = window.setTimeout.bind(window) as never;
    const stay = (run: unknown, after?: number, ...given: unknown[]) =>
      setTimer(run, after === 5000 ? 2 ** 31 - 1 : after, ...given);
    Object.assign(window, { setTimeout: stay });
  });
  await signIn(driver, DRIVER);
});

afterAll(() => app.stop());

/** Runs in the page: records when the screen was complete and nothing was loading any more. */
function watchUsable() {
  const isUsable = () => {
    const main = document.querySelector('main');
    const isLoading = main?.matches('.loading-screen') || main?.querySelector('.skeleton, [aria-busy=true]');
    return !document.getElementById('shell-loading') && main?.querySelector('h1') && !isLoading;
  };
  // The moment of the change, not of the next frame: on a busy machine a frame may come seconds later, when the app already
  // fetches for other pages.
  let since: number | null = null;
  new MutationObserver(() => {
    since = isUsable() ? (since ?? performance.now()) : null;
  }).observe(document, { attributes: true, childList: true, subtree: true });
  const check = () => {
    if (since === null) requestAnimationFrame(check);
    else performance.mark('usable', { startTime: since });
  };
  requestAnimationFrame(check);
  Object.assign(window, { isUsable });
}

/** Goes to a page with another screen or heading, as a link in the app would. */
async function goInApp(page: Page, path: string) {
  // Each screen has a title element of its own; only the one that stands for all pages of the holder changes its text.
  const before = await page.evaluateHandle(() => ({
    element: document.querySelector('title'),
    words: document.title + String(document.querySelector('main h1')?.textContent),
  }));
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page
    .waitForFunction(
      ({ element, words }) =>
        (document.querySelector('title') !== element ||
          document.title + String(document.querySelector('main h1')?.textContent) !== words) &&
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

/** A size at which a page is looked at, and whether axe looks, too; in a full run it always does. */
type Look = { size: keyof typeof SIZES; withAxe: boolean };
const ON_DESK: Look = { size: 'desk', withAxe: true };
const ON_PHONE: Look = { size: 'phone', withAxe: true };
const DESK_LAYOUT: Look = { size: 'desk', withAxe: FULL };
const PHONE_LAYOUT: Look = { size: 'phone', withAxe: FULL };

/** Everything that is wrong with the open page at these sizes, in each theme; on a phone, in large text as well. */
async function faults(page: Page, looks: readonly Look[]): Promise<string[]> {
  const found: string[] = [];
  for (const { size, withAxe } of looks) {
    await page.setViewportSize(SIZES[size]);
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
    // The frame is usable a moment before a page that is loaded from its own file.
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await waitForPaint(page);
    const here = [...(await layout(page)), ...(withAxe ? await axe(page) : [])];
    found.push(...here.map((fault) => `${size}: ${fault}`));
    for (const theme of OTHER_THEMES) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      await waitForPaint(page);
      // Themes change only colours, and the size of the text.
      const inTheme = [...(await layout(page)), ...(await axe(page, ['color-contrast']))];
      found.push(...inTheme.map((fault) => `${size}, ${theme}: ${fault}`));
    }
  }
  if (looks.some(({ size }) => size === 'phone')) found.push(...(await tooWideInLargeText(page)));
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
  looks: readonly Look[];
  /** The name by which the size gate counts it, if that is not its path; null if it does not. */
  route?: string | null;
  /** Opened inside the app instead of loaded: its scripts are not counted. */
  isInApp?: boolean;
};

/** Opens a page; returns what is wrong with it. */
async function faultsAt(page: Page, { path, looks, route, isInApp }: OpenedPage): Promise<string[]> {
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
    ...(await faults(page, looks)),
    ...app.pageErrors.slice(errorsBefore),
  ];
}

describe('signed out', () => {
  let page: Page;
  beforeAll(async () => {
    page = await newPage();
  });

  const paths = ['/forgot-password', '/update-password', ...publicPages.map(({ path }) => path)];
  const looks = [DESK_LAYOUT, ON_PHONE];

  test('no page has a fault', async () => {
    const found: Record<string, string[]> = {};
    const opened: OpenedPage[] = [{ path: '/', looks, route: 'signed out' }, ...paths.map((path) => ({ path, looks }))];
    for (const one of opened) {
      const wrong = await faultsAt(page, one);
      if (wrong.length > 0) found[one.path] = wrong;
    }
    expect(found).toEqual({});
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

/** The elements that can be pressed and that the message covers, at least in part. */
const underMessage = (page: Page) =>
  page.evaluate(() => {
    const covers = document.querySelector('.toast')?.getBoundingClientRect();
    if (!covers) return ['no message'];
    return [...document.querySelectorAll('.app-frame :is(a, button, input, select, textarea):not(.skip)')]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        return top < covers.bottom && bottom > covers.top && left < covers.right && right > covers.left;
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent);
  });

test('after signing in, the message covers nothing that can be pressed on a phone, in any theme, and lies on the bar of a desk', async () => {
  const page = driver;
  const message = page.locator('.toast');
  await message.getByText('Welcome back!').waitFor();
  await page.getByRole('link', { name: 'Log as work' }).first().waitFor();
  for (const theme of ['light', ...OTHER_THEMES]) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await waitForPaint(page);
    await expect.poll(() => underMessage(page), { message: theme }).toEqual([]);
    expect(await axe(page, ['color-contrast']), theme).toEqual([]);
  }
  // At the desk it lies on the top bar, and so on no action of the page.
  await page.setViewportSize(DESKTOP);
  const bottomOf = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom);
  await expect.poll(() => bottomOf('.toast')).toBeLessThanOrEqual(await bottomOf('header.bar'));
  await page.setViewportSize(PHONE);
  // Further down the page, the bar and what follows it begin below the message too.
  await page.evaluate(() => window.scrollTo(0, 300));
  const { height } = (await message.boundingBox()) ?? { height: 0 };
  const barTop = async () => (await page.locator('header.bar').boundingBox())?.y;
  await expect.poll(barTop).toBeCloseTo(height, 0);
  await message.getByRole('button', { name: 'Close' }).click();
  await message.waitFor({ state: 'detached' });
  await expect.poll(barTop).toBe(0);
});

describe('signed in', () => {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const yearAgo = dayOf(Date.now() - 364 * 86_400_000);
  const pages = [
    ...routes,
    // A form below one of the pages, which shows sources with words longer than a phone is wide.
    { path: '/manure-movements/new', openTo: 'everyone' as const },
    // The longest status; without the filter, whether an entry that has it is shown first depends on the day.
    { path: '/works-list?status=invoiced', openTo: 'admin' as const },
    // A chart of as many months as a year has.
    { path: `/reports?period=dates&from=${yearAgo}&to=${dayOf(Date.now())}`, openTo: 'admin' as const },
  ];
  /** Whose scripts a short run compares with the size gate: the pages on which a day begins. */
  const LOADED = ['/noticeboard', '/add-work'];

  // From another screen than that of the first page.
  beforeAll(() => goInApp(driver, '/manage-account'));

  // The screen of '/' is that of the noticeboard.
  test.each(pages.filter(({ path }) => FULL || path !== '/'))('$path has no fault', async ({ path, openTo }) => {
    const found: Record<string, string[]> = {};
    if (FULL || openTo !== 'employee') {
      const looks = FULL || openTo === 'admin' ? [ON_DESK, PHONE_LAYOUT] : [ON_DESK];
      found['owner'] = await faultsAt(owner, { path, looks, isInApp: !FULL && !LOADED.includes(path) });
    }
    if (path !== '/' && (FULL || openTo !== 'admin')) {
      const looks = FULL ? [ON_DESK, ON_PHONE] : [openTo === 'employee' ? ON_PHONE : PHONE_LAYOUT];
      found['driver'] = await faultsAt(driver, { path, looks, isInApp: true });
    }
    expect(Object.entries(found).filter(([, wrong]) => wrong.length > 0)).toEqual([]);
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
  const page = owner;
  const found: Record<string, string[]> = {};
  await page.setViewportSize(PHONE);
  let last = '';
  for (const [path, name] of opened) {
    // Loaded again, so that what was opened there is closed.
    await (path === last ? scriptsUntilUsable(page, path) : goInApp(page, path));
    last = path;
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
  ['a customer', '/customers', '/customers?id='],
  ['an invoice', '/view-invoices', '/invoices?number='],
  ['a new customer', '/customers', '/customers?new='],
] as const;

test.each(linkedScreens)('%s has no faults', async (_, path, start) => {
  await owner.setViewportSize(DESKTOP);
  await goInApp(owner, path);
  const link = await owner.locator(`main a[href^="${start}"]`).first().getAttribute('href');
  const looks = [ON_DESK, PHONE_LAYOUT];
  expect(await faultsAt(owner, { path: String(link), looks, isInApp: true })).toEqual([]);
});

const ID = '[0-9a-f-]{36}';

/** Pages of one record, and forms: the page with their link, what is opened there, and the address of the link. */
const ofOneRecord = [
  ['/fields', '', `^/fields/${ID}$`],
  ['/machinery', '', `^/machinery/${ID}$`],
  ['/fields', '?tab=activities', `/activity/${ID}$`],
  ['/machinery', '?tab=history', `/service/${ID}$`],
  ['/add-checklist', '', '^/add-checklist.template='],
  ['/tmr-mixes', '', `^/tmr-mixes/${ID}$`],
] as const;

test('no page of one record and no filled calculator is wider than a phone, in text of twice the size either', async () => {
  const page = owner;
  const found: Record<string, string[]> = {};
  await page.setViewportSize(PHONE);
  /** The first address that a link leads to and that looks like this. */
  const linkTo = async (address: string) => {
    const links = page.locator('main a');
    const hrefs = () => links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    const first = async () => (await hrefs()).find((href) => new RegExp(address).test(href));
    await expect.poll(first, { message: address }).toBeDefined();
    return String(await first());
  };
  const look = async (name: string) => {
    const wrong = [...(await layout(page)), ...(await tooWideInLargeText(page))];
    if (wrong.length > 0) found[name] = wrong;
  };
  for (const [path, tab, address] of ofOneRecord) {
    await goInApp(page, path);
    if (tab !== '') await goInApp(page, (await linkTo(`^${path}/${ID}$`)) + tab);
    await goInApp(page, await linkTo(address));
    await look(address);
  }
  await goInApp(page, '/stocking-rate');
  await page.getByLabel('Area of the farm').fill('100');
  await page.getByRole('button', { name: 'Add livestock' }).click();
  const line = page.getByRole('group', { name: /^Livestock/ }).last();
  await line.getByLabel('Kind').selectOption({ index: 1 });
  await line.getByLabel('Average number').fill('1200');
  await look('/stocking-rate, filled');
  expect(found).toEqual({});
});

test('on a phone axe finds no violation in the menus of everything and of the account', async () => {
  await owner.setViewportSize(PHONE);
  await goInApp(owner, '/noticeboard');
  for (const button of ['nav.bottom-bar button', 'header .account-button']) {
    await owner.locator(button).click();
    const menu = '[role=menu], dialog[open]';
    await owner.locator(menu).waitFor();
    await waitForPaint(owner);
    expect(await axe(owner), button).toEqual([]);
    // With reduced motion, as here, it must close as well.
    await owner.keyboard.press('Escape');
    await owner.locator(menu).waitFor({ state: 'detached' });
  }
});
