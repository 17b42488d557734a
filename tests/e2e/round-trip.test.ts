// The way out and back in, in a browser: a farm's ZIP, restored into a new account, is the same farm. That every row and
// file is the same is tested in tests/database/account/account-restore.test.ts.
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonIn, rowsIn, type Files } from '@tests/support/account-data/zip-content';
import { startApp, DESKTOP, type App } from '@tests/support/app';
import { newAccount } from '@tests/support/browser/new-account';
import { signInAndInstall } from '@tests/support/browser/proxied-server';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** A desk whose browser downloads files without asking where. */
async function openDesk(): Promise<Page> {
  const { context, page } = await app.open({ viewport: DESKTOP });
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  return page;
}

async function exportEverything(page: Page): Promise<{ path: string; files: Files }> {
  await page.goto(`${app.origin}/account`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const path = await (await downloading).path();
  return { path, files: unzipSync(new Uint8Array(readFileSync(path))) };
}

/** The total of a list, as its page shows it. */
async function total(page: Page, path: string): Promise<string> {
  await page.goto(app.origin + path);
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals
    .getByText(/£[1-9]/)
    .filter({ visible: true })
    .first()
    .waitFor();
  return totals.innerText();
}

/** People and their devices do not come back, nor does what cannot be without them. */
const OF_PEOPLE = ['absence_requests', 'employee_invites', 'farm_people', 'leave_terms', 'profiles'];

/** How many rows each table of an export has. */
const rowCounts = (files: Files) =>
  (jsonIn(files, 'manifest.json') as { tables: { name: string; rows: number }[] }).tables
    .filter(({ name }) => !OF_PEOPLE.includes(name))
    .map(({ name, rows }) => [name, rows]);

test('a farm exported and restored into a new account has the same rows, totals and invoices', async () => {
  const owner = await openDesk();
  await signInAndInstall(owner, app.origin, 'owner@demo.test');
  const { path, files: before } = await exportEverything(owner);
  const worksTotal = await total(owner, '/works-list');
  const invoicesTotal = await total(owner, '/view-invoices');

  const holder = await openDesk();
  await newAccount(app, holder, 'restored@farm.test');
  await holder.goto(`${app.origin}/account`);
  await holder.getByLabel('ZIP of an export').setInputFiles(path);
  await holder.getByText('Headland Contracting', { exact: true }).waitFor();
  await holder.getByRole('button', { name: 'Restore', exact: true }).click();
  await holder.getByText(/^Everything is restored\./).waitFor();

  expect(await total(holder, '/works-list')).toBe(worksTotal);
  expect(await total(holder, '/view-invoices')).toBe(invoicesTotal);
  const { files: after } = await exportEverything(holder);
  expect(rowCounts(after)).toEqual(rowCounts(before));
  for (const [table, column] of [
    ['invoices', 'invoice_number'],
    ['works', 'total_value'],
    ['customers', 'name'],
  ] as const)
    expect(rowsIn(after, table).map((row) => row[column])).toEqual(rowsIn(before, table).map((row) => row[column]));
  expect(app.pageErrors).toEqual([]);
});
