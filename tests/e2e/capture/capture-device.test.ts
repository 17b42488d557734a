// Trouble on the device itself: its storage full, removed, cleared; pressing Back; swiping a toast away.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exifJpeg } from '@tests/support/pictures';
import {
  sentBatches,
  HILL_FARM_FORM,
  confirmingSaveButton,
  dispatchOnline,
  pressSave,
  save,
  expectAllSent,
  startProxiedServer,
  typeQuantity,
  expectWaiting,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
import { waitForText } from '@tests/support/browser/wait-for-text';

let server: ProxiedServer;
let page: Page;
let context: BrowserContext;
let device: CDPSession;

beforeAll(async () => {
  server = await startProxiedServer();
  ({ page, context } = await server.open());
  device = await context.newCDPSession(page);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await context.setOffline(false);
  await server.startTest();
  await page.goto(server.url(HILL_FARM_FORM));
  await page.getByRole('button', { name: 'Save work' }).waitFor();
  const discard = page.getByRole('button', { name: 'Discard' });
  if ((await discard.count()) > 0) {
    await discard.click();
    await page.goto(server.url(HILL_FARM_FORM));
  }
});

/**
 * Until `freeStorage` the device refuses every write, as if its storage were full: a real Chromium can't be filled here,
 * and the debugger's quota override has no effect on this storage.
 */
const fillStorage = () =>
  page.evaluate(() => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put');
    if (!put) throw new Error('no IndexedDB');
    Reflect.set(window, 'withRoom', put);
    const value = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
    Object.defineProperty(IDBObjectStore.prototype, 'put', { ...put, value });
  });
const freeStorage = () =>
  page.evaluate(() => {
    // Stored by `fillStorage`, if it was called.
    const put = Reflect.get(window, 'withRoom') as PropertyDescriptor | undefined;
    if (put) Object.defineProperty(IDBObjectStore.prototype, 'put', put);
  });
const savedHeading = () => page.getByRole('heading', { name: 'Work entry saved!' });
const STORAGE_ERROR = 'This device could not keep the entry: its storage is full or switched off.';
const storageError = () => page.getByRole('alert').getByText(STORAGE_ERROR);
const press = () => pressSave(page);

describe('full storage (F21)', () => {
  test('an entry is not confirmed on full storage; the form stays, and Send now sends the entry', async () => {
    await typeQuantity(page, 86);
    await fillStorage();
    await press();
    await storageError().waitFor();
    expect(await savedHeading().count()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Bales' }).inputValue()).toBe('86');
    expect(sentBatches(server)).toEqual([]);
    await page.getByRole('button', { name: 'Send now' }).click();
    await savedHeading().waitFor();
    expect(await server.quantities()).toEqual([86]);
  });

  test('offline on full storage the form stays: its entry can be saved as a file, and is stored once there is room', async () => {
    await typeQuantity(page, 87);
    await fillStorage();
    await context.setOffline(true);
    await press();
    await storageError().waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await waitForText(page, /Stay on this page and try again\./);
    expect(await savedHeading().count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^unsent-entries\./);
    expect(await page.getByRole('textbox', { name: 'Bales' }).inputValue()).toBe('87');
    await freeStorage();
    await press();
    await savedHeading().waitFor();
    await expectWaiting(page, 1);
    await context.setOffline(false);
    await dispatchOnline(page);
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([87]);
  });

  test('a photo is refused with a message on full storage, and typed input stays', async () => {
    await typeQuantity(page, 88);
    await page.getByRole('button', { name: 'Photo', exact: true }).click();
    await fillStorage();
    const bytes = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(400, 300);
      canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
      return Array.from(new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer()));
    });
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: exifJpeg(Buffer.from(bytes), 1) });
    await waitForText(page, 'This device could not keep the photo: its storage is full or switched off.');
    expect(await page.getByRole('img', { name: 'Photo 1' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Photo', exact: true }).click();
    expect(await page.getByRole('textbox', { name: 'Bales' }).inputValue()).toBe('88');
  });

  test.each([
    ['with room', 89, () => freeStorage()],
    ['in full storage', 90, () => fillStorage()],
  ])('a note of 1 MB is refused with a message %s, and its whole text stays', async (_, bales, storage) => {
    await typeQuantity(page, bales);
    await page.getByRole('button', { name: 'Note' }).click();
    const note = page.getByLabel('Note (optional)');
    await storage();
    await note.evaluate((area: HTMLTextAreaElement) => {
      // Like a paste, without sending a megabyte through the driver.
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, 'wet '.repeat(262_144));
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.getByRole('button', { name: 'Save work' }).click();
    await page.getByText('Too long: 2,000 characters at most.').waitFor();
    expect(await savedHeading().count()).toBe(0);
    expect((await note.inputValue()).length).toBe(1_048_576);
    expect(sentBatches(server)).toEqual([]);
    await note.fill('wet');
    await freeStorage();
    await press();
    await savedHeading().waitFor();
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([bales]);
  });
});

