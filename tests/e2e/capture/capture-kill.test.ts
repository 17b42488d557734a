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

const bales = (page: Page) => page.getByRole('textbox', { name: 'Bales' }).inputValue();
const databaseNames = async (page: Page) => (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name);

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

test('a job confirmed offline is there after the app was killed at once, and is sent once with later ones even if the browser recreates its databases after a kill (F2, F43)', async () => {
  const phone = allPhones.phone();
  const first = await phone.start({ offline: true });
  await open(first.page);
  // If this database is gone at the end, the browser has recreated its databases.
  await first.page.evaluate(() => void indexedDB.open('witness'));
  const confirmation = await watchForText(first.page, 'Work entry saved!');
  await typeQuantity(first.page, 43);
  await pressSave(first.page);
  await confirmation.appeared;
  await first.kill();

  const next = await phone.start({ offline: true });
  await open(next.page);
  await expectWaiting(next.page, 1);
  expect(await databaseNames(next.page)).toContain('witness');
  await save(next.page, 44);
  await expectWaiting(next.page, 2);
  await next.kill();
  phone.breakLog();

  const last = await phone.start({ offline: true });
  await open(last.page, '/works-list');
  expect(await databaseNames(last.page)).not.toContain('witness');
  await expectWaiting(last.page, 2);
  for (const words of ['43 bales', '44 bales'])
    await last.page.getByRole('region', { name: 'Waiting on this phone' }).getByText(words).waitFor();
  expect(await server.rows()).toEqual([]);
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

/** A full run kills the app again and again. */
const KILLS = FULL ? 4 : 1;

test('input is restored up to its last key after a reload, and up to its last moment if the app is killed while the user types; the job makes one row, and nothing waits, if the app is killed before a response arrives (F3, F6)', async () => {
  const phone = allPhones.phone();
  const before = await phone.start();
  await open(before.page);
  await typeQuantity(before.page, 36);
  await before.page.reload();
  await expectRestored(before.page);
  expect(await bales(before.page)).toBe('36');
  await typeQuantity(before.page, 5);
  await expect.poll(() => draftTexts(before.page)).toContain('"quantity":"365"');
  await typeQuantity(before.page, 7);
  await before.kill();

  server.proxy.break(whenSending('response never arrives'));
  let quantity = 0;
  for (let start = 1; start <= KILLS; start += 1) {
    const running = await phone.start();
    await open(running.page, '/add-work');
    if (start === 1) {
      await expectRestored(running.page);
      quantity = Number(await bales(running.page));
      expect([365, 3657]).toContain(quantity);
      expect(await server.rows()).toEqual([]);
      await pressSave(running.page);
    }
    await expectWaiting(running.page, 1);
    await waitForSends(server, start, true);
    expect(await server.quantities()).toEqual([quantity]);
    await running.kill();
  }
  server.proxy.repair();
  const last = await phone.start();
  await open(last.page, '/works-list');
  await expectAllSent(last.page);
  await waitForSends(server, KILLS + 1, true);
  expect(new Set(sentBatches(server).flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(1);
  await expect.poll(() => server.quantities()).toEqual([quantity]);
  await last.close();
});
