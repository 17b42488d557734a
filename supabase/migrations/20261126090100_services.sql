-- Services of machines: what is due when, what was done, what is broken, and what it cost. Costs are in a table of their
-- own, which only the account holder reads.

-- Whether a value is a list of parts: 50 at most.
create function private.are_parts(given jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when private.is_list_of(given, '{"number": "string", "name": "string", "quantity": "number"}') then
      jsonb_array_length(given) <= 50 and not exists (
        select from jsonb_array_elements(given) part
        where char_length(part ->> 'number') > 60 or char_length(part ->> 'name') > 120
          or (part ->> 'quantity')::numeric not between 0 and 99999)
    else false end
  $$;

create table public.service_schedules (
  id                uuid not null default gen_random_uuid(),
  user_id           uuid not null references public.profiles on delete cascade,
  machine_id        uuid not null,
  name              text not null check (char_length(name) between 1 and 80),
  interval_meter    numeric(10, 1) check (interval_meter > 0),
  interval_months   integer check (interval_months between 1 and 240),
  last_done_at      date,
  last_done_reading numeric(10, 1) check (last_done_reading >= 0),
  -- What earlier meters had counted when it was last done.
  last_done_offset  numeric(12, 1) not null default 0,
  -- The reading of the first service, such as 50 h.
  first_at_reading  numeric(10, 1) check (first_at_reading > 0),
  warn_pct          numeric(5, 2) not null default 10 check (warn_pct between 0 and 100),
  warn_days         integer not null default 30 check (warn_days between 0 and 365),
  parts             jsonb not null default '[]' check (private.are_parts(parts)),
  active            boolean not null default true,
  created_by        uuid references public.profiles on delete set null,
  created_by_name   text not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (user_id, id),
  constraint service_schedules_machine_fkey foreign key (user_id, machine_id) references public.machines (user_id, id)
    on delete cascade,
  constraint service_schedules_interval_check check (interval_meter is not null or interval_months is not null)
);
create index service_schedules_machine_idx on public.service_schedules (user_id, machine_id, name, id);
create index service_schedules_created_by_idx on public.service_schedules (created_by) where created_by is not null;

create table public.service_records (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  machine_id      uuid not null,
  -- The schedules whose service was done with this record.
  schedule_ids    uuid[] not null default '{}',
  -- The defects that were fixed with this record.
  fixes           uuid[] not null default '{}',
  service_date    date not null check (service_date >= '1930-01-01'),
  reading         numeric(10, 1) check (reading >= 0),
  kind            text not null default 'service' check (kind in ('service', 'repair', 'breakdown', 'inspection', 'tyres')),
  description     text not null check (char_length(description) <= 2000),
  parts           jsonb not null default '[]' check (private.are_parts(parts)),
  labour_hours    numeric(6, 2) check (labour_hours >= 0),
  supplier        text check (char_length(supplier) <= 120),
  invoice_ref     text check (char_length(invoice_ref) <= 60),
  downtime_h      numeric(8, 1) check (downtime_h >= 0),
  next_note       text check (char_length(next_note) <= 500),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint service_records_machine_fkey foreign key (user_id, machine_id) references public.machines (user_id, id)
);
create index service_records_machine_idx on public.service_records (user_id, machine_id, service_date desc, created_at desc, id desc);
create index service_records_created_by_idx on public.service_records (created_by) where created_by is not null;

create table public.service_costs (
  -- The id of the service record.
  id            uuid not null,
  user_id       uuid not null references public.profiles on delete cascade,
  machine_id    uuid not null,
  parts_cost    numeric(12, 2) check (parts_cost between 0 and 9999999.99),
  labour_cost   numeric(12, 2) check (labour_cost between 0 and 9999999.99),
  external_cost numeric(12, 2) check (external_cost between 0 and 9999999.99),
  updated_at    timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, id) references public.service_records (user_id, id) on delete cascade
);
create index service_costs_machine_idx on public.service_costs (user_id, machine_id, id);

