// Time tracking over the night of 24 October 2026: clocked on a phone, approved by the account holder, and exported.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayOf } from '@/domain/core/calendar';
import { addDays, todayIn } from '@/domain/core/time';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { expectAllSent } from '@tests/support/browser/proxied-server';
import { openAs } from '@tests/support/browser/sign-in';
import { waitForText } from '@tests/support/browser/wait-for-text';

let app: App;
let ownerPage: Page;
let driverPage: Page;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Checks a dialog that a press opens with axe, and closes it. */
async function checkDialog(page: Page, name: string, dialog: string) {
  await press(page, name);
  await page.getByRole('dialog', { name: dialog }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

beforeAll(async () => {
  app = await startApp();
  ({ page: ownerPage } = await app.open({ viewport: DESKTOP }));
  ({ page: driverPage } = await app.open({ viewport: PHONE }));
});
afterAll(() => app.stop());

test('clocking in at 22:00 and out at 06:00 with half an hour of break pays 8 h 30 on the night the clocks go back (walk-through C)', async () => {
  // The phone's clock is set to that night; if the app could read the server's time, it would correct the clock.
  await driverPage.route('**/rest/v1/rpc/server_time', (route) => route.abort());
  await openAs(driverPage, app.origin, 'driver@demo.test');
  const setTime = (instant: string) => driverPage.clock.setFixedTime(new Date(instant));
  await setTime('2026-10-24T21:00:00Z');
  await driverPage.goto('/time-tracker');
  await driverPage.evaluate(() => localStorage.removeItem('farm-diary-clock-skew'));
  await driverPage.reload();
  await press(driverPage, 'Clock In');
  await waitForText(driverPage, /^Clocked in since/);
  await waitForText(driverPage, '22:00');
  // Disabled until the previous press is saved.
  await driverPage.getByRole('button', { name: 'Clock Out', disabled: false }).waitFor();
  expect(await axe(driverPage)).toEqual([]);
  await checkDialog(driverPage, 'Change job', 'Change job');
  await checkDialog(driverPage, 'Set a time', 'When did you finish?');
  await setTime('2026-10-25T00:30:00Z');
  await press(driverPage, 'Start Break');
  await waitForText(driverPage, /^On a break since/);
  await driverPage.getByRole('button', { name: 'Clock Out', disabled: false }).waitFor();
  expect(await axe(driverPage)).toEqual([]);
  await setTime('2026-10-25T01:00:00Z');
  await press(driverPage, 'End Break');
  await waitForText(driverPage, /^Clocked in since/);
  await setTime('2026-10-25T06:00:00Z');
  await press(driverPage, 'Clock Out');
  await waitForText(driverPage, 'Not clocked in');
  await waitForText(driverPage, 'Log this as work?');
  expect(await axe(driverPage)).toEqual([]);
  await expectAllSent(driverPage);
});

test('a submitted week is approved by the account holder, and the CSV has 21:00Z to 06:00Z', async () => {
  await driverPage.goto('/time-diary?week=2026-10-19');
  await press(driverPage, 'Hand in week');
  await driverPage.getByRole('dialog').getByRole('button', { name: 'Hand in', exact: true }).click();
  await waitForText(driverPage, 'Week handed in!');
  await openAs(ownerPage, app.origin, 'owner@demo.test');
  await ownerPage.goto('/time-diary?week=2026-10-19');
  const row = ownerPage.getByRole('row').filter({ hasText: 'Sam Driver' });
  await row.getByRole('button', { name: /^Sam Driver, Sat 24 Oct: 8 h 30/ }).waitFor();
  await checkDialog(ownerPage, 'Time settings', 'Time settings');
  await checkDialog(ownerPage, 'Add time', 'Add time');
  await row.getByRole('button', { name: 'Approve', exact: true }).click();
  await row.getByText('Approved').waitFor();
  await press(ownerPage, 'Export');
  const file = ownerPage.getByRole('menuitem', { name: 'Hours (CSV)' });
  const [download] = await Promise.all([ownerPage.waitForEvent('download'), file.click()]);
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  const [line] = lines.filter((one) => one.startsWith('Sam Driver,2026-10-24,'));
  expect(line?.split(',').slice(2, 9)).toEqual([
    '2026-10-24 22:00',
    '2026-10-24T21:00Z',
    '2026-10-25 06:00',
    '2026-10-25T06:00Z',
    '30',
    '510',
    '8.5',
  ]);
  expect(line).toContain(',approved,2,7');
});

test('a full week fits on a desktop in every theme, with its buttons', async () => {
  await ownerPage.goto(`/time-diary?week=${addDays(mondayOf(todayIn('Europe/London', new Date())), -7)}`);
  await ownerPage.getByRole('button', { name: 'Approve', exact: true }).first().waitFor();
  // The sunlight theme has the largest text.
  for (const theme of ['light', 'dark', 'sunlight']) {
    await ownerPage.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    const table = ownerPage.getByRole('table', { name: 'Timesheet' });
    expect(await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))).toBe(0);
  }
});

test('approved hours can’t be changed by the employee, who is told whom to ask', async () => {
  await driverPage.unroute('**/rest/v1/rpc/server_time');
  await driverPage.clock.setFixedTime(new Date());
  await driverPage.goto('/time-diary?week=2026-10-19');
  await driverPage.getByRole('button', { name: /^22:00–06:00/ }).click();
  await waitForText(driverPage, /This week is approved\. Ask \w+ to reopen it\./);
  expect(await driverPage.getByLabel('Breaks, unpaid minutes').isDisabled()).toBe(true);
  expect(await axe(driverPage)).toEqual([]);
});
