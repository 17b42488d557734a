-- Documents: PDFs, office files, texts and scans that the account holder keeps with a customer, a machine, a field or a
-- piece of compliance. Photos (*_attachments.sql) are taken in the field and wait in the outbox; documents are added
-- online. Also here: the space of an account, the list of all its files, and which of them nothing names any more.

create function private.document_extension(mime text) returns text
  language sql immutable set search_path = ''
  as $$
    select case mime
      when 'application/pdf' then 'pdf'
      when 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' then 'docx'
      when 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' then 'xlsx'
      when 'application/vnd.oasis.opendocument.text' then 'odt'
      when 'application/vnd.oasis.opendocument.spreadsheet' then 'ods'
      when 'text/csv' then 'csv'
      when 'text/plain' then 'txt'
      when 'image/jpeg' then 'jpg'
    end
  $$;

create table public.documents (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  parent_table    text not null check (parent_table in ('customers', 'machines', 'fields', 'compliance_completions', 'certificates')),
  parent_id       uuid not null,
  name            text not null,
  storage_path    text not null,
  mime            text not null check (mime in ('application/pdf',
                    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
                    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
                    'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
                    'text/csv', 'text/plain', 'image/jpeg')),
  bytes           integer not null check (bytes between 1 and 20971520),
  -- The storage version of the upload this row describes.
  file_version    text,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, id),
  -- The name is that of the downloaded file, so its ending must say what the file is. No separators, control characters
  -- or invisible ones that make a name look like another.
  constraint documents_name_check check (char_length(name) between 1 and 150
    and name !~ '[/\\\u0001-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]'
    and lower(name) like '_%.' || private.document_extension(mime)),
  -- The path does not contain the parent: the documents of a merged customer go to the other one.
  constraint documents_path_check check (storage_path = user_id || '/' || id || '.' || private.document_extension(mime))
);
create index documents_parent_idx on public.documents (user_id, parent_id, created_at, id);
create index documents_created_by_idx on public.documents (created_by) where created_by is not null;

-- The name of the record that a file belongs to; null if there is no such record.
create function private.file_parent(account uuid, of_table text, parent uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case of_table
      when 'works' then (select w.customer || ', ' || w.task_name from public.works w where w.user_id = account and w.id = parent)
      when 'notes' then (select n.title from public.notes n where n.user_id = account and n.id = parent)
      when 'checklist_completions' then (select c.template_name from public.checklist_completions c where c.user_id = account and c.id = parent)
      when 'customers' then (select c.name from public.customers c where c.user_id = account and c.id = parent)
      when 'fields' then (select f.name from public.fields f where f.user_id = account and f.id = parent)
      when 'field_activities' then (select a.field_name from public.field_activities a where a.user_id = account and a.id = parent)
      when 'machines' then (select m.name from public.machines m where m.user_id = account and m.id = parent)
      when 'service_records' then (select m.name from public.service_records s
        join public.machines m on m.user_id = s.user_id and m.id = s.machine_id where s.user_id = account and s.id = parent)
      when 'machine_defects' then (select m.name from public.machine_defects d
        join public.machines m on m.user_id = d.user_id and m.id = d.machine_id where d.user_id = account and d.id = parent)
      when 'compliance_completions' then (select i.title from public.compliance_completions c
        join public.compliance_items i on i.user_id = c.user_id and i.id = c.item_id where c.user_id = account and c.id = parent)
      when 'certificates' then (select c.name from public.certificates c where c.user_id = account and c.id = parent)
    end
  $$;

-- Why a file may not be removed, or null. The triggers of attachments and documents refuse the same.
create function private.file_kept(account uuid, of_table text, parent uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case of_table
      when 'checklist_completions' then 'It belongs to a completed checklist.'
      when 'notes' then (select 'It belongs to the note of an accident.' from public.notes n
        where n.user_id = account and n.id = parent and n.accident)
      when 'works' then (select format('Its job is on invoice %s.', w.invoice_number) from public.works w
        where w.user_id = account and w.id = parent and w.invoice_number is not null)
      when 'compliance_completions' then (
        select format('This evidence has to be kept until %s.', to_char(private.evidence_kept_until(c), 'DD/MM/YYYY'))
        from public.compliance_completions c
        where c.user_id = account and c.id = parent and private.evidence_kept_until(c) is not null)
    end
  $$;

-- How many bytes of photos and documents an account may keep: 8,000 MB, or 800 MB until the subscription is active.
-- Less than the storage policies allow (private.no_room, private.may_store_document): removed files stay stored for a while,
-- and must not prevent new ones.
create function private.file_quota(account uuid) returns bigint
  language sql stable security definer set search_path = ''
  as $$
    select case when p.subscription_status = 'active' then 8000 else 800 end * 1048576::bigint from public.profiles p where p.id = account
  $$;

-- Inserts of one account wait for each other, so that two uploads together can't exceed its space.
create function private.keep_file_quota() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  quota  bigint := private.file_quota(new.user_id);
  stored bigint;
begin
  if auth.uid() is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text || 'stored files', 0));
  -- A photo that is sent again after a lost response fails on its key instead; the phone then counts it as sent.
  if tg_table_name = 'attachments' and exists (select from public.attachments a where a.user_id = new.user_id and a.id = new.id) then
    return new;
  end if;
  select coalesce(sum(f.bytes), 0) into stored from (
    select a.bytes from public.attachments a where a.user_id = new.user_id
    union all select d.bytes from public.documents d where d.user_id = new.user_id) f;
  perform private.refuse_if(stored + new.bytes > quota,
    format('There is no room for this file: %s of %s MB are used. The account holder can remove files on the page Files.',
      to_char(stored / 1048576, 'FM999,999'), to_char(quota / 1048576, 'FM999,999')));
  return new;
