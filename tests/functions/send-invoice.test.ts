// Mailing an invoice: the kept file and nothing else goes out, once, from its own account holder; attacks change nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailSubject } from '@/domain/invoice-mail';
import type { Person } from '@tests/support/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/functions';
import { invoicing, type Invoicing } from '@tests/support/invoicing';
import { mailing, type Mailing } from '@tests/support/mailing';
import { resendStandIn } from '@tests/support/resend-stand-in';

let backend: FunctionsBackend;
let resend: Awaited<ReturnType<typeof resendStandIn>>;
let owner: Person;
let driver: Person;
let stranger: Person;
let farm: Invoicing;
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
  farm = await invoicing(backend, owner);
  mail = mailing(backend, owner, farm);
  await mail.answersTo();
  invoice = await mail.issued(330);
});

type Body = Record<string, unknown>;
const send = (body: Body = {}, person = owner) =>
  backend.call('send-invoice', {
    person,
    body: { requestId: crypto.randomUUID(), number: invoice.number, to: 'hill@farm.test', ...body },
  });
const refusal = (status: number, error: string) => ({ status, body: { success: false, error } });
const unsent = async () => {
  expect(resend.taken).toEqual([]);
  expect(await mail.invoice(invoice.id)).toMatchObject({ sent_at: null });
};

test('mails the kept file in the name of the account, and the invoice is sent', async () => {
  const answer = await send({ message: 'Thank you.\r\nSee you at the hedges.' });
  expect(answer).toMatchObject({ status: 200, body: { success: true, to: 'hill@farm.test' } });
  const [sent] = resend.taken;
  expect(sent).toMatchObject({
    to: 'hill@farm.test',
    from: 'Farm Diary <mail@farm-diary.example>',
    replyTo: 'office@headland.test',
    subject: mailSubject('invoice', invoice.number, 'Headland Contracting'),
    attachments: [{ name: `${invoice.number}.pdf`, bytes: `%PDF-1.4 ${invoice.id}`.length }],
  });
  expect(sent?.text).toContain('Dear Hill Farm,');
  expect(sent?.text).toContain('£396.00');
  expect(sent?.text).toContain('\n\nThank you.\nSee you at the hedges.\n\n');
  expect(sent?.text).toContain('Headland Contracting\noffice@headland.test');
  expect((await mail.invoice(invoice.id))?.['sent_at']).not.toBeNull();
  expect(await mail.mails()).toMatchObject([{ state: 'accepted', provider_id: sent?.id }]);
});

test('a credit note goes out as one', async () => {
  await farm.mark([invoice.id], 'sent');
  const { data: note } = await farm.credit(invoice.id);
  await mail.keep(note?.id ?? '');
  expect((await send({ number: note?.invoice_number })).status).toBe(200);
  expect(resend.taken[0]?.subject).toBe(mailSubject('credit_note', note?.invoice_number ?? '', 'Headland Contracting'));
  expect(resend.taken[0]?.text).toContain('for £396.00 is attached.');
});

test('the same request is sent once, however often it is asked', async () => {
  const requestId = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send({ requestId })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(resend.taken).toHaveLength(1);
  expect(await mail.mails()).toHaveLength(1);
});

describe('when the mail service', () => {
  test('refuses, the invoice is not sent and its row says so', async () => {
    resend.refuse({ status: 422, name: 'validation_error', message: 'Invalid `to` field of secret project.' });
    const sentence = 'The mail service did not take it. Check the address and send it again.';
    expect(await send()).toMatchObject(refusal(502, sentence));
    await unsent();
    expect(await mail.mails()).toMatchObject([{ state: 'failed', problem: sentence }]);
  });

  test.each(['silent', 'nonsense'] as const)('is %s, nobody knows; sent again it arrives once', async (mood) => {
    resend.refuse(mood);
    expect(await send()).toMatchObject(
      refusal(502, 'The mail service did not answer. Send it again: it arrives only once.'),
    );
    await unsent();
    expect(await mail.mails()).toMatchObject([{ state: 'sending' }]);
    resend.reset();
    expect((await send()).status).toBe(200);
    expect(await mail.mails()).toMatchObject([{ state: 'accepted' }]);
    expect(resend.taken).toHaveLength(1);
  });

  test('is busy, it is asked for a later time', async () => {
    resend.refuse({ status: 429, name: 'rate_limit_exceeded', message: 'Too many requests' });
    expect(await send()).toMatchObject(refusal(502, 'The mail service is busy. Try again in some minutes.'));
    resend.reset();
    expect((await send()).status).toBe(200);
  });
});

