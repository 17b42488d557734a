-- Farm settings: one row per account, created with the profile. The account's time zone, currency, and what its
-- employees may see.
create table public.farm_settings (
  user_id                 uuid primary key references public.profiles on delete cascade,
  farm_name               text check (char_length(farm_name) <= 120),
  region                  text not null default 'england'
                          check (region in ('england', 'wales', 'scotland', 'northern_ireland', 'ireland')),
  time_zone               text not null default 'Europe/London' check (time_zone in ('Europe/London', 'Europe/Dublin')),
  currency                text not null default 'GBP' check (currency in ('GBP', 'EUR')),
  area_unit               text not null default 'acre' check (area_unit in ('acre', 'hectare')),
  week_starts             smallint not null default 1 check (week_starts between 0 and 6),
  employees_see_rates     boolean not null default true,
  employees_see_all_works boolean not null default true,
  billing_increment_min   smallint not null default 0 check (billing_increment_min in (0, 6, 15, 30)),
  overtime_after_week_min integer check (overtime_after_week_min between 0 and 10080),
  overtime_after_day_min  integer check (overtime_after_day_min between 0 and 1440),
  in_nvz                  boolean,
  nitrates_zone           text check (nitrates_zone in ('A', 'B', 'C')),
  herd_number             text check (char_length(herd_number) <= 20),
  sbi                     text check (char_length(sbi) <= 20),
  cph                     text check (char_length(cph) <= 20),
  updated_at              timestamptz not null default now(),
  -- Up to and including this day, hours are locked for everyone: pay has been run.
  time_locked_until       date,
  -- Whether the noticeboard still asks the account holder to set up the business, fill the price list and log the first
  -- job. Only a new account is asked (see make_farm_settings), and not again once a step is done or skipped.
  asks_business           boolean not null default false,
  asks_prices             boolean not null default false,
  asks_first_job          boolean not null default false
);

create function private.make_farm_settings() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.farm_settings (user_id, asks_business, asks_prices, asks_first_job)
  values (new.id, true, true, true) on conflict do nothing;
  return null;
end $$;
create trigger make_farm_settings after insert on public.profiles
  for each row when (new.role = 'admin') execute function private.make_farm_settings();
create trigger touch before update on public.farm_settings for each row execute function private.touch();
create trigger write_audit after update on public.farm_settings for each row execute function private.write_audit();

-- Today's date in the farm's time zone.
create function private.today(account uuid) returns date
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (now() at time zone
    coalesce((select f.time_zone from public.farm_settings f where f.user_id = account), 'Europe/London'))::date;
end $$;

-- Today on the farm of the signed-in person.
create function private.farm_day() returns date
  language sql stable security definer set search_path = '' as $$ select private.today(private.account_id()) $$;

-- What the signed-in person may see of the account's works and rates. The account holder sets it for the farm and for
-- each employee (which takes precedence), and the database enforces it.
create function private.sees_all_works() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  if private.is_admin() then return true; end if;
  if account is null then return false; end if;
  return coalesce((select sees_all_works from public.profiles where id = auth.uid()),
    (select employees_see_all_works from public.farm_settings where user_id = account), false);
end $$;
create function private.sees_rates() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  if private.is_admin() then return true; end if;
  if account is null then return false; end if;
  return coalesce((select sees_rates from public.profiles where id = auth.uid()),
    (select employees_see_rates from public.farm_settings where user_id = account), false);
end $$;

alter table public.farm_settings enable row level security;
create policy "account reads its settings" on public.farm_settings
  for select to authenticated using (user_id = (select private.account_id()));
create policy "admin changes the settings" on public.farm_settings
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

-- The currency is not granted: it is copied from the invoice settings, where it is chosen.
revoke all on public.farm_settings from anon, authenticated;
grant select on public.farm_settings to authenticated;
grant update (farm_name, region, time_zone, area_unit, week_starts, employees_see_rates, employees_see_all_works,
              billing_increment_min, overtime_after_week_min, overtime_after_day_min, in_nvz, nitrates_zone,
              herd_number, sbi, cph, time_locked_until, asks_business, asks_prices,
              asks_first_job) on public.farm_settings to authenticated;
grant all on public.farm_settings to service_role;

revoke execute on function private.make_farm_settings(), private.today(uuid) from public, anon, authenticated;
revoke execute on function private.farm_day(), private.sees_all_works(), private.sees_rates() from public, anon;
grant execute on function private.farm_day(), private.sees_all_works(), private.sees_rates() to authenticated;

select private.guard_values('public.farm_settings');