create table public.machine_defects (
  id                 uuid not null default gen_random_uuid(),
  user_id            uuid not null references public.profiles on delete cascade,
  machine_id         uuid not null,
  reported_at        timestamptz not null,
  description        text not null check (char_length(description) <= 1000),
  severity           text not null default 'minor' check (severity in ('safety', 'stop_soon', 'minor')),
  status             text not null default 'open' check (status in ('open', 'parts_ordered', 'fixed', 'wont_fix')),
  fixed_by_record_id uuid,
  closed_at          timestamptz,
  closed_by_name     text,
  -- The completed checklist that found it, and the question.
  completion_id      uuid,
  question           text check (char_length(question) <= 200),
  created_by         uuid references public.profiles on delete set null,
  created_by_name    text not null,
  created_at         timestamptz not null default now(),
  recorded_at        timestamptz,
  updated_at         timestamptz not null default now(),
  primary key (user_id, id),
  constraint machine_defects_machine_fkey foreign key (user_id, machine_id) references public.machines (user_id, id),
  constraint machine_defects_record_fkey foreign key (user_id, fixed_by_record_id)
    references public.service_records (user_id, id) on delete set null (fixed_by_record_id),
  constraint machine_defects_completion_fkey foreign key (user_id, completion_id)
    references public.checklist_completions (user_id, id) on delete set null (completion_id)
);
create index machine_defects_machine_idx on public.machine_defects (user_id, machine_id, reported_at desc, id desc);
create index machine_defects_open_idx on public.machine_defects (user_id, reported_at desc, id desc)
  where status in ('open', 'parts_ordered');
create index machine_defects_record_idx on public.machine_defects (user_id, fixed_by_record_id) where fixed_by_record_id is not null;
create index machine_defects_completion_idx on public.machine_defects (user_id, completion_id) where completion_id is not null;
create index machine_defects_created_by_idx on public.machine_defects (created_by) where created_by is not null;

-- A checklist may belong to a type of machine or to one machine; a completed one names the machine.
alter table public.checklist_templates add constraint checklist_templates_machine_fkey
  foreign key (user_id, machine_id) references public.machines (user_id, id) on delete set null (machine_id);
create index checklist_templates_machine_idx on public.checklist_templates (user_id, machine_id) where machine_id is not null;
alter table public.checklist_completions add constraint checklist_completions_machine_fkey
  foreign key (user_id, machine_id) references public.machines (user_id, id) on delete set null (machine_id);
create index checklist_completions_machine_idx on public.checklist_completions (user_id, machine_id, completed_at desc, id desc)
  where machine_id is not null;

