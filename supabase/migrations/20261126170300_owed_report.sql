-- What each customer owes and how late it is, for the account holder: the open invoices of `register_summary`, sent or not,
-- and the invoices from before (*_opening_balances.sql), whose part is `from_before`. Refunds that are not paid yet are not
-- taken off. One row for each customer and currency. Runs as the caller, so row security decides what is summed. A customer
-- has the current name, or else the one on an invoice. Like the register, an invoice is late from the day after its due date.
create function public.owed_report(p_today date, p_customers uuid[] default null)
  returns table (key text, customer_id uuid, customer text, currency text, invoices bigint, oldest_due date, not_due numeric,
                 late_1_30 numeric, late_31_60 numeric, late_61_90 numeric, late_over_90 numeric, owed numeric,
                 from_before numeric)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with open_invoices as (
    select i.customer_id, i.customer_snapshot ->> 'name' as customer, i.currency, i.total, i.due_date, false as from_before
    from public.invoices i
    where i.user_id = account and i.kind = 'invoice' and i.paid_at is null and i.voided_at is null and i.credited_at is null
      and (p_customers is null or i.customer_id = any (p_customers))
    union all
    select b.customer_id, null, b.currency, b.amount - b.paid_so_far, b.due_on, true
    from public.opening_balances b
    where b.user_id = account and b.paid_on is null and (p_customers is null or b.customer_id = any (p_customers))
  ), aged as (
    select o.*, case when isfinite(p_today) then p_today - o.due_date end as late from open_invoices o
  ), summed as (
    select coalesce(o.customer_id::text, o.customer) as customer_key, (array_agg(o.customer_id))[1] as customer_id,
           max(o.customer) as name_on_invoice, o.currency, count(*) as invoices, min(o.due_date) as oldest_due,
           coalesce(sum(o.total) filter (where o.late <= 0), 0) as not_due,
           coalesce(sum(o.total) filter (where o.late between 1 and 30), 0) as late_1_30,
           coalesce(sum(o.total) filter (where o.late between 31 and 60), 0) as late_31_60,
           coalesce(sum(o.total) filter (where o.late between 61 and 90), 0) as late_61_90,
           coalesce(sum(o.total) filter (where o.late > 90), 0) as late_over_90,
           sum(o.total) as owed, coalesce(sum(o.total) filter (where o.from_before), 0) as from_before
    from aged o group by 1, o.currency
  )
  select s.customer_key || ' ' || s.currency, s.customer_id, coalesce(c.name, s.name_on_invoice), s.currency, s.invoices,
         s.oldest_due, s.not_due, s.late_1_30, s.late_31_60, s.late_61_90, s.late_over_90, s.owed, s.from_before
  from summed s left join public.customers c on c.user_id = account and c.id = s.customer_id
  order by 1;
end $$;

revoke execute on function public.owed_report(date, uuid[]) from public, anon;
grant execute on function public.owed_report(date, uuid[]) to authenticated;
