// Plans of one customer's page: its sums, what a merge would move, and the history of a row, each through an index that
// holds it to that customer or row.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { mergePreviewQuery } from '@/data/customer-merge';
import { oneCustomerSummaryQuery } from '@/data/customers';
import { historyQuery } from '@/data/history';
import { testBackend, type Person, type TestBackend } from '@tests/support/backend';
import { EXPLAINING, about, expectOwnRowsOnly, explained, fill, type Filled } from '@tests/support/plans';
import { postgresAvailable, startPostgres } from '@tests/support/postgres';

// The data layer talks as whoever is signed in here.
const now = vi.hoisted((): { client: unknown } => ({ client: null }));
vi.mock('@/lib/supabase', () => ({
  get supabase() {
    return now.client;
  },
  unwrap: <T>({ data, error }: { data: T; error: Error | null }) => {
    if (error) throw error;
    return data;
  },
}));

describe.runIf(postgresAvailable())('plans', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let backend: TestBackend;
  let owner: Person;
  let ids: Filled;

  beforeAll(async () => {
    server = await startPostgres({ settings: EXPLAINING });
    backend = await testBackend({ server: server.url });
    owner = await backend.user();
    now.client = owner;
    ids = await fill(backend, [owner, await backend.user()], await backend.employeeOf(owner));
  });
  afterAll(async () => {
    await backend.close();
    await server.stop();
  });

  async function during(work: (queries: QueryClient) => Promise<unknown>) {
    const before = server.log().length;
    await work(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
    return explained(server.log().slice(before));
  }

  test('of the history: both pages come from the index, in its order', async () => {
    await backend.sql(
      `insert into public.audit_log (user_id, table_name, row_id, action, changed, at)
       select $1, 'works', $2, 'update', '{}', now() - n * interval '1 minute' from generate_series(1, 70) n`,
      [owner.id, ids.work],
    );
    const statements = await during((queries) =>
      queries.infiniteQuery({ ...historyQuery(owner.id, 'works', ids.work), pages: 2 }),
    );
    expectOwnRowsOnly(statements);
    const pages = about(statements, 'audit_log');
    expect(pages.map(({ sorts }) => sorts)).toEqual([0, 0]);
    for (const { scans } of pages)
      expect(scans.map(({ index, condition }) => [index, /row_id = /.test(condition ?? '')])).toEqual([
        ['audit_log_row_idx', true],
      ]);
  });

  test('of one customer: its sums and what a merge would move read no other', async () => {
    const statements = await during(async (queries) => {
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
