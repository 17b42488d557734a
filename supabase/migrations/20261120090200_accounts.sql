-- Accounts: a profile for each signed-in person. An admin owns an account; an employee works in an admin's account.
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
  person_status        text not null default 'active' check (person_status in ('active', 'suspended')),
  last_seen_at         timestamptz,
  -- What this employee may see; null: as in the farm's settings. The account holder sets it, never the employee.
  sees_all_works       boolean,
  sees_rates           boolean,
  -- For the account holder to call: an employee writes their own, and only they and the account holder can read it.
  phone                text check (char_length(phone) <= 40),
  -- Which working-time rules apply: the rules for young workers until they turn 18, and no weekly average for those who
  -- agreed to work more than 48 hours. This belongs to one farm and is cleared when the person joins another.
  turns_18_on          date check (turns_18_on between '1950-01-01' and '2100-01-01'),
  opted_out_48h        boolean not null default false,
  check (role = 'employee' or admin_id is null),
  check (admin_id is distinct from id),
  -- avatar_url is a path in the bucket, inside the person's own folder: it can't be an arbitrary URL or another
  -- person's file.
  constraint profiles_own_avatar check (avatar_url ~ ('^' || id || '/[0-9a-f]{64}\.jpg$'))
);
create index profiles_admin_id_idx on public.profiles (admin_id) where admin_id is not null;

-- What a session must prove before it may work in an account, enforced by the database: the app's password and code
-- pages are only a convenience.

-- Whether this session was opened with the password. A mail link opens a session without it; the account's password may
-- have been chosen by another person who signed up with this address earlier, or changed their address to it. So a
-- session from a mail link may set a password and nothing else (amr, signed by the auth service, says how the session
-- was opened).
-- An ended session no longer counts, although its token is valid for up to an hour: 401, as for an expired token.
create function private.password_typed() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  -- The auth service puts the session id in each of its tokens. Without one, the database itself is acting for a
  -- person.
  if claims ->> 'session_id' is null then return true; end if;
  if not exists (select from auth.sessions where id = (claims ->> 'session_id')::uuid and user_id = (claims ->> 'sub')::uuid) then
    raise exception using errcode = 'PT401', message = 'Your session has ended. Sign in again.';
  end if;
  return coalesce(claims -> 'amr' @> '[{"method": "password"}]', false);
end $$;

-- Whether this session has passed the second step; true if the person has not set one up.
create function private.second_step_taken() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  -- A backend without two-step verification has no such table.
  if to_regclass('auth.mfa_factors') is null then return true; end if;
  return coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'aal', '') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified');
end $$;

create function private.session_may_work() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return private.password_typed() and private.second_step_taken();
end $$;

-- The functions below are called in nearly every statement, some ten times per entry, so they are written in PL/pgSQL
-- (docs/decisions/0029-common-questions-in-plpgsql.md).

-- The account a person works in: their own for an admin, the admin's for an employee. Null for an employee who is not
-- linked to an account, for a suspended one, and in a session that may not work: they can read and write nothing.
create function private.account_id() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select case when role = 'admin' then id when person_status = 'active' then admin_id end
    from public.profiles where id = (select auth.uid()) and (select private.session_may_work()));
end $$;

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return coalesce((
    select role = 'admin' from public.profiles
    where id = (select auth.uid()) and (select private.session_may_work())), false);
end $$;

