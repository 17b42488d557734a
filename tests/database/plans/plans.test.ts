// Query plans of the lists of src/data. The server itself explains every statement they cause, also inside functions
// and policies; none may read outside the reader's account.
import { beforeAll, describe, expect, test } from 'vitest';
import { customerQuery, customersQuery, customerSummaryQuery } from '@/data/customers/customers';
import { farmSettingsQuery } from '@/data/account/farm-settings';
import { invoiceIds, invoiceQuery } from '@/data/invoices/invoices';
import { invoiceSettingsQuery } from '@/data/invoices/invoice-settings';
import { ownerProfileQuery, profileQuery } from '@/data/account/profiles';
import { unusedNumbersQuery } from '@/data/invoices/register-sums';
import { savedFiltersQuery } from '@/data/works/saved-filters';
import { homeSummaryQuery, recentJobsQuery, workTaskNamesQuery } from '@/data/summaries';
import { tasksQuery, taskUsageQuery } from '@/data/prices/tasks';
import { unbilledWorksQuery, workQuery, worksOfInvoiceQuery, worksQuery, worksTotalsQuery } from '@/data/works/works';
import { jobPlacesQuery } from '@/data/works/job-places';
import { fieldNamesQuery, machineNamesQuery } from '@/data/works/place-names';
import type { WorksFilter } from '@/data/works/works-filter';
import { filterOfGroup, worksGroupsQuery } from '@/data/works/works-groups';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly, type FilledIds } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';
import { ANY } from '@tests/support/account-data/works-filter';

