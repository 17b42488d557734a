// Phones with a wrong clock, and a server with a correct one.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  sentBatches,
  HILL_FARM_FORM,
  dispatchOnline,
  pressSave,
  save,
  expectAllSent,
  startProxiedServer,
  typeQuantity,
  expectWaiting,
  type ProxiedServer,
  waitForSaved,
} from '@tests/support/browser/proxied-server';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const OFFSET_TO_1970 = -Date.now() + 9 * 60 * MINUTE;

let server: ProxiedServer;
beforeAll(async () => {
  server = await startProxiedServer();
});
afterAll(() => server.stop());
beforeEach(() => server.startTest());

/** Moves the page's clock by this many milliseconds, now and after each load of the page. */
async function setClock(page: Page, off: number) {
  const shift = (ms: number) => {
    const real = (Reflect.get(window, 'RealDate') as DateConstructor | undefined) ?? Date;
    Reflect.set(window, 'RealDate', real);
    class Shifted extends real {
      constructor(...args: unknown[]) {
        if (args.length === 0) super(real.now() + ms);
        else super(...(args as [number]));
      }
      static override now() {
        return real.now() + ms;
      }
    }
    Reflect.set(window, 'Date', Shifted);
  };
  await page.addInitScript(shift, off);
  await page.evaluate(shift, off);
}
const tokenRefreshes = () =>
  server.proxy.exchanges.filter(({ path }) => path.startsWith('/auth/v1/token?grant_type=refresh_token')).length;
const expectSignedIn = async (page: Page) => {
  await page.locator('.app-frame').waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
};
/**
 * Waits until the stored token is valid by this page's clock: if the page is closed during a refresh, its next start
 * refreshes again.
 */
const waitForValidToken = (page: Page) =>
  page.waitForFunction(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token'));
    const stored = name === undefined ? null : localStorage.getItem(name);
    return stored !== null && (JSON.parse(stored) as { expires_at: number }).expires_at * 1000 > Date.now();
  });
const addAnother = async (page: Page) => {
  await page.getByRole('button', { name: /^Add another for/ }).click();
  await page.getByRole('button', { name: /^Baling/ }).click();
  await page.getByRole('button', { name: 'Save work' }).waitFor();
};

describe('a clock that is far off (F26)', () => {
  test('entries are sent in the order in which they were saved, although the clock jumps back two hours between them', async () => {
    const { page, context } = await server.open();
    await context.setOffline(true);
    await save(page, 11);
    await setClock(page, -120 * MINUTE);
    await addAnother(page);
    await save(page, 12);
    await setClock(page, 60 * MINUTE);
    await addAnother(page);
    await save(page, 13);
    await expectWaiting(page, 3);
    await context.setOffline(false);
    await dispatchOnline(page);
    await expectAllSent(page);
    expect(sentBatches(server).flatMap(({ rows }) => rows.map(({ quantity }) => quantity))).toEqual([11, 12, 13]);
    await expect.poll(() => server.quantities()).toEqual([11, 12, 13]);
    await context.close();
  });

  test.each([
    ['at 1970', OFFSET_TO_1970, '1970-01-01'],
    ['a year ahead', YEAR, null],
  ])('with a clock %s no one is signed out, and the work is on the date that was typed', async (_, off, recordedOn) => {
    const { page, context } = await server.open();
    await setClock(page, off);
    await page.goto(server.url(HILL_FARM_FORM));
    await page.getByRole('button', { name: 'Save work' }).waitFor();
    await typeQuantity(page, 14);
    if (recordedOn) {
      await page.getByRole('button', { name: 'Save work' }).click();
      await page.getByText('This phone’s clock is wrong. Choose the date of the work.').waitFor();
      expect(await page.getByRole('textbox', { name: 'Bales' }).inputValue()).toBe('14');
      await page.locator('input[type=date]').fill('2026-11-02');
      await page.getByRole('button', { name: 'Save work' }).click();
    } else {
      // The phone does not ask for the date here; the server refuses it.
      await pressSave(page);
      await waitForSaved(page);
      await page.getByRole('button', { name: /needs attention/ }).click();
      await page.getByText('This date is in the future.').waitFor();
      expect(await server.rows()).toEqual([]);
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.locator('input[type=date]').fill('2026-11-02');
      await page.getByRole('button', { name: 'Save changes' }).click();
    }
    await expectAllSent(page);
    await expectSignedIn(page);
    // The header may not know of the entry yet when it is checked for "Nothing waits on this phone".
    await expect.poll(server.quantities).toEqual([14]);
    const [saved] = await server.rows();
    const [row] = (await server.ask(`listed_works?select=work_date,recorded_at,recorded_far&id=eq.${saved?.id}`)) as {
      work_date: string;
      recorded_at: string;
      recorded_far: boolean;
    }[];
    expect(row).toMatchObject({ work_date: '2026-11-02', recorded_far: true });
    if (recordedOn) expect(row?.recorded_at).toContain(recordedOn);
    await context.close();
  });
});

describe('a clock that is wrong by ten minutes or more (F27)', () => {
  test('on a slow clock an expired token is refreshed once, and the request succeeds', async () => {
    const { page, context } = await server.open();
    await setClock(page, -10 * MINUTE);
    let renewed = false;
    server.proxy.break(({ path }) => {
      renewed ||= path.startsWith('/auth/v1/token');
      return path.startsWith('/rest/v1/') && !renewed ? { status: 401 } : null;
    });
    server.proxy.exchanges.length = 0;
    await page.goto(server.url('/works-list'));
    await page.getByRole('region', { name: 'Totals' }).waitFor();
    await expectSignedIn(page);
    // The list is there from the snapshot before any request has been refused.
    await expect.poll(tokenRefreshes).toBe(1);
    expect(await page.getByText('Error Fetching Data').count()).toBe(0);
    await page.goto(server.url(HILL_FARM_FORM));
    await save(page, 15);
    await expectAllSent(page);
    expect(tokenRefreshes()).toBe(1);
    await expect.poll(() => server.quantities()).toEqual([15]);
    await context.close();
  });

  test.each([
    ['ten minutes ahead', 10 * MINUTE, 16],
    ['two hours ahead, longer than a token lives', 120 * MINUTE, 17],
    ['ten minutes slow', -10 * MINUTE, 18],
  ])('with a clock %s the token is not refreshed over and over, and no one is signed out', async (_, off, bales) => {
    const { page, context } = await server.open();
    await setClock(page, off);
    server.proxy.exchanges.length = 0;
    for (const path of ['/works-list', '/customers', HILL_FARM_FORM]) {
      await page.goto(server.url(path));
      await page.locator('main h1').waitFor();
      await expectSignedIn(page);
      await waitForValidToken(page);
    }
    await save(page, bales);
    await expectAllSent(page);
    expect(tokenRefreshes()).toBeLessThanOrEqual(1);
    await expect.poll(() => server.quantities()).toEqual([bales]);
    await context.close();
  });
});
