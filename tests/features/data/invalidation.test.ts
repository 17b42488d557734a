// Each change by the account holder invalidates every query whose result it changes: all queries are read before and
// after it, and those with another result must be invalidated.
import type { MutationOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { removeEmployee, setVisibility, suspendEmployee, crewPeopleQuery } from '@/data/account/crew';
import { farmPeopleQuery } from '@/data/account/farm-people';
import { crewQuery } from '@/data/account/profiles';
import { mergeCustomers } from '@/data/customers/customer-merge';
import { customersQuery, customerSummaryQuery, updateCustomer } from '@/data/customers/customers';
import { nearEventsQuery } from '@/data/diary/diary-events';
import { worksOfDaysQuery } from '@/data/works/works';
import { issueInvoice, markInvoices, withdrawInvoice } from '@/data/invoices/invoice-changes';
import { openingBalancesQuery, payOpeningBalance } from '@/data/invoices/opening-balances';
import { registerSummaryQuery } from '@/data/invoices/register-sums';
import { pricesQuery, setPrice } from '@/data/prices/prices';
import { owedQuery } from '@/data/reports/owed';
import { deleteTask, tasksQuery, taskUsageQuery, updateTask } from '@/data/prices/tasks';
import { homeSummaryQuery, recentJobsQuery, workTaskNamesQuery } from '@/data/summaries';
import { ownHoursQuery, workingTimeQuery } from '@/data/time/time';
import { moveWorks } from '@/data/works/work-changes';
import { fromNumeric } from '@/domain/core/money';
import { createQueryClient } from '@/lib/query-client';
import type { QueryName } from '@/lib/query-keys';
import { typeOf } from '@/offline/outbox/record-type';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { addFromBefore } from '@tests/support/account-data/from-before';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { current } from '@tests/support/mock-supabase';

vi.mock('@/lib/supabase', async () => (await import('@tests/support/mock-supabase')).supabaseModule);

let backend: TestBackend;
let owner: Person;
let account: Awaited<ReturnType<typeof createAccount>>;

/** Two customers with work, a task with a price, a planned job, an invoice from before and a driver. */
async function createAccount(person: Person, driver: Person) {
  const account = await setUpInvoicing(backend, person);
  const dale = await account.addCustomer('Dale');
  const [work = '', otherWork = ''] = await account.addWorks([100, 40]);
  await account.addWorks([70], { to: 'Dale' });
  const task = crypto.randomUUID();
  const { error } = await person
    .from('tasks')
    .insert({ id: task, user_id: person.id, name: 'Hedges', default_rate: 12 });
  expect(error).toBeNull();
  const planned = { user_id: person.id, kind: 'job', title: 'Cut', customer: 'Hill Farm', task_name: 'Hedges' };
  const days = { start_date: account.today, end_date: account.today, all_day: true };
  expect((await person.from('diary_events').insert({ ...planned, ...days })).error).toBeNull();
  const invoice = (await account.issue(await account.addWorks([500]))).data;
  const otherInvoice = (await account.issue(await account.addWorks([600]))).data;
  const fromBefore = await addFromBefore(backend, person, { customer: account.hillFarm });
  return { ...account, dale, work, otherWork, task, driver: driver.id, invoice, otherInvoice, fromBefore };
}

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  account = await createAccount(owner, await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' }));
  current.client = owner;
});

type Query = { queryKey: QueryKey };
const queries = (): readonly Query[] => {
  const [id, today] = [owner.id, account.today];
  const viewer = { ownerId: id, userId: id, role: 'admin' as const, seesRates: true, settings: { seesRates: true } };
  return [
    ...[customersQuery(viewer), customerSummaryQuery(id), tasksQuery(viewer), taskUsageQuery(id), pricesQuery(viewer)],
    ...[recentJobsQuery(id, id), workTaskNamesQuery(id, id), homeSummaryQuery(id, id, today)],
    ...[
      worksOfDaysQuery(viewer, { from: today, to: today }),
      nearEventsQuery(viewer, today),
      ownHoursQuery(viewer, today),
    ],
    ...[
      registerSummaryQuery(id, today),
      openingBalancesQuery(id),
      owedQuery(id, today, null),
      crewQuery(id),
      crewPeopleQuery(id),
      farmPeopleQuery(id),
      workingTimeQuery(viewer),
    ],
  ];
};

