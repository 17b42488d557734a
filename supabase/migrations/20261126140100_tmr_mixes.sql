-- TMR mixes: the recipe of the diet feeder for one head, and the log of what was fed. A mix and its ingredients are one
-- row, so that they are written together or not at all. Each ingredient carries a copy of its feed's analysis and price:
-- a later change of the feed does not change the mix.

-- Normalises a list of ingredients in loading order, or raises with a message.
create function private.tmr_items(account uuid, items jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  item    jsonb;
  fresh   numeric;
  minutes numeric;
  shaped  jsonb := '[]';
begin
  perform private.refuse_if(jsonb_typeof(items) is distinct from 'array', 'A mix is a list of ingredients.');
  perform private.refuse_if(jsonb_array_length(items) = 0, 'Add at least one ingredient.');
  perform private.refuse_if(jsonb_array_length(items) > 40, 'A mix has 40 ingredients at most.');
  for item in select value from jsonb_array_elements(items) loop
    shaped := shaped || jsonb_build_array(private.mix_feed(account, item)
      || jsonb_build_object('order', item -> 'order', 'fresh', item -> 'fresh', 'minutes', coalesce(item -> 'minutes', 'null'),
        'note', btrim(coalesce(item ->> 'note', ''), E' \t\r\n')));
    perform private.refuse_if(private.json_kind(item -> 'order') <> 'number' or private.json_kind(item -> 'fresh') <> 'number'
      or private.json_kind(item -> 'minutes') not in ('number', 'null', 'missing'), 'A quantity is a number.');
    perform private.refuse_if((item ->> 'order')::numeric not between 1 and 99
      or (item ->> 'order')::numeric <> round((item ->> 'order')::numeric), 'A place in the loading order is a whole number from 1 to 99.');
    fresh := (item ->> 'fresh')::numeric;
    perform private.refuse_if(fresh <= 0 or fresh > 9999, 'Each ingredient needs more than 0 kg for a head.');
    perform private.refuse_if(fresh <> round(fresh, 3), 'A quantity has three decimals at most.');
    minutes := (item ->> 'minutes')::numeric;
    perform private.refuse_if(minutes not between 1 and 240 or minutes <> round(minutes), 'Mixing takes 1 to 240 minutes.');
    perform private.refuse_if(char_length(item ->> 'note') > 120, 'The note is too long (120 characters at most).');
  end loop;
  perform private.refuse_if((select count(distinct i.value -> 'order') < count(*) from jsonb_array_elements(shaped) i),
    'Two ingredients have the same place in the loading order.');
  return (select jsonb_agg(i.value order by (i.value ->> 'order')::integer) from jsonb_array_elements(shaped) i);
end $$;

create table public.tmr_mixes (
  id                uuid not null default gen_random_uuid(),
  user_id           uuid not null references public.profiles on delete cascade,
  name              text not null check (char_length(name) between 1 and 80),
  group_name        text check (char_length(group_name) between 1 and 60),
  head_count        integer not null check (head_count between 1 and 100000),
  -- 103: 3 % more than the recipe, for refusals.
  feed_rate_pct     numeric(5, 1) not null default 100 check (feed_rate_pct between 1 and 200),
  feeds_per_day     smallint not null default 1 check (feeds_per_day between 1 and 4),
  wagon_capacity_kg numeric(8, 1) check (wagon_capacity_kg > 0),
  -- Readings of the scale are rounded to this.
  rounding_kg       numeric(6, 2) not null default 5 check (rounding_kg > 0),
  target_dm_kg      numeric(6, 2) check (target_dm_kg > 0),
  target_me_mj      numeric(6, 1) check (target_me_mj > 0),
  target_cp_pct     numeric(5, 2) check (target_cp_pct > 0),
  valid_from        date check (valid_from >= '2000-01-01' and valid_from < '2200-01-01'),
  notes             text check (char_length(notes) between 1 and 2000),
  items             jsonb not null check (items <> '[]' and private.is_list_of(items, '{"feed": "string",
                      "name": "string", "category": "string", "dm": "number", "me": "number null", "cp": "number null",
                      "basis": "string", "cost": "number null", "order": "number", "fresh": "number",
                      "minutes": "number null", "note": "string"}')),
  active            boolean not null default true,
  created_by        uuid references public.profiles on delete set null,
  created_by_name   text not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index tmr_mixes_name_key on public.tmr_mixes (user_id, lower(name)) where active;
create index tmr_mixes_created_by_idx on public.tmr_mixes (created_by) where created_by is not null;

create function private.tmr_mixes_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.name := btrim(new.name, E' \t\r\n');
  new.group_name := nullif(btrim(new.group_name, E' \t\r\n'), '');
  new.notes := nullif(btrim(new.notes, E' \t\r\n'), '');
  if tg_op = 'INSERT' then
    if auth.uid() is null then
      new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
    else
      new.created_by := auth.uid();
      new.created_by_name := private.person_name(auth.uid());
      new.created_at := now();
    end if;
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the mix a name.');
  perform private.refuse_if(char_length(new.name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.group_name) > 60, 'The group is too long (60 characters at most).');
  perform private.refuse_if(char_length(new.notes) > 2000, 'The notes are too long (2,000 characters at most).');
  perform private.refuse_if(new.head_count is null or new.head_count < 1, 'Head count must be 1 or more.');
  perform private.refuse_if(new.head_count > 100000, 'Check the head count.');
  perform private.refuse_if(new.feed_rate_pct not between 1 and 200, 'The feed rate must be between 1 and 200 %.');
  perform private.refuse_if(new.feeds_per_day not between 1 and 4, 'Feed once to four times a day.');
  perform private.refuse_if(new.wagon_capacity_kg <= 0, 'The wagon must hold more than 0 kg.');
  perform private.refuse_if(new.rounding_kg <= 0, 'Round to more than 0 kg.');
  perform private.refuse_if(new.active and exists (
    select from public.tmr_mixes m
    where m.user_id = new.user_id and lower(m.name) = lower(new.name) and m.active and m.id <> new.id),
    'There is a mix of this name already.');
  if tg_op = 'INSERT' or new.items is distinct from old.items then
    new.items := private.tmr_items(new.user_id, new.items);
  end if;
  return new;
end $$;

create trigger a_check_insert before insert on public.tmr_mixes
  for each row execute function private.check_insert('Only the main account holder writes mixes.');
create trigger tmr_mixes_before_write before insert or update on public.tmr_mixes
  for each row execute function private.tmr_mixes_before_write();
create trigger touch before update on public.tmr_mixes for each row execute function private.touch();
create trigger write_audit after update on public.tmr_mixes for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.tmr_mixes
  for each statement execute function private.refuse_outsiders();

alter table public.tmr_mixes enable row level security;
create policy "admin reads TMR mixes" on public.tmr_mixes
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds TMR mixes" on public.tmr_mixes
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin edits TMR mixes" on public.tmr_mixes
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

-- What the crew reads: the same mixes, without prices if the account holder hides rates.
create function private.crew_tmr_mixes() returns table (
    id uuid, user_id uuid, name text, group_name text, head_count integer, feed_rate_pct numeric, feeds_per_day smallint,
    wagon_capacity_kg numeric, rounding_kg numeric, target_dm_kg numeric, target_me_mj numeric, target_cp_pct numeric,
    valid_from date, notes text, items jsonb, active boolean, created_by_name text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select id, user_id, name, group_name, head_count, feed_rate_pct, feeds_per_day, wagon_capacity_kg, rounding_kg,
           target_dm_kg, target_me_mj, target_cp_pct, valid_from, notes,
           case when (select private.sees_rates()) then items else private.without_costs(items) end,
           active, created_by_name, updated_at
    from public.tmr_mixes where user_id = (select private.account_id())
  $$;
create view public.crew_tmr_mixes with (security_invoker = true) as select * from private.crew_tmr_mixes();

-- A mix is taken out of use, never deleted: the log refers to it.
revoke all on public.tmr_mixes, public.crew_tmr_mixes from anon, authenticated;
grant select on public.tmr_mixes, public.crew_tmr_mixes to authenticated;
grant insert (id, user_id, name, group_name, head_count, feed_rate_pct, feeds_per_day, wagon_capacity_kg, rounding_kg,
  target_dm_kg, target_me_mj, target_cp_pct, valid_from, notes, items, active) on public.tmr_mixes to authenticated;
grant update (name, group_name, head_count, feed_rate_pct, feeds_per_day, wagon_capacity_kg, rounding_kg,
  target_dm_kg, target_me_mj, target_cp_pct, valid_from, notes, items, active) on public.tmr_mixes to authenticated;
grant all on public.tmr_mixes to service_role;

-- What was fed. Captured on the phone, without signal if need be. Stored with its ingredients: the mix may have changed
-- since the driver loaded it.
create table public.tmr_feedings (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  mix_id          uuid not null,
  -- The mix as it is called when the record arrives.
  mix_name        text not null,
  group_name      text,
  fed_at          timestamptz not null,
  -- The date in the farm's time zone.
  fed_on          date not null,
  head_count      integer not null check (head_count between 1 and 100000),
  -- How many wagons the feed was loaded in.
  loads           integer not null check (loads between 1 and 100),
  -- In loading order: {"feed", "name", "planned", "actual"}, in kg for all loads together.
  items           jsonb not null check (items <> '[]'
                    and private.is_list_of(items, '{"feed": "string", "name": "string", "planned": "number", "actual": "number"}')),
  -- The sum of what was loaded.
  total_kg        numeric(12, 3) not null check (total_kg > 0),
  -- What was left of the previous feeding.
  refusals_kg     numeric(9, 1) check (refusals_kg >= 0),
  note            text check (char_length(note) between 1 and 500),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, mix_id) references public.tmr_mixes (user_id, id) on delete cascade
);
create index tmr_feedings_by_time_idx on public.tmr_feedings (user_id, fed_at desc, id desc);
create index tmr_feedings_mix_idx on public.tmr_feedings (user_id, mix_id, fed_at desc, id desc);
create index tmr_feedings_created_by_idx on public.tmr_feedings (created_by) where created_by is not null;

-- The instant that a phone's clock gave, unless that clock can't be right: ahead of the server's or more than 31 days
-- back. Then it is when the record reached the server.
create function private.plausible_instant(given timestamptz) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select case when given > now() - interval '31 days' and given < now() + interval '5 minutes' then least(given, now())
      else now() end
  $$;

create function private.tmr_feedings_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  mix  public.tmr_mixes;
  item jsonb;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
  else
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    new.fed_at := private.plausible_instant(new.fed_at);
    perform private.refuse_deleted('tmr_feedings', new.user_id, new.id);
  end if;
  select * into mix from public.tmr_mixes m where m.user_id = new.user_id and m.id = new.mix_id;
  perform private.refuse_if(not found, 'This mix is not one of the farm''s.');
  new.mix_name := mix.name;
  new.group_name := mix.group_name;
  new.fed_on := (new.fed_at at time zone coalesce(
    (select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London'))::date;
  new.note := nullif(btrim(new.note, E' \t\r\n'), '');
  perform private.refuse_if(char_length(new.note) > 500, 'The note is too long (500 characters at most).');
  perform private.refuse_if(new.head_count is null or new.head_count < 1, 'Head count must be 1 or more.');
  perform private.refuse_if(new.head_count > 100000, 'Check the head count.');
  perform private.refuse_if(coalesce(new.loads, 0) not between 1 and 100, 'Feed in 1 to 100 loads.');
  perform private.refuse_if(new.refusals_kg < 0, 'What was left can''t be less than 0 kg.');
  perform private.refuse_if(jsonb_typeof(new.items) is distinct from 'array', 'A feeding is a list of ingredients.');
  perform private.refuse_if(jsonb_array_length(new.items) not between 1 and 40, 'Add at least one ingredient.');
  for item in select value from jsonb_array_elements(new.items) loop
    perform private.refuse_if(not private.is_object_of(item,
      '{"feed": "string", "name": "string", "planned": "number", "actual": "number"}'), 'A feeding is a list of ingredients.');
    perform private.refuse_if(item ->> 'feed' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or char_length(item ->> 'name') not between 1 and 80, 'A feeding is a list of ingredients.');
    perform private.refuse_if(exists (
      select from unnest(array['planned', 'actual']) key
      where (item ->> key)::numeric not between 0 and 999999
        or (item ->> key)::numeric <> round((item ->> key)::numeric, 3)), 'Check how much was loaded.');
  end loop;
  new.total_kg := (select sum((i.value ->> 'actual')::numeric) from jsonb_array_elements(new.items) i);
  perform private.refuse_if(new.total_kg = 0, 'Nothing was loaded.');
  return new;
end $$;

create function private.tmr_feedings_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  fed public.tmr_feedings := case when tg_op = 'DELETE' then old else new end;
begin
  -- When a whole account is deleted, its feeds go with it.
  if tg_op = 'DELETE' and not exists (select from public.profiles where id = old.user_id) then return null; end if;
  perform private.draw_stock(fed.user_id,
    (select jsonb_agg(jsonb_build_object('feed', i.value ->> 'feed', 'kg', i.value -> 'actual')) from jsonb_array_elements(fed.items) i),
    fed.fed_at, case when tg_op = 'DELETE' then -1 else 1 end);
  return null;
end $$;

create trigger a_check_insert before insert on public.tmr_feedings
  for each row execute function private.check_insert();
create trigger tmr_feedings_before_insert before insert on public.tmr_feedings
  for each row execute function private.tmr_feedings_before_insert();
create trigger tmr_feedings_stock after insert or delete on public.tmr_feedings
  for each row execute function private.tmr_feedings_stock();
create trigger touch before update on public.tmr_feedings for each row execute function private.touch();
create trigger write_audit after update or delete on public.tmr_feedings
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.tmr_feedings
  for each statement execute function private.refuse_outsiders();

alter table public.tmr_feedings enable row level security;
create policy "account reads feedings" on public.tmr_feedings
  for select to authenticated
  using (user_id = (select private.account_id()));
create policy "account logs feedings" on public.tmr_feedings
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin deletes feedings" on public.tmr_feedings
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

-- A feeding is added, never changed. The account holder deletes one that was logged by mistake.
revoke all on public.tmr_feedings from anon, authenticated;
grant select, delete on public.tmr_feedings to authenticated;
grant insert (id, user_id, mix_id, fed_at, head_count, loads, items, refusals_kg, note, recorded_at)
  on public.tmr_feedings to authenticated;
grant all on public.tmr_feedings to service_role;
revoke execute on function private.tmr_items(uuid, jsonb), private.tmr_mixes_before_write(),
  private.plausible_instant(timestamptz), private.tmr_feedings_before_insert(), private.tmr_feedings_stock()
  from public, anon, authenticated;
revoke execute on function private.crew_tmr_mixes() from public, anon;
grant execute on function private.crew_tmr_mixes() to authenticated;

select private.guard_values('public.tmr_mixes');
select private.guard_values('public.tmr_feedings');
