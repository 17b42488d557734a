// The office bills a month: it filters, edits and invoices the work, and marks the invoice sent and paid; then it cancels
// the invoice with a credit note and bills the work again.
import { readFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatDateNumeric, todayIn } from '@/domain/core/time';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { newAccountByApi } from '@tests/support/browser/new-account';
import { putSession } from '@tests/support/browser/sign-in';
import { waitForText } from '@tests/support/browser/wait-for-text';

const EMAIL = 'office@example.test';
const TODAY = todayIn('Europe/London', new Date());
const LAST_WORK = '2026-10-02';
/** The Tuesday before today. */
const LAST_TUESDAY = [1, 2, 3, 4, 5, 6, 7]
  .map((days) => addDays(TODAY, -days))
  .find((date) => new Date(date).getUTCDay() === 2) as string;

let app: App;
let page: Page;

/**
 * An account that invoices: Hill Farm's three jobs of October, one without its rate, among other customers' and
 * another month's.
 */
async function openAccount() {
  const { api, id, password } = await newAccountByApi(app, EMAIL);
  const settings = {
    business_name: 'Headland Contracting',
    address_line1: 'The Old Dairy',
    vat_number: 'GB123456789',
    next_number: 41,
  };
  const job = { customer: 'Hill Farm', quantity: 1, chargeable_unit: 'bale', work_date: LAST_WORK, rate: 6.22 };
  const results = [
    await api.from('invoice_settings').upsert({ user_id: id, ...settings }, { onConflict: 'user_id' }),
    await api.from('customers').insert({ name: 'Hill Farm', address_line1: 'Hill Lane' }),
    await api.from('works').insert([
      {
        ...job,
        task_name: 'Hedge cutting',
        chargeable_unit: 'hour',
        rate: 45,
        quantity: null,
        start_time: '13:10',
        finish_time: '21:00',
        breaks: 30,
      },
      { ...job, task_name: 'Ploughing', chargeable_unit: 'acre', rate: 32.06, quantity: 12.5, work_date: '2026-10-01' },
      { ...job, task_name: 'Baling', rate: null, quantity: 86, work_date: '2026-10-01' },
      { ...job, task_name: 'Topping', work_date: '2026-09-30' },
      { ...job, task_name: 'Rolling', customer: 'Glen Cottage' },
    ]),
  ];
  for (const { error: refused } of results) expect(refused).toBeNull();
  await putSession(page, app.origin, EMAIL, password);
}

beforeAll(async () => {
  app = await startApp({ demo: false });
  ({ page } = await app.open({ viewport: DESKTOP, worker: false }));
  await openAccount();
});
afterAll(() => app.stop());

async function waitForMessage(title: string) {
  await page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title }).first().waitFor();
}
const row = (task: string) => page.getByRole('row').filter({ hasText: task });
const dialog = () => page.getByRole('dialog');
/** The card with the progress of the open invoice. */
const progress = () => page.getByRole('region', { name: 'Progress' });

async function filterOctoberOfHillFarm() {
  await page.goto('/works-list');
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Choose dates' });
  await page.getByLabel('From', { exact: true }).fill('2026-10-01');
  await page.getByLabel('To', { exact: true }).fill('2026-10-31');
  await page.getByRole('combobox', { name: 'Customer' }).selectOption({ label: 'Hill Farm' });
  await row('Topping').waitFor({ state: 'detached' });
  await row('Rolling').waitFor({ state: 'detached' });
}

async function createInvoiceOfAll() {
  await page.getByRole('checkbox', { name: 'Choose all entries shown' }).check();
  await waitForText(page, '3 chosen');
  await page.getByRole('button', { name: 'Create invoice' }).click();
  await page.getByRole('button', { name: 'Generate invoice' }).waitFor();
}

/** The text of the open document's PDF, without spaces, because readers detect them differently. */
async function pdfText(): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  const pdf = await getDocumentProxy(new Uint8Array(readFileSync(await download.path())));
  const { text } = await extractText(pdf, { mergePages: true });
  return { name: download.suggestedFilename(), text: text.replaceAll(/\s+/g, '') };
}
const withoutSpaces = (words: string) => words.replaceAll(' ', '');

/** What axe finds on the open page, at both sizes. */
async function axeViolations(): Promise<string[]> {
  const found: string[] = [];
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    found.push(...(await axe(page)));
  }
  return found;
}

test('a search typed quickly stays as typed', async () => {
  await page.goto('/time-diary');
  await page.getByRole('searchbox').pressSequentially('hill farm, baling', { delay: 5 });
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('hill farm, baling');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('hill farm, baling');
});

test('the office finds Hill Farm’s work of October and sets the rate of the bales', async () => {
  await filterOctoberOfHillFarm();
  await row('Baling').getByText('Needs rate').waitFor();
  await page.getByRole('link', { name: /^Open .*Baling/ }).click();
  await dialog().getByLabel('Rate').fill('6.22');
  await dialog().getByRole('button', { name: /^Save/ }).click();
  await row('Baling').getByText('Ready').waitFor();
  await row('Baling').getByText('£534.92').waitFor();
});

test('the work is invoiced with a fuel surcharge, as previewed, under the configured number', async () => {
  await createInvoiceOfAll();
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByLabel('Description').fill('Fuel surcharge');
  await page.getByLabel('Amount').fill('25.00');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  for (const figure of ['£1,290.67', '£258.13', '£1,548.80']) await waitForText(page, figure);
  await page.getByRole('button', { name: 'Generate invoice' }).click();
  await page.waitForURL('**/invoices?number=INV-0041');
  await waitForText(page, '£1,548.80');
});

