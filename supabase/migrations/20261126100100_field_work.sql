-- What is done on a field: sprays, fertiliser, slurry, other work and observations, and what is harvested. Captured at the
-- field, with or without signal.

-- Rate times area, in the unit that the rate begins with: kg, L, t, m3, units or gallons. Rates in units/ac and gal/ac are
-- for an acre; a hectare has 2.4710538147 acres.
create function private.activity_total(rate numeric, rate_unit text, area_ha numeric) returns numeric
  language sql immutable set search_path = ''
  as $$ select round(rate * area_ha * case when rate_unit in ('units/ac', 'gal/ac') then 2.4710538147 else 1 end, 4) $$;

create table public.field_activities (
  id                    uuid not null default gen_random_uuid(),
  user_id               uuid not null references public.profiles on delete cascade,
  -- Null if the field was deleted before the entry arrived. The name is the one that it had.
  field_id              uuid,
  field_name            text not null check (char_length(field_name) <= 80),
  -- What had happened to the field when the entry arrived; the account holder clears it by choosing a field.
  field_problem         text check (field_problem in ('deleted', 'archived')),
  season                smallint not null check (season between 1950 and 2199),
  activity_type         text not null check (activity_type in ('cultivation', 'drilling', 'rolling', 'fertiliser', 'slurry', 'fym', 'lime',
                          'spray', 'mowing', 'grazing_in', 'grazing_out', 'irrigation', 'hedge', 'observation', 'other')),
  status                text not null default 'done' check (status in ('planned', 'done')),
  started_at            timestamptz not null,
  finished_at           timestamptz,
  area_ha               numeric(10, 4) check (area_ha > 0 and area_ha <= 2100),
  product               text check (char_length(product) <= 120),
  -- The number under which the product is approved: MAPP in the UK, PCS in Ireland.
  mapp_pcs_no           text check (char_length(mapp_pcs_no) <= 20),
  active_ingredient     text check (char_length(active_ingredient) <= 120),
  rate                  numeric(12, 4) check (rate > 0 and rate <= 99999.9999),
  rate_unit             text check (rate_unit in ('kg/ha', 'L/ha', 't/ha', 'm3/ha', 'units/ac', 'gal/ac')),
  total_qty             numeric(14, 4) check (total_qty > 0),
  water_l_ha            numeric(8, 2) check (water_l_ha > 0),
  reason                text check (char_length(reason) <= 200),
  crop                  text check (char_length(crop) <= 60),
  eppo_code             text check (char_length(eppo_code) <= 6 and eppo_code ~ '^[A-Z0-9]{5,6}$'),
  growth_stage_bbch     smallint check (growth_stage_bbch between 0 and 99),
  wind_speed            numeric(5, 1) check (wind_speed between 0 and 200),
  wind_dir              text check (wind_dir in ('N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW')),
  temp_c                numeric(4, 1) check (temp_c between -40 and 60),
  weather               text check (char_length(weather) <= 80),
  harvest_interval_days smallint check (harvest_interval_days between 0 and 730),
  operator_id           uuid references public.profiles on delete set null,
  operator_name         text check (char_length(operator_name) <= 120),
  operator_cert_no      text check (char_length(operator_cert_no) <= 40),
  machine               text check (char_length(machine) <= 80),
  method                text check (method in ('splash', 'band', 'shoe', 'injection')),
  batch_no              text check (char_length(batch_no) <= 40),
  buffer_observed       boolean,
  notes                 text check (char_length(notes) <= 2000),
  -- The billed job that this belongs to: its first line. Set when the job is logged.
  work_id               uuid,
  created_by            uuid references public.profiles on delete set null,
  created_by_name       text not null,
  created_at            timestamptz not null default now(),
  recorded_at           timestamptz,
  updated_at            timestamptz not null default now(),
  primary key (user_id, id),
  constraint field_activities_field_fkey foreign key (user_id, field_id) references public.fields (user_id, id)
    on delete set null (field_id),
  constraint field_activities_work_fkey foreign key (user_id, work_id) references public.works (user_id, id)
    on delete set null (work_id),
  constraint field_activities_times_check check (finished_at >= started_at),
  constraint field_activities_unit_check check (rate is null or rate_unit is not null)
);
create index field_activities_newest_idx on public.field_activities (user_id, started_at desc, id desc);
create index field_activities_field_idx on public.field_activities (user_id, field_id, started_at desc, id desc);
create index field_activities_work_idx on public.field_activities (user_id, work_id) where work_id is not null;
create index field_activities_problem_idx on public.field_activities (user_id, created_at desc) where field_problem is not null;
create index field_activities_created_by_idx on public.field_activities (created_by, created_at desc) where created_by is not null;
create index field_activities_operator_idx on public.field_activities (operator_id) where operator_id is not null;

