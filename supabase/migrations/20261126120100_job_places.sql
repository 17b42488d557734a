-- The machines and fields of a job.

-- What an hour of a machine costs: for the account holder, like its price.
alter table public.machine_costs add column hourly_cost numeric(12, 4) check (hourly_cost >= 0 and hourly_cost <= 9999);
grant update (hourly_cost) on public.machine_costs to authenticated;
select private.guard_values('public.machine_costs');

create table public.job_machines (
  id           uuid not null default gen_random_uuid(),
  user_id      uuid not null references public.profiles on delete cascade,
  job_id       uuid not null,
  -- Null once the machine is deleted; its name stays.
  machine_id   uuid,
  machine_name text not null check (char_length(machine_name) <= 60),
  implement    boolean not null default false,
  hours        numeric(8, 4) check (hours > 0 and hours <= 24),
  -- What the meter showed afterwards; it is also a reading of the machine.
  meter_end    numeric(10, 1) check (meter_end >= 0),
  fuel_l       numeric(8, 1) check (fuel_l > 0),
  created_by   uuid references public.profiles on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (user_id, id),
  constraint job_machines_machine_fkey foreign key (user_id, machine_id) references public.machines (user_id, id)
    on delete set null (machine_id)
);
create unique index job_machines_job_key on public.job_machines (user_id, job_id, machine_id);
create index job_machines_machine_idx on public.job_machines (user_id, machine_id) where machine_id is not null;
create index job_machines_created_by_idx on public.job_machines (created_by) where created_by is not null;

create function private.job_machines_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  machine public.machines;
  day     date;
begin
  if tg_op = 'UPDATE' then
    new.job_id := old.job_id; new.created_by := old.created_by; new.created_at := old.created_at;
    -- The machine was deleted.
    if new.machine_id is null and old.machine_id is not null then return new; end if;
    new.machine_id := old.machine_id; new.machine_name := old.machine_name;
  else
    if auth.uid() is not null then new.created_by := auth.uid(); new.created_at := now(); end if;
    perform private.lock_job(new.user_id, new.job_id);
    -- A restored row keeps its name, even if the machine was renamed or deleted.
    if new.machine_name is not null then return new; end if;
    select * into machine from public.machines m where m.user_id = new.user_id and m.id = new.machine_id;
    perform private.refuse_if(not found, 'This machine is not one of the farm''s.');
    new.machine_name := machine.name;
    select w.work_date into day from public.works w where w.user_id = new.user_id and w.job_id = new.job_id limit 1;
    -- Work done before the sale may be sent after it.
    perform private.refuse_if(machine.status = 'sold' and day > machine.sold_date,
      format('%s is sold. Take it off the job.', machine.name));
    perform private.refuse_if(exists (select from public.job_machines j
      where j.user_id = new.user_id and j.job_id = new.job_id and j.machine_id = new.machine_id),
      format('%s is on this job twice.', machine.name));
  end if;
  new.implement := coalesce(new.implement, false);
  perform private.refuse_if(new.hours <= 0 or new.fuel_l <= 0, 'Enter a number greater than 0.');
  perform private.refuse_if(new.hours > 24, 'More than 24 hours for one machine in one job is not allowed.');
  perform private.refuse_if(new.meter_end < 0, 'The meter can''t be negative.');
  perform private.refuse_if(new.meter_end > 999999999 or new.fuel_l > 9999999, 'That number is too large.');
  return new;
end $$;

create function private.job_machines_after_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  day  date;
  said timestamptz;
