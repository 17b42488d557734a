// Two tabs of one phone, in a real browser: each keeps what is saved in it, one at a time sends, nothing goes twice.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { again, HILL_FARM, online, save, sent, startField, tried, waits, type Field } from '@tests/support/field';

let field: Field;
let context: BrowserContext;
let first: Page;
let second: Page;

beforeAll(async () => {
  field = await startField();
  const opened = await field.open();
  context = opened.context;
  await opened.page.close();
}, 180_000);
afterAll(() => field.stop());
beforeEach(async () => {
  await field.begin();
  first = await tab();
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

async function tab(prepare?: () => void): Promise<Page> {
  const page = await context.newPage();
  if (prepare) await page.addInitScript(prepare);
  await page.goto(field.url(HILL_FARM));
  await page.getByRole('button', { name: 'Save work' }).waitFor();
  return page;
}

test('F8: two tabs with jobs of their own, both without signal, both come back: all once, nothing waits in either', async () => {
  second = await tab();
  await context.setOffline(true);
  await save(first, 51);
  await save(second, 52);
  await again(first);
  await save(first, 53);
  await waits(first, 3);
  await waits(second, 3);
  await context.setOffline(false);
  await Promise.all([online(first), online(second)]);
  await sent(first);
  await sent(second);
  expect(await field.quantities()).toEqual([51, 52, 53]);
});

test('F9: a tab that is opened without signal while another one is sending keeps what is saved in it', async () => {
  field.line.break(() => 'silent');
  await save(first, 54);
  await tried(field, 1);
  const holder = () =>
    first.evaluate(
      async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.includes('outbox')).length,
    );
  expect(await holder()).toBe(1);
  second = await tab();
  await save(second, 55);
  await waits(second, 2);
  await waits(first, 2);
  expect(await field.rows()).toEqual([]);
  field.line.mend();
  await sent(first);
  await sent(second);
  expect(await field.quantities()).toEqual([54, 55]);
});

test('F7: tabs without locks between them, both told at once that a line is back: each job once', async () => {
  const withoutLocks = () => Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });
  await first.close();
  first = await tab(withoutLocks);
  second = await tab(withoutLocks);
  await context.setOffline(true);
  await save(first, 56);
  await save(second, 57);
  await waits(first, 2);
  await context.setOffline(false);
  await Promise.all([online(first), online(second), online(first), online(second)]);
  await sent(first);
  await sent(second);
  expect(await field.quantities()).toEqual([56, 57]);
});
