-- The crew: the account holder's list of employees, and how an employee is suspended, removed, leaves, and starts an
-- account of their own. A person's records stay with the farm.

-- The account's employees with their email addresses, which only the account holder may read.
create function private.people_of_crew()
  returns table (id uuid, first_name text, last_name text, avatar_url text, email text, person_status text, last_seen_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select p.id, p.first_name, p.last_name, p.avatar_url, u.email::text, p.person_status, p.last_seen_at
    from public.profiles p join auth.users u on u.id = p.id
    where p.admin_id = (select auth.uid()) and (select private.is_admin())
    order by lower(concat_ws(' ', p.first_name, p.last_name, u.email)), p.id
  $$;
create function public.crew_people()
  returns table (id uuid, first_name text, last_name text, avatar_url text, email text, person_status text, last_seen_at timestamptz)
  language sql stable set search_path = ''
  as $$ select * from private.people_of_crew() $$;

-- Suspends an employee or ends the suspension. It takes effect at once, also for tokens issued before; they keep their seat.
create function public.suspend_employee(p_employee uuid, p_suspended boolean) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_seats(false);
  before text;
  after text := case when p_suspended then 'suspended' else 'active' end;
begin
  select person_status into before from public.profiles where id = p_employee and admin_id = account for no key update;
  perform private.refuse_if(before is null, 'This person is not on your farm any more.');
  if before <> after then
    update public.profiles set person_status = after where id = p_employee;
    perform private.log_person(account, p_employee, 'person_status', before, after);
  end if;
  return p_employee;
end $$;

-- Sets what one employee may see, regardless of the farm's settings.
create function public.set_employee_sight(p_employee uuid, p_sees_all_works boolean, p_sees_rates boolean) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_seats(false);
  before public.profiles;
begin
  perform private.refuse_if(p_sees_all_works is null or p_sees_rates is null, 'Choose what this person may see.');
  select * into before from public.profiles where id = p_employee and admin_id = account for no key update;
  perform private.refuse_if(before.id is null, 'This person is not on your farm any more.');
  update public.profiles set sees_all_works = p_sees_all_works, sees_rates = p_sees_rates where id = p_employee;
  if before.sees_all_works is distinct from p_sees_all_works then
    perform private.log_person(account, p_employee, 'sees_all_works', before.sees_all_works::text, p_sees_all_works::text);
  end if;
  if before.sees_rates is distinct from p_sees_rates then
    perform private.log_person(account, p_employee, 'sees_rates', before.sees_rates::text, p_sees_rates::text);
  end if;
  return p_employee;
end $$;

create function public.remove_employee(p_employee uuid) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare account uuid := private.lock_seats(false);
begin
  update public.profiles set admin_id = null, person_status = 'active', sees_all_works = null, sees_rates = null
    where id = p_employee and admin_id = account;
  perform private.refuse_if(not found, 'This person is not on your farm any more.');
  perform private.log_person(account, p_employee, 'employee', private.person_name(p_employee), null);
  return p_employee;
end $$;

create function public.leave_farm() returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  person uuid := private.signed_in();
  farm uuid;
begin
  select admin_id into farm from public.profiles where id = person for update;
  perform private.refuse_if(farm is null, 'You are not part of a farm.');
  update public.profiles set admin_id = null, person_status = 'active', sees_all_works = null, sees_rates = null
    where id = person;
  perform private.log_person(farm, person, 'employee', private.person_name(person), null);
  return person;
end $$;

-- A person who has left a farm starts an account. The trial that came with their sign-up is not given twice.
create function public.start_own_account() returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare person uuid := private.signed_in();
begin
  update public.profiles set role = 'admin' where id = person and role = 'employee' and admin_id is null;
  perform private.refuse_if(not found, 'You are part of a farm, or have an account of your own already.');
  insert into public.farm_settings (user_id) values (person) on conflict do nothing;
  insert into private.counters (user_id, series) values (person, 'invoice') on conflict do nothing;
  return person;
end $$;

-- Records that an employee was active, at most once in ten minutes.
create function public.note_seen() returns boolean
  language plpgsql security definer set search_path = ''
  as $$
declare person uuid := private.signed_in();
begin
  update public.profiles set last_seen_at = now()
    -- num_nonnulls keeps the planner from the index on admin_id, which "is not null" would allow; the row is found by
    -- its key.
    where id = person and num_nonnulls(admin_id) = 1 and coalesce(last_seen_at < now() - interval '10 minutes', true);
  return found;
end $$;

-- Entries that a person saved offline before they were suspended or removed are refused with a message that says so.
create function private.refuse_outsiders() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is not null and private.account_id() is null then
    raise exception using errcode = '42501', message = case
      when exists (select from public.profiles where id = auth.uid() and admin_id is not null)
        then 'Couldn''t send – your access is suspended.'
      else 'Couldn''t send – you''re no longer on this farm.' end;
  end if;
  return null;
end $$;

revoke execute on function private.people_of_crew(), private.refuse_outsiders() from public, anon, authenticated;
grant execute on function private.people_of_crew() to authenticated;
revoke execute on function public.crew_people(), public.suspend_employee(uuid, boolean), public.remove_employee(uuid),
  public.set_employee_sight(uuid, boolean, boolean),
  public.leave_farm(), public.start_own_account(), public.note_seen() from public, anon;
grant execute on function public.crew_people(), public.suspend_employee(uuid, boolean), public.remove_employee(uuid),
  public.set_employee_sight(uuid, boolean, boolean),
  public.leave_farm(), public.start_own_account(), public.note_seen() to authenticated, service_role;
