// supabase/invariants.sql, the nightly check of all invoices: no row for valid ones, a sentence for each fault.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { mailing } from '@tests/support/embedded/mailing';
import { loadDemo } from '../../supabase/local/demo/demo';

const INVARIANTS = readFileSync('supabase/invariants.sql', 'utf8');
class Rollback extends Error {}

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
  account = await setUpInvoicing(backend, owner);
  const item = { id: crypto.randomUUID(), description: 'Fuel', amount: 25 };
  const [first, second] = [
    await account.issue(await account.addWorks([330, 400.75, 534.92]), { items: [item] }),
    await account.issue(await account.addWorks([33.33, 33.33, 33.33])),
  ];
  await account.withdraw(second.data?.id ?? '');
  await account.mark([first.data?.id ?? ''], 'paid');
  const { data: freed } = await owner.from('works').select('id').is('invoice_number', null);
  await account.saveSettings({ vat_rate: 13.5, next_number: 10 });
  await account.issue((freed ?? []).map(({ id }) => id));
  await account.saveSettings({ vat_registered: false });
  await account.issue(await account.addWorks([0]));
  // The paid one is credited, refunded and billed again; one that was only sent is credited.
  await account.credit(first.data?.id ?? '');
  const { data: note } = await owner.from('invoices').select('id').eq('kind', 'credit_note').single();
  await account.mark([note?.id ?? ''], 'paid');
  const { data: freedAgain } = await owner.from('works').select('id').is('invoice_number', null);
  await account.issue((freedAgain ?? []).map(({ id }) => id));
  const sent = await account.issue(await account.addWorks([20, 30]));
  await account.mark([sent.data?.id ?? ''], 'sent');
  await account.credit(sent.data?.id ?? '', 'Wrong customer');
  await mailing(backend, owner, account).storeFile(sent.data?.id ?? '');
});
afterAll(() => backend.close());

/** The faults reported after a change, which is rolled back. */
async function faultsAfter(change: string): Promise<string[]> {
  let reported: string[] = [];
  const transaction = backend.transaction(async (sql) => {
    await sql.script(change);
    reported = (await sql.query(INVARIANTS)).map(({ fault, place }) => `${String(place)}: ${String(fault)}`);
    throw new Rollback();
  });
  await expect(transaction).rejects.toThrow(Rollback);
  return reported;
}

test('invoices paid, withdrawn, credited, billed again, after a raised number and without VAT have no fault (M11)', async () => {
  const { data } = await owner.from('invoices').select('invoice_number').order('series').order('sequence_no');
  expect(data?.map((row) => row.invoice_number)).toEqual([
    'CN-0001',
    'CN-0002',
    'INV-0001',
    'INV-0002',
    'INV-0010',
    'INV-0011',
    'INV-0012',
    'INV-0013',
  ]);
  expect(await backend.sql(INVARIANTS)).toEqual([]);
});

test('the demo farm has no fault (M11)', async () => {
  const other = await testBackend();
  await other.transaction((sql) => loadDemo(sql, { today: '2026-11-20' }));
  expect(await other.sql(INVARIANTS)).toEqual([]);
  await other.close();
});

