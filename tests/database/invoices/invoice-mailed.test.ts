// Invoices that were mailed: they can't be withdrawn unless the mail bounced, and an old mail is not sent again.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  owner = await backend.user({ firstName: 'Ann', lastName: 'Owner' });
  account = await setUpInvoicing(backend, owner);
  mail = mailing(backend, owner, account);
  await mail.resetLimits();
});
afterAll(() => backend.close());

test('a mailed invoice can’t be withdrawn, even after its sent mark is cleared, unless the mail bounced', async () => {
  const { id, number } = await mail.issueWithFile();
  const startedId = mailId(await mail.begin(number));
  await mail.accept(startedId);
  await account.mark([id], 'clear');
  const message = `Invoice ${number} went out by e-mail. Mark it sent and issue a credit note.`;
  for (const state of ['accepted', 'delayed', 'delivered', 'complained']) {
    await backend.sql('update public.invoice_mails set state = $2 where id = $1', [startedId, state]);
    expect(await account.withdraw(id)).toMatchObject({ data: null, error: { code: '23514', message } });
    expect(await mail.invoice(id)).toMatchObject({ sent_at: null, voided_at: null });
  }
  // A delivered reminder does not count as a delivered invoice.
  await backend.sql('update public.invoice_mails set reminder = 1 where id = $1', [startedId]);
  await backend.sql(
    `insert into public.invoice_mails (user_id, invoice_id, to_address, state, created_by_name)
     values ($1, $2, 'x@y.test', 'bounced', 'Ann')`,
    [owner.id, id],
  );
  expect((await account.withdraw(id)).error).toBeNull();
});

test('an invoice that was mailed can be credited once it is marked sent again', async () => {
  const { id, number } = await mail.issueWithFile();
  await mail.accept(mailId(await mail.begin(number)));
  await account.mark([id], 'clear');
  expect((await account.mark([id], 'sent')).error).toBeNull();
  expect((await account.credit(id)).error).toBeNull();
});

test('a mail is marked as failed, not retried, after 23 hours: the mail service may no longer know its idempotency key', async () => {
  const { number } = await mail.issueWithFile();
  const requestId = crypto.randomUUID();
  const first = mailId(await mail.begin(number, { requestId }));
  const backdate = (time: string) =>
    backend.sql('update public.invoice_mails set created_at = now() - $2::interval where id = $1', [first, time]);
  await backdate('22 hours 59 minutes');
  expect((await mail.begin(number, { requestId })).data).toMatchObject({ id: first, state: 'sending' });
  await backdate('23 hours');
  const problem = 'The mail service did not answer.';
  for (let times = 0; times < 2; times += 1)
    expect((await mail.begin(number, { requestId })).data).toMatchObject({ id: first, state: 'failed', problem });
  expect(await mail.mails()).toMatchObject([{ id: first, state: 'failed', problem }]);
  // A new request is another mail.
  expect((await mail.begin(number)).data).toMatchObject({ state: 'sending' });
  expect(await mail.mails()).toHaveLength(2);
});
