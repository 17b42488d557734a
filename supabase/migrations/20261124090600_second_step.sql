-- The second step of signing in, decided by the database: the page that asks for the code is a courtesy.

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

-- With the password alone such a person works in no account: every policy asks this.
create or replace function private.account_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select case when role = 'admin' then id when person_status = 'active' then admin_id end
    from public.profiles where id = (select auth.uid()) and (select private.second_step_taken())
  $$;
create or replace function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((
      select role = 'admin' from public.profiles
      where id = (select auth.uid()) and (select private.second_step_taken())), false)
  $$;

-- Nor does it show them whom they work with; their own row alone says who they are.
alter policy "people read themselves, their crew and their account holder" on public.profiles
  using (id = (select auth.uid()) or (admin_id = (select auth.uid()) and (select private.is_admin()))
    or id = (select private.account_id()));

-- That row and the picture beside it are changed with the second step alone.
alter policy "people edit themselves" on public.profiles
  using (id = (select auth.uid()) and (select private.second_step_taken()))
  with check (id = (select auth.uid()) and (select private.second_step_taken()));
alter policy "people add a picture of themselves" on storage.objects
  with check (bucket_id = 'avatars' and storage.foldername(name) = array[(select auth.uid())::text]
    and storage.filename(name) ~ '^[0-9a-f]{64}\.jpg$' and owner_id = (select auth.uid())::text
    and (select private.second_step_taken()));
alter policy "people delete their own picture" on storage.objects
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.second_step_taken()));
grant execute on function private.second_step_taken() to authenticated;
