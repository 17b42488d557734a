// An invoice by e-mail, as the account holder sees it: the stored file, the dialog, and the state of delivery.
import { readFileSync } from 'node:fs';
import { act, screen, waitFor, within } from '@testing-library/react';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewInvoiceMail } from '@/data/invoices/invoice-mails';
import * as functions from '@/lib/functions';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { mailId, mailing, type Mailing } from '@tests/support/embedded/mailing';
import { renderPage } from '@tests/support/render-page';

// The edge function has its own tests on Deno; here a stand-in makes only its database calls.
const sendInvoice: { answer: (mail: object) => Promise<object> } = {
  answer: () => Promise.reject(new Error('unexpected call of the function')),
};

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
let mail: Mailing;
let id: string;

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Owner' });
  account = await setUpInvoicing(backend, owner);
  mail = mailing(backend, owner, account);
  await mail.resetLimits();
  await owner.from('customers').update({ email: 'hill@farm.test' }).eq('id', account.hillFarm);
  const { data } = await account.issue(await account.addWorks([330]));
  id = data?.id ?? '';
  sendInvoice.answer = () => Promise.reject(new Error('unexpected call of the function'));
  vi.spyOn(functions, 'callFunction').mockImplementation((name: string, body: object) =>
    name === 'send-invoice' ? sendInvoice.answer(body) : Promise.reject(new Error(name)),
  );
});
afterAll(() => backend.close());

/** Serves the fonts, which the app loads from its own origin, beside the backend. */
let fontsFail = false;
const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const font = /noto-sans-\w+\.ttf/.exec(input instanceof Request ? input.url : String(input))?.[0];
  if (font && fontsFail) return Promise.reject(new TypeError('Failed to fetch'));
  return font ? Promise.resolve(new Response(readFileSync(`src/pdf/fonts/${font}`))) : realFetch(input, init);
};
const open = (path = '/invoices?number=INV-0001') => renderPage(path, { backend, person: owner });
const progress = async () => within(await screen.findByRole('region', { name: 'Progress' }));
const waitForFile = () => waitFor(async () => expect((await mail.invoice(id))?.['pdf_path']).toBe(mail.pathOf(id)));

/** Does what the edge function does, without the mail service. */
const sendWithoutMailService = async (body: object, outcome: 'accepted' | 'refused' = 'accepted') => {
  const { number, to, message, requestId, reminder } = body as NewInvoiceMail;
  const started = await mail.begin(number, { to, message, requestId, reminder });
  if (started.error) throw Object.assign(new Error(started.error.message), { status: 400 });
  if (outcome === 'refused') {
    await mail.fail(mailId(started));
    throw Object.assign(new Error('The mail service did not take it.'), { status: 502 });
  }
  await mail.accept(mailId(started));
  return { success: true, to };
};

async function openMailDialog(user: Awaited<ReturnType<typeof open>>['user'], button = 'Send by e-mail') {
  await user.click((await progress()).getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send INV-0001' }));
  await dialog.findByLabelText('To');
  return dialog;
}

test('an invoice is sent with its stored file to the customer’s address, marked sent, and its mail is listed below', async () => {
  sendInvoice.answer = (body) => sendWithoutMailService(body);
  const { user } = await open();
  await waitForFile();
  const file = await (await mail.files.download(mail.pathOf(id))).data?.arrayBuffer();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file ?? new ArrayBuffer(0))), {
    mergePages: true,
  });
  expect(text).toContain('INV-0001');
  expect(text).toContain('£396.00');

  const dialog = await openMailDialog(user);
  const to = dialog.getByLabelText('To');
  expect(to).toHaveValue('hill@farm.test');
  expect(dialog.getByText('Invoice INV-0001 from Headland Contracting')).toBeVisible();
  expect(dialog.getByText(/Answers go to the address that you sign in with\./)).toBeVisible();
  for (const [wrong, message] of [
    ['', "Enter the customer's e-mail address."],
    ['hill', 'Enter one e-mail address.'],
    ['a@b.test,c@d.test', 'Enter one e-mail address.'],
  ] as const) {
    await user.clear(to);
    if (wrong) await user.type(to, wrong);
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText(message)).toBeVisible();
  }
  expect(await mail.mails()).toEqual([]);
  await user.clear(to);
  await user.type(to, 'hill@farm.test');
  await user.type(dialog.getByLabelText('Message (optional)'), 'Thank you.');
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await dialog.findByText('You need signal to send this.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Send' })).toBeEnabled());
  expect(dialog.getByLabelText('Message (optional)')).toHaveValue('Thank you.');

  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByText('E-mail sent!');
  await waitFor(async () => expect((await progress()).getByText('Sent', { selector: '.state' })).toBeVisible());
  const mails = within(await screen.findByRole('region', { name: 'E-mails' }));
  expect(await mails.findByText('hill@farm.test')).toBeVisible();
  expect(await mails.findByText('On its way')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await mail.mails()).toMatchObject([{ message: 'Thank you.', state: 'accepted' }]);
});

