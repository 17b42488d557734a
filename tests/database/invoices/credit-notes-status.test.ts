// A credit note and the invoice it corrects: sent, refunded, and never changed directly.
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

/** Issues INV-0001 and sets these marks. */
async function issueMarked(...marks: ('sent' | 'paid')[]) {
  const { data } = await account.issue(await account.addWorks([330, 400.75, 534.92]));
  if (!data) throw new Error('no invoice');
  for (const mark of marks) await account.mark([data.id], mark);
  return data;
}
const stored = async (number: string) => {
  const { data } = await owner.from('invoices').select('*').eq('invoice_number', number).single();
  if (!data) throw new Error(`no ${number}`);
  return data;
};
const errorMessage = async (query: PromiseLike<{ error: { message: string } | null }>) => (await query).error?.message;

test('an invoice is credited once, and a credit note never', async () => {
  const { id } = await issueMarked('sent');
  const { data: note } = await account.credit(id);
  expect(await errorMessage(account.credit(id))).toBe('Invoice INV-0001 has a credit note already.');
  expect(await errorMessage(account.credit(note?.id ?? ''))).toBe("A credit note can't be credited.");
  const [row] = await backend.sql(`select next from private.counters where user_id = $1 and series = 'credit_note'`, [
    owner.id,
  ]);
  expect(row).toEqual({ next: 2 });
});

test('neither a credit note nor the credited invoice can be withdrawn', async () => {
  const { id } = await issueMarked('sent');
  const { data: note } = await account.credit(id);
  expect(await errorMessage(account.withdraw(id))).toBe('Invoice INV-0001 has a credit note already.');
  expect(await errorMessage(account.withdraw(note?.id ?? ''))).toBe("A credit note can't be withdrawn.");
});

test.each(['sent', 'paid', 'clear'] as const)('the credited invoice can’t be marked %s', async (mark) => {
  const { id } = await issueMarked('sent', 'paid');
  await account.credit(id);
  const before = await stored('INV-0001');
  expect(await errorMessage(account.mark([id], mark))).toBe(
    'Invoice INV-0001 has a credit note. Its status stays as it is.',
  );
  expect(await stored('INV-0001')).toEqual(before);
});

test('a credit note can be sent and refunded, and both marks can be cleared', async () => {
  const { id } = await issueMarked('paid');
  const { data: note } = await account.credit(id);
  const noteId = note?.id ?? '';
  expect((await account.mark([noteId], 'sent')).error).toBeNull();
  expect((await account.mark([noteId], 'paid')).error).toBeNull();
  const refunded = await stored('CN-0001');
  expect([refunded.sent_at, refunded.paid_at, refunded.credited_at]).toEqual([
    expect.any(String),
    expect.any(String),
    null,
  ]);
  await account.mark([noteId], 'clear');
  expect(await stored('CN-0001')).toMatchObject({ sent_at: refunded.sent_at, paid_at: null });
  await account.mark([noteId], 'clear');
  expect(await stored('CN-0001')).toMatchObject({ sent_at: null, paid_at: null });
  expect(await errorMessage(account.mark([noteId], 'paid', '2020-01-01'))).toBe(
    'The date is before credit note CN-0001 was made.',
  );
});

test('a credit note of an unpaid invoice can be sent, but never refunded', async () => {
  const { id } = await issueMarked('sent');
  const { data: note } = await account.credit(id);
  expect((await account.mark([note?.id ?? ''], 'sent')).error).toBeNull();
  expect(await errorMessage(account.mark([note?.id ?? ''], 'paid'))).toBe(
    'Credit note CN-0001 is set against an unpaid invoice. There is nothing to refund.',
  );
});

test('clients can’t write credit notes directly, and the table allows one valid note per invoice', async () => {
  const { id } = await issueMarked('sent');
  const { data: note } = await account.credit(id);
  const attempts = [
    await owner
      .from('invoices')
      .update({ reason: 'x' })
      .eq('id', note?.id ?? '')
      .select(),
    await owner
      .from('invoices')
      .delete()
      .eq('id', note?.id ?? '')
      .select(),
  ];
  for (const { error } of attempts) expect(error?.code).toBe('42501');
  for (const change of [
    `reason = ''`,
    `reason = null`,
    `voided_at = now(), credited_at = null`,
    `paid_at = now()`,
    `series = 'invoice', sequence_no = 9`,
  ])
    await expect(backend.sql(`update public.invoices set ${change} where id = $1`, [note?.id])).rejects.toThrow(
      /check constraint/,
    );
  const columns = (
    await backend.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'invoices'`,
    )
  ).map(({ name }) => name);
  const values = columns.map((name) =>
    name === 'id' ? 'gen_random_uuid()' : name === 'invoice_number' ? `'CN-9'` : name === 'sequence_no' ? '9' : name,
  );
  await expect(
    backend.sql(
      `insert into public.invoices (${columns.join(', ')}) select ${values.join(', ')} from public.invoices where id = $1`,
      [note?.id],
    ),
  ).rejects.toThrow(/invoices_credits_idx/);
});

test('the log records when the invoice was credited, and by whom', async () => {
  const { id } = await issueMarked('sent');
  await account.credit(id);
  const rows = await backend.sql(
    `select actor, changed -> 'credited_at' -> 'old' as old from public.audit_log
       where user_id = $1 and table_name = 'invoices' and changed ? 'credited_at'`,
    [owner.id],
  );
  expect(rows).toEqual([{ actor: owner.id, old: null }]);
});
