-- The hours of a period, for the account holder: what each person clocked, beside what is logged on jobs. Runs as the
-- caller, so row security decides what is summed. Grouped by person, week (its Monday) or month, or one row for all of it.
--
-- `worked`, `overtime`: paid minutes as the Time Diary counts them (`src/domain/hours/timesheet.ts`), without running shifts
-- and those that need review. Overtime follows from the farm's own thresholds, over whole weeks from Monday to Sunday. A
-- farm without a threshold has none.
-- `logged`: minutes on jobs. A job that names its people counts for them, one that names nobody for those who logged its
-- lines, so that no minute counts twice. A named person without minutes has those of the lines that they logged.
-- `untimed`: the number of jobs on which a person has no minutes at all.
-- `unlogged`: clocked minutes that are not logged, compared day by day.
-- `cost`: the cost of the hours worked by the hourly cost of their day, rounded once for each person and day.
-- `uncosted`: minutes worked by people without such a cost; `cost` does not include them.
create function public.hours_report(p_from date, p_to date, p_group text default null, p_people uuid[] default null)
  returns table (key text, label text, worked bigint, overtime bigint, logged bigint, unlogged bigint, untimed bigint,
                 cost numeric, uncosted bigint)
  language plpgsql stable set search_path = ''
  as $$
declare
  account    uuid := private.holder_account(false);
  after_day  integer;
  after_week integer;
begin
  select s.overtime_after_day_min, s.overtime_after_week_min into after_day, after_week
  from public.farm_settings s where s.user_id = account;
  return query
  with clocked as (
    -- From the Monday on, because the overtime of a day depends on the days of its week before it. A person whose sign-in
    -- was deleted has a name only.
    select coalesce(e.employee_id::text, lower(e.created_by_name)) as person_key, e.employee_id as person_id, e.work_date,
           max(e.created_by_name) as name, sum(e.paid_min) as minutes
    from public.time_entries e
    where e.user_id = account and e.work_date between date_trunc('week', p_from::timestamp)::date and p_to
      and e.paid_min is not null and e.status <> 'needs_review' and (p_people is null or e.employee_id = any (p_people))
    group by 1, 2, 3
  ), within_days as (
    select c.*, least(c.minutes, coalesce(after_day, c.minutes)) as within_day from clocked c
  ), within_weeks as (
    select d.*, sum(d.within_day) over (
             partition by d.person_key, date_trunc('week', d.work_date::timestamp) order by d.work_date) as upto
    from within_days d
  ), shifts as (
    select w.person_key, w.person_id, w.work_date, w.name, w.minutes,
           w.minutes - least(w.upto, coalesce(after_week, w.upto))
             + least(w.upto - w.within_day, coalesce(after_week, w.upto)) as overtime
    from within_weeks w where w.work_date >= p_from
  ), lines as materialized (
    select w.job_id, w.work_date, coalesce(w.employee_id, w.user_id) as person_id, max(w.created_by_name) as name,
           sum(round(w.total_time * 60)) as minutes
    from public.works w where w.user_id = account and w.work_date between p_from and p_to
    group by w.job_id, w.work_date, coalesce(w.employee_id, w.user_id)
  ), named as materialized (
    select p.job_id, j.work_date, p.person_id, coalesce(p.person_id::text, lower(p.name)) as person_key, max(p.name) as name,
           sum(p.minutes) as minutes
    from (select distinct l.job_id, l.work_date from lines l) j
    join public.job_people p on p.user_id = account and p.job_id = j.job_id
    group by p.job_id, j.work_date, p.person_id, 4
  ), on_jobs as (
    select n.person_key, n.person_id, n.work_date, n.name, coalesce(n.minutes, l.minutes) as minutes
    from named n left join lines l on l.job_id = n.job_id and l.person_id = n.person_id
    union all
    select l.person_id::text, l.person_id, l.work_date, l.name, l.minutes
    from lines l where not exists (select from named n where n.job_id = l.job_id)
  ), logged_days as (
    select j.person_key, j.person_id, j.work_date, max(j.name) as name, coalesce(sum(j.minutes), 0) as minutes,
           count(*) filter (where j.minutes is null) as untimed
    from on_jobs j where p_people is null or j.person_id = any (p_people)
    group by j.person_key, j.person_id, j.work_date
  ), days as (
    select coalesce(s.person_key, l.person_key) as person_key, coalesce(s.person_id, l.person_id) as person_id,
           coalesce(s.work_date, l.work_date) as work_date, coalesce(s.name, l.name) as name,
           coalesce(s.minutes, 0) as minutes, coalesce(s.overtime, 0) as overtime, coalesce(l.minutes, 0) as logged,
           coalesce(l.untimed, 0) as untimed
    from shifts s full join logged_days l on l.person_key = s.person_key and l.work_date = s.work_date
  ), costed as (
    select d.*, round(d.minutes * c.hourly_cost / 60, 2) as amount
    from days d
    left join lateral (
      select p.hourly_cost from public.people_costs p
      where p.user_id = account and p.valid_from <= d.work_date
        and (p.person_id = d.person_id or (d.person_id is null and p.person_id is null and lower(p.name) = d.person_key))
      order by p.valid_from desc limit 1) c on true
  ), summed as (
    select case p_group when 'person' then c.person_key when 'week' then date_trunc('week', c.work_date::timestamp)::date::text
             when 'month' then date_trunc('month', c.work_date::timestamp)::date::text else '' end as group_key,
           (array_agg(c.name order by c.work_date desc, c.name))[1] as name, sum(c.minutes) as worked,
           sum(c.overtime) as overtime, sum(c.logged) as logged, sum(greatest(c.minutes - c.logged, 0)) as unlogged,
           sum(c.untimed) as untimed, coalesce(sum(c.amount), 0) as cost,
           coalesce(sum(c.minutes) filter (where c.amount is null), 0) as uncosted
    from costed c group by 1
  )
  select s.group_key, case when p_group = 'person' then coalesce((select f.name from public.farm_people f
             where f.user_id = account and f.person_id::text = s.group_key), s.name) else s.group_key end,
         s.worked::bigint, s.overtime::bigint, s.logged::bigint, s.unlogged::bigint, s.untimed::bigint, s.cost,
         s.uncosted::bigint
  from summed s order by s.group_key;
end $$;

revoke execute on function public.hours_report(date, date, text, uuid[]) from public, anon;
grant execute on function public.hours_report(date, date, text, uuid[]) to authenticated;
