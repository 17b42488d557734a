-- Machines: the fleet, and the readings of each meter. Prices are in a table of their own, which only the account holder
-- reads.
create table public.machines (
  id                 uuid not null default gen_random_uuid(),
  user_id            uuid not null references public.profiles on delete cascade,
  name               text not null check (char_length(name) between 1 and 60),
  machine_type       text not null check (machine_type in ('tractor', 'telehandler', 'atv', 'combine', 'forager', 'sprayer',
                       'slurry_tanker', 'trailer', 'baler', 'mower', 'drill', 'cultivator', 'loader', 'digger', 'vehicle',
                       'generator', 'other')),
  make               text check (char_length(make) <= 60),
  model              text check (char_length(model) <= 60),
  serial_no          text check (char_length(serial_no) <= 60),
  registration       text check (char_length(registration) <= 20),
  year               smallint check (year between 1930 and 2200),
  meter_type         text not null default 'hours' check (meter_type in ('hours', 'km', 'miles', 'ha', 'bales', 'none')),
  status             text not null default 'in_use' check (status in ('in_use', 'workshop', 'do_not_use', 'sold')),
  purchase_date      date,
  sold_date          date,
  width_m            numeric(6, 2) check (width_m > 0),
  capacity           numeric(10, 2) check (capacity > 0),
  capacity_unit      text check (char_length(capacity_unit) <= 20),
  engine_oil         text check (char_length(engine_oil) <= 120),
  hyd_oil            text check (char_length(hyd_oil) <= 120),
  coolant            text check (char_length(coolant) <= 120),
  tyre_front_bar     numeric(5, 2) check (tyre_front_bar > 0),
  tyre_rear_bar      numeric(5, 2) check (tyre_rear_bar > 0),
  filters            text check (char_length(filters) <= 1000),
  notes              text check (char_length(notes) <= 2000),
  insurance_expires  date,
  tax_expires        date,
  mot_due            date,
  loler_due          date,
  sprayer_test_due   date,
  -- The latest reading. The meter's offset is what its predecessors had counted: reading plus offset is the lifetime.
  current_reading    numeric(10, 1),
  current_reading_at timestamptz,
  meter_offset       numeric(12, 1) not null default 0,
  created_by         uuid references public.profiles on delete set null,
  created_by_name    text not null,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  primary key (user_id, id),
  constraint machines_sold_check check ((status = 'sold') = (sold_date is not null))
);
-- The name of a sold machine may be used again.
create unique index machines_name_key on public.machines (user_id, lower(name)) where status <> 'sold';
create index machines_created_by_idx on public.machines (created_by) where created_by is not null;

create table public.machine_costs (
  -- The machine's id.
  id             uuid not null,
  user_id        uuid not null references public.profiles on delete cascade,
  purchase_price numeric(12, 2) check (purchase_price between 0 and 9999999.99),
  updated_at     timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, id) references public.machines (user_id, id) on delete cascade
);

create table public.machine_readings (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  machine_id      uuid not null,
  reading         numeric(10, 1) not null check (reading >= 0),
  read_at         timestamptz not null,
  -- Entered by hand, or by the completed checklist, service record or job with the id source_id.
  source          text not null default 'manual' check (source in ('manual', 'checklist', 'service', 'work')),
  source_id       uuid,
  meter_replaced  boolean not null default false,
  meter_offset    numeric(12, 1) not null default 0,
  note            text check (char_length(note) <= 200),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  primary key (user_id, id),
  constraint machine_readings_machine_fkey foreign key (user_id, machine_id) references public.machines (user_id, id)
    on delete cascade
);
create index machine_readings_time_idx on public.machine_readings (user_id, machine_id, read_at desc, created_at desc, id desc);
create index machine_readings_source_idx on public.machine_readings (user_id, source_id) where source_id is not null;
create index machine_readings_created_by_idx on public.machine_readings (created_by) where created_by is not null;

create function private.machines_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.name := btrim(new.name, E' \t\r\n');
  new.registration := nullif(upper(btrim(new.registration, E' \t\r\n')), '');
  if tg_op = 'INSERT' then
    if auth.uid() is null then
      new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
    else
      new.created_by := auth.uid();
      new.created_by_name := private.person_name(auth.uid());
      new.created_at := now();
    end if;
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the machine a name.');
  perform private.refuse_if(char_length(new.name) > 60, 'The name is too long (60 characters at most).');
  perform private.refuse_if(new.status <> 'sold' and exists (
    select from public.machines m
    where m.user_id = new.user_id and m.id <> new.id and lower(m.name) = lower(new.name) and m.status <> 'sold'),
    'There is a machine of this name already.');
  perform private.refuse_if(
    new.year not between 1930 and extract(year from private.today(new.user_id)) + 1
      and (tg_op = 'INSERT' or new.year is distinct from old.year),
    'Choose a year from 1930 to next year.');
  if tg_op = 'UPDATE' then
    perform private.refuse_if(new.meter_type <> old.meter_type and exists (
      select from public.machine_readings r where r.user_id = new.user_id and r.machine_id = new.id),
      'This machine has readings. Its meter cannot be changed.');
  end if;
  new.sold_date := case when new.status = 'sold' then coalesce(new.sold_date, private.today(new.user_id)) end;
  return new;
