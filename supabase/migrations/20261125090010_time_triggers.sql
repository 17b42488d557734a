-- Time: triggers that run when a shift is written, and when the work logged from it is.

-- Takes the lock before any row lock: a transaction that already held a row and then waited here could deadlock.
create function private.time_entries_before_statement() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user = 'authenticated' then perform private.lock_clocks(private.account_id()); end if;
  return null;
end $$;

-- The browser decides neither owner nor account. A shift that overlaps another was clocked offline: refusing it would
-- lose hours that were worked, so both are kept and marked for review.
create function private.time_entries_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare running public.time_entries;
begin
  select coalesce(max(s.time_zone), 'Europe/London') into new.time_zone from public.farm_settings s where s.user_id = new.user_id;
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.employee_id));
    new := private.timed(new);
    return new;
  end if;
  if new.user_id is distinct from private.account_id() then
    raise exception using errcode = '42501', message = 'This belongs to another account.';
  end if;
  if not private.can_write() then
    raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
  end if;
  new.employee_id := auth.uid();
  new.created_by_name := private.person_name(auth.uid());
  new.created_at := now();
  perform private.refuse_if(new.source not in ('clock', 'manual'), 'A new shift is clocked or written down.');
  new.status := 'open';
  new := private.timed(new);
  -- A retry: the row exists, and the insert will fail on its key.
  if exists (select from public.time_entries e where e.user_id = new.user_id and e.id = new.id) then return new; end if;
  perform private.refuse_deleted('time_entries', new.user_id, new.id);
  perform private.refuse_if(private.time_closed(new.user_id, new.employee_id, new.work_date) is not null,
    private.time_closed(new.user_id, new.employee_id, new.work_date));
  select * into running from public.time_entries e
  where e.user_id = new.user_id and e.employee_id = new.employee_id and e.clock_out_at is null;
  if new.clock_out_at is null and found then
    -- The same job started on two devices within a minute is one shift: the detail 'already' tells the second device
    -- that its shift exists. Otherwise the person is told that they are clocked in.
    raise exception using errcode = '23514',
      detail = case when abs(extract(epoch from running.clock_in_at - new.clock_in_at)) <= 60
          and (running.activity, running.customer) is not distinct from (new.activity, new.customer)
        then 'already' else 'running' end,
      message = format('You''re already clocked in since %s.', to_char(running.clock_in_at at time zone new.time_zone, 'HH24:MI'));
  end if;
  if (private.overlapping(new)).id is not null then new.status := 'needs_review'; end if;
  -- The work may have arrived before its shift.
  select w.id into new.work_id from public.works w
  where w.user_id = new.user_id and w.id = new.log_key and coalesce(w.employee_id, w.user_id) = new.employee_id;
  return new;
end $$;

-- Each change needs its own reason: an update that names the column gives one.
create function private.time_reason_given() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform set_config('farm.time_reason', new.id::text, true);
  return new;
end $$;

-- Runs as the caller, to tell a person's edit from an update by the functions below.
create function private.time_entries_before_update() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  by_person boolean := current_user = 'authenticated';
  own boolean := old.employee_id is not distinct from auth.uid();
  clocking_out boolean := old.clock_out_at is null and new.clock_out_at is not null and new.clock_in_at = old.clock_in_at;
  times boolean := (new.clock_in_at, new.clock_out_at) is distinct from (old.clock_in_at, old.clock_out_at);
  reason boolean := coalesce(current_setting('farm.time_reason', true), '') = old.id::text;
  other public.time_entries;
  closed text;
begin
  if not by_person then return new; end if;
  perform set_config('farm.time_reason', '', true);
  if (new.clock_in_at, new.clock_out_at, new.activity, new.customer, new.breaks, new.manual_break_min, new.note, new.edit_reason)
      is not distinct from
     (old.clock_in_at, old.clock_out_at, old.activity, old.customer, old.breaks, old.manual_break_min, old.note, old.edit_reason) then
    return new;
  end if;
  closed := private.time_closed(old.user_id, old.employee_id, old.work_date);
  perform private.refuse_if(closed is not null, closed);
  -- A deleted person has no week that could be reopened.
  perform private.refuse_if(old.status = 'approved', 'These hours are approved.');
  if old.status = 'submitted' and not private.is_admin() then
    raise exception using errcode = '23514', message = 'This week is handed in. Ask for it to be sent back first.';
  end if;
  new := private.timed(new);
  if new.work_date <> old.work_date then
    closed := private.time_closed(new.user_id, new.employee_id, new.work_date);
    perform private.refuse_if(closed is not null, closed);
  end if;
  perform private.refuse_if((not own or old.status = 'submitted') and (not reason or new.edit_reason is null),
    'Say why it is changed.');
  -- A reason can be neither removed nor edited without another change.
  perform private.refuse_if(
    (new.clock_in_at, new.clock_out_at, new.activity, new.customer, new.breaks, new.manual_break_min, new.note)
      is not distinct from
    (old.clock_in_at, old.clock_out_at, old.activity, old.customer, old.breaks, old.manual_break_min, old.note),
    'A reason goes with a change.');
  new.edit_reason := coalesce(new.edit_reason, old.edit_reason);
  if not times then
    if old.clock_out_at is not null
        and (new.breaks, new.manual_break_min) is distinct from (old.breaks, old.manual_break_min) then
      new.source := 'corrected';
    end if;
    return new;
  end if;
  if new.clock_in_at <> old.clock_in_at or not own or (old.clock_out_at is not null and new.clock_out_at is not null) then
    new.source := 'corrected';
  end if;
  if new.clock_out_at is null then
    perform private.refuse_if(old.status = 'submitted', 'Enter the finish time too.');
    select * into other from private.open_shift(new.user_id, new.employee_id);
    perform private.refuse_if(other.id <> new.id,
      format('You''re already clocked in since %s.', to_char(other.clock_in_at at time zone new.time_zone, 'HH24:MI')));
  end if;
  other := private.overlapping(new);
  -- At a desk other times can be chosen, so an overlap is refused; clocking out in the field is stored as it happened.
  perform private.refuse_if(other.id is not null and not clocking_out,
    format('This overlaps %s entry %s.', case when own then 'your' else 'the' end,
           private.shift_words(other.clock_in_at, other.clock_out_at, other.time_zone)));
  if other.id is not null then new.status := 'needs_review';
  elsif new.status = 'needs_review' then new.status := 'open'; end if;
  return new;
