// A page of a phone's size, with the demo farm's owner signed in. `slow(4)` makes its CPU four times slower, `slow(1)`
// restores it.
import { chromium } from 'playwright-core';
import { launchOptions } from '../support/chromium.mjs';
import { DEMO } from './client.mjs';

/**
 * Runs in the page before its scripts. Between midnight and 4:00 the app asks which day is meant, so the clock is set
 * back to the evening.
 */
function avoidNight() {
  const RealDate = Date;
  const offset = new RealDate().getHours() < 4 ? 5 * 3_600_000 : 0;
  if (offset === 0) return;
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [RealDate.now() - offset] : args));
    }
    static now = () => RealDate.now() - offset;
  };
}

export async function openPhone(origin) {
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
  await context.addInitScript(avoidNight);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password').fill(DEMO.password);
  await page.locator('form button[type=submit]').click();
  await page.locator('.app-frame main h1').waitFor();
  const cdp = await context.newCDPSession(page);
  return {
    page,
    slow: (times) => cdp.send('Emulation.setCPUThrottlingRate', { rate: times }),
    close: () => browser.close(),
  };
}
