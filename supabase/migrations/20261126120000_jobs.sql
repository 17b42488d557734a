-- Jobs: works with the same job_id are the lines of one job. Who and what was on the job, its materials and the
-- customer's signature belong to the job, not to a line. A job exists as long as it has a line.

-- One call after another adds to a job, whatever it adds. Taken before any row of the job is locked: a line that appeared
-- between two locks of another call would be locked out of order, and the two would wait for each other.
create function private.take_turns(account uuid, job uuid) returns void
  language sql security definer set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended(account::text || job::text, 0)) $$;

-- The lines of a job share the customer and the date. Only the person who logged the job and the account holder add
-- lines to it.
create function private.works_join_job() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare head record;
begin
  if new.job_id = new.id then return new; end if;
  perform private.take_turns(new.user_id, new.job_id);
  select w.customer_id, w.work_date into head from public.works w
  where w.user_id = new.user_id and w.job_id = new.job_id order by w.line, w.id limit 1 for share;
  -- Lines deleted one by one can be restored one by one: another line of the job may come before the first one.
  if not found and auth.uid() is null then return new; end if;
  perform private.refuse_if(not found, 'This job is not there.');
  perform private.refuse_if((head.customer_id, head.work_date) is distinct from (new.customer_id, new.work_date),
    'All lines of a job have the same customer and the same date.');
  if auth.uid() is not null and not private.is_admin() and not exists (
      select from public.works w where w.user_id = new.user_id and w.job_id = new.job_id and w.employee_id = auth.uid()) then
    raise exception using errcode = '42501', message = 'Only the person who logged this job and the account holder change it.';
  end if;
  return new;
end $$;
-- Runs after the work has its account, person and customer: triggers of the same timing run in the order of their names.
create trigger works_join_job before insert on public.works for each row execute function private.works_join_job();

-- A new customer or date of one line applies to all lines of the job. Runs as the caller: if the caller may not change one
-- of them, the whole change is refused.
create function private.works_keep_job_together() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  update public.works set customer = new.customer, customer_id = new.customer_id, work_date = new.work_date
  where user_id = new.user_id and job_id = new.job_id
    and (customer_id, work_date) is distinct from (new.customer_id, new.work_date);
  perform private.refuse_split_job(new.user_id, new.job_id);
  return null;
