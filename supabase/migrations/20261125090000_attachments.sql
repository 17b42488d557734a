-- Attachments: the photos of jobs, notes, checklists, fields, machines, services, defects and certificates, and which of them
-- are evidence and can't be deleted. The files are in the storage service, in the account's folder.
create table public.attachments (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  parent_table    text not null default 'works' check (parent_table in ('works', 'checklist_completions', 'notes', 'fields', 'field_activities', 'machines', 'service_records', 'machine_defects', 'compliance_completions', 'certificates')),
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

-- Whether the signed-in person may read a note. `note` is the folder name of its photos.
create function private.reads_note(note text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.notes n
      where n.user_id = private.account_id()
        and n.id = case when note ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then note::uuid end
        and (n.shared or n.created_by = auth.uid() or n.assigned_to = auth.uid() or private.is_admin()))
  $$;

-- Whether the signed-in person may add this photo to an existing entry of their account. For a completed checklist,
-- only photos that its answers name, and only by the person who completed it.
create function private.takes_photo(p_table text, p_parent uuid, p_photo uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  return case p_table
    when 'works' then exists (select from public.works w where w.user_id = account and w.id = p_parent
      and (private.sees_all_works() or w.employee_id is not distinct from auth.uid()))
    when 'notes' then exists (select from public.notes n where n.user_id = account and n.id = p_parent
      and (private.is_admin() or n.created_by = auth.uid()))
    when 'checklist_completions' then exists (select from public.checklist_completions c
      where c.user_id = account and c.id = p_parent and c.created_by = auth.uid()
        and c.answers @? format('$[*].photos[*] ? (@ == "%s")', p_photo)::jsonpath)
    when 'fields' then private.is_admin()
      and exists (select from public.fields f where f.user_id = account and f.id = p_parent)
    when 'field_activities' then exists (select from public.field_activities a where a.user_id = account and a.id = p_parent
      and (private.is_admin() or a.created_by = auth.uid()))
    when 'machines' then private.is_admin() and exists (
      select from public.machines m where m.user_id = account and m.id = p_parent)
    when 'service_records' then exists (select from public.service_records r where r.user_id = account and r.id = p_parent
      and (private.is_admin() or r.created_by = auth.uid()))
    when 'machine_defects' then exists (select from public.machine_defects d where d.user_id = account and d.id = p_parent
      and (private.is_admin() or d.created_by = auth.uid()))
    when 'compliance_completions' then private.is_admin() and exists (
      select from public.compliance_completions c where c.user_id = account and c.id = p_parent)
    when 'certificates' then private.is_admin() and exists (
      select from public.certificates c where c.user_id = account and c.id = p_parent)
    else false
  end;
end $$;

-- The database sets author and time, checks that the parent entry exists, and that a file sent before its row fits it.
create function private.attachments_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  uploaded_version text;
  file_metadata   jsonb;
begin
  select version, metadata into uploaded_version, file_metadata from storage.objects where bucket_id = 'photos' and name = new.storage_path;
  new.file_version := uploaded_version;
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
    return new;
  end if;
  new.created_by := auth.uid();
  new.created_by_name := private.person_name(auth.uid());
  new.created_at := now();
  perform private.refuse_deleted('attachments', new.user_id, new.id);
  perform private.refuse_if(not private.takes_photo(new.parent_table, new.parent_id, new.id),
    'The entry that this photo belongs to is not there any more.');
  perform private.refuse_if(uploaded_version is not null
      and ((file_metadata ->> 'size')::bigint <> new.bytes or split_part(file_metadata ->> 'mimetype', ';', 1) <> new.mime),
    'The file that was stored is not the photo that this entry names.');
  return new;
end $$;

-- At most six photos per note; a retry of the same one counts once. The row lock serialises two phones.
create function private.count_note_photos() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.parent_table <> 'notes' or auth.uid() is null then return new; end if;
  perform 1 from public.notes n where n.user_id = new.user_id and n.id = new.parent_id for no key update;
  perform private.refuse_if(
    (select count(*) from public.attachments a
     where a.user_id = new.user_id and a.parent_table = 'notes' and a.parent_id = new.parent_id and a.id <> new.id) >= 6,
    'A note has six photos at most.');
  return new;
end $$;

-- Deleting an entry deletes its photo rows; the files stay in the account's folder, unreferenced.
create function private.delete_attachments() returns trigger
  language plpgsql security definer set search_path = ''
  as $$ begin delete from public.attachments where user_id = old.user_id and parent_id = old.id; return null; end $$;

-- A photo of an accident can't be removed, like its note; nor can one of an invoiced job.
create function private.keep_proof_photos() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare job record;
begin
  if auth.uid() is null then return old; end if;
  perform private.refuse_if(
    old.parent_table = 'notes'
      and exists (select from public.notes n where n.user_id = old.user_id and n.id = old.parent_id and n.accident),
    'A photo of an accident stays with its note.');
  if old.parent_table = 'works' then
    select w.invoice_number, w.invoice_sent_at into job from public.works w
    where w.user_id = old.user_id and w.id = old.parent_id;
    if found then perform private.refuse_if_locked(job.invoice_number, job.invoice_sent_at); end if;
  end if;
  return old;
end $$;

create trigger a_check_insert before insert on public.attachments for each row execute function private.check_insert();
create trigger attachments_before_insert before insert on public.attachments
  for each row execute function private.attachments_before_insert();
create trigger attachments_count_note_photos before insert on public.attachments
  for each row execute function private.count_note_photos();
create trigger attachments_keep_proof before delete on public.attachments
  for each row execute function private.keep_proof_photos();
create trigger refuse_outsiders before insert on public.attachments for each statement execute function private.refuse_outsiders();
create trigger write_audit after update or delete on public.attachments for each row execute function private.write_audit();
create trigger works_delete_attachments after delete on public.works for each row execute function private.delete_attachments();
create trigger notes_delete_attachments after delete on public.notes for each row execute function private.delete_attachments();

-- The parts of a photo's path: account, table, entry and photo. Null for any other path.
create function private.photo_place(path text) returns text[]
  language plpgsql immutable set search_path = ''
  as $$
begin
  return regexp_match(path, replace('^(ID)/(works|checklist_completions|notes|fields|field_activities|machines|service_records|machine_defects|compliance_completions|certificates)/(ID)/(ID)\.(?:jpg|png|webp)$',
    'ID', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'));
end $$;

-- Whether a photo has its row. Until then an upload may be repeated; afterwards the file can't be overwritten, moved or
-- deleted while the row exists. A row whose file never arrived can't get one later.
create function private.is_filed(path text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare place text[] := private.photo_place(path);
begin
  return exists (select from public.attachments a
    where a.user_id = private.account_id() and a.id = place[4]::uuid and a.storage_path = path);
end $$;

-- The reason why the signed-in person can't add this photo, if retrying later would not help; null if they can, or if
-- only their access is missing.
create function private.photo_problem(path text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  place   text[] := private.photo_place(path);
begin
  if account is null or not private.can_write() then return null; end if;
  if place is null or place[1] <> account::text or not private.takes_photo(place[2], place[3]::uuid, place[4]::uuid) then
    return 'The entry that this photo belongs to is not there any more.';
  end if;
  if (select count(*) from storage.objects o
      where o.bucket_id = 'photos' and o.name <> path
        and o.name collate "C" >= array_to_string(place[1:3], '/') || '/'
        and o.name collate "C" < array_to_string(place[1:3], '/') || '0') >= 100 then
    return 'An entry has 100 photos at most.';
  end if;
  return null;
end $$;
create function private.may_add_photo(path text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$ begin return private.photo_problem(path) is null and not private.is_filed(path); end $$;

-- The storage service gives no reason when it refuses an upload, so the app asks here.
create function public.photo_refusal(p_path text) returns table (sentence text)
  language plpgsql stable set search_path = ''
  as $$
begin
  if private.account_id() is null or not private.can_write() then return; end if;
  sentence := coalesce(private.photo_problem(p_path), private.no_room('photos'));
  if sentence is not null then return next; end if;
end $$;

alter table public.attachments enable row level security;
create policy "admin reads attachments, employees those of records they see" on public.attachments
  for select to authenticated
  using (user_id = (select private.account_id()) and (created_by = (select auth.uid()) or (select private.is_admin())
    or (parent_table = 'works' and (select private.sees_all_works()))
    -- Photos of a service may show its invoice, so only the account holder and their author see these.
    or parent_table in ('fields', 'field_activities', 'machines', 'machine_defects')
    or (parent_table = 'notes'
      and exists (select from public.notes n where n.user_id = attachments.user_id and n.id = attachments.parent_id))));
create policy "account adds attachments" on public.attachments
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
-- The photos of a completed checklist are part of it and can't be deleted.
create policy "admin deletes attachments, employees their own" on public.attachments
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and parent_table <> 'checklist_completions'
    and ((select private.is_admin()) or created_by = (select auth.uid())));

-- Rows are added and deleted, never updated.
revoke all on public.attachments from anon, authenticated;
grant select, delete on public.attachments to authenticated;
grant insert (id, user_id, parent_table, parent_id, storage_path, mime, bytes, taken_at, caption, recorded_at)
  on public.attachments to authenticated;
grant all on public.attachments to service_role;

-- Not public. No SVG: it can carry a script.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('photos', 'photos', false, 10485760, '{image/jpeg,image/png,image/webp}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- photos/ACCOUNT/TABLE/PARENT/ATTACHMENT.jpg. A retry after a lost response overwrites the file; only its owner may do
-- that.
create policy "admin reads photos, employees those of records they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (owner_id = (select auth.uid())::text or (select private.is_admin())
      or ((storage.foldername(name))[2] = 'works' and (select private.sees_all_works()))
      or (storage.foldername(name))[2] in ('fields', 'field_activities', 'machines', 'machine_defects')
      or ((storage.foldername(name))[2] = 'notes' and private.reads_note((storage.foldername(name))[3]))));
create policy "account adds photos" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and owner_id = (select auth.uid())::text and (select private.can_write()) and (select private.has_room('photos'))
    and private.may_add_photo(name));
create policy "people send their own photos again" on storage.objects
  for update to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and owner_id = (select auth.uid())::text and (select private.can_write()) and not private.is_filed(name))
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and owner_id = (select auth.uid())::text and private.may_add_photo(name));
create policy "admin deletes photos, employees their own" on storage.objects
  for delete to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] <> 'checklist_completions' and not private.is_filed(name)
    and ((select private.is_admin()) or owner_id = (select auth.uid())::text) and (select private.can_write()));

revoke execute on function private.reads_note(text), private.takes_photo(text, uuid, uuid), private.photo_place(text),
  private.is_filed(text), private.photo_problem(text), private.may_add_photo(text), private.attachments_before_insert(),
  private.count_note_photos(), private.keep_proof_photos(), private.delete_attachments() from public, anon, authenticated;
grant execute on function private.reads_note(text), private.is_filed(text), private.may_add_photo(text),
  private.photo_problem(text) to authenticated;
revoke execute on function public.photo_refusal(text) from public, anon;
grant execute on function public.photo_refusal(text) to authenticated;

select private.guard_values('public.attachments');