end $$;

-- The running shift of a person.
create function private.open_shift(account uuid, person uuid) returns public.time_entries
  language sql stable security definer set search_path = ''
  as $$
    select e.* from public.time_entries e where e.user_id = account and e.employee_id = person and e.clock_out_at is null
  $$;

-- Re-checks the other shifts that this one overlaps or overlapped before the change, and sets or clears needs_review.
-- Approved shifts have been reviewed, and submitted ones stay submitted: a person can't get them back by clocking an
-- overlapping shift.
create function private.time_entries_settle() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := coalesce(old.user_id, new.user_id);
  person uuid := coalesce(old.employee_id, new.employee_id);
  was tstzrange := case when tg_op <> 'INSERT' then tstzrange(old.clock_in_at, coalesce(old.clock_out_at, 'infinity')) end;
  is_now tstzrange := case when tg_op <> 'DELETE' then tstzrange(new.clock_in_at, coalesce(new.clock_out_at, 'infinity')) end;
begin
  if person is null then return null; end if;
  update public.time_entries o
    set status = case when (private.overlapping(o)).id is null then 'open' else 'needs_review' end
  where o.user_id = account and o.employee_id = person and o.status not in ('submitted', 'approved')
    and o.id is distinct from coalesce(new.id, old.id)
    and (tstzrange(o.clock_in_at, coalesce(o.clock_out_at, 'infinity')) && was
      or tstzrange(o.clock_in_at, coalesce(o.clock_out_at, 'infinity')) && is_now)
    and (o.status = 'needs_review') <> ((private.overlapping(o)).id is not null);
  return null;
end $$;

create function private.time_entries_before_delete() returns trigger
  language plpgsql set search_path = ''
  as $$
declare closed text;
begin
  if current_user <> 'authenticated' then return old; end if;
  closed := private.time_closed(old.user_id, old.employee_id, old.work_date);
  perform private.refuse_if(closed is not null, closed);
  perform private.refuse_if(old.status = 'approved', 'These hours are approved.');
  perform private.refuse_if(old.status = 'submitted' and not private.is_admin(),
    'This week is handed in. Ask for it to be sent back first.');
  return old;
end $$;

create trigger time_entries_before_statement before insert or update or delete on public.time_entries
  for each statement execute function private.time_entries_before_statement();
create trigger time_entries_before_insert before insert on public.time_entries
  for each row execute function private.time_entries_before_insert();
-- Triggers of the same timing run in the order of their names.
create trigger time_entries_a_reason before update of edit_reason on public.time_entries
  for each row execute function private.time_reason_given();
create trigger time_entries_before_update before update on public.time_entries
  for each row execute function private.time_entries_before_update();
create trigger time_entries_before_delete before delete on public.time_entries
  for each row execute function private.time_entries_before_delete();
create trigger time_entries_settle after insert or delete or update of clock_in_at, clock_out_at on public.time_entries
  for each row execute function private.time_entries_settle();
create trigger time_entries_touch before update on public.time_entries for each row execute function private.touch();
create trigger time_entries_write_audit after update or delete on public.time_entries
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.time_entries
  for each statement execute function private.refuse_outsiders();

-- A work logged under a shift's key belongs to that shift. The account holder's own works have no employee_id.
create function private.log_shift() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.time_entries set work_id = new.id
  where user_id = new.user_id and log_key = new.id and employee_id = coalesce(new.employee_id, new.user_id);
  return null;
end $$;

-- The work was deleted: the shift gets a new key, because a deleted id can't be inserted again.
create function private.unlog_shift() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- If the whole account is deleted, its hours go with it.
  if exists (select from public.profiles where id = old.user_id) then
    update public.time_entries set work_id = null, log_key = gen_random_uuid()
    where user_id = old.user_id and log_key = old.id;
  end if;
  return null;
end $$;

create trigger works_log_shift after insert on public.works
  for each row execute function private.log_shift();
create trigger works_unlog_shift after delete on public.works
  for each row execute function private.unlog_shift();

revoke execute on function private.open_shift(uuid, uuid), private.time_entries_before_statement(), private.time_entries_before_insert(),
  private.time_reason_given(), private.time_entries_before_update(), private.time_entries_settle(),
  private.time_entries_before_delete(), private.log_shift(), private.unlog_shift() from public, anon, authenticated;
-- The trigger of a person's own edit runs as that person and needs this.
grant execute on function private.open_shift(uuid, uuid) to authenticated;
