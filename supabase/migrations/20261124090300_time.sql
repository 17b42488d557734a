-- Time: one row per shift, from clocking in to clocking out, stored as instants. This is what a person is paid for,
-- which differs from what a customer is billed for. Breaks are stored in their shift's row, so that a shift arrives as
-- one record or not at all, never without its breaks.
create table public.time_entries (
  id               uuid not null default gen_random_uuid(),
  user_id          uuid not null references public.profiles on delete cascade,
  employee_id      uuid references public.profiles on delete set null,
  created_by_name  text not null,
  clock_in_at      timestamptz not null check (clock_in_at >= '2000-01-01' and clock_in_at < '2200-01-01'),
  -- Null: the shift is running.
  clock_out_at     timestamptz check (clock_out_at > clock_in_at and clock_out_at <= clock_in_at + interval '24 hours'),
  -- The farm's zone when the shift was written: its local times never change afterwards.
  time_zone        text not null check (time_zone in ('Europe/London', 'Europe/Dublin')),
  -- The local date of clocking in: a shift belongs to the day it starts on, however long it is.
  work_date        date not null,
  activity         text not null default 'General' check (char_length(activity) between 1 and 80),
  customer         text check (char_length(customer) between 1 and 120),
  -- [{"start": instant, "end": instant or null, "paid": boolean}] in order; only the last break of a running shift may
  -- have no end.
  breaks           jsonb not null default '[]'
                   check (case when private.is_list_of(breaks, '{"start": "string", "end": "string null", "paid": "boolean"}')
                          then jsonb_array_length(breaks) <= 24 else false end),
  -- For a shift entered afterwards: total unpaid minutes, instead of breaks.
  manual_break_min integer check (manual_break_min between 0 and 1440),
  source           text not null default 'clock' check (source in ('clock', 'manual', 'corrected')),
  -- Device clock minus server clock when the device last reached the server; the instants above are already corrected
  -- by it.
  clock_skew_s     integer,
  status           text not null default 'open' check (status in ('open', 'submitted', 'approved', 'needs_review')),
  -- Whole minutes, with each instant truncated to its minute first. Null while the shift runs.
  unpaid_min       integer check (unpaid_min >= 0),
  paid_min         integer check (paid_min between 0 and 1440),
  approved_by      uuid references public.profiles on delete set null,
  approved_by_name text,
  approved_at      timestamptz,
  note             text check (char_length(note) <= 1000),
  -- Why it was changed after it was submitted, or by another person.
  edit_reason      text check (char_length(edit_reason) <= 300),
  -- The account holder's question about it.
  query_note       text check (char_length(query_note) <= 300),
  -- The id under which the shift is logged as work, created with the shift: logging it repeatedly creates one work.
  log_key          uuid not null default gen_random_uuid(),
  -- The work that was logged from it.
  work_id          uuid,
  created_at       timestamptz not null default now(),
  recorded_at      timestamptz,
  updated_at       timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, work_id) references public.works (user_id, id) on delete set null (work_id),
  constraint time_entries_log_key unique (user_id, log_key),
  check (work_id = log_key),
  check ((clock_out_at is null) = (paid_min is null)),
  check ((status = 'approved') = (approved_at is not null)),
  check (status in ('open', 'needs_review') or clock_out_at is not null),
  -- A person can't be in two places. Overlapping shifts clocked offline on two phones are kept for review; only those
  -- are exempt.
  constraint time_entries_no_overlap exclude using gist (
    user_id with =, employee_id with =, tstzrange(clock_in_at, coalesce(clock_out_at, 'infinity')) with &&
  ) where (status <> 'needs_review')
);
create unique index time_entries_one_open on public.time_entries (user_id, employee_id) where clock_out_at is null;
create index time_entries_by_date_idx on public.time_entries (user_id, work_date desc, clock_in_at desc, id desc);
create index time_entries_by_person_idx on public.time_entries (user_id, employee_id, work_date desc, clock_in_at desc, id desc);
create index time_entries_employee_idx on public.time_entries (employee_id) where employee_id is not null;
create index time_entries_approved_by_idx on public.time_entries (approved_by) where approved_by is not null;
create index time_entries_work_idx on public.time_entries (user_id, work_id) where work_id is not null;

