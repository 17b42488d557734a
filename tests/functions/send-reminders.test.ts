// The scheduled run that sends reminders: callable only by the project itself, each sent at most once, also if
// interrupted.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { mailing, type Mailing } from '@tests/support/embedded/mailing';
import { resendStandIn } from '@tests/support/embedded/resend-stand-in';

let backend: FunctionsBackend;
let resend: Awaited<ReturnType<typeof resendStandIn>>;
let owner: Person;
let account: InvoicingAccount;
let mail: Mailing;
let number: string;

/** A Monday at ten in London. */
const MONDAY = '2026-12-07T10:00:00Z';

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
  await backend.sql('update public.invoice_settings set reminders_on = false');
  owner = await backend.user();
  account = await setUpInvoicing(backend, owner);
  mail = mailing(backend, owner, account);
  await mail.resetLimits();
  await account.saveSettings({ reminders_on: true });
  await owner.from('customers').update({ email: 'hill@farm.test' }).eq('id', account.hillFarm);
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = '2100-01-01' where id = $1`,
    [owner.id],
  );
  const issued = await mail.issueWithFile();
  number = issued.number;
  await account.mark([issued.id], 'sent');
  await backend.sql(`update public.invoices set issue_date = '2026-10-31', due_date = '2026-11-30' where id = $1`, [
    issued.id,
  ]);
});

const run = (at = MONDAY, token = backend.keys.secret) => backend.call('send-reminders', { token, body: { at } });
const sent = (count: number, failed = 0) => ({ status: 200, body: { success: true, sent: count, failed } });

test('a run sends each due reminder with the invoice attached, and a second run sends nothing', async () => {
  expect(await run()).toMatchObject(sent(1));
  expect(resend.accepted).toMatchObject([
    {
      to: 'hill@farm.test',
      subject: `Reminder: invoice ${number} from Headland Contracting, 7 days late`,
      replyTo: owner.email,
      attachments: [{ name: `${number}.pdf` }],
    },
  ]);
  expect(resend.accepted[0]?.text).toContain('was due on 30 November 2026. It is 7 days late, and we');
  expect(await run()).toMatchObject(sent(0));
  expect(await run('2026-12-21T10:00:00Z')).toMatchObject(sent(1));
  expect(resend.accepted[1]?.subject).toContain(', 21 days late');
  expect(resend.accepted[1]?.text).toContain('This is our second reminder.');
  expect(await mail.mails()).toMatchObject([
    { state: 'accepted', reminder: 1 },
    { state: 'accepted', reminder: 2 },
  ]);
});

test('a run is interrupted after recording a reminder: the next run sends it', async () => {
  await mail.remind(MONDAY);
  expect(resend.accepted).toEqual([]);
  expect(await run('2026-12-07T11:00:00Z')).toMatchObject(sent(1));
  expect(resend.accepted).toHaveLength(1);
});

test('a run is interrupted after the service accepted a reminder: retried with the same idempotency key, it arrives once', async () => {
  expect(await run()).toMatchObject(sent(1));
  // As if the response had never been stored.
  await backend.sql(`update public.invoice_mails set state = 'sending', provider_id = null where user_id = $1`, [
    owner.id,
  ]);
  expect(await run('2026-12-07T11:00:00Z')).toMatchObject(sent(1));
  expect(resend.accepted).toHaveLength(1);
  expect(await mail.mails()).toMatchObject([{ state: 'accepted', provider_id: resend.accepted[0]?.id }]);
});

test('a permanently refused reminder is not retried; if the service is busy, the next run retries', async () => {
  resend.failWith({ status: 422, name: 'validation_error', message: 'No' });
  expect(await run()).toMatchObject(sent(0, 1));
  resend.reset();
  expect(await run('2026-12-07T11:00:00Z')).toMatchObject(sent(0));
  resend.failWith({ status: 429, name: 'rate_limit_exceeded', message: 'No' });
  expect(await run('2026-12-21T10:00:00Z')).toMatchObject(sent(0, 1));
  resend.reset();
  expect(await run('2026-12-21T11:00:00Z')).toMatchObject(sent(1));
});

test.each([
  [401, 'invalid_api_key'],
  [403, 'validation_error'],
])('a key or domain that the service rejects (%d) marks nothing as failed', async (status, name) => {
  resend.failWith({ status, name, message: 'No' });
  expect(await run()).toMatchObject(sent(0, 1));
  resend.reset();
  expect(await run('2026-12-07T11:00:00Z')).toMatchObject(sent(1));
});

test('a document whose file is missing does not prevent the others from being sent', async () => {
  const lost = await mail.issueWithFile();
  await account.mark([lost.id], 'sent');
  await backend.sql(`update public.invoices set issue_date = '2026-10-30', due_date = '2026-11-29' where id = $1`, [
    lost.id,
  ]);
  await backend
    .service()
    .storage.from('invoices')
    .remove([mail.pathOf(lost.id)]);
  expect(await run()).toMatchObject(sent(1, 1));
  expect(resend.accepted).toHaveLength(1);
});

test('only the project itself can start a run (A22)', async () => {
  const driver = await backend.employeeOf(owner);
  for (const person of [owner, driver])
    expect((await backend.call('send-reminders', { person, body: { at: MONDAY } })).status).toBe(401);
  expect((await run(MONDAY, backend.keys.publishable)).status).toBe(401);
  expect((await backend.call('send-reminders', { body: { at: MONDAY } })).status).toBe(401);
  expect(resend.accepted).toEqual([]);
  expect(await mail.mails()).toEqual([]);
});
