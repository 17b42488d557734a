-- Changes the people, machines, fields and materials of a job after it was logged.

-- p_job: {id, people, machines, fields, materials, seen}. The four lists are what the job has from now on: rows with a known
-- id are changed, new ones are added, missing ones are removed. Materials with a price are lines of the job: they are not in
-- the list and stay. `seen` are id and updated_at of the rows that the person saw; the call is refused if they are other ones
-- by now. The meter of a machine and the cost of a material (unit_cost, account holder only) are changed with a row that
-- replaces it, because the reading and the cost were written with the row. Runs as the caller, so that each row passes the
-- triggers and policies of a direct change; if one is refused, nothing changes.
create function public.change_job(p_job jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  account   uuid := private.account_id();
  job       uuid;
  people    jsonb := private.job_list(p_job, 'people');
  machines  jsonb := private.job_list(p_job, 'machines');
  fields    jsonb := private.job_list(p_job, 'fields');
  materials jsonb := private.job_list(p_job, 'materials');
  seen      jsonb := private.job_list(p_job, 'seen');
begin
  perform private.refuse_if(jsonb_typeof(p_job) is distinct from 'object' or not p_job ?& array['people', 'machines', 'fields', 'materials', 'seen'],
    'This is not a job.');
  perform private.refuse_if(coalesce(p_job ->> 'id', '') !~ '^[0-9a-fA-F-]{36}$', 'This job has no key.');
  perform private.refuse_if(octet_length(p_job::text) > 500000, 'This job is too large.');
  perform private.refuse_if(jsonb_array_length(people) > 200, '200 people are the most on one job.');
  perform private.refuse_if(jsonb_array_length(machines) > 200, '200 machines are the most on one job.');
  perform private.refuse_if(jsonb_array_length(fields) > 200, '200 fields are the most on one job.');
  perform private.refuse_if(jsonb_array_length(materials) > 200, '200 materials are the most on one job.');
  job := (p_job ->> 'id')::uuid;
  perform private.refuse_lapsed(account);
  -- One change of a job after another, so that the second one sees the rows of the first.
  perform private.lock_job(account, job);
  perform private.refuse_if(exists (
      select from (
        select id, updated_at from public.job_people where user_id = account and job_id = job
        union all select id, updated_at from public.job_machines where user_id = account and job_id = job
        union all select id, updated_at from public.job_fields where user_id = account and job_id = job
        union all select id, updated_at from public.job_materials where user_id = account and job_id = job and work_id is null
      ) stored
      full join jsonb_to_recordset(seen) s (id uuid, updated_at timestamptz)
        on s.id = stored.id and s.updated_at = stored.updated_at
      where stored.id is null or s.id is null),
    'This job was changed meanwhile. Close this and open it again to see the change.');

  delete from public.job_people t where t.user_id = account and t.job_id = job
    and not exists (select from jsonb_to_recordset(people) r (id uuid) where r.id = t.id);
  update public.job_people t
    set person_id = r.person_id, name = r.name, minutes = r.minutes, start_time = r.start_time, finish_time = r.finish_time,
      breaks = coalesce(r.breaks, 0)
    from jsonb_populate_recordset(null::public.job_people, people) r
    where t.user_id = account and t.job_id = job and t.id = r.id
      -- The minutes between two times are computed.
      and (t.person_id, t.name, case when t.start_time is null then t.minutes end, t.start_time, t.finish_time, t.breaks)
        is distinct from (r.person_id, r.name, case when r.start_time is null then r.minutes end, r.start_time, r.finish_time, coalesce(r.breaks, 0));
  insert into public.job_people (id, user_id, job_id, person_id, name, minutes, start_time, finish_time, breaks)
    select r.id, account, job, r.person_id, r.name, r.minutes, r.start_time, r.finish_time, coalesce(r.breaks, 0)
    from jsonb_populate_recordset(null::public.job_people, people) r
    where not exists (select from public.job_people t where t.user_id = account and t.job_id = job and t.id = r.id);

  delete from public.job_machines t where t.user_id = account and t.job_id = job
    and not exists (select from jsonb_to_recordset(machines) r (id uuid) where r.id = t.id);
  update public.job_machines t set implement = coalesce(r.implement, false), hours = r.hours
    from jsonb_populate_recordset(null::public.job_machines, machines) r
    where t.user_id = account and t.job_id = job and t.id = r.id
      and (t.implement, t.hours) is distinct from (coalesce(r.implement, false), r.hours);
  insert into public.job_machines (id, user_id, job_id, machine_id, implement, hours, meter_end)
    select r.id, account, job, r.machine_id, coalesce(r.implement, false), r.hours, r.meter_end
    from jsonb_populate_recordset(null::public.job_machines, machines) r
    where not exists (select from public.job_machines t where t.user_id = account and t.job_id = job and t.id = r.id)
    -- A reading locks its machine: always in the same order, so that two jobs don't wait for each other.
    order by r.machine_id;

  delete from public.job_fields t where t.user_id = account and t.job_id = job
    and not exists (select from jsonb_to_recordset(fields) r (id uuid) where r.id = t.id);
  update public.job_fields t set area_ha = r.area_ha, part = r.part
    from jsonb_populate_recordset(null::public.job_fields, fields) r
    where t.user_id = account and t.job_id = job and t.id = r.id
      and (t.area_ha, t.part) is distinct from (r.area_ha, r.part);
  insert into public.job_fields (id, user_id, job_id, field_id, area_ha, part)
    select r.id, account, job, r.field_id, r.area_ha, r.part
    from jsonb_populate_recordset(null::public.job_fields, fields) r
    where not exists (select from public.job_fields t where t.user_id = account and t.job_id = job and t.id = r.id);

  delete from public.job_materials t where t.user_id = account and t.job_id = job and t.work_id is null
    and not exists (select from jsonb_to_recordset(materials) r (id uuid) where r.id = t.id);
  update public.job_materials t set product = r.product, quantity = r.quantity, unit = coalesce(r.unit, 'each'), batch = r.batch
    from jsonb_populate_recordset(null::public.job_materials, materials) r
    where t.user_id = account and t.job_id = job and t.work_id is null and t.id = r.id
      and (t.product, t.quantity, t.unit, t.batch) is distinct from (r.product, r.quantity, coalesce(r.unit, 'each'), r.batch);
  insert into public.job_materials (id, user_id, job_id, product, quantity, unit, batch)
    select r.id, account, job, r.product, r.quantity, coalesce(r.unit, 'each'), r.batch
    from jsonb_populate_recordset(null::public.job_materials, materials) r
    where not exists (select from public.job_materials t where t.user_id = account and t.job_id = job and t.id = r.id);
  if private.is_admin() then
    insert into public.job_costs (id, user_id, job_id, kind, cost)
      select r.id, account, job, 'material', r.unit_cost
      from jsonb_to_recordset(materials) r (id uuid, unit_cost numeric)
      join public.job_materials t on t.user_id = account and t.job_id = job and t.id = r.id
      where r.unit_cost is not null and not exists (select from public.job_costs c where c.user_id = account and c.id = r.id);
  end if;
end $$;

-- change_job runs as the person who calls it.
grant execute on function private.lock_job(uuid, uuid) to authenticated;
revoke execute on function public.change_job(jsonb) from public, anon;
grant execute on function public.change_job(jsonb) to authenticated;
