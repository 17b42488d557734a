-- Meal mixes: recipes by inclusion % for a batch, and the batches that were mixed, each with the lots it was made of.

-- A number as people write it: without zeros at its end.
create function private.plain_number(given numeric) returns text
  language sql immutable set search_path = ''
  as $$ select trim_scale(given)::text $$;

-- Normalises a list of ingredients, or raises with a message.
create function private.meal_items(account uuid, items jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  item   jsonb;
  share  numeric;
  total  numeric := 0;
  shaped jsonb := '[]';
begin
  perform private.refuse_if(jsonb_typeof(items) is distinct from 'array', 'A mix is a list of ingredients.');
  perform private.refuse_if(jsonb_array_length(items) = 0, 'Add at least one ingredient.');
  perform private.refuse_if(jsonb_array_length(items) > 40, 'A mix has 40 ingredients at most.');
  for item in select value from jsonb_array_elements(items) loop
    shaped := shaped || jsonb_build_array(private.mix_feed(account, item) || jsonb_build_object('pct', item -> 'pct'));
    perform private.refuse_if(private.json_kind(item -> 'pct') <> 'number', 'A quantity is a number.');
    share := (item ->> 'pct')::numeric;
    perform private.refuse_if(share <= 0 or share > 100, 'Each ingredient is more than 0 and at most 100 % of the mix.');
    perform private.refuse_if(share <> round(share, 3), 'A quantity has three decimals at most.');
    total := total + share;
  end loop;
  perform private.refuse_if(total < 99.95,
    format('Inclusions add to %s %% – %s %% short.', private.plain_number(total), private.plain_number(100 - total)));
  perform private.refuse_if(total > 100.05, format('Inclusions add to %s %%.', private.plain_number(total)));
  return shaped;
end $$;

create table public.meal_mixes (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  name            text not null check (char_length(name) between 1 and 80),
  stock_class     text check (char_length(stock_class) between 1 and 60),
  batch_size      numeric(12, 3) not null check (batch_size > 0 and batch_size <= 999999),
  batch_unit      text not null default 'kg' check (batch_unit in ('kg', 't')),
  rounding_kg     numeric(6, 2) not null default 1 check (rounding_kg > 0),
  target_cp_pct   numeric(5, 2) check (target_cp_pct > 0),
  notes           text check (char_length(notes) between 1 and 2000),
  -- In the order in which they go into the mill.
  items           jsonb not null check (items <> '[]' and private.is_list_of(items, '{"feed": "string",
                    "name": "string", "category": "string", "dm": "number", "me": "number null", "cp": "number null",
                    "basis": "string", "cost": "number null", "pct": "number"}')),
  -- Incremented by every change of the ingredients: a batch says which recipe it was made by.
  version         integer not null default 1 check (version > 0),
  active          boolean not null default true,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index meal_mixes_name_key on public.meal_mixes (user_id, lower(name)) where active;
create index meal_mixes_created_by_idx on public.meal_mixes (created_by) where created_by is not null;

create function private.meal_mixes_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.name := btrim(new.name, E' \t\r\n');
  new.stock_class := nullif(btrim(new.stock_class, E' \t\r\n'), '');
  new.notes := nullif(btrim(new.notes, E' \t\r\n'), '');
  if tg_op = 'INSERT' then
    if auth.uid() is null then
      new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
    else
      new.created_by := auth.uid();
      new.created_by_name := private.person_name(auth.uid());
      new.created_at := now();
    end if;
    new.version := 1;
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the mix a name.');
  perform private.refuse_if(char_length(new.name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.stock_class) > 60, 'The kind of stock is too long (60 characters at most).');
  perform private.refuse_if(char_length(new.notes) > 2000, 'The notes are too long (2,000 characters at most).');
  perform private.refuse_if(new.batch_size is null or new.batch_size <= 0, 'Batch size must be more than 0.');
  perform private.refuse_if(new.rounding_kg <= 0, 'Round to more than 0 kg.');
  perform private.refuse_if(new.active and exists (
    select from public.meal_mixes m
    where m.user_id = new.user_id and lower(m.name) = lower(new.name) and m.active and m.id <> new.id),
    'There is a mix of this name already.');
  if tg_op = 'INSERT' then
    new.items := private.meal_items(new.user_id, new.items);
  elsif new.items is distinct from old.items then
    new.items := private.meal_items(new.user_id, new.items);
    new.version := old.version + case when new.items is distinct from old.items then 1 else 0 end;
  else
    new.version := old.version;
  end if;
  return new;
end $$;

create trigger a_check_insert before insert on public.meal_mixes
  for each row execute function private.check_insert('Only the main account holder writes mixes.');
create trigger meal_mixes_before_write before insert or update on public.meal_mixes
  for each row execute function private.meal_mixes_before_write();
create trigger touch before update on public.meal_mixes for each row execute function private.touch();
create trigger write_audit after update on public.meal_mixes for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.meal_mixes
  for each statement execute function private.refuse_outsiders();

alter table public.meal_mixes enable row level security;
create policy "admin reads meal mixes" on public.meal_mixes
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds meal mixes" on public.meal_mixes
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin edits meal mixes" on public.meal_mixes
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

-- What the crew reads: the same mixes, without prices if the account holder hides rates.
create function private.crew_meal_mixes() returns table (
    id uuid, user_id uuid, name text, stock_class text, batch_size numeric, batch_unit text, rounding_kg numeric,
    target_cp_pct numeric, notes text, items jsonb, version integer, active boolean, created_by_name text,
    updated_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select id, user_id, name, stock_class, batch_size, batch_unit, rounding_kg, target_cp_pct, notes,
           case when (select private.sees_rates()) then items else private.without_costs(items) end,
           version, active, created_by_name, updated_at
    from public.meal_mixes where user_id = (select private.account_id())
  $$;
create view public.crew_meal_mixes with (security_invoker = true) as select * from private.crew_meal_mixes();

revoke all on public.meal_mixes, public.crew_meal_mixes from anon, authenticated;
grant select on public.meal_mixes, public.crew_meal_mixes to authenticated;
grant insert (id, user_id, name, stock_class, batch_size, batch_unit, rounding_kg, target_cp_pct, notes, items, active)
  on public.meal_mixes to authenticated;
grant update (name, stock_class, batch_size, batch_unit, rounding_kg, target_cp_pct, notes, items, active)
  on public.meal_mixes to authenticated;
grant all on public.meal_mixes to service_role;

-- Text as it is searched: lower case and without accents. src/domain/core/search.ts normalises the search words in the same way.
create function private.folded(given text) returns text
  language sql immutable set search_path = ''
  as $$
    select replace(replace(replace(translate(lower(regexp_replace(normalize(given, NFKD),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f]', '', 'g')),
      'łŁøØđĐðÐÆŒẞ’', 'llooddddæœß'''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  $$;

-- The texts of a batch's ingredients: names and lot numbers. Empty for a value that is not a list: the column's check
-- refuses it.
create function private.batch_words(items jsonb) returns text
  language sql immutable set search_path = ''
  as $$
    select coalesce(string_agg((i.value ->> 'name') || E'\n' || (i.value ->> 'lot'), E'\n'), '') 
    from jsonb_array_elements(case when jsonb_typeof(items) = 'array' then items else '[]' end) i
  $$;

-- A batch that was mixed. Captured at the mill, without signal if need be.
create table public.meal_batches (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  mix_id          uuid not null,
  -- The recipe that it was made by.
  mix_version     integer not null check (mix_version > 0),
  mix_name        text not null,
  mixed_at        timestamptz not null,
  -- The date in the farm's time zone.
  mixed_on        date not null,
  -- Year and number, such as 2026-047. Given when the record arrives, so that two phones without signal can't use the
  -- same number.
  batch_no        text not null check (batch_no ~ '^\d{4}-\d{3,}$'),
  kg              numeric(12, 3) not null check (kg > 0 and kg <= 999999),
  -- {"feed", "name", "kg", "lot"}: the kg add up to the batch.
  items           jsonb not null check (items <> '[]'
                    and private.is_list_of(items, '{"feed": "string", "name": "string", "kg": "number", "lot": "string"}')),
  used_by         text check (char_length(used_by) between 1 and 200),
  note            text check (char_length(note) between 1 and 500),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  updated_at      timestamptz not null default now(),
  search          text not null generated always as (private.folded(
                    batch_no || E'\n' || mix_name || E'\n' || coalesce(used_by, '') || E'\n' || coalesce(note, '') || E'\n'
                      || created_by_name || E'\n' || private.batch_words(items))) stored,
  primary key (user_id, id),
  foreign key (user_id, mix_id) references public.meal_mixes (user_id, id) on delete cascade
);
create unique index meal_batches_number_key on public.meal_batches (user_id, batch_no);
create index meal_batches_by_time_idx on public.meal_batches (user_id, mixed_at desc, id desc);
create index meal_batches_mix_idx on public.meal_batches (user_id, mix_id);
create index meal_batches_created_by_idx on public.meal_batches (created_by) where created_by is not null;

create function private.meal_batches_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  mix    public.meal_mixes;
  item   jsonb;
  series_of_year text;
  number integer;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
  else
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    new.mixed_at := private.plausible_instant(new.mixed_at);
    new.batch_no := null;
    perform private.refuse_deleted('meal_batches', new.user_id, new.id);
  end if;
  select * into mix from public.meal_mixes m where m.user_id = new.user_id and m.id = new.mix_id;
  perform private.refuse_if(not found, 'This mix is not one of the farm''s.');
  perform private.refuse_if(coalesce(new.mix_version, 0) not between 1 and mix.version, 'There is no such version of this mix.');
  new.mix_name := mix.name;
  new.mixed_on := (new.mixed_at at time zone coalesce(
    (select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London'))::date;
  new.used_by := nullif(btrim(new.used_by, E' \t\r\n'), '');
  new.note := nullif(btrim(new.note, E' \t\r\n'), '');
  perform private.refuse_if(char_length(new.used_by) > 200, 'Fed to is too long (200 characters at most).');
  perform private.refuse_if(char_length(new.note) > 500, 'The note is too long (500 characters at most).');
  perform private.refuse_if(new.kg is null or new.kg <= 0, 'Batch size must be more than 0.');
  perform private.refuse_if(jsonb_typeof(new.items) is distinct from 'array', 'A batch is a list of ingredients.');
  perform private.refuse_if(jsonb_array_length(new.items) not between 1 and 40, 'Add at least one ingredient.');
  for item in select value from jsonb_array_elements(new.items) loop
    perform private.refuse_if(not private.is_object_of(item, '{"feed": "string", "name": "string", "kg": "number", "lot": "string"}')
      or item ->> 'feed' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or char_length(item ->> 'name') not between 1 and 80, 'A batch is a list of ingredients.');
    perform private.refuse_if(char_length(item ->> 'lot') > 60, 'The lot number is too long (60 characters at most).');
    perform private.refuse_if((item ->> 'kg')::numeric < 0 or (item ->> 'kg')::numeric <> round((item ->> 'kg')::numeric, 3),
      'Check how much went in.');
  end loop;
  perform private.refuse_if((select sum((i.value ->> 'kg')::numeric) from jsonb_array_elements(new.items) i) <> new.kg,
    'The ingredients do not add up to the batch.');
  if new.batch_no is null then
    series_of_year := 'meal_batch_' || extract(year from new.mixed_on)::text;
    insert into private.counters (user_id, series) values (new.user_id, series_of_year) on conflict do nothing;
    -- Locks the counter until the record is stored: numbers have no gaps, and none is given twice.
    update private.counters set next = next + 1 where user_id = new.user_id and series = series_of_year
      returning next - 1 into number;
    new.batch_no := extract(year from new.mixed_on)::text || '-' || lpad(number::text, greatest(3, length(number::text)), '0');
  end if;
  return new;
end $$;

create function private.meal_batches_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  mixed public.meal_batches := case when tg_op = 'DELETE' then old else new end;
begin
  -- When a whole account is deleted, its feeds go with it.
  if tg_op = 'DELETE' and not exists (select from public.profiles where id = old.user_id) then return null; end if;
  perform private.draw_stock(mixed.user_id, mixed.items, mixed.mixed_at, case when tg_op = 'DELETE' then -1 else 1 end);
  return null;
end $$;

create trigger a_check_insert before insert on public.meal_batches
  for each row execute function private.check_insert();
create trigger meal_batches_before_insert before insert on public.meal_batches
  for each row execute function private.meal_batches_before_insert();
create trigger meal_batches_stock after insert or delete on public.meal_batches
  for each row execute function private.meal_batches_stock();
create trigger touch before update on public.meal_batches for each row execute function private.touch();
create trigger write_audit after update or delete on public.meal_batches
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.meal_batches
  for each statement execute function private.refuse_outsiders();

alter table public.meal_batches enable row level security;
create policy "account reads batches" on public.meal_batches
  for select to authenticated
  using (user_id = (select private.account_id()));
create policy "account logs batches" on public.meal_batches
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));

-- Batches are records of what animals were fed: added, never changed or deleted.
revoke all on public.meal_batches from anon, authenticated;
grant select on public.meal_batches to authenticated;
grant insert (id, user_id, mix_id, mix_version, mixed_at, kg, items, used_by, note, recorded_at)
  on public.meal_batches to authenticated;
grant all on public.meal_batches to service_role;
revoke execute on function private.plain_number(numeric), private.meal_items(uuid, jsonb), private.meal_mixes_before_write(),
  private.meal_batches_before_insert(), private.meal_batches_stock() from public, anon, authenticated;
revoke execute on function private.crew_meal_mixes() from public, anon;
grant execute on function private.crew_meal_mixes() to authenticated;

-- The generated column is computed with the rights of the role that writes the row.
revoke execute on function private.folded(text), private.batch_words(jsonb) from public, anon, authenticated;
grant execute on function private.folded(text), private.batch_words(jsonb) to authenticated, service_role;

select private.guard_values('public.meal_mixes');
select private.guard_values('public.meal_batches');
