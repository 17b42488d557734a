// Issuing an invoice: who may issue one, what prevents it, its number, and what it freezes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, SENDER, type InvoicingAccount } from '@tests/support/account-data/invoicing';

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

describe('an issued invoice', () => {
  test('takes the next number, freezes both parties and its lines, and stamps its works', async () => {
    const ids = await account.addWorks([330, 400.75, 534.92]);
    const items = [{ id: crypto.randomUUID(), description: ' Fuel surcharge ', amount: 25 }];
    const { data, error } = await account.issue(ids, { items, expected: 1548.8 });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      invoice_number: 'INV-0001',
      subtotal: 1290.67,
      vat_rate: 20,
      vat_amount: 258.13,
      total: 1548.8,
      issue_date: account.today,
      due_date: addDays(account.today, 30),
      supplier_snapshot: { business_name: SENDER.business_name, vat_number: SENDER.vat_number },
      customer_snapshot: { name: 'Hill Farm', address_line1: '1 Lane' },
      additional_items: [{ description: 'Fuel surcharge', amount: 25 }],
    });
    expect(data?.lines).toHaveLength(3);
    const { data: works } = await owner.from('works').select('*').in('id', ids);
    for (const work of works ?? []) {
      expect(work).toMatchObject({
        invoice_id: data?.id,
        invoice_number: 'INV-0001',
        invoice_generated_at: data?.generated_at,
        invoice_due_on: data?.due_date,
        invoice_sent_at: null,
        invoice_paid_at: null,
        additional_items: data?.additional_items,
        progress: 'invoiced',
      });
    }
    expect(works).toHaveLength(3);
  });

  test('does not contain notes and hazards of the customer, nor the sender’s mail text and next number', async () => {
    await account.saveSettings({ email_body: 'secret', next_number: 7 });
    await owner.from('customers').update({ notes: 'slow payer', hazards: 'dog' }).eq('id', account.hillFarm);
    const { data } = await account.issue(await account.addWorks([1]));
    expect(data?.invoice_number).toBe('INV-0007');
    expect(JSON.stringify([data?.customer_snapshot, data?.supplier_snapshot])).not.toMatch(
      /secret|slow|dog|next_number/,
    );
  });

  test('stays as it was when the customer, the settings and the price list change (A23)', async () => {
    const { data: before } = await account.issue(await account.addWorks([100]));
    await owner.from('customers').update({ name: 'Hill Top', address_line1: 'Elsewhere' }).eq('id', account.hillFarm);
    await account.saveSettings({ business_name: 'New name', vat_rate: 5, currency: 'EUR', group_lines_by: 'task' });
    const { data: after } = await owner.from('invoices').select('*').eq('invoice_number', 'INV-0001').single();
    expect(after).toEqual(before);
    const { data: work } = await owner.from('works').select('customer').eq('invoice_number', 'INV-0001').single();
    expect(work?.customer).toBe('Hill Farm');
  });

  test('a name in another case is the same customer (case 39)', async () => {
    const ids = [...(await account.addWorks([1])), ...(await account.addWorks([2], { to: 'hill farm ' }))];
    expect((await account.issue(ids)).data?.subtotal).toBe(3);
  });

  test.each([
    [50, 50],
    [10, 0],
    [14, 0],
    [15, 15],
  ])('of work done %d days ago has its tax point %d days ago (case 48)', async (done, point) => {
    const { data } = await account.issue(await account.addWorks([1], { on: addDays(account.today, -done) }));
    expect(data?.tax_point).toBe(addDays(account.today, -point));
  });

  test('is due by the customer’s own terms, if there are any (case 52)', async () => {
    await owner.from('customers').update({ payment_terms_days: 14 }).eq('id', account.hillFarm);
    const { data } = await account.issue(await account.addWorks([1]));
    expect(data?.due_date).toBe(addDays(account.today, 14));
  });

  test.each([0, 4, 5, 13.5, 20])('uses the account’s own rate, %d %% (M3)', async (rate) => {
    await account.saveSettings({ vat_rate: rate });
    const { data } = await account.issue(await account.addWorks([100]));
    expect(data).toMatchObject({ vat_rate: rate, vat_amount: rate, total: 100 + rate });
  });

  test('is dated by the farm’s day, whatever the server’s time zone (M8)', async () => {
    const ids = await account.addWorks([1]);
    const days = await backend.transaction(async (sql) => {
      const rows: unknown[] = [];
      // The zones are 25 hours apart, so their dates always differ.
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        await sql.query(`select set_config('timezone', $1, true)`, [zone]);
        const [row] = await sql.query(
          `select private.today($1) = (now() at time zone 'Europe/London')::date as farm, current_date::text as here`,
          [owner.id],
        );
        rows.push(row);
      }
      return rows as { farm: boolean; here: string }[];
    });
    expect(days.map(({ farm: isFarmDay }) => isFarmDay)).toEqual([true, true]);
    expect(days[0]?.here).not.toBe(days[1]?.here);
    expect((await account.issue(ids)).data?.issue_date).toBe(account.today);
  });

  test('without VAT registration has no rate and no VAT (case 49)', async () => {
    await account.saveSettings({ vat_registered: false, vat_number: null });
    const { data } = await account.issue(await account.addWorks([100]));
    expect(data).toMatchObject({ vat_rate: null, vat_amount: 0, total: 100 });
  });

  test('with a total of zero is allowed (case 53)', async () => {
    expect((await account.issue(await account.addWorks([0, 0]))).data?.total).toBe(0);
  });

  test('contains names exactly as typed', async () => {
    const name = "Tŷ Gwyn & Siân Ní Dhálaigh's <b>Łódź</b> 👩‍🌾";
    const to = await account.addCustomer(name);
    const { data } = await account.issue(await account.addWorks([1], { to: name }), { to });
    expect(data?.customer_snapshot).toMatchObject({ name });
  });
});

