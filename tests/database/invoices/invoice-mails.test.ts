// Mails of invoices in the database: recorded before they are sent, 'sent' only once accepted, events in any order.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { mailId, mailing, type Mailing } from '@tests/support/embedded/mailing';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let account: InvoicingAccount;
let mail: Mailing;

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Owner' });
  driver = await backend.employeeOf(owner);
  account = await setUpInvoicing(backend, owner);
  mail = mailing(backend, owner, account);
  await mail.resetLimits();
});
afterAll(() => backend.close());

const refusal = (code: string, message: string) => ({ data: null, error: { code, message } });

describe('before a mail is sent', () => {
  test('it is recorded with its data, and the invoice is not marked sent yet', async () => {
    const { id, number } = await mail.issueWithFile();
    const { data } = await mail.begin(number, { message: ' Thank you for the work. ' });
    expect(data).toMatchObject({
      account: owner.id,
      state: 'sending',
      to: 'hill@farm.test',
      message: 'Thank you for the work.',
      path: mail.pathOf(id),
      number,
      kind: 'invoice',
      customer: 'Hill Farm',
      sender: 'Headland Contracting',
      replyTo: owner.email,
      total: 12,
      currency: 'GBP',
    });
    expect(await mail.invoice(id)).toMatchObject({ sent_at: null });
    expect(await mail.mails()).toMatchObject([{ state: 'sending', created_by_name: 'Ann Owner' }]);
  });

  test.each([
    ['nothing', ''],
    ['no address', 'hill'],
    ['two addresses and a comma', 'a@b.test,c@d.test'],
    ['two addresses and a semicolon', 'a@b.test; c@d.test'],
    ['two addresses and a blank', 'a@b.test c@d.test'],
    ['a name before the address', 'Hill <a@b.test>'],
    ['a second line', 'a@b.test\r\nBcc: c@d.test'],
    ['an encoded second line', 'a@b.test%0d%0aBcc:c@d.test'],
    ["Unicode's own line end", 'a@b.test\u2028Bcc: c@d.test'],
    ['a long address', `${'a'.repeat(250)}@b.test`],
    ['two hundred addresses', Array.from({ length: 200 }, (_, at) => `a${at}@b.test`).join(',')],
  ])('a recipient field with %s is refused (A66)', async (_, to) => {
    const { number } = await mail.issueWithFile();
    expect(await mail.begin(number, { to })).toMatchObject(refusal('23514', 'Enter one e-mail address.'));
    expect(await mail.mails()).toEqual([]);
  });

  test('an employee, a stranger and a lapsed account can’t send (A22)', async () => {
    const { number } = await mail.issueWithFile();
    const holderOnly = refusal('42501', 'Only the main account holder can do this.');
    expect(await mail.begin(number, { by: driver })).toMatchObject(holderOnly);
    expect(await mail.begin(number, { by: { id: crypto.randomUUID() } })).toMatchObject(holderOnly);
    const other = await backend.user();
    expect(await mail.begin(number, { by: other })).toMatchObject(refusal('23514', 'This invoice is not there.'));
    await backend.lapse(owner);
    expect(await mail.begin(number)).toMatchObject(
      refusal('42501', 'Your account can read but not write at the moment.'),
    );
    expect(await backend.sql('select * from public.invoice_mails where user_id = $1', [other.id])).toEqual([]);
    expect(await mail.mails()).toEqual([]);
  });

  test('a cancelled invoice, one without a file, and one of an unconfirmed holder can’t be sent', async () => {
    const cancelled = await mail.issueWithFile();
    await account.withdraw(cancelled.id);
    expect(await mail.begin(cancelled.number)).toMatchObject(
      refusal('23514', `Invoice ${cancelled.number} is cancelled.`),
    );
    const { data: withoutFile } = await account.issue(await account.addWorks([5]));
    expect((await mail.begin(withoutFile?.invoice_number ?? '')).error?.message).toBe(
      'The PDF of this invoice is not stored yet. Open the invoice and send it again.',
    );
    const { number } = await mail.issueWithFile();
    await backend.sql('update auth.users set email_confirmed_at = null where id = $1', [owner.id]);
    expect((await mail.begin(number)).error?.message).toBe(
      'Confirm your e-mail address first: follow the link in our mail. Answers of your customers go there.',
    );
    expect(await mail.mails()).toEqual([]);
  });
});

