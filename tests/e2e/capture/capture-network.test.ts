// One phone on a bad connection, in a real browser: whatever happens to a request, each job is in the database once.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  again,
  batches,
  HILL_FARM,
  isSend,
  online,
  pressSave,
  save,
  sent,
  startField,
  tried,
  waits,
  whenSending,
  type Field,
} from '@tests/support/browser/field';

let field: Field;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  field = await startField();
  ({ page, context } = await field.open());
}, 180_000);
afterAll(() => field.stop());
beforeEach(async () => {
  await field.begin();
  await page.goto(field.url(HILL_FARM));
  await page.getByRole('button', { name: 'Save work' }).waitFor();
  // Wait until entries of an earlier test are sent.
  await sent(page);
  field.line.exchanges.length = 0;
});

/** In the database once, with its value, and nothing waits on the phone. */
async function expectStoredOnce(quantity: number) {
  await sent(page);
  expect(await field.rows()).toMatchObject([{ customer: 'Hill Farm', task_name: 'Baling', quantity }]);
  await page.getByText('Sent', { exact: true }).waitFor();
}

test('offline it is confirmed and waits; online it is sent once (F1)', async () => {
  await context.setOffline(true);
  await save(page, 11);
  await waits(page, 1);
  await page.getByText('Saved on this phone. It is sent when there is signal.').waitFor();
  expect(batches(field)).toEqual([]);
  expect(await field.rows()).toEqual([]);
  await context.setOffline(false);
  await expectStoredOnce(11);
  expect(batches(field)).toHaveLength(1);
});

test('a connection that breaks before the server receives anything is retried until it works', async () => {
  field.line.break(whenSending('cut before'));
  await save(page, 12);
  await tried(field, 3);
  await waits(page, 1);
  expect(await field.rows()).toEqual([]);
  field.line.mend();
  await expectStoredOnce(12);
});

test.each([
  { name: 'the server has it and the response is lost', fault: 'cut after', quantity: 13, code: 'F4' },
  { name: 'the response breaks off in the middle of its body', fault: 'cut in the middle', quantity: 14, code: 'F5' },
  { name: 'half of the response arrives and looks complete', fault: 'half', quantity: 15, code: 'F5' },
] as const)(
  '$name: it keeps waiting, the retry succeeds, and there is one row ($code)',
  async ({ fault, quantity }) => {
    field.line.break(whenSending(fault));
    await save(page, quantity);
    // The browser itself silently repeats a broken request; the third one is the app's retry.
    await tried(field, 3, true);
    // The database has it by now; the phone can't know, and says so.
    expect(await field.quantities()).toEqual([quantity]);
    await waits(page, 1);
    field.line.mend();
    await expectStoredOnce(quantity);
    const ids = batches(field).map(({ rows }) => rows.map(({ id }) => id));
    expect(new Set(ids.flat()).size).toBe(1);
  },
);

test('the response to the check whether it was stored is lost too (F4)', async () => {
  field.line.break((request) =>
    isSend(request) || request.path.startsWith('/rest/v1/listed_works?id=eq.') ? 'cut after' : null,
  );
  await save(page, 16);
  await tried(field, 1, true);
  field.line.break(({ path }) => (path.startsWith('/rest/v1/listed_works?id=eq.') ? 'cut after' : null));
  await tried(field, 4, true);
  await waits(page, 1);
  field.line.mend();
  await expectStoredOnce(16);
});

test('one request that arrives twice at the same time makes one row (F7)', async () => {
  field.line.break(whenSending('twice'));
  await save(page, 17);
  await expectStoredOnce(17);
});

test('pressed twice, and two online events: each job once (F7)', async () => {
  await context.setOffline(true);
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: '8', exact: true }).click();
  await pressSave(page, (button) => button.dblclick());
  await page.getByRole('heading', { name: 'Work entry saved!' }).waitFor();
  await waits(page, 1);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('online'));
  });
  await context.setOffline(false);
  await Promise.all([online(page), online(page)]);
  await expectStoredOnce(18);
});

test('a captive portal’s page instead of every response counts as offline, also after a restart (F11)', async () => {
  field.line.break(() => 'portal');
  await save(page, 19);
  await tried(field, 2);
  await waits(page, 1);
  await page.reload();
  await waits(page, 1);
  await tried(field, 3);
  await page.goto(field.url('/works-list'));
  await page.getByRole('region', { name: 'Waiting to be sent' }).getByText('19 bales').waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(await field.rows()).toEqual([]);
  field.line.mend();
  await online(page);
  await sent(page);
  expect(await field.quantities()).toEqual([19]);
});

test('a connection without responses times out and is retried, and blocks nothing (F12)', async () => {
  field.line.break(() => 'silent');
  await save(page, 21);
  await tried(field, 1);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  // The next job is saved while the first one's request hangs.
  await again(page);
  await save(page, 22);
  await waits(page, 2);
  const [first] = batches(field);
  expect(first?.rows.map(({ quantity }) => quantity)).toEqual([21]);
  await expect.poll(() => field.line.exchanges.find(isSend)?.over, { timeout: 60_000 }).toBe(true);
  await tried(field, 2);
  // A restart on such a connection: the app opens and has both.
  await page.goto(field.url('/works-list'));
  await page.getByRole('region', { name: 'Waiting to be sent' }).getByText('21 bales').waitFor();
  await waits(page, 2);
  expect(await field.rows()).toEqual([]);
  field.line.mend();
  await sent(page);
  expect(await field.quantities()).toEqual([21, 22]);
});

test('refreshing an expired token on such a connection times out, and later succeeds (F12)', async () => {
  field.line.break(() => 'silent');
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(name) ?? '{}') as object;
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }));
  });
  await save(page, 23);
  const renewal = () => field.line.exchanges.find(({ path }) => path.includes('grant_type=refresh_token'));
  await expect.poll(() => renewal()?.over, { timeout: 60_000 }).toBe(true);
  await waits(page, 1);
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(batches(field)).toEqual([]);
  field.line.mend();
  await online(page);
  await expectStoredOnce(23);
});
