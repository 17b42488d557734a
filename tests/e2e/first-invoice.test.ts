// A new contractor with a phone: from the first job to the PDF of the first invoice. Details that are missing are entered
// without leaving the page.
import { readFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { pressSave } from '@tests/support/browser/proxied-server';
import { newAccountByApi } from '@tests/support/browser/new-account';
import { putSession } from '@tests/support/browser/sign-in';

const MAX_TAPS = 15;
let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp({ demo: false });
  ({ page } = await app.open({ viewport: PHONE, worker: false }));
  const email = 'first.invoice@walk.test';
  const { password } = await newAccountByApi(app, email);
  await putSession(page, app.origin, email, password);
});
afterAll(() => app.stop());

const LATER_JOB = '/add-work?customer=Hill+Farm&task=Hedge+cutting';

async function nameFirstJob() {
  await page.goto('/add-work');
  for (const [label, text] of [
    ['Search, or type a new name', 'Hill Farm'],
    ['Search, or type a new task', 'Hedge cutting'],
  ] as const) {
    const search = page.getByRole('searchbox', { name: label });
    await search.fill(text);
    await search.press('Enter');
  }
}

async function saveHours(hours: number) {
  await page.getByRole('button', { name: 'Price' }).click();
  await page.getByLabel('Unit').selectOption('hour');
  await page.getByLabel('Rate').fill('45');
  await page.getByRole('button', { name: 'Price' }).click();
  await page.getByRole('button', { name: String(hours), exact: true }).click();
  await pressSave(page);
  await page.getByRole('heading', { name: 'Work entry saved!' }).waitFor();
  await page.getByText('In the office', { exact: true }).waitFor();
}

async function textOf(download: Download): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(readFileSync(await download.path())));
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
}

test(`a first job becomes a PDF in ${MAX_TAPS} taps, with every address typed once`, async () => {
  await nameFirstJob();
  await saveHours(8);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  const type = async (label: string, text: string, group: string) => {
    await tap(page.getByRole('group', { name: group }).getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  await tap(page.getByRole('button', { name: 'Menu' }));
  await tap(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Invoices', exact: true }));
  await tap(page.getByRole('link', { name: /^Hill Farm/ }));
  await type('Business name', 'Alex Marsh', 'Your business');
  await type('Address', 'The Old Dairy', 'Your business');
  await type('Postcode', 'WR11 1AA', 'Your business');
  await type('VAT number', 'GB 123 4567 89', 'VAT');
  await type('Address line 1', '1 Lane', 'Address of Hill Farm');
  await tap(page.getByRole('button', { name: 'Add bank details' }));
  // The first field has the focus already.
  await page.keyboard.type('A Marsh');
  await type('Sort code', '20-00-00', 'Where to pay');
  await type('Account number', '55779911', 'Where to pay');
  expect(await axe(page)).toEqual([]);
  await tap(page.getByRole('button', { name: 'Generate invoice' }));
  await page.waitForURL('**/invoices?number=INV-0001');
  const pdfButton = page.getByRole('button', { name: /PDF/ }).first();
  await pdfButton.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), tap(pdfButton)]);
  const text = (await textOf(download)).replaceAll(' ', '');
  for (const printed of [
    'INV-0001',
    'Alex Marsh',
    'The Old Dairy',
    'WR11 1AA',
    'GB 123 4567 89',
    'Hill Farm',
    '1 Lane',
  ])
    expect(text).toContain(printed.replaceAll(' ', ''));
  for (const printed of ['£432.00', '20-00-00', '55779911']) expect(text).toContain(printed);
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
});

test('the next invoice asks for nothing again', async () => {
  await page.goto(LATER_JOB);
  await saveHours(5);
  await page.goto('/invoices');
  await page.getByRole('link', { name: /^Hill Farm/ }).click();
  await page.getByRole('button', { name: 'Generate invoice' }).waitFor();
  expect(await page.getByRole('region', { name: 'Missing on this invoice' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Generate invoice' }).click();
  await page.waitForURL('**/invoices?number=INV-0002');
  expect(app.pageErrors).toEqual([]);
});