describe('an invoice is refused, and takes no number,', () => {
  const expectRefused = async (query: ReturnType<InvoicingAccount['issue']>, message: string | RegExp) => {
    const { data, error } = await query;
    expect(data).toBeNull();
    expect(error?.message).toMatch(message);
    expect(await account.nextNumber()).toBe(1);
  };

  test('to an employee, a stranger, and an account that has lapsed', async () => {
    const ids = await account.addWorks([1]);
    const crew = await backend.employeeOf(owner);
    const stranger = await backend.user();
    await setUpInvoicing(backend, stranger);
    await expectRefused(account.issue(ids, { by: crew }), 'Only the main account holder can do this.');
    await expectRefused(
      account.issue(ids, { by: stranger }),
      'Choose the customer again: this one is no longer there.',
    );
    await backend.lapse(owner);
    await expectRefused(account.issue(ids), 'Your account can read but not write at the moment.');
  });

  test('without a business name, an address or a VAT number', async () => {
    const ids = await account.addWorks([1]);
    const missing = 'Add your business name and address in Invoice Settings first.';
    await account.saveSettings({ business_name: ' ' });
    await expectRefused(account.issue(ids), missing);
    await account.saveSettings({ business_name: 'B', address_line1: null });
    await expectRefused(account.issue(ids), missing);
    await account.saveSettings({ address_line1: '1 Yard', vat_number: '' });
    await expectRefused(account.issue(ids), 'Add your VAT number, or switch off VAT registered.');
  });

  test('to a customer without an address, while VAT registered (case 50)', async () => {
    const to = await account.addCustomer('Glen', null);
    const ids = await account.addWorks([1], { to: 'Glen' });
    await expectRefused(account.issue(ids, { to }), 'Glen has no address. A VAT invoice needs one.');
    await account.saveSettings({ vat_registered: false });
    expect((await account.issue(ids, { to })).error).toBeNull();
  });

  test('for no work, two customers, or work that is not ready or does not exist', async () => {
    const [ready = '', unpriced = ''] = await account.addWorks([1, null]);
    await account.addCustomer('Glen');
    const [other = ''] = await account.addWorks([1], { to: 'Glen' });
    await expectRefused(account.issue([]), 'Nothing to invoice.');
    await expectRefused(account.issue([ready, other]), 'Choose works for one customer only.');
    await expectRefused(account.issue([ready, unpriced]), 'Some of this work still needs a rate or a quantity.');
    await expectRefused(account.issue([ready, crypto.randomUUID()]), 'Some of this work is no longer there.');
    // A value alone is not enough: an invoice shows the unit price.
    await owner.from('works').update({ total_value: 50 }).eq('id', unpriced);
    await expectRefused(account.issue([unpriced]), 'Some of this work still needs a rate or a quantity.');
  });

  test('with a negative total, or one that differs from the preview’s (case 51)', async () => {
    const ids = await account.addWorks([40]);
    const discount = { id: crypto.randomUUID(), description: 'Discount', amount: -50 };
    await expectRefused(account.issue(ids, { items: [discount] }), "An invoice can't be negative. Use a credit note.");
    await expectRefused(
      account.issue(ids, { expected: 47.99 }),
      'The work changed while you were looking. Check the preview again.',
    );
    expect((await account.issue(ids, { expected: 48 })).error).toBeNull();
  });

  test('with an item without a description', async () => {
    const item = { id: crypto.randomUUID(), description: ' ', amount: 5 };
    await expectRefused(
      account.issue(await account.addWorks([1]), { items: [item] }),
      'Give each additional item a description.',
    );
  });
});

