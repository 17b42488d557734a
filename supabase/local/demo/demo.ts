// The demonstration account: an owner and two drivers who can sign in at once, and three months of their work. Embedded
// mode only. Uses few statements, because it is loaded while the user waits for the first page.
import { archiveCustomers, DEMO_PEOPLE, demoLists, demoPeople, demoSettings } from './account.ts';
import { demoChecklists } from './checklists.ts';
import { DEMO_CUSTOMERS } from './customers.ts';
import { demoCompliance } from './compliance.ts';
import { demoFields } from './fields.ts';
import { demoInvoices, NEXT_NUMBER, withdrawnOn, type DemoInvoice } from './invoices.ts';
import { logJobs } from './jobs.ts';
import { demoMachinery } from './machinery.ts';
import { demoNotes } from './notes.ts';
import { demoNotices } from './notices.ts';
import { demoPlan, demoTimeOff } from './plan.ts';
import { demoSilageDay } from './silage-day.ts';
import { demoSlurry } from './slurry.ts';
import { DEMO_TASKS } from './tasks.ts';
import { demoRations } from './rations.ts';
import { demoTime } from './time.ts';
import { demoId, demoWorks, type DemoWork } from './works.ts';
import type { Sql } from '../database/sql.ts';

export type DemoOptions = {
  /** The last day of the data, 'YYYY-MM-DD'. */
  today: string;
};

type DemoPeople = Record<DemoWork['person'], string>;

const [OWNER, DRIVER, SECOND_DRIVER] = DEMO_PEOPLE;
const NAMES = { owner: OWNER.name, driver: DRIVER.name, secondDriver: SECOND_DRIVER.name };

const customerIds = new Map(DEMO_CUSTOMERS.map(({ name }, index) => [name, demoId('c', index + 1)]));

/** The entries, each logged in the evening of its day. The database computes their times and values. */
async function logWorks(sql: Sql, people: DemoPeople, works: readonly DemoWork[]) {
  const rows = works.map(({ person, ...work }) => ({
    ...work,
    employee_id: person === 'owner' ? null : people[person],
    created_by_name: NAMES[person],
  }));
  await sql.query(
    `insert into public.works (user_id, employee_id, created_by_name, id, customer, task_name, task_description,
       chargeable_unit, rate, quantity, start_time, finish_time, breaks, work_date, notes, created_at)
     select $1, employee_id, created_by_name, id, customer, task_name, task_description,
       chargeable_unit, rate, quantity, start_time, finish_time, breaks, work_date, notes,
       least(now(), (work_date + time '17:30') at time zone 'Europe/London') - (1000 - n) * interval '1 second'
     from jsonb_array_elements($2::jsonb) with ordinality as logged (entry, n)
     cross join lateral jsonb_populate_record(null::public.works, entry) work
     order by n`,
    [people.owner, JSON.stringify(rows)],
  );
  await archiveCustomers(sql, people.owner, DEMO_CUSTOMERS);
}

/** Issues the planned invoices in order, by the regular function; returns their ids. */
async function issueInvoices(sql: Sql, owner: string, plan: readonly DemoInvoice[]): Promise<string[]> {
  const rows = await sql.query(
    `select invoice.id from
       (select * from jsonb_to_recordset($2::jsonb) as p (n int, customer_id uuid, work_ids uuid[], items jsonb, issue_date date)
        order by n) planned
     cross join lateral private.make_invoice($1, planned.customer_id, planned.work_ids, planned.items, planned.issue_date, null,
       (select 'ME-' || (7300 + planned.n) from public.customers c
        where c.user_id = $1 and c.id = planned.customer_id and c.po_required)) invoice
     order by invoice.sequence_no`,
    [owner, JSON.stringify(plan.map((row, n) => ({ ...row, n, customer_id: customerIds.get(row.customer) })))],
  );
  return rows.map((row) => String(row['id']));
}

async function markInvoices(sql: Sql, status: 'sent' | 'paid', marks: readonly { id: string; day: string | null }[]) {
  const reached = marks.filter(({ day }) => day !== null);
  await sql.query(
    `select marked.id from jsonb_to_recordset($1::jsonb) as m (id uuid, day date)
     cross join lateral public.mark_invoices(gen_random_uuid(), array[m.id], $2, m.day) marked`,
    [JSON.stringify(reached), status],
  );
}

async function demoInvoicing(sql: Sql, owner: string, [withdrawn, ...rest]: ReturnType<typeof demoInvoices>) {
  // The public functions use the signed-in user; for this transaction that is the owner.
  await sql.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: owner })]);
  const [first] = await issueInvoices(sql, owner, [withdrawn]);
  await sql.query('select public.withdraw_invoice(gen_random_uuid(), $1)', [first]);
  await sql.query(
    `update public.invoices set voided_at = ($3::date + time '09:00') at time zone 'Europe/London'
     where user_id = $1 and id = $2`,
    [owner, first, withdrawnOn(withdrawn)],
  );
  const ids = await issueInvoices(sql, owner, rest);
  const progress = (field: 'sent' | 'paid') => ids.map((id, index) => ({ id, day: rest[index]?.[field] ?? null }));
  await markInvoices(sql, 'sent', progress('sent'));
  await markInvoices(sql, 'paid', progress('paid'));
  await sql.query(`select set_config('request.jwt.claims', '', true)`);
  // The audit log starts empty, with the users' own actions.
  await sql.query('delete from public.audit_log where user_id = $1', [owner]);
}

/** Fills a database without any users. Run it in one transaction, so that all of it is loaded or nothing. */
export async function loadDemo(sql: Sql, { today }: DemoOptions): Promise<void> {
  const people = await sql.query('select 1 from auth.users limit 1');
  if (people.length > 0) return;
  await fillFarm(sql, await demoPeople(sql, DEMO_PEOPLE), today);
}

/** Fills the empty account of these people: the account holder and two drivers. */
export async function fillFarm(sql: Sql, ids: readonly string[], today: string): Promise<void> {
  const works = demoWorks(today);
  const invoices = demoInvoices(works, today);
  const [owner = '', driver = '', secondDriver = ''] = ids;
  const peopleIds = { owner, driver, secondDriver };
  await demoSettings(sql, owner, NEXT_NUMBER - invoices.length);
  await demoLists(sql, owner, DEMO_CUSTOMERS, DEMO_TASKS);
  await logWorks(sql, peopleIds, works);
  await demoNotes(sql, ids, Object.values(NAMES), today);
  await demoFields(sql, ids, Object.values(NAMES), today);
  await demoMachinery(sql, ids, Object.values(NAMES), today);
  await logJobs(sql, peopleIds, NAMES, works, today);
  await demoSilageDay(sql, ids, Object.values(NAMES), today);
  await demoChecklists(sql, ids, Object.values(NAMES), today);
  await demoRations(sql, ids, Object.values(NAMES), today);
  await demoNotices(sql, ids, today);
  await demoSlurry(sql, owner, today);
  await demoCompliance(sql, ids, NAMES.owner, today);
  await demoPlan(sql, ids, today);
  await demoTimeOff(sql, ids, today);
  await demoTime(sql, ids, today);
  await demoInvoicing(sql, owner, invoices);
}
