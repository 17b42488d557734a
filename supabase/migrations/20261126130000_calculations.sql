-- Saved calculations (stocking rate, slurry storage, N and P loading), and figures of the rules that the account holder
-- replaced. Both belong to the account holder alone.

-- A calculation keeps its inputs, its results and the version of the rules it was worked out with. The rules of a
-- version never change, so the same inputs give the same result years later.
create table public.calculations (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  kind            text not null check (kind in ('stocking', 'slurry', 'nutrients')),
  name            text not null check (char_length(name) between 1 and 80),
  year            integer not null check (year between 2000 and 2199),
  regime          text not null check (regime in ('eng-nvz', 'eng-non-nvz', 'wales', 'scot-nvz', 'scot', 'ni', 'ie')),
  rule_version    date not null,
  -- The form as it was filled in, with the figures that the account holder entered.
  inputs          jsonb not null,
  -- The main figures of the result, by name: what the list of saved years shows.
  results         jsonb not null,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  -- The inputs of a farm with 60 lines of stock, 300 fields and 3,000 applications are about 600 kB.
  constraint calculations_inputs_check check (jsonb_typeof(inputs) = 'object' and octet_length(inputs::text) <= 2000000),
  constraint calculations_results_check check (private.is_flat(results) and octet_length(results::text) <= 20000)
);
create index calculations_newest_idx on public.calculations (user_id, kind, year desc, created_at desc, id desc);
create index calculations_created_by_idx on public.calculations (created_by) where created_by is not null;

-- A figure that the account holder uses instead of the one in the rules, with the reason.
create table public.rule_overrides (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  regime          text not null check (regime in ('eng-nvz', 'eng-non-nvz', 'wales', 'scot-nvz', 'scot', 'ni', 'ie')),
  figure          text not null check (char_length(figure) between 1 and 120),
  -- A number, or a period of the year such as 10-15/01-31.
  value           text not null check (value ~ '^([0-9]{1,9}([.][0-9]{1,6})?|[01][0-9]-[0-3][0-9]/[01][0-9]-[0-3][0-9])$'),
  reason          text not null check (char_length(reason) between 1 and 300),
  valid_from      date,
  valid_to        date,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint rule_overrides_days_check check (valid_to >= valid_from)
);
create index rule_overrides_newest_idx on public.rule_overrides (user_id, created_at, id);
create index rule_overrides_created_by_idx on public.rule_overrides (created_by) where created_by is not null;

create function private.calculations_before_write() returns trigger
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
    perform private.refuse_deleted('calculations', new.user_id, new.id);
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the calculation a name.');
  perform private.refuse_if(char_length(new.name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(new.year is null or new.year not between 2000 and 2199, 'Choose a year from 2000 to 2199.');
  perform private.refuse_if(jsonb_typeof(new.inputs) is distinct from 'object' or not coalesce(private.is_flat(new.results), false),
    'This calculation is not complete.');
  perform private.refuse_if(octet_length(new.inputs::text) > 2000000 or octet_length(new.results::text) > 20000,
    'This calculation is too large.');
  perform private.refuse_if(tg_op = 'UPDATE'
    and (new.kind, new.regime, new.rule_version) is distinct from (old.kind, old.regime, old.rule_version),
    'A saved calculation keeps its rules. Save a new one instead.');
  return new;
end $$;

create function private.rule_overrides_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.reason := btrim(new.reason, E' \t\r\n');
  if tg_op = 'INSERT' and auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('rule_overrides', new.user_id, new.id);
  end if;
  perform private.refuse_if(coalesce(new.reason, '') = '', 'Say where the figure comes from.');
  perform private.refuse_if(char_length(new.reason) > 300, 'The reason is too long (300 characters at most).');
  perform private.refuse_if(new.valid_to < new.valid_from, 'The end date is before the start date.');
  return new;
end $$;

create trigger a_check_insert before insert on public.calculations for each row execute function private.check_insert();
create trigger calculations_before_write before insert or update on public.calculations
  for each row execute function private.calculations_before_write();
create trigger calculations_touch before update on public.calculations for each row execute function private.touch();
create trigger calculations_write_audit after update or delete on public.calculations
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.calculations
  for each statement execute function private.refuse_outsiders();
create trigger a_check_insert before insert on public.rule_overrides for each row execute function private.check_insert();
create trigger rule_overrides_before_write before insert or update on public.rule_overrides
  for each row execute function private.rule_overrides_before_write();
create trigger rule_overrides_touch before update on public.rule_overrides for each row execute function private.touch();
create trigger rule_overrides_write_audit after update or delete on public.rule_overrides
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.rule_overrides
  for each statement execute function private.refuse_outsiders();

alter table public.calculations enable row level security;
create policy "admin reads calculations" on public.calculations
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin saves calculations" on public.calculations
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes calculations" on public.calculations
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes calculations" on public.calculations
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

alter table public.rule_overrides enable row level security;
create policy "admin reads overrides" on public.rule_overrides
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds overrides" on public.rule_overrides
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes overrides" on public.rule_overrides
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes overrides" on public.rule_overrides
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

revoke all on public.calculations, public.rule_overrides from anon, authenticated;
grant select, delete on public.calculations, public.rule_overrides to authenticated;
grant insert (id, user_id, kind, name, year, regime, rule_version, inputs, results) on public.calculations to authenticated;
grant update (name, year, inputs, results) on public.calculations to authenticated;
grant insert (id, user_id, regime, figure, value, reason, valid_from, valid_to) on public.rule_overrides to authenticated;
grant update (value, reason, valid_from, valid_to) on public.rule_overrides to authenticated;
grant all on public.calculations, public.rule_overrides to service_role;
revoke execute on function private.calculations_before_write(), private.rule_overrides_before_write()
  from public, anon, authenticated;

select private.guard_values('public.calculations');
select private.guard_values('public.rule_overrides');
