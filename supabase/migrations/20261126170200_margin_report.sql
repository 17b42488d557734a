-- The margin of a period, for the account holder: what jobs earned less people, machines and materials, by the rules of
-- `job_margins`. Both functions run as the caller, so row security decides what is summed. Amounts are without VAT.

-- Grouped by month, customer, task, person (who did the entry) or machine, or one row for all of it. A job without
-- any known cost is counted in `uncosted` only: the amounts do not include it, because its margin would be all that it
-- earned. A job of which only a part is not known (a value, hours or a cost) is counted in `incomplete`; the unknown
-- part counts as zero.
--
-- The costs of a job are shared among its lines by their value, or equally if no line has one. Each line gets the
-- difference of two rounded running sums, so that the shares add up to the cost to the penny. As in `works_groups`, a job
-- with two machines or people counts under both, and one without a machine under the nil id.
create function public.margin_report(p_from date, p_to date, p_group text default null, p_customers uuid[] default null)
  returns table (key text, label text, jobs bigint, uncosted bigint, incomplete bigint, earned numeric, people numeric,
                 machines numeric, materials numeric, margin numeric)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with lines as materialized (
    select w.id, w.job_id, w.work_date, w.customer_id, w.customer, w.task_name,
           coalesce(w.done_by, array[coalesce(w.employee_id, w.user_id)]) as doers,
           coalesce(w.done_by_names, array[w.created_by_name]) as doer_names, coalesce(w.total_value, 0) as value, w.total_value is null as unvalued,
           row_number() over own as place, count(*) over (partition by w.job_id) as places,
           sum(coalesce(w.total_value, 0)) over own as value_to_here,
           sum(coalesce(w.total_value, 0)) over (partition by w.job_id) as value_of_job
    from public.works w
    where w.user_id = account and w.work_date between p_from and p_to
      and (p_customers is null or w.customer_id = any (p_customers))
    window own as (partition by w.job_id order by w.line, w.id)
  ), jobs_of_period as materialized (
    select l.job_id, bool_or(l.unvalued) as unvalued from lines l group by l.job_id
  ), parts as (
    select p.job_id, 'person' as kind, round(p.minutes * c.cost / 60, 2) as amount
    from jobs_of_period j join public.job_people p on p.user_id = account and p.job_id = j.job_id
    left join public.job_costs c on c.user_id = account and c.id = p.id
    union all
    select m.job_id, 'machine', round(m.hours * c.cost, 2)
    from jobs_of_period j join public.job_machines m on m.user_id = account and m.job_id = j.job_id
    left join public.job_costs c on c.user_id = account and c.id = m.id
    union all
    select m.job_id, 'material', round(m.quantity * c.cost, 2)
    from jobs_of_period j join public.job_materials m on m.user_id = account and m.job_id = j.job_id
    left join public.job_costs c on c.user_id = account and c.id = m.id
  ), costs as (
    select j.job_id, count(p.amount) > 0 as costed,
           j.unvalued or coalesce(bool_or(p.kind is not null and p.amount is null), false) as incomplete,
           coalesce(sum(p.amount) filter (where p.kind = 'person'), 0) as people,
           coalesce(sum(p.amount) filter (where p.kind = 'machine'), 0) as machines,
           coalesce(sum(p.amount) filter (where p.kind = 'material'), 0) as materials
    from jobs_of_period j left join parts p on p.job_id = j.job_id
    group by j.job_id, j.unvalued
  ), shared as (
    select l.*, c.costed, c.incomplete,
           round(c.people * s.upto / s.whole, 2) - round(c.people * s.below / s.whole, 2) as people,
           round(c.machines * s.upto / s.whole, 2) - round(c.machines * s.below / s.whole, 2) as machines,
           round(c.materials * s.upto / s.whole, 2) - round(c.materials * s.below / s.whole, 2) as materials
    from lines l join costs c on c.job_id = l.job_id
    cross join lateral (
      select case when l.value_of_job > 0 then l.value_of_job else l.places end as whole,
             case when l.value_of_job > 0 then l.value_to_here else l.place end as upto,
             case when l.value_of_job > 0 then l.value_to_here - l.value else l.place - 1 end as below) s
  ), keyed as (
    select case p_group when 'month' then date_trunc('month', s.work_date::timestamp)::date::text
             when 'customer' then s.customer_id::text when 'task' then s.task_name when 'person' then doer.id::text
             when 'machine' then coalesce(part.machine_id, '00000000-0000-0000-0000-000000000000')::text else '' end as group_key,
           doer.name as doer_name, s.*
    from shared s
    cross join lateral (
      select d.id, d.name from unnest(s.doers, s.doer_names) d (id, name) where p_group = 'person'
      union all select null, null where p_group is distinct from 'person') doer
    left join (
      select distinct m.job_id, m.machine_id from public.job_machines m
      where p_group = 'machine' and m.user_id = account and m.machine_id is not null) part on part.job_id = s.job_id
  ), summed as (
    select k.group_key, count(distinct k.job_id) filter (where k.costed) as jobs,
           count(distinct k.job_id) filter (where not k.costed) as uncosted,
           count(distinct k.job_id) filter (where k.costed and k.incomplete) as incomplete,
           coalesce(sum(k.value) filter (where k.costed), 0) as earned, sum(k.people) as people,
           sum(k.machines) as machines, sum(k.materials) as materials,
           (array_agg(k.doer_name order by k.work_date desc, k.id))[1] as person,
           (array_agg(k.customer order by k.work_date desc, k.id))[1] as customer
    from keyed k group by k.group_key
  )
  select s.group_key,
         coalesce(case p_group
           -- Entries without an employee belong to the account holder, or to a person whose sign-in was deleted.
           when 'person' then coalesce((select f.name from public.farm_people f
             where f.user_id = account and f.person_id::text = s.group_key and f.person_id <> f.user_id), s.person)
           when 'customer' then s.customer
           when 'machine' then (select m.name from public.machines m where m.user_id = account and m.id::text = s.group_key)
           end, s.group_key),
         s.jobs, s.uncosted, s.incomplete, s.earned, s.people, s.machines, s.materials,
         s.earned - s.people - s.machines - s.materials
  from summed s order by s.group_key;
end $$;

-- The jobs of a period without any known cost, which the margin leaves out.
create function public.uncosted_jobs(p_from date, p_to date, p_customers uuid[] default null)
  returns table (job_id uuid, work_date date, customer text, tasks text, value numeric, unvalued boolean)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with jobs_of_period as materialized (
    select w.job_id, min(w.work_date) as work_date, min(w.customer) as customer,
           string_agg(w.task_name, ', ' order by w.line, w.id) as tasks, coalesce(sum(w.total_value), 0) as value,
           bool_or(w.total_value is null) as unvalued
    from public.works w
    where w.user_id = account and w.work_date between p_from and p_to
      and (p_customers is null or w.customer_id = any (p_customers))
    group by w.job_id
  )
  select j.* from jobs_of_period j
  where not exists (
    select from public.job_costs c
    left join public.job_people p on p.user_id = account and p.id = c.id
    left join public.job_machines m on m.user_id = account and m.id = c.id
    where c.user_id = account and c.job_id = j.job_id
      and case c.kind when 'person' then p.minutes is not null when 'machine' then m.hours is not null else true end)
  order by j.work_date, j.job_id;
end $$;

revoke execute on function public.margin_report(date, date, text, uuid[]), public.uncosted_jobs(date, date, uuid[])
  from public, anon;
grant execute on function public.margin_report(date, date, text, uuid[]), public.uncosted_jobs(date, date, uuid[])
  to authenticated;
