// Reports match the works list and the register, to the day and the penny. The expected figures are worked out in
// TypeScript from the rows themselves.
import { beforeAll, describe, expect, test } from 'vitest';
import { readWholeRegister } from '@/data/invoices/invoice-register';
import { registerSummaryQuery, registerTotalsQuery } from '@/data/invoices/register-sums';
import { reportQuery } from '@/data/reports/income';
import { owedQuery } from '@/data/reports/owed';
import { worksQuery, type WorksReader } from '@/data/works/works';
import { add, fromNumeric, negate, toNumeric, ZERO, type Decimal } from '@/domain/core/money';
import { addMonths } from '@/domain/core/time';
import { GROUPINGS, type ReportGrouping, type ReportRow, type Span } from '@/domain/reports/report';
import { filterWorks, worksGroups, worksTotals, type ListedWork } from '@/domain/works/works-list';
import type { Person } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { ANY, insertDocument } from '@tests/support/account-data/register';
import { FULL } from '@tests/support/full';
import { pick, seededRandom } from '../../../supabase/local/demo/random';
import { NO_FILTER } from '../works/works-list-farm';
import { reportDatabase } from './report-database';

const { backend, read } = reportDatabase();

const readerOf = ({ id }: Person): WorksReader => ({ ownerId: id, userId: id, seesRates: true });

type Filter = { period: Span; before?: Span; customerId?: string | null };
const yearEarlier = ({ from, to }: Span): Span => ({ from: addMonths(from, -12), to: addMonths(to, -12) });

function rowsOf(
  owner: Person,
  basis: 'work' | 'invoices',
  { period, before = yearEarlier(period), customerId = null }: Filter,
  grouping: ReportGrouping | null,
): Promise<ReportRow[]> {
  return read(owner, (client) => client.query(reportQuery(owner.id, { basis, period, before, customerId }, grouping)));
}

async function worksOf(owner: Person) {
  const { pages } = await read(owner, (client) =>
    client.infiniteQuery({ ...worksQuery(readerOf(owner), NO_FILTER), pages: 50 }),
  );
  const onJobs = (table: 'machine' | 'field') =>
    backend().sql<{ job: string; ids: string[] }>(
      `select job_id as job, array_agg(${table}_id::text) as ids from public.job_${table}s where user_id = $1 group by 1`,
      [owner.id],
    );
  const [machines, fields] = [await onJobs('machine'), await onJobs('field')];
  const idsOf = (rows: typeof machines, job: string) => rows.find((row) => row.job === job)?.ids ?? [];
  const places = Object.fromEntries(
    pages.flat().map(({ jobId }) => [jobId, { machines: idsOf(machines, jobId), fields: idsOf(fields, jobId) }]),
  );
  return { works: pages.flat(), places };
}

type WorkSums = Pick<
  ReportRow,
  'key' | 'count' | 'total' | 'invoiced' | 'paid' | 'unvalued' | 'unvaluedBefore' | 'before'
>;
const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
const monthOf = ({ workDate }: ListedWork) => `${workDate.slice(0, 8)}01`;
const BILLED = ['invoiced', 'sent', 'paid'];

