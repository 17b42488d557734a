-- Weeks: submitting and approving a week's hours, and the settings for working-time warnings about a person.

-- Moves one person's week one step: 'submit' by that person; 'approve', 'query' (returned with a question) and 'reopen'
-- (with a reason) by the account holder. `p_monday` is the week's first day. Returns the number of shifts changed.
create function public.step_week(p_employee uuid, p_monday date, p_step text, p_words text default null) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  reason_text text := nullif(btrim(p_words, E' \t\r\n'), '');
  blocking public.time_entries;
  n integer;
begin
  perform private.refuse_lapsed(account);
  if p_step = 'submit' and p_employee is distinct from auth.uid() or p_step <> 'submit' and not private.is_admin() then
    raise exception using errcode = '42501', message = case p_step when 'submit' then 'Each person hands in their own week.'
      else 'Only the main account holder can do this.' end;
  end if;
  perform private.refuse_if(p_step is null or p_step not in ('submit', 'approve', 'query', 'reopen'), 'There is no such step.');
  perform private.refuse_if(p_monday is null or extract(isodow from p_monday) <> 1, 'A week begins on a Monday.');
  perform private.refuse_if(p_step in ('query', 'reopen') and reason_text is null,
    case p_step when 'query' then 'Say what the question is.' else 'Say why it is reopened.' end);
  perform private.refuse_if(char_length(reason_text) > 300, 'The reason is too long (300 characters at most).');
  perform private.lock_clocks(account);
  perform private.refuse_if(exists (select from public.farm_settings s
      where s.user_id = account and s.time_locked_until >= p_monday and p_step in ('query', 'reopen')),
    'This week is locked. Set an earlier day first.');
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
        when 'query' then e.status in ('open', 'submitted') else e.status = 'approved' end;
  get diagnostics n = row_count;
  perform private.refuse_if(n = 0, case p_step when 'submit' then 'There is nothing to hand in this week.'
    when 'approve' then 'There is nothing to approve this week.' when 'query' then 'There is nothing to ask about this week.'
    else 'This week is not approved.' end);
  return n;
end $$;

-- A person who joins another farm starts without the settings of the last one.
create function private.forget_working_time() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.admin_id is distinct from old.admin_id then
    new.turns_18_on := null;
    new.opted_out_48h := false;
  end if;
  return new;
end $$;
create trigger forget_working_time before update of admin_id on public.profiles
  for each row execute function private.forget_working_time();

-- Called by the account holder, for themselves or an employee.
create function public.set_working_time(p_person uuid, p_opted_out boolean, p_turns_18_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  before public.profiles;
begin
  select * into before from public.profiles where id = p_person and (id = account or admin_id = account) for no key update;
  perform private.refuse_if(before.id is null, 'This person is not on your farm any more.');
  perform private.refuse_if(p_turns_18_on not between '1950-01-01' and '2100-01-01', 'Choose the day of the 18th birthday.');
  if (before.turns_18_on, before.opted_out_48h) is not distinct from (p_turns_18_on, coalesce(p_opted_out, false)) then
    return p_person;
  end if;
  update public.profiles set turns_18_on = p_turns_18_on, opted_out_48h = coalesce(p_opted_out, false) where id = p_person;
  if before.turns_18_on is distinct from p_turns_18_on then
    perform private.log_person(account, p_person, 'turns_18_on', before.turns_18_on::text, p_turns_18_on::text);
  end if;
  if before.opted_out_48h <> coalesce(p_opted_out, false) then
    perform private.log_person(account, p_person, 'opted_out_48h', before.opted_out_48h::text, coalesce(p_opted_out, false)::text);
  end if;
  return p_person;
end $$;

revoke execute on function private.forget_working_time() from public, anon, authenticated;
revoke execute on function public.step_week(uuid, date, text, text), public.set_working_time(uuid, boolean, date) from public, anon;
grant execute on function public.step_week(uuid, date, text, text), public.set_working_time(uuid, boolean, date)
  to authenticated, service_role;