describe('the same request', () => {
  test('returns the same mail; with another invoice, address or message it is refused', async () => {
    const [one, two] = [await mail.issueWithFile(), await mail.issueWithFile()];
    const requestId = crypto.randomUUID();
    const first = mailId(await mail.begin(one.number, { requestId }));
    expect(mailId(await mail.begin(one.number, { requestId }))).toBe(first);
    const otherUse = refusal('23514', 'This request was used for something else. Try again.');
    expect(await mail.begin(two.number, { requestId })).toMatchObject(otherUse);
    expect(await mail.begin(one.number, { requestId, to: 'x@y.test' })).toMatchObject(otherUse);
    expect(await mail.begin(one.number, { requestId, message: 'More' })).toMatchObject(otherUse);
    expect(await mail.mails()).toHaveLength(1);
    await mail.accept(first);
    expect((await mail.begin(one.number, { requestId })).data).toMatchObject({ id: first, state: 'accepted' });
  });

  test('while a mail’s acceptance is unknown, sending the same message to the same address returns that mail', async () => {
    const { number } = await mail.issueWithFile();
    const first = mailId(await mail.begin(number));
    await mail.fail(first, false);
    expect(await mail.mails()).toMatchObject([{ state: 'sending', problem: 'No.' }]);
    expect(mailId(await mail.begin(number))).toBe(first);
    expect(mailId(await mail.begin(number, { message: 'Other words' }))).not.toBe(first);
    await mail.accept(first);
    expect(mailId(await mail.begin(number))).not.toBe(first);
  });
});

describe('when the service has responded', () => {
  test('that it accepted the mail, the invoice and its works are marked sent, and the log says by whom', async () => {
    const { id, number } = await mail.issueWithFile();
    const startedId = mailId(await mail.begin(number));
    expect((await mail.accept(startedId)).error).toBeNull();
    const invoice = await mail.invoice(id);
    expect(invoice?.['sent_at']).not.toBeNull();
    expect(await mail.works(id)).toEqual([{ invoice_sent_at: invoice?.['sent_at'] }]);
    const [log] = await backend.sql(
      `select actor_name from public.audit_log where table_name = 'invoices' and row_id = $1 and changed ? 'sent_at'`,
      [id],
    );
    expect(log).toEqual({ actor_name: 'Ann Owner' });
    // A second acceptance, with another id of the mail service, changes nothing.
    await mail.accept(startedId, 're-other');
    expect(await mail.mails()).toMatchObject([{ state: 'accepted', provider_id: `re-${startedId}` }]);
  });

  test('that it refused the mail, the invoice is not marked sent, and the row says why', async () => {
    const { id, number } = await mail.issueWithFile();
    await mail.fail(mailId(await mail.begin(number)));
    expect(await mail.invoice(id)).toMatchObject({ sent_at: null });
    expect(await mail.works(id)).toEqual([{ invoice_sent_at: null }]);
    expect(await mail.mails()).toMatchObject([{ state: 'failed', problem: 'No.' }]);
  });

  test('an earlier sent date is kept, and a credited invoice keeps its marks', async () => {
    const [sent, paid] = [await mail.issueWithFile(), await mail.issueWithFile()];
    await account.mark([sent.id], 'sent');
    const before = await mail.invoice(sent.id);
    await mail.accept(mailId(await mail.begin(sent.number)));
    expect((await mail.invoice(sent.id))?.['sent_at']).toEqual(before?.['sent_at']);
    await account.mark([paid.id], 'paid');
    const { data: note } = await account.credit(paid.id);
    await mail.accept(mailId(await mail.begin(paid.number)));
    expect(await mail.invoice(paid.id)).toMatchObject({ sent_at: null });
    await mail.storeFile(note?.id ?? '');
    await mail.accept(mailId(await mail.begin(note?.invoice_number ?? '')));
    expect((await mail.invoice(note?.id ?? ''))?.['sent_at']).not.toBeNull();
  });

  test('an invoice can’t be withdrawn while its mail is being sent', async () => {
    const { id, number } = await mail.issueWithFile();
    const startedId = mailId(await mail.begin(number));
    expect((await account.withdraw(id)).error?.message).toBe(
      `Invoice ${number} is being sent by e-mail this moment. Look again in ten minutes.`,
    );
    await mail.fail(startedId);
    expect((await account.withdraw(id)).error).toBeNull();
    // A late acceptance marks nothing.
    await mail.accept(startedId);
    expect(await mail.invoice(id)).toMatchObject({ sent_at: null });
  });
});

