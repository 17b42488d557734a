// A server that is down or busy, in a real browser whose clock the test controls: the app retries slowly, in order, and
// sends everything.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Exchange } from '@tests/support/browser/cutting-proxy';
import {
  addAnotherJob,
  sentBatches,
  HILL_FARM_FORM,
  isSend,
  save,
  expectAllSent,
  startProxiedServer,
  waitForSends,
  expectWaiting,
  whenSending,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let server: ProxiedServer;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  server = await startProxiedServer();
  ({ page, context } = await server.open());
  await context.clock.install();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.startTest();
  await page.goto(server.url(HILL_FARM_FORM));
  await page.getByRole('button', { name: 'Save work' }).waitFor();
});

/** The request that checks whether the server is up, made occasionally, instead of sending. */
const isHealthCheck = ({ path }: Exchange) => /^\/rest\/v1\/profiles\?id=eq\.[^&]*&select=id$/.test(path);

/** Advances the page's clock; pending requests finish in between. */
async function advanceClock(ms: number, step = 5 * SECOND) {
  for (let elapsed = 0; elapsed < ms; elapsed += step) {
    await context.clock.runFor(step);
    await expect.poll(() => server.proxy.exchanges.every(({ finished: over }) => over)).toBe(true);
    // Let the result be stored before time goes on.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
}

test('a server that is down for ten minutes is retried twice a minute, then all jobs are sent in order (F13)', async () => {
  const statuses = [500, 502, 503, 504];
  let requestCount = 0;
  // Down for all requests; the app's own reads are requested besides.
  server.proxy.break(({ path }) =>
    path.startsWith('/rest/') ? { status: statuses[(requestCount += 1) % 4] ?? 500 } : null,
  );
  await save(page, 61);
  await addAnotherJob(page);
  await save(page, 62);
  await addAnotherJob(page);
  await save(page, 63);
  await waitForSends(server, 1);
  await advanceClock(10 * MINUTE);
  await expectWaiting(page, 3);
  // 1 s doubling to 30 s: five quick tries, then one every half minute, with 20 % jitter.
  const attempts = server.proxy.exchanges.filter((request) => isSend(request) || isHealthCheck(request)).length;
  expect(attempts).toBeGreaterThan(15);
  expect(attempts).toBeLessThanOrEqual(7 + 10 * 2 * 1.25);
  expect(await server.rows()).toEqual([]);
  server.proxy.repair();
  const before = sentBatches(server).length;
  await advanceClock(40 * SECOND);
  await expectAllSent(page);
  await expect.poll(() => server.quantities()).toEqual([61, 62, 63]);
  const after = sentBatches(server).slice(before);
  expect(after.flatMap(({ rows }) => rows.map(({ quantity }) => quantity))).toEqual([61, 62, 63]);
});

test.each([
  ['a busy server', 429, 64],
  ['a server in maintenance', 503, 65],
])('%s gets no request until its Retry-After time has passed (F14)', async (_, status, quantity) => {
  server.proxy.break(whenSending({ status, retryAfter: '180' }));
  await save(page, quantity);
  await waitForSends(server, 1);
  await expectWaiting(page, 1);
  await page.getByText('Saved on this phone. It goes to the office when there is signal.').waitFor();
  await advanceClock(170 * SECOND);
  expect(sentBatches(server)).toHaveLength(1);
  await expectWaiting(page, 1);
  server.proxy.repair();
  await advanceClock(20 * SECOND);
  await expectAllSent(page);
  await expect.poll(() => server.quantities()).toEqual([quantity]);
  expect(sentBatches(server)).toHaveLength(2);
});
