// Walk-through C: the night of 24 October 2026, clocked in on a phone, approved at the desk, and exported for payroll.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { sent } from '@tests/support/browser/field';

let app: App;
let office: Page;
let cab: Page;

async function signIn(page: Page, email: string) {
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('demo-farm-2026');
  await page.locator('form button[type=submit]').click();
  await page.locator('.app-frame').waitFor();
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Checks a dialog that a press opens with axe, and closes it. */
async function opened(page: Page, name: string, dialog: string) {
  await press(page, name);
  await page.getByRole('dialog', { name: dialog }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

beforeAll(async () => {
  app = await startApp();
  ({ page: office } = await app.open({ viewport: DESKTOP }));
  ({ page: cab } = await app.open({ viewport: PHONE }));
}, 120_000);
afterAll(() => app.stop());

test('in at 22:00, half an hour of break, out at 06:00: 8 h 30 on the night the clocks go back', async () => {
  // The phone's clock is set to that night; if it reached the server's time, the app would correct it.
  await cab.route('**/rest/v1/rpc/server_time', (route) => route.abort());
  await signIn(cab, 'driver@demo.test');
  const at = (instant: string) => cab.clock.setFixedTime(new Date(instant));
  await at('2026-10-24T21:00:00Z');
  await cab.goto('/time-tracker');
  await cab.evaluate(() => localStorage.removeItem('farm-diary-clock-skew'));
  await cab.reload();
  await press(cab, 'Clock In');
  await said(cab, /^Clocked in since/);
  await said(cab, '22:00');
  // Disabled until the previous press is saved.
  await cab.getByRole('button', { name: 'Clock Out', disabled: false }).waitFor();
  expect(await axe(cab)).toEqual([]);
  await opened(cab, 'Change job', 'Change job');
  await opened(cab, 'Set a time', 'When did you finish?');
  await at('2026-10-25T00:30:00Z');
  await press(cab, 'Start Break');
  await said(cab, /^On a break since/);
  await cab.getByRole('button', { name: 'Clock Out', disabled: false }).waitFor();
  expect(await axe(cab)).toEqual([]);
  await at('2026-10-25T01:00:00Z');
  await press(cab, 'End Break');
  await said(cab, /^Clocked in since/);
  await at('2026-10-25T06:00:00Z');
  await press(cab, 'Clock Out');
  await said(cab, 'Not clocked in');
  await said(cab, 'Log this as work?');
  expect(await axe(cab)).toEqual([]);
  await sent(cab);
});

test('once submitted, it is approved by the account holder, and the CSV has 21:00Z to 06:00Z', async () => {
  await cab.goto('/time-diary?week=2026-10-19');
  await press(cab, 'Hand in week');
  await said(cab, 'Week handed in!');
  await signIn(office, 'owner@demo.test');
  await office.goto('/time-diary?week=2026-10-19');
  const row = office.getByRole('row').filter({ hasText: 'Sam Driver' });
  await row.getByRole('button', { name: /^Sam Driver, Sat 24 Oct: 8 h 30/ }).waitFor();
  await opened(office, 'Time settings', 'Time settings');
  await opened(office, 'Add time', 'Add time');
  await row.getByRole('button', { name: 'Approve', exact: true }).click();
  await row.getByText('Approved').waitFor();
  await press(office, 'Export');
  const file = office.getByRole('menuitem', { name: 'Hours (CSV)' });
  const [download] = await Promise.all([office.waitForEvent('download'), file.click()]);
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

test('approved hours can’t be changed by the employee, who is told whom to ask', async () => {
  await cab.unroute('**/rest/v1/rpc/server_time');
  await cab.clock.setFixedTime(new Date());
  await cab.goto('/time-diary?week=2026-10-19');
  await cab.getByRole('button', { name: /^22:00–06:00/ }).click();
  await said(cab, /This week is approved\. Ask \w+ to reopen it\./);
  expect(await cab.getByLabel('Breaks, unpaid minutes').isDisabled()).toBe(true);
  expect(await axe(cab)).toEqual([]);
});