-- Whether the account's trial or subscription is running. The end is exclusive: at that instant it is over.
create function private.is_active(account uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return coalesce((
    select (subscription_status = 'active' and subscription_ends_at > now())
        or (subscription_status = 'trialing' and trial_ends_at > now())
    from public.profiles where id = account), false);
end $$;

-- A lapsed account can read and export everything but cannot write business rows.
create function private.can_write() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$ begin return private.is_active(private.account_id()); end $$;

-- Raises 42501 if the account has lapsed.
create function private.refuse_lapsed(account uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if not private.is_active(account) then
    raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
  end if;
end $$;

-- Raises 42501 if a signed-in person names an account that is not theirs. Without one, the call comes from the database.
create function private.refuse_other_account(account uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.uid() is not null and account is distinct from private.account_id() then
    raise exception using errcode = '42501', message = 'This belongs to another account.';
  end if;
end $$;

-- The caller's account; raises 42501 if the caller is not its holder or, before writing, if it has lapsed.
create function private.holder_account(writing boolean default true) returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  if account is null or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only the main account holder can do this.';
  end if;
  if writing then perform private.refuse_lapsed(account); end if;
  return account;
end $$;

-- Whether a person may add a row: to their own account, unless it has lapsed. The optional argument is the message for
-- employees, if only the account holder adds rows. Tables call it "a_check_insert": triggers of the same timing run in the order of
-- their names, and this one comes first.
create function private.check_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null then return new; end if;
  -- Some tables set a missing account in their own trigger; in the others, row security refuses the row.
  if new.user_id is not null then perform private.refuse_other_account(new.user_id); end if;
  if tg_nargs > 0 and not private.is_admin() then
    raise exception using errcode = '42501', message = tg_argv[0];
  end if;
  perform private.refuse_lapsed(private.account_id());
  return new;
end $$;

-- The name that is stored on a person's entries and stays there after they have left.
create function private.person_name(person uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select coalesce(
      nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''),
      -- A person who clears their name or changes their address keeps the name that their farm knows them by.
      (select f.name from public.farm_people f where f.person_id = person and f.present),
      split_part(u.email, '@', 1),
      'Someone')
    from auth.users u left join public.profiles p on p.id = u.id where u.id = person);
end $$;

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

-- The name without invisible and bidirectional control characters, and with single plain spaces.
create function private.clean_name(name text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select nullif(btrim(regexp_replace(regexp_replace(name,
      '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]',
      '', 'g'), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), '')
  $$;

-- Two names with the same key look the same to a reader: case, accents, spaces, punctuation, full-width letters, and
-- Cyrillic or Greek letters that look Latin are ignored.
create function private.name_key(name text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select regexp_replace(replace(replace(replace(translate(lower(translate(regexp_replace(
        normalize(coalesce(private.clean_name(name), ''), NFKD),
        '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f]', '', 'g'),
        'АВЕЅІЈКМНОРСТУХаеорсухіјѕһΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαικνρ', 'ABESIJKMHOPCTYXaeopcyxijshABEZHIKMNOPTYXoaikvp')),
        'łŁøØđĐðÐıÆŒẞ', 'llooddddiæœß'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00b4\u00b7\u2010-\u2027\u2030-\u205e]', '', 'g')
  $$;

create function private.clean_names() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.first_name := private.clean_name(new.first_name);
  new.last_name := private.clean_name(new.last_name);
  return new;
end $$;
create trigger clean_names before insert or update of first_name, last_name on public.profiles
  for each row execute function private.clean_names();

-- Deletes sign-ups whose address was not confirmed within a day: each blocks an address that may be another person's,
-- with a password that this person did not choose. Run by the schedule that sends the reminders.
create function public.remove_unconfirmed() returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare removed integer;
begin
  delete from auth.users
    where email_confirmed_at is null and phone_confirmed_at is null and created_at < now() - interval '1 day'
      -- The link in a confirmation mail that was sent again is valid for an hour.
      and coalesce(confirmation_sent_at, created_at) < now() - interval '1 hour';
  get diagnostics removed = row_count;
  return removed;
end $$;

alter table public.profiles enable row level security;

-- Employees read what they may know of their account holder from public.account_holder and public.farm_people.
create policy "people read themselves and their crew" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (admin_id = (select auth.uid()) and (select private.is_admin())));
-- People can change their own profile only in a session that may work.
create policy "people edit themselves" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and (select private.session_may_work()))
  with check (id = (select auth.uid()) and (select private.session_may_work()));

-- The browser may never write role, account or subscription.
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (first_name, last_name, avatar_url, phone) on public.profiles to authenticated;
grant all on public.profiles to service_role;

revoke execute on function public.remove_unconfirmed() from public, anon, authenticated;
grant execute on function public.remove_unconfirmed() to service_role;

revoke execute on function private.password_typed(), private.second_step_taken(), private.session_may_work(),
  private.account_id(), private.is_admin(), private.is_active(uuid), private.can_write(), private.refuse_lapsed(uuid),
  private.refuse_other_account(uuid), private.holder_account(boolean), private.check_insert(), private.person_name(uuid),
  private.make_profile(), private.clean_name(text), private.name_key(text), private.clean_names()
  from public, anon, authenticated;
grant execute on function private.session_may_work(), private.account_id(), private.is_admin(), private.can_write()
  to authenticated;
-- The clean_names trigger runs as the person who changes their name, and some functions of the API as their caller.
grant execute on function private.clean_name(text), private.holder_account(boolean), private.refuse_lapsed(uuid)
  to authenticated;

select private.guard_values('public.profiles');
