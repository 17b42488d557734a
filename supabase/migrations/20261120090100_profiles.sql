-- Profiles: one per signed-in person. An admin owns an account; an employee works in an admin's account.
create table public.profiles (
  id                   uuid primary key references auth.users on delete cascade,
  first_name           text check (char_length(first_name) <= 60),
  last_name            text check (char_length(last_name) <= 60),
  avatar_url           text check (char_length(avatar_url) <= 500),
  role                 text not null default 'admin' check (role in ('admin', 'employee')),
  admin_id             uuid references public.profiles on delete set null,
  subscription_status  text check (subscription_status in ('trialing', 'active', 'past_due', 'canceled')),
  trial_ends_at        timestamptz,
  subscription_ends_at timestamptz,
  created_at           timestamptz not null default now(),
  check (role = 'employee' or admin_id is null),
  check (admin_id is distinct from id)
);
create index profiles_admin_id_idx on public.profiles (admin_id) where admin_id is not null;

-- The account a person works in: their own for an admin, the admin's for an employee. Null for an employee who is not
-- linked to an account: they can read and write nothing.
create function private.account_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select case role when 'admin' then id else admin_id end from public.profiles where id = (select auth.uid()) $$;

create function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select role = 'admin' from public.profiles where id = (select auth.uid())), false) $$;

-- Whether the account's trial or subscription is running. The end is exclusive: at that exact instant it is over.
create function private.is_active(account uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((
      select (subscription_status = 'active' and subscription_ends_at > now())
          or (subscription_status = 'trialing' and trial_ends_at > now())
      from public.profiles where id = account), false)
  $$;

-- A lapsed account can read and export everything but cannot write business rows.
create function private.can_write() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.is_active(private.account_id()) $$;

-- The name stored on entries; it stays there after the person has left.
create function private.person_name(person uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''),
      split_part(u.email, '@', 1),
      'Someone')
    from auth.users u left join public.profiles p on p.id = u.id where u.id = person
  $$;

-- A new sign-up becomes an admin with a 30-day trial. Only the names are taken from the browser's metadata.
create function private.make_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.profiles (id, first_name, last_name, role, subscription_status, trial_ends_at)
  values (
    new.id,
    nullif(left(btrim(new.raw_user_meta_data ->> 'first_name'), 60), ''),
    nullif(left(btrim(new.raw_user_meta_data ->> 'last_name'), 60), ''),
    'admin', 'trialing', now() + interval '30 days');
  return new;
end $$;

create trigger make_profile after insert on auth.users for each row execute function private.make_profile();

alter table public.profiles enable row level security;

-- Employees read what they may know of their account holder from public.account_holder and public.farm_people.
create policy "people read themselves and their crew" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or admin_id = (select auth.uid()));
create policy "people edit themselves" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- The browser may never write role, account or subscription.
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (first_name, last_name, avatar_url) on public.profiles to authenticated;
grant all on public.profiles to service_role;

revoke all on all functions in schema private from public, anon, authenticated;
grant execute on function private.account_id(), private.is_admin(), private.can_write() to authenticated;
