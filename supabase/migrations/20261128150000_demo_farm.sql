-- The demo farm of a hosted project. Its password is public, so nobody who is signed in there may change anything: no row, no
-- file, and not the sign-in itself. The operator marks the account holder's profile, and fills and changes the account without
-- a signed-in person (docs/decisions/0064-read-only-demo-farm.md).

alter table public.profiles add column is_demo boolean not null default false;

-- Unlike private.account_id, this also works in a session without access (private.session_may_work).
create function private.is_demo(person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare holder uuid;
begin
  -- Two lookups by key, because a join may be planned as a read of all profiles.
  select coalesce(p.admin_id, p.id) into holder from public.profiles p where p.id = person;
  return exists (select from public.profiles p where p.id = holder and p.is_demo);
end $$;

-- Whether the signed-in person works in a demo farm.
create function private.in_demo() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$ begin return private.is_demo(auth.uid()); end $$;

create function private.say_demo() returns void
  language plpgsql immutable set search_path = ''
  as $$
begin
  raise exception using errcode = '42501', message = 'This is the demo farm: you can look at everything, but not change it.';
end $$;

create function private.refuse_demo() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if private.in_demo() then perform private.say_demo(); end if;
  return null;
end $$;

-- Every table of the API has this trigger. It runs for each statement, also for one that row security leaves without rows, so
-- that a refused change has a message. A later migration calls this for its own tables.
create function private.guard_demo(guarded regclass) returns void
  language plpgsql set search_path = ''
  as $$
begin
  execute format('create trigger a_refuse_demo before insert or update or delete on %s
    for each statement execute function private.refuse_demo()', guarded);
end $$;

do $$
declare one regclass;
begin
  for one in select oid from pg_catalog.pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname loop
    perform private.guard_demo(one);
  end loop;
  -- The tables in which imports and restores keep their state.
  perform private.guard_demo('private.staged_import_rows');
  perform private.guard_demo('private.restores');
end $$;

create policy "nobody adds files to a demo farm" on storage.objects as restrictive for insert to authenticated
  with check (not (select private.in_demo()));
create policy "nobody changes files of a demo farm" on storage.objects as restrictive for update to authenticated
  using (not (select private.in_demo()));
create policy "nobody deletes files of a demo farm" on storage.objects as restrictive for delete to authenticated
  using (not (select private.in_demo()));

-- The auth service lets the holder of a session change the person, and row security does not apply to it. Signing in, and
-- mails to the operator's own address, stay possible.
create function private.keep_demo_sign_in() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    if private.is_demo(old.id) then perform private.say_demo(); end if;
    return old;
  end if;
  if private.is_demo(old.id) and exists (
      select from unnest(array['email', 'email_change', 'phone', 'phone_change', 'encrypted_password', 'raw_user_meta_data']) kept
      where to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept) then
    perform private.say_demo();
  end if;
  return new;
end $$;
create trigger keep_demo_sign_in before update or delete on auth.users
  for each row execute function private.keep_demo_sign_in();

-- A second step that one visitor sets up would lock out all others.
create function private.refuse_demo_factor() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if private.is_demo(new.user_id) then perform private.say_demo(); end if;
  return new;
end $$;
create function private.guard_factors() returns void
  language plpgsql set search_path = ''
  as $$
begin
  -- A backend without two-step verification has no such table.
  if to_regclass('auth.mfa_factors') is not null then
    create trigger refuse_demo_factor before insert or update on auth.mfa_factors
      for each row execute function private.refuse_demo_factor();
  end if;
-- A managed database may not allow a trigger on this table (docs/deploy.md, "A demo farm for visitors").
exception when insufficient_privilege then null;
end $$;
select private.guard_factors();

revoke execute on function private.is_demo(uuid), private.in_demo(), private.say_demo(), private.refuse_demo(),
  private.guard_demo(regclass), private.keep_demo_sign_in(), private.refuse_demo_factor(), private.guard_factors()
  from public, anon, authenticated;
grant execute on function private.in_demo() to authenticated;
