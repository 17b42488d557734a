-- A person may take back a week that they handed in, until it is approved: nobody has to ask the account holder for it.
-- The log keeps both steps, like those of the account holder. Also an index for the weeks that were sent back.

create index time_entries_queried_idx on public.time_entries (user_id, employee_id, work_date desc, clock_in_at desc, id desc)
  where query_note is not null;

-- Moves one person's week one step: 'submit' and 'take_back' by that person; 'approve', 'query' (returned with a question)
-- and 'reopen' (with a reason) by the account holder. `p_monday` is the week's first day. Returns the number of shifts
-- changed.
create or replace function public.step_week(p_employee uuid, p_monday date, p_step text, p_words text default null) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  reason_text text := nullif(btrim(p_words, E' \t\r\n'), '');
  blocking public.time_entries;
  n integer;
begin
  perform private.refuse_lapsed(account);
  if p_step in ('submit', 'take_back') and p_employee is distinct from auth.uid()
      or p_step not in ('submit', 'take_back') and not private.is_admin() then
    raise exception using errcode = '42501', message = case p_step when 'submit' then 'Each person hands in their own week.'
      when 'take_back' then 'Each person takes back their own week.' else 'Only the main account holder can do this.' end;
  end if;
  perform private.refuse_if(p_step is null or p_step not in ('submit', 'take_back', 'approve', 'query', 'reopen'),
    'There is no such step.');
  perform private.refuse_if(p_monday is null or extract(isodow from p_monday) <> 1, 'A week begins on a Monday.');
  perform private.refuse_if(p_step in ('query', 'reopen') and reason_text is null,
    case p_step when 'query' then 'Say what the question is.' else 'Say why it is reopened.' end);
  perform private.refuse_if(char_length(reason_text) > 300, 'The reason is too long (300 characters at most).');
  perform private.lock_clocks(account);
  perform private.refuse_if(exists (select from public.farm_settings s
      where s.user_id = account and s.time_locked_until >= p_monday and p_step in ('take_back', 'query', 'reopen')),
    case p_step when 'take_back' then 'This week is locked. Ask for it to be sent back.'
      else 'This week is locked. Set an earlier day first.' end);
  if p_step in ('submit', 'approve') then
    select * into blocking from public.time_entries e
    where e.user_id = account and e.employee_id = p_employee and e.work_date between p_monday and p_monday + 6
      and (e.clock_out_at is null or e.status = 'needs_review')
    order by e.clock_in_at limit 1;
    perform private.refuse_if(blocking.clock_out_at is null and blocking.id is not null, format('The shift since %s is still running.',
      to_char(blocking.clock_in_at at time zone blocking.time_zone, 'HH24:MI "on" FMDD Mon')));
    perform private.refuse_if(blocking.id is not null, format('The entry %s needs a look first: it overlaps another.',
      private.shift_words(blocking.clock_in_at, blocking.clock_out_at, blocking.time_zone)));
  end if;
  -- An active employee's shift that is not submitted can't be approved: they may still be editing it, and the approver
  -- may not have seen it. A person who has left or is suspended can't submit any more, so their shifts are exempt.
  if p_step = 'approve' and exists (select from public.profiles p
      where p.id = p_employee and p.admin_id = account and p.person_status = 'active') then
    select * into blocking from public.time_entries e
    where e.user_id = account and e.employee_id = p_employee and e.work_date between p_monday and p_monday + 6
      and e.status = 'open'
    order by e.clock_in_at limit 1;
    perform private.refuse_if(found, format('The shift %s is not handed in yet. Ask %s to hand in the week.',
      private.shift_words(blocking.clock_in_at, blocking.clock_out_at, blocking.time_zone), blocking.created_by_name));
  end if;
  update public.time_entries e set
    status = case p_step when 'submit' then 'submitted' when 'approve' then 'approved' else 'open' end,
    approved_by = case when p_step = 'approve' then auth.uid() end,
    approved_by_name = case when p_step = 'approve' then private.person_name(auth.uid()) end,
    approved_at = case when p_step = 'approve' then now() end,
    query_note = case p_step when 'query' then reason_text when 'reopen' then e.query_note end,
    edit_reason = case when p_step = 'reopen' then reason_text else e.edit_reason end
  where e.user_id = account and e.employee_id = p_employee and e.work_date between p_monday and p_monday + 6
    and case p_step when 'submit' then e.status = 'open' when 'approve' then e.status in ('open', 'submitted')
        when 'query' then e.status in ('open', 'submitted')
        when 'take_back' then e.status = 'submitted' else e.status = 'approved' end;
  get diagnostics n = row_count;
  perform private.refuse_if(n = 0, case p_step when 'submit' then 'There is nothing to hand in this week.'
    when 'take_back' then 'This week is not handed in, or it is approved already.'
    when 'approve' then 'There is nothing to approve this week.' when 'query' then 'There is nothing to ask about this week.'
    else 'This week is not approved.' end);
  return n;