-- Minutes between two instants, each truncated to its minute first, as private.work_minutes counts.
create function private.whole_minutes(a timestamptz, b timestamptz) returns integer
  language sql immutable set search_path = ''
  as $$ select (floor(extract(epoch from b) / 60) - floor(extract(epoch from a) / 60))::integer $$;

-- Normalises breaks, or raises with a message.
create function private.shaped_breaks(breaks jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
declare
  instant constant text :=
    '^\d{4}-[01]\d-[0-3]\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$';
  one_break    jsonb;
  shaped jsonb := '[]';
begin
  for one_break in select value from jsonb_array_elements(breaks) loop
    one_break := jsonb_build_object('start', one_break -> 'start', 'end', one_break -> 'end', 'paid', coalesce(one_break -> 'paid', 'false'));
    perform private.refuse_if(not private.is_object_of(one_break, '{"start": "string", "end": "string null", "paid": "boolean"}')
      or one_break ->> 'start' !~ instant or one_break ->> 'end' !~ instant, 'A break needs its start and its end.');
    shaped := shaped || jsonb_build_array(one_break);
  end loop;
  return shaped;
end $$;

-- Unpaid minutes of a shift's breaks. Raises if a break lies outside the shift or overlaps another.
create function private.unpaid_minutes(breaks jsonb, clock_in timestamptz, clock_out timestamptz) returns integer
  language plpgsql stable set search_path = ''
  as $$
declare
  one_break jsonb;
  starts timestamptz;
  ends timestamptz;
  free_from timestamptz := clock_in;
  unpaid integer := 0;
begin
  for one_break in select value from jsonb_array_elements(breaks) loop
    begin
      starts := (one_break ->> 'start')::timestamptz;
      ends := (one_break ->> 'end')::timestamptz;
    exception when datetime_field_overflow or invalid_datetime_format then
      perform private.refuse_if(true, 'A break needs its start and its end.');
    end;
    perform private.refuse_if(free_from is null, 'Breaks overlap.');
    perform private.refuse_if(ends is null and clock_out is not null, 'A break needs its start and its end.');
    perform private.refuse_if(ends <= starts, 'The end of a break must be after its start.');
    perform private.refuse_if(starts < free_from, case when starts < clock_in
      then 'A break lies outside the shift.' else 'Breaks overlap.' end);
    perform private.refuse_if(ends > clock_out, 'A break lies outside the shift.');
    free_from := ends;
    if not coalesce((one_break ->> 'paid')::boolean, false) and ends is not null then
      unpaid := unpaid + private.whole_minutes(starts, ends);
    end if;
  end loop;
  return unpaid;
end $$;

-- Clocking out ends a running break.
create function private.ended_breaks(breaks jsonb, clock_out timestamptz) returns jsonb
  language sql stable set search_path = ''
  as $$
    select case when breaks -> -1 -> 'end' = 'null'::jsonb and clock_out is not null
      then jsonb_set(breaks, array[(jsonb_array_length(breaks) - 1)::text, 'end'], to_jsonb(clock_out))
      else breaks end
  $$;

-- How a shift is named in an error: "07:30–12:00 on 18 Nov".
create function private.shift_words(clock_in timestamptz, clock_out timestamptz, zone text) returns text
  language sql stable set search_path = ''
  as $$
    select to_char(clock_in at time zone zone, 'HH24:MI') || '–' ||
      coalesce(to_char(clock_out at time zone zone, 'HH24:MI'), 'now') || ' on ' || to_char(clock_in at time zone zone, 'FMDD Mon')
  $$;

-- The reason why hours of this day can't be written any more, or null. Approved hours must be reopened first, by the
-- account holder and with a reason.
create function private.time_closed(account uuid, person uuid, day date) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  locked date;
  monday date := date_trunc('week', day)::date;
  holder text;
begin
  select time_locked_until into locked from public.farm_settings where user_id = account;
  select coalesce(nullif(btrim(first_name), ''), 'the account holder') into holder from public.profiles where id = account;
  if day <= locked then
    return format('Time up to %s is locked. %s', to_char(locked, 'FMDD Mon YYYY'),
      case when auth.uid() = account then 'Set an earlier day first.' else format('Ask %s to open it.', holder) end);
  end if;
  if exists (select from public.time_entries e where e.user_id = account and e.employee_id = person
      and e.work_date between monday and monday + 6 and e.status = 'approved') then
    return case when auth.uid() = account then 'This week is approved. Reopen it first.'
      else format('This week is approved. Ask %s to reopen it.', holder) end;
  end if;
  return null;
end $$;

-- Normalises and checks a shift from any writer, and sets its day and minutes. Clocked breaks are stored as they
-- happened: a person who clocks in, starts a break and clocks out within a minute, or spends a whole shift on a break,
-- gets a shift of zero paid minutes, and no record is lost. Such breaks lie within their shift, so they can be as long as
-- it but never longer. Typed break minutes as long as the shift are refused.
create function private.timed(e public.time_entries) returns public.time_entries
  language plpgsql stable set search_path = ''
  as $$
declare gross integer;
begin
  e.activity := coalesce(nullif(btrim(e.activity, E' \t\r\n'), ''), 'General');
  e.customer := nullif(btrim(e.customer, E' \t\r\n'), '');
  e.note := nullif(btrim(e.note, E' \t\r\n'), '');
  e.edit_reason := nullif(btrim(e.edit_reason, E' \t\r\n'), '');
  e.breaks := coalesce(e.breaks, '[]');
  perform private.refuse_if(char_length(e.activity) > 80, 'The job is too long (80 characters at most).');
  perform private.refuse_if(char_length(e.customer) > 120, 'The customer''s name is too long (120 characters at most).');
  perform private.refuse_if(char_length(e.note) > 1000, 'The note is too long (1,000 characters at most).');
  perform private.refuse_if(char_length(e.edit_reason) > 300, 'The reason is too long (300 characters at most).');
  perform private.refuse_if(e.clock_in_at is null or e.clock_in_at < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(greatest(e.clock_in_at, e.clock_out_at) > now() + interval '5 minutes', 'That is in the future.');
  perform private.refuse_if(e.clock_out_at <= e.clock_in_at, 'Finish must be after start.');
  perform private.refuse_if(e.clock_out_at > e.clock_in_at + interval '24 hours',
    'More than 24 hours in one entry is not allowed.');
  perform private.refuse_if(jsonb_typeof(e.breaks) <> 'array', 'A break needs its start and its end.');
  perform private.refuse_if(jsonb_array_length(e.breaks) > 24, 'That is more than 24 breaks.');
  perform private.refuse_if(octet_length(e.breaks::text) > 8000, 'The breaks are too long (8,000 characters at most).');
  e.work_date := (e.clock_in_at at time zone e.time_zone)::date;
  e.breaks := private.ended_breaks(private.shaped_breaks(e.breaks), e.clock_out_at);
  e.unpaid_min := private.unpaid_minutes(e.breaks, e.clock_in_at, e.clock_out_at);
  if e.clock_out_at is null then
    e.unpaid_min := null;
    e.paid_min := null;
    return e;
  end if;
  perform private.refuse_if(e.manual_break_min < 0, 'Breaks can''t be less than nothing.');
  e.unpaid_min := coalesce(e.manual_break_min, e.unpaid_min);
  gross := private.whole_minutes(e.clock_in_at, e.clock_out_at);
  perform private.refuse_if(e.manual_break_min > 0 and e.manual_break_min >= gross, 'Breaks are longer than the shift.');
  e.paid_min := gross - e.unpaid_min;
  return e;
end $$;

-- The earliest other shift of the same person that overlaps this one.
create function private.overlapping(e public.time_entries) returns public.time_entries
  language sql stable security definer set search_path = ''
  as $$
    select o.* from public.time_entries o
    where o.user_id = e.user_id and o.employee_id = e.employee_id and o.id <> e.id
      and tstzrange(o.clock_in_at, coalesce(o.clock_out_at, 'infinity'))
          && tstzrange(e.clock_in_at, coalesce(e.clock_out_at, 'infinity'))
    order by o.clock_in_at, o.id limit 1
  $$;

-- Serialises the writers of each account's hours: two phones that come back online at the same time see each other's
-- rows, and a week can't change while it is approved.
create function private.lock_clocks(account uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('time ' || account, 0)) $$;

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

-- Each change needs its own reason: an update that names the column edit_reason gives one.
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
    raise exception using errcode = '23514', message = 'This week is handed in. Ask for it to be sent back first.';
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
  old_range tstzrange := case when tg_op <> 'INSERT' then tstzrange(old.clock_in_at, coalesce(old.clock_out_at, 'infinity')) end;
  new_range tstzrange := case when tg_op <> 'DELETE' then tstzrange(new.clock_in_at, coalesce(new.clock_out_at, 'infinity')) end;
begin
  if person is null then return null; end if;
  update public.time_entries o
    set status = case when (private.overlapping(o)).id is null then 'open' else 'needs_review' end
  where o.user_id = account and o.employee_id = person and o.status not in ('submitted', 'approved')
    and o.id is distinct from coalesce(new.id, old.id)
    and (tstzrange(o.clock_in_at, coalesce(o.clock_out_at, 'infinity')) && old_range
      or tstzrange(o.clock_in_at, coalesce(o.clock_out_at, 'infinity')) && new_range)
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
create trigger a_check_insert before insert on public.time_entries for each row execute function private.check_insert();
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

-- The server's clock: a device compares its own clock with it.
create function public.server_time() returns timestamptz
  language sql volatile set search_path = '' as $$ select clock_timestamp() $$;

alter table public.time_entries enable row level security;
create policy "admin reads hours, employees their own" on public.time_entries
  for select to authenticated
  using (user_id = (select private.account_id())
    and ((select private.is_admin()) or employee_id = (select auth.uid())));
create policy "account clocks hours" on public.time_entries
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and employee_id = (select auth.uid()));
create policy "admin corrects hours, employees their own" on public.time_entries
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or employee_id = (select auth.uid())))
  with check (user_id = (select private.account_id()));