create table public.harvests (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  field_id        uuid,
  field_name      text not null check (char_length(field_name) <= 80),
  field_problem   text check (field_problem in ('deleted', 'archived')),
  season          smallint not null check (season between 1950 and 2199),
  harvested_on    date not null,
  product         text not null check (char_length(product) <= 60 and product <> ''),
  quantity        numeric(12, 4) not null check (quantity > 0 and quantity <= 999999.9999),
  unit            text not null check (unit in ('t', 'bales', 'loads')),
  moisture_pct    numeric(5, 2) check (moisture_pct >= 0 and moisture_pct < 100),
  bale_kg         numeric(7, 1) check (bale_kg > 0),
  area_ha         numeric(10, 4) check (area_ha > 0 and area_ha <= 2100),
  store           text check (char_length(store) <= 80),
  -- Results of the laboratory or the weighbridge, such as {"protein": 11.2}.
  quality         jsonb not null default '{}' check (private.is_flat(quality)),
  notes           text check (char_length(notes) <= 2000),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint harvests_field_fkey foreign key (user_id, field_id) references public.fields (user_id, id)
    on delete set null (field_id)
);
create index harvests_newest_idx on public.harvests (user_id, harvested_on desc, created_at desc, id desc);
create index harvests_field_idx on public.harvests (user_id, field_id, harvested_on desc, id desc);
create index harvests_problem_idx on public.harvests (user_id, created_at desc) where field_problem is not null;
create index harvests_created_by_idx on public.harvests (created_by, created_at desc) where created_by is not null;

-- Raises if the signed-in person may no longer change an entry: employees have seven days for their own.
create function private.refuse_old_entry(author uuid, entered_at timestamptz) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.uid() is null or private.is_admin() then return; end if;
  if author is distinct from auth.uid() then
    raise exception using errcode = '42501', message = 'Only its author or the account holder can change this entry.';
  end if;
  perform private.refuse_if(entered_at < now() - interval '7 days',
    'You can change your own entries for 7 days. Ask the account holder.');
end $$;

-- For activities and harvests: sets the author and the field's name, and refuses an area more than 5 % larger than the
-- field. An entry for a field that was deleted or archived meanwhile is saved with the field's name and marked.
create function private.field_entry_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  place     record;
  by_person boolean := auth.uid() is not null;
begin
  if tg_op = 'UPDATE' then
    -- The job of this activity is being deleted; users can't write this column. Harvests do not have it.
    if tg_table_name = 'field_activities' then
      if old.work_id is not null and new.work_id is null then return new; end if;
    end if;
    if by_person then perform private.refuse_old_entry(old.created_by, old.created_at); end if;
    -- The field is being deleted.
    if old.field_id is not null and new.field_id is null then
      new.field_problem := 'deleted';
      return new;
    end if;
  elsif by_person then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted(tg_table_name, new.user_id, new.id);
  else
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
  end if;
  new.notes := nullif(btrim(new.notes, E' \t\r\n'), '');
  new.product := nullif(btrim(new.product, E' \t\r\n'), '');
  if tg_op = 'INSERT' or new.field_id is distinct from old.field_id then
    select f.name, f.archived_on into place from public.fields f where f.user_id = new.user_id and f.id = new.field_id;
    if found then
      new.field_name := place.name;
      new.field_problem := case when place.archived_on is not null and by_person then 'archived' end;
    else
      perform private.refuse_if(coalesce(btrim(new.field_name), '') = '', 'Choose a field.');
      new.field_name := left(btrim(new.field_name), 80);
      new.field_id := null;
      new.field_problem := 'deleted';
    end if;
  end if;
  perform private.refuse_if(new.area_ha <= 0, 'Area must be more than 0.');
  perform private.refuse_if(
    -- A restored entry may be older than a split of its field.
    by_person and (tg_op = 'INSERT' or (new.area_ha, new.field_id) is distinct from (old.area_ha, old.field_id)) and exists (
      select from public.fields f
      where f.user_id = new.user_id and f.id = new.field_id and new.area_ha > greatest(f.area_ha, f.worked_area_ha) * 1.05),
    'Treated area is bigger than the field.');
  perform private.refuse_if(char_length(new.notes) > 2000, 'The note is too long (2,000 characters at most).');
  return new;
end $$;

