// Clocking in and out on an offline phone, and on one whose battery dies: no shift is lost, and none is duplicated.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  dispatchOnline,
  expectAllSent,
  startProxiedServer,
  expectWaiting,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
import { phoneFactory, type Phones } from '@tests/support/browser/killed-phone';
import { waitForText } from '@tests/support/browser/wait-for-text';

type Shift = { id: string; clock_in_at: string; clock_out_at: string | null; breaks: unknown[]; status: string };
let server: ProxiedServer;
let allPhones: Phones;
/** The shifts that existed before this test. */
let before = new Set<string>();

const shifts = async () => {
  const rows = await server.ask('time_entries?select=id,clock_in_at,clock_out_at,breaks,status&order=clock_in_at,id');
  // `Shift` has the columns that the request selects.
  return (rows as Shift[]).filter(({ id }) => !before.has(id));
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

beforeAll(async () => {
  server = await startProxiedServer();
  allPhones = await phoneFactory(server.proxy.origin);
});
afterAll(async () => {
  await allPhones.stop();
  await server.stop();
});
beforeEach(async () => {
  await server.startTest();
  before = new Set();
  before = new Set((await shifts()).map(({ id }) => id));
});

test('a shift clocked offline, with the app killed between the presses, arrives as one shift with its break (F1, F2)', async () => {
  const phone = allPhones.phone();
  const morning = await phone.start({ offline: true });
  await morning.page.goto(server.url('/time-tracker'));
  await press(morning.page, 'Clock In');
  await waitForText(morning.page, /^Clocked in since/);
  await expectWaiting(morning.page, 1);
  await morning.kill();

  const noon = await phone.start({ offline: true });
  await noon.page.goto(server.url('/time-tracker'));
  await waitForText(noon.page, /^Clocked in since/);
  await press(noon.page, 'Start Break');
  await waitForText(noon.page, /^On a break since/);
  await noon.kill();

  const evening = await phone.start({ offline: true });
  await evening.page.goto(server.url('/time-tracker'));
  await waitForText(evening.page, /^On a break since/);
  await press(evening.page, 'Clock Out');
  await waitForText(evening.page, 'Not clocked in');
  expect(await shifts()).toEqual([]);
  await evening.context.setOffline(false);
  await expectAllSent(evening.page);
  const [shift, ...others] = await shifts();
  expect(others).toEqual([]);
  expect(shift).toMatchObject({ status: 'open' });
  expect(shift?.clock_out_at).not.toBeNull();
  expect(shift?.breaks).toHaveLength(1);
  await evening.close();
});

test('there is one shift if its response is lost and the phone dies (F4, F6)', async () => {
  const phone = allPhones.phone();
  const first = await phone.start();
  await first.page.goto(server.url('/time-tracker'));
  await first.page.getByRole('button', { name: 'Clock In', exact: true }).waitFor();
  server.proxy.break(({ method, path }) =>
    method === 'POST' && /^\/rest\/v1\/time_entries/.test(path) ? 'cut before response' : null,
  );
  await press(first.page, 'Clock In');
  await expect.poll(async () => (await shifts()).length).toBe(1);
  await first.kill();
  server.proxy.repair();
  const second = await phone.start();
  await second.page.goto(server.url('/time-tracker'));
  await waitForText(second.page, /^Clocked in since/);
  await expectAllSent(second.page);
  expect(await shifts()).toHaveLength(1);
  await press(second.page, 'Clock Out');
  await expectAllSent(second.page);
  // The header may not know of the press yet when it is checked for "Nothing waits on this phone".
  await expect.poll(async () => (await shifts())[0]?.clock_out_at).not.toBeNull();
  await second.close();
});

test('a shift begun behind a captive portal and ended in another tab is one row with both times (F8, F11)', async () => {
  const phone = allPhones.phone();
  const { page, context, close } = await phone.start();
  await page.goto(server.url('/time-tracker'));
  await page.getByRole('button', { name: 'Clock In', exact: true }).waitFor();
  server.proxy.break(() => 'captive portal');
  await press(page, 'Clock In');
  await waitForText(page, /^Clocked in since/);
  await expectWaiting(page, 1);
  const other = await context.newPage();
  await other.goto(server.url('/time-tracker'));
  await waitForText(other, /^Clocked in since/);
  await press(other, 'Clock Out');
  await waitForText(other, 'Not clocked in');
  await waitForText(page, 'Not clocked in');
  expect(await shifts()).toEqual([]);
  server.proxy.repair();
  await dispatchOnline(page);
  await expectAllSent(page);
  await expectAllSent(other);
  const [shift, ...others] = await shifts();
  expect(others).toEqual([]);
  expect(shift?.clock_out_at).not.toBeNull();
  await close();
});
