-- Summaries: sums over all rows, worked out in the database. Each runs as the caller, so row security decides what is
-- summed.

-- The works that the caller may list, with or without money columns.
create view public.listed_works with (security_invoker = true) as
  select listed.*,
         -- Saved more than a day before or after it reached the database: the device was offline or its clock is wrong.
         abs(extract(epoch from created_at - recorded_at)) > 24 * 60 * 60 as recorded_far
  from (
    select * from public.works where (select private.sees_rates())
    union all
    select id, user_id, employee_id, customer, customer_id, task_name, task_description, chargeable_unit, rate, quantity,
           start_time, finish_time, start_second, finish_second, breaks, work_date, total_time, total_value,
           value_overridden, notes, created_at, recorded_at, updated_at, created_by_name, invoice_id, invoice_number,
           invoice_generated_at, invoice_sent_at, invoice_paid_at, invoice_due_on, additional_items, progress, search
    from public.crew_works where not (select private.sees_rates())
  ) listed;
revoke all on public.listed_works from anon, authenticated;
grant select on public.listed_works to authenticated;

-- The figures of the home page: what can be billed, what can't be billed yet, and what is owed.
create function public.home_summary(p_today date)
  returns table (unbilled_value numeric, unbilled_entries bigint, unbilled_customers bigint, needs_rate bigint,
                 needs_quantity bigint, outstanding numeric, overdue numeric, overdue_invoices bigint)
  language sql stable set search_path = ''
  as $$
    with open_works as (
      select progress, total_value, customer_id from public.works
      where user_id = (select private.account_id()) and invoice_number is null
    ), open_invoices as (
      select total, due_date from public.invoices
      where user_id = (select private.account_id()) and kind = 'invoice' and paid_at is null and voided_at is null and credited_at is null
    )
    select coalesce(sum(total_value) filter (where progress = 'ready'), 0), count(*) filter (where progress = 'ready'),
           count(distinct customer_id) filter (where progress = 'ready'),
           count(*) filter (where progress = 'needs_rate'), count(*) filter (where progress = 'needs_quantity'),
           (select coalesce(sum(total), 0) from open_invoices),
           (select coalesce(sum(total), 0) from open_invoices where due_date < p_today),
           (select count(*) from open_invoices where due_date < p_today)
    from open_works
  $$;

-- The latest job of each customer and task among the account's last 500 entries, newest first: suggestions for the next
-- entry.
create function public.recent_jobs(p_limit integer default 60)
  returns table (customer_id uuid, customer text, task_name text, chargeable_unit text, rate numeric, quantity numeric,
                 work_date date, mine boolean, times bigint, created_at timestamptz)
  language sql stable set search_path = ''
  as $$
    with latest as (
      select * from public.listed_works
      where user_id = (select private.account_id()) order by created_at desc, id desc limit 500
    ), ranked as (
      select l.*, row_number() over w as place, count(*) over (partition by l.customer_id, lower(l.task_name)) as times
      from latest l window w as (partition by l.customer_id, lower(l.task_name) order by l.created_at desc, l.id desc)
    )
    select customer_id, coalesce(private.customer_name(customer_id), customer), task_name, chargeable_unit, rate, quantity, work_date,
           coalesce(employee_id, user_id) = (select auth.uid()), times, created_at
    from ranked where place = 1 order by created_at desc limit least(p_limit, 200)
  $$;

-- Every task name on the entries, including names from before a rename: the options of the works list's task filter.
create function public.work_task_names() returns table (task_name text)
  language sql stable set search_path = ''
  as $$
    select distinct task_name from public.listed_works where user_id = (select private.account_id())
  $$;

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
      select customer_id, sum(total) as outstanding from public.invoices
      where user_id = (select private.account_id()) and (p_customer_id is null or customer_id = p_customer_id)
        and kind = 'invoice' and paid_at is null and voided_at is null and credited_at is null
      group by customer_id
    ) i on i.customer_id = w.customer_id;
end $$;

-- Renames a task and its unbilled entries in one transaction. Returns the number of entries.
create function public.rename_task(p_task_id uuid, p_name text) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  before  text;
  n       integer;
begin
  select name into before from public.tasks where user_id = account and id = p_task_id;
  if before is null then
    raise exception using errcode = '42501', message = 'Only the main account holder can do this.';
  end if;
  if not private.can_write() then
    raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
  end if;
  perform private.refuse_if(coalesce(btrim(p_name), '') = '', 'Choose or type a task.');
  perform private.refuse_if(char_length(btrim(p_name)) > 80, 'The task is too long (80 characters at most).');
  update public.tasks set name = btrim(p_name) where user_id = account and id = p_task_id;
  update public.works set task_name = btrim(p_name)
  where user_id = account and invoice_number is null and lower(btrim(task_name)) = lower(before);
  get diagnostics n = row_count;
  return n;
end $$;

revoke execute on function public.home_summary(date), public.recent_jobs(integer),
  public.work_task_names(), public.task_usage(), public.customer_summary(uuid),
  public.rename_task(uuid, text) from public, anon;
grant execute on function public.home_summary(date), public.recent_jobs(integer),
  public.work_task_names(), public.task_usage(), public.customer_summary(uuid),
  public.rename_task(uuid, text) to authenticated;
