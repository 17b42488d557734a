// The app killed at the worst moments, in a real browser: what was confirmed is still there, and in the database once.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  draftTexts,
  sentBatches,
  HILL_FARM_FORM,
  pressSave,
  save,
  expectAllSent,
  startProxiedServer,
  waitForSends,
  typeQuantity,
  expectWaiting,
  whenSending,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
import { phoneFactory, type Phones } from '@tests/support/browser/killed-phone';
import { FULL } from '@tests/support/full';

let server: ProxiedServer;
let allPhones: Phones;

beforeAll(async () => {
  server = await startProxiedServer();
  allPhones = await phoneFactory(server.proxy.origin);
});
afterAll(async () => {
  await allPhones.stop();
  await server.stop();
});
beforeEach(() => server.startTest());

async function open(page: Page, path = HILL_FARM_FORM) {
  await page.goto(server.url(path));
  await page.locator('.app-frame').waitFor();
}

/** The form has restored what was typed; if not, the error names the drafts on the device. */
async function expectRestored(page: Page) {
  await page
    .getByText(/^Restored what you typed at/)
    .waitFor()
    .catch(async (cause: unknown) => {
      throw new Error(`nothing was restored; drafts on the device: ${await draftTexts(page)}`, { cause });
    });
}

/** Resolves as soon as the page shows the text; the page reports it, without polling. */
async function watchForText(page: Page, words: string): Promise<{ appeared: Promise<void> }> {
  let resolve: () => void = () => undefined;
  const appeared = new Promise<void>((done) => (resolve = done));
  await page.exposeFunction('tellTest', () => resolve());
  await page.evaluate((text) => {
    const check = () => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      const { tellTest } = window as unknown as { tellTest: () => void };
      tellTest();
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  }, words);
  return { appeared };
}

test('a job confirmed offline is there after the app was killed at once, and is sent once (F2)', async () => {
  const phone = allPhones.phone();
  const before = await phone.start({ offline: true });
  await open(before.page);
  const confirmation = await watchForText(before.page, 'Work entry saved!');
  await typeQuantity(before.page, 31);
  await pressSave(before.page);
  await confirmation.appeared;
  await before.kill();

  const after = await phone.start({ offline: true });
  await open(after.page, '/works-list');
  await expectWaiting(after.page, 1);
  await after.page.getByRole('region', { name: 'Waiting on this phone' }).getByText('31 bales').waitFor();
  expect(await server.rows()).toEqual([]);
  await after.context.setOffline(false);
  await expectAllSent(after.page);
  await expect.poll(() => server.quantities()).toEqual([31]);
  await after.close();
});

test('waiting entries are restored and sent once if the browser recreates its databases after a kill (F43)', async () => {
  const phone = allPhones.phone();
  const first = await phone.start({ offline: true });
  await open(first.page);
  // If this database is gone at the end, the browser has recreated its databases.
  await first.page.evaluate(() => void indexedDB.open('witness'));
  await save(first.page, 43);
  await first.kill();

  const next = await phone.start({ offline: true });
  await open(next.page);
  await save(next.page, 44);
  await expectWaiting(next.page, 2);
  await next.kill();
  phone.breakLog();

  const last = await phone.start({ offline: true });
  await open(last.page, '/works-list');
  expect((await last.page.evaluate(() => indexedDB.databases())).map(({ name }) => name)).not.toContain('witness');
  await expectWaiting(last.page, 2);
  for (const words of ['43 bales', '44 bales'])
    await last.page.getByRole('region', { name: 'Waiting on this phone' }).getByText(words).waitFor();
  // And work continues offline; this phone treats Hill Farm as new until the lists are fetched again.
  await last.page.goto(server.url(HILL_FARM_FORM));
  await save(last.page, 45);
  await expectWaiting(last.page, 4);
  await last.context.setOffline(false);
  await expectAllSent(last.page);
  await expect.poll(() => server.quantities()).toEqual([43, 44, 45]);
  expect(await server.newCustomers()).toEqual([]);
  await last.close();
});

test('input is restored up to its last moment if the app is killed while the user types (F3)', async () => {
  const phone = allPhones.phone();
  const before = await phone.start();
  await open(before.page);
  await typeQuantity(before.page, 42);
  await expect.poll(() => draftTexts(before.page)).toContain('"quantity":"42"');
  await typeQuantity(before.page, 7);
  await before.kill();

  const after = await phone.start();
  await open(after.page, '/add-work');
  await expectRestored(after.page);
  expect(['42', '427']).toContain(await after.page.getByRole('textbox', { name: 'Bales' }).inputValue());
  expect(await server.rows()).toEqual([]);
  await expectAllSent(after.page);
  await pressSave(after.page);
  await expectAllSent(after.page);
  await expect.poll(() => server.rows()).toHaveLength(1);
  await after.close();
});

test('input is restored up to its last key if the page is reloaded right after it (F3)', async () => {
  const { page, close } = await allPhones.phone().start();
  await open(page);
  await typeQuantity(page, 365);
  await page.reload();
  await expectRestored(page);
  expect(await page.getByRole('textbox', { name: 'Bales' }).inputValue()).toBe('365');
  await close();
});

/** A full run kills the app again and again. */
const KILLS = FULL ? 4 : 2;

test('a job makes one row, and nothing waits, if the app is killed before a response arrives (F6)', async () => {
  const phone = allPhones.phone();
  server.proxy.break(whenSending('response never arrives'));
  for (let start = 1; start <= KILLS; start += 1) {
    const running = await phone.start();
    await open(running.page);
    if (start === 1) await save(running.page, 34);
    await expectWaiting(running.page, 1);
    await waitForSends(server, start, true);
    expect(await server.quantities()).toEqual([34]);
    await running.kill();
  }
  server.proxy.repair();
  const last = await phone.start();
  await open(last.page, '/works-list');
  await expectAllSent(last.page);
  await waitForSends(server, KILLS + 1, true);
  expect(new Set(sentBatches(server).flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(1);
  await expect.poll(() => server.quantities()).toEqual([34]);
  await last.close();
});