test('the dialog shows the account’s own subject, and reports a PDF whose code or fonts did not load', async () => {
  await account.saveSettings({ email_subject: '{number} for {customer}: {total}' });
  fontsFail = true;
  try {
    const { user } = await open();
    const dialog = await openMailDialog(user);
    expect(await dialog.findByText('INV-0001 for Hill Farm: £396.00')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    const words = 'The PDF could not be made. Check your signal, then try again.';
    expect(await dialog.findByText(words)).toBeVisible();
    expect(screen.queryByText(/Failed to fetch/)).toBeNull();
  } finally {
    fontsFail = false;
  }
});

test('after a refusal the next press is a new request, after a lost response the same one', async () => {
  const requestIds: string[] = [];
  sendInvoice.answer = async (body) => {
    requestIds.push((body as NewInvoiceMail).requestId);
    const sent = await sendWithoutMailService(body, requestIds.length === 1 ? 'refused' : 'accepted');
    if (requestIds.length === 2) throw Object.assign(new Error('There is no signal.'), { status: null });
    return sent;
  };
  const { user } = await open();
  const dialog = await openMailDialog(user);
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByText('The mail service did not take it.')).toBeVisible();
  expect(await (await progress()).findByText('The e-mail to hill@farm.test was not sent. No.')).toBeInTheDocument();
  expect(await mail.invoice(id)).toMatchObject({ sent_at: null });
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByText('There is no signal.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByText('E-mail sent!');
  const [first, second, third] = requestIds;
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(await mail.mails()).toHaveLength(2);
});

test('a bounce is shown in the register, and on the invoice with what to do, until another mail is accepted', async () => {
  await mail.storeFile(id);
  const started = mailId(await mail.begin('INV-0001'));
  await mail.accept(started);
  await mail.recordEvent(`re-${started}`, 'bounced');
  sendInvoice.answer = (body) => sendWithoutMailService(body);
  const { user } = await open('/view-invoices');
  expect((await screen.findAllByText('E-mail came back')).length).toBeGreaterThan(0);
  await user.click(await screen.findByRole('link', { name: 'INV-0001' }));
  const message = 'The e-mail to hill@farm.test came back. Check the address with the customer and send it again.';
  expect(await screen.findByText(message)).toBeVisible();
  const dialog = await openMailDialog(user, 'Send again');
  await user.clear(dialog.getByLabelText('To'));
  await user.type(dialog.getByLabelText('To'), '<right@farm.test>,');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByText('E-mail sent!');
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});

describe('an overdue invoice', () => {
  beforeEach(() => mail.makeOverdue(id, 14));
  const remind = 'Send a reminder of INV-0001';

  test('gets a reminder from the register or its page, which says how late it is and is listed among its mails', async () => {
    await account.mark([id], 'sent');
    sendInvoice.answer = (body) => sendWithoutMailService(body);
    const first = await open('/view-invoices');
    await first.user.click(await screen.findByRole('link', { name: 'Send reminder of INV-0001' }));
    const asked = within(await screen.findByRole('dialog', { name: remind }));
    await first.user.click(asked.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    first.view.unmount();
    // Reloading the page does not open the dialog again.
    const { usr: state } = history.state as { usr?: unknown };
    const { user } = await renderPage('/invoices?number=INV-0001', { backend, person: owner, state });
    const facts = await progress();
    expect(screen.queryByRole('dialog')).toBeNull();
    // No file is stored for an invoice that was sent before.
    await screen.findByRole('article');
    expect(await mail.invoice(id)).toMatchObject({ pdf_path: null });
    expect(facts.getByText('Was due')).toBeVisible();
    await user.click(facts.getByRole('button', { name: 'Send reminder' }));
    const dialog = within(await screen.findByRole('dialog', { name: remind }));
    expect(await dialog.findByText('Reminder: invoice INV-0001 from Headland Contracting, 14 days late')).toBeVisible();
    expect(dialog.getByText(/^Your own words, below ours: that it was due on .* and is 14 days late\.$/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Send reminder' }));
    await screen.findByText('E-mail sent!');
    const mails = within(await screen.findByRole('region', { name: 'E-mails' }));
    expect(mails.getByText(/^Reminder, /)).toHaveTextContent(', Ann Owner');
    expect(await mail.mails()).toMatchObject([{ reminder: 0, state: 'accepted' }]);
  });

  test('that was never sent is mailed as an invoice that says how late it is', async () => {
    const { user } = await open();
    const dialog = await openMailDialog(user);
    expect(dialog.getByText('Invoice INV-0001 from Headland Contracting')).toBeVisible();
    expect(dialog.getByText(/was due on .* 14 days late/)).toBeVisible();
    expect(screen.queryByText(/is due on/)).toBeNull();
  });
});
