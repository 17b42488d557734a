-- Logging and deleting a whole job. Each is one transaction under the job's own key, the id of its first line.

-- The lines that an earlier call with this key and this content added; null if there was none. Null also for a key that was
-- used with other content: the insert then fails on the primary key of works. Volatile, so that it sees the job of
-- the call that it waited for.
create function private.earlier_job(job uuid, content jsonb) returns uuid[]
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  earlier private.requests;
begin
  -- One call after another: two devices, or one that repeats a request whose answer was lost.
  perform private.take_turns(account, job);
  select * into earlier from private.requests where user_id = account and request_id = job;
  if not found then return null; end if;
  if earlier.action is distinct from 'log_job' or earlier.answer[1] is distinct from md5(auth.uid()::text || content::text)::uuid then
    return null;
  end if;
  -- The job was deleted since: raise the same error as for any deleted entry.
  if not exists (select from public.works where user_id = account and job_id = job) then
    perform private.refuse_deleted('works', account, job);
  end if;
  return earlier.answer[2:];
end $$;

create function private.keep_job(job uuid, content jsonb, lines uuid[]) returns void
  language sql security definer set search_path = ''
  as $$
    insert into private.requests (user_id, request_id, action, answer)
    select private.account_id(), job, 'log_job', md5(auth.uid()::text || content::text)::uuid || lines
    where private.account_id() is not null
    on conflict (user_id, request_id) do nothing
  $$;

-- A list of a job: each row an object with an id of its own.
create function private.job_list(job jsonb, called text) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
declare list jsonb := coalesce(nullif(job -> called, 'null'), '[]');
begin
  perform private.refuse_if(not private.is_list_of_objects(list), format('The %s of this job are not a list.', called));
  perform private.refuse_if(exists (select from jsonb_array_elements(list) e
    where coalesce(e.value ->> 'id', '') !~ '^[0-9a-fA-F-]{36}$'), 'A part of this job has no key.');
  return list;
end $$;

-- Logs a job: {id, recorded_at, lines, people, machines, fields, materials, activities}. The first line has the job's id;
-- `activities` are the entries of its sprays and fertiliser in the record of each field. Runs as the caller, so that each
-- row passes the triggers and policies of a direct insert; if one is refused, nothing is saved. A repetition adds nothing.
-- Returns the ids of the lines.
create function public.log_job(p_job jsonb) returns table (id uuid)
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
declare
  account   uuid := private.account_id();
  job       uuid;
  lines     jsonb;
  people    jsonb;
  machines  jsonb;
  fields    jsonb;
  materials jsonb;
  activities jsonb;
  row_of    jsonb;
  number    smallint := 0;
  added     uuid[] := '{}';
  said      timestamptz;
  head      public.works;