end $$;

-- Each machine has a row for its price, so that the account holder only updates it.
create function private.add_machine_costs() returns trigger
  language plpgsql security definer set search_path = ''
  as $$ begin insert into public.machine_costs (user_id, id) values (new.user_id, new.id); return null; end $$;

-- '2,812 h', as the app shows a reading.
create function private.reading_words(reading numeric, meter_type text) returns text
  language sql immutable set search_path = ''
  as $$
    select regexp_replace(to_char(reading, 'FM999,999,990.0'), '\.0$', '') || ' '
      || case meter_type when 'hours' then 'h' else meter_type end
  $$;

-- Phones that were offline send readings late, so a reading is compared with those before and after it, not with the
-- last one that arrived.
create function private.machine_readings_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  machine public.machines;
  earlier public.machine_readings;
  later   public.machine_readings;
  zone    text;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
  else
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('machine_readings', new.user_id, new.id);
    -- A retry: the row exists, and the insert will fail on its key.
    if exists (select from public.machine_readings r where r.user_id = new.user_id and r.id = new.id) then return new; end if;
  end if;
  new.note := nullif(btrim(new.note, E' \t\r\n'), '');
  -- A phone's clock may be ahead.
  if new.read_at is null or (auth.uid() is not null and new.read_at > now()) then new.read_at := now(); end if;
  -- Serialises two phones that read the same meter.
  select * into machine from public.machines m where m.user_id = new.user_id and m.id = new.machine_id for no key update;
  perform private.refuse_if(not found, 'The machine is not there any more.');
  perform private.refuse_if(machine.meter_type = 'none', 'This machine has no meter.');
  select coalesce((select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London') into zone;
  perform private.refuse_if(machine.status = 'sold' and (new.read_at at time zone zone)::date > machine.sold_date,
    'This machine is sold. It takes no more readings.');
  perform private.refuse_if(new.reading is null or new.reading < 0, 'Enter a number like 12.5.');
  perform private.refuse_if(new.reading > 999999999, 'This reading is too large.');
  select * into earlier from public.machine_readings r
  where r.user_id = new.user_id and r.machine_id = new.machine_id and r.read_at <= new.read_at
  order by r.read_at desc, r.created_at desc, r.id desc limit 1;
  select * into later from public.machine_readings r
  where r.user_id = new.user_id and r.machine_id = new.machine_id and r.read_at > new.read_at
  order by r.read_at, r.created_at, r.id limit 1;
  perform private.refuse_if(not new.meter_replaced and new.reading < earlier.reading,
    format('Last reading was %s. Lower? Tick ''meter replaced''.', private.reading_words(earlier.reading, machine.meter_type)));
  perform private.refuse_if(not later.meter_replaced and new.reading > later.reading,
    format('The reading of %s is %s. An earlier one cannot be higher.', to_char(later.read_at at time zone zone, 'FMDD Mon YYYY'),
      private.reading_words(later.reading, machine.meter_type)));
  new.meter_offset := coalesce(earlier.meter_offset, 0) + case when new.meter_replaced then coalesce(earlier.reading, 0) else 0 end;
  return new;
end $$;

-- Keeps the latest reading with the machine, and the offsets of later readings when one arrives late or is deleted.
create function private.refresh_machine_reading() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  changed public.machine_readings := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from public.machine_readings r
             where r.user_id = changed.user_id and r.machine_id = changed.machine_id and r.meter_replaced and r.read_at >= changed.read_at)
     or changed.meter_replaced then
    with counted as (
      select r.id, r.meter_replaced, lag(r.reading) over (order by r.read_at, r.created_at, r.id) as before, r.read_at, r.created_at
      from public.machine_readings r where r.user_id = changed.user_id and r.machine_id = changed.machine_id),
    summed as (
      select c.id, sum(case when c.meter_replaced then coalesce(c.before, 0) else 0 end)
        over (order by c.read_at, c.created_at, c.id) as meter_offset
      from counted c)
    update public.machine_readings r set meter_offset = s.meter_offset
    from summed s
    where r.user_id = changed.user_id and r.id = s.id and r.meter_offset <> s.meter_offset;
  end if;
  update public.machines m
  set current_reading = last.reading, current_reading_at = last.read_at, meter_offset = coalesce(last.meter_offset, 0)
  from (select 1) one left join lateral (
    select r.reading, r.read_at, r.meter_offset from public.machine_readings r
    where r.user_id = changed.user_id and r.machine_id = changed.machine_id
    order by r.read_at desc, r.created_at desc, r.id desc limit 1) last on true
  where m.user_id = changed.user_id and m.id = changed.machine_id;
  return null;
end $$;

create trigger a_check_insert before insert on public.machines
  for each row execute function private.check_insert('Only the main account holder adds machines.');
create trigger machines_before_write before insert or update on public.machines
  for each row execute function private.machines_before_write();
create trigger add_machine_costs after insert on public.machines for each row execute function private.add_machine_costs();
create trigger refuse_outsiders before insert on public.machines for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.machines for each row execute function private.touch();
-- Without the columns that a reading changes: readings have a list of their own.
create trigger write_audit after delete or update of name, machine_type, make, model, serial_no, registration, year, meter_type,
    status, purchase_date, sold_date, width_m, capacity, capacity_unit, engine_oil, hyd_oil, coolant, tyre_front_bar,
    tyre_rear_bar, filters, notes, insurance_expires, tax_expires, mot_due, loler_due, sprayer_test_due
  on public.machines for each row execute function private.write_audit();
create trigger touch before update on public.machine_costs for each row execute function private.touch();
create trigger write_audit after update or delete on public.machine_costs for each row execute function private.write_audit();
create trigger a_check_insert before insert on public.machine_readings for each row execute function private.check_insert();
create trigger machine_readings_before_insert before insert on public.machine_readings
  for each row execute function private.machine_readings_before_insert();
create trigger refresh_machine_reading after insert or delete on public.machine_readings
  for each row execute function private.refresh_machine_reading();
create trigger refuse_outsiders before insert on public.machine_readings for each statement execute function private.refuse_outsiders();
create trigger write_audit after delete on public.machine_readings for each row execute function private.write_audit();
create trigger delete_attachments after delete on public.machines for each row execute function private.delete_attachments();

alter table public.machines enable row level security;
create policy "account reads machines" on public.machines
  for select to authenticated using (user_id = (select private.account_id()));
create policy "admin adds machines" on public.machines
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin edits machines" on public.machines
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes machines" on public.machines
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

alter table public.machine_costs enable row level security;
create policy "admin reads prices of machines" on public.machine_costs
  for select to authenticated using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin edits prices of machines" on public.machine_costs
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

alter table public.machine_readings enable row level security;
create policy "account reads readings" on public.machine_readings
  for select to authenticated using (user_id = (select private.account_id()));
create policy "account adds readings" on public.machine_readings
  for insert to authenticated with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin deletes readings" on public.machine_readings
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

revoke all on public.machines, public.machine_costs, public.machine_readings from anon, authenticated;
grant select, delete on public.machines to authenticated;
grant insert (id, user_id, name, machine_type, make, model, serial_no, registration, year, meter_type, status, purchase_date,
              sold_date, width_m, capacity, capacity_unit, engine_oil, hyd_oil, coolant, tyre_front_bar, tyre_rear_bar,
              filters, notes, insurance_expires, tax_expires, mot_due, loler_due, sprayer_test_due)
  on public.machines to authenticated;
grant update (name, machine_type, make, model, serial_no, registration, year, meter_type, status, purchase_date, sold_date,
              width_m, capacity, capacity_unit, engine_oil, hyd_oil, coolant, tyre_front_bar, tyre_rear_bar, filters, notes,
              insurance_expires, tax_expires, mot_due, loler_due, sprayer_test_due)
  on public.machines to authenticated;
grant select on public.machine_costs to authenticated;
grant update (purchase_price) on public.machine_costs to authenticated;
grant select, delete on public.machine_readings to authenticated;
-- The source is set by the database: a person enters readings by hand only.
grant insert (id, user_id, machine_id, reading, read_at, meter_replaced, note, recorded_at)
  on public.machine_readings to authenticated;
grant all on public.machines, public.machine_costs, public.machine_readings to service_role;

-- The readings just before and just after the moment 90 days ago, as lifetime readings: from these the app works out how
-- much each machine is used per day.
create view public.machine_use with (security_invoker = true) as
  select m.id, m.user_id, earlier.lifetime as before_reading, earlier.read_at as before_at,
    later.lifetime as after_reading, later.read_at as after_at
  from public.machines m
  left join lateral (
    select r.reading + r.meter_offset as lifetime, r.read_at from public.machine_readings r
    where r.user_id = m.user_id and r.machine_id = m.id and r.read_at <= now() - interval '90 days'
    order by r.read_at desc, r.created_at desc, r.id desc limit 1) earlier on true
  left join lateral (
    select r.reading + r.meter_offset as lifetime, r.read_at from public.machine_readings r
    where r.user_id = m.user_id and r.machine_id = m.id and r.read_at > now() - interval '90 days'
    order by r.read_at, r.created_at, r.id limit 1) later on true;
revoke all on public.machine_use from anon, authenticated;
grant select on public.machine_use to authenticated;

revoke execute on function private.machines_before_write(), private.add_machine_costs(), private.reading_words(numeric, text),
  private.machine_readings_before_insert(), private.refresh_machine_reading() from public, anon, authenticated;

select private.guard_values('public.machines');
select private.guard_values('public.machine_costs');
select private.guard_values('public.machine_readings');