create policy "admin deletes hours, employees their own" on public.time_entries
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or employee_id = (select auth.uid())));

-- Owner, day, minutes and status are not granted.
revoke all on public.time_entries from anon, authenticated;
grant select, delete on public.time_entries to authenticated;
grant insert (id, user_id, clock_in_at, clock_out_at, activity, customer, breaks, manual_break_min, source, clock_skew_s,
              note, log_key, recorded_at) on public.time_entries to authenticated;
grant update (clock_in_at, clock_out_at, activity, customer, breaks, manual_break_min, note, edit_reason)
  on public.time_entries to authenticated;
grant all on public.time_entries to service_role;

revoke execute on function private.whole_minutes(timestamptz, timestamptz), private.shaped_breaks(jsonb),
  private.unpaid_minutes(jsonb, timestamptz, timestamptz),
  private.ended_breaks(jsonb, timestamptz), private.shift_words(timestamptz, timestamptz, text),
  private.time_closed(uuid, uuid, date), private.timed(public.time_entries), private.overlapping(public.time_entries),
  private.lock_clocks(uuid), private.open_shift(uuid, uuid) from public, anon;
-- The trigger of a person's own edit runs as that person and needs these. None can be called through the API.
grant execute on function private.whole_minutes(timestamptz, timestamptz), private.shaped_breaks(jsonb),
  private.unpaid_minutes(jsonb, timestamptz, timestamptz),
  private.ended_breaks(jsonb, timestamptz), private.shift_words(timestamptz, timestamptz, text),
  private.time_closed(uuid, uuid, date), private.timed(public.time_entries), private.overlapping(public.time_entries),
  private.lock_clocks(uuid), private.open_shift(uuid, uuid) to authenticated;

revoke execute on function private.time_entries_before_statement(), private.time_entries_before_insert(),
  private.time_reason_given(), private.time_entries_before_update(), private.time_entries_settle(),
  private.time_entries_before_delete(), private.log_shift(), private.unlog_shift() from public, anon, authenticated;
revoke execute on function public.server_time() from public, anon;
grant execute on function public.server_time() to authenticated, service_role;

select private.guard_values('public.time_entries');
