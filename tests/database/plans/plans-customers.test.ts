// Query plans of one customer's page: its sums, what a merge would move, and the history of a row, each through an
// index limited to that customer or row.
import { beforeAll, describe, expect, test } from 'vitest';
import { mergePreviewQuery } from '@/data/customers/customer-merge';
import { oneCustomerSummaryQuery } from '@/data/customers/customers';
import { readFullCustomers } from '@/data/customers/full-customers';
import { historyQuery } from '@/data/history';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly, type FilledIds } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let ids: FilledIds;
  beforeAll(() => void ({ backend, owner, ids } = account()));

  test('reads both pages of a row’s history through its index, without sorting', async () => {
    await backend.sql(
      `insert into public.audit_log (user_id, table_name, row_id, action, changed, at)
       select $1, 'works', $2, 'update', '{}', now() - n * interval '1 minute' from generate_series(1, 70) n`,
      [owner.id, ids.work],
    );
    const statements = await statementsOf(owner, (queries) =>
      queries.infiniteQuery({ ...historyQuery(owner.id, 'works', ids.work), pages: 2 }),
    );
    expectOwnRowsOnly(statements);
    const pages = statementsReading(statements, 'audit_log');
    expect(pages.map(({ sorts }) => sorts)).toEqual([0, 0]);
    for (const { scans } of pages)
      expect(scans.map(({ index, condition }) => [index, /row_id = /.test(condition ?? '')])).toEqual([
        ['audit_log_row_idx', true],
      ]);
  });

  test('reads the customers of the account alone for their file', async () => {
    const statements = await statementsOf(owner, () => readFullCustomers(owner.id));
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'customers')).not.toEqual([]);
  });

  test('reads no other customer for the sums and the merge preview of one', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      await queries.query(oneCustomerSummaryQuery(owner.id, ids.customer));
      await queries.query(mergePreviewQuery(owner.id, ids.customer, crypto.randomUUID()));
    });
    expectOwnRowsOnly(statements);
    const scans = statements.flatMap((statement) => statement.scans);
    for (const table of ['works', 'invoices', 'prices']) {
      const conditions = scans.filter((scan) => scan.table === table).map(({ condition }) => condition);
      expect(conditions.length, table).toBeGreaterThan(0);
      for (const condition of conditions) expect(condition, table).toContain('customer_id = ');
    }
  });
});
