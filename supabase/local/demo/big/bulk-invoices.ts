// Inserts many invoices and their works at once, with the same result as the functions and triggers for single ones,
// which would take minutes. For demonstrations and measurements; a test compares the two results.
import type { Sql } from '../../database/sql.ts';

/** Columns of public.works that the caller fills; progress, search and the invoice columns are not among them. */
const WORK_COLUMNS = `id, user_id, employee_id, customer, customer_id, task_name, task_description, chargeable_unit, rate,
  quantity, start_time, finish_time, breaks, work_date, total_time, total_value, notes, created_at, created_by_name`;

/**
 * Staging tables until the end of the transaction. `live`: the works have this invoice's number, because it was neither
 * withdrawn nor credited. Days are in the farm's zone, none later than yesterday.
 */
export const STAGING_TABLES = `
  create temp table bulk_works on commit drop as select ${WORK_COLUMNS} from public.works with no data;
  create temp table bulk_bills (user_id uuid, id uuid, sequence_no integer, customer_id uuid, issue_date date, items jsonb,
    sent_on date, paid_on date, voided_on date, live boolean, created_by uuid, created_by_name text) on commit drop;
  create temp table bulk_lines (user_id uuid, bill_id uuid, work_id uuid) on commit drop;
`;

const noonSql = (day: string) => `(${day} + time '12:00') at time zone f.time_zone`;

/** Moves the staged rows into public.invoices and public.works. Triggers of both tables must be disabled. */
export const INSERT_STAGED = `
  with summed as (
    select l.user_id, l.bill_id, sum(w.total_value) as net, max(w.work_date) as last_work,
      jsonb_agg(jsonb_build_object(
        'work_id', w.id, 'date', w.work_date, 'task', w.task_name, 'description', w.task_description, 'quantity', w.quantity,
        'unit', w.chargeable_unit, 'unit_price', w.rate, 'net', w.total_value, 'minutes', round(w.total_time * 60),
        'start', to_char(w.start_time, 'HH24:MI'), 'finish', to_char(w.finish_time, 'HH24:MI'), 'breaks', w.breaks,
        'person', w.created_by_name, 'notes', w.notes) order by w.work_date, w.created_at, w.id) as lines
    from bulk_lines l join bulk_works w on w.user_id = l.user_id and w.id = l.work_id
    group by l.user_id, l.bill_id
  ), priced as (
    select b.*, s.lines, s.last_work,
      s.net + coalesce((select sum((item ->> 'amount')::numeric) from jsonb_array_elements(b.items) item), 0) as subtotal
    from bulk_bills b join summed s on s.user_id = b.user_id and s.bill_id = b.id
  ), issued as (
    insert into public.invoices (user_id, id, invoice_number, sequence_no, customer_id, customer_snapshot, supplier_snapshot,
      issue_date, tax_point, due_date, currency, lines, additional_items, subtotal, vat_rate, vat_amount, total,
      order_number, generated_at, sent_at, paid_at, voided_at, created_by, created_by_name, updated_at)
    select p.user_id, p.id,
      s.invoice_prefix || lpad(p.sequence_no::text, greatest(s.number_padding::integer, length(p.sequence_no::text)), '0'),
      p.sequence_no, p.customer_id,
      jsonb_strip_nulls(to_jsonb(c) - array['notes', 'hazards', 'directions', 'w3w', 'lat', 'lng', 'active', 'merged_into',
        'created_by', 'created_by_name', 'created_at', 'updated_at', 'user_id', 'chargeable_unit']),
      jsonb_strip_nulls(to_jsonb(s) - array['user_id', 'next_number', 'updated_at', 'email_subject', 'email_body',
        'surcharge_on', 'fuel_base_price', 'fuel_current_price', 'fuel_share', 'reminders_on', 'reminder_first',
        'reminder_second']),
      p.issue_date, case when p.issue_date <= p.last_work + 14 then p.issue_date else p.last_work end,
      p.issue_date + coalesce(c.payment_terms_days, s.payment_terms_days), s.currency, p.lines, p.items, p.subtotal,
      case when s.vat_registered then s.vat_rate end, vat.amount, p.subtotal + vat.amount,
      case when c.po_required then 'ME-' || (7300 + p.sequence_no) end,
      ${noonSql('p.issue_date')}, ${noonSql('p.sent_on')}, ${noonSql('p.paid_on')}, ${noonSql('p.voided_on')},
      p.created_by, p.created_by_name, ${noonSql('greatest(p.issue_date, p.sent_on, p.paid_on, p.voided_on)')}
    from priced p
    join public.invoice_settings s on s.user_id = p.user_id
    join public.farm_settings f on f.user_id = p.user_id
    join public.customers c on c.user_id = p.user_id and c.id = p.customer_id
    cross join lateral (
      select round(p.subtotal * case when s.vat_registered then s.vat_rate else 0 end / 100, 2) as amount) vat
    returning user_id, id, invoice_number, generated_at, sent_at, paid_at, due_date, additional_items
  ), stamps as (
    select l.work_id, m.*
    from bulk_lines l
    join bulk_bills b on b.user_id = l.user_id and b.id = l.bill_id and b.live
    join issued m on m.user_id = l.user_id and m.id = l.bill_id
  )
  insert into public.works (${WORK_COLUMNS}, job_id, updated_at, invoice_id, invoice_number, invoice_generated_at, invoice_sent_at,
    invoice_paid_at, invoice_due_on, additional_items)
  select w.*, w.id, coalesce(s.paid_at, s.sent_at, s.generated_at, w.created_at), s.id, s.invoice_number, s.generated_at,
    s.sent_at, s.paid_at, s.due_date, coalesce(s.additional_items, '[]')
  from bulk_works w left join stamps s on s.user_id = w.user_id and s.work_id = w.id
  order by w.created_at, w.id
`;

/** Creates the staging tables, runs `fill`, then moves everything in. Within the caller's transaction. */
export async function bulkLoad(sql: Sql, fill: () => Promise<void>): Promise<void> {
  await sql.script(STAGING_TABLES);
  await fill();
  await sql.script(`
    analyze bulk_works; analyze bulk_bills; analyze bulk_lines;
    alter table public.works disable trigger user;
    alter table public.invoices disable trigger user;`);
  await sql.query(INSERT_STAGED);
  await sql.script(`
    alter table public.works enable trigger user;
    alter table public.invoices enable trigger user;`);
}
