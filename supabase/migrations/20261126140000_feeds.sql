-- Feeds: what TMR and meal mixes are made of, with analysis, price and stock. Only the account holder reads them: a mix
-- carries a copy of the analysis, so the crew needs no more.
create table public.feeds (
  id               uuid not null default gen_random_uuid(),
  user_id          uuid not null references public.profiles on delete cascade,
  name             text not null check (char_length(name) between 1 and 80),
  category         text not null default 'forage'
                   check (category in ('forage', 'straight', 'blend', 'mineral', 'liquid', 'other')),
  dm_pct           numeric(5, 2) not null check (dm_pct between 1 and 100),
  -- Null: not analysed. Sums of a mix with this feed are then shown as incomplete.
  me_mj_kg_dm      numeric(5, 2) check (me_mj_kg_dm between 0 and 25),
  -- Urea has more than 280 %.
  cp_pct           numeric(5, 2) check (cp_pct between 0 and 300),
  -- Forage reports quote protein in the dry matter, bag labels as fed.
  cp_basis         text not null default 'dm' check (cp_basis in ('dm', 'fresh')),
  -- For a tonne as bought (fresh).
  cost_per_t       numeric(10, 2) check (cost_per_t >= 0),
  -- In kg, so that every feeding can be taken off exactly. Null: not counted. Negative once more was fed than was counted.
  in_stock_kg      numeric(12, 3) check (in_stock_kg between -99999999 and 99999999),
  -- When somebody last counted it: what was fed before that is in the count already.
  stock_counted_at timestamptz,
  analysis_date    date check (analysis_date >= '2000-01-01' and analysis_date < '2200-01-01'),
  lab_ref          text check (char_length(lab_ref) between 1 and 60),
  source           text check (char_length(source) between 1 and 120),
  active           boolean not null default true,
  created_by       uuid references public.profiles on delete set null,
  created_by_name  text not null,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index feeds_name_key on public.feeds (user_id, lower(name)) where active;
create index feeds_created_by_idx on public.feeds (created_by) where created_by is not null;

create function private.feeds_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.name := btrim(new.name, E' \t\r\n');
  new.lab_ref := nullif(btrim(new.lab_ref, E' \t\r\n'), '');
  new.source := nullif(btrim(new.source, E' \t\r\n'), '');
  if tg_op = 'INSERT' then
    if auth.uid() is null then
      new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
    else
      new.created_by := auth.uid();
      new.created_by_name := private.person_name(auth.uid());
      new.created_at := now();
    end if;
    new.stock_counted_at := case when new.in_stock_kg is not null then coalesce(new.stock_counted_at, now()) end;
  elsif pg_trigger_depth() = 1 and new.in_stock_kg is distinct from old.in_stock_kg then
    -- A person counted it. Feedings and batches change it from their own triggers, which are one level deeper.
    new.stock_counted_at := case when new.in_stock_kg is not null then now() end;
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the feed a name.');
  perform private.refuse_if(char_length(new.name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.lab_ref) > 60, 'The lab reference is too long (60 characters at most).');
  perform private.refuse_if(char_length(new.source) > 120, 'The source is too long (120 characters at most).');
  perform private.refuse_if(new.dm_pct is null or new.dm_pct not between 1 and 100,
    'Dry matter must be between 1 and 100 %.');
  perform private.refuse_if(new.me_mj_kg_dm not between 0 and 25, 'Energy must be between 0 and 25 MJ/kg.');
  perform private.refuse_if(new.cp_pct not between 0 and 300, 'Check the crude protein.');
  perform private.refuse_if(new.cost_per_t < 0, 'The price can''t be less than 0.');
  perform private.refuse_if(new.active and exists (
    select from public.feeds f
    where f.user_id = new.user_id and lower(f.name) = lower(new.name) and f.active and f.id <> new.id),
    'There is a feed of this name already.');
  return new;
end $$;

create trigger a_check_insert before insert on public.feeds
  for each row execute function private.check_insert('Only the main account holder writes feeds.');
create trigger feeds_before_write before insert or update on public.feeds
  for each row execute function private.feeds_before_write();
create trigger touch before update on public.feeds for each row execute function private.touch();
-- What feedings and batches take off the stock is in those records: the log would only repeat it.
create trigger write_audit after update on public.feeds
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit();
create trigger refuse_outsiders before insert on public.feeds
  for each statement execute function private.refuse_outsiders();

-- Takes what was fed or mixed at an instant off the stock of the feeds, or (sign -1) puts it back. `used`: a list of
-- {"feed", "kg"}. A feed that is not counted, or was counted later, stays as it is.
create function private.draw_stock(account uuid, used jsonb, at timestamptz, sign integer) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Locks in the order of the key, so that two concurrent calls wait for each other instead of deadlocking.
  perform 1 from public.feeds f
  where f.user_id = account and f.id in (select (u.value ->> 'feed')::uuid from jsonb_array_elements(used) u)
  order by f.id for update;
  update public.feeds f set in_stock_kg = f.in_stock_kg - sign * taken.kg
  from (select (u.value ->> 'feed')::uuid as feed, sum((u.value ->> 'kg')::numeric) as kg
        from jsonb_array_elements(used) u group by 1) taken
  where f.user_id = account and f.id = taken.feed and f.in_stock_kg is not null and taken.kg <> 0
    and f.stock_counted_at <= at;
end $$;

-- The copy of a feed that a mix carries: what every ingredient of TMR and meal mixes has. Raises a message if it is not
-- valid. Name and category are those of the feed now.
create function private.mix_feed(account uuid, item jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  feed public.feeds;
  me   numeric;
  cp   numeric;
  cost numeric;
begin
  perform private.refuse_if(jsonb_typeof(item) is distinct from 'object'
    or coalesce(item ->> 'feed', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 'Choose the feed of each ingredient.');
  select * into feed from public.feeds f where f.user_id = account and f.id = (item ->> 'feed')::uuid;
  perform private.refuse_if(not found, 'One of the feeds is not there any more.');
  perform private.refuse_if(exists (
    select from unnest(array['dm', 'me', 'cp', 'cost']) key
    where private.json_kind(item -> key) not in ('number', 'null', 'missing')), 'An analysis is made of numbers.');
  perform private.refuse_if(coalesce(private.json_kind(item -> 'dm') <> 'number' or (item ->> 'dm')::numeric not between 1 and 100, true),
    'Dry matter must be between 1 and 100 %.');
  me := (item ->> 'me')::numeric;
  cp := (item ->> 'cp')::numeric;
  cost := (item ->> 'cost')::numeric;
  perform private.refuse_if(me not between 0 and 25, 'Energy must be between 0 and 25 MJ/kg.');
  perform private.refuse_if(cp not between 0 and 300, 'Check the crude protein.');
  perform private.refuse_if(cost < 0 or cost > 99999999, 'Check the price.');
  perform private.refuse_if(coalesce(item ->> 'basis', '') not in ('dm', 'fresh'),
    'Say whether the protein is in the dry matter or as fed.');
  return jsonb_build_object('feed', feed.id, 'name', feed.name, 'category', feed.category,
    'dm', round((item ->> 'dm')::numeric, 2), 'me', round(me, 2), 'cp', round(cp, 2), 'basis', item ->> 'basis',
    'cost', round(cost, 2));
end $$;

-- The ingredients without their prices, for people who may not see rates.
create function private.without_costs(items jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_set(item, '{cost}', 'null') order by place), '[]')
    from jsonb_array_elements(items) with ordinality i (item, place)
  $$;

alter table public.feeds enable row level security;
create policy "admin reads feeds" on public.feeds
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds feeds" on public.feeds
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin edits feeds" on public.feeds
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

-- A feed is taken off the list, never deleted: mixes carry its id.
revoke all on public.feeds from anon, authenticated;
grant select on public.feeds to authenticated;
grant insert (id, user_id, name, category, dm_pct, me_mj_kg_dm, cp_pct, cp_basis, cost_per_t, in_stock_kg, analysis_date,
  lab_ref, source, active) on public.feeds to authenticated;
grant update (name, category, dm_pct, me_mj_kg_dm, cp_pct, cp_basis, cost_per_t, in_stock_kg, analysis_date, lab_ref,
  source, active) on public.feeds to authenticated;
grant all on public.feeds to service_role;
revoke execute on function private.feeds_before_write(), private.draw_stock(uuid, jsonb, timestamptz, integer),
  private.mix_feed(uuid, jsonb), private.without_costs(jsonb) from public, anon, authenticated;

select private.guard_values('public.feeds');