end $$;

-- The database sets author and time, and checks the record and the stored file, which must be there already.
create function private.documents_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare file storage.objects;
begin
  select o.* into file from storage.objects o where o.bucket_id = 'documents' and o.name = new.storage_path;
  new.file_version := file.version;
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
    return new;
  end if;
  new.created_by := auth.uid();
  new.created_by_name := private.person_name(auth.uid());
  new.created_at := now();
  perform private.refuse_deleted('documents', new.user_id, new.id);
  perform private.refuse_if(private.file_parent(new.user_id, new.parent_table, new.parent_id) is null,
    'What this document belongs to is not there any more.');
  perform private.refuse_if(file.id is null, 'The document did not arrive. Add it again.');
  perform private.refuse_if((file.metadata ->> 'size')::bigint is distinct from new.bytes
      or split_part(file.metadata ->> 'mimetype', ';', 1) is distinct from new.mime,
    'The file that was stored is not the document that was chosen. Add it again.');
  perform private.refuse_if((select count(*) from public.documents d
      where d.user_id = new.user_id and d.parent_id = new.parent_id) >= 100, '100 documents are the most here.');
  return new;
end $$;

-- Evidence keeps its documents as long as its photos.
create function private.keep_evidence_documents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare kept text := private.file_kept(old.user_id, old.parent_table, old.parent_id);
begin
  if auth.uid() is not null then perform private.refuse_if(kept is not null, kept); end if;
  return old;
end $$;

-- Deletes the documents of a deleted record.
create function private.delete_documents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$ begin delete from public.documents where user_id = old.user_id and parent_id = old.id; return null; end $$;

-- Moves the documents of a merged customer to the customer that it was merged into, like its prices.
create function private.move_documents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.documents set parent_id = new.merged_into where user_id = new.user_id and parent_id = new.id;
  return null;
end $$;

create trigger a_check_insert before insert on public.documents
  for each row execute function private.check_insert('Only the main account holder can add documents.');
create trigger documents_before_insert before insert on public.documents
  for each row execute function private.documents_before_insert();
create trigger keep_file_quota before insert on public.documents for each row execute function private.keep_file_quota();
create trigger keep_file_quota before insert on public.attachments for each row execute function private.keep_file_quota();
create trigger keep_evidence_documents before delete on public.documents
  for each row when (old.parent_table = 'compliance_completions') execute function private.keep_evidence_documents();
create trigger refuse_outsiders before insert on public.documents for each statement execute function private.refuse_outsiders();
create trigger write_audit after update or delete on public.documents for each row execute function private.write_audit();
create trigger delete_documents after delete on public.customers for each row execute function private.delete_documents();
create trigger delete_documents after delete on public.machines for each row execute function private.delete_documents();
create trigger delete_documents after delete on public.fields for each row execute function private.delete_documents();
create trigger delete_documents after delete on public.compliance_completions
  for each row execute function private.delete_documents();
create trigger delete_documents after delete on public.certificates for each row execute function private.delete_documents();
create trigger move_documents after update of merged_into on public.customers
  for each row when (new.merged_into is not null) execute function private.move_documents();

