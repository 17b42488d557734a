-- Time off: a person of the crew asks for days off, the account holder answers. The diary stays the only record of who is
-- away: a request that is approved becomes an absence there, with the same id (*_planned_jobs.sql). Sick days are
-- reported, not asked for, so they become an absence at once.
create table public.absence_requests (
  id               uuid not null default gen_random_uuid(),
  user_id          uuid not null references public.profiles on delete cascade,
  person_id        uuid not null references public.profiles on delete cascade,
  person_name      text not null,
  absence_type     text not null check (absence_type in ('holiday', 'sick', 'other')),
  start_date       date not null check (start_date >= '2000-01-01' and start_date < '2200-01-01'),
  end_date         date not null,
  -- Only the morning or the afternoon of one day; null: whole days.
  half             text check (half in ('morning', 'afternoon')),
  note             text check (char_length(note) <= 300),
  status           text not null default 'asked' check (status in ('asked', 'approved', 'declined')),
  -- What the account holder says about the answer.
  answer           text check (char_length(answer) <= 300),
  answered_by      uuid references public.profiles on delete set null,
  answered_by_name text,
  answered_at      timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (user_id, id),
  check (end_date between start_date and start_date + 365),
  check (half is null or start_date = end_date),
  check ((status = 'asked') = (answered_at is null)),
  check (status <> 'asked' or (answer is null and answered_by is null and answered_by_name is null))
);
create index absence_requests_open_idx on public.absence_requests (user_id, start_date, id) where status = 'asked';
create index absence_requests_by_date_idx on public.absence_requests (user_id, start_date, id);
create index absence_requests_person_idx on public.absence_requests (person_id, start_date);
create index absence_requests_answered_by_idx on public.absence_requests (answered_by) where answered_by is not null;
-- The absences of a year, without the jobs between them.
create index diary_events_absences_idx on public.diary_events (user_id, start_date, id) where kind = 'absence';

-- "Mon 3 Aug", "3 to 7 Aug", "30 Jul to 2 Aug"
create function private.days_words(first_day date, last_day date) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when first_day = last_day then to_char(first_day, 'FMDy FMDD Mon')
      when date_trunc('month', first_day) = date_trunc('month', last_day)
        then to_char(first_day, 'FMDD') || to_char(last_day, '" to "FMDD Mon')
      else to_char(first_day, 'FMDD Mon') || to_char(last_day, '" to "FMDD Mon') end
  $$;