create function private.service_schedules_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare zone text;
begin
  new.name := btrim(new.name, E' \t\r\n');
  if tg_op = 'INSERT' then
    if auth.uid() is null then
      new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
    else
      new.created_by := auth.uid();
      new.created_by_name := private.person_name(auth.uid());
      new.created_at := now();
    end if;
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the service a name.');
  perform private.refuse_if(char_length(new.name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(new.interval_meter is null and new.interval_months is null,
    'Say after how many hours or months it is due.');
  perform private.refuse_if(not private.are_parts(new.parts), 'A part has a number, a name and a quantity. 50 parts at most.');
  if tg_op = 'INSERT' or (new.last_done_at, new.last_done_reading) is distinct from (old.last_done_at, old.last_done_reading) then
    perform private.refuse_if(new.last_done_at > private.today(new.user_id), 'This date is in the future.');
    select coalesce((select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London') into zone;
    new.last_done_offset := coalesce((
      select r.meter_offset from public.machine_readings r
      where r.user_id = new.user_id and r.machine_id = new.machine_id
        and (new.last_done_at is null or r.read_at < (new.last_done_at + 1)::timestamp at time zone zone)
      order by r.read_at desc, r.created_at desc, r.id desc limit 1), 0);
  end if;
  return new;
end $$;

create function private.service_records_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare machine public.machines;
begin
  new.description := btrim(coalesce(new.description, ''), E' \t\r\n');
  new.supplier := nullif(btrim(new.supplier, E' \t\r\n'), '');
  new.invoice_ref := nullif(btrim(new.invoice_ref, E' \t\r\n'), '');
  new.next_note := nullif(btrim(new.next_note, E' \t\r\n'), '');
  if tg_op = 'INSERT' then
    if auth.uid() is null then
      new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
    else
      new.created_by := auth.uid();
      new.created_by_name := private.person_name(auth.uid());
      new.created_at := now();
      perform private.refuse_deleted('service_records', new.user_id, new.id);
      -- A retry: the row exists, and the insert will fail on its key.
      if exists (select from public.service_records r where r.user_id = new.user_id and r.id = new.id) then return new; end if;
    end if;
  end if;
  select * into machine from public.machines m where m.user_id = new.user_id and m.id = new.machine_id for no key update;
  perform private.refuse_if(not found, 'The machine is not there any more.');
  perform private.refuse_if(machine.status = 'sold' and new.service_date > machine.sold_date,
    'This machine is sold. It takes no more services.');
  perform private.refuse_if(new.service_date is null or new.service_date < '1930-01-01', 'Choose a date from the year 1930 on.');
  perform private.refuse_if(new.service_date > private.today(new.user_id) + 1, 'This date is in the future.');
  perform private.refuse_if(new.reading is not null and machine.meter_type = 'none', 'This machine has no meter.');
  perform private.refuse_if(new.description = '' and cardinality(coalesce(new.schedule_ids, '{}')) = 0
    and cardinality(coalesce(new.fixes, '{}')) = 0, 'Say what was done.');
  perform private.refuse_if(char_length(new.description) > 2000, 'The description is too long (2,000 characters at most).');
  perform private.refuse_if(not private.are_parts(new.parts), 'A part has a number, a name and a quantity. 50 parts at most.');
  -- A schedule may have been deleted while the record was on its way.
  new.schedule_ids := array(
    select s.id from public.service_schedules s
    where s.user_id = new.user_id and s.machine_id = new.machine_id and s.id = any (coalesce(new.schedule_ids, '{}')) order by s.id);
  new.fixes := array(
    select d.id from public.machine_defects d
    where d.user_id = new.user_id and d.machine_id = new.machine_id and d.id = any (coalesce(new.fixes, '{}')) order by d.id);
  return new;
end $$;

-- Sets when these schedules were last done, according to the records. A later date that was entered by hand stays.
-- was_at and was_reading are those of the record before it was changed or deleted; null for a new record.
create function private.refresh_schedules(account uuid, machine uuid, schedules uuid[], was_at date, was_reading numeric) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  schedule uuid;
  last     public.service_records;
begin
  foreach schedule in array schedules loop
    select * into last from public.service_records r
    where r.user_id = account and r.machine_id = machine and schedule = any (r.schedule_ids)
    order by r.service_date desc, r.created_at desc, r.id desc limit 1;
    update public.service_schedules s set last_done_at = last.service_date, last_done_reading = last.reading
    where s.user_id = account and s.id = schedule
      and (s.last_done_at is null or s.last_done_at <= last.service_date
        or (s.last_done_at = was_at and s.last_done_reading is not distinct from was_reading));
  end loop;
end $$;

create function private.service_records_after_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  zone     text;
  day_of   timestamptz;
  saved_at timestamptz;
begin
  if tg_op <> 'INSERT' then
    delete from public.machine_readings r
    where r.user_id = old.user_id and r.source_id = old.id and r.source = 'service'
      and (tg_op = 'DELETE' or (new.service_date, new.reading) is distinct from (old.service_date, old.reading));
  end if;
  if tg_op = 'DELETE' then
    perform private.refresh_schedules(old.user_id, old.machine_id, old.schedule_ids, old.service_date, old.reading);
    return null;
  end if;
  if new.reading is not null and (tg_op = 'INSERT' or (new.service_date, new.reading) is distinct from (old.service_date, old.reading)) then
    select coalesce((select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London') into zone;
    -- The reading is dated to the moment of saving if that is on the service date, otherwise to the end of that date.
    saved_at := coalesce(new.recorded_at, new.created_at);
    day_of := case when (saved_at at time zone zone)::date = new.service_date then saved_at
      else (new.service_date + 1)::timestamp at time zone zone - interval '1 second' end;
    insert into public.machine_readings (user_id, machine_id, reading, read_at, source, source_id, created_by, created_by_name)
    values (new.user_id, new.machine_id, new.reading, least(day_of, now()), 'service', new.id, new.created_by, new.created_by_name);
  end if;
  if tg_op = 'INSERT' then
    insert into public.service_costs (user_id, id, machine_id) values (new.user_id, new.id, new.machine_id);
    perform private.refresh_schedules(new.user_id, new.machine_id, new.schedule_ids, null, null);
  else
    perform private.refresh_schedules(new.user_id, new.machine_id,
      array(select unnest(old.schedule_ids) union select unnest(new.schedule_ids)), old.service_date, old.reading);
  end if;
  update public.machine_defects d set status = 'fixed', fixed_by_record_id = new.id
  where d.user_id = new.user_id and d.id = any (new.fixes) and d.status in ('open', 'parts_ordered');
  return null;
end $$;

create function private.machine_defects_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare machine public.machines;
begin
  new.description := btrim(coalesce(new.description, ''), E' \t\r\n');
  if tg_op = 'INSERT' then
    if auth.uid() is null then
      new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
    else
      new.created_by := auth.uid();
      new.created_by_name := private.person_name(auth.uid());
      new.created_at := now();
      perform private.refuse_deleted('machine_defects', new.user_id, new.id);
      -- A retry: the row exists, and the insert will fail on its key.
      if exists (select from public.machine_defects d where d.user_id = new.user_id and d.id = new.id) then return new; end if;
    end if;
    -- A phone's clock may be ahead.
    if new.reported_at is null or (auth.uid() is not null and new.reported_at > now()) then new.reported_at := now(); end if;
    select * into machine from public.machines m where m.user_id = new.user_id and m.id = new.machine_id;
    perform private.refuse_if(not found, 'The machine is not there any more.');
    perform private.refuse_if(machine.status = 'sold', 'This machine is sold.');
  end if;
  perform private.refuse_if(new.description = '', 'Say what is wrong.');
  perform private.refuse_if(char_length(new.description) > 1000, 'The description is too long (1,000 characters at most).');
  if tg_op = 'UPDATE' and new.status is distinct from old.status then
    new.closed_at := case when new.status in ('fixed', 'wont_fix') then now() end;
    new.closed_by_name := case when new.status in ('fixed', 'wont_fix') then private.person_name(auth.uid()) end;
    if new.status <> 'fixed' then new.fixed_by_record_id := null; end if;
  end if;
  return new;
end $$;

-- A safety defect takes the machine out of use. When the last safety defect is fixed, the machine is in use again.
create function private.machine_defects_after_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.severity = 'safety' and new.status in ('open', 'parts_ordered')
      and (tg_op = 'INSERT' or old.severity <> 'safety' or old.status in ('fixed', 'wont_fix')) then
    update public.machines m set status = 'do_not_use'
    where m.user_id = new.user_id and m.id = new.machine_id and m.status in ('in_use', 'workshop');
  elsif tg_op = 'UPDATE' and new.severity = 'safety' and new.status = 'fixed' and old.status <> 'fixed' and not exists (
      select from public.machine_defects d
      where d.user_id = new.user_id and d.machine_id = new.machine_id and d.severity = 'safety' and d.status in ('open', 'parts_ordered')) then
    update public.machines m set status = 'in_use'
    where m.user_id = new.user_id and m.id = new.machine_id and m.status = 'do_not_use';
  end if;
  return null;
end $$;

-- What a completed checklist says about its machine: its reading and its defects. Neither may keep the checklist from
-- being saved, so a reading that the meter cannot have is left out.
create function private.checklist_to_machine() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item    jsonb;
  answer  jsonb;
  machine public.machines;
begin
  select * into machine from public.machines m where m.user_id = new.user_id and m.id = new.machine_id;
  if not found then return null; end if;
  if new.hours_reading is not null then
    begin
      insert into public.machine_readings (user_id, machine_id, reading, read_at, source, source_id, created_by, created_by_name)
      values (new.user_id, new.machine_id, new.hours_reading, new.completed_at, 'checklist', new.id, new.created_by, new.created_by_name);
    exception when check_violation then null;
    end;
  end if;
  if machine.status = 'sold' then return null; end if;
  for place in 0 .. jsonb_array_length(new.items) - 1 loop
    item := new.items -> place;
    answer := new.answers -> place;
    continue when private.checklist_outcome(item, answer) is distinct from 'defect';
    -- The next day's check finds the same defect again: as long as it is open, it is not reported twice.
    continue when exists (
      select from public.machine_defects d
      where d.user_id = new.user_id and d.machine_id = new.machine_id and d.question = item ->> 'prompt'
        and d.status in ('open', 'parts_ordered'));
    insert into public.machine_defects (user_id, machine_id, reported_at, description, severity, completion_id, question,
      created_by, created_by_name)
    values (new.user_id, new.machine_id, new.completed_at, left((item ->> 'prompt') || ': ' || btrim(answer ->> 'comment'), 1000),
      case when (item ->> 'critical')::boolean then 'safety' else 'minor' end, new.id, item ->> 'prompt', new.created_by,
      new.created_by_name);
  end loop;
  if new.result = 'fail' then
    update public.machines m set status = 'do_not_use'
    where m.user_id = new.user_id and m.id = new.machine_id and m.status in ('in_use', 'workshop');
  end if;
  return null;
end $$;

-- A machine with history is sold, not deleted.
create function private.keep_machines_with_history() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- If the whole account is deleted, its machines go with it.
  if not exists (select from public.profiles where id = old.user_id) then return old; end if;
  perform private.refuse_if(
    exists (select from public.service_records r where r.user_id = old.user_id and r.machine_id = old.id)
    or exists (select from public.machine_defects d where d.user_id = old.user_id and d.machine_id = old.id)
    or exists (select from public.checklist_completions c where c.user_id = old.user_id and c.machine_id = old.id),
    format('%s has a history. Mark it as sold instead.', old.name));
  return old;
end $$;

create trigger keep_machines_with_history before delete on public.machines
  for each row execute function private.keep_machines_with_history();
create trigger a_check_insert before insert on public.service_schedules
  for each row execute function private.check_insert('Only the main account holder plans services.');
create trigger service_schedules_before_write before insert or update on public.service_schedules
  for each row execute function private.service_schedules_before_write();
create trigger refuse_outsiders before insert on public.service_schedules for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.service_schedules for each row execute function private.touch();
create trigger write_audit after update or delete on public.service_schedules for each row execute function private.write_audit();
create trigger a_check_insert before insert on public.service_records for each row execute function private.check_insert();
create trigger service_records_before_write before insert or update on public.service_records
  for each row execute function private.service_records_before_write();
create trigger service_records_after_write after insert or update or delete on public.service_records
  for each row execute function private.service_records_after_write();
create trigger refuse_outsiders before insert on public.service_records for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.service_records for each row execute function private.touch();
create trigger write_audit after update or delete on public.service_records for each row execute function private.write_audit();
create trigger delete_attachments after delete on public.service_records for each row execute function private.delete_attachments();
create trigger touch before update on public.service_costs for each row execute function private.touch();
create trigger write_audit after update or delete on public.service_costs for each row execute function private.write_audit();
create trigger a_check_insert before insert on public.machine_defects for each row execute function private.check_insert();
create trigger machine_defects_before_write before insert or update on public.machine_defects
  for each row execute function private.machine_defects_before_write();
create trigger machine_defects_after_write after insert or update on public.machine_defects
  for each row execute function private.machine_defects_after_write();
create trigger refuse_outsiders before insert on public.machine_defects for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.machine_defects for each row execute function private.touch();
create trigger write_audit after update or delete on public.machine_defects for each row execute function private.write_audit();
create trigger checklist_to_machine after insert on public.checklist_completions
  for each row when (new.machine_id is not null) execute function private.checklist_to_machine();

alter table public.service_schedules enable row level security;
create policy "account reads service schedules" on public.service_schedules
  for select to authenticated using (user_id = (select private.account_id()));
create policy "admin adds service schedules" on public.service_schedules
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin edits service schedules" on public.service_schedules
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes service schedules" on public.service_schedules
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

alter table public.service_records enable row level security;
create policy "account reads service records" on public.service_records
  for select to authenticated using (user_id = (select private.account_id()));
create policy "account adds service records" on public.service_records
  for insert to authenticated with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin edits service records" on public.service_records
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes service records" on public.service_records
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

alter table public.service_costs enable row level security;
create policy "admin reads costs of services" on public.service_costs
  for select to authenticated using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin edits costs of services" on public.service_costs
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

alter table public.machine_defects enable row level security;
create policy "account reads defects" on public.machine_defects
  for select to authenticated using (user_id = (select private.account_id()));
create policy "account reports defects" on public.machine_defects
  for insert to authenticated with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin edits defects" on public.machine_defects
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

revoke all on public.service_schedules, public.service_records, public.service_costs, public.machine_defects
  from anon, authenticated;
grant select, delete on public.service_schedules, public.service_records to authenticated;
grant select on public.service_costs, public.machine_defects to authenticated;
grant insert (id, user_id, machine_id, name, interval_meter, interval_months, last_done_at, last_done_reading,
              first_at_reading, warn_pct, warn_days, parts, active) on public.service_schedules to authenticated;
grant update (name, interval_meter, interval_months, last_done_at, last_done_reading, first_at_reading, warn_pct, warn_days,
              parts, active) on public.service_schedules to authenticated;
grant insert (id, user_id, machine_id, schedule_ids, fixes, service_date, reading, kind, description, parts, labour_hours,
              supplier, invoice_ref, downtime_h, next_note, recorded_at) on public.service_records to authenticated;
grant update (schedule_ids, fixes, service_date, reading, kind, description, parts, labour_hours, supplier, invoice_ref,
              downtime_h, next_note) on public.service_records to authenticated;
grant update (parts_cost, labour_cost, external_cost) on public.service_costs to authenticated;
-- A defect is reported open. Only the account holder changes its state.
grant insert (id, user_id, machine_id, reported_at, description, severity, recorded_at) on public.machine_defects to authenticated;
grant update (description, severity, status) on public.machine_defects to authenticated;
grant all on public.service_schedules, public.service_records, public.service_costs, public.machine_defects to service_role;

revoke execute on function private.are_parts(jsonb), private.service_schedules_before_write(), private.service_records_before_write(),
  private.service_records_after_write(), private.refresh_schedules(uuid, uuid, uuid[], date, numeric),
  private.machine_defects_before_write(), private.machine_defects_after_write(), private.checklist_to_machine(),
  private.keep_machines_with_history() from public, anon, authenticated;
-- The table's check runs with the rights of the role that writes the row.
grant execute on function private.are_parts(jsonb) to authenticated, service_role;

select private.guard_values('public.service_schedules');
select private.guard_values('public.service_records');
select private.guard_values('public.service_costs');
select private.guard_values('public.machine_defects');