/** The rows of a work report, calculated from the entries. */
function expectedWork(
  { works, places }: Awaited<ReturnType<typeof worksOf>>,
  { period, before = yearEarlier(period), customerId = null }: Filter,
  grouping: ReportGrouping | null,
): WorkSums[] {
  const inSpan = ({ from, to }: Span) =>
    filterWorks(works, { ...NO_FILTER, from, to, customers: customerId === null ? [] : [customerId] });
  const groupsOf = (
    entries: readonly ListedWork[],
    monthsLater = 0,
  ): Map<string, { entries: number; value: Decimal }> => {
    if (grouping === null) {
      const { entries: count, value } = worksTotals(entries);
      return new Map(count === 0 ? [] : [['', { entries: count, value }]]);
    }
    if (grouping !== 'month')
      return new Map(
        worksGroups(entries, grouping, { people: [], machines: [], fields: [] }, places).map((one) => [one.key, one]),
      );
    const months = new Map<string, ListedWork[]>();
    for (const work of entries) {
      const month = addMonths(monthOf(work), monthsLater);
      months.set(month, [...(months.get(month) ?? []), work]);
    }
    return new Map([...months].map(([key, own]) => [key, worksTotals(own)]));
  };
  const [now, then] = [inSpan(period), inSpan(before)];
  const all = groupsOf(now);
  const billed = groupsOf(now.filter(({ progress }) => BILLED.includes(progress)));
  const paid = groupsOf(now.filter(({ progress }) => progress === 'paid'));
  const unvalued = groupsOf(now.filter(({ totalValue }) => totalValue === null));
  const earlier = groupsOf(then, 12);
  const unvaluedEarlier = groupsOf(
    then.filter(({ totalValue }) => totalValue === null),
    12,
  );
  return [...new Set([...all.keys(), ...earlier.keys()])]
    .map((key) => ({
      key,
      count: all.get(key)?.entries ?? 0,
      total: all.get(key)?.value ?? ZERO,
      invoiced: billed.get(key)?.value ?? ZERO,
      paid: paid.get(key)?.value ?? ZERO,
      unvalued: unvalued.get(key)?.entries ?? 0,
      unvaluedBefore: unvaluedEarlier.get(key)?.entries ?? 0,
      before: earlier.get(key)?.value ?? ZERO,
    }))
    .toSorted(byKey);
}

const sumsOf = ({ key, count, total, invoiced, paid, unvalued, unvaluedBefore, before }: ReportRow): WorkSums => ({
  ...{ key, count, total, invoiced, paid, unvalued, unvaluedBefore, before },
});

/** The first and last days of months, years and tax years, and days on which the clocks change. */
const DAYS = [
  ...['2023-03-26', '2023-03-31', '2023-04-01', '2023-04-05', '2023-04-06', '2023-10-29', '2023-10-31', '2023-12-31'],
  ...['2024-01-01', '2024-02-29', '2024-03-30', '2024-03-31', '2024-04-01', '2024-04-05', '2024-04-06', '2024-06-30'],
  ...['2024-07-01', '2024-10-27', '2024-10-31', '2024-11-01', '2024-12-31', '2025-01-01', '2025-04-05', '2025-04-06'],
] as const;

const PERIODS: readonly Span[] = [
  { from: '2024-04-06', to: '2025-04-05' },
  { from: '2024-01-01', to: '2024-12-31' },
  { from: '2024-03-30', to: '2024-03-31' },
  { from: '2024-10-27', to: '2024-11-01' },
];

