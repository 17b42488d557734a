// Two tabs of one phone, in a real browser: each keeps what is saved in it, one at a time sends, nothing is sent twice.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAnotherJob,
  HILL_FARM_FORM,
  dispatchOnline,
  draftTexts,
  pressSave,
  save,
  expectAllSent,
  startProxiedServer,
  waitForSends,
  typeQuantity,
  expectWaiting,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';

let server: ProxiedServer;
let context: BrowserContext;
let first: Page;
let second: Page;

beforeAll(async () => {
  server = await startProxiedServer();
  const opened = await server.open();
  context = opened.context;
  await opened.page.close();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // A test that failed may have left it offline.
  await context.setOffline(false);
  await server.startTest();
  first = await openTab();
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

async function openTab(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url(HILL_FARM_FORM));
  await page.getByRole('button', { name: 'Save work' }).waitFor();
  return page;
}

test('two offline tabs with jobs of their own reconnect: all are sent once, nothing waits (F8)', async () => {
  second = await openTab();
  await context.setOffline(true);
  await save(first, 51);
  await save(second, 52);
  await addAnotherJob(first);
  await save(first, 53);
  await expectWaiting(first, 3);
  await expectWaiting(second, 3);
  await context.setOffline(false);
  await Promise.all([dispatchOnline(first), dispatchOnline(second)]);
  await expectAllSent(first);
  await expectAllSent(second);
  await expect.poll(() => server.quantities()).toEqual([51, 52, 53]);
});

test('a tab opened on a dead connection while another one is sending keeps what is saved in it (F9)', async () => {
  server.proxy.break(() => 'never forwarded');
  await save(first, 54);
  await waitForSends(server, 1);
  const lockCount = () =>
    first.evaluate(
      async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.includes('outbox')).length,
    );
  await expect.poll(lockCount).toBe(1);
  second = await openTab();
  await save(second, 55);
  await expectWaiting(second, 2);
  await expectWaiting(first, 2);
  expect(await server.rows()).toEqual([]);
  server.proxy.repair();
  await expectAllSent(first);
  await expectAllSent(second);
  await expect.poll(() => server.quantities()).toEqual([54, 55]);
});

const draftCount = async (page: Page) => (JSON.parse(await draftTexts(page)) as unknown[]).length;
const restoredCount = (page: Page) => page.getByText(/^Restored what you/).count();

test('a job being typed in one tab is not restored in another, and both jobs are saved', async () => {
  await typeQuantity(first, 61);
  await expect.poll(() => draftCount(first)).toBe(1);
  second = await openTab();
  expect(await restoredCount(second)).toBe(0);
  await typeQuantity(second, 62);
  await expect.poll(() => draftCount(first)).toBe(2);
  await pressSave(first);
  await first.getByRole('heading', { name: 'Work entry saved!' }).waitFor();
  await pressSave(second);
  await second.getByRole('heading', { name: 'Work entry saved!' }).waitFor();
  await expectAllSent(second);
  await expect.poll(() => server.quantities()).toEqual([61, 62]);
  await expect.poll(() => draftCount(first)).toBe(0);
});

test('if two tabs open at once, one restores the draft, and the other’s input is restored later', async () => {
  await typeQuantity(first, 63);
  await expect.poll(() => draftCount(first)).toBe(1);
  await first.close();
  [first, second] = await Promise.all([openTab(), openTab()]);
  await expect.poll(async () => (await restoredCount(first)) + (await restoredCount(second))).toBe(1);
  if ((await restoredCount(first)) === 0) [first, second] = [second, first];
  await typeQuantity(second, 64);
  await expect.poll(() => draftCount(first)).toBe(2);
  // The draft is written 300 ms after the last key.
  await expect.poll(() => draftTexts(first)).toContain('"64"');
  await second.close();
  await pressSave(first);
  await first.getByRole('heading', { name: 'Work entry saved!' }).waitFor();
  second = await openTab();
  await second.getByText(/^Restored what you/).waitFor();
  await pressSave(second);
  await second.getByRole('heading', { name: 'Work entry saved!' }).waitFor();
  await expectAllSent(second);
  await expect.poll(() => server.quantities()).toEqual([63, 64]);
});
