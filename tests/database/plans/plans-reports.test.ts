// Query plans of the reports: each reads the rows of one account only.
import { beforeAll, describe, expect, test } from 'vitest';
import { reportQuery, type ReportFilter } from '@/data/reports/income';
import { incompleteQuery, lastYearQuery, unbilledQuery, unloggedQuery } from '@/data/reports/radar';
import { hoursReportQuery } from '@/data/reports/hours';
import { machineReportQuery } from '@/data/reports/machines';
import { marginReportQuery, uncostedQuery } from '@/data/reports/margins';
import { owedQuery } from '@/data/reports/owed';
import { HOURS_GROUPINGS } from '@/domain/reports/hours';
import { MARGIN_GROUPINGS } from '@/domain/reports/margin';
import { GROUPINGS_OF, type ReportGrouping } from '@/domain/reports/report';
import type { Person } from '@tests/support/embedded/backend';
import { expectOwnRowsOnly, statementsReading, type FilledIds } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let owner: Person;
  let ids: FilledIds;
  beforeAll(async () => {
    ({ owner, ids } = account());
    // Without shifts the planner would read the whole index.
    await account().backend.sql(
      `insert into public.time_entries (user_id, employee_id, clock_in_at, clock_out_at)
       select p.id, p.id, day + interval '8 hours', day + interval '16 hours'
       from public.profiles p, generate_series('2025-11-03'::timestamptz, '2026-11-01', '1 day') day where p.role = 'admin'`,
    );
    await account().backend.sql('analyze public.time_entries');
  });

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

  test('the lists of what is missing read only the account’s own rows, of everybody and of one customer', async () => {
    const day = '2026-11-20';
    for (const customer of [null, ids.customer]) {
      const statements = await statementsOf(owner, async (queries) => {
        await queries.query(unbilledQuery(owner.id, day, customer));
        await queries.query(incompleteQuery(owner.id, customer));
        await queries.query(lastYearQuery(owner.id, day, customer));
        await queries.query(unloggedQuery(owner.id, { from: '2026-09-01', to: day }));
      });
      expectOwnRowsOnly(statements);
      expect(statementsReading(statements, 'works').length).toBeGreaterThan(3);
      expect(statementsReading(statements, 'time_entries').length).toBeGreaterThan(0);
    }
  });

  test('what customers owe reads only the account’s own rows, of everybody and of one customer', async () => {
    for (const customer of [null, ids.customer]) {
      const statements = await statementsOf(owner, (queries) =>
        queries.query(owedQuery(owner.id, '2026-11-20', customer)),
      );
      expectOwnRowsOnly(statements);
      for (const table of ['invoices', 'opening_balances'])
        expect(statementsReading(statements, table).length).toBeGreaterThan(0);
    }
  });

  test.each([null, ...MARGIN_GROUPINGS])('the margin by %s reads only the account’s own rows', async (grouping) => {
    for (const customerId of [null, ids.customer]) {
      const filter = { period: PERIODS.period, customerId };
      const statements = await statementsOf(owner, async (queries) => {
        await queries.query(marginReportQuery(owner.id, filter, grouping));
        await queries.query(uncostedQuery(owner.id, filter));
      });
      expectOwnRowsOnly(statements);
      for (const table of ['works', 'job_costs', 'job_people', 'job_machines', 'job_materials'])
        expect(statementsReading(statements, table).length).toBeGreaterThan(0);
    }
  });

  test.each([null, ...HOURS_GROUPINGS])('the hours by %s read only the account’s own rows', async (grouping) => {
    for (const personId of [null, owner.id]) {
      const statements = await statementsOf(owner, (queries) =>
        queries.query(hoursReportQuery(owner.id, { period: PERIODS.period, personId }, grouping)),
      );
      expectOwnRowsOnly(statements);
      for (const table of ['works', 'job_people', 'time_entries', 'people_costs'])
        expect(statementsReading(statements, table).length).toBeGreaterThan(0);
    }
  });

  test('the machines read only the account’s own rows', async () => {
    const statements = await statementsOf(owner, (queries) =>
      queries.query(machineReportQuery(owner.id, PERIODS.period)),
    );
    expectOwnRowsOnly(statements);
    for (const table of ['works', 'job_machines', 'job_fields', 'service_records', 'service_costs', 'machine_readings'])
      expect(statementsReading(statements, table).length).toBeGreaterThan(0);
  });
});
