// The contact form's function, in Deno: what it accepts, stores and mails, and what it refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { resendStandIn } from '@tests/support/embedded/resend-stand-in';

const MESSAGE = { name: 'Ann Hill', email: 'ann@hill.farm', message: 'The gate is open.\n\nSincerely', website: '' };
type StoredMessage = { name: string; email: string; message: string; mailed: boolean; mail_error: string | null };

const storedMessages = (backend: FunctionsBackend) =>
  backend.sql<StoredMessage>(
    'select name, email, message, mailed_at is not null as mailed, mail_error from private.contact_messages order by created_at',
  );
const clearMessages = async (backend: FunctionsBackend) => {
  await backend.sql('delete from private.allowances');
  await backend.sql('delete from private.contact_messages');
};

describe('with a mail service that accepts everything', () => {
  let backend: FunctionsBackend;
  beforeAll(async () => {
    backend = await functionsBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    await clearMessages(backend);
    backend.mails.length = 0;
  });
  const send = (body: unknown, headers?: Record<string, string>) =>
    backend.call('send-contact-email', { body, ...(headers ? { headers } : {}) });

  /** Expects that the message is refused, and not stored, mailed or counted. */
  async function expectRefused(body: unknown, status = 400) {
    const answer = await send(body);
    expect(answer).toMatchObject({ status, body: { success: false, error: expect.any(String) as string } });
    expect(await storedMessages(backend)).toEqual([]);
    expect(backend.mails).toEqual([]);
    expect(await backend.sql('select name from private.allowances')).toEqual([]);
  }

  test('a message is stored, and mailed to the operator, with the sender as the reply address', async () => {
    expect(await send(MESSAGE)).toMatchObject({ status: 200, body: { success: true } });
    const { name, email, message } = MESSAGE;
    expect(await storedMessages(backend)).toEqual([{ name, email, message, mailed: true, mail_error: null }]);
    expect(backend.mails).toEqual([
      {
        at: expect.any(String) as string,
        from: 'Farm Diary <mail@farm-diary.example>',
        to: 'support@farm-diary.example',
        replyTo: email,
        subject: 'Message from Ann Hill',
        text: expect.stringMatching(/^The gate is open\.\n\nSincerely\n\n-- \nAnn Hill <ann@hill\.farm>\n/) as string,
        html: '',
      },
    ]);
  });

  test.each([
    ['a line end in the name', { name: 'Ann\r\nBcc: all@evil.example' }],
    ['an escaped line end in the name', { name: 'Ann%0d%0aBcc: all@evil.example' }],
    ['a line separator in the name', { name: 'Ann\u2028Bcc: all@evil.example' }],
    ['a next line in the name', { name: 'Ann\u0085Bcc: all@evil.example' }],
    ['a vertical tab in the name', { name: 'Ann\u000bBcc: all@evil.example' }],
    ['a line end in the address', { email: 'ann@hill.farm\r\nBcc: all@evil.example' }],
    ['an escaped line end in the address', { email: 'ann@hill.farm%0aBcc:all@evil.example' }],
    ['two addresses', { email: 'a@b.example,c@d.example' }],
    ['two hundred addresses', { email: Array.from({ length: 200 }, (_, n) => `a${n}@b.uk`).join(',') }],
    ['an address with a name', { email: 'Ann <ann@hill.farm>' }],
    ['a subject', { subject: 'Hello\r\nBcc: all@evil.example' }],
    ['a sender', { from: 'ceo@farm-diary.example' }],
    ['recipients', { to: ['all@evil.example'] }],
  ])('%s is refused (A66)', async (_, part) => {
    await expectRefused({ ...MESSAGE, ...part });
  });

  test('the sixth message in a minute is refused, whatever address the caller claims (A67)', async () => {
    for (let n = 0; n < 5; n += 1) expect((await send(MESSAGE)).status).toBe(200);
    for (let n = 0; n < 20; n += 1) {
      const address = `203.0.113.${n}`;
      const answer = await send(MESSAGE, {
        'x-forwarded-for': address,
        'x-real-ip': address,
        'cf-connecting-ip': address,
        forwarded: `for=${address}`,
      });
      expect(answer).toMatchObject({ status: 429, body: { success: false } });
    }
    expect(await storedMessages(backend)).toHaveLength(5);
    expect(backend.mails).toHaveLength(5);
    await backend.sql(
      `update private.allowances set taken = array(select t - interval '1 minute' from unnest(taken) t)`,
    );
    expect((await send(MESSAGE)).status).toBe(200);
  });

  test('of fifty messages at once, five are accepted (A67)', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(MESSAGE)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    expect(await storedMessages(backend)).toHaveLength(5);
  });

  test.each([
    ['one address', 'contact-day:127.0.0.1', 20],
    ['all addresses together', 'contact-everybody', 200],
  ])('messages from %s have a daily limit (A67)', async (_, key, limit) => {
    await backend.sql(
      `insert into private.allowances (name, taken, stale_at)
       select $1, array_agg(now() - interval '23 hours'), now() + interval '1 hour' from generate_series(1, $2)`,
      [key, limit],
    );
    expect(await send(MESSAGE)).toMatchObject({
      status: 429,
      body: { success: false, error: 'Too many messages today. Try again tomorrow.' },
    });
    expect(await storedMessages(backend)).toEqual([]);
    expect(backend.mails).toEqual([]);
  });

  test('a body that is too large or not JSON, and a request from another site, are not read (A68)', async () => {
    const large = await send({ ...MESSAGE, message: 'x'.repeat(5 * 1024 * 1024) });
    expect(large).toMatchObject({ status: 413, body: { success: false } });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await send(MESSAGE, { 'content-type': type, origin: 'https://evil.example' });
      expect([403, 415]).toContain(answer.status);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect((await send(MESSAGE, { 'content-type': type })).status).toBe(415);
    }
    const stranger = await send(MESSAGE, { origin: 'https://evil.example' });
    expect(stranger.status).toBe(403);
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
    expect(await storedMessages(backend)).toEqual([]);
    expect(backend.mails).toEqual([]);
  });

  test.each([
    ['a wrong answer sent along', { answer: '5' }],
    ['no name', { name: undefined }],
    ['a name that is no text', { name: { first: 'Ann' } }],
    ['a message that is no text', { message: ['a'] }],
    ['a message of blanks and unshown characters', { message: ' \u0000\u0007 ' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['a long message', { message: 'x'.repeat(5001) }],
    ['a long address', { email: `${'x'.repeat(250)}@b.uk` }],
  ])('%s is refused (A68)', async (_, part) => {
    await expectRefused({ ...MESSAGE, ...part });
  });

  test.each([[null], [[]], ['text'], [7]])('a body that is %j is refused (A68)', async (body) => {
    await expectRefused(body);
  });

  test('a bot that fills in the hidden field gets a success, and nothing is stored (A68)', async () => {
    expect(await send({ ...MESSAGE, website: 'https://evil.example' })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await storedMessages(backend)).toEqual([]);
    expect(backend.mails).toEqual([]);
    expect(await backend.sql('select name from private.allowances')).toEqual([]);
  });

  test('HTML and templates arrive as text (A69)', async () => {
    const message = `<img src=x onerror=alert(1)> {{7*7}} \${7*7} '; drop table private.contact_messages; --`;
    const name = '<b>Ann</b> {{7*7}}';
    expect((await send({ ...MESSAGE, name, message })).status).toBe(200);
    expect(await storedMessages(backend)).toMatchObject([{ name, message }]);
    expect(backend.mails).toMatchObject([{ subject: `Message from ${name}`, html: '' }]);
    expect(backend.mails[0]?.text.startsWith(`${message}\n`)).toBe(true);
  });

  test('bidirectional and invisible characters are removed from the name in the subject (A72)', async () => {
    const name = 'Ann\u202egpj.exe\u200b Hill\u2066';
    expect((await send({ ...MESSAGE, name })).status).toBe(200);
    expect(backend.mails[0]?.subject).toBe('Message from Ann gpj.exe Hill');
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is refused (A70)', async (method) => {
    const answer = await backend.call('send-contact-email', { method });
    expect(answer.status).toBe(405);
    expect(await storedMessages(backend)).toEqual([]);
  });
});