describe('events of a mail', () => {
  const startMail = async () => {
    const { number } = await mail.issueWithFile();
    const startedId = mailId(await mail.begin(number));
    return { startedId, provider: `re-${startedId}` };
  };
  const state = async () => (await mail.mails())[0]?.state;

  test.each([
    [['delayed', 'delivered'], 'delivered'],
    [['delivered', 'bounced'], 'bounced'],
    [['delivered', 'complained'], 'complained'],
    [['delayed', 'bounced'], 'bounced'],
  ])('%j ends as %s in any order, each delivered twice', async (states, finalState) => {
    for (const order of [states, states.toReversed()]) {
      await backend.sql('delete from public.invoice_mails where user_id = $1', [owner.id]);
      const { startedId, provider } = await startMail();
      await mail.accept(startedId);
      const events = order.map((word) => [word, crypto.randomUUID()] as const);
      for (const [word, event] of [...events, ...events]) await mail.recordEvent(provider, word, event);
      expect(await state()).toBe(finalState);
    }
  });

  test('may arrive before the response that names the mail', async () => {
    const { startedId, provider } = await startMail();
    expect((await mail.recordEvent(provider, 'bounced')).data).toBe(true);
    expect(await state()).toBe('sending');
    await mail.accept(startedId);
    expect(await state()).toBe('bounced');
  });

  test('an event with a repeated id has no effect, and one for an unknown mail changes nothing (A61)', async () => {
    const { startedId, provider } = await startMail();
    await mail.accept(startedId);
    expect((await mail.recordEvent(provider, 'delivered', 'msg_1')).data).toBe(true);
    expect((await mail.recordEvent(provider, 'complained', 'msg_1')).data).toBe(false);
    expect(await state()).toBe('delivered');
    expect((await mail.recordEvent('re-of-nobody', 'bounced')).data).toBe(true);
    expect(await state()).toBe('delivered');
    for (const word of ['sending', 'accepted', 'nonsense'])
      expect((await mail.recordEvent(provider, word)).error).toMatchObject({ code: '23514' });
  });

  test('a late event does not improve the state after earlier ones were deleted', async () => {
    const { startedId, provider } = await startMail();
    await mail.accept(startedId);
    await mail.recordEvent(provider, 'bounced');
    await backend.sql(`update private.mail_events set received_at = now() - interval '31 days'`);
    await mail.recordEvent('re-of-nobody', 'delivered');
    expect(await backend.sql('select state from private.mail_events')).toEqual([{ state: 'delivered' }]);
    await mail.recordEvent(provider, 'delivered');
    expect(await state()).toBe('bounced');
  });

  test('are shown in the register while the invoice is open', async () => {
    const { id, number } = await mail.issueWithFile();
    const startedId = mailId(await mail.begin(number));
    await mail.accept(startedId);
    const trouble = async () =>
      (await owner.from('invoice_register').select('mail_trouble').eq('id', id).single()).data?.mail_trouble;
    expect(await trouble()).toBeNull();
    await mail.recordEvent(`re-${startedId}`, 'bounced');
    expect(await trouble()).toBe('bounced');
    await account.mark([id], 'paid');
    expect(await trouble()).toBeNull();
    await account.mark([id], 'clear');
    // The invoice is sent again to the right address: only the last mail counts.
    await mail.accept(mailId(await mail.begin(number, { to: 'right@farm.test' })));
    expect(await trouble()).toBeNull();
  });
});