describe('a fault is reported when (M11)', () => {
  const whereNumber = (n: string) => `where invoice_number = '${n}'`;
  test.each([
    [
      'a line changes',
      `update public.invoices set lines = jsonb_set(lines, '{0,net}', '331') ${whereNumber('INV-0002')}`,
      ['INV-0002: The lines do not make the subtotal.'],
    ],
    [
      'VAT is rounded differently',
      `update public.invoices set vat_amount = vat_amount - 0.01, total = total - 0.01 ${whereNumber('INV-0001')}`,
      ['INV-0001: The VAT is not that of the subtotal.', 'CN-0001: A credit note is not the negative of its invoice.'],
    ],
    [
      'net and VAT are not the total',
      `alter table public.invoices drop constraint invoices_check;
       update public.invoices set total = total + 1 ${whereNumber('INV-0001')}`,
      [
        'INV-0001: Subtotal and VAT do not make the total.',
        'CN-0001: A credit note is not the negative of its invoice.',
      ],
    ],
    [
      'a withdrawn invoice is no longer marked as withdrawn',
      `update public.invoices set voided_at = null ${whereNumber('INV-0002')}`,
      [
        'INV-0002, INV-0010: A job is billed twice.',
        'INV-0002: A billed job is not stamped with its invoice.',
        'INV-0002, INV-0010: A job is billed twice.',
        'INV-0002: A billed job is not stamped with its invoice.',
        'INV-0002, INV-0010: A job is billed twice.',
        'INV-0002: A billed job is not stamped with its invoice.',
      ],
    ],
    [
      'a billed value changes',
      `update public.works set total_value = 1 ${whereNumber('INV-0011')}`,
      ['INV-0011: A billed job is not stamped with its invoice.'],
    ],
    [
      'a job is stamped without a line',
      `update public.invoices set lines = '[]' ${whereNumber('INV-0011')}`,
      ['INV-0011: A stamped job is not on its invoice.'],
    ],
    [
      'a number goes missing',
      `update public.works set invoice_id = null, invoice_number = null, invoice_generated_at = null ${whereNumber('INV-0010')};
       delete from public.invoices ${whereNumber('INV-0010')}`,
      ['INV-0011: Numbers are missing before this one.'],
    ],
    [
      'a customer with work counts as merged',
      `insert into public.customers (user_id, name) select user_id, 'Stays' from public.customers where name = 'Hill Farm';
       update public.customers c set active = false, merged_into = s.id from public.customers s
       where c.name = 'Hill Farm' and s.user_id = c.user_id and s.name = 'Stays'`,
      ['Hill Farm: A merged customer still has work or an invoice.'],
    ],
    [
      'a customer is merged into one that was merged itself',
      `insert into public.customers (user_id, name)
       select user_id, unnest(array['A', 'B', 'C']) from public.customers where name = 'Hill Farm';
       update public.customers c set active = false, merged_into = t.id from public.customers t
       where t.user_id = c.user_id and (c.name, t.name) in (('A', 'B'), ('B', 'C'))`,
      ['A: A merged customer leads to one that is merged.'],
    ],
    [
      'an additional item is worth more on one job than on the others of its invoice (case 38)',
      `update public.works set additional_items = jsonb_build_array(jsonb_build_object('id', user_id, 'description', 'Fuel',
         'amount', case when id = (select min(id::text)::uuid from public.works ${whereNumber('INV-0010')}) then 25 else 26 end))
       ${whereNumber('INV-0010')}`,
      ['INV-0010: An additional item has different amounts on the jobs of one invoice.'],
    ],
    [
      'the counter is set back',
      `update private.counters set next = 11 where series = 'invoice'`,
      ['11: The next number was given already.'],
    ],
    [
      'the counter of the credit notes runs ahead',
      `update private.counters set next = 5 where series = 'credit_note'`,
      ['5: The next number leaves some out.'],
    ],
    [
      'the numbers of the credit notes do not start at one',
      `update public.invoices set sequence_no = 3, invoice_number = 'CN-0003' ${whereNumber('CN-0001')};
       update private.counters set next = 4 where series = 'credit_note'`,
      ['CN-0002: Numbers are missing before this one.'],
    ],
    [
      'a credit note is not the whole invoice',
      `update public.invoices set lines = jsonb_set(lines, '{0,quantity}', '-0.5') ${whereNumber('CN-0002')}`,
      ['CN-0002: A credit note is not the negative of its invoice.'],
    ],
    [
      'a credited invoice reads as open',
      `update public.invoices set credited_at = null ${whereNumber('INV-0013')}`,
      ['CN-0002: Invoice and credit note do not agree whether they are set against each other.'],
    ],
    [
      'a note of an unpaid invoice reads as a refund',
      `update public.invoices set credited_at = null ${whereNumber('CN-0002')}`,
      ['CN-0002: Invoice and credit note do not agree whether they are set against each other.'],
    ],
    [
      'a note of a paid invoice reads as set against it',
      `update public.invoices set paid_at = null, credited_at = now() ${whereNumber('CN-0001')}`,
      ['CN-0001: Invoice and credit note do not agree whether they are set against each other.'],
    ],
    [
      'the credited invoice was never sent',
      `update public.invoices set sent_at = null ${whereNumber('INV-0013')}`,
      ['CN-0002: A credit note corrects an invoice that was neither sent nor paid.'],
    ],
    [
      'an invoice is credited without a credit note',
      `update public.invoices set credited_at = now() ${whereNumber('INV-0011')}`,
      ['INV-0011: An invoice is credited without a note.'],
    ],
    [
      'the stored file of an invoice is another upload',
      `update storage.objects set version = 'second' where bucket_id = 'invoices'`,
      ['INV-0013: The file of an invoice is not the one that was issued.'],
    ],
    [
      'the stored file of a photo is another upload',
      `insert into storage.objects (bucket_id, name, version) values ('photos', 'a', 'second');
       alter table public.attachments drop constraint attachments_path_check, disable trigger user;
       insert into public.attachments (user_id, parent_id, storage_path, file_version, mime, bytes, created_by_name)
       select user_id, id, 'a', 'first', 'image/jpeg', 1, 'Ann' from public.customers limit 1`,
      ['a: The file of a photo is not the one that its row was made for.'],
    ],
    [
      'the stored file of a document is another upload',
      `alter table public.documents drop constraint documents_path_check, disable trigger user;
       insert into public.documents (user_id, parent_table, parent_id, name, storage_path, file_version, mime, bytes, created_by_name)
       select user_id, 'customers', id, 'A.pdf', 'a', 'first', 'application/pdf', 1, 'Ann' from public.customers limit 1`,
      ['a: The file of a document is not the one that its row was made for.'],
    ],
    [
      'a column stores money as a float',
      'alter table public.works add column fuel real',
      ['works.fuel: A column holds numbers that are not exact.'],
    ],
  ])('%s', async (_, change, faults) => {
    expect((await faultsAfter(change)).toSorted()).toEqual(faults.toSorted());
  });
});
