// The reports of random accounts, 1,000 of them in a full run: what their functions return to the account holder equals sums
// over the tables, written a second time in plain SQL, and what the works list and the register say.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RANDOM_BEFORE, RANDOM_PERIOD, randomAccounts } from '@tests/support/account-data/random-accounts';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { FULL } from '@tests/support/full';

const ACCOUNTS = FULL ? 1000 : 100;
const TODAY = '2026-03-01';
const { from, to } = RANDOM_PERIOD;
const { from: beforeFrom, to: beforeTo } = RANDOM_BEFORE;
const SPANS = `'${from}', '${to}', '${beforeFrom}', '${beforeTo}'`;
const GROUPS = ['month', 'customer', 'task', 'person', 'machine', 'field'] as const;
const NO_PART = '00000000-0000-0000-0000-000000000000';

/** Every report as the account holder reads it: name of the report, key of the row, and its figures as an array. */
const REPORTS = [
  `select 'work', r.key, array[r.entries, r.earned, r.invoiced, r.paid, r.unvalued, r.earned_before, r.unvalued_before]
   from public.work_report(${SPANS}) r`,
  ...GROUPS.map(
    (
      group,
    ) => `select 'work by ${group}', r.key, array[r.entries, r.earned, r.invoiced, r.paid, r.unvalued, r.earned_before, r.unvalued_before]
   from public.work_report(${SPANS}, '${group}') r`,
  ),
  `select 'works list', '', array[t.entries, t.value, t.needs_rate, t.needs_quantity] from public.works_totals('${from}', '${to}') t
   where t.entries > 0`,
  ...(['', 'month', 'customer'] as const).map(
    (
      group,
    ) => `select 'documents by ${group}', r.key || ' ' || r.currency, array[r.documents, r.invoiced, r.credited, r.paid, r.net_before]
   from public.invoice_report(${SPANS}, nullif('${group}', '')) r`,
  ),
  `select 'register', t.currency, array[t.documents, t.subtotal, t.vat_amount, t.total]
   from public.register_totals(p_from => '${from}', p_to => '${to}', p_today => '${TODAY}') t`,
  `select 'owed', o.key, array[o.invoices, o.not_due, o.late_1_30, o.late_31_60, o.late_61_90, o.late_over_90, o.owed]
   from public.owed_report('${TODAY}') o`,
  `select 'outstanding', s.currency, array[s.outstanding_invoices, s.not_due, s.late_1_30, s.late_31_60, s.late_61_90, s.late_over_90, s.outstanding]
   from public.register_summary('${TODAY}') s where s.outstanding_invoices > 0`,
  `select 'to bill', u.customer_id::text, array[u.entries, u.value, u.unvalued] from public.unbilled_work('${TODAY}') u`,
];

const inPeriod = (column: string) => `${column} between '${from}' and '${to}'`;
const inBefore = (column: string) => `${column} between '${beforeFrom}' and '${beforeTo}'`;

/** The keys of the rows by group, for the same figures computed from the tables, for all accounts at once. */
const WORK_KEYS: Record<(typeof GROUPS)[number] | '', string> = {
  '': `''`,
  month: `to_char(w.work_date + case when ${inBefore('w.work_date')} then interval '1 year' else interval '0' end, 'YYYY-MM-01')`,
  customer: 'w.customer_id::text',
  task: 'w.task_name',
  person: 'coalesce(w.employee_id, w.user_id)::text',
  machine: `coalesce(m.machine_id::text, '${NO_PART}')`,
  field: `coalesce(f.field_id::text, '${NO_PART}')`,
};
const workSums = (group: keyof typeof WORK_KEYS) => `
  select w.user_id, 'work${group === '' ? '' : ` by ${group}`}', ${WORK_KEYS[group]}, array[
    count(*) filter (where ${inPeriod('w.work_date')}),
    coalesce(sum(w.total_value) filter (where ${inPeriod('w.work_date')}), 0),
    coalesce(sum(w.total_value) filter (where ${inPeriod('w.work_date')} and w.invoice_id is not null), 0),
    coalesce(sum(w.total_value) filter (where ${inPeriod('w.work_date')} and w.invoice_paid_at is not null), 0),
    count(*) filter (where ${inPeriod('w.work_date')} and (w.rate is null or w.quantity is null)),
    coalesce(sum(w.total_value) filter (where ${inBefore('w.work_date')}), 0),
    count(*) filter (where ${inBefore('w.work_date')} and (w.rate is null or w.quantity is null))]
  from public.works w
  ${group === 'machine' ? 'left join public.job_machines m on m.user_id = w.user_id and m.job_id = w.id' : ''}
  ${group === 'field' ? 'left join public.job_fields f on f.user_id = w.user_id and f.job_id = w.id' : ''}
  where ${inPeriod('w.work_date')} or ${inBefore('w.work_date')} group by 1, 3`;