begin
  perform private.keep_cost(new.user_id, new.job_id, new.id, 'machine',
    (select c.hourly_cost from public.machine_costs c where c.user_id = new.user_id and c.id = new.machine_id));
  -- If the machine is restored with its job, its reading was restored before it.
  if new.meter_end is null or new.machine_id is null
    or exists (select from public.machine_readings r where r.user_id = new.user_id and r.id = new.id) then
    return null;
  end if;
  select w.work_date, w.recorded_at into day, said from public.works w
  where w.user_id = new.user_id and w.job_id = new.job_id order by w.line limit 1;
  -- The time of the reading is when the job was saved, but never after the job's day.
  insert into public.machine_readings (id, user_id, machine_id, reading, read_at, source, source_id, created_by, created_by_name, recorded_at)
  values (new.id, new.user_id, new.machine_id, new.meter_end,
    least(coalesce(said, now()), now(), ((day + 1)::timestamp at time zone coalesce(
      (select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London')) - interval '1 minute'),
    'work', new.job_id, auth.uid(), coalesce(private.person_name(auth.uid()), ''), said);
  return null;
end $$;

-- Taking a machine off a job deletes the reading that came with it.
create function private.job_machines_after_delete() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.machine_readings where user_id = old.user_id and id = old.id and source = 'work';
  return null;
end $$;

-- A cost entered later completes the jobs that have none yet. Costs that were copied stay as they are.
create function private.machine_costs_after_update() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.job_costs (id, user_id, job_id, kind, cost)
  select j.id, j.user_id, j.job_id, 'machine', new.hourly_cost from public.job_machines j
  where j.user_id = new.user_id and j.machine_id = new.id
  on conflict (user_id, id) do nothing;
  return null;
end $$;
create trigger machine_costs_after_update after update of hourly_cost on public.machine_costs
  for each row when (new.hourly_cost is not null) execute function private.machine_costs_after_update();

create table public.job_fields (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null references public.profiles on delete cascade,
  job_id     uuid not null,
  -- Null once the field is deleted; its name stays.
  field_id   uuid,
  field_name text not null check (char_length(field_name) <= 80),
  area_ha    numeric(10, 4) not null check (area_ha > 0 and area_ha <= 2100),
  -- Which part of the field, if not all of it.
  part       text check (char_length(part) <= 80),
  created_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint job_fields_field_fkey foreign key (user_id, field_id) references public.fields (user_id, id)
    on delete set null (field_id)
);
create index job_fields_job_idx on public.job_fields (user_id, job_id);
create index job_fields_field_idx on public.job_fields (user_id, field_id) where field_id is not null;
create index job_fields_created_by_idx on public.job_fields (created_by) where created_by is not null;

create function private.job_fields_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare field public.fields;
begin
  if tg_op = 'UPDATE' then
    new.job_id := old.job_id; new.created_by := old.created_by; new.created_at := old.created_at;
    -- The field was deleted.
    if new.field_id is null and old.field_id is not null then return new; end if;
    new.field_id := old.field_id; new.field_name := old.field_name;
  else
    if auth.uid() is not null then new.created_by := auth.uid(); new.created_at := now(); end if;
    perform private.lock_job(new.user_id, new.job_id);
    -- A restored row keeps its name, even if the field was renamed or deleted.
    if new.field_name is not null then return new; end if;
    select * into field from public.fields f where f.user_id = new.user_id and f.id = new.field_id;
    perform private.refuse_if(not found, 'This field is not one of the farm''s.');
    new.field_name := field.name;
    new.area_ha := coalesce(new.area_ha, field.worked_area_ha, field.area_ha);
  end if;
  new.part := nullif(btrim(new.part, E' \t\r\n'), '');
  perform private.refuse_if(char_length(new.part) > 80, 'The part is too long (80 characters at most).');
  perform private.refuse_if(not (new.area_ha > 0), 'Enter an area greater than 0.');
  perform private.refuse_if(new.area_ha > 2100, 'That area is too large.');
  return new;
end $$;

create function private.works_end_job_places() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (select from public.profiles where id = old.user_id)
    or exists (select from public.works where user_id = old.user_id and job_id = old.job_id) then return null; end if;
  delete from public.job_machines where user_id = old.user_id and job_id = old.job_id;
  delete from public.job_fields where user_id = old.user_id and job_id = old.job_id;
  return null;
end $$;
create trigger works_end_job_places after delete on public.works for each row execute function private.works_end_job_places();

create trigger a_check_insert before insert on public.job_machines for each row execute function private.check_insert();
create trigger job_machines_before_write before insert or update on public.job_machines
  for each row execute function private.job_machines_before_write();
create trigger job_machines_after_insert after insert on public.job_machines for each row execute function private.job_machines_after_insert();
create trigger job_machines_after_delete after delete on public.job_machines for each row execute function private.job_machines_after_delete();
create trigger refuse_outsiders before insert on public.job_machines for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.job_machines for each row execute function private.touch();
create trigger write_audit after update or delete on public.job_machines for each row execute function private.write_audit();
create trigger drop_cost after delete on public.job_machines for each row execute function private.drop_cost();

create trigger a_check_insert before insert on public.job_fields for each row execute function private.check_insert();
create trigger job_fields_before_write before insert or update on public.job_fields
  for each row execute function private.job_fields_before_write();
create trigger refuse_outsiders before insert on public.job_fields for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.job_fields for each row execute function private.touch();
create trigger write_audit after update or delete on public.job_fields for each row execute function private.write_audit();

alter table public.job_machines enable row level security;
create policy "account reads machines of its jobs" on public.job_machines for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.sees_all_works()) or job_id in (select private.own_jobs())));
create policy "account adds machines to its jobs" on public.job_machines for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin changes machines of jobs, employees of their own" on public.job_machines for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or job_id in (select private.own_jobs())))
  with check (user_id = (select private.account_id()));
create policy "admin removes machines of jobs, employees of their own" on public.job_machines for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or job_id in (select private.own_jobs())));

alter table public.job_fields enable row level security;
create policy "account reads fields of its jobs" on public.job_fields for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.sees_all_works()) or job_id in (select private.own_jobs())));
create policy "account adds fields to its jobs" on public.job_fields for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin changes fields of jobs, employees of their own" on public.job_fields for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or job_id in (select private.own_jobs())))
  with check (user_id = (select private.account_id()));
create policy "admin removes fields of jobs, employees of their own" on public.job_fields for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or job_id in (select private.own_jobs())));

revoke all on public.job_machines, public.job_fields from anon, authenticated;
grant select, delete on public.job_machines, public.job_fields to authenticated;
grant insert (id, user_id, job_id, machine_id, implement, hours, meter_end, fuel_l) on public.job_machines to authenticated;
grant update (implement, hours, fuel_l) on public.job_machines to authenticated;
grant insert (id, user_id, job_id, field_id, area_ha, part), update (area_ha, part) on public.job_fields to authenticated;
grant all on public.job_machines, public.job_fields to service_role;

revoke execute on function private.job_machines_before_write(), private.job_machines_after_insert(),
  private.job_machines_after_delete(), private.machine_costs_after_update(), private.job_fields_before_write(),
  private.works_end_job_places() from public, anon, authenticated;

select private.guard_values('public.job_machines');
select private.guard_values('public.job_fields');
