// Reminders: who gets one, when, and that each is sent at most once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { mailId, mailing, type Mailing } from '@tests/support/embedded/mailing';

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
let mail: Mailing;

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  // Due reminders are read for all accounts, so switch off those of earlier tests.
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
});
afterAll(() => backend.close());

/** Monday 7 December 2026, 10:00 in London. */
const MONDAY = '2026-12-07T10:00:00Z';

/** A sent invoice that was due on this day. */
async function issueDue(on: string, pounds = 10) {
  const invoice = await mail.issueWithFile(pounds);
  await account.mark([invoice.id], 'sent');
  await backend.sql('update public.invoices set due_date = $2 where id = $1', [invoice.id, on]);
  return invoice;
}
const remindersAt = async (at: string) => (await mail.remind(at)).map(({ number, reminder }) => [number, reminder]);

describe('a reminder is sent', () => {
  test('a week and three weeks after the due date, each once', async () => {
    const { number } = await issueDue('2026-11-30');
    expect(await remindersAt('2026-12-04T10:00:00Z')).toEqual([]);
    const [first] = await mail.remind(MONDAY);
    expect(first).toMatchObject({ number, reminder: 1, daysLate: 7, to: 'hill@farm.test' });
    await mail.accept(first?.id ?? '');
    for (const at of [MONDAY, '2026-12-08T10:00:00Z', '2026-12-14T10:00:00Z'])
      expect(await remindersAt(at)).toEqual([]);
    expect(await remindersAt('2026-12-21T10:00:00Z')).toEqual([[number, 2]]);
    expect(await mail.mails()).toHaveLength(2);
  });

  test('to the address where the invoice was last accepted, else to the billing address', async () => {
    await owner.from('customers').update({ billing_email: 'bills@farm.test' }).eq('id', account.hillFarm);
    const { number } = await issueDue('2026-11-30');
    const mailed = await mail.issueWithFile(5);
    await mail.accept(mailId(await mail.begin(mailed.number, { to: 'chosen@farm.test' })));
    await backend.sql('update public.invoices set due_date = $2 where id = $1', [mailed.id, '2026-11-30']);
    const jobs = await mail.remind(MONDAY);
    expect(new Map(jobs.map((job) => [job.number, job.to]))).toEqual(
      new Map([
        [number, 'bills@farm.test'],
        [mailed.number, 'chosen@farm.test'],
      ]),
    );
  });

  test('on other days if the account chose them, and only one if it wants one', async () => {
    await account.saveSettings({ reminder_first: 3, reminder_second: null });
    const { number } = await issueDue('2026-12-04');
    expect(await remindersAt(MONDAY)).toEqual([[number, 1]]);
    expect(await remindersAt('2026-12-29T10:00:00Z')).toEqual([]);
  });
});

