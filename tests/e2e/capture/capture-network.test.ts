// One phone on a bad connection, in a real browser: whatever happens to a request, each job is in the database once.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAnotherJob,
  confirmingSaveButton,
  sentBatches,
  HILL_FARM_FORM,
  isSend,
  dispatchOnline,
  pressSave,
  save,
  expectAllSent,
  startProxiedServer,
  typeQuantity,
  waitForSaved,
  waitForSends,
  expectWaiting,
  whenSending,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';

let server: ProxiedServer;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  server = await startProxiedServer();
  ({ page, context } = await server.open());
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.startTest();
  // A test that failed may have left the phone offline.
  await context.setOffline(false);
  await page.goto(server.url(HILL_FARM_FORM));
  await page.getByRole('button', { name: 'Save work' }).waitFor();
  // Wait until entries of an earlier test are sent.
  await expectAllSent(page);
  server.proxy.exchanges.length = 0;
});

/** In the database once, with its value at the demo farm's rate of 6.22, and nothing waits on the phone. */
async function expectStoredOnce(quantity: number) {
  await expectAllSent(page);
  expect(await server.rows()).toMatchObject([
    { customer: 'Hill Farm', task_name: 'Baling', quantity, total_value: Math.round(quantity * 622) / 100 },
  ]);
  await page.getByText('In the office', { exact: true }).waitFor();
}

test('a job is confirmed and waits while offline, and is sent once when online (F1)', async () => {
  await context.setOffline(true);
  await save(page, 11);
  await expectWaiting(page, 1);
  await page.getByText('Saved on this phone. It goes to the office when there is signal.').waitFor();
  expect(sentBatches(server)).toEqual([]);
  expect(await server.rows()).toEqual([]);
  await context.setOffline(false);
  await expectStoredOnce(11);
  expect(sentBatches(server)).toHaveLength(1);
});

test('a connection that breaks before the server receives anything is retried until it works', async () => {
  server.proxy.break(whenSending('cut before request'));
  await save(page, 12);
  await waitForSends(server, 3);
  await expectWaiting(page, 1);
  expect(await server.rows()).toEqual([]);
  server.proxy.repair();
  await expectStoredOnce(12);
});

test.each([
  { name: 'the server has the job and the response is lost', fault: 'cut before response', quantity: 13, code: 'F4' },
  { name: 'the response breaks off in the middle of its body', fault: 'cut during response', quantity: 14, code: 'F5' },
  { name: 'half of the response arrives and looks complete', fault: 'truncated response', quantity: 15, code: 'F5' },
] as const)(
  '$name: the job keeps waiting, the retry succeeds, and there is one row ($code)',
  async ({ fault, quantity }) => {
    server.proxy.break(whenSending(fault));
    await save(page, quantity);
    // The browser itself silently repeats a broken request; the third one is the app's retry.
    await waitForSends(server, 3, true);
    // The database has it by now; the phone can't know, and says so.
    expect(await server.quantities()).toEqual([quantity]);
    await expectWaiting(page, 1);
    server.proxy.repair();
    await expectStoredOnce(quantity);
    const ids = sentBatches(server).map(({ rows }) => rows.map(({ id }) => id));
    expect(new Set(ids.flat()).size).toBe(1);
  },
);

test('a job is stored once although the response to the check whether it was stored is lost too (F4)', async () => {
  server.proxy.break((request) =>
    isSend(request) || request.path.startsWith('/rest/v1/listed_works?id=eq.') ? 'cut before response' : null,
  );
  await save(page, 16);
  await waitForSends(server, 1, true);
  server.proxy.break(({ path }) => (path.startsWith('/rest/v1/listed_works?id=eq.') ? 'cut before response' : null));
  await waitForSends(server, 4, true);
  await expectWaiting(page, 1);
  server.proxy.repair();
  await expectStoredOnce(16);
});

test('one request that arrives twice at the same time makes one row (F7)', async () => {
  server.proxy.break(whenSending('forwarded twice'));
  await save(page, 17);
  await expectStoredOnce(17);
});

test('a double press on Save and two online events at once store the job once (F7)', async () => {
  await context.setOffline(true);
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: '8', exact: true }).click();
  await pressSave(page, (button) => button.dblclick());
  await waitForSaved(page);
  await expectWaiting(page, 1);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('online'));
  });
  await context.setOffline(false);
  await Promise.all([dispatchOnline(page), dispatchOnline(page)]);
  await expectStoredOnce(18);
});

test('the second half of a double press on Save, after the form has gone, presses nothing else', async () => {
  await typeQuantity(page, 24);
  const place = await (await confirmingSaveButton(page)).boundingBox();
  if (!place) throw new Error('the button is not shown');
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.click(x, y);
  await waitForSaved(page);
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expectStoredOnce(24);
});

test('a captive portal’s page instead of every response counts as offline, also after a restart (F11)', async () => {
  server.proxy.break(() => 'captive portal');
  await save(page, 19);
  await waitForSends(server, 2);
  await expectWaiting(page, 1);
  await page.reload();
  await expectWaiting(page, 1);
  await waitForSends(server, 3);
  await page.goto(server.url('/works-list'));
  await page.getByRole('region', { name: 'Waiting on this phone' }).getByText('19 bales').waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(await server.rows()).toEqual([]);
  server.proxy.repair();
  await dispatchOnline(page);
  await expectAllSent(page);
  await expect.poll(() => server.quantities()).toEqual([19]);
});

test('a connection without responses times out and is retried, and blocks nothing (F12)', async () => {
  server.proxy.break(() => 'never forwarded');
  await save(page, 21);
  await waitForSends(server, 1);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  // The next job is saved while the first one's request hangs.
  await addAnotherJob(page);
  await save(page, 22);
  await expectWaiting(page, 2);
  const [first] = sentBatches(server);
  expect(first?.rows.map(({ quantity }) => quantity)).toEqual([21]);
  await expect.poll(() => server.proxy.exchanges.find(isSend)?.finished).toBe(true);
  await waitForSends(server, 2);
  // A restart on such a connection: the app opens and has both.
  await page.goto(server.url('/works-list'));
  await page.getByRole('region', { name: 'Waiting on this phone' }).getByText('21 bales').waitFor();
  await expectWaiting(page, 2);
  expect(await server.rows()).toEqual([]);
  server.proxy.repair();
  await expectAllSent(page);
  await expect.poll(() => server.quantities()).toEqual([21, 22]);
});

test('refreshing an expired token on a connection without responses times out, and later succeeds (F12)', async () => {
  server.proxy.break(() => 'never forwarded');
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(name) ?? '{}') as object;
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }));
  });
  await save(page, 23);
  const tokenRefresh = () => server.proxy.exchanges.find(({ path }) => path.includes('grant_type=refresh_token'));
  await expect.poll(() => tokenRefresh()?.finished).toBe(true);
  await expectWaiting(page, 1);
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(sentBatches(server)).toEqual([]);
  server.proxy.repair();
  await dispatchOnline(page);
  await expectStoredOnce(23);
});
