// Mailing an invoice: only the stored file is sent, once, by its own account holder; attacks change nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailSubject } from '@/domain/invoices/invoice-mail';
import { invoicePdf } from '@/pdf/invoice-pdf';
import type { Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { mailing, type Mailing } from '@tests/support/embedded/mailing';
import { invoicePdf as storedPdf } from '@tests/support/account-data/invoice-pdf';
import { resendStandIn } from '@tests/support/embedded/resend-stand-in';
import { fonts, line, sample } from '../domain/pdf/sample';

let backend: FunctionsBackend;
let resend: Awaited<ReturnType<typeof resendStandIn>>;
let owner: Person;
let driver: Person;
let stranger: Person;
let account: InvoicingAccount;
let mail: Mailing;
let invoice: { id: string; number: string };

beforeAll(async () => {
  resend = await resendStandIn();
  backend = await functionsBackend({
    env: (site) => ({
      SITE_URL: site,
      RESEND_API_KEY: 're_test',
      RESEND_BASE_URL: resend.url,
      MAIL_FROM: 'Farm Diary <mail@farm-diary.example>',
    }),
  });
});
afterAll(async () => {
  await backend.close();
  await resend.close();
});
beforeEach(async () => {
  resend.reset();
  owner = await backend.user();
  driver = await backend.employeeOf(owner);
  stranger = await backend.user();
  account = await setUpInvoicing(backend, owner);
  mail = mailing(backend, owner, account);
  await mail.resetLimits();
  await mail.setSenderEmail();
  invoice = await mail.issueWithFile(330);
});

type Body = Record<string, unknown>;
const send = (body: Body = {}, person = owner) =>
  backend.call('send-invoice', {
    person,
    body: { requestId: crypto.randomUUID(), number: invoice.number, to: 'hill@farm.test', ...body },
  });
const refusal = (status: number, error: string) => ({ status, body: { success: false, error } });
const expectUnsent = async () => {
  expect(resend.accepted).toEqual([]);
  expect(await mail.invoice(invoice.id)).toMatchObject({ sent_at: null });
};

test('mails the stored file in the name of the account, and the invoice is marked sent', async () => {
  const answer = await send({ message: 'Thank you.\r\nSee you at the hedges.' });
  expect(answer).toMatchObject({ status: 200, body: { success: true, to: 'hill@farm.test' } });
  const [sent] = resend.accepted;
  expect(sent).toMatchObject({
    to: 'hill@farm.test',
    from: 'Headland Contracting via Farm Diary <mail@farm-diary.example>',
    // An unconfirmed address could direct replies to a stranger.
    replyTo: owner.email,
    subject: mailSubject('invoice', invoice.number, 'Headland Contracting'),
    attachments: [{ name: `${invoice.number}.pdf`, bytes: storedPdf(await mail.invoiceFields(invoice.id)).size }],
  });
  // The greeting has no name, because a customer may be a business.
  expect(sent?.text.startsWith(`Hello,\n\nInvoice ${invoice.number} of `)).toBe(true);
  expect(sent?.text).not.toContain('Dear');
  expect(sent?.text).toMatch(/It is due on \d{1,2} \w+ \d{4}\./);
  expect(sent?.text).toContain('£396.00');
  expect(sent?.text).toContain('\n\nThank you.\nSee you at the hedges.\n\n');
  // It ends with who sent it, and casts no doubt on the invoice.
  expect(sent?.text.endsWith(`\n\nSent with Farm Diary by ${owner.email}.`)).toBe(true);
  expect(sent?.text).not.toContain('office@headland.test');
  expect((await mail.invoice(invoice.id))?.['sent_at']).not.toBeNull();
  expect(await mail.mails()).toMatchObject([{ state: 'accepted', provider_id: sent?.id }]);
});

test('a credit note is mailed as a credit note', async () => {
  await account.mark([invoice.id], 'sent');
  const { data: note } = await account.credit(invoice.id);
  await mail.storeFile(note?.id ?? '');
  expect((await send({ number: note?.invoice_number })).status).toBe(200);
  expect(resend.accepted[0]?.subject).toBe(
    mailSubject('credit_note', note?.invoice_number ?? '', 'Headland Contracting'),
  );
  expect(resend.accepted[0]?.text).toContain('for £396.00 is attached.');
  // Nothing is to be paid.
  expect(resend.accepted[0]?.text).not.toMatch(/ pay/);
});

const makeLate = (days: number) => mail.makeOverdue(invoice.id, days);

describe('an overdue invoice', () => {
  test('gets a reminder that says how late it is, in the subject and in the text', async () => {
    await account.mark([invoice.id], 'sent');
    await makeLate(14);
    expect((await send({ reminder: true, message: 'Ring me.' })).status).toBe(200);
    const [sent] = resend.accepted;
    expect(sent?.subject).toBe(`Reminder: invoice ${invoice.number} from Headland Contracting, 14 days late`);
    expect(sent?.text).toMatch(
      /was due on \d{1,2} \w+ \d{4}\. It is 14 days late, and we have not seen the payment yet\./,
    );
    expect(sent?.text).toContain('\n\nRing me.\n\n');
    expect(sent?.text).not.toContain('is due on');
    expect(await mail.mails()).toMatchObject([{ state: 'accepted', reminder: 0 }]);
  });

  test('mailed for the first time, states the day on which it was due', async () => {
    await makeLate(1);
    expect((await send()).status).toBe(200);
    expect(resend.accepted[0]?.subject).toBe(`Invoice ${invoice.number} from Headland Contracting`);
    expect(resend.accepted[0]?.text).toMatch(/It was due on \d{1,2} \w+ \d{4} and is 1 day late\./);
    expect(resend.accepted[0]?.text).not.toContain('is due on');
  });

  test('that was paid mentions no due date', async () => {
    await makeLate(3);
    await account.mark([invoice.id], 'paid');
    expect((await send()).status).toBe(200);
    expect(resend.accepted[0]?.text).not.toMatch(/due on|late| pay/);
  });

  test('is required for a reminder: an invoice that is not late is refused with a message', async () => {
    expect(await send({ reminder: true })).toMatchObject(
      refusal(400, `${invoice.number} is not overdue. Send the document itself.`),
    );
    expect(await send({ reminder: 'yes' })).toMatchObject(refusal(400, 'The request could not be read.'));
    await expectUnsent();
  });
});

describe('the account’s own wording', () => {
  const setOwnWording = () =>
    account.saveSettings({
      email_subject: 'Bill {number} from {business}',
      email_body: '{customer}, {number} of {date} comes to {total}.\n\nPlease pay by {due}. {oops}',
    });

  test('is used in the mail of an invoice, with its placeholders filled in', async () => {
    await setOwnWording();
    expect((await send({ message: 'Thank you.' })).status).toBe(200);
    const [sent] = resend.accepted;
    expect(sent?.subject).toBe(`Bill ${invoice.number} from Headland Contracting`);
    expect(sent?.text).toMatch(
      /^Hello,\n\nHill Farm, INV-\d+ of \d+ \w+ \d{4} comes to £396\.00\.\n\nPlease pay by \d+ \w+ \d{4}\. \{oops\}\n\nThank you\.\n\nKind regards/,
    );
  });

  test('stays the same when the mail is retried with its idempotency key', async () => {
    await setOwnWording();
    resend.failWith('dropped connection');
    const requestId = crypto.randomUUID();
    await send({ requestId });
    await account.saveSettings({ email_subject: 'Other words', email_body: null });
    resend.reset();
    expect((await send({ requestId })).status).toBe(200);
    expect(resend.accepted[0]?.subject).toBe(`Bill ${invoice.number} from Headland Contracting`);
    expect(resend.accepted[0]?.text).toContain('Hill Farm, ');
  });

  test('is not used for an overdue invoice, a reminder or a credit note', async () => {
    await setOwnWording();
    await account.mark([invoice.id], 'sent');
    await makeLate(2);
    await send();
    await send({ reminder: true });
    const { data: note } = await account.credit(invoice.id);
    await mail.storeFile(note?.id ?? '');
    await send({ number: note?.invoice_number });
    expect(resend.accepted).toHaveLength(3);
    for (const { subject, text } of resend.accepted) {
      expect(subject).not.toMatch(/^Bill/);
      expect(text).not.toContain('comes to');
    }
  });
});

test('the customer’s order number is in the text', async () => {
  const { data } = await account.issue(await account.addWorks([10]), { order: 'PO-4711' });
  await mail.storeFile(data?.id ?? '');
  expect((await send({ number: data?.invoice_number })).status).toBe(200);
  expect(resend.accepted[0]?.text).toContain('\n\nYour order number: PO-4711\n\n');
});

test('a repeated request is sent once', async () => {
  const requestId = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send({ requestId })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(resend.accepted).toHaveLength(1);
  expect(await mail.mails()).toHaveLength(1);
});

describe('when the mail service', () => {
  test('refuses, the invoice is not marked sent and its row says so', async () => {
    resend.failWith({ status: 422, name: 'validation_error', message: 'Invalid `to` field of secret project.' });
    const sentence = 'The mail service did not take it. Check the address and send it again.';
    expect(await send()).toMatchObject(refusal(502, sentence));
    await expectUnsent();
    expect(await mail.mails()).toMatchObject([{ state: 'failed', problem: sentence }]);
  });

  test.each(['dropped connection', 'HTML page'] as const)(
    'gives no valid response (%s), the result is unknown; retried, the mail arrives once',
    async (failure) => {
      resend.failWith(failure);
      expect(await send()).toMatchObject(
        refusal(502, 'The mail service did not answer. Send it again: it arrives only once.'),
      );
      await expectUnsent();
      expect(await mail.mails()).toMatchObject([{ state: 'sending' }]);
      resend.reset();
      expect((await send()).status).toBe(200);
      expect(await mail.mails()).toMatchObject([{ state: 'accepted' }]);
      expect(resend.accepted).toHaveLength(1);
    },
  );

  test('is busy, the user is asked to try later', async () => {
    resend.failWith({ status: 429, name: 'rate_limit_exceeded', message: 'Too many requests' });
    expect(await send()).toMatchObject(refusal(502, 'The mail service is busy. Try again in some minutes.'));
    resend.reset();
    expect((await send()).status).toBe(200);
  });
});

describe('attacks', () => {
  test('an employee, a stranger, an anonymous caller and another account’s holder can’t send (A22, A70)', async () => {
    expect(await send({}, driver)).toMatchObject(refusal(403, 'Only the main account holder can do this.'));
    expect(await send({}, stranger)).toMatchObject(refusal(400, 'This invoice is not there.'));
    const body = { requestId: crypto.randomUUID(), number: invoice.number, to: 'hill@farm.test' };
    expect((await backend.call('send-invoice', { body })).status).toBe(401);
    expect((await backend.call('send-invoice', { body, token: backend.keys.publishable })).status).toBe(401);
    await expectUnsent();
    expect(
      await backend.sql('select * from public.invoice_mails where user_id = any ($1)', [[owner.id, stranger.id]]),
    ).toEqual([]);
  });

  test('a lapsed account can’t send (A38)', async () => {
    await backend.lapse(owner);
    expect(await send()).toMatchObject(refusal(403, 'Your account can read but not write at the moment.'));
    await expectUnsent();
    expect(await mail.mails()).toEqual([]);
  });

  test.each([
    'a@b.test\r\nBcc: c@d.test',
    'a@b.test%0d%0aBcc:c@d.test',
    'a@b.test\u2028Bcc: c@d.test',
    'a@b.test,c@d.test',
    Array.from({ length: 200 }, (_, at) => `a${at}@b.test`).join(', '),
  ])('%.30s is not an address (A66)', async (to) => {
    expect(await send({ to })).toMatchObject(refusal(400, 'Enter one e-mail address.'));
    await expectUnsent();
  });

  test('a list of addresses, and values that are not text, are refused (A66)', async () => {
    for (const body of [
      { to: ['a@b.test', 'c@d.test'] },
      { to: 5 },
      { message: {} },
      { requestId: 'x' },
      { number: null },
    ])
      expect(await send(body)).toMatchObject(refusal(400, 'The request could not be read.'));
    await expectUnsent();
  });

  test('the server sets subject, sender, file and copies, whatever the body says (A64, A66)', async () => {
    await send({
      subject: 'Won\r\nBcc: c@d.test',
      from: 'evil@d.test',
      bcc: 'c@d.test',
      cc: ['c@d.test'],
      path: `${stranger.id}/x.pdf`,
      html: '<b>x</b>',
      p_person: stranger.id,
    });
    expect(resend.accepted).toHaveLength(1);
    expect(resend.accepted[0]).toMatchObject({
      to: 'hill@farm.test',
      from: 'Headland Contracting via Farm Diary <mail@farm-diary.example>',
      html: '',
      subject: mailSubject('invoice', invoice.number, 'Headland Contracting'),
    });
  });

  test('a business name with a line break adds no header (A66), and a message stays text (A69)', async () => {
    await account.saveSettings({ business_name: 'Headland\r\nBcc: c@d.test' });
    const { number } = await mail.issueWithFile(5);
    await send({ number, message: '<img src=x onerror=alert(1)> {{7*7}}' });
    expect(resend.accepted[0]).toMatchObject({
      subject: `Invoice ${number} from Headland Bcc: c@d.test`,
      // A name with an address in it is not one that a mail may come from.
      from: 'Farm Diary <mail@farm-diary.example>',
      html: '',
    });
    await account.saveSettings({ business_name: 'J. Smith & Son (Baling), Ltd' });
    await send({ number: (await mail.issueWithFile(6)).number });
    expect(resend.accepted[1]?.from).toBe('J. Smith & Son Baling Ltd via Farm Diary <mail@farm-diary.example>');
    expect(resend.accepted[0]?.text).toContain('<img src=x onerror=alert(1)> {{7*7}}');
  });

  test('a new trial account mails five a day, and the sixth is refused (A87)', async () => {
    await backend.sql(
      `insert into public.invoice_mails (user_id, invoice_id, to_address, state, created_by_name)
       select $1, $2, 'x@y.test', 'delivered', 'Ann' from generate_series(1, 5)`,
      [owner.id, invoice.id],
    );
    expect(await send()).toMatchObject(
      refusal(
        429,
        'That is all for today: 5 e-mails in 24 hours are the most in the first three days of an account. Download the PDF and mail it yourself, or send it later.',
      ),
    );
    await expectUnsent();
    expect(await mail.mails()).toHaveLength(5);
  });
});

describe('a file', () => {
  const FILE_NOT_OF_INVOICE =
    'The stored PDF of this invoice is not one that this app made of it, so it was not mailed. Open the PDF and look at it.';
  const FILE_WAS_CHANGED = 'The stored PDF of this invoice was changed after it was issued, so it was not mailed.';
  const fields = () => mail.invoiceFields(invoice.id);
  /** An invoice with such a file stored. */
  const issueWithFile = async (make: (fields: Awaited<ReturnType<Mailing['invoiceFields']>>) => Blob) => {
    const { data } = await account.issue(await account.addWorks([50]));
    invoice = { id: data?.id ?? '', number: data?.invoice_number ?? '' };
    await mail.storeFile(invoice.id, make(await fields()));
  };

  test('that the app rendered is mailed, with one page or many, also with letters of other scripts', async () => {
    for (const count of [1, 120]) {
      const name = `Llanŵnda «Höfe» 農場 ${count}`;
      const to = await account.addCustomer(name);
      const { data } = await account.issue(await account.addWorks([12 * count], { to: name }), { to });
      invoice = { id: data?.id ?? '', number: data?.invoice_number ?? '' };
      const pdf = invoicePdf(
        {
          ...sample({
            invoiceNumber: invoice.number,
            customer: { name },
            lines: Array.from({ length: count }, () => line(12)),
            additionalItems: [],
          }),
          id: invoice.id,
        },
        fonts,
      );
      await mail.storeFile(invoice.id, new Blob([pdf], { type: 'application/pdf' }));
      expect((await send()).status).toBe(200);
    }
    expect(resend.accepted).toHaveLength(2);
  });

  test.each<[string, (fields: Awaited<ReturnType<Mailing['invoiceFields']>>) => Blob]>([
    ['no PDF', () => new Blob(['MZ a program'.repeat(100)], { type: 'application/pdf' })],
    ['only the first bytes of a PDF', () => new Blob(['%PDF-1.4 '.repeat(100)], { type: 'application/pdf' })],
    ['a PDF drawn by another program', (of) => storedPdf(of, { producer: 'Word' })],
    ['the PDF of another invoice', (of) => storedPdf({ ...of, id: crypto.randomUUID() })],
    ['a PDF with another number', (of) => storedPdf({ ...of, number: 'INV-9999' })],
    ['a PDF with another total', (of) => storedPdf({ ...of, total: 9999 })],
    ['a PDF for another customer', (of) => storedPdf({ ...of, customer: 'Low Farm' })],
    [
      'a PDF with a link',
      (of) =>
        storedPdf(of, {
          page: '/Annots [7 0 R]',
          more: ['<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (https://evil.example) >> >>'],
        }),
    ],
  ])('that is %s is not mailed, and the mail’s row says why', async (_, make) => {
    await issueWithFile(make);
    expect(await send()).toMatchObject(refusal(502, FILE_NOT_OF_INVOICE));
    await expectUnsent();
    expect(await mail.mails()).toMatchObject([{ state: 'failed', problem: FILE_NOT_OF_INVOICE }]);
  });

  test('that was overwritten after it was recorded is not mailed, before or after the first mail', async () => {
    await mail.overwriteFile(invoice.id, storedPdf(await fields()));
    expect(await send()).toMatchObject(refusal(400, FILE_WAS_CHANGED));
    await expectUnsent();
    const next = await mail.issueWithFile(20);
    expect((await send({ number: next.number })).status).toBe(200);
    await mail.overwriteFile(next.id, storedPdf(await mail.invoiceFields(next.id)));
    expect(await send({ number: next.number, to: 'low@farm.test' })).toMatchObject(refusal(400, FILE_WAS_CHANGED));
    expect(resend.accepted).toHaveLength(1);
  });
});