describe('attacks', () => {
  test("A22 A70 an employee, a stranger, nobody and another account's holder send nothing", async () => {
    expect(await send({}, driver)).toMatchObject(refusal(403, 'Only the main account holder can do this.'));
    expect(await send({}, stranger)).toMatchObject(refusal(400, 'This invoice is not there.'));
    const body = { requestId: crypto.randomUUID(), number: invoice.number, to: 'hill@farm.test' };
    expect((await backend.call('send-invoice', { body })).status).toBe(401);
    expect((await backend.call('send-invoice', { body, token: backend.keys.publishable })).status).toBe(401);
    await unsent();
    expect(
      await backend.sql('select * from public.invoice_mails where user_id = any ($1)', [[owner.id, stranger.id]]),
    ).toEqual([]);
  });

  test('A38 a lapsed account sends nothing', async () => {
    await backend.lapse(owner);
    expect(await send()).toMatchObject(refusal(403, 'Your account can read but not write at the moment.'));
    await unsent();
    expect(await mail.mails()).toEqual([]);
  });

  test.each([
    'a@b.test\r\nBcc: c@d.test',
    'a@b.test%0d%0aBcc:c@d.test',
    'a@b.test\u2028Bcc: c@d.test',
    'a@b.test,c@d.test',
    Array.from({ length: 200 }, (_, at) => `a${at}@b.test`).join(', '),
  ])('A66 %.30s is no address', async (to) => {
    expect(await send({ to })).toMatchObject(refusal(400, 'Enter one e-mail address.'));
    await unsent();
  });

  test('A66 a list of addresses, and what is no text, are no request', async () => {
    for (const body of [
      { to: ['a@b.test', 'c@d.test'] },
      { to: 5 },
      { message: {} },
      { requestId: 'x' },
      { number: null },
    ])
      expect(await send(body)).toMatchObject(refusal(400, 'The request could not be read.'));
    await unsent();
  });

  test('A66 A64 subject, sender, file and copies come from us, whatever the body says', async () => {
    await send({
      subject: 'Won\r\nBcc: c@d.test',
      from: 'evil@d.test',
      bcc: 'c@d.test',
      cc: ['c@d.test'],
      path: `${stranger.id}/x.pdf`,
      html: '<b>x</b>',
      p_person: stranger.id,
    });
    expect(resend.taken).toHaveLength(1);
    expect(resend.taken[0]).toMatchObject({
      to: 'hill@farm.test',
      from: 'Farm Diary <mail@farm-diary.example>',
      html: '',
      subject: mailSubject('invoice', invoice.number, 'Headland Contracting'),
    });
  });

  test('A66 a business name of two lines makes no second header, and A69 a message stays text', async () => {
    await farm.settings({ business_name: 'Headland\r\nBcc: c@d.test' });
    const { number } = await mail.issued(5);
    await send({ number, message: '<img src=x onerror=alert(1)> {{7*7}}' });
    expect(resend.taken[0]).toMatchObject({ subject: `Invoice ${number} from Headland Bcc: c@d.test`, html: '' });
    expect(resend.taken[0]?.text).toContain('<img src=x onerror=alert(1)> {{7*7}}');
  });

  test('A87 an account on trial mails twenty in a day, and the twenty-first is refused', async () => {
    await backend.sql(
      `insert into public.invoice_mails (user_id, invoice_id, to_address, state, created_by_name)
       select $1, $2, 'x@y.test', 'delivered', 'Ann' from generate_series(1, 20)`,
      [owner.id, invoice.id],
    );
    expect(await send()).toMatchObject(refusal(429, 'That is all for today: 20 e-mails in 24 hours are the most.'));
    await unsent();
    expect(await mail.mails()).toHaveLength(20);
  });
});