test('the PDF contains the number, both dates, the VAT number and the price per unit', async () => {
  const { name, text } = await pdfText();
  expect(name).toBe('Invoice INV-0041 Hill Farm.pdf');
  const taxPoint = addDays(LAST_WORK, 14) >= TODAY ? TODAY : LAST_WORK;
  for (const words of [
    'VAT invoice',
    'INV-0041',
    `Invoice date ${formatDateNumeric(TODAY)}`,
    `Tax point ${formatDateNumeric(taxPoint)}`,
    'VAT no. GB123456789',
    'Hedge cutting 7 h 20 £45.00 £330.00',
    'Ploughing 12.5 ac £32.06 £400.75',
    'Baling 86 bales £6.22 £534.92',
    'Fuel surcharge £25.00',
    'Total to pay £1,548.80',
  ])
    expect(text).toContain(withoutSpaces(words));
});

test('once an invoice is sent, its work can’t be changed', async () => {
  await progress().getByRole('button', { name: 'Mark sent' }).click();
  await dialog().getByRole('button', { name: 'Mark sent' }).click();
  await dialog().waitFor({ state: 'detached' });
  await filterOctoberOfHillFarm();
  await page.getByRole('link', { name: /^Open .*Baling/ }).click();
  await dialog().getByText('Invoice INV-0041 has been sent. Issue a credit note to change it.').waitFor();
  expect(await dialog().getByLabel('Rate').count()).toBe(0);
  await dialog().getByRole('link', { name: 'View invoice' }).click();
  await page.waitForURL('**/invoices?number=INV-0041');
});

test('an invoice can’t be marked paid before the day it was made; paid later, the register shows it', async () => {
  await progress().getByRole('button', { name: 'Mark paid' }).click();
  await dialog().getByLabel('Paid on').fill(LAST_TUESDAY);
  await dialog().getByRole('button', { name: 'Mark paid' }).click();
  await dialog().getByText('The date is before invoice INV-0041 was made.').waitFor();
  await dialog().getByLabel('Paid on').fill(TODAY);
  await dialog().getByRole('button', { name: 'Mark paid' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.goto('/view-invoices');
  await row('INV-0041').getByText('Paid').waitFor();
});

test('before a credit note is issued the app explains what it does and asks for a reason, afterwards it opens the note', async () => {
  await row('INV-0041').getByRole('link', { name: 'INV-0041' }).click();
  await progress().getByRole('button', { name: 'Credit note' }).click();
  await dialog().getByText('It takes the whole invoice back: £1,548.80.').waitFor();
  await dialog().getByText('Its 3 entries become free to be changed and invoiced again.').waitFor();
  await dialog().getByText('The invoice was paid: £1,548.80 has to go back to Hill Farm.').waitFor();
  expect(await axeViolations()).toEqual([]);
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Bales counted twice');
  await dialog().getByRole('button', { name: 'Issue credit note' }).click();
  // The message is shown for five seconds, the address follows once the lists are read again.
  await waitForMessage('Credit note issued!');
  await page.waitForURL('**/invoices?number=CN-0001');
  await progress().getByText('To refund').waitFor();
});

test('the credit note’s PDF is negative and names the invoice, its date and the reason', async () => {
  const { name, text } = await pdfText();
  expect(name).toBe('Credit note CN-0001 Hill Farm.pdf');
  for (const words of [
    'VAT credit note',
    'CN-0001',
    `Corrects invoice INV-0041 of ${formatDateNumeric(TODAY)}`,
    'Reason: Bales counted twice',
    'VAT no. GB123456789',
    'Baling −86 bales £6.22 −£534.92',
    'Fuel surcharge −£25.00',
    'Subtotal −£1,290.67',
    'VAT at 20 % −£258.13',
    'Total credited −£1,548.80',
  ])
    expect(text).toContain(withoutSpaces(words));
  expect(text).not.toContain(withoutSpaces('Total to pay'));
  // The message of the last press may still be fading.
  await page.getByText('Credit note issued!').first().waitFor({ state: 'detached' });
  expect(await axeViolations()).toEqual([]);
});

test('invoice and credit note link to each other, and the refund is marked', async () => {
  await progress().getByRole('button', { name: 'Mark refunded' }).click();
  await dialog().getByRole('button', { name: 'Mark refunded' }).click();
  await progress().getByText('Refunded').filter({ visible: true }).first().waitFor();
  await progress().getByRole('link', { name: 'INV-0041' }).click();
  await progress().getByText('Credited', { exact: true }).filter({ visible: true }).first().waitFor();
  expect(
    await progress()
      .getByRole('button', { name: /^Mark|^Clear|^Credit note/ })
      .count(),
  ).toBe(0);
  await progress().getByRole('link', { name: 'CN-0001' }).click();
  await page.waitForURL('**/invoices?number=CN-0001');
});

test('the work can be billed again and becomes INV-0042', async () => {
  await filterOctoberOfHillFarm();
  for (const task of ['Hedge cutting', 'Ploughing', 'Baling']) await row(task).getByText('Ready').waitFor();
  await createInvoiceOfAll();
  await waitForText(page, '£1,265.67');
  await page.getByRole('button', { name: 'Generate invoice' }).click();
  await page.waitForURL('**/invoices?number=INV-0042');
  await page.goto('/view-invoices');
  for (const [number, state] of [
    ['INV-0042', 'Generated'],
    ['CN-0001', 'Refunded'],
    ['INV-0041', 'Credited'],
  ] as const)
    await row(number).filter({ hasText: state }).waitFor();
  expect(app.pageErrors).toEqual([]);
});
