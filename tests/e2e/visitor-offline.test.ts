// The public pages without signal, on a device that has stored the app.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPages } from '@/app/public-site/public-paths';
import { PHONE, startApp, type App } from '@tests/support/app';
import { DRIVER, openAs } from '@tests/support/browser/sign-in';
import { waitUntilStored } from '@tests/support/browser/stored-app';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('offline each public page opens on a device with the app, and the app for its own addresses', async () => {
  const { context, page } = await app.open({ viewport: PHONE });
  await openAs(page, app.origin, DRIVER);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await waitUntilStored(page);
  await context.setOffline(true);
  for (const path of [...publicPages.map((one) => one.path), '/pricing?from=a-letter']) {
    await page.goto(path);
    expect(await page.locator('html').getAttribute('data-page')).toBe(path.split('?')[0]);
    await page.locator('main h1').waitFor();
  }
  await page.goto('/works-list');
  await page.locator('.app-frame').waitFor();
  expect(await page.locator('html').getAttribute('data-page')).toBe(null);
  await context.close();
});