end $$;
create function private.refuse_split_job(account uuid, job uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.refuse_if(
    (select count(distinct (customer_id, work_date)) > 1 from public.works where user_id = account and job_id = job),
    'This job has lines of other people. Only the account holder can move it.');
end $$;
create trigger works_keep_job_together after update of customer, customer_id, work_date on public.works
  for each row when (new.customer_id is distinct from old.customer_id or new.work_date is distinct from old.work_date)
  execute function private.works_keep_job_together();

-- Whether the signed-in person logged a line of this job.
create function private.logged_job(job uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return exists (select from public.works
    where user_id = private.account_id() and job_id = job and employee_id = auth.uid());
end $$;

-- The jobs of which the signed-in person logged a line: for policies, evaluated once and not for every row.
create function private.own_jobs() returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
    select distinct job_id from public.works where user_id = private.account_id() and employee_id = auth.uid()
  $$;

-- Locks a job against its deletion, and against others that add to it. Raises if it is not there, or if the signed-in person may not change it.
create function private.lock_job(account uuid, job uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.take_turns(account, job);
  perform 1 from public.works where user_id = account and job_id = job order by id for key share;
  perform private.refuse_if(not found, 'This job is not there.');
  if auth.uid() is not null and not private.is_admin() and not private.logged_job(job) then
    raise exception using errcode = '42501', message = 'Only the person who logged this job and the account holder change it.';
  end if;
end $$;

-- Costs are for the account holder alone, so they are not columns of the tables that employees read.

-- What an hour of a person costs, from a date on. A casual without a login has a name only.
create table public.people_costs (
  id          uuid not null default gen_random_uuid(),
  user_id     uuid not null references public.profiles on delete cascade,
  person_id   uuid references public.profiles on delete cascade,
  name        text not null check (char_length(name) <= 80 and name <> '' and name = btrim(name)),
  hourly_cost numeric(12, 4) not null check (hourly_cost >= 0 and hourly_cost <= 9999),
  valid_from  date not null check (valid_from >= '2000-01-01' and valid_from < '2200-01-01'),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index people_costs_person_key on public.people_costs (user_id, person_id, valid_from) where person_id is not null;
create unique index people_costs_name_key on public.people_costs (user_id, lower(name), valid_from) where person_id is null;
create index people_costs_person_idx on public.people_costs (person_id) where person_id is not null;

create function private.person_cost(account uuid, person uuid, called text, day date) returns numeric
  language sql stable security definer set search_path = ''
  as $$
    select hourly_cost from public.people_costs
    where user_id = account and valid_from <= day
      and (person_id = person or (person is null and person_id is null and lower(name) = lower(called)))
    order by valid_from desc limit 1
  $$;

-- The cost of one person, machine or material of a job, per hour or per unit, copied when the job was saved.
create table public.job_costs (
  -- The id of the row of job_people, job_machines or job_materials.
  id         uuid not null,
  user_id    uuid not null references public.profiles on delete cascade,
  job_id     uuid not null,
  kind       text not null check (kind in ('person', 'machine', 'material')),
  cost       numeric(12, 4) not null check (cost >= 0 and cost <= 99999.9999),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index job_costs_job_idx on public.job_costs (user_id, job_id);

create function private.keep_cost(account uuid, job uuid, part uuid, part_kind text, amount numeric) returns void
  language sql security definer set search_path = ''
  as $$
    insert into public.job_costs (id, user_id, job_id, kind, cost) select part, account, job, part_kind, amount
    where amount is not null on conflict (user_id, id) do nothing
  $$;

-- Who was on a job. What is charged is the line, never the person.
create table public.job_people (
  id          uuid not null default gen_random_uuid(),
  user_id     uuid not null references public.profiles on delete cascade,
  job_id      uuid not null,
  -- Null for a casual, who has a name only.
  person_id   uuid references public.profiles on delete set null,
  name        text not null check (char_length(name) <= 80 and name <> ''),
  minutes     integer check (minutes > 0 and minutes <= 1440),
  start_time  time(0),
  finish_time time(0),
  breaks      integer not null default 0 check (breaks >= 0),
  task        text check (char_length(task) <= 80),
  created_by  uuid references public.profiles on delete set null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (user_id, id),
  check ((start_time is null) = (finish_time is null))
);
create index job_people_job_idx on public.job_people (user_id, job_id);
create index job_people_person_idx on public.job_people (person_id) where person_id is not null;
create index job_people_created_by_idx on public.job_people (created_by) where created_by is not null;

create function private.job_people_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  day   date;
  shift record;
begin
  if tg_op = 'UPDATE' then
    new.job_id := old.job_id; new.created_by := old.created_by; new.created_at := old.created_at;
  else
    if auth.uid() is not null then new.created_by := auth.uid(); new.created_at := now(); end if;
    perform private.lock_job(new.user_id, new.job_id);
  end if;
  new.name := btrim(coalesce(new.name, ''), E' \t\r\n');
  new.task := nullif(btrim(new.task, E' \t\r\n'), '');
  perform private.refuse_if(new.person_id is not null and not exists (
      select from public.farm_people f where f.user_id = new.user_id and f.person_id = new.person_id),
    'Choose people of this farm only.');
  if new.name = '' then
    new.name := coalesce((select f.name from public.farm_people f
      where f.user_id = new.user_id and f.person_id = new.person_id), '');
  end if;
  perform private.refuse_if(new.name = '', 'Say who was there.');
  perform private.refuse_if(char_length(new.name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.task) > 80, 'The task is too long (80 characters at most).');
  new.breaks := coalesce(new.breaks, 0);
  perform private.refuse_if(new.breaks < 0, 'Breaks can''t be negative.');
  new.start_time := date_trunc('minute', new.start_time);
  new.finish_time := date_trunc('minute', new.finish_time);
  perform private.refuse_if(new.start_time is not null and new.finish_time is null, 'Enter the finish time too.');
  perform private.refuse_if(new.finish_time is not null and new.start_time is null, 'Enter the start time too.');
  if new.start_time is not null then
    select w.work_date into day from public.works w where w.user_id = new.user_id and w.job_id = new.job_id limit 1;
    shift := private.work_minutes(day, new.start_time, new.finish_time, new.breaks,
      coalesce((select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London'), false, false);
    new.minutes := shift.minutes;
  else
    new.breaks := 0;
  end if;
  perform private.refuse_if(new.minutes <= 0, 'Enter a time greater than 0.');
  perform private.refuse_if(new.minutes > 1440, 'More than 24 hours for one person in one job is not allowed.');
  return new;
end $$;

-- Who did a job: the people named on it, each once, by name. A casual has an id that follows from the name. Nulls if nobody
-- is named.
create function private.doers(account uuid, job uuid, out ids uuid[], out names text[])
  language sql stable security definer set search_path = ''
  as $$
    select array_agg(d.id order by d.name, d.id), array_agg(d.name order by d.name, d.id)
    from (
      select coalesce(p.person_id, md5(lower(p.name))::uuid) as id, max(p.name) as name
      from public.job_people p where p.user_id = account and p.job_id = job group by 1
    ) d
  $$;

-- works.done_by follows job_people. It is a copy, so that the list finds, sums and names people without a join, and so that
-- updated_at tells phones to read the entry again. One job after another, because a plan for many jobs, once cached, would
-- read every account's works.
create function private.job_people_done_by() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare job record;
begin
  for job in select distinct c.user_id, c.job_id from changed c order by c.user_id, c.job_id loop
    -- Locked first: of two people who change a job at once, the second one's update sees what the first one wrote.
    perform 1 from public.works w where w.user_id = job.user_id and w.job_id = job.job_id order by w.id for no key update;
    update public.works w set done_by = d.ids, done_by_names = d.names
    from private.doers(job.user_id, job.job_id) d
    where w.user_id = job.user_id and w.job_id = job.job_id
      and (w.done_by, w.done_by_names) is distinct from (d.ids, d.names);
  end loop;
  return null;
end $$;

-- For a line that is added to its job later, and for a deleted line that is restored, which happens without a signed-in
-- person. The first line of a new job comes before its people.
create function private.works_done_by() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  select d.ids, d.names into new.done_by, new.done_by_names from private.doers(new.user_id, new.job_id) d;
  return new;
end $$;
-- After works_join_job, which locks the job: triggers of the same timing run in the order of their names.
create trigger works_keep_done_by before insert on public.works for each row
  when (new.job_id <> new.id or auth.uid() is null) execute function private.works_done_by();

create function private.job_people_after_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.keep_cost(new.user_id, new.job_id, new.id, 'person', private.person_cost(new.user_id, new.person_id, new.name,
    (select w.work_date from public.works w where w.user_id = new.user_id and w.job_id = new.job_id limit 1)));
  return null;
end $$;

-- A cost entered later completes the jobs from its date on that have none yet. Costs that were copied stay as they are.
create function private.people_costs_after_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.job_costs (id, user_id, job_id, kind, cost)
  select p.id, p.user_id, p.job_id, 'person', new.hourly_cost
  from public.job_people p
  where p.user_id = new.user_id
    and (p.person_id = new.person_id or (p.person_id is null and new.person_id is null and lower(p.name) = lower(new.name)))
    and exists (select from public.works w where w.user_id = p.user_id and w.job_id = p.job_id and w.work_date >= new.valid_from)
  on conflict (user_id, id) do nothing;
  return null;
end $$;

-- What was used on a job. With a price it is also a line of the job, which log_job adds.
create table public.job_materials (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null references public.profiles on delete cascade,
  job_id     uuid not null,
  product    text not null check (char_length(product) <= 80 and product <> ''),
  quantity   numeric(12, 4) not null check (quantity > 0 and quantity <= 999999.9999),
  unit       text not null default 'each' check (char_length(unit) between 1 and 30),
  batch      text check (char_length(batch) <= 40),
  -- The line on which it is charged.
  work_id    uuid,
  created_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint job_materials_work_fkey foreign key (user_id, work_id) references public.works (user_id, id)
    on delete set null (work_id)
);
create index job_materials_job_idx on public.job_materials (user_id, job_id);
create index job_materials_work_idx on public.job_materials (user_id, work_id) where work_id is not null;
create index job_materials_created_by_idx on public.job_materials (created_by) where created_by is not null;

create function private.job_materials_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    new.job_id := old.job_id; new.created_by := old.created_by; new.created_at := old.created_at;
  else
    if auth.uid() is not null then new.created_by := auth.uid(); new.created_at := now(); end if;
    perform private.lock_job(new.user_id, new.job_id);
    perform private.refuse_if(new.work_id is not null and not exists (
      select from public.works w where w.user_id = new.user_id and w.id = new.work_id and w.job_id = new.job_id),
      'This material is charged on a line of another job.');
  end if;
  new.product := btrim(coalesce(new.product, ''), E' \t\r\n');
  new.batch := nullif(btrim(new.batch, E' \t\r\n'), '');
  new.unit := coalesce(nullif(btrim(new.unit), ''), 'each');
  perform private.refuse_if(new.product = '', 'Say what was used.');
  perform private.refuse_if(char_length(new.product) > 80, 'The material is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.unit) > 30, 'The unit is too long (30 characters at most).');
  perform private.refuse_if(char_length(new.batch) > 40, 'The batch is too long (40 characters at most).');
  perform private.refuse_if(new.quantity is null or not (new.quantity > 0), 'Enter a quantity greater than 0.');
  perform private.refuse_if(not (new.quantity <= 999999.9999), 'That quantity is too large.');
  return new;
end $$;

-- Once the last line of a job is deleted, the rest of the job goes with it.
create function private.works_end_job() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- If the whole account is deleted, its jobs go with it.
  if not exists (select from public.profiles where id = old.user_id) then return null; end if;
  if exists (select from public.works where user_id = old.user_id and job_id = old.job_id) then return null; end if;
  delete from public.job_people where user_id = old.user_id and job_id = old.job_id;
  delete from public.job_materials where user_id = old.user_id and job_id = old.job_id;
  delete from public.job_signoffs where user_id = old.user_id and job_id = old.job_id;
  return null;
end $$;
create trigger works_end_job after delete on public.works for each row execute function private.works_end_job();

create function private.drop_cost() returns trigger
  language plpgsql security definer set search_path = ''
  as $$ begin delete from public.job_costs where user_id = old.user_id and id = old.id; return null; end $$;

create trigger a_check_insert before insert on public.people_costs for each row
  execute function private.check_insert('Only the main account holder can do this.');
create trigger people_costs_after_insert after insert on public.people_costs for each row execute function private.people_costs_after_insert();
create trigger touch before update on public.people_costs for each row execute function private.touch();
create trigger write_audit after update or delete on public.people_costs for each row execute function private.write_audit();

-- Employees pass this trigger, because a job that they log gets copies of the costs; row security refuses their own inserts.
create trigger a_check_insert before insert on public.job_costs for each row execute function private.check_insert();
create trigger touch before update on public.job_costs for each row execute function private.touch();
create trigger write_audit after update or delete on public.job_costs for each row execute function private.write_audit();

create trigger a_check_insert before insert on public.job_people for each row execute function private.check_insert();
create trigger job_people_before_write before insert or update on public.job_people
  for each row execute function private.job_people_before_write();
create trigger job_people_after_insert after insert on public.job_people for each row execute function private.job_people_after_insert();
create trigger done_by_after_insert after insert on public.job_people referencing new table as changed
  for each statement execute function private.job_people_done_by();
create trigger done_by_after_update after update on public.job_people referencing new table as changed
  for each statement execute function private.job_people_done_by();
create trigger done_by_after_delete after delete on public.job_people referencing old table as changed
  for each statement execute function private.job_people_done_by();
create trigger refuse_outsiders before insert on public.job_people for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.job_people for each row execute function private.touch();
create trigger write_audit after update or delete on public.job_people for each row execute function private.write_audit();
create trigger drop_cost after delete on public.job_people for each row execute function private.drop_cost();

create trigger a_check_insert before insert on public.job_materials for each row execute function private.check_insert();
create trigger job_materials_before_write before insert or update on public.job_materials
  for each row execute function private.job_materials_before_write();
create trigger refuse_outsiders before insert on public.job_materials for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.job_materials for each row execute function private.touch();
create trigger write_audit after update or delete on public.job_materials for each row execute function private.write_audit();
create trigger drop_cost after delete on public.job_materials for each row execute function private.drop_cost();

alter table public.people_costs enable row level security;
create policy "admin reads costs" on public.people_costs for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds costs" on public.people_costs for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin changes costs" on public.people_costs for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes costs" on public.people_costs for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

alter table public.job_costs enable row level security;
create policy "admin reads costs of jobs" on public.job_costs for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds costs of jobs" on public.job_costs for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin changes costs of jobs" on public.job_costs for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

alter table public.job_people enable row level security;
create policy "account reads people of its jobs" on public.job_people for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.sees_all_works()) or job_id in (select private.own_jobs())));
create policy "account adds people to its jobs" on public.job_people for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin changes people of jobs, employees of their own" on public.job_people for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or job_id in (select private.own_jobs())))
  with check (user_id = (select private.account_id()));
create policy "admin removes people of jobs, employees of their own" on public.job_people for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or job_id in (select private.own_jobs())));

alter table public.job_materials enable row level security;
create policy "account reads materials of its jobs" on public.job_materials for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.sees_all_works()) or job_id in (select private.own_jobs())));
create policy "account adds materials to its jobs" on public.job_materials for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin changes materials of jobs, employees of their own" on public.job_materials for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or job_id in (select private.own_jobs())))
  with check (user_id = (select private.account_id()));
create policy "admin removes materials of jobs, employees of their own" on public.job_materials for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or job_id in (select private.own_jobs())));

