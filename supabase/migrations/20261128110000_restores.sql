-- Restores: the ZIP of an account's export is written into an empty account, in parts. An interrupted restore
-- continues with the same ZIP, or is undone (taken back).

-- Restored rows are written as they were exported, so triggers that set columns, tell people or refuse rows do not run.
-- Checks, foreign keys and the triggers against impossible values still apply. Only the functions below set this setting,
-- for the statement that writes, and no request of the API can.
create function private.spare_restored_rows(spared regclass) returns void
  language plpgsql set search_path = ''
  as $$
declare
  unless_restoring constant text := '(current_setting(''farm_diary.restoring'', true) is distinct from ''on'')';
  definition text;
begin
  for definition in
    select pg_get_triggerdef(t.oid) from pg_catalog.pg_trigger t
    where t.tgrelid = spared and not t.tgisinternal and not starts_with(t.tgname, 'zz')
  loop
    continue when definition like '%farm_diary.restoring%';
    definition := regexp_replace(definition, '^CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER');
    execute case
      when definition ~ ' FOR EACH (ROW|STATEMENT) WHEN \(' then
        regexp_replace(definition, '( FOR EACH (?:ROW|STATEMENT) WHEN) \(', format('\1 (%s and ', unless_restoring))
      else regexp_replace(definition, '( FOR EACH (?:ROW|STATEMENT)) ', format('\1 when (%s) ', unless_restoring)) end;
  end loop;
end $$;

-- A migration calls guard_values at the end of each table that it adds, so this covers new tables too.
alter function private.guard_values(regclass) rename to guard_columns;
create function private.guard_values(guarded regclass) returns void
  language plpgsql set search_path = ''
  as $$
begin
  perform private.guard_columns(guarded);
  perform private.spare_restored_rows(guarded);
end $$;

do $$
declare guarded regclass;
begin
  for guarded in select c.oid from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') loop
    perform private.spare_restored_rows(guarded);
  end loop;
end $$;

-- One restore for each account; the row stays when it is done.
create table private.restores (
  user_id       uuid primary key references public.profiles on delete cascade,
  -- SHA-256 of the ZIP's manifest: the restore continues with the same ZIP, another one is refused.
  archive       text not null check (archive ~ '^[0-9a-f]{64}$'),
  farm          text check (char_length(farm) <= 120),
  made_at       timestamptz not null,
  -- The account that was exported. Its holder's id is replaced by that of this account's holder.
  former        uuid not null,
  state         text not null default 'running' check (state in ('running', 'taking_back', 'done')),
  parts         integer not null check (parts between 0 and 100000),
  next_part     integer not null default 0 check (next_part between 0 and parts),
  -- The log's last entry before the restore. Taking back removes only later ones.
  last_log_id   bigint not null,
  started_at    timestamptz not null default now(),
  finished_at   timestamptz
);
alter table private.restores enable row level security;
revoke all on private.restores from public, anon, authenticated;
grant select, insert, update, delete on private.restores to service_role;