end $$;

-- Queues a message when a week is handed in or taken back (to the account holder) or sent back (to its person). The shifts
-- of a week change together; the common key makes this one message, and the newer one replaces an unread one.
create or replace function private.tell_week() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare monday constant date := date_trunc('week', new.work_date)::date;
begin
  if auth.uid() is null then return null; end if;
  if new.status = 'submitted' then
    perform private.tell(new.user_id, array[new.user_id], 'week',
      format('week:%s %s:%s', new.employee_id, monday, private.moment()), '/time-diary?week=' || monday,
      new.created_by_name || ' handed in a week',
      format('The week from %s. Look at it and approve it.', to_char(monday, 'FMDD Mon')));
  elsif new.status = 'open' and old.status in ('open', 'submitted') and new.query_note is not null then
    perform private.tell(new.user_id, array[new.employee_id], 'week',
      format('week:%s %s:%s', new.employee_id, monday, private.moment()), '/time-diary?week=' || monday,
      format('Your week from %s was sent back', to_char(monday, 'FMDD Mon')), new.query_note);
  elsif new.status = 'open' and old.status = 'submitted' then
    perform private.tell(new.user_id, array[new.user_id], 'week',
      format('week:%s %s:%s', new.employee_id, monday, private.moment()), '/time-diary?week=' || monday,
      new.created_by_name || ' took back a week',
      format('The week from %s. There is nothing to approve until it is handed in again.', to_char(monday, 'FMDD Mon')));
  end if;
  return null;
end $$;

-- The functions below differ from before only in what they say about a week that is handed in.
create or replace function private.time_entries_before_update() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  by_person boolean := current_user = 'authenticated';
  own boolean := old.employee_id is not distinct from auth.uid();
  clocking_out boolean := old.clock_out_at is null and new.clock_out_at is not null and new.clock_in_at = old.clock_in_at;
  times_changed boolean := (new.clock_in_at, new.clock_out_at) is distinct from (old.clock_in_at, old.clock_out_at);
  reason_given boolean := coalesce(current_setting('farm.time_reason', true), '') = old.id::text;
  other_shift public.time_entries;
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
    raise exception using errcode = '23514', message = 'This week is handed in. Take it back first.';
  end if;
  new := private.timed(new);
  if new.work_date <> old.work_date then
    closed := private.time_closed(new.user_id, new.employee_id, new.work_date);
    perform private.refuse_if(closed is not null, closed);
  end if;
  perform private.refuse_if((not own or old.status = 'submitted') and (not reason_given or new.edit_reason is null),
    'Say why it is changed.');
  -- A reason can be neither removed nor edited without another change.
  perform private.refuse_if(
    (new.clock_in_at, new.clock_out_at, new.activity, new.customer, new.breaks, new.manual_break_min, new.note)
      is not distinct from
    (old.clock_in_at, old.clock_out_at, old.activity, old.customer, old.breaks, old.manual_break_min, old.note),
    'A reason goes with a change.');
  new.edit_reason := coalesce(new.edit_reason, old.edit_reason);
  if not times_changed then
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
    select * into other_shift from private.open_shift(new.user_id, new.employee_id);
    perform private.refuse_if(other_shift.id <> new.id,
      format('You''re already clocked in since %s.', to_char(other_shift.clock_in_at at time zone new.time_zone, 'HH24:MI')));
  end if;
  other_shift := private.overlapping(new);
  -- An edit that overlaps is refused, because other times can be entered. Clocking out is stored as it happened.
  perform private.refuse_if(other_shift.id is not null and not clocking_out,
    format('This overlaps %s entry %s.', case when own then 'your' else 'the' end,
           private.shift_words(other_shift.clock_in_at, other_shift.clock_out_at, other_shift.time_zone)));
  if other_shift.id is not null then new.status := 'needs_review';
  elsif new.status = 'needs_review' then new.status := 'open'; end if;
  return new;
end $$;

create or replace function private.time_entries_before_delete() returns trigger
  language plpgsql set search_path = ''
  as $$
declare closed text;
begin
  if current_user <> 'authenticated' then return old; end if;
  closed := private.time_closed(old.user_id, old.employee_id, old.work_date);
  perform private.refuse_if(closed is not null, closed);
  perform private.refuse_if(old.status = 'approved', 'These hours are approved.');
  perform private.refuse_if(old.status = 'submitted' and not private.is_admin(),
    'This week is handed in. Take it back first.');
  return old;
end $$;