create function private.field_activities_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Refused if the job does not exist, or if this person may not change it.
  if tg_op = 'INSERT' and new.work_id is not null then
    perform private.lock_job(new.user_id,
      (select w.job_id from public.works w where w.user_id = new.user_id and w.id = new.work_id));
  end if;
  new.reason := nullif(btrim(new.reason, E' \t\r\n'), '');
  new.crop := nullif(btrim(new.crop, E' \t\r\n'), '');
  new.mapp_pcs_no := nullif(btrim(new.mapp_pcs_no), '');
  new.eppo_code := nullif(upper(btrim(new.eppo_code)), '');
  perform private.refuse_if(new.rate <= 0, 'The rate must be more than 0.');
  perform private.refuse_if(new.rate is not null and new.rate_unit is null, 'Choose the unit of the rate.');
  perform private.refuse_if(new.finished_at < new.started_at, 'The finish is before the start.');
  perform private.refuse_if(new.eppo_code is not null and new.eppo_code !~ '^[A-Z0-9]{5,6}$', 'An EPPO code has 5 or 6 letters, such as TRZAW.');
  perform private.refuse_if(new.activity_type = 'spray' and new.status = 'done' and new.product is null, 'Name the product.');
  perform private.refuse_if(auth.uid() is not null and new.status = 'done' and new.started_at > now() + interval '1 day',
    'This time is in the future. Save it as planned.');
  -- A rate that a job calculates from what was used is rounded, so that rate times area is not quite what was used.
  new.total_qty := case
    when tg_op = 'INSERT' and new.work_id is not null
      and abs(new.total_qty - private.activity_total(new.rate, new.rate_unit, new.area_ha)) <= 0.0001 * (1 + new.area_ha)
      then new.total_qty
    when tg_op = 'UPDATE' and new.rate is not null
      and (new.rate, new.rate_unit, new.area_ha) is not distinct from (old.rate, old.rate_unit, old.area_ha) then old.total_qty
    else coalesce(private.activity_total(new.rate, new.rate_unit, new.area_ha), new.total_qty) end;
  if new.operator_id is not null and (tg_op = 'INSERT' or new.operator_id is distinct from old.operator_id) then
    -- Only a person of the farm; anybody else has a name only.
    if exists (select from public.profiles p where p.id = new.operator_id and (p.id = new.user_id or p.admin_id = new.user_id)) then
      new.operator_name := private.person_name(new.operator_id);
    else
      new.operator_id := null;
    end if;
  end if;
  return new;
end $$;

create function private.harvests_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.store := nullif(btrim(new.store, E' \t\r\n'), '');
  perform private.refuse_if(new.product is null, 'Say what was harvested.');
  perform private.refuse_if(new.quantity is null or new.quantity <= 0, 'Enter a quantity greater than 0.');
  perform private.refuse_if(new.moisture_pct >= 100, 'Moisture must be below 100 %.');
  perform private.refuse_if(not coalesce(private.is_flat(new.quality), false), 'The quality of this harvest is not complete.');
  perform private.refuse_if(auth.uid() is not null and new.harvested_on > private.today(new.user_id) + 1, 'This date is in the future.');
  return new;
end $$;

-- An employee may delete an entry of their own for seven days, as they may change it.
create function private.field_entry_before_delete() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_old_entry(old.created_by, old.created_at);
  return old;
end $$;

-- A field with entries is archived, not deleted: spray records are kept for years.
create function private.keep_fields_with_entries() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare n bigint;
begin
  -- If the whole account is deleted, its fields go with it.
  if not exists (select from public.profiles where id = old.user_id) then return old; end if;
  select (select count(*) from public.field_activities a where a.user_id = old.user_id and a.field_id = old.id)
    + (select count(*) from public.harvests h where h.user_id = old.user_id and h.field_id = old.id) into n;
  perform private.refuse_if(auth.uid() is not null and n > 0,
    format('%s has %s %s. Archive it instead?', old.name, n, case when n = 1 then 'entry' else 'entries' end));
  return old;
end $$;
create trigger keep_fields_with_entries before delete on public.fields
  for each row execute function private.keep_fields_with_entries();

create trigger a_check_insert before insert on public.field_activities for each row execute function private.check_insert();
create trigger b_field_entry before insert or update on public.field_activities
  for each row execute function private.field_entry_before_write();
create trigger field_activities_before_write before insert or update on public.field_activities
  for each row execute function private.field_activities_before_write();
create trigger field_entry_before_delete before delete on public.field_activities
  for each row execute function private.field_entry_before_delete();
create trigger refuse_outsiders before insert on public.field_activities for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.field_activities for each row execute function private.touch();
create trigger write_audit after update or delete on public.field_activities for each row execute function private.write_audit();
create trigger field_activities_delete_attachments after delete on public.field_activities
  for each row execute function private.delete_attachments();
create trigger fields_delete_attachments after delete on public.fields for each row execute function private.delete_attachments();

create trigger a_check_insert before insert on public.harvests for each row execute function private.check_insert();
create trigger b_field_entry before insert or update on public.harvests
  for each row execute function private.field_entry_before_write();
