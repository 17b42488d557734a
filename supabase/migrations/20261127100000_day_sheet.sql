-- The day's sheet: the account holder types a pile of paper dockets. Each line is a job of its own, as `log_job` takes it.

-- Whether every job of the sheet is one line with people and nothing else. False also if a job is not well formed.
create function private.are_plain_jobs(sheet jsonb) returns boolean
  language plpgsql immutable set search_path = ''
  as $$
begin
  return not exists (
    select from jsonb_array_elements(sheet) e (job)
    where coalesce(job ->> 'id', '') !~ '^[0-9a-fA-F-]{36}$'
      or jsonb_typeof(job -> 'lines') is distinct from 'array' or jsonb_array_length(job -> 'lines') <> 1
      or job #>> '{lines,0,id}' is distinct from job ->> 'id'
      or jsonb_typeof(coalesce(job -> 'people', '[]')) <> 'array' or jsonb_array_length(coalesce(job -> 'people', '[]')) > 200
      or jsonb_path_exists(job, '$.people[*].id ? (!(@ like_regex "^[0-9a-fA-F-]{36}$"))')
      or coalesce(job -> 'machines', '[]') <> '[]' or coalesce(job -> 'fields', '[]') <> '[]'
      or coalesce(job -> 'materials', '[]') <> '[]' or coalesce(job -> 'activities', '[]') <> '[]');
end $$;

-- Locks the jobs as `earlier_job` locks one. Returns whether none of them was logged before.
create function private.lock_new_jobs(sheet jsonb) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  jobs    uuid[];
begin
  select array_agg((e.job ->> 'id')::uuid order by e.place) into jobs
    from jsonb_array_elements(sheet) with ordinality e (job, place);
  perform private.take_turns(account, job) from unnest(jobs) job;
  return not exists (select from private.requests where user_id = account and request_id = any (jobs));
end $$;

-- Keeps the jobs as `keep_job` keeps one.
create function private.keep_plain_jobs(sheet jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  insert into private.requests (user_id, request_id, action, answer)
    select account, k.id, 'log_job', array[md5(auth.uid()::text || (e.job - 'recorded_at')::text)::uuid, k.id]
    from jsonb_array_elements(sheet) e (job) cross join lateral (values ((e.job ->> 'id')::uuid)) k (id)
    on conflict (user_id, request_id) do nothing;
end $$;

-- Both are called for each person of each line, and a function in SQL is planned at each call (decision 29): the same as in
-- *_jobs.sql, in PL/pgSQL.
create or replace function private.person_cost(account uuid, person uuid, called text, day date) returns numeric
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select hourly_cost from public.people_costs
    where user_id = account and valid_from <= day
      and (person_id = person or (person is null and person_id is null and lower(name) = lower(called)))
    order by valid_from desc limit 1);
end $$;

create or replace function private.keep_cost(account uuid, job uuid, part uuid, part_kind text, amount numeric) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if amount is null then return; end if;
  insert into public.job_costs (id, user_id, job_id, kind, cost) values (part, account, job, part_kind, amount)
    on conflict (user_id, id) do nothing;
end $$;

-- Logs all jobs of the sheet or none. Runs as the caller, so that each row passes the triggers and policies of a direct
-- insert. A repetition adds nothing and returns the same. A refusal names the line in its detail: the job's id.
-- Lines that are new and plain are logged together, which takes a fraction of the time. If that is refused, they are logged one
-- by one, as all others are: this finds the line that is refused, and its sentence.
create function public.log_day_sheet(p_jobs jsonb) returns table (entries integer, total numeric, unpriced integer)
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
declare
  account  uuid := private.holder_account();
  sheet    jsonb := coalesce(p_jobs, 'null');
  job      jsonb;
  logged   uuid[];
  code     text;
  sentence text;
begin
  perform private.refuse_if(not private.is_list_of_objects(sheet), 'This is not a day''s sheet.');
  perform private.refuse_if(octet_length(sheet::text) > 500000, 'This sheet is too large.');
  perform private.refuse_if(jsonb_array_length(sheet) = 0, 'A day''s sheet needs at least one line.');
  perform private.refuse_if(jsonb_array_length(sheet) > 200, '200 lines are the most on one sheet.');
  if private.are_plain_jobs(sheet) and private.lock_new_jobs(sheet) then
    begin
      with added as (
        insert into public.works (id, user_id, customer, customer_id, task_name, task_description, chargeable_unit, rate, quantity,
            start_time, finish_time, start_second, finish_second, breaks, work_date, notes, recorded_at, job_id, line)
          select r.id, account, r.customer, r.customer_id, r.task_name, r.task_description, r.chargeable_unit, r.rate, r.quantity,
            r.start_time, r.finish_time, coalesce(r.start_second, false), coalesce(r.finish_second, false), coalesce(r.breaks, 0),
            r.work_date, r.notes, (e.job ->> 'recorded_at')::timestamptz, r.id, 1
          from jsonb_array_elements(sheet) with ordinality e (job, place)
          cross join lateral jsonb_populate_record(null::public.works, e.job #> '{lines,0}') r
          order by e.place
          returning id)
        select array_agg(id) into logged from added;
      insert into public.job_people (id, user_id, job_id, person_id, name, minutes, start_time, finish_time, breaks, task)
        select r.id, account, (e.job ->> 'id')::uuid, r.person_id, r.name, r.minutes, r.start_time, r.finish_time,
          coalesce(r.breaks, 0), r.task
        from jsonb_array_elements(sheet) with ordinality e (job, place)
        cross join lateral jsonb_populate_recordset(null::public.job_people, coalesce(e.job -> 'people', '[]')) r
        order by e.place;
      perform private.keep_plain_jobs(sheet);
    exception when others then
      logged := null;
    end;
  end if;
  if logged is null then
    for job in select e.value from jsonb_array_elements(sheet) with ordinality e (value, place) order by e.place loop
      begin
        logged := logged || array(select l.id from public.log_job(job) l);
      exception when others then
        get stacked diagnostics code = returned_sqlstate, sentence = message_text;
        raise exception using errcode = code, detail = coalesce(job ->> 'id', ''),
          message = case when code = '23505' then 'This line was saved before, and then changed here. Find it in the list of works.'
            else sentence end;
      end;
    end loop;
  end if;
  return query select count(*)::integer, coalesce(sum(w.total_value), 0), (count(*) filter (where w.total_value is null))::integer
    from public.works w where w.user_id = account and w.id = any (logged);
end $$;

revoke execute on function private.are_plain_jobs(jsonb), private.lock_new_jobs(jsonb), private.keep_plain_jobs(jsonb)
  from public, anon, authenticated;
-- log_day_sheet runs as the person who calls it.
grant execute on function private.are_plain_jobs(jsonb), private.lock_new_jobs(jsonb), private.keep_plain_jobs(jsonb)
  to authenticated;
revoke execute on function public.log_day_sheet(jsonb) from public, anon;
grant execute on function public.log_day_sheet(jsonb) to authenticated;
