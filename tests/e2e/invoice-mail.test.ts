// An invoice by e-mail on the built app: its stored file is sent and arrives in the mailbox, a bounce is shown, and
// sending again attaches the same file.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, startApp, type App } from '@tests/support/app';

let app: App;
let page: Page;
let number: string;

type StoredMail = {
  subject: string;
  text: string;
  to: string;
  replyTo?: string;
  attachments?: { name: string; bytes: number }[];
};
const mails = async () => (await app.mails()) as StoredMail[];

beforeAll(async () => {
  app = await startApp();
  ({ page } = await app.open({ viewport: DESKTOP }));
  await page.goto('/');
  await page.getByRole('button', { name: /demo/i }).click();
  await page.getByRole('heading', { name: 'Noticeboard' }).waitFor();
});
afterAll(() => app.stop());

async function waitForMessage(title: string) {
  await page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title }).first().waitFor();
}

/** Fills the dialog and sends. */
async function send(to: string, button: string) {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('To').fill(to);
  await dialog.getByLabel('Message').fill('The gate at the top field is mended.');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForMessage('E-mail sent!');
  await dialog.waitFor({ state: 'detached' });
}

test('an invoice is mailed with its PDF, and delivered', async () => {
  await page.goto('/view-invoices?state=generated');
  const link = page.getByRole('row').getByRole('link', { name: /^INV-/ }).first();
  number = (await link.textContent())?.trim() ?? '';
  await link.click();
  await page.getByRole('heading', { name: `Invoice ${number}` }).waitFor();
  await send('office@farm.example', 'Send by e-mail');
  const [mail] = (await mails()).filter(({ to }) => to === 'office@farm.example');
  expect(mail).toMatchObject({
    subject: `Invoice ${number} from Headland Contracting`,
    replyTo: 'owner@demo.test',
    attachments: [{ name: `${number}.pdf` }],
  });
  expect(mail?.attachments?.[0]?.bytes).toBeGreaterThan(10_000);
  expect(mail?.text).toContain('The gate at the top field is mended.');
  const list = page.getByRole('region', { name: 'E-mails' });
  await list.getByText('Delivered').waitFor();
  await page.getByRole('region', { name: 'Progress' }).locator('.state', { hasText: 'Sent' }).waitFor();
});

test('a bounced mail is shown on the invoice and in the register', async () => {
  await send('bounced@farm.example', 'Send again');
  await page
    .getByText(/The e-mail to bounced@farm\.example came back \(There is no mailbox of this name\)\./)
    .waitFor();
  await page.goto('/view-invoices');
  await page.getByRole('row').filter({ hasText: number }).getByText('E-mail came back').waitFor();
});

test('the invoice’s file is stored once: sending it again attaches the same file', async () => {
  const sizes = (await mails()).flatMap(({ attachments = [] }) => attachments.map(({ name, bytes }) => [name, bytes]));
  expect(sizes).toHaveLength(2);
  expect(sizes[0]).toEqual(sizes[1]);
});

test('no page logged an error', () => {
  expect(app.pageErrors).toEqual([]);
});
