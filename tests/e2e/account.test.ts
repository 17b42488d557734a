// The account in a browser: the demo farm exported as a ZIP, a profile picture, and deleting the account.
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { waitForText } from '@tests/support/browser/wait-for-text';

const PASSWORD = 'demo-farm-2026';
const OWNER = 'owner@demo.test';
const DRIVER = 'driver@demo.test';

let app: App;
let page: Page;

async function signIn(tab: Page, email: string) {
  await tab.goto('/');
  await tab.getByLabel('Email').fill(email);
  await tab.getByLabel('Password').fill(PASSWORD);
  await tab.locator('form button[type=submit]').click();
}

beforeAll(async () => {
  app = await startApp();
  const opened = await app.open({ viewport: DESKTOP });
  ({ page } = opened);
  // A system dialog can't be operated here: use the ordinary download instead.
  await opened.context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await signIn(page, OWNER);
  await page.locator('.app-frame').waitFor();
  await page.goto('/account');
});
afterAll(() => app.stop());

const card = (name: string) => page.getByRole('region', { name });

/** The database's content as the account holder reads it: each table's name and number of rows. */
async function rowCounts(): Promise<Record<string, number>> {
  const { publishableKey: apikey } = (await (await fetch(`${app.origin}/_embedded.json`)).json()) as {
    publishableKey: string;
  };
  const signedIn = await fetch(`${app.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER, password: PASSWORD }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const headers = { apikey, authorization: `Bearer ${token}`, prefer: 'count=exact', range: '0-0' };
  const tables = ['profiles', 'customers', 'tasks', 'prices', 'works', 'invoices', 'notes', 'attachments', 'audit_log'];
  const counts = tables.map(async (table) => {
    const answer = await fetch(`${app.origin}/rest/v1/${table}?select=*`, { headers });
    return [table, Number(answer.headers.get('content-range')?.split('/')[1])] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

test('the ZIP of the demo farm contains every row that the database has', async () => {
  const downloadPromise = page.waitForEvent('download');
  await card('Your data').getByRole('button', { name: 'Export everything' }).click();
  const download = await downloadPromise;
  expect(download.suggestedFilename()).toMatch(/^farm-diary-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(readFileSync(await download.path()));
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const rows = (table: string) => (JSON.parse(read(`tables/${table}.json`)) as unknown[]).length;
  const database = await rowCounts();
  expect(Object.fromEntries(Object.keys(database).map((table) => [table, rows(table)]))).toEqual(database);
  expect(database['works']).toBeGreaterThan(100);
  const manifest = JSON.parse(read('manifest.json')) as { tables: { name: string; rows: number }[]; missing: string[] };
  expect(manifest.missing).toEqual([]);
  for (const table of manifest.tables) {
    expect([table.name, rows(table.name)]).toEqual([table.name, table.rows]);
    expect(parseCsv(read(`tables/${table.name}.csv`)), table.name).toHaveLength(table.rows + 1);
  }
  await waitForText(page, /^Everything is saved/);
});

test('a picture is re-encoded as a small square, and shown in the page header', async () => {
  // Wide, half red and half blue: it is cropped to its middle.
  const wide = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(900, 300);
    const paint = canvas.getContext('2d');
    if (!paint) throw new Error('nothing to paint on');
    paint.fillStyle = '#f00';
    paint.fillRect(0, 0, 450, 300);
    paint.fillStyle = '#00f';
    paint.fillRect(450, 0, 450, 300);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
  });
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(wide) });
  const shown = page.locator('header .avatar img');
  await shown.waitFor();
  const seen = await shown.evaluate(async (image: HTMLImageElement) => {
    const bitmap = await createImageBitmap(image);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const paint = canvas.getContext('2d');
    if (!paint) throw new Error('nothing to paint on');
    paint.drawImage(bitmap, 0, 0);
    const colour = (x: number) => [...paint.getImageData(x, 10, 1, 1).data].map((part) => Math.round(part / 255));
    return { type: image.src.slice(0, 16), size: [bitmap.width, bitmap.height], left: colour(5), right: colour(186) };
  });
  expect(seen).toEqual({ type: 'data:image/jpeg;', size: [192, 192], left: [1, 0, 0, 1], right: [0, 0, 1, 1] });
  expect(app.pageErrors).toEqual([]);
});

test('after deleting the account, no one can sign in to it, and its employees have no farm', async () => {
  await card('Delete account').getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  await dialog.getByText(/^Your 2 employees lose access at once/).waitFor();
  await dialog.getByLabel('Farm name').fill(await dialog.locator('b').innerText());
  await dialog.getByLabel('Your password').fill('not this one');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByText('That is not your password.').waitFor();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await waitForText(page, 'Your account is deleted.');
  await page.getByRole('heading', { name: 'Welcome to AgriFlow' }).waitFor();
  await signIn(page, OWNER);
  await waitForText(page, 'Invalid login credentials');
  const phone = await app.open({ viewport: PHONE });
  await signIn(phone.page, DRIVER);
  await phone.page.getByText(/You are not part of a farm account any more/).waitFor();
});