const readAll = async (client: QueryClient) => {
  for (const query of queries()) await client.query({ ...query, retry: false });
};

/** The result of a query, as text. */
const resultOf = (client: QueryClient, { queryKey }: Query) => {
  const data: unknown = client.getQueryData(queryKey);
  return JSON.stringify(data instanceof Map ? [...data] : data);
};

/** The keys of the queries that a change did not invalidate, although their results are different now. */
const missedBy = (before: QueryClient, after: QueryClient) =>
  queries()
    .filter((query) => {
      const state = before.getQueryState(query.queryKey);
      expect(state?.status).toBe('success');
      return state?.isInvalidated === false && resultOf(before, query) !== resultOf(after, query);
    })
    .map(({ queryKey }) => queryKey.join(' ').replaceAll(owner.id, '').trim());

type Change = () => [change: object, variables: unknown];
const fields = { name: 'Baling', chargeableUnit: null, defaultRate: null, description: null, category: null, sort: 0 };
const changes: Record<string, Change> = {
  'renaming a customer': () => [updateCustomer, { id: account.hillFarm, fields: { name: 'Hill Top' } }],
  'moving work to another customer': () => [
    moveWorks,
    { works: [{ id: account.otherWork, customer: 'Hill Top' }], customer: 'Newton' },
  ],
  'renaming a task and its work': () => [updateTask, { id: account.task, fields, alsoRename: true }],
  'setting a price': () => [
    setPrice,
    {
      ...{ id: crypto.randomUUID(), taskId: account.task, customerId: null, chargeableUnit: 'each' },
      ...{ rate: fromNumeric(9), validFrom: account.today, validTo: null },
    },
  ],
  'deleting a task': () => [deleteTask, account.task],
  'issuing an invoice': () => [
    issueInvoice,
    {
      ...{ requestId: crypto.randomUUID(), customerId: account.hillFarm, workIds: [account.work], additionalItems: [] },
      ...{ expectedTotal: fromNumeric(120), orderNumber: null },
    },
  ],
  'marking an invoice as paid': () => [
    markInvoices,
    { requestId: crypto.randomUUID(), invoiceIds: [account.invoice?.id], status: 'paid', onDate: account.today },
  ],
  'marking an invoice from before as paid': () => [
    payOpeningBalance,
    { ownerId: owner.id, id: account.fromBefore, from: null, to: account.today },
  ],
  'withdrawing an invoice': () => [
    withdrawInvoice,
    { requestId: crypto.randomUUID(), invoiceId: account.otherInvoice?.id },
  ],
  'suspending an employee': () => [suspendEmployee, { id: account.driver, suspended: true }],
  'changing what an employee may see': () => [
    setVisibility,
    { id: account.driver, seesAllWorks: true, seesRates: false },
  ],
  'removing an employee': () => [removeEmployee, account.driver],
  'merging customers': () => [
    mergeCustomers,
    {
      requestId: crypto.randomUUID(),
      from: { id: account.hillFarm, name: 'Hill Farm' },
      into: { id: account.dale, name: 'Dale' },
      fillEmpty: false,
    },
  ],
  'a job that the outbox sent': () => [
    {
      mutationFn: () => account.addWorks([30], { to: 'Newton' }),
      // The invalidated queries are declared by the type of the entry.
      meta: { invalidates: typeOf({ kind: 'work' })?.invalidates ?? ([] as QueryName[]) },
    },
    undefined,
  ],
};

test('no change leaves a query with old data', async () => {
  let before = createQueryClient();
  await readAll(before);
  const missed: Record<string, string[]> = {};
  // One after the other in the same account: what is read after a change is there before the next.
  for (const [name, make] of Object.entries(changes)) {
    const [change, variables] = make();
    // Each entry of `changes` pairs a mutation with its variables; the table loses that type.
    const mutation = change as MutationOptions<never, Error, unknown>;
    await before.getMutationCache().build(before, mutation).execute(variables);
    const after = createQueryClient();
    await readAll(after);
    missed[name] = missedBy(before, after);
    before = after;
  }
  expect(missed).toEqual(Object.fromEntries(Object.keys(changes).map((name) => [name, []])));
});
