-- More functions used when logging or changing an entry and issuing an invoice, rewritten in PL/pgSQL to keep their
-- plans (20261125090700_kept_plans.sql explains why). The results are the same as before, except for what an employee
-- may see: the setting for the individual employee takes precedence over the farm's settings.

create or replace function private.can_write() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$ begin return private.is_active(private.account_id()); end $$;

create or replace function private.sees_all_works() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  if private.is_admin() then return true; end if;
  if account is null then return false; end if;
  return coalesce((select sees_all_works from public.profiles where id = auth.uid()),
    (select employees_see_all_works from public.farm_settings where user_id = account), false);
end $$;

create or replace function private.sees_rates() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  if private.is_admin() then return true; end if;
  if account is null then return false; end if;
  return coalesce((select sees_rates from public.profiles where id = auth.uid()),
    (select employees_see_rates from public.farm_settings where user_id = account), false);
end $$;

create or replace function private.local_instant(day date, wall time, zone text, second_time boolean) returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
declare
  late timestamptz := (day + wall) at time zone 'UTC';
  early timestamptz := late - interval '1 hour';
  late_fits boolean := late at time zone zone = day + wall;
  early_fits boolean := early at time zone zone = day + wall;
begin
  return case
    when late_fits and early_fits then case when second_time then late else early end
    when early_fits then early
    else late
  end;
end $$;

create or replace function private.line_value(unit text, rate numeric, quantity numeric, billed_minutes integer) returns numeric
  language plpgsql immutable set search_path = ''
  as $$
begin
  return case
    when rate is null or quantity is null then null
    when unit = 'hour' and billed_minutes is not null and quantity = round(billed_minutes / 60.0, 4)
      then round(rate * billed_minutes / 60, 2)
    else round(rate * quantity, 2)
  end;
end $$;

create or replace function private.billed_minutes(minutes integer, step integer) returns integer
  language plpgsql immutable set search_path = ''
  as $$ begin return case when step > 0 then ((minutes + step - 1) / step) * step else minutes end; end $$;

create or replace function private.charged_minutes(account uuid, total_time numeric) returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if total_time is null then return null; end if;
  return private.billed_minutes(round(total_time * 60)::integer,
    coalesce((select billing_increment_min from public.farm_settings where user_id = account), 0));
end $$;

create or replace function private.instant_on(account uuid, day date, not_before timestamptz) returns timestamptz
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if day = private.today(account) then return now(); end if;
  return greatest(not_before, (day + time '12:00') at time zone
    coalesce((select time_zone from public.farm_settings where user_id = account), 'Europe/London'));
end $$;

-- Issuing an invoice moves next_number in the settings. The invoice itself records that, and the currency does not
-- change, so neither trigger needs to run.
drop trigger copy_currency on public.invoice_settings;
create trigger copy_currency after insert or update of currency on public.invoice_settings
  for each row execute function private.copy_currency();
drop trigger write_audit on public.invoice_settings;
create trigger write_audit after update on public.invoice_settings
  for each row when (old.next_number = new.next_number or current_user in ('authenticated', 'service_role'))
  execute function private.write_audit();

-- The planner estimates that re-planning for each array of ids is cheaper, but it never is: the entries are found by
-- their key either way.
alter function private.make_invoice(uuid, uuid, uuid[], jsonb, date, numeric, text) set plan_cache_mode = force_generic_plan;
