// One phone on a bad line, in a real browser: whatever becomes of a request, each job is in the database once.
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
} from '@tests/support/field';

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
  // What a test before left under way is none of this one's.
  await sent(page);
  field.line.exchanges.length = 0;
});

/** In the database once, with its value, and nothing waits on the phone. */
async function once(quantity: number) {
  await sent(page);
  expect(await field.rows()).toMatchObject([{ customer: 'Hill Farm', task_name: 'Baling', quantity }]);
  await page.getByText('Sent', { exact: true }).waitFor();
}

test('F1: without a network the tick comes and one waits; with it, it is sent once', async () => {
  await context.setOffline(true);
  await save(page, 11);
  await waits(page, 1);
  await page.getByText('Saved on this phone. It is sent when there is signal.').waitFor();
  expect(batches(field)).toEqual([]);
  expect(await field.rows()).toEqual([]);
  await context.setOffline(false);
  await once(11);
  expect(batches(field)).toHaveLength(1);
});

test('a line that breaks before the server hears anything is tried again until it holds', async () => {
  field.line.break(whenSending('cut before'));
  await save(page, 12);
  await tried(field, 3);
  await waits(page, 1);
  expect(await field.rows()).toEqual([]);
  field.line.mend();
  await once(12);
});

test.each([
  ['F4: the server has it and the answer is lost', 'cut after', 13],
  ['F5: the answer breaks off in the middle of its body', 'cut in the middle', 14],
  ['F5: the answer is half there and looks whole', 'half', 15],
] as const)('%s: it goes on waiting, the retry succeeds, and there is one row', async (_, fault, quantity) => {
  field.line.break(whenSending(fault));
  await save(page, quantity);
  // The browser itself repeats what broke off without a word; the third is the app's own doing.
  await tried(field, 3, true);
  // The database has it by now; the phone can't know, and says so.
  expect(await field.quantities()).toEqual([quantity]);
  await waits(page, 1);
  field.line.mend();
  await once(quantity);
  const ids = batches(field).map(({ rows }) => rows.map(({ id }) => id));
  expect(new Set(ids.flat()).size).toBe(1);
});

test('F4: the answer to the question whether it is there is lost too', async () => {
  field.line.break((request) =>
    isSend(request) || request.path.startsWith('/rest/v1/listed_works?id=eq.') ? 'cut after' : null,
  );
  await save(page, 16);
  await tried(field, 1, true);
  field.line.break(({ path }) => (path.startsWith('/rest/v1/listed_works?id=eq.') ? 'cut after' : null));
  await tried(field, 4, true);
  await waits(page, 1);
  field.line.mend();
  await once(16);
});

test('F7: one request that arrives twice at the same time makes one row', async () => {
  field.line.break(whenSending('twice'));
  await save(page, 17);
  await once(17);
});

test('F7: pressed twice, and two events that a line is back: each job once', async () => {
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
  await once(18);
});

test('F11: a page of somebody on the way in place of every answer is nobody there, also after a new start', async () => {
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

test('F12: a line on which nobody ever answers is given up and tried again, and holds nobody up', async () => {
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
  // A new start on such a line: the app opens and has both.
  await page.goto(field.url('/works-list'));
  await page.getByRole('region', { name: 'Waiting to be sent' }).getByText('21 bales').waitFor();
  await waits(page, 2);
  expect(await field.rows()).toEqual([]);
  field.line.mend();
  await sent(page);
  expect(await field.quantities()).toEqual([21, 22]);
});

test('F12: a key that ran out is asked for on such a line, given up, and had when somebody answers', async () => {
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
  await once(23);
});