describe('reminders that are not sent', () => {
  test.each([
    ['before the invoice was sent', (id: string) => account.mark([id], 'clear')],
    ['once the invoice is paid', (id: string) => account.mark([id], 'paid')],
    ['once the invoice is credited', (id: string) => account.credit(id)],
    ['for an invoice with a total of zero', (id: string) => setZero(id)],
    ['while reminders are switched off', () => account.saveSettings({ reminders_on: false })],
    ['for an account that has lapsed', () => backend.lapse(owner)],
    [
      'to a customer without an address',
      () => owner.from('customers').update({ email: null }).eq('id', account.hillFarm),
    ],
    [
      'to an address field with several addresses, as older versions stored it',
      () =>
        backend.transaction(async (sql) => {
          await sql.query("set local farm_diary.restoring = 'on'");
          await sql.query(`update customers set email = 'a@b.test, c@d.test' where id = $1`, [account.hillFarm]);
        }),
    ],
    [
      'while the holder has not confirmed their address',
      () => backend.sql('update auth.users set email_confirmed_at = null where id = $1', [owner.id]),
    ],
  ])('no reminder is sent %s', async (_, change) => {
    const { id } = await issueDue('2026-11-30');
    await change(id);
    expect(await remindersAt(MONDAY)).toEqual([]);
    expect(await mail.mails()).toEqual([]);
  });

  const setZero = (id: string) =>
    backend.sql(`update public.invoices set subtotal = 0, vat_amount = 0, total = 0, lines = '[]' where id = $1`, [id]);

  test('no reminder is sent for a cancelled invoice or a credit note', async () => {
    const cancelled = await mail.issueWithFile();
    await account.withdraw(cancelled.id);
    const credited = await issueDue('2026-11-30');
    const { data: note } = await account.credit(credited.id);
    await mail.storeFile(note?.id ?? '');
    await account.mark([note?.id ?? ''], 'sent');
    await backend.sql(`update public.invoices set due_date = '2026-11-30' where user_id = $1`, [owner.id]);
    expect(await remindersAt(MONDAY)).toEqual([]);
  });

  test.each([
    ['at 7:59', '2026-12-07T07:59:00Z'],
    ['at 18:00', '2026-12-07T18:00:00Z'],
    ['in the night', '2026-12-08T01:00:00Z'],
    ['on a Saturday', '2026-12-12T10:00:00Z'],
    ['on a Sunday', '2026-12-13T10:00:00Z'],
  ])('no reminder is sent %s', async (_, at) => {
    await issueDue('2026-11-30');
    expect(await remindersAt(at)).toEqual([]);
  });

  test('no reminder is sent outside 8 to 18 o’clock on the farm’s clock: in summer 8:00 is 7:00 UTC', async () => {
    const { number } = await issueDue('2026-06-22');
    expect(await remindersAt('2026-06-29T06:59:00Z')).toEqual([]);
    expect(await remindersAt('2026-06-29T17:00:00Z')).toEqual([]);
    expect(await remindersAt('2026-06-29T07:00:00Z')).toEqual([[number, 1]]);
  });

  test('no reminder is sent for invoices long overdue when reminders are switched on; if both reminders are due, only the second is sent', async () => {
    await issueDue('2025-11-30');
    await issueDue('2026-11-20');
    await account.saveSettings({ reminder_first: 7, reminder_second: 9 });
    const both = await issueDue('2026-11-28');
    expect(await remindersAt(MONDAY)).toEqual([[both.number, 2]]);
    expect(await remindersAt('2026-12-08T10:00:00Z')).toEqual([]);
  });

  test('no first reminder is sent after the second, if the account changed its days in between', async () => {
    await account.saveSettings({ reminder_first: 2, reminder_second: 7 });
    const { number } = await issueDue('2026-11-30');
    expect(await remindersAt(MONDAY)).toEqual([[number, 2]]);
    await account.saveSettings({ reminder_first: 9, reminder_second: 60 });
    expect(await remindersAt('2026-12-09T10:00:00Z')).toEqual([]);
  });

  test('no reminder is sent to an address that bounced, or where mails were reported as spam', async () => {
    const other = await mail.issueWithFile(5);
    const startedId = mailId(await mail.begin(other.number, { to: 'HILL@farm.test' }));
    await mail.accept(startedId);
    await mail.recordEvent(`re-${startedId}`, 'bounced');
    await issueDue('2026-11-30');
    expect(await remindersAt(MONDAY)).toEqual([]);
  });

  test('no reminder is sent once the account has reached its daily limit (A87)', async () => {
    const { id } = await issueDue('2026-11-30');
    await backend.sql(
      `insert into public.invoice_mails (user_id, invoice_id, to_address, state, created_by_name, created_at)
       select $1, $2, 'x@y.test', 'delivered', 'Ann', $3::timestamptz - interval '1 hour' from generate_series(1, 100)`,
      [owner.id, id, MONDAY],
    );
    expect(await remindersAt(MONDAY)).toEqual([]);
    expect(await mail.mails()).toHaveLength(100);
  });
});

test('no reminder is sent within three days of a mail that a person sent; it is sent after them', async () => {
  const { id, number } = await issueDue('2026-11-30');
  // Sent by a person on the Saturday before.
  await backend.sql(
    `insert into public.invoice_mails (user_id, invoice_id, reminder, to_address, state, created_by_name, created_at)
     values ($1, $2, 0, 'hill@farm.test', 'accepted', 'Ann', '2026-12-05T12:00:00Z')`,
    [owner.id, id],
  );
  expect(await remindersAt(MONDAY)).toEqual([]);
  expect(await remindersAt('2026-12-08T13:00:00Z')).toEqual([[number, 1]]);
});

describe('when a run ends between recording a reminder and sending it', () => {
  test('the next run sends the same row again, with its id as the idempotency key', async () => {
    await issueDue('2026-11-30');
    const [first] = await mail.remind(MONDAY);
    // For ten minutes the first run may still be sending.
    expect(await mail.remind('2026-12-07T10:09:00Z')).toEqual([]);
    const [retried] = await mail.remind('2026-12-07T11:00:00Z');
    expect(retried?.id).toBe(first?.id);
    expect(await mail.mails()).toHaveLength(1);
  });

  test('the next run does not send it in the evening, or once the invoice is paid', async () => {
    const { id } = await issueDue('2026-11-30');
    await mail.remind('2026-12-07T17:30:00Z');
    expect(await mail.remind('2026-12-07T18:30:00Z')).toEqual([]);
    await account.mark([id], 'paid');
    expect(await mail.remind('2026-12-08T10:00:00Z')).toEqual([]);
  });

  test('after 23 hours it counts as failed and is never sent: the mail service may no longer know its idempotency key', async () => {
    await issueDue('2026-11-30');
    await mail.remind(MONDAY);
    expect(await mail.remind('2026-12-08T09:00:00Z')).toEqual([]);
    expect(await mail.mails()).toMatchObject([{ state: 'failed', reminder: 1 }]);
    expect(await mail.remind('2026-12-09T10:00:00Z')).toEqual([]);
  });
});