describe('with a mail service that fails', () => {
  let backend: FunctionsBackend;
  let resend: Awaited<ReturnType<typeof resendStandIn>>;
  beforeAll(async () => {
    resend = await resendStandIn();
    backend = await functionsBackend({
      env: () => ({ RESEND_BASE_URL: resend.url, MAIL_FROM: 'Farm Diary <a@b.example>' }),
    });
  });
  afterAll(async () => {
    await backend.close();
    await resend.close();
  });
  beforeEach(async () => {
    await clearMessages(backend);
    resend.reset();
  });
  const send = () => backend.call('send-contact-email', { body: MESSAGE });
  const providerError = (body: unknown) =>
    JSON.parse((body as { error: string }).error) as { error: Record<string, string> };

  test('an unverified domain is reported in the provider’s format, and the message is stored', async () => {
    resend.failWith({
      status: 403,
      name: 'validation_error',
      message: 'The b.example domain is not verified. Please, add and verify your domain on https://resend.com/domains',
    });
    const answer = await send();
    expect(answer).toMatchObject({ status: 502, body: { success: false } });
    expect(providerError(answer.body)).toEqual({
      error: { name: 'validation_error', message: 'The domain is not verified.' },
    });
    expect(await storedMessages(backend)).toMatchObject([
      {
        name: MESSAGE.name,
        email: MESSAGE.email,
        message: MESSAGE.message,
        mailed: false,
        mail_error: expect.stringMatching(/^validation_error: The b\.ex/) as string,
      },
    ]);
  });

  test.each([
    ['refuses', { status: 422, name: 'validation_error', message: 'owner@secret.example may not' }],
    ['has reached its quota', { status: 429, name: 'daily_quota_exceeded', message: 'quota of owner@secret.example' }],
    ['fails', { status: 500, name: 'internal_server_error', message: 'at /srv/resend.js:12' }],
    ['returns an HTML page', 'HTML page'],
    ['drops the connection', 'dropped connection'],
  ] as const)(
    'a service that %s: the message is stored, and the response has no details of the failure (A84)',
    async (_, failure) => {
      resend.failWith(failure);
      const answer = await send();
      expect(answer.status).toBe(502);
      expect(providerError(answer.body).error['message']).toBe(
        'The mail service did not take it, but your message is kept.',
      );
      expect(JSON.stringify(answer.body)).not.toMatch(/secret|srv|resend/i);
      expect(await storedMessages(backend)).toMatchObject([
        { name: 'Ann Hill', mailed: false, mail_error: expect.any(String) as string },
      ]);
    },
  );

  test('after a failure the next message is mailed again', async () => {
    resend.failWith('dropped connection');
    await send();
    resend.reset();
    expect((await send()).status).toBe(200);
    expect(resend.accepted).toMatchObject([
      {
        to: 'support@farm-diary.example',
        replyTo: 'ann@hill.farm',
        idempotencyKey: expect.stringMatching(/^contact\//) as string,
      },
    ]);
    expect((await storedMessages(backend)).map(({ mailed }) => mailed)).toEqual([false, true]);
  });
});
