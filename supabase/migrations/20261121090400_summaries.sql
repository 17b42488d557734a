-- Summaries: sums over all rows, worked out in the database. Each runs as the caller, so row security decides what is
-- summed.

-- The figures of the home page: what can be billed, what can't be billed yet, and what is owed, also on invoices from before
-- (*_opening_balances.sql).
create function public.home_summary(p_today date)
  returns table (unbilled_value numeric, unbilled_entries bigint, unbilled_customers bigint, needs_rate bigint,
                 needs_quantity bigint, outstanding numeric, overdue numeric, overdue_invoices bigint)
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
begin
  return query
    with open_works as (
      select progress, total_value, customer_id from public.works
      where user_id = (select private.account_id()) and invoice_number is null
    ), open_invoices as (
      select total, due_date from public.invoices
      where user_id = (select private.account_id()) and kind = 'invoice' and paid_at is null and voided_at is null and credited_at is null
      union all
      select amount - paid_so_far, due_on from public.opening_balances
      where user_id = (select private.account_id()) and paid_on is null
    )
    select coalesce(sum(total_value) filter (where progress = 'ready'), 0), count(*) filter (where progress = 'ready'),
           count(distinct customer_id) filter (where progress = 'ready'),
           count(*) filter (where progress = 'needs_rate'), count(*) filter (where progress = 'needs_quantity'),
           (select coalesce(sum(total), 0) from open_invoices),
           (select coalesce(sum(total), 0) from open_invoices where due_date < p_today),
           (select count(*) from open_invoices where due_date < p_today)
    from open_works;
end $$;

-- How often each task was used, and when last.
create function public.task_usage()
  returns table (task_name text, used bigint, last_used date, unbilled bigint)
  language sql stable set search_path = ''
  as $$
    select lower(btrim(task_name)), count(*), max(work_date), count(*) filter (where invoice_number is null)
    from public.works where user_id = (select private.account_id()) group by 1
  $$;

-- Per customer: number of entries, last day worked, unbilled value and unpaid total.
create function public.customer_summary(p_customer_id uuid default null)
  returns table (customer_id uuid, entries bigint, last_worked date, unbilled numeric, outstanding numeric)
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
begin
  -- PL/pgSQL plans for the given arguments: with one plan for both cases, one customer would cost as much as all.
  return query
    select coalesce(w.customer_id, i.customer_id), coalesce(w.entries, 0), w.last_worked, coalesce(w.unbilled, 0), coalesce(i.outstanding, 0)
    from (
      select customer_id, count(*) as entries, max(work_date) as last_worked,
             sum(total_value) filter (where progress = 'ready') as unbilled
      from public.works
      where user_id = (select private.account_id()) and (p_customer_id is null or customer_id = p_customer_id)
      group by customer_id
    ) w full join (
      select customer_id, sum(total) as outstanding from (
        select customer_id, total from public.invoices
        where user_id = (select private.account_id()) and (p_customer_id is null or customer_id = p_customer_id)
          and kind = 'invoice' and paid_at is null and voided_at is null and credited_at is null
        union all
        select customer_id, amount - paid_so_far from public.opening_balances
        where user_id = (select private.account_id()) and (p_customer_id is null or customer_id = p_customer_id)
          and paid_on is null) open_invoices
      group by customer_id
    ) i on i.customer_id = w.customer_id;
end $$;

revoke execute on function public.home_summary(date), public.task_usage(), public.customer_summary(uuid) from public, anon;
grant execute on function public.home_summary(date), public.task_usage(), public.customer_summary(uuid) to authenticated;
