-- What a session must have shown before it works in an account, decided by the database: the pages that ask for a password
-- and a code are a courtesy.

-- Whether the person of this session typed their password to open it. A link in a mail opens a session without: the password
-- behind it may be one that somebody else chose, who signed up with this address before, or changed theirs to it. So a
-- session by mail sets a password and does nothing else (amr is what the auth service signs of how it was opened).
-- A session that was ended counts no more, though its token runs for up to an hour: 401, as for a token that ran out.
create function private.password_typed() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  -- The auth service names the session in each of its tokens. Without one the database itself acts in somebody's name.
  if claims ->> 'session_id' is null then return true; end if;
  if not exists (select from auth.sessions where id = (claims ->> 'session_id')::uuid and user_id = (claims ->> 'sub')::uuid) then
    raise exception using errcode = 'PT401', message = 'Your session has ended. Sign in again.';
  end if;
  return coalesce(claims -> 'amr' @> '[{"method": "password"}]', false);
end $$;
revoke all on function private.password_typed() from public, anon, authenticated;

-- Whether this session has taken the second step that its person has set up; true where they have set up none.
create function private.second_step_taken() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  -- A backend that offers no second step has no table of them.
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

-- A session that may not work is in no account: every policy asks this.
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

-- Nor does it show them their crew; their own row alone says who they are.
alter policy "people read themselves and their crew" on public.profiles
  using (id = (select auth.uid()) or (admin_id = (select auth.uid()) and (select private.is_admin())));

-- That row and the picture beside it are changed by a session that may work alone.
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
