// A phone four times slower than this machine, with the demonstration farm's owner signed in.
import { chromium } from 'playwright-core';
import { findChromium } from '../support/chromium.mjs';
import { DEMO } from './client.mjs';

export async function openPhone(origin) {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
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