/** An account with entries in every state, on jobs with machines and fields, and with documents of every kind. */
async function randomAccount(seed: number) {
  const chance = seededRandom(seed);
  const owner = await backend().user();
  const driver = await backend().employeeOf(owner);
  const account = await setUpInvoicing(backend(), owner);
  const dale = await account.addCustomer('Dale');
  for (const person of [owner, driver]) {
    const entries = Array.from({ length: 45 }, () => ({
      customer: pick(['Hill Farm', 'Dale'], chance),
      task_name: pick(['Baling', 'Hedges', 'Mowing'], chance),
      chargeable_unit: 'acre',
      rate: chance() < 0.1 ? null : Math.round(chance() * 100_000) / 1000,
      quantity: chance() < 0.1 ? null : 1 + Math.round(chance() * 10_000) / 1000,
      work_date: pick(DAYS, chance),
    }));
    const { error } = await person.from('works').insert(entries as never);
    if (error) throw error;
  }
  const parts = ['Fendt', 'Claas'].map((name) => ({ id: crypto.randomUUID(), user_id: owner.id, name }));
  await owner.from('machines').insert(parts.map((one) => ({ ...one, machine_type: 'tractor' })));
  await owner.from('fields').insert(parts.map((one) => ({ ...one, area_ha: 4 })));
  for (const { id } of parts) {
    await backend().sql(
      `insert into public.job_machines (user_id, job_id, machine_id)
       select user_id, job_id, $2::uuid from public.works where user_id = $1 and abs(hashtext(id::text || $2::uuid::text)) % 3 = 0`,
      [owner.id, id],
    );
    await backend().sql(
      `insert into public.job_fields (user_id, job_id, field_id, area_ha)
       select user_id, job_id, $2::uuid, 1 from public.works where user_id = $1 and abs(hashtext($2::uuid::text || id::text)) % 3 = 0`,
      [owner.id, id],
    );
  }
  const billable = async (customer: string) =>
    (
      await backend().sql<{ id: string }>(
        `select id from public.works where user_id = $1 and customer_id = $2 and progress = 'ready'
         order by work_date, rate, quantity limit 5`,
        [owner.id, customer],
      )
    ).map(({ id }) => id);
  for (const fate of ['unsent', 'sent', 'paid', 'withdrawn', 'credited', 'paid and credited', 'refunded'] as const) {
    const to = pick([account.hillFarm, dale], chance);
    const items = chance() < 0.5 ? [] : [{ id: crypto.randomUUID(), description: 'Diesel', amount: 12.34 }];
    const { data, error } = await account.issue(await billable(to), { to, items });
    if (error) throw error;
    const ids = [data.id];
    if (fate === 'withdrawn') await account.withdraw(data.id);
    else if (fate !== 'unsent') await account.mark(ids, fate === 'sent' || fate === 'credited' ? 'sent' : 'paid');
    if (['credited', 'paid and credited', 'refunded'].includes(fate)) {
      const note = (await account.credit(data.id)).data;
      if (fate === 'refunded') await account.mark([note?.id ?? ''], 'paid');
    }
  }
  // Documents are dated today when they are issued.
  for (const { id } of await backend().sql<{ id: string }>(
    'select id from public.invoices where user_id = $1 order by kind, invoice_number',
    [owner.id],
  )) {
    await backend().sql('update public.invoices set issue_date = $2 where id = $1', [id, pick(DAYS, chance)]);
  }
  const deleted = await owner.from('works').delete().eq('task_name', 'Mowing').is('invoice_number', null).select('id');
  expect(deleted.error).toBeNull();
  return { owner, account, dale };
}

