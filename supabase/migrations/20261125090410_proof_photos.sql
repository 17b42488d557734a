-- Photos of notes and of completed checklists, and which of them are proof.

-- Photos, so far of jobs alone, belong to what was completed and to notes too.
alter table public.attachments drop constraint attachments_parent_table_check,
  add constraint attachments_parent_table_check check (parent_table in ('works', 'checklist_completions', 'notes'));

-- Whether the signed-in person may read a note, named as the folder of its photos is.
create function private.reads_note(note text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.notes n
      where n.user_id = private.account_id()
        and n.id = case when note ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then note::uuid end
        and (n.shared or n.created_by = auth.uid() or n.assigned_to = auth.uid() or private.is_admin()))
  $$;

create or replace function private.attachments_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare there boolean := false;
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
  if new.parent_table = 'works' then
    there := exists (select from public.works w where w.user_id = new.user_id and w.id = new.parent_id
      and (private.sees_all_works() or w.employee_id is not distinct from auth.uid()));
  elsif new.parent_table = 'notes' then
    there := exists (select from public.notes n where n.user_id = new.user_id and n.id = new.parent_id
      and (private.is_admin() or n.created_by = auth.uid()));
  elsif new.parent_table = 'checklist_completions' then
    -- Only what its person took for it: the answers name their photos.
    there := exists (select from public.checklist_completions c where c.user_id = new.user_id and c.id = new.parent_id
      and c.created_by = auth.uid() and c.answers @? format('$[*].photos[*] ? (@ == "%s")', new.id)::jsonpath);
  end if;
  perform private.refuse_if(not there, 'The entry that this photo belongs to is not there any more.');
  return new;
end $$;

-- Six photos of a note, no more; the same one twice counts once. Two phones at once count one after the other.
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
create trigger attachments_count_note_photos before insert on public.attachments
  for each row execute function private.count_note_photos();

-- A photo of an accident stays on the list as the note does.
create function private.keep_accident_photos() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_if(
    auth.uid() is not null and old.parent_table = 'notes'
      and exists (select from public.notes n where n.user_id = old.user_id and n.id = old.parent_id and n.accident),
    'A photo of an accident stays with its note.');
  return old;
end $$;
create trigger attachments_keep_accidents before delete on public.attachments
  for each row execute function private.keep_accident_photos();

create trigger notes_delete_attachments after delete on public.notes for each row execute function private.delete_attachments();

alter policy "account reads attachments, or their own" on public.attachments
  using (user_id = (select private.account_id()) and (created_by = (select auth.uid()) or (select private.is_admin())
    or (parent_table = 'works' and (select private.sees_all_works()))
    or (parent_table = 'notes'
      and exists (select from public.notes n where n.user_id = attachments.user_id and n.id = attachments.parent_id))));
-- The photos of a completed checklist are part of it, and it stays as it is.
alter policy "admin deletes attachments, employees their own" on public.attachments
  using (user_id = (select private.account_id()) and (select private.can_write()) and parent_table <> 'checklist_completions'
    and ((select private.is_admin()) or created_by = (select auth.uid())));

-- photos/ACCOUNT/TABLE/PARENT/ATTACHMENT.jpg
alter policy "account reads photos, or their own" on storage.objects
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (owner_id = (select auth.uid())::text or (select private.is_admin())
      or ((storage.foldername(name))[2] = 'works' and (select private.sees_all_works()))
      or ((storage.foldername(name))[2] = 'notes' and private.reads_note((storage.foldername(name))[3]))));
alter policy "account adds photos" on storage.objects
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] in ('works', 'checklist_completions', 'notes')
    and cardinality(storage.foldername(name)) = 3
    and owner_id = (select auth.uid())::text and (select private.can_write()));
-- While a photo is on its way its bytes may come twice; afterwards those of a completed checklist and of an accident are what
-- was seen, and nobody writes over them.
create function private.is_proof(path text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.attachments a
      where a.user_id = private.account_id() and a.storage_path = path
        and (a.parent_table = 'checklist_completions' or a.parent_table = 'notes' and exists (
          select from public.notes n where n.user_id = a.user_id and n.id = a.parent_id and n.accident))
        and a.parent_id = case
          when split_part(path, '/', 3) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(path, '/', 3)::uuid end)
  $$;
alter policy "people send their own photos again" on storage.objects
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and owner_id = (select auth.uid())::text and (select private.can_write()) and not private.is_proof(name))
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] in ('works', 'checklist_completions', 'notes')
    and cardinality(storage.foldername(name)) = 3
    and owner_id = (select auth.uid())::text);
alter policy "admin deletes photos, employees their own" on storage.objects
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] <> 'checklist_completions' and not private.is_proof(name)
    and ((select private.is_admin()) or owner_id = (select auth.uid())::text) and (select private.can_write()));

revoke execute on function private.reads_note(text), private.is_proof(text), private.count_note_photos(),
  private.keep_accident_photos() from public, anon, authenticated;
grant execute on function private.reads_note(text), private.is_proof(text) to authenticated;
