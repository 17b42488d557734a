// The register's filters: the rows read page by page are the rows summed; none is missing or repeated.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invoicesQuery, readWholeRegister, type InvoiceFilter } from '@/data/invoices/invoice-register';
import { unusedNumbersQuery } from '@/data/invoices/register-sums';
import { PARTS, taxYears } from '@/domain/invoices/register';
import { wordsOf } from '@/domain/core/search';
import { addDays } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import * as registerSupport from '@tests/support/account-data/register';
import { ANY, boundsOfPart, newQueryClient, TODAY, type DocumentFields } from '@tests/support/account-data/register';
import { current } from '@tests/support/mock-supabase';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  current.client = owner;
});
afterAll(() => backend.close());

const addDocument = (fields: DocumentFields) => registerSupport.insertDocument(backend, owner, fields);
const listMatchingSums = (filter: Partial<InvoiceFilter>) => registerSupport.expectTotalsMatchRows(owner, filter);

describe('the filters', () => {
  /** Adds documents of every state, for two customers, on several days, in two currencies. */
  async function addMixedDocuments() {
    for (let at = 0; at < 12; at += 1)
      await addDocument({
        total: at + 1,
        issued: addDays('2026-04-01', at),
        due: addDays(TODAY, 6 - at * 9),
        customer: at % 2 ? 'Siân O’Hara 50% & Sons' : 'Hill_Farm',
        currency: at % 5 === 0 ? 'EUR' : 'GBP',
        ...(at % 3 === 0 ? { paid: '2026-11-03T09:00:00Z' } : {}),
      });
    await addDocument({ total: 40, voided: true });
    const unpaid = await addDocument({ total: 50, credited: true });
    await addDocument({ total: -50, corrects: unpaid, credited: true });
    for (const paid of [undefined, '2026-11-04T09:00:00Z']) {
      const paidInvoice = await addDocument({ total: 60, paid: '2026-11-03T09:00:00Z', credited: true });
      await addDocument({ total: -60, corrects: paidInvoice, ...(paid ? { paid } : {}) });
    }
    await backend.sql(`update public.invoices set sent_at = null where user_id = $1 and total in (2, 5)`, [owner.id]);
  }

  test('each state and figure lists the rows that it sums; together the states list everything once', async () => {
    await addMixedDocuments();
    const everything = await listMatchingSums({});
    expect(everything).toHaveLength(19);
    const states = [
      'generated',
      'sent',
      'overdue',
      'paid',
      'credited',
      'cancelled',
      'credit',
      'refund',
      'refunded',
    ] as const;
    const found: Record<string, number> = {};
    for (const state of states) found[state] = (await listMatchingSums({ state })).length;
    expect(found).toEqual({
      generated: 0,
      sent: 0,
      overdue: 8,
      paid: 4,
      credited: 3,
      cancelled: 1,
      credit: 1,
      refund: 1,
      refunded: 1,
    });
    const countInMay = async (state: 'generated' | 'sent' | 'overdue') =>
      (await listMatchingSums({ state, today: '2026-05-01' })).length;
    expect([await countInMay('generated'), await countInMay('sent'), await countInMay('overdue')]).toEqual([2, 6, 0]);
    // The state and the figure list the same documents, sent or not.
    expect(await listMatchingSums({ state: 'overdue' })).toEqual(
      await listMatchingSums({ part: boundsOfPart('overdue') }),
    );
    for (const name of PARTS) await listMatchingSums({ part: boundsOfPart(name) });
  });

  test.each([
    ['sian', 6],
    ["SIÂN o'hara", 6],
    ['hill', 13],
    ['50%', 6],
    ['%', 6],
    ['hill_', 6],
    ['_', 6],
    ['\\', 0],
    ['inv-', 16],
    ['cn- hill', 3],
    ['sian hill', 0],
  ])('a search for %s finds %d', async (search, found) => {
    await addMixedDocuments();
    expect(await listMatchingSums({ words: wordsOf(search) })).toHaveLength(found);
  });

  test('tax years: 5 April belongs to the year before, 6 April to the next', async () => {
    await addMixedDocuments();
    const [year, last] = taxYears(TODAY, 'england');
    expect((await listMatchingSums({ from: year?.from ?? '', to: year?.to ?? '' })).length).toBe(14);
    expect(await listMatchingSums({ from: last?.from ?? '', to: last?.to ?? '' })).toEqual([5, 4, 3, 2, 1]);
  });

  test('a credit note names the invoice it corrects, and that invoice the note', async () => {
    const paid = await addDocument({ total: 60, paid: '2026-11-03T09:00:00Z', credited: true });
    const note = await addDocument({ total: -60, corrects: paid });
    const rows = await readWholeRegister(owner.id, ANY);
    expect(rows.map(({ invoiceNumber, corrects, correctedBy }) => [invoiceNumber, corrects, correctedBy])).toEqual([
      [note.number, paid.number, null],
      [paid.number, null, note.number],
    ]);
  });
});

test('the register is read in full, each document once, even if days and sequence numbers repeat', async () => {
  await backend.sql(
    `insert into public.invoices (user_id, invoice_number, series, kind, sequence_no, customer_snapshot, supplier_snapshot, issue_date,
       tax_point, due_date, currency, lines, subtotal, vat_amount, total, created_by_name)
     select $1, 'INV-' || n, 'invoice', 'invoice', n, '{"name": "x"}', '{}', '2026-01-01'::date + n % 7, '2026-01-01', '2026-02-01', 'GBP', '[]',
       n, 0, n, 'Ann' from generate_series(1, 1150) n where n <> 700`,
    [owner.id],
  );
  await backend.sql(
    `insert into public.invoices (user_id, invoice_number, series, kind, sequence_no, credits_invoice_id, reason, customer_snapshot,
       supplier_snapshot, issue_date, tax_point, due_date, currency, lines, subtotal, vat_amount, total, credited_at, created_by_name)
     select user_id, 'CN-' || sequence_no, 'credit_note', 'credit_note', sequence_no, id, 'Wrong', customer_snapshot, supplier_snapshot,
       issue_date, tax_point, due_date, currency, lines, -subtotal, 0, -total, now(), 'Ann'
     from public.invoices where user_id = $1 and sequence_no <= 60`,
    [owner.id],
  );
  const rows = await readWholeRegister(owner.id, ANY);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1209);
  expect(rows).toHaveLength(1209);
  const keys = rows.map((row) => `${row.issueDate} ${String(row.sequenceNo).padStart(6, '0')} ${row.id}`);
  expect(keys).toEqual(keys.toSorted().toReversed());
  const { pages } = await newQueryClient().infiniteQuery({ ...invoicesQuery(owner.id, ANY), pages: 6 });
  expect(pages.map((page) => page.length)).toEqual([50, 250, 250, 250, 250, 159]);
  expect(pages.flat()).toEqual(rows);
  // Credit notes have a separate sequence: it neither explains nor hides a gap.
  expect(await newQueryClient().query(unusedNumbersQuery(owner.id))).toEqual([{ first: 700, last: 700 }]);
});