// thousand-accounts.test.ts has many more accounts, in SQL.
describe.each(FULL ? [1, 2, 3, 4] : [1, 2])('random account %d', (seed) => {
  let account: Awaited<ReturnType<typeof randomAccount>>;
  let rows: Awaited<ReturnType<typeof worksOf>>;
  beforeAll(async () => {
    account = await randomAccount(seed);
    rows = await worksOf(account.owner);
  });

  test.each(PERIODS)('work from $from to $to equals the entries of the works list', async (period) => {
    const { owner, dale } = account;
    for (const customerId of [null, dale])
      for (const grouping of [null, ...GROUPINGS]) {
        const report = await rowsOf(owner, 'work', { period, customerId }, grouping);
        expect(report.map(sumsOf).toSorted(byKey)).toEqual(expectedWork(rows, { period, customerId }, grouping));
      }
  });

  test.each(PERIODS)('documents from $from to $to equal the register', async (period) => {
    const { owner, dale } = account;
    const sumsIn = (customerId: string | null, span: Span) =>
      read(owner, (client) => client.query(registerTotalsQuery(owner.id, { ...ANY, customerId, ...span })));
    for (const customerId of [null, dale]) {
      const before = yearEarlier(period);
      const register = await read(owner, () => readWholeRegister(owner.id, { ...ANY, customerId, ...period }));
      const live = register.filter(({ voidedAt }) => voidedAt === null);
      const [sums] = await sumsIn(customerId, period);
      const [then] = await sumsIn(customerId, before);
      const report = await rowsOf(owner, 'invoices', { period, customerId }, null);
      const netOf = (rows: typeof live) => add(...rows.map(({ subtotal }) => subtotal));
      const total = report[0];
      expect(total?.total ?? ZERO).toBe(sums?.subtotal ?? ZERO);
      expect(total?.total ?? ZERO).toBe(netOf(live));
      expect(total?.count ?? 0).toBe(live.length);
      expect(total?.credited ?? ZERO).toBe(negate(netOf(live.filter(({ kind }) => kind === 'credit_note'))));
      expect(total?.paid ?? ZERO).toBe(netOf(live.filter(({ paidAt }) => paidAt !== null)));
      expect(total?.before ?? ZERO).toBe(then?.subtotal ?? ZERO);
      const isOpen = ({ paidAt, creditedAt }: (typeof live)[number]) => paidAt === null && creditedAt === null;
      const openIn = (kind: 'invoice' | 'credit_note') => live.filter((one) => one.kind === kind && isOpen(one));
      expect(total?.outstanding ?? ZERO).toBe(add(...openIn('invoice').map((one) => one.total)));
      expect(total?.openNet ?? ZERO).toBe(netOf(openIn('invoice')));
      expect(total?.toRefund ?? ZERO).toBe(negate(add(...openIn('credit_note').map((one) => one.total))));
      const months = await rowsOf(owner, 'invoices', { period, customerId }, 'month');
      for (const { key, total: net } of months)
        expect(net).toBe(netOf(live.filter(({ issueDate }) => issueDate.startsWith(key.slice(0, 7)))));
      for (const groups of [months, await rowsOf(owner, 'invoices', { period, customerId }, 'customer')])
        for (const figure of ['total', 'credited', 'paid', 'outstanding', 'toRefund', 'before'] as const)
          expect(add(...groups.map((row) => row[figure]))).toBe(total?.[figure] ?? ZERO);
    }
  });
});

test('what is outstanding and to refund is the same in the report, in the register above its list, and in what is owed; every column has amounts', async () => {
  const { owner, account } = await randomAccount(4);
  const always = { from: '2000-01-01', to: '2199-12-31' };
  const [documents] = await rowsOf(owner, 'invoices', { period: always }, null);
  const [summary] = await read(owner, (client) => client.query(registerSummaryQuery(owner.id, account.today)));
  const owed = await read(owner, (client) => client.query(owedQuery(owner.id, account.today, null)));
  expect(documents?.outstanding).toBeGreaterThan(0);
  expect(documents?.outstanding).toBe(summary?.outstanding);
  expect(documents?.outstanding).toBe(add(...owed.map((row) => row.owed)));
  // The invoice that was paid and then credited.
  expect(documents?.toRefund).toBeGreaterThan(0);
  expect(documents?.toRefund).toBe(summary?.toRefund);
  const [work] = await rowsOf(owner, 'work', { period: { from: '2024-01-01', to: '2024-12-31' } }, null);
  for (const amount of [work?.total, work?.invoiced, work?.paid, work?.unvalued, work?.before, work?.unvaluedBefore])
    expect(amount).toBeGreaterThan(0);
  for (const amount of [documents?.invoiced, documents?.credited, documents?.paid]) expect(amount).toBeGreaterThan(0);
});

test('a month begins and ends at midnight of the farm, when clocks change and at the end of the year', async () => {
  const owner = await backend().user();
  const account = await setUpInvoicing(backend(), owner);
  const days = [
    '2024-03-30',
    '2024-03-31',
    '2024-04-01',
    '2024-10-27',
    '2024-10-31',
    '2024-11-01',
    '2024-12-31',
    '2025-01-01',
  ];
  for (const [at, on] of days.entries()) {
    await account.addWorks([2 ** at], { on });
    await insertDocument(backend(), owner, { total: 2 ** at + 0.5, issued: on });
  }
  const period = { from: '2024-03-01', to: '2025-01-31' };
  const expected = [
    ['2024-03-01', 3],
    ['2024-04-01', 4],
    ['2024-10-01', 24],
    ['2024-11-01', 32],
    ['2024-12-01', 64],
    ['2025-01-01', 128],
  ];
  for (const basis of ['work', 'invoices'] as const) {
    const rows = await rowsOf(owner, basis, { period }, 'month');
    expect(rows.map(({ key, total }) => [key, toNumeric(total)])).toEqual(expected);
  }
});

