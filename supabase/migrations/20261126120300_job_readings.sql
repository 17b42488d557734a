-- What the app reads of jobs: the works on some machines or fields, the gang to repeat, the people and machines on a
-- day's jobs, and the margins. All run as the caller, so row security decides what they read.

-- The works of jobs on one of these machines and on one of these fields; null means "any". The nil id
-- finds the works of jobs without a machine, or without a field.
create function public.placed_works(p_machines uuid[] default null, p_fields uuid[] default null)
  returns setof public.listed_works
  language sql stable set search_path = ''
  as $$
    select w.* from public.listed_works w
    where w.user_id = (select private.account_id())
      and (p_machines is null
        or w.job_id in (select m.job_id from public.job_machines m
                        where m.user_id = (select private.account_id()) and m.machine_id = any (p_machines))
        or ('00000000-0000-0000-0000-000000000000' = any (p_machines) and w.job_id not in (
              select m.job_id from public.job_machines m
              where m.user_id = (select private.account_id()) and m.machine_id is not null)))
      and (p_fields is null
        or w.job_id in (select f.job_id from public.job_fields f
                        where f.user_id = (select private.account_id()) and f.field_id = any (p_fields))
        or ('00000000-0000-0000-0000-000000000000' = any (p_fields) and w.job_id not in (
              select f.job_id from public.job_fields f
              where f.user_id = (select private.account_id()) and f.field_id is not null)))
  $$;

-- The machines and fields of the jobs that a phone may hold for reading without signal: those of 13 months and what is
-- not invoiced, as many as the phone holds works (`src/domain/works/snapshot.ts`).
create function public.job_places() returns table (job_id uuid, machines uuid[], fields uuid[])
  language sql stable set search_path = ''
  as $$
    with jobs as (
      select w.job_id from public.listed_works w
      where w.user_id = (select private.account_id()) and (w.work_date >= current_date - 400 or w.invoice_number is null)
      group by w.job_id order by bool_or(w.invoice_number is null) desc, max(w.work_date) desc limit 5000
    ), placed as (
      select j.job_id,
        array(select m.machine_id from public.job_machines m
              where m.user_id = (select private.account_id()) and m.job_id = j.job_id and m.machine_id is not null
              order by m.machine_id) as machines,
        array(select distinct f.field_id from public.job_fields f
              where f.user_id = (select private.account_id()) and f.job_id = j.job_id and f.field_id is not null
              order by f.field_id) as fields
      from jobs j
    )
    select p.job_id, p.machines, p.fields from placed p where cardinality(p.machines) + cardinality(p.fields) > 0
  $$;

-- People and machines of the last job that the caller logged, or else of the account's last one, in the 30 days up to p_before.
create function public.recent_gang(p_before date)
  returns table (work_date date, job_id uuid, kind text, ref_id uuid, name text, implement boolean)
  language sql stable set search_path = ''
  as $$
    with parts as (
      select p.job_id, 'person' as kind, p.person_id as ref_id, p.name, false as implement, p.created_by
      from public.job_people p where p.user_id = (select private.account_id()) and p.created_at > now() - interval '60 days'
      union all
      select m.job_id, 'machine', m.machine_id, m.machine_name, m.implement, m.created_by
      from public.job_machines m where m.user_id = (select private.account_id()) and m.created_at > now() - interval '60 days'
        and m.machine_id is not null
    ), last as (
      select w.job_id, w.work_date from public.listed_works w
      where w.user_id = (select private.account_id()) and w.work_date between p_before - 30 and p_before
        and exists (select from parts where parts.job_id = w.job_id)
      order by (coalesce(w.employee_id, w.user_id) = (select auth.uid())) desc, w.work_date desc, w.created_at desc limit 1
    )
    select last.work_date, last.job_id, parts.kind, parts.ref_id, parts.name, parts.implement
    from last join parts on parts.job_id = last.job_id order by parts.kind desc, parts.name
  $$;