-- As in *_accounts.sql, except that an account that is being restored is not active: nothing else is written to it.
create or replace function private.is_active(account uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return coalesce((
    select (subscription_status = 'active' and subscription_ends_at > now())
        or (subscription_status = 'trialing' and trial_ends_at > now())
    from public.profiles where id = account), false)
    and not exists (select from private.restores r where r.user_id = account and r.state <> 'done');
end $$;

create or replace function private.refuse_lapsed(account uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if private.is_active(account) then return; end if;
  raise exception using errcode = '42501', message = case
    when exists (select from private.restores r where r.user_id = account and r.state <> 'done')
      then 'This account is being restored. Finish that on the account page, or take it back.'
    else 'Your account can read but not write at the moment.' end;
end $$;

-- The tables that a restore writes, each after those that it refers to. Tables of people's sign-ins and devices are left out.
-- `itself` is a column that refers to another row of the same table.
create function private.restored_tables() returns table (name text, itself text, place bigint)
  language sql stable security definer set search_path = ''
  as $$
    with recursive tables as (
      select c.oid, c.relname::text as name from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('farm_people', 'employee_invites', 'push_messages', 'push_subscriptions')
    ), refers as (
      select distinct k.conrelid as child, k.confrelid as parent from pg_catalog.pg_constraint k
      where k.contype = 'f' and k.conrelid <> k.confrelid
        and k.conrelid in (select oid from tables) and k.confrelid in (select oid from tables)
    ), depths as (
      select oid, 0 as depth from tables
      union select r.child, d.depth + 1 from depths d join refers r on r.parent = d.oid where d.depth < 20
    )
    select t.name,
      (select a.attname::text from pg_catalog.pg_constraint k
        join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
        where k.contype = 'f' and k.conrelid = t.oid and k.confrelid = t.oid),
      row_number() over (order by (select max(d.depth) from depths d where d.oid = t.oid), t.name)
    from tables t
  $$;

-- Why a ZIP can't be restored into an account, or null. An account that was used is not empty, even if everything was
-- deleted again: its log shows it.
create function private.restore_refusal(account uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  table_to_check text;
  has_rows boolean;
begin
  if private.employees(account) + private.open_invites(account) > 0 then
    return 'Remove your crew and cancel open invitations first. A ZIP can be restored into an empty account only.';
  end if;
  for table_to_check in select t.name from private.restored_tables() t
    where t.name not in ('farm_settings', 'note_titles', 'saved_filters', 'audit_log') loop
    execute format('select exists (select from public.%I where user_id = $1)', table_to_check) into has_rows using account;
    if has_rows then return 'This account has records already. A ZIP can be restored into an empty account only.'; end if;
  end loop;
  if exists (select from public.audit_log l where l.user_id = account
      and l.table_name not in ('farm_settings', 'note_titles', 'profiles')) then
    return 'This account was used before. A ZIP can be restored into a new account only.';
  end if;
  return null;
end $$;

-- The account of the caller. Refuses everyone but its holder, and an account whose subscription has ended.
create function private.restoring_account() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  if not exists (select from public.profiles p where p.id = account
      and (p.subscription_status = 'active' and p.subscription_ends_at > now()
        or p.subscription_status = 'trialing' and p.trial_ends_at > now())) then
    raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
  end if;
  return account;
end $$;

-- The account's restore, locked so that calls wait for each other. Refused if it is not in the wanted state.
create function private.locked_restore(account uuid, wanted text) returns private.restores
  language plpgsql security definer set search_path = ''
  as $$
declare restore private.restores;
begin
  select r.* into restore from private.restores r where r.user_id = account for update;
  perform private.refuse_if(restore.user_id is null, 'There is no restore to go on with. Choose the ZIP again.');
  perform private.refuse_if(restore.state <> wanted, case restore.state
    when 'done' then 'The ZIP is restored already.'
    when 'taking_back' then 'The restore is being taken back.'
    else 'The restore is not finished.' end);
  return restore;
end $$;

-- The progress of this account's restore, or why none can begin.
create function public.restore_state()
  returns table (archive text, farm text, made_at timestamptz, state text, next_part integer, parts integer,
    finished_at timestamptz, refusal text)
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
    select r.archive, r.farm, r.made_at, r.state, r.next_part, r.parts, r.finished_at,
      case when r.user_id is null then private.restore_refusal(account) end
    from (select account as holder) one left join private.restores r on r.user_id = one.holder;
end $$;

-- The tables to send, in this order.
create function public.restore_plan() returns table (name text, itself text)
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query select t.name, t.itself from private.restored_tables() t order by t.place;
end $$;

-- Begins or continues a restore. Returns the number of the next part.
create function public.start_restore(p_archive text, p_version integer, p_former uuid, p_farm text, p_made_at timestamptz,
    p_parts integer) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.restoring_account();
  restore private.restores;
begin
  -- Locked so that no person can join the farm at the same time.
  perform private.lock_seats(false);
  perform private.refuse_if(p_version is distinct from 1,
    'This ZIP was made by another version of Farm Diary, which can''t be restored here.');
  select r.* into restore from private.restores r where r.user_id = account for update;
  if restore.archive = p_archive and restore.state = 'running' then
    perform private.refuse_if(restore.parts is distinct from p_parts,
      'Farm Diary has changed since this restore began. Take it back, then restore the ZIP again.');
    return restore.next_part;
  end if;
  perform private.refuse_if(restore.state = 'running',
    'Another ZIP is half restored. Go on with that one, or take it back first.');
  perform private.refuse_if(restore.state = 'taking_back', 'The restore is being taken back. Finish that first.');
  perform private.refuse_if(restore.state = 'done' and restore.archive = p_archive, 'This ZIP is restored already.');
  perform private.refuse_if(restore.state = 'done', 'A ZIP was restored into this account already.');
  perform private.refuse_if(private.restore_refusal(account) is not null, private.restore_refusal(account));
  perform private.refuse_if(p_archive is null or p_former is null or p_made_at is null or p_parts is null,
    'This is not the ZIP of an export.');
  -- Rows that every new account has; the ZIP has its own.
  perform set_config('farm_diary.restoring', 'on', true);
  delete from public.note_titles t where t.user_id = account;
  delete from public.saved_filters f where f.user_id = account;
  perform set_config('farm_diary.restoring', '', true);
  insert into private.restores (user_id, archive, farm, made_at, former, parts, last_log_id)
  values (account, p_archive, left(p_farm, 120), p_made_at, p_former, p_parts,
    coalesce((select max(l.id) from public.audit_log l where l.user_id = account), 0));
  return 0;
end $$;

-- Replaces the ids of people anywhere in the rows: the former holder's by the new holder's, and that of any other person of
-- this database by an unused one, so that a forged ZIP can't name members of another farm. Ids with hyphens in other places,
-- or without any, are found too, because Postgres reads them.
create function private.with_own_people(account uuid, former uuid, rows jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  changed text := replace(rows::text, former::text, account::text);
  person record;
begin
  for person in
    -- A subquery instead of a join, for which the planner would read every profile.
    select distinct m[1] as given, (select p.id from public.profiles p where p.id = m[1]::uuid) as id
    from regexp_matches(changed, '((?:[0-9a-fA-F]{4}-?){7}[0-9a-fA-F]{4})', 'g') m
  loop
    continue when person.id is null or person.id = account;
    changed := replace(changed, person.given, md5(account::text || person.id)::uuid::text);
  end loop;
  return changed::jsonb;
end $$;

-- Whether the JSON of a row has the shape that functions of the database write. People can't write these columns, so their
-- checks are less strict.
create function private.has_own_json(of_table text, one jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case of_table
      when 'works' then
        private.is_list_of(one -> 'additional_items', '{"id": "string", "amount": "number", "description": "string"}')
      when 'invoices' then
        private.is_list_of(one -> 'lines', '{"work_id": "string", "date": "string", "task": "string null",
          "description": "string null", "quantity": "number null", "unit": "string null", "unit_price": "number null",
          "net": "number null", "minutes": "number null", "start": "string null", "finish": "string null",
          "breaks": "number null", "person": "string null", "notes": "string null"}')
      else true end
  $$;

-- Writes rows of one table as they are in the ZIP, except: the account, people (see above; a column that refers to a
-- person keeps only the holder), versions of stored files, ids of the mail provider, and the log's own numbers.
create function private.write_restored(account uuid, former uuid, of_table text, given jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  target  constant regclass := format('public.%I', of_table)::regclass;
  rows    jsonb := private.with_own_people(account, former, given);
  quota   constant bigint := private.file_quota(account);
  fixed   jsonb := jsonb_build_object('user_id', account);
  columns text;
  unknown text;
  person  record;
begin
  if of_table in ('attachments', 'documents') then fixed := fixed || '{"file_version": null}'; end if;
  if of_table = 'invoices' then fixed := fixed || '{"pdf_version": null}'; end if;
  -- Who did it follows from the people of the job (finish_restore).
  if of_table = 'works' then fixed := fixed || '{"done_by": null, "done_by_names": null}'; end if;
  if of_table = 'invoice_mails' then fixed := fixed || '{"provider_id": null}'; end if;
  select jsonb_agg(r.value || fixed order by r.ordinality) into rows from jsonb_array_elements(rows) with ordinality r;
  for person in
    select a.attname::text as name, a.attnotnull as needed from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.conrelid = target and k.contype = 'f' and k.confrelid = 'public.profiles'::regclass and a.attname <> 'user_id'
  loop
    select jsonb_agg(
        case when r.value ->> person.name = account::text then r.value
          else r.value || jsonb_build_object(person.name, null) end order by r.ordinality)
      into rows from jsonb_array_elements(rows) with ordinality r
      where not person.needed or r.value ->> person.name = account::text;
  end loop;
  if rows is null then return; end if;
  perform private.refuse_if(of_table = 'invoices' and exists (
      select from jsonb_array_elements(rows) r where r.value #>> '{supplier_snapshot,logo_path}'
        !~ ('^' || account || '/invoice/[0-9a-f]{64}\.(png|jpg)$')),
    'The ZIP is damaged: an invoice names a logo of another account.');
  perform private.refuse_if(
    exists (select from jsonb_array_elements(rows) r where not coalesce(private.has_own_json(of_table, r.value), false)),
    format('The ZIP is damaged: a row of %s can''t be restored.', replace(of_table, '_', ' ')));
  select k.key into unknown from jsonb_object_keys(rows -> 0) k (key)
  where not exists (select from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attname = k.key and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') limit 1;
  perform private.refuse_if(unknown is not null,
    'This ZIP was made by another version of Farm Diary, which can''t be restored here.');
  -- A column that the ZIP does not have takes its default.
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and rows -> 0 ? a.attname;
  perform set_config('farm_diary.restoring', 'on', true);
  -- Every account has its settings already.
  if of_table = 'farm_settings' then delete from public.farm_settings s where s.user_id = account; end if;
  begin
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)', target, columns) using rows;
  exception when integrity_constraint_violation or data_exception then
    raise exception using errcode = '23514', detail = sqlerrm,
      message = format('The ZIP is damaged: a row of %s can''t be restored.', replace(of_table, '_', ' '));
  end;
  perform set_config('farm_diary.restoring', '', true);
  -- In the same space as other files (private.keep_file_quota). A restore that is refused here goes on after subscribing.
  if of_table in ('attachments', 'documents') then
    perform private.refuse_if(quota < (
        select sum(f.bytes) from (
          select a.bytes from public.attachments a where a.user_id = account
          union all select d.bytes from public.documents d where d.user_id = account) f),
      format('The photos and documents in this ZIP need more than the %s MB of this account.%s', to_char(quota / 1048576, 'FM999,999'),
        case when exists (select from public.profiles p where p.id = account and p.subscription_status <> 'active')
          then ' Subscribe first, then go on with the restore.' else '' end));
  end if;
end $$;

-- Writes one part. A part that was written already is ignored, so it can be sent again after a lost answer. Returns the
-- number of the next part.
create function public.restore_rows(p_part integer, p_table text, p_rows jsonb) returns integer
  -- As for imports: a large part may take longer than the role's limit.
  language plpgsql security definer set search_path = '' set statement_timeout = '60s'
  as $$
declare
  account uuid := private.restoring_account();
  restore private.restores := private.locked_restore(account, 'running');
begin
  if p_part < restore.next_part then return restore.next_part; end if;
  perform private.refuse_if(p_part is distinct from restore.next_part or p_part >= restore.parts,
    'A part of the ZIP is missing. Choose the ZIP again.');
  perform private.refuse_if(not exists (select from private.restored_tables() t where t.name = p_table)
      or not coalesce(private.is_list_of_objects(p_rows), false) or p_rows = '[]' or jsonb_array_length(p_rows) > 1000,
    'The ZIP is damaged: it has rows that can''t be restored.');
  perform private.write_restored(account, restore.former, p_table, p_rows);
  update private.restores r set next_part = r.next_part + 1 where r.user_id = account;
  return restore.next_part + 1;
end $$;

-- Up to 1,000 files that a restore has stored, after the given one.
create function public.restored_files(p_after text default '')
  returns table (bucket text, path text, bytes bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
    select o.bucket_id, o.name, (o.metadata ->> 'size')::bigint from storage.objects o
    where o.bucket_id in ('photos', 'documents', 'invoices', 'logos') and o.name collate "C" >= account || '/'
      and o.name collate "C" < account || '0' and o.name collate "C" > coalesce(p_after, '') collate "C"
      and exists (select from private.restores r where r.user_id = account and r.state <> 'done')
    order by o.name collate "C" limit 1000;
end $$;

-- Whether a restore may store this file: only if a restored row names it. The rows of a forged ZIP may state smaller files, so
-- the stored ones are added up, too. As in private.no_room, the last one may exceed the account's space.
create function private.takes_restored_file(p_bucket text, path text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  if not private.is_admin() or not exists (
    select from private.restores r where r.user_id = account and r.state = 'running') then return false; end if;
  if p_bucket in ('photos', 'documents') and private.file_quota(account) <= (
      select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
      where o.bucket_id in ('photos', 'documents')
        and o.name collate "C" >= account || '/' and o.name collate "C" < account || '0') then return false; end if;
  return private.has_room(p_bucket) and case p_bucket
    when 'photos' then private.is_filed(path)
    when 'documents' then exists (select from public.documents d where d.user_id = account and d.storage_path = path)
    when 'invoices' then exists (select from public.invoices i where i.user_id = account
      and i.pdf_path = path and i.id = substring(path from '^[^/]+/([0-9a-f-]{36})\.pdf$')::uuid)
    when 'logos' then path ~ ('^' || account || '/invoice/[0-9a-f]{64}\.(png|jpg)$') and (
      exists (select from public.invoice_settings s where s.user_id = account and s.logo_path = path)
      or exists (select from public.invoices i where i.user_id = account and i.supplier_snapshot ->> 'logo_path' = path))
    else false end;
end $$;
create function private.takes_back_files() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return private.is_admin() and exists (
    select from private.restores r where r.user_id = private.account_id() and r.state = 'taking_back');
end $$;
create policy "a restore adds its files" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('photos', 'documents', 'invoices', 'logos')
    and (storage.foldername(name))[1] = (select private.account_id())::text and owner_id = (select auth.uid())::text
    and private.takes_restored_file(bucket_id, name));
create policy "a restore takes its files back" on storage.objects
  for delete to authenticated
  using (bucket_id in ('photos', 'documents', 'invoices', 'logos')
    and (storage.foldername(name))[1] = (select private.account_id())::text and (select private.takes_back_files()));

-- Ends a restore: sets the next number of each series, and the version and size of each stored file. A file that the ZIP does not
-- have is treated as if its upload had never arrived. p_counters: [{"series": "invoice", "next": 12}].
create function public.finish_restore(p_counters jsonb) returns boolean
  language plpgsql security definer set search_path = '' set statement_timeout = '60s'
  as $$
declare
  account uuid := private.restoring_account();
  restore private.restores := private.locked_restore(account, 'running');
begin
  perform private.refuse_if(restore.next_part < restore.parts, 'A part of the ZIP is missing. Choose the ZIP again.');
  perform private.refuse_if(not coalesce(private.is_list_of(p_counters, '{"series": "string", "next": "number"}'), false)
      or exists (
        select from jsonb_to_recordset(p_counters) c (series text, next integer)
        where c.series !~ '^[a-z_]+[0-9]{0,4}$' or c.next < 1
          or c.next <= (select max(i.sequence_no) from public.invoices i where i.user_id = account and i.series = c.series))
      or exists (select from public.invoices i where i.user_id = account
        and i.series not in (select c.series from jsonb_to_recordset(p_counters) c (series text))),
    'The ZIP is damaged: its invoice numbers are wrong.');
  delete from private.counters c where c.user_id = account;
  insert into private.counters (user_id, series, next)
  select account, c.series, c.next from jsonb_to_recordset(p_counters) c (series text, next integer);
  insert into private.counters (user_id, series) values (account, 'invoice') on conflict do nothing;
  perform set_config('farm_diary.restoring', 'on', true);
  update public.works w set done_by = d.ids, done_by_names = d.names
  from (select distinct p.job_id from public.job_people p where p.user_id = account) j
    cross join lateral private.doers(account, j.job_id) d
  where w.user_id = account and w.job_id = j.job_id;
  update public.attachments a set file_version = o.version, bytes = coalesce(nullif((o.metadata ->> 'size')::integer, 0), a.bytes)
  from storage.objects o where a.user_id = account and o.bucket_id = 'photos' and o.name = a.storage_path;
  update public.documents d set file_version = o.version, bytes = coalesce(nullif((o.metadata ->> 'size')::integer, 0), d.bytes)
  from storage.objects o where d.user_id = account and o.bucket_id = 'documents' and o.name = d.storage_path;
  update public.invoices i set pdf_version = o.version
  from storage.objects o where i.user_id = account and o.bucket_id = 'invoices' and o.name = i.pdf_path;
  update public.invoices i set pdf_path = null, pdf_sha256 = null
  where i.user_id = account and i.pdf_path is not null and i.pdf_version is null;
  update public.invoice_settings s set logo_path = null
  where s.user_id = account and s.logo_path is not null
    and not exists (select from storage.objects o where o.bucket_id = 'logos' and o.name = s.logo_path);
  perform set_config('farm_diary.restoring', '', true);
  update private.restores r set state = 'done', finished_at = now() where r.user_id = account;
  return true;
end $$;

-- Adds the rows that a new account begins with; triggers add the titles of its notes. Runs as if nobody were signed in, so
-- that it also works after the subscription has ended.
create function private.add_ready_rows(account uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare person constant text[] := private.leave_person();
begin
  insert into private.counters (user_id, series) values (account, 'invoice');
  insert into public.farm_settings (user_id, asks_business, asks_prices, asks_first_job) values (account, true, true, true);
  perform private.resume_person(person);
end $$;

-- Takes an unfinished restore back, up to 20,000 rows of a table in a call. Returns what is left: 'rows' (call again), 'files'
-- (delete those that restored_files names, then call again) or 'nothing' (the account is as it was).
create function public.take_back_restore() returns text
  language plpgsql security definer set search_path = '' set statement_timeout = '60s'
  as $$
declare
  account uuid := private.holder_account(false);
  restore private.restores;
  at_once constant integer := 20000;
  name text;
  deleted integer;
begin
  select r.* into restore from private.restores r where r.user_id = account for update;
  if restore.user_id is null then return 'nothing'; end if;
  perform private.refuse_if(restore.state = 'done', 'The ZIP is restored already.');
  update private.restores r set state = 'taking_back' where r.user_id = account;
  perform set_config('farm_diary.restoring', 'on', true);
  for name in select t.name from private.restored_tables() t order by t.place desc loop
    execute format('delete from public.%1$I where ctid = any (array(
      select t.ctid from public.%1$I t where t.user_id = $1 %2$s limit $2))', name,
      case name when 'audit_log' then 'and t.id > $3' when 'farm_settings' then 'and false' else '' end)
      using account, at_once, restore.last_log_id;
    get diagnostics deleted = row_count;
    if deleted = at_once then return 'rows'; end if;
  end loop;
  if exists (select from public.restored_files()) then return 'files'; end if;
  delete from public.farm_settings s where s.user_id = account;
  delete from private.counters c where c.user_id = account;
  perform set_config('farm_diary.restoring', '', true);
  delete from private.restores r where r.user_id = account;
  perform private.add_ready_rows(account);
  return 'nothing';
end $$;

revoke execute on function private.spare_restored_rows(regclass), private.guard_values(regclass),
  private.restored_tables(), private.restore_refusal(uuid), private.restoring_account(), private.locked_restore(uuid, text),
  private.with_own_people(uuid, uuid, jsonb), private.has_own_json(text, jsonb), private.write_restored(uuid, uuid, text, jsonb),
  private.takes_restored_file(text, text), private.takes_back_files(), private.add_ready_rows(uuid)
  from public, anon, authenticated;
-- Policies of the storage run as the caller.
grant execute on function private.takes_restored_file(text, text), private.takes_back_files() to authenticated;
revoke execute on function public.restore_state(), public.restore_plan(), public.start_restore(text, integer, uuid, text, timestamptz, integer),
  public.restore_rows(integer, text, jsonb), public.restored_files(text), public.finish_restore(jsonb),
  public.take_back_restore() from public, anon;
grant execute on function public.restore_state(), public.restore_plan(), public.start_restore(text, integer, uuid, text, timestamptz, integer),
  public.restore_rows(integer, text, jsonb), public.restored_files(text), public.finish_restore(jsonb),
  public.take_back_restore() to authenticated;

select private.guard_values('private.restores');