begin
  perform private.refuse_if(jsonb_typeof(p_job) is distinct from 'object', 'This is not a job.');
  perform private.refuse_if(coalesce(p_job ->> 'id', '') !~ '^[0-9a-fA-F-]{36}$', 'This job has no key.');
  perform private.refuse_if(octet_length(p_job::text) > 500000, 'This job is too large.');
  job := (p_job ->> 'id')::uuid;
  lines := private.job_list(p_job, 'lines');
  people := private.job_list(p_job, 'people');
  machines := private.job_list(p_job, 'machines');
  fields := private.job_list(p_job, 'fields');
  materials := private.job_list(p_job, 'materials');
  activities := private.job_list(p_job, 'activities');
  perform private.refuse_if(jsonb_array_length(lines) = 0, 'A job needs at least one line.');
  perform private.refuse_if((lines -> 0 ->> 'id')::uuid is distinct from job, 'The first line of a job has the job''s key.');
  perform private.refuse_if((select count(distinct lower(e.value ->> 'id')) <> count(*) from jsonb_array_elements(lines || materials) e),
    'Two lines of this job have the same key.');
  perform private.refuse_if(jsonb_array_length(lines) + jsonb_array_length(materials) > 200, '200 lines are the most in one job.');
  perform private.refuse_if(jsonb_array_length(people) > 200, '200 people are the most on one job.');
  perform private.refuse_if(jsonb_array_length(machines) > 200, '200 machines are the most on one job.');
  perform private.refuse_if(jsonb_array_length(fields) > 200, '200 fields are the most on one job.');
  perform private.refuse_if(jsonb_array_length(activities) > 200, '200 field records are the most of one job.');

  if account is not null and private.earlier_job(job, p_job - 'recorded_at') is not null then
    return query select unnest(private.earlier_job(job, p_job - 'recorded_at'));
    return;
  end if;
  -- A time from a phone's clock; a wrong one is not a reason to refuse the job.
  begin said := (p_job ->> 'recorded_at')::timestamptz; exception when others then said := null; end;

  for row_of in select e.value from jsonb_array_elements(lines) with ordinality e (value, place) order by e.place loop
    number := number + 1;
    insert into public.works (id, user_id, customer, customer_id, task_name, task_description, chargeable_unit, rate, quantity,
        start_time, finish_time, start_second, finish_second, breaks, work_date, notes, recorded_at, job_id, line)
      select r.id, account, r.customer, r.customer_id, r.task_name, r.task_description, r.chargeable_unit, r.rate, r.quantity,
        r.start_time, r.finish_time, coalesce(r.start_second, false), coalesce(r.finish_second, false), coalesce(r.breaks, 0),
        r.work_date, r.notes, said, job, number
      from jsonb_populate_record(null::public.works, row_of) r;
    added := added || (row_of ->> 'id')::uuid;
    if number = 1 then
      select * into head from jsonb_populate_record(null::public.works, row_of);
      -- The trigger may have changed the customer of the first line; the other lines use the same one.
      select l.customer, l.customer_id into head.customer, head.customer_id from public.listed_works l
      where l.user_id = account and l.id = job;
    end if;
  end loop;

  insert into public.job_people (id, user_id, job_id, person_id, name, minutes, start_time, finish_time, breaks, task)
    select r.id, account, job, r.person_id, r.name, r.minutes, r.start_time, r.finish_time, coalesce(r.breaks, 0), r.task
    from jsonb_populate_recordset(null::public.job_people, people) r;
  insert into public.job_machines (id, user_id, job_id, machine_id, implement, hours, meter_end, fuel_l)
    select r.id, account, job, r.machine_id, coalesce(r.implement, false), r.hours, r.meter_end, r.fuel_l
    from jsonb_populate_recordset(null::public.job_machines, machines) r
    -- A reading locks its machine: always in the same order, so that two jobs don't wait for each other.
    order by r.machine_id;
  insert into public.job_fields (id, user_id, job_id, field_id, area_ha, part)
    select r.id, account, job, r.field_id, r.area_ha, r.part
    from jsonb_populate_recordset(null::public.job_fields, fields) r;

  for row_of in select e.value from jsonb_array_elements(materials) with ordinality e (value, place) order by e.place loop
    -- A material with a price is also a line of its own. A person who may not see prices can't set one.
    if row_of ->> 'unit_price' is not null and private.sees_rates() then
      number := number + 1;
      insert into public.works (id, user_id, customer, customer_id, task_name, task_description, chargeable_unit, rate, quantity,
          work_date, recorded_at, job_id, line)
        values ((row_of ->> 'id')::uuid, account, head.customer, head.customer_id, row_of ->> 'product',
          nullif(concat_ws(', ', nullif(row_of ->> 'unit', 'each'), nullif(btrim(row_of ->> 'batch'), '')), ''), 'each',
          (row_of ->> 'unit_price')::numeric, (row_of ->> 'quantity')::numeric, head.work_date, said, job, number);
      added := added || (row_of ->> 'id')::uuid;
    end if;
    insert into public.job_materials (id, user_id, job_id, product, quantity, unit, batch, work_id)
      values ((row_of ->> 'id')::uuid, account, job, row_of ->> 'product', (row_of ->> 'quantity')::numeric,
        coalesce(row_of ->> 'unit', 'each'), row_of ->> 'batch',
        case when (row_of ->> 'id')::uuid = any (added) then (row_of ->> 'id')::uuid end);
    if row_of ->> 'unit_cost' is not null and private.is_admin() then
      insert into public.job_costs (id, user_id, job_id, kind, cost)
        values ((row_of ->> 'id')::uuid, account, job, 'material', (row_of ->> 'unit_cost')::numeric);
    end if;
  end loop;
  insert into public.field_activities (id, user_id, field_id, field_name, season, activity_type, started_at, finished_at, area_ha,
      product, mapp_pcs_no, rate, rate_unit, total_qty, harvest_interval_days, operator_id, operator_name, machine, batch_no,
      recorded_at, work_id)
    select r.id, account, r.field_id, r.field_name, r.season, r.activity_type, r.started_at, r.finished_at, r.area_ha,
      r.product, r.mapp_pcs_no, r.rate, r.rate_unit, r.total_qty, r.harvest_interval_days, r.operator_id, r.operator_name,
      r.machine, r.batch_no, said, job
    from jsonb_populate_recordset(null::public.field_activities, activities) r;
  perform private.keep_job(job, p_job - 'recorded_at', added);
  return query select unnest(added);
