// Events of the mail service: only signed ones, only fresh ones, each once, in any order.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { FULL, SEED } from '@tests/support/full';
import { mailId, mailing, type Mailing } from '@tests/support/embedded/mailing';
import { seededRandom } from '../../supabase/local/demo/random';

const KEY = Buffer.from('a secret of the mail service, 32 b');
let backend: FunctionsBackend;
let owner: Person;
let mail: Mailing;
let provider: string;

beforeAll(async () => {
  backend = await functionsBackend({
    env: (site) => ({ SITE_URL: site, RESEND_WEBHOOK_SECRET: `whsec_${KEY.toString('base64')}` }),
  });
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user();
  const account = await setUpInvoicing(backend, owner);
  mail = mailing(backend, owner, account);
  await mail.resetLimits();
  const { number } = await mail.issueWithFile();
  const mailRowId = mailId(await mail.begin(number));
  provider = `re-${mailRowId}`;
  await mail.accept(mailRowId);
});

const event = (type: string, more: object = {}) =>
  JSON.stringify({ type, created_at: '2026-11-20T10:00:00Z', data: { email_id: provider, ...more } });

type Signing = { id?: string; seconds?: number; key?: Buffer; signed?: string };
/** Delivers an event as the service does; `signed` is the body that the signature covers. */
function deliver(raw: string, { id = crypto.randomUUID(), seconds = 0, key = KEY, signed = raw }: Signing = {}) {
  const timestamp = String(Math.floor(Date.now() / 1000) + seconds);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${signed}`).digest('base64');
  return backend.call('resend-webhook', {
    raw,
    headers: { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` },
  });
}
const state = async () => (await mail.mails())[0];
const refused = { status: 400, body: { success: false, error: 'The signature does not hold.' } };

test('a bounce is stored with its reason; a delivery that arrives after it changes nothing', async () => {
  const bounce = { bounce: { type: 'Permanent', message: 'There is no mailbox of this name.' } };
  expect(await deliver(event('email.bounced', bounce))).toMatchObject({
    status: 200,
    body: { success: true, taken: true },
  });
  await deliver(event('email.delivered'));
  expect(await state()).toMatchObject({ state: 'bounced', problem: 'There is no mailbox of this name.' });
});

test('the same event again has no effect', async () => {
  const id = 'msg_once';
  await deliver(event('email.delivered'), { id });
  expect(await deliver(event('email.complained'), { id })).toMatchObject({ status: 200, body: { taken: false } });
  expect(await state()).toMatchObject({ state: 'delivered' });
});

test('an event that is not about a mail is accepted and ignored', async () => {
  for (const raw of [event('email.sent'), event('email.opened'), event('domain.updated'), '{}', '[]', '"x"', 'null'])
    expect(await deliver(raw), raw).toMatchObject({ status: 200, body: { success: true, taken: false } });
  expect(await state()).toMatchObject({ state: 'accepted' });
});

test('an event that is unsigned, signed with another secret, changed in one byte or re-serialised is refused (A60)', async () => {
  const raw = event('email.bounced');
  const answers = [
    await backend.call('resend-webhook', { raw }),
    await deliver(raw, { key: Buffer.from('another secret') }),
    await deliver(raw.replace('bounced', 'bouncee'), { signed: raw }),
    await deliver(JSON.stringify(JSON.parse(raw), null, 1), { signed: raw }),
  ];
  for (const answer of answers) expect(answer).toMatchObject(refused);
  expect(await state()).toMatchObject({ state: 'accepted' });
});

test('an event older than five minutes, or from the future, is refused (A61)', async () => {
  for (const seconds of [-301, 301]) expect(await deliver(event('email.bounced'), { seconds })).toMatchObject(refused);
  expect(await state()).toMatchObject({ state: 'accepted' });
  expect((await deliver(event('email.bounced'), { seconds: -290 })).status).toBe(200);
});

test('many events of twenty mails, each sent twice and shuffled, leave each mail in its highest-ranked state (A62)', async () => {
  const types = ['email.delivery_delayed', 'email.delivered', 'email.bounced', 'email.complained'];
  const states = ['delayed', 'delivered', 'bounced', 'complained'];
  await backend.sql('delete from public.invoice_mails where user_id = $1', [owner.id]);
  await backend.sql(
    `insert into public.invoice_mails (user_id, invoice_id, to_address, state, provider_id, created_by_name)
     select user_id, id, n || '@y.test', 'accepted', 'many-' || n, 'Ann' from public.invoices, generate_series(0, 19) n where user_id = $1`,
    [owner.id],
  );
  const events = Array.from({ length: FULL ? 500 : 80 }, (_, at) => ({
    id: `many_${at}`,
    of: at % 20,
    word: types[Math.min((at % 20) >> 2, Math.floor(at / 20) % types.length)] ?? '',
  }));
  const chance = seededRandom(SEED);
  const shuffled = [...events, ...events].map((one) => [chance(), one] as const).sort(([a], [b]) => a - b);
  for (let at = 0; at < shuffled.length; at += 20)
    await Promise.all(
      shuffled
        .slice(at, at + 20)
        .map(([, { id, of, word }]) =>
          deliver(JSON.stringify({ type: word, data: { email_id: `many-${of}` } }), { id }),
        ),
    );
  const rows = await backend.sql<{ provider_id: string; state: string }>(
    `select provider_id, state from public.invoice_mails where user_id = $1`,
    [owner.id],
  );
  const highestRank = (of: number) =>
    Math.max(...events.filter((one) => one.of === of).map(({ word }) => types.indexOf(word)));
  expect(new Map(rows.map((row) => [row.provider_id, row.state])), `seed ${SEED}`).toEqual(
    new Map(Array.from({ length: 20 }, (_, of) => [`many-${of}`, states[highestRank(of)]])),
  );
}, 120_000);