-- Whether an absence takes this half of a day. Its times count only if it lasts one day; otherwise it takes both halves of
-- each day. As `halvesOf` (src/domain/time-off/leave.ts) counts.
create function private.takes_half(event public.diary_events, half text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select half is null or event.start_date < event.end_date or event.start_time is null or case half
      when 'morning' then event.start_time < '12:00'
      else event.end_time is null or event.end_time > '13:00' or event.end_time < event.start_time end
  $$;

-- Checks a request, or a report of sick days. Requests and absences of one person do not overlap: asking again for the same
-- days is refused. Sick days may overlap a holiday.
create function private.check_request(request public.absence_requests) returns public.absence_requests
  language plpgsql security definer set search_path = ''
  as $$
declare
  other public.absence_requests;
  event public.diary_events;
begin
  request.note := nullif(btrim(request.note, E' \t\r\n'), '');
  perform private.refuse_if(request.absence_type is null or request.absence_type not in ('holiday', 'sick', 'other'),
    'Choose holiday, sick or other.');
  perform private.refuse_if(request.start_date is null or request.start_date < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(request.start_date >= '2200-01-01', 'That date is too far away.');
  perform private.refuse_if(request.end_date is null or request.end_date < request.start_date, 'The last day is before the first day.');
  perform private.refuse_if(request.end_date > request.start_date + 365, 'That is too long (366 days at most).');
  perform private.refuse_if(request.half not in ('morning', 'afternoon'), 'Choose whole days, the morning or the afternoon.');
  perform private.refuse_if(request.half is not null and request.start_date < request.end_date, 'Half a day is on one day only.');
  perform private.refuse_if(char_length(request.note) > 300, 'The note is too long (300 characters at most).');
  -- Requests of one person wait for each other, so that two phones can't ask for the same days at once.
  perform pg_advisory_xact_lock(hashtextextended('absence ' || request.person_id, 0));
  select * into other from public.absence_requests r
  where r.user_id = request.user_id and r.person_id = request.person_id and r.status = 'asked' and r.id <> request.id
    and request.absence_type <> 'sick'
    and r.start_date <= request.end_date and r.end_date >= request.start_date
    and (r.half is null or request.half is null or r.half = request.half)
  order by r.start_date, r.id limit 1;
  perform private.refuse_if(other.id is not null,
    format('You have asked for %s already.', private.days_words(other.start_date, other.end_date)));
  select * into event from public.diary_events e
  where e.user_id = request.user_id and e.kind = 'absence' and request.person_id = any (e.assigned_to) and e.id <> request.id
    and (request.absence_type <> 'sick' or e.absence_type = 'sick')
    and e.start_date between request.start_date - 365 and request.end_date and e.end_date >= request.start_date
    and private.takes_half(e, request.half)
  order by e.start_date, e.id limit 1;
  perform private.refuse_if(event.id is not null,
    format('The diary says already that you are off, %s.', private.days_words(event.start_date, event.end_date)));
  return request;
end $$;

-- A person asks for themselves only. The account holder answers once; nothing else of a request changes.
create function private.absence_requests_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    if auth.uid() is not null then
      new.person_id := auth.uid();
      new.created_at := now();
    end if;
    new.person_name := coalesce(private.person_name(new.person_id), new.person_name, '');
    if auth.uid() is null then return new; end if;
    new := private.check_request(new);
    if private.is_admin() then
      raise exception using errcode = '42501', message = 'Plan your own days off in the diary.';
    end if;
    if new.absence_type = 'sick' then
      new.status := 'approved';
      new.answered_at := now();
    end if;
    return new;
  end if;
  -- The database itself empties answered_by when that person deletes their account.
  if (new.status, new.answer) is not distinct from (old.status, old.answer) then return new; end if;
  perform private.refuse_if(old.status <> 'asked', case
    when old.answered_by_name is null then 'This needs no answer.'
    else format('%s has %s this meanwhile.', old.answered_by_name, old.status) end);
  perform private.refuse_if(new.status is null or new.status not in ('approved', 'declined'), 'Approve it or decline it.');
  new.answer := nullif(btrim(new.answer, E' \t\r\n'), '');
  perform private.refuse_if(char_length(new.answer) > 300, 'The reason is too long (300 characters at most).');
  perform private.refuse_if(new.status = 'approved' and not exists (
      select from public.profiles p where p.id = new.person_id and p.admin_id = new.user_id),
    format('%s has left the farm. Decline it.', new.person_name));
  new.answered_by := auth.uid();
  new.answered_by_name := coalesce(private.person_name(auth.uid()), '');
  new.answered_at := now();
  return new;
end $$;

-- Enters an approved request, or reported sick days, in the diary. A half day has the times of a morning or an afternoon there.
create function private.keep_absence() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null then return null; end if;
  insert into public.diary_events (id, user_id, kind, absence_type, start_date, end_date, all_day, start_time, end_time,
                                   assigned_to, notes)
  values (new.id, new.user_id, 'absence', new.absence_type, new.start_date, new.end_date, new.half is null,
    case new.half when 'morning' then time '08:00' when 'afternoon' then time '13:00' end,
    case new.half when 'morning' then time '13:00' when 'afternoon' then time '18:00' end,
    array[new.person_id], new.note)
  on conflict (user_id, id) do nothing;
  return null;
end $$;

-- Tells the account holder about a request or sick days, and the person about the answer. Deletes the unread message about a
-- request that is answered or taken back.
create function private.tell_absence() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  request public.absence_requests;
  days    text;
  what    text;
begin
  if tg_op = 'DELETE' then request := old; else request := new; end if;
  days := private.days_words(request.start_date, request.end_date) || coalesce(', ' || request.half, '');
  what := case request.absence_type when 'holiday' then 'holiday' else 'time off' end;
  if tg_op <> 'INSERT' then
    delete from public.push_messages m
    where m.user_id = request.user_id and m.person_id = request.user_id and m.read_at is null
      and m.message_key = format('absence:%s:asked', request.id);
  end if;
  if tg_op = 'DELETE' or auth.uid() is null then return null; end if;
  if tg_op = 'INSERT' then
    perform private.tell(request.user_id, array[request.user_id], 'absence', format('absence:%s:asked', request.id),
      case request.status when 'asked' then '/time-off?request=' || request.id
        else '/diary?view=day&date=' || request.start_date end,
      request.person_name || case request.status when 'asked' then ' asks for ' || what else ' is off sick' end,
      concat_ws(': ', days, request.note));
  else
    perform private.tell(request.user_id, array[request.person_id], 'absence', format('absence:%s:%s', request.id, request.status),
      '/time-off?date=' || request.start_date, format('Your %s is %s', what, request.status),
      concat_ws(': ', days, request.answer));
  end if;
  return null;
end $$;

create trigger a_check_insert before insert on public.absence_requests for each row execute function private.check_insert();
create trigger absence_requests_before_write before insert or update on public.absence_requests
  for each row execute function private.absence_requests_before_write();
create trigger absence_requests_touch before update on public.absence_requests for each row execute function private.touch();
create trigger absence_requests_write_audit after update or delete on public.absence_requests
  for each row execute function private.write_audit();
create trigger keep_absence_told after insert on public.absence_requests
  for each row when (new.status = 'approved') execute function private.keep_absence();
create trigger keep_absence_approved after update of status on public.absence_requests
  for each row when (new.status = 'approved' and old.status = 'asked') execute function private.keep_absence();
create trigger tell_absence_asked after insert on public.absence_requests for each row execute function private.tell_absence();
create trigger tell_absence_answered after update of status on public.absence_requests
  for each row when (new.status is distinct from old.status) execute function private.tell_absence();
create trigger tell_absence_taken_back after delete on public.absence_requests
  for each row execute function private.tell_absence();
create trigger refuse_outsiders before insert on public.absence_requests
  for each statement execute function private.refuse_outsiders();

alter table public.absence_requests enable row level security;
create policy "admin reads all requests, employees their own" on public.absence_requests
  for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.is_admin()) or person_id = (select auth.uid())));
