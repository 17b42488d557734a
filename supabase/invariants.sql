-- Invariants of every account's invoices, customers and photos. Each row returned is a fault; a sound database returns
-- no rows.
-- Run it every night as the database's owner: psql "$DATABASE_URL" -f supabase/invariants.sql
with
  sums as (
    select i.*,
      (select coalesce(sum((l ->> 'net')::numeric), 0) from jsonb_array_elements(i.lines) l)
        + (select coalesce(sum((a ->> 'amount')::numeric), 0) from jsonb_array_elements(i.additional_items) a) as net
    from public.invoices i
  ),
  -- Neither withdrawn nor credited.
  live as (
    select i.* from public.invoices i
    where i.kind = 'invoice' and i.voided_at is null
      and not exists (select from public.invoices c where c.user_id = i.user_id and c.credits_invoice_id = i.id)
  ),
  credits as (
    select c as note, i as original
    from public.invoices c join public.invoices i on i.user_id = c.user_id and i.id = c.credits_invoice_id
  ),
  billed as (
    select i.user_id, i.id, i.invoice_number, (l ->> 'work_id')::uuid as work_id, (l ->> 'net')::numeric as net
    from live i cross join jsonb_array_elements(i.lines) l
  ),
  -- Credit notes start at 1; the first invoice number is set by the account.
  numbers as (
    select user_id, series, invoice_number, sequence_no,
      coalesce(lag(sequence_no) over (partition by user_id, series order by sequence_no),
        case when series = 'credit_note' then 0 end) as before
    from public.invoices
  )
select 'The lines do not make the subtotal.' as fault, user_id, invoice_number as place from sums where subtotal <> net
union all
select 'The VAT is not that of the subtotal.', user_id, invoice_number from sums
where vat_amount <> round(subtotal * coalesce(vat_rate, 0) / 100, 2)
union all
select 'Subtotal and VAT do not make the total.', user_id, invoice_number from sums where total <> subtotal + vat_amount
union all
select 'A job is billed twice.', user_id, string_agg(invoice_number, ', ' order by invoice_number)
from billed group by user_id, work_id having count(*) > 1
union all
select 'A billed job is not stamped with its invoice.', b.user_id, b.invoice_number
from billed b left join public.works w on w.user_id = b.user_id and w.id = b.work_id
where w.invoice_id is distinct from b.id or w.invoice_number is distinct from b.invoice_number
  or w.total_value is distinct from b.net
union all
select 'A stamped job is not on its invoice.', w.user_id, w.invoice_number
from public.works w left join billed b on b.user_id = w.user_id and b.id = w.invoice_id and b.work_id = w.id
where w.invoice_id is not null and b.id is null
union all
select 'An additional item has different amounts on the jobs of one invoice.', w.user_id, min(w.invoice_number)
from public.works w cross join jsonb_array_elements(w.additional_items) item
where w.invoice_id is not null group by w.user_id, w.invoice_id, item ->> 'id' having count(distinct (item ->> 'amount')::numeric) > 1
union all
-- An account holder may raise the next number; the audit log then records the gap.
select 'Numbers are missing before this one.', n.user_id, n.invoice_number from numbers n
where n.sequence_no > n.before + 1
  and not (n.series = 'invoice' and exists (select from public.audit_log a
                  where a.user_id = n.user_id and a.table_name = 'invoice_settings'
                    and (a.changed -> 'next_number' ->> 'new')::integer = n.sequence_no
                    and (a.changed -> 'next_number' ->> 'old')::integer <> n.sequence_no - 1))
union all
select 'The next number was given already.', c.user_id, c.next::text from private.counters c
where c.next <= (select max(sequence_no) from public.invoices i where i.user_id = c.user_id and i.series = c.series)
union all
select 'The next number leaves some out.', c.user_id, c.next::text from private.counters c
where c.series = 'credit_note'
  and c.next > 1 + (select coalesce(max(sequence_no), 0) from public.invoices i where i.user_id = c.user_id and i.series = c.series)
union all
select 'A credit note is not the negative of its invoice.', (note).user_id, (note).invoice_number from credits
where ((note).subtotal, (note).vat_amount, (note).total, (note).vat_rate, (note).currency, (note).customer_id)
    is distinct from (-(original).subtotal, -(original).vat_amount, -(original).total, (original).vat_rate, (original).currency,
                      (original).customer_id)
  or (note).customer_snapshot <> (original).customer_snapshot or (note).supplier_snapshot <> (original).supplier_snapshot
  or (note).lines <> private.negated((original).lines, array['quantity', 'net'])
  or (note).additional_items <> private.negated((original).additional_items, array['amount'])
union all
select 'A credit note corrects an invoice that was neither sent nor paid.', (note).user_id, (note).invoice_number from credits
where (original).kind <> 'invoice' or (original).voided_at is not null
  or coalesce((original).sent_at, (original).paid_at) is null
union all
select 'Invoice and credit note do not agree whether they are set against each other.', (note).user_id, (note).invoice_number
from credits where (original).credited_at is null or ((note).credited_at is null) = ((original).paid_at is null)
union all
select 'An invoice is credited without a note.', i.user_id, i.invoice_number from public.invoices i
where i.kind = 'invoice' and i.credited_at is not null
  and not exists (select from public.invoices c where c.user_id = i.user_id and c.credits_invoice_id = i.id)
union all
select 'The file of an invoice is not the one that was issued.', i.user_id, i.invoice_number from public.invoices i
where i.pdf_path is not null
  and not exists (select from storage.objects o where o.bucket_id = 'invoices' and o.name = i.pdf_path and o.version = i.pdf_version)
union all
-- A photo row whose upload never arrived has a null file_version.
select 'The file of a photo is not the one that its row was made for.', a.user_id, a.storage_path from public.attachments a
where a.file_version is not null
  and not exists (select from storage.objects o where o.bucket_id = 'photos' and o.name = a.storage_path and o.version = a.file_version)
union all
select 'The file of a document is not the one that its row was made for.', d.user_id, d.storage_path from public.documents d
where d.file_version is not null
  and not exists (select from storage.objects o where o.bucket_id = 'documents' and o.name = d.storage_path and o.version = d.file_version)
union all
select 'A column holds numbers that are not exact.', null, format('%s.%s', table_name, column_name)
from information_schema.columns
where table_schema in ('public', 'private') and data_type in ('real', 'double precision')
union all
select 'A merged customer leads to one that is merged.', c.user_id, c.name
from public.customers c join public.customers t on t.user_id = c.user_id and t.id = c.merged_into
where t.merged_into is not null
union all
select 'A merged customer still has work or an invoice.', c.user_id, c.name
from public.customers c
where c.merged_into is not null
  and (exists (select from public.works w where w.user_id = c.user_id and w.customer_id = c.id)
    or exists (select from public.invoices i where i.user_id = c.user_id and i.customer_id = c.id))
order by 1, 3;