-- The people and machines on the jobs of a day, with their times: their own, or else those of the job's first line.
create function public.jobs_of_day(p_date date)
  returns table (job_id uuid, customer text, task_name text, kind text, ref_id uuid, name text, start_time time, finish_time time)
  language sql stable set search_path = ''
  as $$
    with jobs as (
      select distinct on (w.job_id) w.job_id, w.customer, w.task_name, w.start_time, w.finish_time
      from public.listed_works w where w.user_id = (select private.account_id()) and w.work_date = p_date
      order by w.job_id, w.line
    )
    select j.job_id, j.customer, j.task_name, 'person', p.person_id, p.name,
           coalesce(p.start_time, j.start_time), coalesce(p.finish_time, j.finish_time)
    from jobs j join public.job_people p on p.user_id = (select private.account_id()) and p.job_id = j.job_id
    union all
    select j.job_id, j.customer, j.task_name, 'machine', m.machine_id, m.machine_name, j.start_time, j.finish_time
    from jobs j join public.job_machines m on m.user_id = (select private.account_id()) and m.job_id = j.job_id
  $$;

-- What jobs earned: the value of their lines, less people, machines and materials. A value or cost that is not known is named
-- in `missing` and counts as nothing, so the margin is only right where `missing` is empty. Each part is rounded once to
-- pennies. p_by: 'job' or 'customer'. For the account holder.
create function public.job_margins(p_from date, p_to date, p_by text default 'job')
  returns table (key uuid, label text, work_date date, jobs bigint, revenue numeric, people numeric, machines numeric,
                 materials numeric, margin numeric, missing text[])
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with jobs as (
    select w.job_id, min(w.customer) as customer, (array_agg(w.customer_id))[1] as customer_id, min(w.work_date) as work_date,
      string_agg(w.task_name, ', ' order by w.line) as tasks, coalesce(sum(w.total_value), 0) as revenue,
      array_agg(w.task_name || ': ' || case when w.quantity is null then 'quantity' else 'rate' end) filter (where w.total_value is null) as unpriced
    from public.works w where w.user_id = account and w.work_date between p_from and p_to group by w.job_id
  ), parts as (
    select p.job_id, 'person' as kind, p.name, round(p.minutes * c.cost / 60, 2) as amount,
      case when p.minutes is null then 'time' when c.cost is null then 'cost of an hour' end as lacks
    from public.job_people p left join public.job_costs c on c.user_id = account and c.id = p.id where p.user_id = account
    union all
    select m.job_id, 'machine', m.machine_name, round(m.hours * c.cost, 2),
      case when m.hours is null then 'hours' when c.cost is null then 'cost of an hour' end
    from public.job_machines m left join public.job_costs c on c.user_id = account and c.id = m.id where m.user_id = account
    union all
    select m.job_id, 'material', m.product, round(m.quantity * c.cost, 2), case when c.cost is null then 'cost' end
    from public.job_materials m left join public.job_costs c on c.user_id = account and c.id = m.id where m.user_id = account
  ), totals as (
    select j.job_id, j.customer, j.customer_id, j.work_date, j.tasks, j.revenue,
      coalesce(sum(p.amount) filter (where p.kind = 'person'), 0) as people,
      coalesce(sum(p.amount) filter (where p.kind = 'machine'), 0) as machines,
      coalesce(sum(p.amount) filter (where p.kind = 'material'), 0) as materials,
      coalesce(j.unpriced, '{}') || coalesce(array_agg(p.name || ': ' || p.lacks order by p.name) filter (where p.lacks is not null), '{}') as missing
    from jobs j left join parts p on p.job_id = j.job_id
    group by j.job_id, j.customer, j.customer_id, j.work_date, j.tasks, j.revenue, j.unpriced
  )
  select case p_by when 'customer' then t.customer_id else t.job_id end,
    min(case p_by when 'customer' then t.customer else t.tasks || ', ' || t.customer end), max(t.work_date), count(*),
    sum(t.revenue), sum(t.people), sum(t.machines), sum(t.materials),
    sum(t.revenue - t.people - t.machines - t.materials),
    array(select distinct what from unnest(string_to_array(string_agg(array_to_string(t.missing, E'\n'), E'\n'), E'\n')) what
          where what <> '' order by what)
  from totals t group by 1 order by 3 desc, 1;
end $$;

revoke execute on function public.placed_works(uuid[], uuid[]), public.job_places() from public, anon;
grant execute on function public.placed_works(uuid[], uuid[]), public.job_places() to authenticated;
revoke execute on function public.recent_gang(date), public.jobs_of_day(date), public.job_margins(date, date, text) from public, anon;
grant execute on function public.recent_gang(date), public.jobs_of_day(date), public.job_margins(date, date, text) to authenticated;
