// What the demonstration accounts share: the people who can sign in, the settings, customers and price list.
import { createUser } from '../auth/admin.ts';
import type { DemoCustomer } from './customers.ts';
import type { DemoTask } from './tasks.ts';
import { demoId } from './works.ts';
import type { Sql } from '../database/sql.ts';

const DEMO_PASSWORD = 'demo-farm-2026';

export type DemoPerson = { email: string; name: string; phone?: string };

/** The account holder comes first. */
export const DEMO_PEOPLE = [
  { email: 'owner@demo.test', name: 'Alex Owner' },
  { email: 'driver@demo.test', name: 'Sam Driver', phone: '07700 900118' },
  { email: 'second.driver@demo.test', name: 'Kasia Nowak', phone: '07700 900142' },
] as const satisfies readonly DemoPerson[];

/** Creates the people, all in the account of the first; returns their ids in the same order. */
export async function demoPeople(sql: Sql, people: readonly DemoPerson[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { email, name } of people) {
    const [first_name, last_name] = name.split(' ');
    ids.push(
      await createUser(sql, { email, password: DEMO_PASSWORD, confirmed: true, metadata: { first_name, last_name } }),
    );
  }
  await joinCrew(sql, ids, people);
  await sql.query(`update public.profiles set trial_ends_at = now() + interval '26 days' where id = $1`, [ids[0]]);
  return ids;
}

/** Puts everybody into the account of the first. */
export async function joinCrew(sql: Sql, [owner, ...crew]: readonly string[], people: readonly DemoPerson[]) {
  await sql.query(
    `update public.profiles set role = 'employee', admin_id = $1, subscription_status = null, trial_ends_at = null,
       phone = nullif(($3::text[])[array_position($2::uuid[], id)], '')
     where id = any ($2::uuid[])`,
    [owner, crew, people.slice(1).map(({ phone = '' }) => phone)],
  );
}

/** Farm and invoice settings; `firstNumber` is the number of the next invoice. */
export async function demoSettings(sql: Sql, owner: string, firstNumber: number) {
  await sql.query(
    `update public.farm_settings set farm_name = 'Headland Contracting', region = 'england', asks_business = false,
       asks_prices = false, asks_first_job = false where user_id = $1`,
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

/**
 * Inserts customers and price list; returns the customers' ids in order. Archived ones stay active until archiveCustomers.
 */
export async function demoLists(
  sql: Sql,
  owner: string,
  demoCustomers: readonly DemoCustomer[],
  tasks: readonly DemoTask[],
): Promise<string[]> {
  const customers = demoCustomers.map((customer, index) => ({
    ...customer,
    id: demoId('c', index + 1),
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
    [owner, JSON.stringify(tasks.map((task, index) => ({ ...task, id: demoId('d', index + 1) })))],
  );
  return customers.map(({ id }) => id);
}

/** Archives the customers marked as `archived`, once their work is inserted. */
export async function archiveCustomers(sql: Sql, owner: string, demoCustomers: readonly DemoCustomer[]): Promise<void> {
  const archived = demoCustomers.flatMap(({ archived: isArchived }, index) =>
    isArchived ? [demoId('c', index + 1)] : [],
  );
  await sql.query(`update public.customers set active = false where user_id = $1 and id = any ($2::uuid[])`, [
    owner,
    archived,
  ]);
}
