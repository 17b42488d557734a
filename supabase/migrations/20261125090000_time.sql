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

-- Up to and including this day, hours are locked for everyone: pay has been run.
alter table public.farm_settings add column time_locked_until date;
grant update (time_locked_until) on public.farm_settings to authenticated;

-- Minutes between two instants, each truncated to its minute first, as private.work_minutes counts.
create function private.whole_minutes(a timestamptz, b timestamptz) returns integer
  language sql immutable set search_path = ''
  as $$ select (floor(extract(epoch from b) / 60) - floor(extract(epoch from a) / 60))::integer $$;

-- Normalises breaks, or raises with a sentence.
create function private.shaped_breaks(breaks jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
declare
  instant constant text :=
    '^\d{4}-[01]\d-[0-3]\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$';
  one    jsonb;
  shaped jsonb := '[]';
begin
  for one in select value from jsonb_array_elements(breaks) loop
    one := jsonb_build_object('start', one -> 'start', 'end', one -> 'end', 'paid', coalesce(one -> 'paid', 'false'));
    perform private.refuse_if(not private.is_object_of(one, '{"start": "string", "end": "string null", "paid": "boolean"}')
      or one ->> 'start' !~ instant or one ->> 'end' !~ instant, 'A break needs its start and its end.');
    shaped := shaped || jsonb_build_array(one);
  end loop;
  return shaped;
end $$;

-- Unpaid minutes of a shift's breaks. Raises if a break lies outside the shift or overlaps another.
create function private.unpaid_minutes(breaks jsonb, clock_in timestamptz, clock_out timestamptz) returns integer
  language plpgsql stable set search_path = ''
  as $$
declare
  one jsonb;
  starts timestamptz;
  ends timestamptz;
  free_from timestamptz := clock_in;
  unpaid integer := 0;
begin
  for one in select value from jsonb_array_elements(breaks) loop
    begin
      starts := (one ->> 'start')::timestamptz;
      ends := (one ->> 'end')::timestamptz;
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
    if not coalesce((one ->> 'paid')::boolean, false) and ends is not null then
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

-- What applies to every shift, whatever writes it: its text, day and minutes.
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
  perform private.refuse_if(jsonb_typeof(e.breaks) <> 'array' or octet_length(e.breaks::text) > 8000,
    'A break needs its start and its end.');
  perform private.refuse_if(jsonb_array_length(e.breaks) > 24, 'That is more than 24 breaks.');
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
  perform private.refuse_if(e.unpaid_min > 0 and e.unpaid_min >= gross, 'Breaks are longer than the shift.');
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

-- The trigger of a person's own edit runs as that person and needs these. None can be called through the API.
revoke execute on function private.whole_minutes(timestamptz, timestamptz), private.shaped_breaks(jsonb),
  private.unpaid_minutes(jsonb, timestamptz, timestamptz),
  private.ended_breaks(jsonb, timestamptz), private.shift_words(timestamptz, timestamptz, text),
  private.time_closed(uuid, uuid, date), private.timed(public.time_entries), private.overlapping(public.time_entries),
  private.lock_clocks(uuid) from public, anon;
grant execute on function private.whole_minutes(timestamptz, timestamptz), private.shaped_breaks(jsonb),
  private.unpaid_minutes(jsonb, timestamptz, timestamptz),
  private.ended_breaks(jsonb, timestamptz), private.shift_words(timestamptz, timestamptz, text),
  private.time_closed(uuid, uuid, date), private.timed(public.time_entries), private.overlapping(public.time_entries),
  private.lock_clocks(uuid) to authenticated;
