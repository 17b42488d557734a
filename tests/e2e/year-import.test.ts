// A contractor's year is imported from one messy spreadsheet: its sums equal those of the sheet to the penny, and it is undone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectedInvoices } from '@tests/support/account-data/job-sheet';
import { messyYear } from '@tests/support/account-data/messy-year';
import { startApp, DESKTOP, type App } from '@tests/support/app';
import { signInAndInstall } from '@tests/support/browser/proxied-server';
import { waitForText } from '@tests/support/browser/wait-for-text';

const OWNER = 'owner@demo.test';
const PASSWORD = 'demo-farm-2026';
let app: App;
let page: Page;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  ({ page } = await app.open({ viewport: DESKTOP }));
  await signInAndInstall(page, app.origin, OWNER);
  const { publishableKey: apikey } = (await (await fetch(`${app.origin}/_embedded.json`)).json()) as {
    publishableKey: string;
  };
  const session = await fetch(`${app.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER, password: PASSWORD }),
  });
  const { access_token: token } = (await session.json()) as { access_token: string };
  headers = { apikey, authorization: `Bearer ${token}` };
});
afterAll(() => app.stop());

type Entry = { id: string; customer: string; total_value: number | null; work_date: string };
/** The entries that were added since; the demo's own are older. */
const entriesSince = async (since: string): Promise<Entry[]> => {
  const query = `select=id,customer,total_value,work_date&created_at=gte.${since}&order=id&limit=1000`;
  return (await (await fetch(`${app.origin}/rest/v1/works?${query}`, { headers })).json()) as Entry[];
};
const pennies = (list: readonly Entry[]) =>
  list.reduce((sum, { total_value }) => sum + Math.round((total_value ?? 0) * 100), 0);

test('a year with a title, semicolons, decimal commas, £ signs, four date formats, mixed spelling, repeated heads and monthly totals is imported to the penny', async () => {
  const year = messyYear();
  const since = new Date().toISOString();
  await page.goto(`${app.origin}/import?kind=works`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'year.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(year.text),
  });
  await page.getByLabel('Add customers and tasks that are not there yet').check();
  await page.getByText(`${year.entries} new, 0 already there, ${year.rowsToLeaveOut} with errors`).waitFor();
  // Rows that will be left out come first, with the reason.
  await page.getByRole('row').nth(1).getByText('Date: It is empty.').waitFor();
  await page.getByLabel(`Leave out the ${year.rowsToLeaveOut} rows with errors`).check();
  await page.getByRole('button', { name: `Import ${year.entries} entries` }).click();
  await page.getByText(`${year.entries} entries imported.`).waitFor();

  const imported = await entriesSince(since);
  expect(imported).toHaveLength(year.entries);
  for (const { customer, entries: count, work_total } of expectedInvoices()) {
    const own = imported.filter((one) => one.customer.toLowerCase() === customer.toLowerCase());
    expect([customer, own.length, pennies(own)]).toEqual([
      customer,
      Number(count) * 12,
      Math.round(Number(work_total) * 100) * 12,
    ]);
  }
  const months = [...new Set(imported.map(({ work_date }) => work_date.slice(0, 7)))];
  expect(months).toHaveLength(12);
  for (const month of months) {
    const own = imported.filter(({ work_date }) => work_date.startsWith(month));
    expect([month, pennies(own) * 12]).toEqual([month, pennies(imported)]);
  }

  await page.getByRole('button', { name: 'Undo this import' }).click();
  await waitForText(page, /^Undone on/);
  expect(await entriesSince(since)).toEqual([]);
  expect(app.pageErrors).toEqual([]);
});
