-- Undo: a person who has just deleted an entry, a planned event, a notice or a note can restore it with everything that
-- was deleted with it. As for deleted entries (*_deleted_works.sql), the rows come from the audit log.

-- The latest deletion of a row, if this person deleted it within the last hour; otherwise refused.
create function private.own_deletion(account uuid, of_table text, deleted_id uuid) returns public.audit_log
  language plpgsql stable security definer set search_path = ''
  as $$
declare deletion public.audit_log;
begin
  select l.* into deletion from public.audit_log l
  where l.user_id = account and l.table_name = of_table and l.row_id = deleted_id and l.action = 'delete'
  order by l.at desc, l.id desc limit 1;
  perform private.refuse_if(
    deletion.id is null or deletion.actor is distinct from auth.uid() or deletion.at < now() - interval '1 hour'
      or deletion.changed = '{}',
    'This can''t be undone any more.');
  return deletion;
end $$;

-- Undoes a deletion. Returns the number of restored rows; 0 if it was undone already.
create function public.undo_deletion(p_table text, p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  deletion public.audit_log;
  deleted public.audit_log[];
  part text;
begin
  perform private.refuse_lapsed(account);
  perform private.refuse_if(p_table is null or p_table not in ('works', 'diary_events', 'notices', 'notes'),
    'This can''t be undone.');
  -- One call after another: a second concurrent call finds the row restored.
  perform pg_advisory_xact_lock(hashtextextended(account::text || 'deleted works', 0));
  deletion := private.own_deletion(account, p_table, p_id);
  if p_table = 'works' then
    if exists (select from public.works w where w.user_id = account and w.id = p_id) then return 0; end if;
    return private.restore_work(account, p_id);
  end if;
  deleted := array(
    select l from public.audit_log l
    where l.user_id = account and l.at = deletion.at and l.action = 'delete' and (l.id = deletion.id
      or p_table = 'diary_events' and l.table_name = 'diary_events' and l.changed ->> 'repeat_id' = deletion.changed ->> 'repeat_id'
      or p_table = 'notices' and l.table_name = 'notice_reads' and l.changed ->> 'notice_id' = p_id::text
      or p_table = 'notes' and l.table_name = 'attachments' and l.changed ->> 'parent_id' = p_id::text));
  if p_table = 'diary_events' and exists (select from public.diary_events e where e.user_id = account and e.id = p_id)
    or p_table = 'notices' and exists (select from public.notices n where n.user_id = account and n.id = p_id)
    or p_table = 'notes' and exists (select from public.notes n where n.user_id = account and n.id = p_id)
    then return 0; end if;

  insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
  values (account, p_table, p_id, 'restore', '{}', auth.uid(), private.person_name(auth.uid()));
  foreach part in array array['diary_events', 'notices', 'notice_reads', 'notes', 'attachments'] loop
    perform private.put_back(account, part, deleted);
  end loop;
  if p_table = 'notes' then
    -- Restore when and by whom its action was done, and the links of the notes that follow it up.
    update public.notes n set action_done_at = old.action_done_at, action_done_by_name = old.action_done_by_name
    from jsonb_populate_record(null::public.notes, deletion.changed) old
    where n.user_id = account and n.id = p_id and n.action_done;
    update public.notes n set follows = p_id from public.audit_log l
    where l.user_id = account and l.at = deletion.at and l.table_name = 'notes' and l.action = 'update'
      and l.changed #>> '{follows,old}' = p_id::text and n.user_id = account and n.id = l.row_id and n.follows is null;
  end if;
  return cardinality(deleted);
end $$;

revoke execute on function private.own_deletion(uuid, text, uuid) from public, anon, authenticated;
revoke execute on function public.undo_deletion(text, uuid) from public, anon;
grant execute on function public.undo_deletion(text, uuid) to authenticated;