-- Documents of a customer may show prices, and only the account holder sees evidence, as in the Compliance Center.
alter table public.documents enable row level security;
create policy "admin reads documents, employees those of machines and fields" on public.documents
  for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.is_admin()) or parent_table in ('machines', 'fields')));
create policy "admin adds documents" on public.documents
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin deletes documents" on public.documents
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

-- Rows are added and deleted; only a merge of customers changes them.
revoke all on public.documents from anon, authenticated;
grant select, delete on public.documents to authenticated;
grant insert (id, user_id, parent_table, parent_id, name, storage_path, mime, bytes) on public.documents to authenticated;
grant all on public.documents to service_role;

-- Not public. Nothing that a browser would run as a page: no HTML, SVG or XML, and no office files with macros.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 20971520, array['application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
    'text/csv', 'text/plain', 'image/jpeg'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The id of the document at a path, ACCOUNT/DOCUMENT.pdf; null for any other path.
create function private.document_at(path text) returns uuid
  language sql immutable set search_path = ''
  as $$
    select substring(path from replace('^ID/(ID)\.(?:pdf|docx|xlsx|odt|ods|csv|txt|jpg)$', 'ID', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'))::uuid
  $$;

-- Whether the signed-in person may read the document at a path.
create function private.reads_document(path text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return exists (select from public.documents d
    where d.user_id = private.account_id() and d.id = private.document_at(path) and d.storage_path = path
      and (private.is_admin() or d.parent_table in ('machines', 'fields')));
end $$;

-- Whether the account holder may store a file at a path: only if the document has no row yet, and within the limits of an
-- account: 5,000 files, 10 GB (a tenth until the subscription is active), and 500 files in a day.
create function private.may_store_document(path text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  folder  text := account || '/';
  share   bigint;
begin
  if not private.is_admin() or private.document_at(path) is null or not starts_with(path, folder)
    or exists (select from public.documents d where d.user_id = account and d.id = private.document_at(path)) then return false; end if;
  select case subscription_status when 'active' then 10 else 1 end into share from public.profiles where id = account;
  return (
    select count(*) < 500 * share and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < share * 1073741824
      and count(*) filter (where o.created_at > now() - interval '24 hours') < 500
    from storage.objects o
    where o.bucket_id = 'documents' and o.name collate "C" >= folder and o.name collate "C" < rtrim(folder, '/') || '0');
end $$;

-- There is no policy for updates: a stored document is never overwritten or moved.
create policy "admin reads documents, employees those they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select private.account_id())::text
    and ((select private.is_admin()) or private.reads_document(name)));
create policy "admin adds documents" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'documents' and (storage.foldername(name))[1] = (select private.account_id())::text
    and owner_id = (select auth.uid())::text and (select private.can_write()) and private.may_store_document(name));

-- Only a file without a row, for example one whose row was refused.
create policy "admin deletes documents" on storage.objects
  for delete to authenticated
  using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (select private.is_admin()) and (select private.can_write()) and not private.reads_document(name));

-- All photos and documents of the account, newest or largest first, 50 a page after the given row. p_find: part of the
-- name of the file, its record or who added it.
create function public.stored_files(p_kind text default null, p_find text default null, p_largest boolean default false,
    p_after_bytes integer default null, p_after_at timestamptz default null, p_after_id uuid default null)
  returns table (id uuid, source text, parent_table text, parent_id uuid, parent_name text, name text, mime text, bytes integer,
    storage_path text, created_by uuid, created_by_name text, created_at timestamptz, kept text)
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  wanted  text := lower(btrim(coalesce(p_find, '')));
begin
  return query
    with listed as (
      select f.* from (
        select a.id, 'attachments' as source, a.parent_table, a.parent_id, a.caption as name, a.mime, a.bytes, a.storage_path,
          a.created_by, a.created_by_name, a.created_at
        from public.attachments a where a.user_id = account
        union all
        select d.id, 'documents', d.parent_table, d.parent_id, d.name, d.mime, d.bytes, d.storage_path, d.created_by,
          d.created_by_name, d.created_at
        from public.documents d where d.user_id = account) f
      where (p_kind is null or f.parent_table = p_kind)
        and (p_after_id is null or case when p_largest
          then (f.bytes, f.created_at, f.id) < (p_after_bytes, p_after_at, p_after_id)
          else (f.created_at, f.id) < (p_after_at, p_after_id) end)
        and (wanted = '' or strpos(lower(concat_ws(' ', f.name, f.created_by_name,
          private.file_parent(account, f.parent_table, f.parent_id))), wanted) > 0)
      order by case when p_largest then f.bytes end desc, f.created_at desc, f.id desc limit 50)
    select l.id, l.source, l.parent_table, l.parent_id, private.file_parent(account, l.parent_table, l.parent_id), l.name, l.mime,
      l.bytes, l.storage_path, l.created_by, l.created_by_name, l.created_at, private.file_kept(account, l.parent_table, l.parent_id)
    from listed l
    order by case when p_largest then l.bytes end desc, l.created_at desc, l.id desc;
end $$;

-- What uses the account's space, the largest kind first; one row without a kind if there is no file.
create function public.file_use() returns table (kind text, files bigint, bytes bigint, quota bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.holder_account();
begin
  return query
    select used.parent_table, coalesce(used.files, 0), coalesce(used.bytes, 0), private.file_quota(account)
    from (select 1) one left join (
      select f.parent_table, count(*) as files, sum(f.bytes) as bytes from (
        select a.parent_table, a.bytes from public.attachments a where a.user_id = account
        union all select d.parent_table, d.bytes from public.documents d where d.user_id = account) f
      group by f.parent_table) used on true
    order by used.bytes desc, used.parent_table;
end $$;

-- Restores a photo or document that this person removed within the last hour; its file is still stored. Returns 0 if it
-- is back already.
create function public.undo_file_removal(p_table text, p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  removal public.audit_log;
begin
  perform private.refuse_lapsed(account);
  perform private.refuse_if(p_table is null or p_table not in ('attachments', 'documents'), 'This can''t be undone.');
  perform pg_advisory_xact_lock(hashtextextended(account::text || 'stored files', 0));
  removal := private.own_deletion(account, p_table, p_id);
  if p_table = 'attachments' and exists (select from public.attachments a where a.user_id = account and a.id = p_id)
    or p_table = 'documents' and exists (select from public.documents d where d.user_id = account and d.id = p_id)
    then return 0; end if;
  perform private.refuse_if(
    private.file_parent(account, removal.changed ->> 'parent_table', (removal.changed ->> 'parent_id')::uuid) is null
      or not exists (select from storage.objects o
        where o.bucket_id = case p_table when 'documents' then 'documents' else 'photos' end and o.name = removal.changed ->> 'storage_path'),
    'This can''t be undone any more.');
  insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
  values (account, p_table, p_id, 'restore', '{}', auth.uid(), private.person_name(auth.uid()));
  perform private.put_back(account, p_table, array[removal]);
  return 1;
end $$;

-- The unused files among the next files of a bucket, in the order of their names, for the function that deletes them. A file
-- stays while it has a row; for a day after it was stored, because its row may still arrive; for a day after its row was
-- removed, because that can be undone; and for 31 days if its record was deleted too, because that can be restored for 30. A
-- phone that still has to send the row of a photo sends the file again first.
create function public.unused_files(p_bucket text, p_after text default '', p_most integer default 2000)
  returns table (seen_to text, paths text[])
  language sql stable security definer set search_path = '' set statement_timeout = '60s'
  as $$
    with seen as (
      select o.name, split_part(o.name, '/', 1)::uuid as account,
        case p_bucket when 'photos' then (private.photo_place(o.name))[4]::uuid else private.document_at(o.name) end as id,
        case p_bucket when 'photos' then 'attachments' else 'documents' end as of_table,
        greatest(o.created_at, o.updated_at) as stored_at
      from storage.objects o
      where o.bucket_id = p_bucket and p_bucket in ('photos', 'documents') and o.name collate "C" > p_after
        and (private.photo_place(o.name) is not null or private.document_at(o.name) is not null)
      order by o.name collate "C" limit least(p_most, 5000))
    select max(s.name collate "C"), coalesce(array_agg(s.name order by s.name collate "C") filter (where s.stored_at < now() - interval '24 hours'
      and not exists (select from public.attachments a where a.user_id = s.account and a.id = s.id and s.of_table = 'attachments')
      and not exists (select from public.documents d where d.user_id = s.account and d.id = s.id and s.of_table = 'documents')
      and not exists (select from public.audit_log l
        where l.user_id = s.account and l.table_name = s.of_table and l.row_id = s.id and l.action = 'delete' and l.changed <> '{}'
          and l.at > now() - case when private.file_parent(s.account, l.changed ->> 'parent_table', (l.changed ->> 'parent_id')::uuid) is null
            then interval '31 days' else interval '24 hours' end)), '{}')
    from seen s
  $$;

-- Removes rows whose file has been missing for more than a day, except those that may not be removed. Returns how many were
-- removed, and how many lack their file. The others are kept, as their files may still come:
-- - all rows of an account that lacks more than 100 files. Accounts are counted one by one, so that none can stop the cleaning
--   of the others.
-- - all rows while the accounts with fewer lack more than 100 files together, and more than a tenth of all: then the storage is
--   at fault, for example because its files were not copied yet.
-- The rows of an account that is being restored, or was within a day, are not counted: a restore sends the files after the rows.
create function public.remove_rows_without_file() returns table (removed integer, missing integer)
  language plpgsql security definer set search_path = '' set statement_timeout = '60s'
  as $$
declare
  lacking record;
  deleted integer;
  total   constant bigint := (select count(*) from public.attachments) + (select count(*) from public.documents);
begin
  removed := 0;
  missing := 0;
  for lacking in
    -- Materialized, so that the other conditions are evaluated only for the few rows without a file.
    with lost as materialized (
      select a.user_id, a.id, a.parent_table, a.parent_id, 'attachments' as of_table from public.attachments a
      where a.created_at < now() - interval '24 hours'
        and not exists (select from storage.objects o where o.bucket_id = 'photos' and o.name = a.storage_path)
      union all
      select d.user_id, d.id, d.parent_table, d.parent_id, 'documents' from public.documents d
      where d.created_at < now() - interval '24 hours'
        and not exists (select from storage.objects o where o.bucket_id = 'documents' and o.name = d.storage_path))
    select l.user_id as account, count(*) as files, sum(case when count(*) <= 100 then count(*) end) over () as of_all,
      array_agg(l.id) filter (where l.of_table = 'attachments') as photos,
      array_agg(l.id) filter (where l.of_table = 'documents') as documents
    from lost l
    where private.file_kept(l.user_id, l.parent_table, l.parent_id) is null
      and not exists (select from private.restores r
        where r.user_id = l.user_id and (r.state <> 'done' or r.finished_at > now() - interval '24 hours'))
    group by l.user_id
  loop
    missing := missing + lacking.files;
    continue when lacking.files > 100 or lacking.of_all > 100 and lacking.of_all * 10 > total;
    -- The account is compared too: a restored row has the id that it had in its former account.
    delete from public.attachments a where a.user_id = lacking.account and a.id = any (lacking.photos)
      and not exists (select from storage.objects o where o.bucket_id = 'photos' and o.name = a.storage_path);
    get diagnostics deleted = row_count;
    removed := removed + deleted;
    delete from public.documents d where d.user_id = lacking.account and d.id = any (lacking.documents)
      and not exists (select from storage.objects o where o.bucket_id = 'documents' and o.name = d.storage_path);
    get diagnostics deleted = row_count;
    removed := removed + deleted;
  end loop;
  return next;
end $$;

revoke execute on function private.document_extension(text), private.file_parent(uuid, text, uuid), private.file_kept(uuid, text, uuid),
  private.file_quota(uuid), private.keep_file_quota(), private.documents_before_insert(), private.keep_evidence_documents(),
  private.delete_documents(), private.move_documents(), private.document_at(text), private.reads_document(text),
  private.may_store_document(text) from public, anon, authenticated;
grant execute on function private.document_extension(text), private.reads_document(text), private.may_store_document(text)
  to authenticated;
revoke execute on function public.stored_files(text, text, boolean, integer, timestamptz, uuid), public.file_use(),
  public.undo_file_removal(text, uuid), public.unused_files(text, text, integer), public.remove_rows_without_file()
  from public, anon, authenticated;
grant execute on function public.stored_files(text, text, boolean, integer, timestamptz, uuid), public.file_use(),
  public.undo_file_removal(text, uuid) to authenticated;
grant execute on function public.unused_files(text, text, integer), public.remove_rows_without_file() to service_role;
grant execute on function private.document_extension(text) to service_role;

select private.guard_values('public.documents');
-- The new triggers of these tables do not run for restored rows either.
select private.spare_restored_rows(changed) from unnest(array['attachments', 'customers', 'machines', 'fields',
  'compliance_completions', 'certificates']::regclass[]) changed;