describe('numbers', () => {
  test('an item with a repeated id counts once (case 38)', async () => {
    const id = crypto.randomUUID();
    const items = [
      { id, description: 'Fuel', amount: 25 },
      { id: id.toUpperCase(), description: 'Fuel again', amount: 30 },
      { id: crypto.randomUUID(), description: 'Fuel', amount: 25 },
    ];
    const { data } = await account.issue(await account.addWorks([100]), { items });
    expect(data?.subtotal).toBe(150);
    expect(data?.additional_items).toHaveLength(2);
  });

  test('two tabs get two numbers; work on both is refused to the second, which uses no number (case 40)', async () => {
    const [a = '', b = '', c = ''] = await account.addWorks([1, 2, 3]);
    const both = await Promise.all([account.issue([a]), account.issue([b])]);
    expect(both.map(({ data }) => data?.invoice_number).sort()).toEqual(['INV-0001', 'INV-0002']);
    const { error } = await account.issue([a, c]);
    expect(error?.message).toMatch(/^Some of this work is already on invoice INV-000[12]\.$/);
    expect((await account.issue([c])).data?.invoice_number).toBe('INV-0003');
  });

  test('a request repeated after a lost response returns the first invoice (case 41)', async () => {
    const ids = await account.addWorks([1]);
    const requestId = crypto.randomUUID();
    const first = await account.issue(ids, { requestId });
    const second = await account.issue(ids, { requestId });
    expect(second.data).toEqual(first.data);
    expect(await account.nextNumber()).toBe(2);
    const stranger = await backend.user();
    const other = await setUpInvoicing(backend, stranger);
    // The same id in another account is a separate request.
    expect((await other.issue(await other.addWorks([5]), { requestId })).data?.subtotal).toBe(5);
  });

  test('a request id used for something else is refused, and nothing changes', async () => {
    const requestId = crypto.randomUUID();
    const issued = await account.issue(await account.addWorks([1]), { requestId });
    const { error } = await account.withdraw(issued.data?.id ?? '', owner, requestId);
    expect(error?.message).toBe('This request was used for something else. Try again.');
    const [row] = await backend.sql<{ voided: boolean }>(
      `select voided_at is not null as voided from invoices where id = $1`,
      [issued.data?.id],
    );
    expect(row).toEqual({ voided: false });
  });

  test('the next number can be raised, leaving a gap, but never set back to a used one (case 44)', async () => {
    await account.saveSettings({ next_number: 42 });
    await account.issue(await account.addWorks([1]));
    const { error } = await account.saveSettings({ next_number: 5 });
    expect(error).toMatchObject({
      message: 'INV-0042 is already used. The next number must be 43 or more.',
      details: 'next_number',
    });
    expect(
      (await account.saveSettings({ next_number: 1000, invoice_prefix: 'HC', number_padding: 0 })).error,
    ).toBeNull();
    expect((await account.issue(await account.addWorks([1]))).data?.invoice_number).toBe('HC1000');
    expect((await account.saveSettings({ footer_text: 'Thank you' })).error).toBeNull();
    expect(await account.nextNumber()).toBe(1001);
  });
});
