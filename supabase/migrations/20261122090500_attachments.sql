-- Attachments: photos of a job, and the logo on invoices. The files are in the storage service, in the account's
-- folder.
create table public.attachments (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  parent_table    text not null default 'works' check (parent_table = 'works'),
  parent_id       uuid not null,
  storage_path    text not null,
  -- The storage version of the upload this row describes: a later upload under the same name is a different file.
  file_version    text,
  mime            text not null check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  bytes           integer not null check (bytes between 1 and 10485760),
  taken_at        timestamptz,
  caption         text check (char_length(caption) <= 200),
  recorded_at     timestamptz,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, id),
  -- The path follows from the row, so that no row can point at another one's file.
  constraint attachments_path_check check (storage_path = user_id || '/' || parent_table || '/' || parent_id || '/' || id ||
    case mime when 'image/jpeg' then '.jpg' when 'image/png' then '.png' else '.webp' end)
);
create index attachments_parent_idx on public.attachments (user_id, parent_id, created_at, id);
create index attachments_created_by_idx on public.attachments (created_by) where created_by is not null;

-- The database sets author and time, and checks that the parent entry exists.
create function private.attachments_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare of_person uuid;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
    return new;
  end if;
  if new.user_id is distinct from private.account_id() then
    raise exception using errcode = '42501', message = 'This belongs to another account.';
  end if;
  if not private.can_write() then
    raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
  end if;
  new.created_by := auth.uid();
  new.created_by_name := private.person_name(auth.uid());
  new.created_at := now();
  perform private.refuse_deleted('attachments', new.user_id, new.id);
  select employee_id into of_person from public.works where user_id = new.user_id and id = new.parent_id;
  perform private.refuse_if(not found or not (private.sees_all_works() or of_person is not distinct from auth.uid()),
    'The entry that this photo belongs to is not there any more.');
  return new;
end $$;

-- Deleting an entry deletes its photo rows; the files stay in the account's folder, unreferenced.
create function private.delete_attachments() returns trigger
  language plpgsql security definer set search_path = ''
  as $$ begin delete from public.attachments where user_id = old.user_id and parent_id = old.id; return null; end $$;

create trigger attachments_before_insert before insert on public.attachments
  for each row execute function private.attachments_before_insert();
create trigger write_audit after update or delete on public.attachments for each row execute function private.write_audit();
create trigger works_delete_attachments after delete on public.works for each row execute function private.delete_attachments();

alter table public.attachments enable row level security;
create policy "account reads attachments, or their own" on public.attachments
  for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.sees_all_works()) or created_by = (select auth.uid())));
create policy "account adds attachments" on public.attachments
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin deletes attachments, employees their own" on public.attachments
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())));

-- Rows are added and deleted, never updated.
revoke all on public.attachments from anon, authenticated;
grant select, delete on public.attachments to authenticated;
grant insert (id, user_id, parent_table, parent_id, storage_path, mime, bytes, taken_at, caption, recorded_at)
  on public.attachments to authenticated;
grant all on public.attachments to service_role;
revoke execute on function private.attachments_before_insert(), private.delete_attachments() from public, anon, authenticated;

-- The reason why the signed-in person can't add another file to a bucket, or null. Limits per account (per person for
-- avatars): number of files and bytes, a tenth of them on trial, and files per person in 24 hours, so that one employee
-- can't use up the account's share at once. A person without an account stores nothing. The size of the new file is not
-- known here: the last file may exceed the limit by its bucket's maximum size.
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

-- Neither bucket is public. No SVG and no PDF: they can carry a script.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('photos', 'photos', false, 10485760, '{image/jpeg,image/png,image/webp}'),
  ('logos', 'logos', false, 1048576, '{image/jpeg,image/png}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- photos/ACCOUNT/works/WORK/ATTACHMENT.jpg. A retry after a lost response overwrites the file; only its owner may do
-- that.
create policy "account reads photos, or their own" on storage.objects
  for select to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and ((select private.sees_all_works()) or owner_id = (select auth.uid())::text));
create policy "account adds photos" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] = 'works' and cardinality(storage.foldername(name)) = 3
    and owner_id = (select auth.uid())::text and (select private.can_write()));
create policy "people send their own photos again" on storage.objects
  for update to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and owner_id = (select auth.uid())::text and (select private.can_write()))
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] = 'works' and cardinality(storage.foldername(name)) = 3
    and owner_id = (select auth.uid())::text);
create policy "admin deletes photos, employees their own" on storage.objects
  for delete to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and ((select private.is_admin()) or owner_id = (select auth.uid())::text) and (select private.can_write()));

-- logos/ACCOUNT/invoice/HASH.png, where HASH is the hash of the content. Sent invoices keep their logo for ever, so a
-- logo is added but never overwritten or deleted.
create policy "admin reads logos" on storage.objects
  for select to authenticated
  using (bucket_id = 'logos' and (storage.foldername(name))[1] = (select private.account_id())::text and (select private.is_admin()));
create policy "admin adds logos" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'logos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and storage.foldername(name) = array[(select private.account_id())::text, 'invoice']
    and storage.filename(name) ~ '^[0-9a-f]{64}\.(png|jpg)$' and (select private.is_admin()) and (select private.can_write())
    and (select private.has_room('logos')));

alter table public.invoice_settings add constraint invoice_settings_own_logo
  check (logo_path ~ ('^' || user_id || '/invoice/[0-9a-f]{64}\.(png|jpg)$'));
