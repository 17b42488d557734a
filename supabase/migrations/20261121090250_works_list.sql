-- The works list: what each person may see of the works, its totals and groups, and changes to many entries at once.

-- The works as employees see them who may not see rates: all money columns are null.
create function private.crew_works() returns table (
    id uuid, user_id uuid, employee_id uuid, customer text, customer_id uuid, task_name text, task_description text,
    chargeable_unit text, rate numeric, quantity numeric, start_time time, finish_time time, start_second boolean,
    finish_second boolean, breaks integer, work_date date, total_time numeric, total_value numeric,
    value_overridden boolean, notes text, created_at timestamptz, updated_at timestamptz, created_by_name text,
    done_by uuid[], done_by_names text[],
    invoice_id uuid, invoice_number text, invoice_generated_at timestamptz, invoice_sent_at timestamptz,
    invoice_paid_at timestamptz, invoice_due_on date, additional_items jsonb, job_id uuid, line smallint, progress text,
    search text, recorded_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select id, user_id, employee_id, customer, customer_id, task_name, task_description,
           chargeable_unit, null::numeric, quantity, start_time, finish_time, start_second,
           finish_second, breaks, work_date, total_time, null::numeric,
           false, notes, created_at, updated_at, created_by_name, done_by, done_by_names,
           null::uuid, invoice_number, invoice_generated_at, null::timestamptz,
           null::timestamptz, null::date, '[]'::jsonb, job_id, line,
           case when invoice_number is not null then 'invoiced' when quantity is null then 'needs_quantity'
                when rate is null then 'needs_rate' else 'ready' end,
           search, recorded_at
    from public.works
    -- As subqueries, so that each is evaluated once and not per row: an account may have a hundred thousand works.
    where user_id = (select private.account_id())
      and ((select private.sees_all_works()) or employee_id = (select auth.uid()))
  $$;
create view public.crew_works with (security_invoker = true) as select * from private.crew_works();
revoke all on public.crew_works from anon, authenticated;
grant select on public.crew_works to authenticated;

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
           value_overridden, notes, created_at, recorded_at, updated_at, created_by_name, done_by, done_by_names,
           invoice_id, invoice_number,
           invoice_generated_at, invoice_sent_at, invoice_paid_at, invoice_due_on, additional_items, job_id, line,
           progress, search
    from public.crew_works where not (select private.sees_rates())
  ) listed;
revoke all on public.listed_works from anon, authenticated;
grant select on public.listed_works to authenticated;

