// Query plans of the reports: two periods of one account, of work and of documents.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { reportQuery, type ReportFilter } from '@/data/reports';
import { GROUPINGS_OF, type ReportGrouping } from '@/domain/reports/report';
import type { Person } from '@tests/support/embedded/backend';
import { expectOwnRowsOnly, statementsReading, type FilledIds } from '@tests/support/database/plans';
import { plansFarm } from '@tests/support/database/plans-farm';
import { postgresAvailable } from '@tests/support/database/postgres';

vi.mock('@/lib/supabase', async () => (await import('@tests/support/mock-supabase')).supabaseModule);

describe.runIf(postgresAvailable())('query plans', () => {
  const { farm, statementsOf } = plansFarm();
  let owner: Person;
  let ids: FilledIds;
  beforeAll(() => void ({ owner, ids } = farm()));

  const PERIODS = {
    period: { from: '2026-04-06', to: '2027-04-05' },
    before: { from: '2025-04-06', to: '2026-04-05' },
  };
  const groupings = (basis: ReportFilter['basis']): [ReportFilter['basis'], ReportGrouping | null][] =>
    [null, ...GROUPINGS_OF[basis]].map((grouping) => [basis, grouping]);

  test.each([...groupings('work'), ...groupings('invoices')])(
    'reads only the account’s own rows for %s by %s, of everybody and of one customer',
    async (basis, grouping) => {
      for (const customerId of [null, ids.customer]) {
        const statements = await statementsOf(owner, (queries) =>
          queries.query(reportQuery(owner.id, { basis, ...PERIODS, customerId }, grouping)),
        );
        expectOwnRowsOnly(statements);
        expect(statementsReading(statements, basis === 'work' ? 'works' : 'invoices').length).toBeGreaterThan(0);
      }
    },
  );
});
