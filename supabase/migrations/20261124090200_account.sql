-- Account: a person's phone number and picture, the plan of a full export, and what is removed when an account is
-- deleted.

-- For the account holder to call: an employee writes their own, and only they and the account holder can read it.
alter table public.profiles add column if not exists phone text check (char_length(phone) <= 40);

-- avatar_url is a path in the bucket, inside the person's own folder: it can't be an arbitrary URL or another person's
-- file.
alter table public.profiles add constraint profiles_own_avatar
  check (avatar_url ~ ('^' || id || '/[0-9a-f]{64}\.jpg$'));

grant update (phone) on public.profiles to authenticated;

-- avatars/PERSON/HASH.jpg, where HASH is the hash of the content. Small squares that the app renders itself; not
-- public.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', false, 262144, '{image/jpeg}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- A picture is readable together with its person's profile. People change their own whatever the state of the
-- subscription.
create policy "people see the pictures of those they work with" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] in (select id::text from public.profiles));
create policy "people add a picture of themselves" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and storage.foldername(name) = array[(select auth.uid())::text]
    and storage.filename(name) ~ '^[0-9a-f]{64}\.jpg$' and owner_id = (select auth.uid())::text
    and (select private.has_room('avatars')));
create policy "people delete their own picture" on storage.objects
  for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- The plan of a full export: every table in which the account holder can read rows of the account, its columns except
-- generated ones, its key columns within the account, and its number of rows. New tables are included automatically.
-- Runs as the caller, so row security applies.
create function public.export_plan()
  returns table (table_name text, column_names text[], key_names text[], of_account boolean, entries bigint)
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only the main account holder can export everything.';
  end if;
  for table_name, column_names, key_names, of_account in
    select c.relname::text,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and has_column_privilege(c.oid, a.attnum, 'select') order by a.attnum),
      array(select a.attname::text from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary and a.attname <> 'user_id' order by k.place),
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped)
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and has_any_column_privilege(c.oid, 'select')
    order by c.relname
  loop
    execute format('select count(*) from public.%I', table_name) into entries;
    return next;
  end loop;
end $$;
revoke execute on function public.export_plan() from public, anon;
grant execute on function public.export_plan() to authenticated;

-- The next number of each series: no exported table contains it, and a restored account must not reuse numbers.
create function public.export_counters() returns table (series text, next integer)
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
begin
  if account is null or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only the main account holder can export everything.';
  end if;
  return query select c.series, c.next from private.counters c where c.user_id = account order by c.series;
end $$;
revoke execute on function public.export_counters() from public, anon;
grant execute on function public.export_counters() to authenticated;

-- The log's primary key does not begin with the account, so the export needs this index to read it in order.
create index audit_log_account_idx on public.audit_log (user_id, id);

-- Up to 1,000 files in any bucket in the folder of this account or person. For the service role: the files are deleted
-- with the account, because deleting rows does not delete them.
create function public.files_of(p_owner uuid) returns table (bucket text, path text)
  language sql stable security definer set search_path = ''
  as $$
    select bucket_id, name from storage.objects
    where starts_with(name, p_owner || '/') order by bucket_id, name limit 1000
  $$;
revoke execute on function public.files_of(uuid) from public, anon, authenticated;
grant execute on function public.files_of(uuid) to service_role;
