-- Slurry stores and the levels that were read at them. Both belong to the account holder alone. A level is captured at
-- the store, without signal.
create table public.slurry_stores (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  name            text not null check (char_length(name) between 1 and 60),
  shape           text not null default 'rect' check (shape in ('rect', 'circular', 'lagoon', 'bag', 'solid')),
  -- A roof or cover keeps the rain out.
  covered         boolean not null default false,
  -- In metres, inside, at the top.
  length_m        numeric(10, 4) check (length_m > 0),
  width_m         numeric(10, 4) check (width_m > 0),
  depth_m         numeric(10, 4) check (depth_m > 0),
  diameter_m      numeric(10, 4) check (diameter_m > 0),
  -- How far a bank goes out for each metre of depth.
  bank_run        numeric(10, 4) check (bank_run > 0),
  -- Empty: the freeboard of the rules.
  freeboard_m     numeric(10, 4) check (freeboard_m >= 0),
  deduction_m3    numeric(14, 4) check (deduction_m3 >= 0),
  volume_m3       numeric(14, 4) check (volume_m3 > 0),
  manure          text check (manure in ('livestock', 'layer', 'poultry')),
  active          boolean not null default true,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id)
);
create index slurry_stores_name_idx on public.slurry_stores (user_id, name, id);
create index slurry_stores_created_by_idx on public.slurry_stores (created_by) where created_by is not null;

create table public.slurry_levels (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  store_id        uuid not null,
  read_on         date not null check (read_on >= '2000-01-01' and read_on < '2200-01-01'),
  read_time       time,
  -- The depth of the slurry, the distance from the top of the store (both in metres), or the volume in m³.
  how             text not null default 'depth' check (how in ('depth', 'from_top', 'volume')),
  amount          numeric(14, 4) not null check (amount >= 0),
  note            text check (char_length(note) <= 300),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint slurry_levels_store_fkey foreign key (user_id, store_id) references public.slurry_stores (user_id, id)
    on delete cascade
);
create index slurry_levels_newest_idx on public.slurry_levels (user_id, read_on desc, created_at desc, id desc);
create index slurry_levels_store_idx on public.slurry_levels (user_id, store_id);
create index slurry_levels_created_by_idx on public.slurry_levels (created_by) where created_by is not null;

create function private.slurry_stores_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.name := btrim(new.name, E' \t\r\n');
  if tg_op = 'INSERT' and auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('slurry_stores', new.user_id, new.id);
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the store a name.');
  perform private.refuse_if(char_length(new.name) > 60, 'The name is too long (60 characters at most).');
  perform private.refuse_if(new.depth_m > 12, 'Enter depth in metres (2.4), not feet.');
  perform private.refuse_if(new.shape <> 'bag' and new.freeboard_m >= new.depth_m, 'Freeboard is deeper than the tank.');
  return new;
end $$;

create function private.slurry_levels_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.note := nullif(btrim(new.note, E' \t\r\n'), '');
  if tg_op = 'INSERT' and auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('slurry_levels', new.user_id, new.id);
    -- A retry: the row exists, and the insert will fail on its key.
    if exists (select from public.slurry_levels l where l.user_id = new.user_id and l.id = new.id) then return new; end if;
  end if;
  perform private.refuse_if(
    not exists (select from public.slurry_stores s where s.user_id = new.user_id and s.id = new.store_id),
    'This store is not there any more.');
  perform private.refuse_if(new.amount is null or new.amount < 0, 'Enter the level as 0 or more.');
  perform private.refuse_if(new.how <> 'volume' and new.amount > 12, 'Enter depth in metres (2.4), not feet.');
  perform private.refuse_if(char_length(new.note) > 300, 'The note is too long (300 characters at most).');
  return new;
end $$;

create trigger a_check_insert before insert on public.slurry_stores for each row execute function private.check_insert();
create trigger slurry_stores_before_write before insert or update on public.slurry_stores
  for each row execute function private.slurry_stores_before_write();
create trigger slurry_stores_touch before update on public.slurry_stores for each row execute function private.touch();
create trigger slurry_stores_write_audit after update or delete on public.slurry_stores
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.slurry_stores
  for each statement execute function private.refuse_outsiders();
create trigger a_check_insert before insert on public.slurry_levels for each row execute function private.check_insert();
create trigger slurry_levels_before_write before insert or update on public.slurry_levels
  for each row execute function private.slurry_levels_before_write();
create trigger slurry_levels_touch before update on public.slurry_levels for each row execute function private.touch();
create trigger slurry_levels_write_audit after update or delete on public.slurry_levels
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.slurry_levels
  for each statement execute function private.refuse_outsiders();

alter table public.slurry_stores enable row level security;
create policy "admin reads slurry stores" on public.slurry_stores
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds slurry stores" on public.slurry_stores
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes slurry stores" on public.slurry_stores
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes slurry stores" on public.slurry_stores
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

alter table public.slurry_levels enable row level security;
create policy "admin reads slurry levels" on public.slurry_levels
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds slurry levels" on public.slurry_levels
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes slurry levels" on public.slurry_levels
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes slurry levels" on public.slurry_levels
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

revoke all on public.slurry_stores, public.slurry_levels from anon, authenticated;
grant select, delete on public.slurry_stores, public.slurry_levels to authenticated;
grant insert (id, user_id, name, shape, covered, length_m, width_m, depth_m, diameter_m, bank_run, freeboard_m,
  deduction_m3, volume_m3, manure, active) on public.slurry_stores to authenticated;
grant update (name, shape, covered, length_m, width_m, depth_m, diameter_m, bank_run, freeboard_m, deduction_m3,
  volume_m3, manure, active) on public.slurry_stores to authenticated;
grant insert (id, user_id, store_id, read_on, read_time, how, amount, note, recorded_at) on public.slurry_levels
  to authenticated;
grant update (read_on, read_time, how, amount, note) on public.slurry_levels to authenticated;
grant all on public.slurry_stores, public.slurry_levels to service_role;
revoke execute on function private.slurry_stores_before_write(), private.slurry_levels_before_write()
  from public, anon, authenticated;

select private.guard_values('public.slurry_stores');
select private.guard_values('public.slurry_levels');