-- The filtered list summed by customer, task, person, day, month, unit, machine or field. The totals below use the same
-- filter. Null means "any". p_people holds the ids of people who did an entry: those whom its job names, or else who
-- logged it (the account holder's own id for entries without an employee). A person without a sign-in has the id that
-- private.doers makes of the name.
-- p_statuses holds the statuses of the list; p_today decides between 'sent' and 'overdue'. p_search holds LIKE patterns
-- that must all match. A group's key is the filter value that narrows the list to that group. Its label is a person's
-- current name, or the name on the latest entries (of entries on the same day, an unbilled one, because those follow a
-- rename). Its quantity is meaningful only for units. Invoiced and paid are the parts of its value that are on an
-- invoice and on a paid one; unvalued counts the entries without a value, which value does not contain. A month's key is
-- its first day. An entry whose job has two machines counts under both, and one whose job has none under the nil id; if
-- the filter names machines, only these are groups. The same goes for fields and for the people who did it. Runs as the caller, so row security
-- decides what is summed.
create function public.works_groups(
    p_from date default null, p_to date default null, p_customers uuid[] default null, p_tasks text[] default null,
    p_people uuid[] default null, p_statuses text[] default null, p_unit text default null,
    p_has_notes boolean default null, p_today date default null, p_search text[] default null, p_group text default null,
    p_machines uuid[] default null, p_fields uuid[] default null, p_jobs uuid[] default null)
  returns table (key text, label text, entries bigint, minutes bigint, value numeric, needs_rate bigint,
                 needs_quantity bigint, quantity numeric, invoiced numeric, paid numeric, unvalued bigint)
  language plpgsql stable set search_path = '' set enable_sort = off
  as $$
declare
  key_of  text := case p_group when 'customer' then 'w.customer_id' when 'task' then 'w.task_name'
                    when 'person' then 'part.id' when 'day' then 'w.work_date'
                    when 'month' then 'date_trunc(''month'', w.work_date::timestamp)::date'
                    when 'unit' then 'w.chargeable_unit'
                    when 'machine' then 'coalesce(part.id, ''00000000-0000-0000-0000-000000000000'')'
                    when 'field' then 'coalesce(part.id, ''00000000-0000-0000-0000-000000000000'')' else 'null' end;
  name_of text := case p_group when 'customer' then 'w.customer' when 'person' then 'part.name' else 'null' end;
  -- The group's current name. Null for entries without an employee, so that the name on the entries is used: they may
  -- be those of a person whose sign-in was deleted.
  current_name_of text := case p_group when 'person' then '(select f.name from public.farm_people f
                    where f.user_id = (select private.account_id()) and f.person_id = named.key and f.person_id <> f.user_id)'
                    when 'machine' then '(select m.name from public.machines m
                    where m.user_id = (select private.account_id()) and m.id = named.key)'
                    when 'field' then '(select f.name from public.fields f
                    where f.user_id = (select private.account_id()) and f.id = named.key)'
                    else 'null' end;
  -- The half of the union listed_works that has rows for this person: reading the union would copy every row once more.
  works   text := case when p_machines is not null or p_fields is not null then 'public.placed_works($11, $12)'
                    when private.sees_rates() then 'public.works' else 'public.crew_works' end;
  -- Distinct, because parts of one field may be on a job.
  parts   text := case p_group
                    when 'machine' then 'left join (select distinct j.job_id, j.machine_id as id from public.job_machines j
                    where j.user_id = (select private.account_id()) and j.machine_id is not null
                      and ($11 is null or j.machine_id = any ($11))) part on part.job_id = w.job_id'
                    when 'field' then 'left join (select distinct j.job_id, j.field_id as id from public.job_fields j
                    where j.user_id = (select private.account_id()) and j.field_id is not null
                      and ($12 is null or j.field_id = any ($12))) part on part.job_id = w.job_id'
                    when 'person' then 'cross join lateral (select d.id, d.name
                    from unnest(coalesce(w.done_by, array[coalesce(w.employee_id, w.user_id)]),
                                coalesce(w.done_by_names, array[w.created_by_name])) d (id, name)
                    where $5 is null or d.id = any ($5)) part'
                    else '' end;
begin
  -- Dynamic SQL, planned with the values of this call: unused filters cost nothing, bounds use the index, and a year of
  -- a large account is hashed into its groups. enable_sort is off because the planner's estimate assumes a small
  -- account and would sort the year on disk.
  return query execute format($query$
    with named as materialized (
      select %s as key, %s as name, max(w.work_date) as latest, bool_or(w.invoice_number is null) as open,
             count(*) as entries, sum(round(w.total_time * 60)) as minutes, sum(w.total_value) as value,
             count(*) filter (where w.progress = 'needs_rate') as needs_rate,
             count(*) filter (where w.progress = 'needs_quantity') as needs_quantity, sum(w.quantity) as quantity,
             sum(w.total_value) filter (where w.invoice_number is not null) as invoiced,
             sum(w.total_value) filter (where w.progress = 'paid') as paid,
             count(*) filter (where w.total_value is null) as unvalued
      from %s w %s
      where w.user_id = (select private.account_id())
        and ($1 is null or w.work_date >= $1)
        and ($2 is null or w.work_date <= $2)
        and ($3 is null or w.customer_id = any ($3))
        and ($4 is null or w.task_name = any ($4))
        and ($5 is null or coalesce(w.done_by, array[coalesce(w.employee_id, w.user_id)]) && $5)
        and ($6 is null or
             case when w.progress = 'sent' and w.invoice_due_on < $9 then 'overdue' else w.progress end = any ($6))
        and ($7 is null or w.chargeable_unit = $7)
        and ($8 is null or $8 = (w.notes is not null))
        and ($10 is null or w.search like all ($10))
        and ($13 is null or w.job_id = any ($13))
      group by 1, 2
    )
    select key::text, coalesce(%s, (array_agg(name order by latest desc, open desc, name))[1], key::text)::text,
           sum(entries)::bigint, coalesce(sum(minutes), 0)::bigint, coalesce(sum(value), 0),
           sum(needs_rate)::bigint, sum(needs_quantity)::bigint, sum(quantity),
           coalesce(sum(invoiced), 0), coalesce(sum(paid), 0), sum(unvalued)::bigint
    from named group by key order by key
  $query$, key_of, name_of, works, parts, current_name_of)
  using p_from, p_to, p_customers, p_tasks, p_people, p_statuses, p_unit, p_has_notes, p_today, p_search, p_machines,
        p_fields, p_jobs;
