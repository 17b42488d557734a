-- Reports: what was earned, invoiced and paid in a period, beside the same days of the year before. For the account
-- holder. Both functions run as the caller, so row security decides what is summed. All amounts are without VAT.

-- Work by the day it was done: the values of the works list. Grouped by month, customer, task, person, machine or field
-- (`works_groups`), or one row for all of it. What is not invoiced is earned less invoiced: a credit note or a withdrawn
-- invoice releases its works. A group may have entries in only one of the two periods. A month's key is its first
-- day; the same month of the year before is in its row.
create function public.work_report(
    p_from date, p_to date, p_before_from date, p_before_to date, p_group text default null, p_customers uuid[] default null)
  returns table (key text, label text, entries bigint, earned numeric, invoiced numeric, paid numeric, unvalued bigint,
                 earned_before numeric, unvalued_before bigint)
  language plpgsql stable set search_path = ''
  as $$
begin
  perform private.holder_account(false);
  return query
  with this_year as (
    select g.* from public.works_groups(p_from => p_from, p_to => p_to, p_customers => p_customers, p_group => p_group) g
  ), year_before as (
    select case when p_group = 'month' then (g.key::date + interval '1 year')::date::text else g.key end as key,
           g.label, g.value, g.unvalued
    from public.works_groups(p_from => p_before_from, p_to => p_before_to, p_customers => p_customers, p_group => p_group) g
  )
  select coalesce(n.key, b.key, ''), case when p_group = 'month' then coalesce(n.key, b.key) else coalesce(n.label, b.label) end,
         coalesce(n.entries, 0), coalesce(n.value, 0), coalesce(n.invoiced, 0), coalesce(n.paid, 0), coalesce(n.unvalued, 0),
         coalesce(b.value, 0), coalesce(b.unvalued, 0)
  from this_year n full join year_before b on coalesce(b.key, '') = coalesce(n.key, '')
  order by 1;
end $$;

-- Invoices and credit notes by the day they were issued: the subtotals of the register, with what was added to an
-- invoice. Grouped by month or customer, or one row for all of it, for each currency. Cancelled invoices do not count.
-- Invoiced less credited is the register's sum. Paid is what was paid of these documents, less refunds that were paid: a
-- paid invoice counts until its refund is paid. A customer has the current name, or else the one on the latest document.
create function public.invoice_report(
    p_from date, p_to date, p_before_from date, p_before_to date, p_group text default null, p_customers uuid[] default null)
  returns table (key text, label text, currency text, documents bigint, invoiced numeric, credited numeric, paid numeric,
                 net_before numeric)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with documents as (
    select i.currency, i.kind, i.customer_id, i.customer_snapshot ->> 'name' as customer, i.issue_date, i.sequence_no,
           i.subtotal, i.paid_at is not null as is_paid, false as is_before
    from public.invoices i
    where i.user_id = account and i.voided_at is null and i.issue_date between p_from and p_to
      and (p_customers is null or i.customer_id = any (p_customers))
    union all
    select i.currency, i.kind, i.customer_id, i.customer_snapshot ->> 'name', i.issue_date, i.sequence_no,
           i.subtotal, i.paid_at is not null, true
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
           coalesce(sum(k.subtotal) filter (where not k.is_before and k.is_paid), 0) as paid,
           coalesce(sum(k.subtotal) filter (where k.is_before), 0) as net_before
    from keyed k group by k.document_key, k.currency
  )
  select s.document_key, case when p_group = 'customer' then coalesce(c.name, s.latest_name) else s.document_key end,
         s.currency, s.documents, s.invoiced, s.credited, s.paid, s.net_before
  from summed s left join public.customers c on c.user_id = account and c.id = s.customer_id
  order by s.document_key, s.currency;
end $$;

revoke execute on function public.work_report(date, date, date, date, text, uuid[]),
  public.invoice_report(date, date, date, date, text, uuid[]) from public, anon;
grant execute on function public.work_report(date, date, date, date, text, uuid[]),
  public.invoice_report(date, date, date, date, text, uuid[]) to authenticated;
