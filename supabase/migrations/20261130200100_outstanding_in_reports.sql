-- The report of invoices told as unpaid what was invoiced less what was paid, without VAT: another figure than the
-- register's, in which a refund that is still to be paid was hidden as a negative amount. It tells the register's figures
-- now, with VAT: the open invoices, and the refunds.
drop function public.invoice_report(date, date, date, date, text, uuid[]);

-- Invoices and credit notes by the day they were issued: the subtotals of the register, with what was added to an
-- invoice. Grouped by month or customer, or one row for all of it, for each currency. Cancelled invoices do not count.
-- Invoiced less credited is the register's sum. Paid is what was paid of these documents, less refunds that were paid: a
-- paid invoice counts until its refund is paid. With VAT are only `outstanding`, the open invoices, and `to_refund`, the
-- credit notes of paid invoices that are not paid back: as in `register_summary`, of the documents of the period. `open_net`
-- is what is outstanding without VAT. A customer has the current name, or else the one on the latest document.
create function public.invoice_report(
    p_from date, p_to date, p_before_from date, p_before_to date, p_group text default null, p_customers uuid[] default null)
  returns table (key text, label text, currency text, documents bigint, invoiced numeric, credited numeric, paid numeric,
                 open_net numeric, outstanding numeric, to_refund numeric, net_before numeric)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with documents as (
    select i.currency, i.kind, i.customer_id, i.customer_snapshot ->> 'name' as customer, i.issue_date, i.sequence_no,
           i.subtotal, i.total, i.paid_at is not null as is_paid, i.paid_at is null and i.credited_at is null as is_open,
           false as is_before
    from public.invoices i
    where i.user_id = account and i.voided_at is null and i.issue_date between p_from and p_to
      and (p_customers is null or i.customer_id = any (p_customers))
    union all
    select i.currency, i.kind, i.customer_id, i.customer_snapshot ->> 'name', i.issue_date, i.sequence_no,
           i.subtotal, i.total, false, false, true
    from public.invoices i
    where i.user_id = account and i.voided_at is null and i.issue_date between p_before_from and p_before_to
      and (p_customers is null or i.customer_id = any (p_customers))
  ), keyed as (
    select case p_group when 'customer' then coalesce(d.customer_id::text, d.customer)
             when 'month' then (date_trunc('month', d.issue_date::timestamp)
               + case when d.is_before then interval '1 year' else interval '0' end)::date::text
             else '' end as document_key, d.*
    from documents d
  ), summed as (
    select k.document_key, k.currency, (array_agg(k.customer_id))[1] as customer_id,
           (array_agg(k.customer order by k.issue_date desc, k.sequence_no desc))[1] as latest_name,
           count(*) filter (where not k.is_before) as documents,
           coalesce(sum(k.subtotal) filter (where not k.is_before and k.kind = 'invoice'), 0) as invoiced,
           coalesce(-sum(k.subtotal) filter (where not k.is_before and k.kind = 'credit_note'), 0) as credited,
           coalesce(sum(k.subtotal) filter (where k.is_paid), 0) as paid,
           coalesce(sum(k.subtotal) filter (where k.is_open and k.kind = 'invoice'), 0) as open_net,
           coalesce(sum(k.total) filter (where k.is_open and k.kind = 'invoice'), 0) as outstanding,
           coalesce(-sum(k.total) filter (where k.is_open and k.kind = 'credit_note'), 0) as to_refund,
           coalesce(sum(k.subtotal) filter (where k.is_before), 0) as net_before
    from keyed k group by k.document_key, k.currency
  )
  select s.document_key, case when p_group = 'customer' then coalesce(c.name, s.latest_name) else s.document_key end,
         s.currency, s.documents, s.invoiced, s.credited, s.paid, s.open_net, s.outstanding, s.to_refund, s.net_before
  from summed s left join public.customers c on c.user_id = account and c.id = s.customer_id
  order by s.document_key, s.currency;
end $$;

revoke execute on function public.invoice_report(date, date, date, date, text, uuid[]) from public, anon;
grant execute on function public.invoice_report(date, date, date, date, text, uuid[]) to authenticated;