end $$;

-- Deletes a job: its lines that are not on an invoice, its people, machines, fields, materials and field activities, except
-- an employee's activities that are older than the seven days in which they may delete them. `kept` says which lines
-- stay, if any; the signatures then stay with them. Runs as the caller. A repetition deletes nothing more.
create function public.delete_job(p_job_id uuid) returns table (id uuid, kept text)
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
declare
  account uuid := private.account_id();
  deleted integer;
  stays   integer;
  numbers text;
begin
  perform private.refuse_lapsed(account);
  -- Before the lines: deleting a line clears work_id of its activities.
  delete from public.field_activities a
  where a.user_id = account and a.work_id in (
      select w.id from public.listed_works w where w.user_id = account and w.job_id = p_job_id)
    and ((select private.is_admin()) or a.created_at >= now() - interval '7 days');
  delete from public.works where user_id = account and job_id = p_job_id and invoice_number is null;
  get diagnostics deleted = row_count;
  select count(*), string_agg(distinct l.invoice_number, ', ') into stays, numbers
    from public.listed_works l where l.user_id = account and l.job_id = p_job_id;
  if stays > 0 then
    if deleted = 0 and numbers is null then
      raise exception using errcode = '42501', message = 'You may not delete this job at the moment.';
    end if;
    delete from public.job_people where user_id = account and job_id = p_job_id;
    delete from public.job_machines where user_id = account and job_id = p_job_id;
    delete from public.job_fields where user_id = account and job_id = p_job_id;
    delete from public.job_materials where user_id = account and job_id = p_job_id;
    kept := case when numbers is null then 'Lines of other people stay. Yours are deleted.' else format(case when stays = 1 then 'One line of this job is on invoice %s, so it stays. The rest is deleted.'
      else '%2$s lines of this job are on invoice %1$s, so they stay. The rest is deleted.' end, numbers, stays) end;
  end if;
  id := p_job_id;
  return next;
end $$;

revoke execute on function private.earlier_job(uuid, jsonb), private.keep_job(uuid, jsonb, uuid[]), private.job_list(jsonb, text)
  from public, anon, authenticated;
-- log_job runs as the person who calls it.
grant execute on function private.earlier_job(uuid, jsonb), private.keep_job(uuid, jsonb, uuid[]), private.job_list(jsonb, text)
  to authenticated;
revoke execute on function public.log_job(jsonb), public.delete_job(uuid) from public, anon;
grant execute on function public.log_job(jsonb), public.delete_job(uuid) to authenticated;
