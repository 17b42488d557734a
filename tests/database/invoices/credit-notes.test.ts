// Credit notes: who may create one, for what, its number and content, and that its works can be billed again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const FUEL = { id: '11111111-1111-4111-8111-111111111111', description: 'Fuel surcharge', amount: 25 };

/** Issues INV-0001 for three jobs and a surcharge, 1,548.80 in total, and sets these marks. */
async function issueMarked(...marks: ('sent' | 'paid')[]) {
  const works = await account.addWorks([330, 400.75, 534.92]);
  const { data } = await account.issue(works, { items: [FUEL] });
  if (!data) throw new Error('no invoice');
  for (const mark of marks) await account.mark([data.id], mark);
  return { ...data, works };
}
const stored = async (number: string) => {
  const { data } = await owner.from('invoices').select('*').eq('invoice_number', number).single();
  if (!data) throw new Error(`no ${number}`);
  return data;
};
const counters = () =>
  backend.sql(`select series, next from private.counters where user_id = $1 order by series`, [owner.id]);

describe('a credit note', () => {
  test('is the invoice with its signs reversed, under a number of its own series', async () => {
    const { id } = await issueMarked('sent');
    const { data: note, error } = await account.credit(id, '  Wrong rate for the hedges ');
    expect(error).toBeNull();
    const invoice = await stored('INV-0001');
    expect(note).toMatchObject({
      invoice_number: 'CN-0001',
      series: 'credit_note',
      sequence_no: 1,
      kind: 'credit_note',
      credits_invoice_id: id,
      reason: 'Wrong rate for the hedges',
      customer_id: invoice.customer_id,
      customer_snapshot: invoice.customer_snapshot,
      supplier_snapshot: invoice.supplier_snapshot,
      currency: 'GBP',
      issue_date: account.today,
      due_date: account.today,
      subtotal: -1290.67,
      vat_rate: 20,
      vat_amount: -258.13,
      total: -1548.8,
      additional_items: [{ ...FUEL, amount: -25 }],
      sent_at: null,
      paid_at: null,
    });
    // The lines are stored as a list of objects.
    const [billed, credited] = [invoice.lines, note?.lines] as { quantity: number; net: number }[][];
    expect(credited).toEqual(billed?.map((line) => ({ ...line, quantity: -line.quantity, net: -line.net })));
    expect(credited).toHaveLength(3);
    expect(await counters()).toEqual([
      { series: 'credit_note', next: 2 },
      { series: 'invoice', next: 2 },
    ]);
  });

  test('and an unpaid invoice are offset against each other: nothing is owed', async () => {
    const { id } = await issueMarked('sent');
    const { data: note } = await account.credit(id);
    expect(note?.credited_at).toBe(note?.generated_at);
    expect((await stored('INV-0001')).credited_at).toBe(note?.generated_at);
    const { data: home } = await owner.rpc('home_summary', { p_today: '2200-01-01' });
    expect(home).toMatchObject([{ outstanding: 0, overdue: 0, overdue_invoices: 0, unbilled_value: 1265.67 }]);
    const { data: customer } = await owner.rpc('customer_summary', { p_customer_id: account.hillFarm });
    expect(customer).toMatchObject([{ outstanding: 0, unbilled: 1265.67 }]);
  });

  test('of a paid invoice has to be refunded: the payment stays, and only the invoice is offset', async () => {
    const { id } = await issueMarked('sent', 'paid');
    const before = await stored('INV-0001');
    const { data: note } = await account.credit(id);
    expect(note?.credited_at).toBeNull();
    const after = await stored('INV-0001');
    expect(after.credited_at).not.toBeNull();
    expect([after.sent_at, after.paid_at]).toEqual([before.sent_at, before.paid_at]);
  });

  test('of an invoice that was paid but never sent is allowed too', async () => {
    const { id } = await issueMarked('paid');
    expect((await account.credit(id)).error).toBeNull();
  });

  test('frees the works: they can be changed and invoiced again, and the invoice stays as it was', async () => {
    const { id, works, lines } = await issueMarked('sent');
    await account.credit(id);
    const { data: freed } = await owner.from('works').select('*').in('id', works);
    for (const work of freed ?? []) {
      expect(work).toMatchObject({
        progress: 'ready',
        invoice_id: null,
        invoice_number: null,
        invoice_generated_at: null,
        invoice_sent_at: null,
        invoice_paid_at: null,
        invoice_due_on: null,
        additional_items: [],
      });
    }
    expect(freed).toHaveLength(3);
    const changed = await owner
      .from('works')
      .update({ rate: 300 })
      .eq('id', works[0] ?? '')
      .select('total_value');
    expect(changed.data).toEqual([{ total_value: 300 }]);
    const secondInvoice = await account.issue(works);
    expect(secondInvoice.data).toMatchObject({ invoice_number: 'INV-0002', subtotal: 1235.67 });
    expect((await stored('INV-0001')).lines).toEqual(lines);
    await account.mark([secondInvoice.data?.id ?? ''], 'sent');
    expect((await account.credit(secondInvoice.data?.id ?? '')).data?.invoice_number).toBe('CN-0002');
  });

  test('a repeated request after a lost response returns the first one', async () => {
    const { id } = await issueMarked('sent');
    const requestId = crypto.randomUUID();
    const first = await account.credit(id, 'Wrong rate', { requestId });
    const second = await account.credit(id, 'Wrong rate', { requestId });
    expect(second.error).toBeNull();
    expect(second.data).toEqual(first.data);
    expect((await counters())[0]).toEqual({ series: 'credit_note', next: 2 });
  });

  test('in euros without VAT has neither VAT nor pounds', async () => {
    await account.saveSettings({ vat_registered: false, vat_number: null, currency: 'EUR' });
    const { id } = await issueMarked('sent');
    expect((await account.credit(id)).data).toMatchObject({
      currency: 'EUR',
      vat_rate: null,
      vat_amount: 0,
      total: -1290.67,
    });
  });

  test('has the padding of the account’s invoices, and a prefix that no invoice may have', async () => {
    await account.saveSettings({ number_padding: 6, invoice_prefix: 'HC' });
    const { id } = await issueMarked('sent');
    expect((await account.credit(id)).data?.invoice_number).toBe('CN-000001');
    for (const prefix of ['CN-', 'cn-0'])
      expect((await account.saveSettings({ invoice_prefix: prefix })).error?.message).toBe(
        'CN- begins the numbers of credit notes. Choose another prefix.',
      );
  });

  test('adds nothing to the register’s list of unused numbers', async () => {
    await account.credit((await issueMarked('sent')).id);
    await account.credit((await issueMarked('sent')).id);
    expect((await owner.rpc('unused_numbers')).data).toEqual([]);
  });
});

