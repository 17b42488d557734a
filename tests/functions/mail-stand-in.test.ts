// The embedded backend's stand-in for Resend refuses and deduplicates as Resend does.
import { beforeEach, expect, test } from 'vitest';
import { Mailbox } from '../../supabase/local/mail/mailbox';
import { resendService } from '../../supabase/local/mail/resend';

const MAIL = {
  from: 'Farm Diary <a@b.example>',
  to: ['ann@hill.farm'],
  subject: 'Hay',
  text: 'Dry.',
  html: '<p>Dry.</p>',
};

let mailbox: Mailbox;
let handle: ReturnType<typeof resendService>;
beforeEach(() => {
  mailbox = new Mailbox();
  handle = resendService(mailbox);
});

async function call(body: object, headers: Record<string, string> = {}, path = '/_resend/emails', method = 'POST') {
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { authorization: 'Bearer re_x', ...headers },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  const response = await handle(request, path);
  // A success contains `id`, a refusal `name`.
  return { status: response.status, body: (await response.json()) as { id?: string; name?: string } };
}

test('an accepted mail is in the mailbox, with sender, reply address and texts, and its attachments by name and size', async () => {
  const files = [{ filename: 'INV-1.pdf', content: Buffer.from('four').toString('base64') }];
  const { status, body } = await call({ ...MAIL, reply_to: 'bob@farm.uk', attachments: files });
  expect(status).toBe(200);
  expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(mailbox.mails).toEqual([
    {
      at: expect.any(String) as string,
      from: MAIL.from,
      to: 'ann@hill.farm',
      replyTo: 'bob@farm.uk',
      subject: 'Hay',
      text: 'Dry.',
      html: '<p>Dry.</p>',
      attachments: [{ name: 'INV-1.pdf', bytes: 4 }],
    },
  ]);
});

test('requests with the same idempotency key send one mail, also if concurrent; with another body the key is refused', async () => {
  const key = { 'idempotency-key': 'contact/1' };
  const [first, second] = await Promise.all([call(MAIL, key), call(MAIL, key)]);
  expect(second.body.id).toBe(first.body.id);
  expect(await call({ ...MAIL, subject: 'Straw' }, key)).toMatchObject({
    status: 409,
    body: { name: 'invalid_idempotent_request' },
  });
  expect(mailbox.mails).toHaveLength(1);
  await call(MAIL, { 'idempotency-key': 'contact/2' });
  await call(MAIL);
  expect(mailbox.mails).toHaveLength(3);
});

test('refuses a request without an API key, without from, to or subject, at another path, or by GET, and stores no mail', async () => {
  expect((await call(MAIL, { authorization: '' })).status).toBe(401);
  for (const part of [{ to: [] }, { from: '' }, { subject: '' }])
    expect((await call({ ...MAIL, ...part })).status).toBe(422);
  expect((await call(MAIL, {}, '/_resend/domains')).status).toBe(405);
  expect((await call(MAIL, {}, '/_resend/emails', 'GET')).status).toBe(405);
  expect(mailbox.mails).toEqual([]);
});
