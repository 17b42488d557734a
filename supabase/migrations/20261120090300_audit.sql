-- Audit log: who changed or deleted what, and when. Written by triggers, read by the account holder, never changed,
-- except that the content of an erased entry is removed (*_deleted_works.sql).
create table public.audit_log (
  id         bigint generated always as identity primary key,
  user_id    uuid not null references public.profiles on delete cascade,
  table_name text not null,
  row_id     uuid not null,
  action     text not null check (action in ('update', 'delete', 'restore', 'erase')),
  changed    jsonb not null check (jsonb_typeof(changed) = 'object'),
  actor      uuid,
  actor_name text,
  at         timestamptz not null default now()
);
-- The log's primary key does not begin with the account, so the export needs this index to read it in order.
create index audit_log_account_idx on public.audit_log (user_id, id);
create index audit_log_row_idx on public.audit_log (user_id, table_name, row_id, at desc, id desc);
-- Recent deletions, and links that they removed (*_deleted_works.sql).
create index audit_log_deleted_idx on public.audit_log (user_id, at desc, id desc)
  where action = 'delete' or changed ?| array['work_id', 'log_key'];
-- Former names of customers (private.formerly_named).
create index audit_log_renamed_idx on public.audit_log (user_id, lower(btrim(changed #>> '{name,old}')), at desc, id desc)
  where table_name = 'customers' and action = 'update' and changed ? 'name';

-- An update stores {column: {"old": …, "new": …}} for each changed column; a deletion stores the whole old row.
-- Generated columns (search, progress) are left out, and so is what another record says already: a work's additional
-- items (its invoice) and who did it (the people of its job).
create function private.write_audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before jsonb := to_jsonb(old) - array['search', 'progress', 'done_by', 'done_by_names'];
  after  jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  diff   jsonb;
begin
  if tg_op = 'DELETE' then
    -- When a whole account is deleted, its log is deleted with it.
    if not exists (select from public.profiles where id = old.user_id) then return null; end if;
    diff := before;
  else
    select jsonb_object_agg(key, jsonb_build_object('old', value, 'new', after -> key)) into diff
    from jsonb_each(before) where value is distinct from after -> key and key <> all (array['updated_at', 'additional_items']);
    if diff is null then return null; end if;
  end if;
  insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
  values (old.user_id, tg_table_name, coalesce((before ->> 'id')::uuid, old.user_id), lower(tg_op), diff,
          auth.uid(), private.person_name(auth.uid()));
  return null;
end $$;

-- A device that was offline may resend a row that somebody has deleted since. It is not restored: the error says who
-- deleted it and when, in the farm's time zone. A row that was restored since passes this check, and the
-- insert fails on its key. The detail 'deleted' lets the app tell this error from others.
create function private.refuse_deleted(of_table text, account uuid, row_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  by_whom  text;
  at_time  timestamptz;
  zone     text;
  latest   text;
begin
  select l.actor_name, l.at, l.action into by_whom, at_time, latest from public.audit_log l
  where l.user_id = account and l.table_name = of_table and l.row_id = refuse_deleted.row_id
    and l.action in ('delete', 'restore')
  order by l.at desc, l.id desc limit 1;
  if not found or latest = 'restore' then return; end if;
  select s.time_zone into zone from public.farm_settings s where s.user_id = account;
  raise exception using errcode = '23514', detail = 'deleted',
    message = format('Deleted by %s on %s.', coalesce(nullif(by_whom, ''), 'somebody'),
                     to_char(at_time at time zone coalesce(zone, 'Europe/London'), 'FMDD Mon YYYY "at" HH24:MI'));
end $$;

-- updated_at: when a business row was last changed.
create function private.touch() returns trigger
  language plpgsql set search_path = ''
  as $$ begin new.updated_at := now(); return new; end $$;

alter table public.audit_log enable row level security;
create policy "admin reads the account's log" on public.audit_log
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));

-- Append-only, for the service role as well.
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated;
grant select, insert on public.audit_log to service_role;

revoke execute on function private.write_audit(), private.refuse_deleted(text, uuid, uuid), private.touch()
  from public, anon, authenticated;

select private.guard_values('public.audit_log');
