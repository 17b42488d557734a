// Query plans of the register of invoices: its rows by every filter, its totals, and what is owed.
import { beforeAll, describe, expect, test } from 'vitest';
import { storeInvoiceFile, downloadInvoiceFile } from '@/data/invoices/invoice-files';
import { invoiceMailsQuery } from '@/data/invoices/invoice-mails';
import { invoicesQuery, readWholeRegister, type InvoiceFilter } from '@/data/invoices/invoice-register';
import { readInvoices } from '@/data/invoices/invoices';
import { openingBalancesQuery } from '@/data/invoices/opening-balances';
import { registerSummaryQuery, registerTotalsQuery } from '@/data/invoices/register-sums';
import { accountDocumentsQuery } from '@/data/reports/accountant';
import { partBounds, PARTS, type RegisterPart } from '@/domain/invoices/register';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly, type FilledIds } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

const TODAY = '2026-11-20';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let ids: FilledIds;
  beforeAll(() => void ({ backend, owner, ids } = account()));

  const REGISTER: InvoiceFilter = {
    state: null,
    customerId: null,
    from: null,
    to: null,
    part: null,
    words: [],
    today: TODAY,
  };
  const part = (name: RegisterPart) => partBounds(name, TODAY, 'Europe/London');
  test.each<[string, Partial<InvoiceFilter>]>([
    ['nothing', {}],
    ...(['generated', 'sent', 'overdue', 'paid', 'credited', 'cancelled', 'credit', 'refund', 'refunded'] as const).map(
      (state): [string, Partial<InvoiceFilter>] => [state, { state }],
    ),
    ...PARTS.map((name): [string, Partial<InvoiceFilter>] => [name, { part: part(name) }]),
    ['a search', { words: ['old-1', 'x'] }],
    ['a customer and a tax year', { customerId: '', from: '2026-04-06', to: '2027-04-05' }],
  ])('reads only the account’s own rows for the register filtered by %s', async (_, overrides) => {
    const filter = { ...REGISTER, ...overrides, ...(overrides.customerId === '' ? { customerId: ids.customer } : {}) };
    const statements = await statementsOf(owner, async (queries) => {
      await queries.infiniteQuery({ ...invoicesQuery(owner.id, filter), pages: 2 });
      await queries.query(registerTotalsQuery(owner.id, filter));
      await readWholeRegister(owner.id, filter);
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'invoices').length).toBeGreaterThanOrEqual(3);
    if (Object.keys(overrides).length > 0) return;
    // Both pages come from the index, in its order.
    for (const { sorts, scans } of statementsReading(statements, 'invoices').slice(0, 2)) {
      expect(sorts).toBe(0);
      expect(scans.map(({ index }) => index)).toContain('invoices_by_date_idx');
    }
  });

  test('reads every document for the accountant, and some of them whole, without reading other accounts', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      expect((await queries.query(accountDocumentsQuery(owner.id, TODAY, 'Europe/London'))).length).toBeGreaterThan(0);
      expect(await readInvoices(owner.id, [ids.invoice], new AbortController().signal)).toHaveLength(1);
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'invoices').length).toBeGreaterThanOrEqual(2);
  });

  test('reads the account’s own invoices from before only', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      expect(await queries.query(openingBalancesQuery(owner.id))).toHaveLength(120);
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'opening_balances')).toHaveLength(1);
  });

  test('stores and downloads a document’s file, and reads its mails through the index, without sorting', async () => {
    const file = new Blob(['%PDF-'], { type: 'application/pdf' });
    await backend.sql(
      `insert into public.invoice_mails (user_id, invoice_id, to_address, created_by_name, created_at)
       select user_id, id, 'x@y.test', 'Ann', now() - n * interval '1 hour' from public.invoices, generate_series(1, 3) n`,
    );
    await backend.sql('analyze public.invoice_mails');
    const statements = await statementsOf(owner, async (queries) => {
      const path = await storeInvoiceFile(owner.id, ids.invoice, file);
      expect(await (await downloadInvoiceFile(path)).text()).toBe('%PDF-');
      expect(await queries.query(invoiceMailsQuery(owner.id, ids.invoice))).toHaveLength(3);
    });
    expectOwnRowsOnly(statements);
    const [mails] = statementsReading(statements, 'invoice_mails');
    expect(mails?.sorts).toBe(0);
    expect(mails?.scans.map(({ index }) => index)).toContain('invoice_mails_invoice_idx');
  });

  test('reads open invoices, a month’s payments and refunds through separate indexes', async () => {
    // Few invoices are open, as in real data. If all were open, any index would be as good.
    await backend.sql('update public.invoices set paid_at = generated_at where sequence_no % 10 <> 0');
    await backend.sql('analyze public.invoices');
    const statements = await statementsOf(owner, (queries) => queries.query(registerSummaryQuery(owner.id, TODAY)));
    expectOwnRowsOnly(statements);
    const indexes = statementsReading(statements, 'invoices').flatMap(({ scans }) =>
      scans.filter(({ table }) => table === 'invoices').map(({ index }) => index),
    );
    expect(indexes.toSorted()).toEqual(['invoices_open_idx', 'invoices_paid_idx', 'invoices_refund_idx']);
  });
});
