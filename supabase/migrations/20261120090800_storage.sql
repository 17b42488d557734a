-- Storage: how much an account may store, the pictures of its people, and the list of files to delete with an account.

-- The reason why the signed-in person can't add another file to a bucket, or null. Limits per account (per person for
-- avatars): number of files and bytes (of photos, documents and invoices a tenth unless the subscription is active), and files per
-- person in 24 hours, so that one employee can't use up the account's share at once. A person without an account stores
-- nothing. The size of the new file is not known here: the last file may exceed the limit by its bucket's maximum size.
create function private.no_room(p_bucket text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  account  uuid := private.account_id();
  folder   text := case p_bucket when 'avatars' then auth.uid() else account end || '/';
  mb       constant bigint := 1024 * 1024;
  share    bigint;
  most     bigint;
  most_mb  bigint;
  a_day    bigint;
  files    bigint;
  bytes    bigint;
  today    bigint;
  what     text := case p_bucket when 'photos' then 'photos' else 'files' end;
begin
  if account is null then return 'You have no access to this farm at the moment.'; end if;
  select case subscription_status when 'active' then 10 else 1 end into share from public.profiles where id = account;
  select b.files, b.mb, b.a_day into most, most_mb, a_day from (values
    ('photos', 2000 * share, 1024 * share, 1000), ('invoices', 5000 * share, 1024 * share, 1000),
    -- Documents only during a restore; those that are added have private.may_store_document.
    ('documents', 500 * share, 1024 * share, 1000),
    ('logos', 100, 100, 100), ('avatars', 20, 10, 100)) b (bucket, files, mb, a_day) where b.bucket = p_bucket;
  -- The range of names that begin with the folder ('0' follows '/'), so that the storage service's index is used.
  select count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0),
         count(*) filter (where o.owner_id = auth.uid()::text and o.created_at > now() - interval '24 hours')
    into files, bytes, today
    from storage.objects o
    where o.bucket_id = p_bucket and o.name collate "C" >= folder and o.name collate "C" < rtrim(folder, '/') || '0';
  return case
    when files >= most then format('This farm has stored %s %s, and that is all there is room for. Delete %s that nobody needs, then try again.',
      to_char(files, 'FM999,999'), what, what)
    when bytes >= most_mb * mb then format('This farm has stored %s MB of %s, and that is all there is room for. Delete %s that nobody needs, then try again.',
      to_char(bytes / mb, 'FM999,999'), what, what)
    when today >= a_day then format('You have sent %s %s in 24 hours, which are the most. Try again tomorrow.', to_char(today, 'FM999,999'), what)
  end;
end $$;
create function private.has_room(p_bucket text) returns boolean
  language plpgsql stable set search_path = ''
  as $$ begin return private.no_room(p_bucket) is null; end $$;
revoke execute on function private.no_room(text), private.has_room(text) from public, anon, authenticated;
grant execute on function private.no_room(text), private.has_room(text) to authenticated;

-- avatars/PERSON/HASH.jpg, where HASH is the hash of the content. Small squares that the app renders itself; not
-- public.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', false, 262144, '{image/jpeg}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- A picture is readable together with its person's profile. People change their own in every state of the
-- subscription.
create policy "people see the pictures of those they work with" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] in (select id::text from public.profiles));
create policy "people add a picture of themselves" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and storage.foldername(name) = array[(select auth.uid())::text]
    and storage.filename(name) ~ '^[0-9a-f]{64}\.jpg$' and owner_id = (select auth.uid())::text
    and (select private.session_may_work()) and (select private.has_room('avatars')));
create policy "people delete their own picture" on storage.objects
  for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.session_may_work()));

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
