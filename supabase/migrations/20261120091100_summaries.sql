-- Summaries: sums are made where all the rows are. Each runs as the caller, so row security decides what is summed.

-- The works that the caller may list, with or without their money.
create view public.listed_works with (security_invoker = true) as
  select * from public.works where (select private.sees_rates())
  union all
  select id, user_id, employee_id, customer, customer_id, task_name, task_description, chargeable_unit, rate, quantity,
         start_time, finish_time, start_second, finish_second, breaks, work_date, total_time, total_value,
         value_overridden, notes, created_at, updated_at, created_by_name, invoice_id, invoice_number,
         invoice_generated_at, invoice_sent_at, invoice_paid_at, invoice_due_on, additional_items, progress
  from public.crew_works where not (select private.sees_rates());
revoke all on public.listed_works from anon, authenticated;
grant select on public.listed_works to authenticated;

-- Count, minutes, value and quantities by unit of a filtered works list. Null means "any". p_people holds people's
-- ids (the account holder's own id for entries without an employee); p_statuses the words of the list, where 'sent'
-- and 'overdue' part at p_today.
create function public.works_totals(
    p_from date default null, p_to date default null, p_customers uuid[] default null, p_tasks text[] default null,
    p_people uuid[] default null, p_statuses text[] default null, p_unit text default null,
    p_has_notes boolean default null, p_today date default null)
  returns table (entries bigint, minutes bigint, value numeric, needs_rate bigint, needs_quantity bigint, by_unit jsonb)
  language sql stable set search_path = ''
  as $$
    with chosen as (
      select w.chargeable_unit, w.quantity, w.total_time, w.total_value, w.progress
      from public.listed_works w
      where w.user_id = (select private.account_id())
        and (p_from is null or w.work_date >= p_from)
        and (p_to is null or w.work_date <= p_to)
        and (p_customers is null or w.customer_id = any (p_customers))
        and (p_tasks is null or w.task_name = any (p_tasks))
        and (p_people is null or coalesce(w.employee_id, w.user_id) = any (p_people))
        and (p_unit is null or w.chargeable_unit = p_unit)
        and (p_has_notes is null or p_has_notes = (w.notes is not null))
        and (p_statuses is null or
             case when w.progress = 'sent' and w.invoice_due_on < p_today then 'overdue' else w.progress end = any (p_statuses))
    ), units as (
      select chargeable_unit, sum(quantity) as quantity from chosen where quantity is not null group by chargeable_unit
    )
    select count(*), coalesce(sum(round(total_time * 60)), 0)::bigint, coalesce(sum(total_value), 0),
           count(*) filter (where progress = 'needs_rate'), count(*) filter (where progress = 'needs_quantity'),
           coalesce((select jsonb_agg(jsonb_build_object('unit', chargeable_unit, 'quantity', quantity) order by chargeable_unit)
                     from units), '[]')
    from chosen
  $$;

-- What the home page says first: what can be billed, what can't yet, what is owed.
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

-- The latest job of each customer and task among the account's last entries, newest first: what the next entry starts from.
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
    select customer_id, customer, task_name, chargeable_unit, rate, quantity, work_date,
           coalesce(employee_id, user_id) = (select auth.uid()), times, created_at
    from ranked where place = 1 order by created_at desc limit least(p_limit, 200)
  $$;

-- How often each task was used and when last.
create function public.task_usage()
  returns table (task_name text, used bigint, last_used date, unbilled bigint)
  language sql stable set search_path = ''
  as $$
    select lower(btrim(task_name)), count(*), max(work_date), count(*) filter (where invoice_number is null)
    from public.works where user_id = (select private.account_id()) group by 1
  $$;

-- Each customer's entries, what is not billed yet and what is not paid yet.
create function public.customer_summary(p_customer_id uuid default null)
  returns table (customer_id uuid, entries bigint, last_worked date, unbilled numeric, outstanding numeric)
  language sql stable set search_path = ''
  as $$
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
    ) i on i.customer_id = w.customer_id
  $$;

-- Renames a task, and with it the entries that are not billed yet, as one change. Returns how many entries.
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

revoke execute on function public.works_totals(date, date, uuid[], text[], uuid[], text[], text, boolean, date),
  public.home_summary(date), public.recent_jobs(integer), public.task_usage(), public.customer_summary(uuid),
  public.rename_task(uuid, text) from public, anon;
grant execute on function public.works_totals(date, date, uuid[], text[], uuid[], text[], text, boolean, date),
  public.home_summary(date), public.recent_jobs(integer), public.task_usage(), public.customer_summary(uuid),
  public.rename_task(uuid, text) to authenticated;
