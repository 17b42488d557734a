// The customer's own order number on an invoice: required for some customers, and frozen with the rest.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const requireOrderNumber = (required = true) =>
  owner.from('customers').update({ po_required: required }).eq('id', account.hillFarm);
const issue = async (order?: string) =>
  account.issue(await account.addWorks([10]), order === undefined ? {} : { order });

test('an invoice without an order number is refused if the customer requires one, and uses no invoice number', async () => {
  await requireOrderNumber();
  const message = 'Hill Farm needs an order number on each invoice. Enter it.';
  for (const order of [undefined, '', ' \t\n '])
    expect(await issue(order)).toMatchObject({ data: null, error: { code: '23514', message } });
  expect(await account.nextNumber()).toBe(1);
  expect((await issue(' PO 4711 ')).data).toMatchObject({ order_number: 'PO 4711' });
});

test('an invoice of any other customer may have an order number or none', async () => {
  expect((await issue()).data).toMatchObject({ order_number: null });
  expect((await issue('   ')).data).toMatchObject({ order_number: null });
  expect((await issue('A\n\u0007B')).data).toMatchObject({ order_number: 'A B' });
});

test('an order number of more than 40 characters is refused with a message', async () => {
  expect(await issue('9'.repeat(41))).toMatchObject({
    data: null,
    error: { code: '23514', message: 'The order number is too long (40 characters at most).' },
  });
  expect((await issue('é'.repeat(40))).error).toBeNull();
});

test('an order number is frozen: a change of the customer changes no earlier invoice', async () => {
  const before = (await issue()).data;
  await requireOrderNumber();
  const after = (await issue('PO-1')).data;
  await requireOrderNumber(false);
  await owner.from('customers').update({ name: 'Hill House' }).eq('id', account.hillFarm);
  const rows = await owner.from('invoices').select('*').order('sequence_no');
  expect(rows.data).toEqual([before, after]);
  expect(before?.order_number).toBeNull();
  expect(
    (
      await owner
        .from('invoices')
        .update({ order_number: 'PO-2' })
        .eq('id', after?.id ?? '')
    ).error,
  ).not.toBeNull();
});

test('a credit note has the order number too, and the register finds both documents by it', async () => {
  const { data: invoice } = await issue('PO-4711');
  await account.mark([invoice?.id ?? ''], 'sent');
  const { data: note } = await account.credit(invoice?.id ?? '');
  expect(note?.order_number).toBe('PO-4711');
  await issue();
  const { data: found } = await owner
    .from('invoice_register')
    .select('invoice_number, order_number')
    .like('search', '%po-4711%')
    .order('kind');
  expect(found).toEqual([
    { invoice_number: note?.invoice_number, order_number: 'PO-4711' },
    { invoice_number: invoice?.invoice_number, order_number: 'PO-4711' },
  ]);
});