revoke all on public.people_costs, public.job_costs, public.job_people, public.job_materials from anon, authenticated;
grant select, delete on public.people_costs, public.job_people, public.job_materials to authenticated;
grant select on public.job_costs to authenticated;
grant insert (id, user_id, person_id, name, hourly_cost, valid_from) on public.people_costs to authenticated;
grant update (hourly_cost, valid_from) on public.people_costs to authenticated;
grant insert (id, user_id, job_id, kind, cost), update (cost) on public.job_costs to authenticated;
grant insert (id, user_id, job_id, person_id, name, minutes, start_time, finish_time, breaks, task) on public.job_people to authenticated;
grant update (person_id, name, minutes, start_time, finish_time, breaks, task) on public.job_people to authenticated;
grant insert (id, user_id, job_id, product, quantity, unit, batch, work_id) on public.job_materials to authenticated;
grant update (product, quantity, unit, batch) on public.job_materials to authenticated;
grant all on public.people_costs, public.job_costs, public.job_people, public.job_materials to service_role;

revoke execute on function private.works_join_job(), private.works_keep_job_together(), private.refuse_split_job(uuid, uuid),
  private.logged_job(uuid), private.own_jobs(), private.take_turns(uuid, uuid), private.lock_job(uuid, uuid), private.person_cost(uuid, uuid, text, date),
  private.keep_cost(uuid, uuid, uuid, text, numeric), private.job_people_before_write(), private.job_people_after_insert(),
  private.doers(uuid, uuid), private.job_people_done_by(), private.works_done_by(),
  private.people_costs_after_insert(), private.job_materials_before_write(),
  private.works_end_job(), private.drop_cost()
  from public, anon, authenticated;
-- Policies, and the triggers of a person's own edit, run as that person.
grant execute on function private.own_jobs(), private.refuse_split_job(uuid, uuid) to authenticated;

select private.guard_values('public.people_costs');
select private.guard_values('public.job_costs');
select private.guard_values('public.job_people');
select private.guard_values('public.job_materials');
