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
revoke all on function private.password_typed() from public, anon, authenticated;

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
revoke all on function private.second_step_taken() from public, anon, authenticated;

create function private.session_may_work() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return private.password_typed() and private.second_step_taken();
end $$;
revoke all on function private.session_may_work() from public, anon, authenticated;

-- A session that may not work has no account: every policy uses this function.
create or replace function private.account_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select case when role = 'admin' then id when person_status = 'active' then admin_id end
    from public.profiles where id = (select auth.uid()) and (select private.session_may_work())
  $$;
create or replace function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((
      select role = 'admin' from public.profiles
      where id = (select auth.uid()) and (select private.session_may_work())), false)
  $$;

-- Such a session can't read the employees either; it can read only its own profile.
alter policy "people read themselves and their crew" on public.profiles
  using (id = (select auth.uid()) or (admin_id = (select auth.uid()) and (select private.is_admin())));

-- The own profile and picture can be changed only by a session that may work.
alter policy "people edit themselves" on public.profiles
  using (id = (select auth.uid()) and (select private.session_may_work()))
  with check (id = (select auth.uid()) and (select private.session_may_work()));
alter policy "people add a picture of themselves" on storage.objects
  with check (bucket_id = 'avatars' and storage.foldername(name) = array[(select auth.uid())::text]
    and storage.filename(name) ~ '^[0-9a-f]{64}\.jpg$' and owner_id = (select auth.uid())::text
    and (select private.session_may_work()) and (select private.has_room('avatars')));
alter policy "people delete their own picture" on storage.objects
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.session_may_work()));
grant execute on function private.session_may_work() to authenticated;
