-- Changes the days of a repeating event from a given day on.

-- p_dates are the new days from p_from on. A planned row from p_from on stays if its day is in the list, otherwise it is
-- deleted; a day without a row gets a copy of the last row. These rows form a new repetition, p_new_id, because a repetition
-- follows one rule; the rows before p_from stay in the old one. Rows that are begun, done or cancelled stay, and nothing is
-- added on their days. p_seen: the planned rows from p_from on that the user saw; refused if they have changed since.
-- `changed_at` is the argument of undo_repeat_days. A repeated call changes nothing and returns null for it.
create function public.change_repeat_days(
    p_repeat_id uuid, p_new_id uuid, p_every text, p_from date, p_dates date[], p_seen uuid[])
  returns table (added integer, removed integer, changed_at timestamptz)
  -- The browser may not write which repetition a row belongs to.
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  planned uuid[];
  kept    uuid[];
  taken   date[];
  pattern public.diary_events;
begin
  perform private.refuse_if(p_repeat_id is null or p_new_id is null or p_new_id = p_repeat_id or coalesce(p_every, '') = '',
    'These days can''t be changed.');
  perform private.refuse_if(p_every not in ('day', 'week', 'fortnight', 'month', 'year'), 'Choose how often it repeats.');
  perform private.refuse_if(p_from is null or p_from < private.today(account), 'Choose today or a later day.');
  perform private.refuse_if(coalesce(cardinality(p_dates), 0) = 0, 'Choose at least one day.');
  perform private.refuse_if(cardinality(p_dates) > 366, 'It would repeat more than 366 times. Choose an earlier day.');
  perform private.refuse_if(exists (select from unnest(p_dates) d where d is null or d < p_from or d >= '2200-01-01'),
    'Choose dates from 2000 to 2199.');
  -- One change after another, so that the second one sees the rows of the first.
  perform pg_advisory_xact_lock(hashtextextended(account::text || p_repeat_id::text, 0));
  if exists (select from public.diary_events e where e.user_id = account and e.repeat_id = p_new_id) then
    return query select 0, 0, null::timestamptz;
    return;
  end if;
  select coalesce(array_agg(e.id order by e.id), '{}') into planned from (
    select id from public.diary_events
    where user_id = account and repeat_id = p_repeat_id and status = 'planned' and start_date >= p_from for update) e;
  perform private.refuse_if(planned = '{}' or planned is distinct from array(select s from unnest(p_seen) s order by s),
    'It was changed or deleted meanwhile. Look at it again.');
  select * into pattern from public.diary_events e
    where e.user_id = account and e.id = any (planned) order by e.start_date desc, e.id desc limit 1;
  kept := array(
    select distinct on (e.start_date) e.id from public.diary_events e
    where e.user_id = account and e.id = any (planned) and e.start_date = any (p_dates)
    order by e.start_date, e.repeat_date);
  taken := array(
    select e.start_date from public.diary_events e
    where e.user_id = account and e.repeat_id = p_repeat_id and (e.id = any (kept) or e.status <> 'planned'));

  delete from public.diary_events e where e.user_id = account and e.id = any (planned) and e.id <> all (kept);
  get diagnostics removed = row_count;
  update public.diary_events e set repeat_id = p_new_id, repeat_date = e.start_date, repeat_every = p_every
    where e.user_id = account and e.id = any (kept);
  insert into public.diary_events (user_id, kind, title, customer, task_name, notes, assigned_to, all_day, start_time, end_time,
      start_date, end_date, repeat_id, repeat_date, repeat_every)
    select account, pattern.kind, pattern.title, pattern.customer, pattern.task_name, pattern.notes, pattern.assigned_to,
      pattern.all_day, pattern.start_time, pattern.end_time, day, day + (pattern.end_date - pattern.start_date),
      p_new_id, day, p_every
    from (select distinct d as day from unnest(p_dates) d where d <> all (taken) order by d) days;
  get diagnostics added = row_count;
  changed_at := now();
  return next;
end $$;

-- Undoes a change of the days within an hour, for the person who made it: deletes the added rows, unless they were changed
-- since, and restores the deleted ones. Returns how many rows were restored or deleted; 0 if it was undone already.
create function public.undo_repeat_days(p_repeat_id uuid, p_new_id uuid, p_at timestamptz) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  deleted public.audit_log[];
  gone    integer;
begin
  perform private.refuse_if(p_repeat_id is null or p_new_id is null or p_at is null or p_at < now() - interval '1 hour'
    or not isfinite(p_at), 'This can''t be undone any more.');
  perform pg_advisory_xact_lock(hashtextextended(account::text || p_repeat_id::text, 0));
  deleted := array(
    select l from public.audit_log l
    where l.user_id = account and l.at = p_at and l.action = 'delete' and l.table_name = 'diary_events'
      and l.actor = auth.uid() and l.changed ->> 'repeat_id' = p_repeat_id::text
      and not exists (select from public.diary_events e where e.user_id = account and e.id = l.row_id));
  delete from public.diary_events e
    where e.user_id = account and e.repeat_id = p_new_id and e.created_at = p_at and e.updated_at = p_at
      and e.created_by = auth.uid() and e.status = 'planned';
  get diagnostics gone = row_count;
  update public.diary_events e
    set repeat_id = p_repeat_id,
      repeat_date = coalesce((l.changed #>> '{repeat_date,old}')::date, e.repeat_date),
      repeat_every = coalesce(l.changed #>> '{repeat_every,old}', e.repeat_every)
    from public.audit_log l
    where e.user_id = account and e.repeat_id = p_new_id and l.user_id = account and l.table_name = 'diary_events'
      and l.row_id = e.id and l.at = p_at and l.action = 'update' and l.actor = auth.uid()
      and l.changed #>> '{repeat_id,new}' = p_new_id::text and l.changed #>> '{repeat_id,old}' = p_repeat_id::text;
  insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
    select account, 'diary_events', d.row_id, 'restore', '{}', auth.uid(), private.person_name(auth.uid())
    from unnest(deleted) d;
  perform private.put_back(account, 'diary_events', deleted);
  return cardinality(deleted) + gone;
end $$;

revoke execute on function public.change_repeat_days(uuid, uuid, text, date, date[], uuid[]),
  public.undo_repeat_days(uuid, uuid, timestamptz) from public, anon;
grant execute on function public.change_repeat_days(uuid, uuid, text, date, date[], uuid[]),
  public.undo_repeat_days(uuid, uuid, timestamptz) to authenticated;