const TODAY = '2026-11-20';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  let ids: FilledIds;
  beforeAll(() => void ({ backend, owner, driver, ids } = account()));

  const readerFor = (person: Person) => ({ ownerId: owner.id, userId: person.id, seesRates: true });
  const readerWithoutRates = () => ({ ownerId: owner.id, userId: driver.id, seesRates: false });

  describe('the works list', () => {
    test.each(['date', 'created'] as const)(
      'sorted by %s comes from the index, without sorting, on both pages',
      async (sort) => {
        const statements = await statementsOf(owner, (queries) =>
          queries.infiniteQuery({ ...worksQuery(readerFor(owner), ANY, sort), pages: 2 }),
        );
        expectOwnRowsOnly(statements);
        const lists = statementsReading(statements, 'works');
        expect(lists.length).toBe(2);
        for (const { sorts, scans } of lists) {
          expect(sorts).toBe(0);
          expect(scans.map(({ index }) => index)).toContain(
            sort === 'date' ? 'works_by_date_idx' : 'works_by_created_idx',
          );
        }
      },
    );

    test.each<[string, Partial<WorksFilter>]>([
      ['dates', { from: '2026-09-10', to: '2026-09-20' }],
      ['customers', { customers: ['00000000-0000-4000-8000-000000000000'] }],
      ['tasks', { tasks: ['Task 1', 'Task 2'] }],
      ['people', { people: ['00000000-0000-4000-8000-000000000000'] }],
      ['machines', { machines: ['00000000-0000-4000-8000-000000000000'] }],
      ['fields', { fields: ['00000000-0000-0000-0000-000000000000'] }],
      ['jobs', { jobs: ['00000000-0000-4000-8000-000000000000'] }],
      ['states', { statuses: ['ready', 'overdue'] }],
      ['a unit and notes', { unit: 'bale', hasNotes: true }],
      ['words', { search: 'task 1%' }],
    ])('filtered by %s, and its totals, read only the account’s own rows', async (_, part) => {
      const filter = { ...ANY, ...part };
      for (const person of [owner, driver]) {
        const statements = await statementsOf(person, async (queries) => {
          await queries.infiniteQuery(worksQuery(readerFor(person), filter));
          await queries.query(worksTotalsQuery(readerFor(person), filter));
        });
        expectOwnRowsOnly(statements);
        expect(statementsReading(statements, 'works').length).toBeGreaterThanOrEqual(2);
      }
    });

    test.each(['customer', 'task', 'person', 'machine', 'field', 'day'] as const)(
      'grouped by %s, and one opened group, find the period through the index',
      async (by) => {
        const part = { ...ANY, from: '2026-09-10', to: '2026-09-11', search: 'farm' };
        for (const person of [owner, driver]) {
          const statements = await statementsOf(person, async (queries) => {
            const [group] = await queries.query(worksGroupsQuery(readerFor(person), part, by));
            await queries.infiniteQuery(worksQuery(readerFor(person), filterOfGroup(part, by, group?.key ?? '')));
          });
          expectOwnRowsOnly(statements);
          const [sums, opened] = statementsReading(statements, 'works');
          // The period is found in the index, and the entries come in its order.
          expect(sums?.scans.map(({ condition }) => condition).join()).toContain('work_date >= ');
          expect(opened?.sorts).toBe(0);
        }
      },
    );

    test('reads only the account’s own rows for an employee who may not see prices', async () => {
      await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
      const statements = await statementsOf(driver, async (queries) => {
        await queries.infiniteQuery({ ...worksQuery(readerWithoutRates(), ANY), pages: 2 });
        await queries.query(worksTotalsQuery(readerWithoutRates(), { ...ANY, search: 'farm' }));
        await queries.query(worksGroupsQuery(readerWithoutRates(), ANY, 'day'));
        await queries.query(recentJobsQuery(owner.id, driver.id));
        await queries.query(workTaskNamesQuery(owner.id, driver.id));
      });
      await backend.sql('update public.farm_settings set employees_see_rates = true where user_id = $1', [owner.id]);
      expectOwnRowsOnly(statements);
      expect(statementsReading(statements, 'works').length).toBeGreaterThanOrEqual(3);
    });
  });

  test('reads one entry, unbilled works and the works of an invoice, each through an index', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      await queries.query(workQuery(readerFor(owner), ids.work));
      await queries.query(unbilledWorksQuery(readerFor(owner), ids.customer, '2026-09-01', '2026-09-30'));
      await queries.query(worksOfInvoiceQuery(readerFor(owner), ids.number));
    });
    expectOwnRowsOnly(statements);
    const indexes = statementsReading(statements, 'works').map(({ scans }) => scans.map(({ index }) => index).join());
    expect(indexes[0]).toBe('works_pkey');
    expect(indexes[1]).toMatch(/works_unbilled_idx|works_by_customer_idx/);
    // The planner takes the second index only because these tests switch sorting off.
    expect(indexes[2]).toMatch(/works_number_idx|works_by_date_idx/);
  });

  test('reads only the account’s own rows for the other lists of the account holder', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      await queries.query(customersQuery({ ownerId: owner.id, role: 'admin' }));
      await queries.query(customerQuery(owner.id, ids.customer));
      await queries.query(tasksQuery({ ownerId: owner.id, role: 'admin' }));
      await queries.query(invoiceQuery(owner.id, ids.number));
      await invoiceIds(owner.id, [ids.number]);
      await queries.query(unusedNumbersQuery(owner.id));
      await queries.query(invoiceSettingsQuery(owner.id));
      await queries.query(farmSettingsQuery(owner.id, 'admin'));
      await queries.query(savedFiltersQuery({ ownerId: owner.id, userId: owner.id }));
      await queries.query(profileQuery(owner.id));
    });
    expectOwnRowsOnly(statements);
    for (const table of [
      'customers',
      'tasks',
      'invoices',
      'invoice_settings',
      'farm_settings',
      'profiles',
      'saved_filters',
    ])
      expect(statementsReading(statements, table).length, table).toBeGreaterThan(0);
  });

  test('reads a credit note and the invoice that it corrects through keys and indexes', async () => {
    const request = () => crypto.randomUUID();
    const issued = await owner.rpc('issue_invoice', {
      p_request_id: request(),
      p_customer_id: ids.customer,
      p_work_ids: [ids.work],
    });
    const id = issued.data?.id ?? '';
    await owner.rpc('mark_invoices', { p_request_id: request(), p_invoice_ids: [id], p_status: 'paid' });
    await owner.rpc('credit_invoice', { p_request_id: request(), p_invoice_id: id, p_reason: 'Wrong rate' });
    const statements = await statementsOf(owner, async (queries) => {
      const note = await queries.query(invoiceQuery(owner.id, 'CN-0001'));
      const number = note?.credits?.invoiceNumber ?? '';
      expect((await queries.query(invoiceQuery(owner.id, number)))?.creditedBy?.invoiceNumber).toBe('CN-0001');
    });
    expectOwnRowsOnly(statements);
    const indexes = statementsReading(statements, 'invoices').map(({ scans }) =>
      scans.map(({ index }) => index).join(),
    );
    expect(indexes).toEqual([
      'invoices_user_id_invoice_number_key',
      'invoices_pkey',
      'invoices_user_id_invoice_number_key',
      'invoices_credits_idx',
    ]);
  });

  test('reads only the account’s own rows for the lists of an employee', async () => {
    const statements = await statementsOf(driver, async (queries) => {
      await queries.query(customersQuery({ ownerId: owner.id, role: 'employee' }));
      await queries.query(tasksQuery({ ownerId: owner.id, role: 'employee' }));
      await queries.query(ownerProfileQuery(owner.id));
    });
    expectOwnRowsOnly(statements);
    for (const table of ['customers', 'tasks', 'profiles'])
      expect(statementsReading(statements, table).length, table).toBeGreaterThan(0);
  });

  test('reads only the account’s own rows for sums, recent jobs, task names, machines and fields', async () => {
    for (const person of [owner, driver]) {
      const statements = await statementsOf(person, async (queries) => {
        await queries.query(homeSummaryQuery(owner.id, person.id, TODAY));
        await queries.query(recentJobsQuery(owner.id, person.id));
        await queries.query(workTaskNamesQuery(owner.id, person.id));
        await queries.query(taskUsageQuery(owner.id));
        await queries.query(customerSummaryQuery(owner.id));
        await queries.query(jobPlacesQuery({ ownerId: owner.id, userId: person.id }));
        await queries.query(machineNamesQuery({ ownerId: owner.id }));
        await queries.query(fieldNamesQuery({ ownerId: owner.id }));
      });
      expectOwnRowsOnly(statements);
      expect(statementsReading(statements, 'works').length).toBeGreaterThanOrEqual(6);
    }
  });

  test('the policy evaluates the account id once per statement, and the index uses it', async () => {
    const statements = await statementsOf(owner, async () => {
      const { data } = await owner
        .from('works')
        .select('id')
        .order('work_date', { ascending: false })
        .order('id', { ascending: false })
        .limit(50);
      expect(data).toHaveLength(50);
    });
    const [list] = statementsReading(statements, 'works');
    expect(list?.scans).toEqual([{ table: 'works', index: 'works_by_date_idx', condition: '(user_id = $0)' }]);
    expect(list?.sorts).toBe(0);
    expect(list?.evaluatedOnce).toContain('InitPlan 1 (returns $0)');
  });

  test('a statement that reads beyond the account is detected', async () => {
    const explain = (text: string) => statementsOf(owner, () => backend.sql(text));
    expect(
      (await explain('select count(*) from public.works where notes is null')).flatMap(
        ({ unboundedReads }) => unboundedReads,
      ),
    ).not.toEqual([]);
    expect(
      (await explain(`select id from public.works where created_by_name = 'x'`)).flatMap(
        ({ unboundedReads }) => unboundedReads,
      ),
    ).not.toEqual([]);
    expect(
      (await explain(`select id from public.works order by user_id, id limit 3`)).flatMap(
        ({ unboundedReads }) => unboundedReads,
      ),
    ).not.toEqual([]);
  });
});