end $$;

-- Count, minutes, value and quantities by unit of the whole filtered list.
create function public.works_totals(
    p_from date default null, p_to date default null, p_customers uuid[] default null, p_tasks text[] default null,
    p_people uuid[] default null, p_statuses text[] default null, p_unit text default null,
    p_has_notes boolean default null, p_today date default null, p_search text[] default null,
    p_machines uuid[] default null, p_fields uuid[] default null, p_jobs uuid[] default null)
  returns table (entries bigint, minutes bigint, value numeric, needs_rate bigint, needs_quantity bigint, by_unit jsonb)
  language sql stable set search_path = ''
  as $$
    select coalesce(sum(u.entries), 0)::bigint, coalesce(sum(u.minutes), 0)::bigint, coalesce(sum(u.value), 0),
           coalesce(sum(u.needs_rate), 0)::bigint, coalesce(sum(u.needs_quantity), 0)::bigint,
           coalesce(jsonb_agg(jsonb_build_object('unit', u.key, 'quantity', u.quantity) order by u.key)
                    filter (where u.quantity is not null), '[]')
    from public.works_groups(p_from, p_to, p_customers, p_tasks, p_people, p_statuses, p_unit, p_has_notes, p_today,
                             p_search, 'unit', p_machines, p_fields, p_jobs) u
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

-- Assigns entries to another customer; a new name becomes a new customer. Returns the number of entries. Runs as the
-- caller, so that ownership and "not on an invoice" are checked as for any edit. Fails if one of the entries is
-- missing.
create function public.move_works(p_ids uuid[], p_customer text) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  n       integer;
begin
  perform private.refuse_if(coalesce(cardinality(p_ids), 0) = 0, 'Choose the entries first.');
  perform private.refuse_if(cardinality(p_ids) > 1000, 'Choose 1,000 entries at most.');
  update public.works set customer = p_customer where user_id = account and id = any (p_ids);
  get diagnostics n = row_count;
  perform private.refuse_if(n <> (select count(distinct i) from unnest(p_ids) i),
    'Some of these entries are no longer there. Look at the list again.');
  return n;
end $$;

revoke execute on function private.crew_works() from public, anon;
grant execute on function private.crew_works() to authenticated;
revoke execute on function
  public.works_groups(date, date, uuid[], text[], uuid[], text[], text, boolean, date, text[], text, uuid[], uuid[], uuid[]),
  public.works_totals(date, date, uuid[], text[], uuid[], text[], text, boolean, date, text[], uuid[], uuid[], uuid[]) from public, anon;
grant execute on function
  public.works_groups(date, date, uuid[], text[], uuid[], text[], text, boolean, date, text[], text, uuid[], uuid[], uuid[]),
  public.works_totals(date, date, uuid[], text[], uuid[], text[], text, boolean, date, text[], uuid[], uuid[], uuid[]) to authenticated;
revoke execute on function public.recent_jobs(integer), public.work_task_names(), public.move_works(uuid[], text)
  from public, anon;
grant execute on function public.recent_jobs(integer), public.work_task_names(), public.move_works(uuid[], text)
  to authenticated;
