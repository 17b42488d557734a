// A week offline, in a real browser: 500 waiting jobs, a connection that breaks in between, and each of them arrives
// once.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '@tests/support/browser/cutting-proxy';
import {
  sentBatches,
  HILL_FARM_FORM,
  isSend,
  save,
  expectAllSent,
  startProxiedServer,
  expectWaiting,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';

const COUNT = 500;
let server: ProxiedServer;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  server = await startProxiedServer();
  ({ page, context } = await server.open());
});
afterAll(() => server.stop());

/** Copies the one waiting entry, as if this many had been saved one after the other. */
const copyEntry = (copies: number) =>
  page.evaluate(
    (count) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('farm-diary-outbox');
        opening.onerror = () => fail(new Error('not opened'));
        opening.onsuccess = () => {
          const tx = opening.result.transaction('entries', 'readwrite');
          const entries = tx.objectStore('entries');
          const all = entries.getAll();
          all.onsuccess = () => {
            type StoredEntry = { seq?: number; state: string; fields: { quantity: number } };
            const one = (all.result as StoredEntry[]).find(({ state }) => state === 'queued');
            for (let n = 1; one && n <= count; n += 1) {
              const quantity = one.fields.quantity + n;
              const copy = { ...one, id: crypto.randomUUID(), fields: { ...one.fields, quantity } };
              // The store assigns the number.
              delete copy.seq;
              entries.add(copy);
            }
          };
          tx.oncomplete = () => {
            opening.result.close();
            // As another tab would broadcast it.
            new BroadcastChannel('farm-diary-outbox').postMessage('changed');
            done();
          };
          tx.onabort = () => fail(new Error('not stored'));
        };
      }),
    copies,
  );

/** The fault of the nth request with jobs; all others are only delayed. */
function planFaults(faults: Partial<Record<number, Fault>>) {
  let nth = 0;
  const applied: Fault[] = [];
  server.proxy.break((request) => {
    const fault = isSend(request) ? faults[(nth += 1)] : undefined;
    if (fault) applied.push(fault);
    return fault ?? { delayMs: 40 };
  });
  return applied;
}

test('500 jobs make 500 rows over a slow connection that breaks several times, with a restart (F38)', async () => {
  await server.startTest();
  await page.goto(server.url(HILL_FARM_FORM));
  await context.setOffline(true);
  await save(page, 1);
  await expectWaiting(page, 1);
  await copyEntry(COUNT - 1);
  await expectWaiting(page, COUNT);

  const applied = planFaults({ 2: 'cut before response', 4: 'cut before request' });
  await context.setOffline(false);
  await expect.poll(() => applied.length).toBe(2);
  // Then the server is unreachable, until the app is restarted.
  server.proxy.break(() => 'cut before request');
  await expect.poll(() => server.proxy.exchanges.every(({ finished: over }) => over)).toBe(true);
  const half = await server.quantities();
  expect(half.length).toBeGreaterThanOrEqual(100);
  expect(half.length).toBeLessThan(COUNT);
  await page.close();
  page = await context.newPage();
  const laterFaults = planFaults({ 2: 'cut during response', 4: 'truncated response' });
  await page.goto(server.url('/works-list'));
  await page.getByRole('region', { name: 'Waiting on this phone' }).waitFor();
  await expectAllSent(page, 110_000);
  expect(laterFaults).toEqual(['cut during response', 'truncated response']);

  const ids = sentBatches(server).map(({ rows }) => rows.map(({ id }) => id));
  expect(Math.max(...ids.map(({ length }) => length))).toBe(50);
  expect(new Set(ids.flat()).size).toBe(COUNT);
  expect(await server.quantities()).toEqual(Array.from({ length: COUNT }, (_, n) => n + 1));
});
