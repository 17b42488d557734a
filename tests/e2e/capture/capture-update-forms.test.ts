// A new version arrives while the page is in use: a missing file that was only prefetched reloads nothing, and a form
// without a draft is not lost unasked.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { PHONE } from '@tests/support/app';
import {
  startProxiedServer,
  signInAndInstall,
  typeQuantity,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
import { OWNER } from '@tests/support/browser/sign-in';
import {
  checkForUpdate,
  isSamePage,
  markPage,
  NEXT_WORKER,
  serveVersions,
  updatePrompt,
  type Versions,
} from '@tests/support/browser/versions';
import { waitForText } from '@tests/support/browser/wait-for-text';

let server: ProxiedServer;
let site: Versions;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  server = await startProxiedServer();
  site = await serveVersions(server.proxy.origin);
});
afterAll(async () => {
  await site.stop();
  await server.stop();
});
beforeEach(async () => {
  site.deploy(() => null);
  ({ context, page } = await server.app.open({ viewport: PHONE, origin: site.origin }));
});
afterEach(() => context.close());

test('a prefetched file that is missing causes no reload (F30)', async () => {
  // Some of the account holder's pages are prefetched, but not cached on the device.
  site.deploy((path) => (/\/(invoices|manage-users)-page-/.test(path) ? { status: 404 } : null));
  await signInAndInstall(page, site.origin, OWNER);
  const missingFile = page.waitForResponse(
    (answer) => answer.status() === 404 && new URL(answer.url()).pathname.startsWith('/assets/'),
  );
  await page.reload();
  await markPage(page);
  // Delete the record of an earlier reload for this reason.
  await page.evaluate(() => sessionStorage.clear());
  await typeQuantity(page, 30);
  await missingFile;
  await page.waitForLoadState('networkidle');
  expect(await isSamePage(page)).toBe(true);
  expect(await page.getByRole('textbox', { name: 'Bales' }).inputValue()).toBe('30');
});

test('an update asks before the input of a form without a draft is lost, and only then (F30)', async () => {
  const phone = page.getByLabel('Phone (optional)');
  const lossWarning = page.getByText(/^What you typed in the open form is not saved\./);
  const isReplaced = () => page.waitForFunction(() => Reflect.get(window, 'samePage') !== true);
  const waitForVersion = async (number: number) => {
    await markPage(page);
    const worker = { ...NEXT_WORKER, body: `${NEXT_WORKER.body} ${number}` };
    site.deploy((path) => (path === '/sw.js' ? { status: 200, ...worker } : null));
    await checkForUpdate(page);
    await updatePrompt(page).waitFor();
  };
  await signInAndInstall(page, site.origin);
  await page.goto(`${site.origin}/manage-account`);
  await phone.fill('01555 010203');
  await waitForVersion(1);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await waitForText(page, 'Profile saved!');
  await page.getByRole('button', { name: 'Update' }).click();
  await isReplaced();
  await phone.waitFor();
  expect(await phone.inputValue()).toBe('01555 010203');
  expect(await lossWarning.count()).toBe(0);

  await phone.fill('01555 040506');
  await waitForVersion(2);
  await page.getByRole('button', { name: 'Update' }).click();
  await lossWarning.waitFor();
  expect(await isSamePage(page)).toBe(true);
  expect(await phone.inputValue()).toBe('01555 040506');
  await page.getByRole('button', { name: 'Update anyway' }).click();
  await isReplaced();
});
