// The demonstration account of three years: seven people, fifty thousand entries, three thousand invoices. Embedded
// mode only. Loaded with few statements; values that triggers would compute are computed here by the same functions.
import { bulkLoad } from './bulk-invoices.ts';
import { archiveCustomers, DEMO_PEOPLE, demoLists, demoPeople, demoSettings } from '../account.ts';
import { bigCustomers, type BigCustomer } from './customers.ts';
import { bigInvoices, reversedCounts, type BigInvoice } from './invoices.ts';
import { SEASONAL_TASKS } from './tasks.ts';
import { bigMonths, FULL_SIZE, type BigSize, type BigWork } from './works.ts';
import type { DemoOptions } from '../demo.ts';
import type { Sql } from '../../database/sql.ts';

const BIG_PEOPLE = [
  ...DEMO_PEOPLE,
  { email: 'third.driver@demo.test', name: 'Gethin Rees' },
  { email: 'fourth.driver@demo.test', name: 'Moira Doyle' },
  { email: 'fifth.driver@demo.test', name: 'Piotr Zieliński' },
  { email: 'sixth.driver@demo.test', name: 'Dai Powell' },
];

/** Rows sent to the database in one statement: a few megabytes. */
const ROWS_PER_INSERT = 10_000;

type Ids = { people: readonly string[]; customers: readonly string[]; customerNames: readonly string[] };

/** Inserts the entries in this order, each as if logged in the evening of its day. */
async function insertWorks(sql: Sql, ids: Ids, list: readonly BigWork[]) {
  for (let from = 0; from < list.length; from += ROWS_PER_INSERT) {
    const rows = list.slice(from, from + ROWS_PER_INSERT).map(({ customer, person, ...work }, index) => ({
      ...work,
      place: from + index,
      customer: ids.customerNames[customer],
      customer_id: ids.customers[customer],
      employee_id: person === 0 ? null : ids.people[person],
      created_by_name: BIG_PEOPLE[person]?.name,
    }));
    await sql.query(
      `insert into bulk_works
       select w.id, $1, w.employee_id, w.customer, w.customer_id, w.task_name, w.task_description, w.chargeable_unit, w.rate,
         counted.quantity, w.start_time, w.finish_time, w.breaks, w.work_date, round(shift.minutes / 60.0, 4),
         private.line_value(w.chargeable_unit, w.rate, counted.quantity, shift.minutes), w.notes,
         least((w.work_date + time '17:00') at time zone 'Europe/London' + w.place % 600 * interval '15 seconds',
               now() - ($3::integer - w.place) * interval '1 second'), w.created_by_name
       from jsonb_to_recordset($2::jsonb) as w (id uuid, employee_id uuid, customer text, customer_id uuid, task_name text,
         task_description text, chargeable_unit text, rate numeric, quantity numeric, start_time time, finish_time time,
         breaks integer, work_date date, notes text, created_by_name text, place integer)
       cross join lateral (select case when w.start_time is not null then
         (private.work_minutes(w.work_date, w.start_time, w.finish_time, w.breaks, 'Europe/London')).minutes end as minutes) shift
       cross join lateral (select coalesce(w.quantity,
         case when w.chargeable_unit = 'hour' then round(shift.minutes / 60.0, 4) end) as quantity) counted`,
      [ids.people[0], JSON.stringify(rows), list.length],
    );
  }
}

async function insertInvoices(sql: Sql, ids: Ids, list: readonly BigInvoice[]) {
  const rows = list.map((invoice, index) => ({
    ...invoice,
    customer_id: ids.customers[invoice.customer],
    sequence_no: index + 1,
  }));
  await sql.query(
    `with planned as (
       select * from jsonb_to_recordset($2::jsonb) as b (id uuid, sequence_no integer, customer_id uuid, issue_date date,
         items jsonb, sent date, paid date, withdrawn date, live boolean, work_ids uuid[])
     ), lines as (
       insert into bulk_lines select $1, id, unnest(work_ids) from planned
     )
     insert into bulk_bills
     select $1, id, sequence_no, customer_id, issue_date, items, sent, paid, withdrawn, live, $1, $3 from planned`,
    [ids.people[0], JSON.stringify(rows), BIG_PEOPLE[0]?.name],
  );
}

/** Issues credit notes with the regular function, then moves each to its date. */
async function issueCreditNotes(sql: Sql, owner: string, list: readonly BigInvoice[]) {
  const credited = list.flatMap(({ id, credited: note }) => (note ? [{ id, ...note }] : []));
  // The function uses the signed-in user; for this transaction that is the owner.
  await sql.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: owner })]);
  await sql.query(
    `select n.id from (select * from jsonb_to_recordset($1::jsonb) as c (id uuid, "on" date, reason text) order by "on", id) c
     cross join lateral public.credit_invoice(gen_random_uuid(), c.id, c.reason) n`,
    [JSON.stringify(credited)],
  );
  await sql.query(`select set_config('request.jwt.claims', '', true)`);
  const noon = `(c."on" + time '12:00') at time zone 'Europe/London'`;
  // Every second refund has been paid.
  await sql.query(
    `update public.invoices n set issue_date = c."on", tax_point = c."on", due_date = c."on", generated_at = ${noon},
       credited_at = case when n.credited_at is not null then ${noon} end,
       paid_at = case when n.credited_at is null and n.sequence_no % 2 = 0 then ${noon} + interval '3 days' end
     from jsonb_to_recordset($2::jsonb) as c (id uuid, "on" date)
     where n.user_id = $1 and n.credits_invoice_id = c.id`,
    [owner, JSON.stringify(credited)],
  );
  await sql.query(
    `update public.invoices i set credited_at = ${noon} from jsonb_to_recordset($2::jsonb) as c (id uuid, "on" date)
     where i.user_id = $1 and i.id = c.id`,
    [owner, JSON.stringify(credited)],
  );
}

/** The data of the demonstration in the given size, for a given day. */
export function bigDemo(today: string, size: BigSize) {
  const customers: BigCustomer[] = bigCustomers(size.customers, size.months);
  const reversed = reversedCounts(size);
  const months = bigMonths(customers, size, size.invoices - reversed.withdrawn - reversed.credited, today);
  return {
    customers,
    works: months.flatMap((month) => month.works),
    invoices: bigInvoices(customers, months, size, today),
  };
}

/** Fills a database without any users. Run it in one transaction, so that all of it is loaded or nothing. */
export async function loadBigDemo(sql: Sql, { today }: DemoOptions, size: BigSize = FULL_SIZE): Promise<void> {
  const users = await sql.query('select 1 from auth.users limit 1');
  if (users.length > 0) return;
  const demo = bigDemo(today, size);
  await sql.script('set local statement_timeout = 0');
  const people = await demoPeople(sql, BIG_PEOPLE);
  const owner = people[0] ?? '';
  await demoSettings(sql, owner, demo.invoices.length + 1);
  const customers = await demoLists(sql, owner, demo.customers, SEASONAL_TASKS);
  const ids = { people, customers, customerNames: demo.customers.map(({ name }) => name) };
  await bulkLoad(sql, async () => {
    await insertWorks(sql, ids, demo.works);
    await insertInvoices(sql, ids, demo.invoices);
  });
  await issueCreditNotes(sql, owner, demo.invoices);
  await archiveCustomers(sql, owner, demo.customers);
  // The audit log starts empty, with the users' own actions.
  await sql.query('delete from public.audit_log where user_id = $1', [owner]);
  await sql.script('analyze public.works; analyze public.invoices; analyze public.customers;');
}