describe('storage that is removed', () => {
  const clearStorage = (storageTypes: string) =>
    device.send('Storage.clearDataForOrigin', { origin: server.proxy.origin, storageTypes });
  const writeRequests = () =>
    server.proxy.exchanges.filter(
      ({ method, path }) => /^(POST|PATCH|DELETE)$/.test(method) && !/\/rpc\/|\/auth\//.test(path),
    );

  test('a database removed under an open form is opened again, and the entry is saved and sent (F22)', async () => {
    await typeQuantity(page, 21);
    await clearStorage('indexeddb');
    await press();
    await savedHeading().waitFor();
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([21]);
  });

  test('if only the database is removed, the lists are fetched again, and nothing is overwritten or stale (F24)', async () => {
    await save(page, 22);
    await expectAllSent(page);
    await page.goto(server.url('/works-list'));
    const total = page.getByRole('region', { name: 'Totals' });
    // The driver's own entries, with the one just sent.
    await page.locator('[data-row]').filter({ hasText: '22 bales' }).first().waitFor();
    await total.waitFor();
    const before = await total.textContent();
    // An open page could store its lists again.
    await page.goto('about:blank');
    await clearStorage('indexeddb');
    server.proxy.exchanges.length = 0;
    await context.setOffline(true);
    await page.goto(server.url('/works-list'));
    // The app opens with the stored profile; it has no data for the list, and says so.
    await page.getByRole('heading', { name: 'Not on this device yet' }).waitFor();
    expect(await page.getByText(/Showing data from/).count()).toBe(0);
    expect(await page.locator('[data-row]').count()).toBe(0);
    await context.setOffline(false);
    await page.reload();
    await expect.poll(() => total.textContent()).toBe(before);
    await dispatchOnline(page);
    expect(writeRequests()).toEqual([]);
    await page.goto(server.url(HILL_FARM_FORM));
    await save(page, 23);
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([22, 23]);
  });

  test('signing in restores all lists after a week in which the browser deleted everything but the cookies (F25)', async () => {
    const other = await server.open();
    const tab = await other.context.newCDPSession(other.page);
    await tab.send('Storage.clearDataForOrigin', {
      origin: server.proxy.origin,
      storageTypes: 'indexeddb,local_storage,cache_storage,service_workers',
    });
    server.proxy.exchanges.length = 0;
    await other.page.goto(server.url('/works-list'));
    await other.page.getByLabel('Email').fill('driver@demo.test');
    await other.page.getByLabel('Password').fill('demo-farm-2026');
    await other.page.getByRole('button', { name: 'Sign In' }).click();
    await other.page.locator('.app-frame').waitFor();
    await other.page.goto(server.url('/works-list'));
    await other.page.getByRole('region', { name: 'Totals' }).waitFor();
    await expectAllSent(other.page);
    expect(writeRequests()).toEqual([]);
    await other.context.close();
  });
});

describe('in the middle of saving (F40)', () => {
  test('pressing Back in the middle of saving loses nothing', async () => {
    await page.goto(server.url('/add-work'));
    await page
      .getByRole('button', { name: /^Hill Farm/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Baling/ }).click();
    await typeQuantity(page, 41);
    await context.setOffline(true);
    const button = await confirmingSaveButton(page);
    await button.evaluate((one: HTMLButtonElement) => {
      one.click();
      window.history.back();
    });
    await page.getByRole('textbox', { name: 'Bales' }).waitFor({ state: 'detached' });
    await expectWaiting(page, 1);
    await context.setOffline(false);
    await dispatchOnline(page);
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([41]);
  });

  test('swiping a toast away in the middle of saving loses nothing', async () => {
    await typeQuantity(page, 42);
    await context.setOffline(true);
    await press();
    const toast = page.locator('.toast').first();
    const box = await toast.boundingBox();
    if (!box) throw new Error('no toast');
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    await toast.waitFor({ state: 'detached' });
    await expectWaiting(page, 1);
    await page.reload();
    await expectWaiting(page, 1);
    await context.setOffline(false);
    await dispatchOnline(page);
    await expectAllSent(page);
    await expect.poll(() => server.quantities()).toEqual([42]);
  });
});
