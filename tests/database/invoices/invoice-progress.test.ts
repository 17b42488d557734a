// The states of an invoice: sent, paid, cleared, withdrawn. Its works always have the same state.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  account = await setUpInvoicing(backend, owner);
});
afterAll(() => backend.close());

const issueInvoice = async (values = [100, 50]) => {
  const { data } = await account.issue(await account.addWorks(values));
  if (!data) throw new Error('no invoice');
  return data;
};
const stored = async (id: string) => {
  const { data } = await owner.from('invoices').select('*').eq('id', id).single();
  if (!data) throw new Error('no invoice');
  return data;
};

afterEach(async () => {
  const rows = await backend.sql(
    `select w.id from public.works w left join public.invoices i on i.user_id = w.user_id and i.id = w.invoice_id
     where (w.invoice_id is null) <> (w.invoice_number is null)
        or (i.id is not null and (w.invoice_number, w.invoice_generated_at, w.invoice_due_on, w.additional_items)
             is distinct from (i.invoice_number, i.generated_at, i.due_date, i.additional_items))
        or (i.id is not null and (w.invoice_sent_at, w.invoice_paid_at, i.voided_at)
             is distinct from (i.sent_at, i.paid_at, null::timestamptz))`,
  );
  expect(rows).toEqual([]);
});

describe('marking', () => {
  test('an invoice that is marked sent and then paid sets its works to paid', async () => {
    const { id, invoice_number: number } = await issueInvoice();
    expect((await account.mark([id], 'sent')).error).toBeNull();
    expect((await account.mark([id], 'paid', account.today)).error).toBeNull();
    const invoice = await stored(id);
    expect(invoice.sent_at).not.toBeNull();
    expect(invoice.paid_at).not.toBeNull();
    const { data: works } = await owner.from('works').select('progress').eq('invoice_number', number);
    expect(works).toEqual([{ progress: 'paid' }, { progress: 'paid' }]);
  });

  test('paid before sent is allowed; clearing removes the payment first, then the sending (case 47)', async () => {
    const { id } = await issueInvoice();
    await account.mark([id], 'paid');
    expect(await stored(id)).toMatchObject({ sent_at: null });
    await account.mark([id], 'clear');
    expect(await stored(id)).toMatchObject({ sent_at: null, paid_at: null });
    await account.mark([id], 'sent');
    await account.mark([id], 'paid');
    await account.mark([id], 'clear');
    const sent = await stored(id);
    expect(sent.paid_at).toBeNull();
    expect(sent.sent_at).not.toBeNull();
    await account.mark([id], 'clear');
    expect(await stored(id)).toMatchObject({ sent_at: null, paid_at: null });
  });

  test('is refused for a future day, and for a day before the invoice', async () => {
    const { id } = await issueInvoice();
    const tomorrow = addDays(account.today, 1);
    expect((await account.mark([id], 'paid', tomorrow)).error?.message).toBe('Payment date is in the future.');
    expect((await account.mark([id], 'sent', tomorrow)).error?.message).toBe('The sent date is in the future.');
    expect((await account.mark([id], 'paid', addDays(account.today, -1))).error?.message).toBe(
      'The date is before invoice INV-0001 was made.',
    );
    expect(await stored(id)).toMatchObject({ sent_at: null, paid_at: null });
  });

  test('marks all of several invoices or none', async () => {
    const one = await issueInvoice();
    const two = await issueInvoice();
    await account.withdraw(two.id);
    expect((await account.mark([one.id, two.id], 'paid')).error?.message).toBe('Invoice INV-0002 is cancelled.');
    expect((await account.mark([one.id, crypto.randomUUID()], 'paid')).error?.message).toMatch(/no longer there/);
    expect((await account.mark([], 'paid')).error?.message).toBe('Choose an invoice first.');
    expect((await stored(one.id)).paid_at).toBeNull();
    const three = await issueInvoice();
    expect((await account.mark([one.id, three.id], 'paid')).data).toHaveLength(2);
  });

  test('an employee, a stranger and a lapsed account can’t mark or withdraw', async () => {
    const { id } = await issueInvoice();
    const crew = await backend.employeeOf(owner);
    const stranger = await backend.user();
    for (const by of [crew, stranger]) {
      expect((await account.mark([id], 'paid', undefined, by)).error).not.toBeNull();
      expect((await account.withdraw(id, by)).error).not.toBeNull();
    }
    await backend.lapse(owner);
    expect((await account.mark([id], 'paid')).error?.message).toBe(
      'Your account can read but not write at the moment.',
    );
    expect((await account.withdraw(id)).error?.message).toBe('Your account can read but not write at the moment.');
    expect(await stored(id)).toMatchObject({ paid_at: null, voided_at: null });
  });
});