create trigger harvests_before_write before insert or update on public.harvests
  for each row execute function private.harvests_before_write();
create trigger field_entry_before_delete before delete on public.harvests
  for each row execute function private.field_entry_before_delete();
create trigger refuse_outsiders before insert on public.harvests for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.harvests for each row execute function private.touch();
create trigger write_audit after update or delete on public.harvests for each row execute function private.write_audit();

alter table public.field_activities enable row level security;
create policy "account reads field activities" on public.field_activities
  for select to authenticated using (user_id = (select private.account_id()));
create policy "account adds field activities" on public.field_activities
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin changes field activities, employees their own" on public.field_activities
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())))
  with check (user_id = (select private.account_id()));
create policy "admin deletes field activities, employees their own" on public.field_activities
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())));
alter table public.harvests enable row level security;
create policy "account reads harvests" on public.harvests
  for select to authenticated using (user_id = (select private.account_id()));
create policy "account adds harvests" on public.harvests
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin changes harvests, employees their own" on public.harvests
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())))
  with check (user_id = (select private.account_id()));
create policy "admin deletes harvests, employees their own" on public.harvests
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())));

revoke all on public.field_activities, public.harvests from anon, authenticated;
grant select, delete on public.field_activities, public.harvests to authenticated;
grant insert (id, user_id, field_id, field_name, season, activity_type, status, started_at, finished_at, area_ha, product,
              mapp_pcs_no, active_ingredient, rate, rate_unit, total_qty, water_l_ha, reason, crop, eppo_code, growth_stage_bbch,
              wind_speed, wind_dir, temp_c, weather, harvest_interval_days, operator_id, operator_name, operator_cert_no,
              machine, method, batch_no, buffer_observed, notes, recorded_at, work_id) on public.field_activities to authenticated;
grant update (field_id, season, activity_type, status, started_at, finished_at, area_ha, product, mapp_pcs_no,
              active_ingredient, rate, rate_unit, total_qty, water_l_ha, reason, crop, eppo_code, growth_stage_bbch, wind_speed,
              wind_dir, temp_c, weather, harvest_interval_days, operator_id, operator_name, operator_cert_no, machine, method,
              batch_no, buffer_observed, notes) on public.field_activities to authenticated;
grant insert (id, user_id, field_id, field_name, season, harvested_on, product, quantity, unit, moisture_pct, bale_kg, area_ha,
              store, quality, notes, recorded_at) on public.harvests to authenticated;
grant update (field_id, season, harvested_on, product, quantity, unit, moisture_pct, bale_kg, area_ha, store, quality, notes)
  on public.harvests to authenticated;
grant all on public.field_activities, public.harvests to service_role;

-- What the register shows of each field: the current crop, the last activity, the newest soil test, and the latest end of a
-- harvest interval.
create view public.field_standing with (security_invoker = true) as
  select f.user_id, f.id as field_id, s.season_year, s.crop, s.variety,
    a.id as activity_id, a.activity_type, a.started_at as last_activity_at,
    t.sampled_on, t.method, t.ph, t.p_index, t.k_index, t.mg_index,
    i.interval_from, i.interval_until
  from public.fields f
  left join lateral (
    select * from public.field_seasons x
    where x.user_id = f.user_id and x.field_id = f.id and x.season_year <= extract(year from now())
    order by x.season_year desc, x.sequence desc limit 1) s on true
  left join lateral (
    select * from public.field_activities x
    where x.user_id = f.user_id and x.field_id = f.id and x.status = 'done'
    order by x.started_at desc, x.id desc limit 1) a on true
  left join lateral (
    select * from public.soil_tests x
    where x.user_id = f.user_id and x.field_id = f.id
    order by x.sampled_on desc, x.id desc limit 1) t on true
  -- No interval is longer than two years. London and Dublin have the same time.
  left join lateral (
    select (x.started_at at time zone 'Europe/London')::date as interval_from,
      (x.started_at at time zone 'Europe/London')::date + x.harvest_interval_days as interval_until
    from public.field_activities x
    where x.user_id = f.user_id and x.field_id = f.id and x.status = 'done' and x.harvest_interval_days > 0
      and x.started_at > now() - interval '731 days'
    order by 2 desc, 1 limit 1) i on true;
revoke all on public.field_standing from anon, authenticated;
grant select on public.field_standing to authenticated;

revoke execute on function private.activity_total(numeric, text, numeric), private.refuse_old_entry(uuid, timestamptz),
  private.field_entry_before_write(), private.field_activities_before_write(), private.harvests_before_write(),
  private.field_entry_before_delete(), private.keep_fields_with_entries() from public, anon, authenticated;

select private.guard_values('public.field_activities');
select private.guard_values('public.harvests');
