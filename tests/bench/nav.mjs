// From the tap on a menu entry to the painted screen, with its code and data already on the device.
/* global window, addEventListener, requestAnimationFrame */
import { report } from './figures.mjs';
import { openPhone } from './phone.mjs';
import { startServer } from './server.mjs';
import { waitIdle } from './visit.mjs';

// The noticeboard comes last, because the app opens there after signing in.
const PATHS = [
  '/diary',
  '/add-work',
  '/works-list',
  '/customers',
  '/tasks',
  '/invoices',
  '/view-invoices',
  '/reports',
  '/invoice-settings',
  '/noticeboard',
];
const ROUNDS = 5;
/** Percent of the CPU that must be idle before a round: the limits assume an otherwise idle device. */
const IDLE = 55;

/** Runs in the page, once: records the time of the next tap, and when the resulting screen was painted. */
function watchTaps() {
  window.tapped = null;
  const isPainted = (path, before) => {
    const main = document.querySelector('main');
    const heading = main?.querySelector('h1');
    const waits =
      main?.querySelector('.skeleton, .loading-screen, [aria-busy=true]') ?? main?.matches('.loading-screen');
    return location.pathname === path && heading && heading !== before && !waits;
  };
  addEventListener(
    'click',
    (event) => {
      const link = event.target.closest?.('a[href]');
      if (!link) return;
      const measured = (window.tapped = { from: event.timeStamp, took: null });
      const before = document.querySelector('main h1');
      const check = () => {
        if (!isPainted(link.pathname, before)) return void requestAnimationFrame(check);
        // This frame draws the screen; it has been painted when the next frame begins.
        requestAnimationFrame(() => (measured.took = performance.now() - measured.from));
      };
      requestAnimationFrame(check);
    },
    { capture: true },
  );
}

/**
 * Presses the entry that leads to `path`: in the navigation bar, in the diary's tabs, or in the sheet that Menu
 * opens.
 */
async function tap(page, path) {
  const shown = page.locator(`nav a[href="${path}"]:visible`).first();
  if ((await shown.count()) === 0) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator(`[role=dialog] a[href="${path}"], dialog a[href="${path}"]`).first().waitFor();
  }
  await page.locator(`dialog a[href="${path}"]:visible, nav a[href="${path}"]:visible`).first().click();
  await page.waitForFunction(() => window.tapped?.took !== null, null, { timeout: 20_000 });
  return page.evaluate(() => window.tapped.took);
}

export async function nav() {
  const server = await startServer({ preview: true });
  const phone = await openPhone(server.origin).catch(async (error) => {
    await server.stop();
    throw error;
  });
  const { page, slow, close } = phone;
  try {
    await page.evaluate(watchTaps);
    for (const path of PATHS) {
      await tap(page, path);
      await page.waitForLoadState('networkidle');
    }
    await slow(4);
    const durations = new Map(PATHS.map((path) => [path, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      await waitIdle(IDLE);
      for (const path of PATHS) {
        durations.get(path).push(await tap(page, path));
        await page.waitForTimeout(300);
      }
    }
    await slow(1);
    const perPath = PATHS.map((path) =>
      report({ name: `nav ${path}`, runs: durations.get(path), unit: 'ms', limit: 100 }),
    );
    const all = report({ name: 'nav, all places', runs: [...durations.values()].flat(), unit: 'ms', limit: 100 });
    return [...perPath, all].every(Boolean);
  } finally {
    await close();
    await server.stop();
  }
}
