-- What may be missing from the invoices: old work that is not invoiced, days clocked without a logged job, entries
-- without a rate or a quantity, and work that was done last year but not this year. For the account holder. All
-- functions run as the caller, so row security decides what they read.

-- Work before p_before that is not invoiced, by customer. Entries without a value are counted in `unvalued` and are not in
-- `value`.
create function public.unbilled_work(p_before date, p_customers uuid[] default null)
  returns table (customer_id uuid, customer text, entries bigint, value numeric, unvalued bigint, oldest date)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with old as (
    select w.customer_id, count(*) as entries, coalesce(sum(w.total_value), 0) as value,
           count(*) filter (where w.total_value is null) as unvalued, min(w.work_date) as oldest
    from public.works w
    where w.user_id = account and w.invoice_number is null and w.work_date < p_before
      and (p_customers is null or w.customer_id = any (p_customers))
    group by w.customer_id
  )
  select o.customer_id, c.name, o.entries, o.value, o.unvalued, o.oldest
  from old o join public.customers c on c.user_id = account and c.id = o.customer_id
  order by o.customer_id;
end $$;

-- The days on which a person has finished shifts but no entry and is on no job. Shifts that overlap another (they need
-- review) and shifts of 0 minutes do not count. Work that was logged from a shift counts for the shift's day, even if the
-- entry was moved to another day.
create function public.unlogged_days(p_from date, p_to date)
  returns table (person_id uuid, person text, work_date date, minutes bigint, activities text)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with own as materialized (
    select e.* from public.time_entries e where e.user_id = account and e.work_date between p_from and p_to
  ), clocked as (
    select e.employee_id, e.work_date, sum(e.paid_min) filter (where e.status <> 'needs_review') as minutes,
           bool_or(e.work_id is not null) as logged,
           string_agg(distinct concat_ws(', ', e.activity, e.customer), '; ')
             filter (where e.status <> 'needs_review' and e.paid_min > 0) as activities,
           (array_agg(e.created_by_name order by e.clock_in_at desc))[1] as name
    from own e
    group by e.employee_id, e.work_date
  ), logged as (
    select coalesce(w.employee_id, w.user_id) as person_id, w.work_date
    from public.works w where w.user_id = account and w.work_date between p_from and p_to
    union
    select p.person_id, w.work_date
    from public.works w join public.job_people p on p.user_id = account and p.job_id = w.job_id
    where w.user_id = account and w.work_date between p_from and p_to
  )
  select c.employee_id, coalesce(f.name, c.name), c.work_date, c.minutes, c.activities
  from clocked c
  left join public.farm_people f on f.user_id = account and f.person_id = c.employee_id
  where c.employee_id is not null and c.minutes > 0 and not c.logged
    and not exists (select from logged l where l.person_id = c.employee_id and l.work_date = c.work_date)
  order by c.work_date, c.employee_id;
end $$;

-- The entries that can't be invoiced yet, because their rate or quantity is missing.
create function public.incomplete_work(p_customers uuid[] default null)
  returns table (id uuid, work_date date, customer text, task_name text, chargeable_unit text, quantity numeric,
                 rate numeric, person text)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  select w.id, w.work_date, w.customer, w.task_name, w.chargeable_unit, w.quantity, w.rate, w.created_by_name
  from public.works w
  where w.user_id = account and w.invoice_number is null and (w.quantity is null or w.rate is null)
    and (p_customers is null or w.customer_id = any (p_customers))
  order by w.work_date, w.id;
end $$;

-- Work of last year, within three weeks of the same day, that has not been done this year: the customer has no entry of
-- the same task since three weeks before the day on which it began last year. Archived customers are left out. A task
-- that was charged by two units is in two rows.
create function public.last_year_work(p_today date, p_customers uuid[] default null)
  returns table (customer_id uuid, customer text, task_name text, chargeable_unit text, first_day date, last_day date,
                 entries bigint, quantity numeric, value numeric, unvalued bigint)
  language plpgsql stable set search_path = ''
  as $$
declare
  account  uuid := private.holder_account(false);
  same_day date := (p_today - interval '1 year')::date;
begin
  return query
  with earlier as (
    select w.customer_id, lower(w.task_name) as task_key, w.chargeable_unit as unit,
           (array_agg(w.task_name order by w.work_date desc, w.id))[1] as task, min(w.work_date) as first_day,
           max(w.work_date) as last_day, count(*) as entries, sum(w.quantity) as quantity,
           coalesce(sum(w.total_value), 0) as value, count(*) filter (where w.total_value is null) as unvalued
    from public.works w
    where w.user_id = account and w.work_date between same_day - 21 and same_day + 21
      and (p_customers is null or w.customer_id = any (p_customers))
    group by w.customer_id, lower(w.task_name), w.chargeable_unit
  )
  select e.customer_id, c.name, e.task, e.unit, e.first_day, e.last_day, e.entries, e.quantity, e.value, e.unvalued
  from earlier e join public.customers c on c.user_id = account and c.id = e.customer_id and c.active
  where not exists (
    select from public.works w
    where w.user_id = account and w.customer_id = e.customer_id and lower(w.task_name) = e.task_key
      and w.work_date >= (e.first_day + interval '1 year')::date - 21)
  order by e.customer_id, e.task_key, e.unit;
end $$;

revoke execute on function public.unbilled_work(date, uuid[]), public.unlogged_days(date, date),
  public.incomplete_work(uuid[]), public.last_year_work(date, uuid[]) from public, anon;
grant execute on function public.unbilled_work(date, uuid[]), public.unlogged_days(date, date),
  public.incomplete_work(uuid[]), public.last_year_work(date, uuid[]) to authenticated;
