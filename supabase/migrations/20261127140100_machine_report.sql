-- What the machines cost and did in a period, for the account holder. Runs as the caller, so row security decides what
-- is summed. Machines without any record in the period are left out. Amounts are without VAT.
--
-- `cost`: the cost of parts, labour and external work of the period's services; `unpriced` services have no cost yet.
-- `counted`: what the meter ran, from the last reading before the period, or else the first one, to the last one in it;
-- null without a reading.
-- The other columns describe the jobs that the machine was on: its hours (`untimed` jobs have none), the area of their
-- fields and the value of their lines. As in `margin_report`, a job with two machines counts under both.
create function public.machine_report(p_from date, p_to date)
  returns table (machine_id uuid, name text, meter_type text, services bigint, unpriced bigint, parts numeric, labour numeric,
                 external numeric, cost numeric, counted numeric, jobs bigint, job_hours numeric, untimed bigint,
                 area_ha numeric, earned numeric, unvalued bigint)
  language plpgsql stable set search_path = ''
  as $$
declare
  account uuid := private.holder_account(false);
  zone    text := coalesce((select s.time_zone from public.farm_settings s where s.user_id = account), 'Europe/London');
begin
  return query
  with jobs_of_period as materialized (
    select w.job_id, coalesce(sum(w.total_value), 0) as value, count(*) filter (where w.total_value is null) as unvalued
    from public.works w where w.user_id = account and w.work_date between p_from and p_to group by w.job_id
  ), areas as materialized (
    select f.job_id, sum(f.area_ha) as area_ha
    from jobs_of_period j join public.job_fields f on f.user_id = account and f.job_id = j.job_id
    group by f.job_id
  ), on_jobs as (
    select m.machine_id as id, count(*) as jobs, coalesce(sum(m.hours), 0) as hours, count(*) filter (where m.hours is null) as untimed,
           coalesce(sum(a.area_ha), 0) as area_ha, sum(j.value) as earned, sum(j.unvalued) as unvalued
    from jobs_of_period j join public.job_machines m on m.user_id = account and m.job_id = j.job_id
    left join areas a on a.job_id = j.job_id
    where m.machine_id is not null
    group by m.machine_id
  ), serviced as (
    select r.machine_id as id, count(*) as services,
           count(*) filter (where num_nonnulls(c.parts_cost, c.labour_cost, c.external_cost) = 0) as unpriced,
           coalesce(sum(c.parts_cost), 0) as parts, coalesce(sum(c.labour_cost), 0) as labour,
           coalesce(sum(c.external_cost), 0) as external
    from public.service_records r left join public.service_costs c on c.user_id = account and c.id = r.id
    where r.user_id = account and r.service_date between p_from and p_to
    group by r.machine_id
  ), metered as (
    select m.id, m.name, m.meter_type, last.lifetime - coalesce(before.lifetime, first.lifetime) as counted
    from public.machines m
    left join lateral (
      select r.reading + r.meter_offset as lifetime from public.machine_readings r
      where r.user_id = account and r.machine_id = m.id and r.read_at < p_from::timestamp at time zone zone
      order by r.read_at desc, r.created_at desc, r.id desc limit 1) before on true
    left join lateral (
      select r.reading + r.meter_offset as lifetime from public.machine_readings r
      where r.user_id = account and r.machine_id = m.id
      order by r.read_at, r.created_at, r.id limit 1) first on true
    left join lateral (
      select r.reading + r.meter_offset as lifetime from public.machine_readings r
      where r.user_id = account and r.machine_id = m.id and r.read_at < (p_to + 1)::timestamp at time zone zone
      order by r.read_at desc, r.created_at desc, r.id desc limit 1) last on true
    where m.user_id = account
  )
  select m.id, m.name, m.meter_type, coalesce(s.services, 0), coalesce(s.unpriced, 0), coalesce(s.parts, 0),
         coalesce(s.labour, 0), coalesce(s.external, 0), coalesce(s.parts + s.labour + s.external, 0), m.counted,
         coalesce(j.jobs, 0), coalesce(j.hours, 0), coalesce(j.untimed, 0), coalesce(j.area_ha, 0), coalesce(j.earned, 0),
         coalesce(j.unvalued, 0)::bigint
  from metered m left join serviced s on s.id = m.id left join on_jobs j on j.id = m.id
  where s.id is not null or j.id is not null or m.counted > 0
  order by m.id;
end $$;

revoke execute on function public.machine_report(date, date) from public, anon;
grant execute on function public.machine_report(date, date) to authenticated;
