// The demonstration account: an owner and two drivers who can sign in at once, and three months of their work.
// Embedded mode only. Few statements, because it is loaded while somebody waits for the first page.
import { createUser } from './auth-admin.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { demoInvoices, NEXT_NUMBER, withdrawnOn, type DemoInvoice } from './demo-invoices.ts';
import { DEMO_TASKS } from './demo-tasks.ts';
import { demoId, demoWorks, type DemoWork } from './demo-works.ts';
import type { Sql } from './sql.ts';

const DEMO_PASSWORD = 'demo-farm-2026';

export type DemoOptions = {
  /** The day the data end on, 'YYYY-MM-DD'. */
  today: string;
};

type DemoPeople = { owner: string; driver: string; secondDriver: string };

const NAMES = { owner: 'Alex Owner', driver: 'Sam Driver', secondDriver: 'Kasia Nowak' };

async function demoPeople(sql: Sql): Promise<DemoPeople> {
  const make = (email: string, name: string) => {
    const [first_name, last_name] = name.split(' ');
    return createUser(sql, { email, password: DEMO_PASSWORD, confirmed: true, metadata: { first_name, last_name } });
  };
  const owner = await make('owner@demo.test', NAMES.owner);
  const driver = await make('driver@demo.test', NAMES.driver);
  const secondDriver = await make('second.driver@demo.test', NAMES.secondDriver);
  await sql.query(
    `update public.profiles set role = 'employee', admin_id = $1, subscription_status = null, trial_ends_at = null
     where id in ($2, $3)`,
    [owner, driver, secondDriver],
  );
  await sql.query(`update public.profiles set trial_ends_at = now() + interval '26 days' where id = $1`, [owner]);
  return { owner, driver, secondDriver };
}

async function demoSettings(sql: Sql, owner: string, firstNumber: number) {
  await sql.query(
    `update public.farm_settings set farm_name = 'Headland Contracting', region = 'england' where user_id = $1`,
    [owner],
  );
  await sql.query(
    `insert into public.invoice_settings (user_id, business_name, legal_form, address_line1, address_line2, town, postcode,
       country, phone, email, vat_registered, vat_number, payment_terms_days, next_number, bank_name, account_name,
       sort_code, account_number, footer_text)
     values ($1, 'Headland Contracting', 'sole_trader', 'The Old Forge', 'Headland Lane', 'Kington', 'HR5 9ZK',
       'United Kingdom', '01632 960100', 'office@headland.test', true, 'GB123456789', 30, $2, 'Border Bank',
       'Headland Contracting', '000000', '12345678', 'Thank you. Please give the invoice number with your payment.')`,
    [owner, firstNumber],
  );
}

const customerIds = new Map(DEMO_CUSTOMERS.map(({ name }, index) => [name, demoId('c', index + 1)]));

async function demoLists(sql: Sql, owner: string) {
  const customers = DEMO_CUSTOMERS.map((customer) => ({
    ...customer,
    id: customerIds.get(customer.name),
    po_required: customer.po_required ?? false,
  }));
  await sql.query(
    `insert into public.customers (user_id, created_by, id, name, contact_name, phone, phone2, email, address_line1,
       address_line2, town, county, postcode, country, chargeable_unit, vat_number, payment_terms_days, billing_email,
       account_ref, po_required, w3w, lat, lng, directions, hazards, notes)
     select $1, $1, id, name, contact_name, phone, phone2, email, address_line1,
       address_line2, town, county, postcode, country, chargeable_unit, vat_number, payment_terms_days, billing_email,
       account_ref, po_required, w3w, lat, lng, directions, hazards, notes
     from jsonb_populate_recordset(null::public.customers, $2::jsonb)`,
    [owner, JSON.stringify(customers)],
  );
  await sql.query(
    `insert into public.tasks (user_id, created_by, id, name, chargeable_unit, default_rate, category, description, active)
     select $1, $1, id, name, chargeable_unit, default_rate, category, description, active
     from jsonb_populate_recordset(null::public.tasks, $2::jsonb)`,
    [owner, JSON.stringify(DEMO_TASKS.map((task, index) => ({ ...task, id: demoId('d', index + 1) })))],
  );
}

/** The entries, each logged in the evening of its day. Their times and values are the database's own. */
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
  const archived = DEMO_CUSTOMERS.flatMap(({ name, archived: gone }) => (gone ? customerIds.get(name) : []));
  await sql.query(`update public.customers set active = false where user_id = $1 and id = any ($2::uuid[])`, [
    people.owner,
    archived,
  ]);
}

/** Makes the invoices of the plan, in its order, by the function that issues every invoice; their ids. */
async function make(sql: Sql, owner: string, plan: readonly DemoInvoice[]): Promise<string[]> {
  const rows = await sql.query(
    `select invoice.id from
       (select * from jsonb_to_recordset($2::jsonb) as p (n int, customer_id uuid, work_ids uuid[], items jsonb, issue_date date)
        order by n) planned
     cross join lateral private.make_invoice($1, planned.customer_id, planned.work_ids, planned.items, planned.issue_date, null) invoice
     order by invoice.sequence_no`,
    [owner, JSON.stringify(plan.map((row, n) => ({ ...row, n, customer_id: customerIds.get(row.customer) })))],
  );
  return rows.map((row) => String(row['id']));
}

async function mark(sql: Sql, status: 'sent' | 'paid', marks: readonly { id: string; day: string | null }[]) {
  const due = marks.filter(({ day }) => day !== null);
  await sql.query(
    `select marked.id from jsonb_to_recordset($1::jsonb) as m (id uuid, day date)
     cross join lateral public.mark_invoices(gen_random_uuid(), array[m.id], $2, m.day) marked`,
    [JSON.stringify(due), status],
  );
}

async function demoInvoicing(sql: Sql, owner: string, [withdrawn, ...rest]: ReturnType<typeof demoInvoices>) {
  // The public functions ask who is signed in; for this transaction it is the owner.
  await sql.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: owner })]);
  const [first] = await make(sql, owner, [withdrawn]);
  await sql.query('select public.withdraw_invoice(gen_random_uuid(), $1)', [first]);
  await sql.query(
    `update public.invoices set voided_at = ($3::date + time '09:00') at time zone 'Europe/London'
     where user_id = $1 and id = $2`,
    [owner, first, withdrawnOn(withdrawn)],
  );
  const ids = await make(sql, owner, rest);
  const progress = (field: 'sent' | 'paid') => ids.map((id, index) => ({ id, day: rest[index]?.[field] ?? null }));
  await mark(sql, 'sent', progress('sent'));
  await mark(sql, 'paid', progress('paid'));
  await sql.query(`select set_config('request.jwt.claims', '', true)`);
  // The log begins with what people do from now on.
  await sql.query('delete from public.audit_log where user_id = $1', [owner]);
}

/** Fills a database that nobody has signed up to. Run it in one transaction: all of it is there afterwards, or nothing. */
export async function loadDemo(sql: Sql, { today }: DemoOptions): Promise<void> {
  const people = await sql.query('select 1 from auth.users limit 1');
  if (people.length > 0) return;
  const works = demoWorks(today);
  const invoices = demoInvoices(works, today);
  const made = await demoPeople(sql);
  await demoSettings(sql, made.owner, NEXT_NUMBER - invoices.length);
  await demoLists(sql, made.owner);
  await logWorks(sql, made, works);
  await demoInvoicing(sql, made.owner, invoices);
}