const DOCUMENT_KEYS: Record<'' | 'month' | 'customer', string> = {
  '': `''`,
  month: `to_char(i.issue_date + case when ${inBefore('i.issue_date')} then interval '1 year' else interval '0' end, 'YYYY-MM-01')`,
  customer: 'i.customer_id::text',
};
const documentSums = (group: keyof typeof DOCUMENT_KEYS) => `
  select i.user_id, 'documents by ${group}', ${DOCUMENT_KEYS[group]} || ' ' || i.currency, array[
    count(*) filter (where ${inPeriod('i.issue_date')}),
    coalesce(sum(i.subtotal) filter (where ${inPeriod('i.issue_date')} and i.subtotal >= 0 and i.invoice_number like 'INV%'), 0),
    coalesce(sum(-i.subtotal) filter (where ${inPeriod('i.issue_date')} and i.invoice_number like 'CN%'), 0),
    coalesce(sum(i.subtotal) filter (where ${inPeriod('i.issue_date')} and i.paid_at is not null), 0),
    coalesce(sum(i.subtotal) filter (where ${inBefore('i.issue_date')}), 0)]
  from public.invoices i
  where i.voided_at is null and (${inPeriod('i.issue_date')} or ${inBefore('i.issue_date')}) group by 1, 3`;

const owedSums = (name: string, key: string) => `
  select i.user_id, '${name}', ${key}, array[count(*),
    coalesce(sum(i.total) filter (where i.due_date >= '${TODAY}'), 0),
    ${[
      [1, 30],
      [31, 60],
      [61, 90],
      [91, 99_999],
    ]
      .map(
        ([least, most]) =>
          `coalesce(sum(i.total) filter (where date '${TODAY}' - i.due_date between ${least} and ${most}), 0)`,
      )
      .join(', ')},
    sum(i.total)]
  from public.invoices i
  where i.invoice_number like 'INV%' and coalesce(i.paid_at, i.voided_at, i.credited_at) is null group by 1, 3`;

const EXPECTED = [
  workSums(''),
  ...GROUPS.map(workSums),
  `select w.user_id, 'works list', '', array[count(*), coalesce(sum(w.total_value), 0),
     count(*) filter (where w.invoice_id is null and w.quantity is not null and w.rate is null),
     count(*) filter (where w.invoice_id is null and w.quantity is null)]
   from public.works w where ${inPeriod('w.work_date')} group by 1`,
  ...(['', 'month', 'customer'] as const).map(documentSums),
  `select i.user_id, 'register', i.currency, array[count(*), ${['subtotal', 'vat_amount', 'total']
    .map((column) => `coalesce(sum(i.${column}) filter (where i.voided_at is null), 0)`)
    .join(', ')}]
   from public.invoices i where ${inPeriod('i.issue_date')} group by 1, 3`,
  owedSums('owed', `i.customer_id || ' ' || i.currency`),
  owedSums('outstanding', 'i.currency'),
  `select w.user_id, 'to bill', w.customer_id::text, array[count(*), coalesce(sum(w.total_value), 0),
     count(*) filter (where w.total_value is null)]
   from public.works w where w.invoice_id is null and w.work_date < '${TODAY}' group by 1, 3`,
];

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
  await backend.script(randomAccounts(ACCOUNTS));
  await backend.script(`
    set local statement_timeout = 0;
    create table random_accounts.reported (account uuid, report text, key text, figures numeric[]);
    create function random_accounts.read_reports(account uuid) returns void language plpgsql as $$
    begin
      perform set_config('request.jwt.claims', jsonb_build_object('sub', account, 'role', 'authenticated')::text, true);
      insert into random_accounts.reported select account, r.* from (${REPORTS.join('\nunion all\n')}) r;
    end $$;
    grant usage on schema random_accounts to authenticated;
    grant insert on random_accounts.reported to authenticated;
    grant execute on function random_accounts.read_reports(uuid) to authenticated;
    create table random_accounts.expected as select * from (${EXPECTED.join('\nunion all\n')}) e (account, report, key, figures);`);
  await backend.transaction(async (sql) => {
    // Read as the person: row security decides what is summed. All accounts are one statement, without its time limit.
    await sql.query(`select set_config('role', 'authenticated', true), set_config('statement_timeout', '0', true)`);
    await sql.query(
      `select count(random_accounts.read_reports(md5('account ' || a)::uuid)) from generate_series(1, $1::int) a`,
      [ACCOUNTS],
    );
  });
}, 300_000);
afterAll(() => backend.close());

const count = async (table: 'reported' | 'expected') =>
  backend.sql<{ report: string; rows: number; accounts: number }>(
    `select report, count(*)::int as rows, count(distinct account)::int as accounts from random_accounts.${table} group by 1 order by 1`,
  );

describe('the reports of random accounts', () => {
  test('equal the sums over the tables, row by row', async () => {
    const differences = await backend.sql(
      `(select 'reported' as of, r.* from (select * from random_accounts.reported except all select * from random_accounts.expected) r)
       union all
       (select 'expected', e.* from (select * from random_accounts.expected except all select * from random_accounts.reported) e)
       order by account, report, key limit 10`,
    );
    expect(differences).toEqual([]);
  });

  test('have rows of every report in many accounts', async () => {
    const reported = await count('reported');
    expect(reported.map(({ report }) => report)).toHaveLength(REPORTS.length);
    for (const { report, accounts, rows } of reported) {
      expect(accounts, report).toBeGreaterThan(ACCOUNTS / 4);
      expect(rows, report).toBeGreaterThanOrEqual(accounts);
    }
  });
});