describe('a credit note is refused, and takes no number,', () => {
  const expectRefused = async (query: ReturnType<InvoicingAccount['credit']>, message: string) => {
    const { data, error } = await query;
    expect(data).toBeNull();
    expect(error?.message).toBe(message);
    expect(await counters()).toMatchObject([{ series: 'invoice' }]);
    const [row] = await backend.sql(
      `select count(*)::int as notes from public.invoices where user_id = $1 and (kind = 'credit_note' or credited_at is not null)`,
      [owner.id],
    );
    expect(row).toEqual({ notes: 0 });
  };

  test('to an employee, a stranger, and an account that has lapsed', async () => {
    const { id } = await issueMarked('sent');
    const crew = await backend.employeeOf(owner);
    await expectRefused(account.credit(id, 'x', { by: crew }), 'Only the main account holder can do this.');
    await expectRefused(account.credit(id, 'x', { by: await backend.user() }), 'This invoice is not there.');
    await backend.lapse(owner);
    await expectRefused(account.credit(id), 'Your account can read but not write at the moment.');
  });

  test('for an invoice that was not sent, was withdrawn, or does not exist', async () => {
    const { id } = await issueMarked();
    await expectRefused(account.credit(id), 'Invoice INV-0001 has not been sent. Withdraw it instead.');
    await account.withdraw(id);
    await expectRefused(account.credit(id), 'Invoice INV-0001 is cancelled.');
    await expectRefused(account.credit(crypto.randomUUID()), 'This invoice is not there.');
  });

  test('without a reason, or with a long one', async () => {
    const { id } = await issueMarked('sent');
    await expectRefused(account.credit(id, ''), 'Say why the invoice is credited.');
    await expectRefused(account.credit(id, ' \n '), 'Say why the invoice is credited.');
    await expectRefused(account.credit(id, 'x'.repeat(301)), 'The reason is too long (300 characters at most).');
    expect((await account.credit(id, 'x'.repeat(300))).error).toBeNull();
  });

  test('under a request id that was used for something else', async () => {
    const requestId = crypto.randomUUID();
    const { data } = await account.issue(await account.addWorks([1]), { requestId });
    await account.mark([data?.id ?? ''], 'sent');
    await expectRefused(
      account.credit(data?.id ?? '', 'x', { requestId }),
      'This request was used for something else. Try again.',
    );
  });
});