test('invoiced work can’t be changed or deleted; after sending, only by a credit note (case 46)', async () => {
  const { id, invoice_number: number } = await issueInvoice([100]);
  const attempts = async () => [
    (await owner.from('works').update({ notes: 'x' }).eq('invoice_number', number).select()).error?.message,
    (await owner.from('works').delete().eq('invoice_number', number).select()).error?.message,
  ];
  const onInvoice = 'This is on invoice INV-0001. Take it off the invoice first.';
  const sent = 'Invoice INV-0001 has been sent. Issue a credit note to change it.';
  expect(await attempts()).toEqual([onInvoice, onInvoice]);
  await account.mark([id], 'sent');
  expect(await attempts()).toEqual([sent, sent]);
  await account.credit(id);
  const { data } = await owner.from('works').update({ notes: 'changed' }).eq('task_name', 'Hedges').select('notes');
  expect(data).toEqual([{ notes: 'changed' }]);
});

describe('withdrawing', () => {
  test('keeps the number as cancelled, frees the work, and the next invoice takes the next one (case 43)', async () => {
    const first = await issueInvoice();
    expect((await account.withdraw(first.id)).error).toBeNull();
    const { data: works } = await owner.from('works').select('progress, invoice_number, additional_items');
    expect(works).toEqual([
      { progress: 'ready', invoice_number: null, additional_items: [] },
      { progress: 'ready', invoice_number: null, additional_items: [] },
    ]);
    const cancelled = await stored(first.id);
    expect(cancelled.voided_at).not.toBeNull();
    expect(cancelled.lines).toEqual(first.lines);
    const { data: ids } = await owner.from('works').select('id');
    expect((await account.issue((ids ?? []).map(({ id }) => id))).data?.invoice_number).toBe('INV-0002');
  });

  test('has no further effect the second time', async () => {
    const { id } = await issueInvoice();
    const first = await account.withdraw(id);
    expect((await account.withdraw(id)).data).toEqual(first.data);
  });

  test('is refused once it was sent or paid', async () => {
    const { id } = await issueInvoice();
    await account.mark([id], 'sent');
    expect((await account.withdraw(id)).error?.message).toBe(
      'Invoice INV-0001 has been sent. Issue a credit note to change it.',
    );
    await account.mark([id], 'clear');
    await account.mark([id], 'paid');
    expect((await account.withdraw(id)).error?.message).toBe(
      'Invoice INV-0001 has been paid. Issue a credit note to change it.',
    );
  });
});

test('clients can’t write the invoices table directly, not even the account holder', async () => {
  const { id } = await issueInvoice();
  const attempts = [
    await owner.from('invoices').update({ total: 1 }).eq('id', id).select(),
    await owner.from('invoices').delete().eq('id', id).select(),
    await owner.from('works').update({ invoice_number: null }).eq('invoice_number', 'INV-0001').select(),
  ];
  for (const { error, data } of attempts) expect(error !== null || data.length === 0).toBe(true);
  expect(await stored(id)).toMatchObject({ total: 180 });
});