test('a credited invoice no longer counts, and its work is unbilled again', async () => {
  const owner = await backend().user();
  const account = await setUpInvoicing(backend(), owner);
  const { data } = await account.issue(await account.addWorks([100]), {
    items: [{ id: crypto.randomUUID(), description: 'Diesel', amount: 5 }],
  });
  const period = { from: account.today, to: account.today };
  const figures = async () => {
    const [work] = await rowsOf(owner, 'work', { period }, null);
    const [documents] = await rowsOf(owner, 'invoices', { period }, null);
    return [work?.total, work?.invoiced, work?.paid, documents?.total, documents?.paid].map((one) =>
      toNumeric(one ?? ZERO),
    );
  };
  expect(await figures()).toEqual([100, 100, 0, 105, 0]);
  await account.mark([data?.id ?? ''], 'paid');
  expect(await figures()).toEqual([100, 100, 100, 105, 105]);
  const note = (await account.credit(data?.id ?? '')).data;
  // The payment counts until it is refunded.
  expect(await figures()).toEqual([100, 0, 0, 0, 105]);
  await account.mark([note?.id ?? ''], 'paid');
  expect(await figures()).toEqual([100, 0, 0, 0, 0]);
});

test('a typed value counts even if the entry has no rate', async () => {
  const owner = await backend().user();
  const account = await setUpInvoicing(backend(), owner);
  const [typed = ''] = await account.addWorks([null, null]);
  await owner.from('works').update({ total_value: 80 }).eq('id', typed);
  const [sums] = await rowsOf(owner, 'work', { period: { from: account.today, to: account.today } }, null);
  expect(sums).toMatchObject({ count: 2, total: fromNumeric(80), unvalued: 1 });
});

test('a report of 1,500 tasks contains all of them', async () => {
  const owner = await backend().user();
  const account = await setUpInvoicing(backend(), owner);
  await account.addWorks([1]);
  await backend().sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, quantity, rate, work_date, created_by_name)
     select $1, 'Hill Farm', 'Task ' || n, 'each', 1, n, '2024-06-01', 'Ann' from generate_series(1, 1500) n`,
    [owner.id],
  );
  const period = { from: '2024-06-01', to: '2024-06-30' };
  const rows = await rowsOf(owner, 'work', { period }, 'task');
  expect(new Set(rows.map(({ key }) => key)).size).toBe(1500);
  expect(toNumeric(add(...rows.map(({ total }) => total)))).toBe((1500 * 1501) / 2);
  expect((await rowsOf(owner, 'work', { period }, null))[0]?.count).toBe(1500);
});

test('two currencies are never added up', async () => {
  const owner = await backend().user();
  await insertDocument(backend(), owner, { total: 5.5 });
  await insertDocument(backend(), owner, { total: 7.5, currency: 'EUR' });
  const rows = await rowsOf(owner, 'invoices', { period: { from: '2026-05-01', to: '2026-05-31' } }, 'month');
  expect(rows.map(({ currency, total }) => [currency, toNumeric(total)])).toEqual([
    ['EUR', 7],
    ['GBP', 5],
  ]);
});

test('an employee gets no report, and another account nothing of this one', async () => {
  const owner = await backend().user();
  const account = await setUpInvoicing(backend(), owner);
  await account.addWorks([10]);
  await insertDocument(backend(), owner, { total: 5.5, issued: account.today });
  const driver = await backend().employeeOf(owner);
  const period = { from: account.today, to: account.today };
  for (const basis of ['work', 'invoices'] as const) {
    await expect(rowsOf(driver, basis, { period }, null)).rejects.toThrow('Only the main account holder can do this.');
    expect(await rowsOf(await backend().user(), basis, { period }, null)).toEqual([]);
  }
});