create policy "employees ask for themselves" on public.absence_requests
  for insert to authenticated
  with check (user_id = (select private.account_id()) and person_id = (select auth.uid()) and (select private.can_write()));
create policy "admin answers requests" on public.absence_requests
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "people take back what is not answered" on public.absence_requests
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and person_id = (select auth.uid())
    and status = 'asked');

revoke all on public.absence_requests from anon, authenticated;
grant select, delete on public.absence_requests to authenticated;
grant insert (id, user_id, absence_type, start_date, end_date, half, note) on public.absence_requests to authenticated;
grant update (status, answer) on public.absence_requests to authenticated;
grant all on public.absence_requests to service_role;

-- The farm's days of holiday in a leave year, the month in which the year starts, and the days of the week that count.
alter table public.farm_settings
  add column leave_days  numeric(4, 1) check (leave_days between 0 and 366 and leave_days * 2 = trunc(leave_days * 2)),
  add column leave_month smallint not null default 1 check (leave_month between 1 and 12),
  -- 1 for Monday.
  add column work_days   smallint[] not null default '{1,2,3,4,5}'
                         check (work_days <@ '{1,2,3,4,5,6,7}' and cardinality(work_days) between 1 and 7);
grant update (leave_days, leave_month, work_days) on public.farm_settings to authenticated;

-- The values that differ for one person; null: the farm's value applies.
create table public.leave_terms (
  user_id    uuid not null references public.profiles on delete cascade,
  person_id  uuid not null references public.profiles on delete cascade,
  leave_days numeric(4, 1) check (leave_days between 0 and 366 and leave_days * 2 = trunc(leave_days * 2)),
  work_days  smallint[] check (work_days <@ '{1,2,3,4,5,6,7}' and cardinality(work_days) between 1 and 7),
  updated_at timestamptz not null default now(),
  primary key (user_id, person_id)
);
create index leave_terms_person_idx on public.leave_terms (person_id, user_id);

create function private.check_leave_terms() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- A person who has terms already may have left the farm since.
  perform private.refuse_if(auth.uid() is not null and (tg_op = 'INSERT' or new.person_id <> old.person_id) and not exists (
      select from public.profiles p where p.id = new.person_id and new.user_id in (p.id, p.admin_id)),
    'Choose a person of this farm.');
  perform private.refuse_if(cardinality(new.work_days) = 0, 'Choose at least one working day.');
  return new;
end $$;
create trigger a_check_insert before insert on public.leave_terms
  for each row execute function private.check_insert('Only the main account holder sets the days of holiday.');
create trigger check_leave_terms before insert or update on public.leave_terms
  for each row execute function private.check_leave_terms();
create trigger touch before update on public.leave_terms for each row execute function private.touch();
create trigger write_audit after update or delete on public.leave_terms for each row execute function private.write_audit();

alter table public.leave_terms enable row level security;
create policy "admin reads all terms, employees their own" on public.leave_terms
  for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.is_admin()) or person_id = (select auth.uid())));
create policy "admin adds terms" on public.leave_terms
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin changes terms" on public.leave_terms
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

revoke all on public.leave_terms from anon, authenticated;
grant select on public.leave_terms to authenticated;
grant insert (user_id, person_id, leave_days, work_days) on public.leave_terms to authenticated;
-- An upsert also sets its key; the policy and the trigger keep it in the farm.
grant update (user_id, person_id, leave_days, work_days) on public.leave_terms to authenticated;
grant all on public.leave_terms to service_role;

revoke execute on function private.days_words(date, date), private.takes_half(public.diary_events, text),
  private.check_request(public.absence_requests), private.absence_requests_before_write(), private.keep_absence(),
  private.tell_absence(), private.check_leave_terms() from public, anon, authenticated;

select private.guard_values('public.absence_requests');
select private.guard_values('public.farm_settings');
select private.guard_values('public.leave_terms');
