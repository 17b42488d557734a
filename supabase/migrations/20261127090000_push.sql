-- Messages about something that a person should know soon. Triggers queue one for each person concerned; the app shows
-- the unread ones, and subscribed devices receive them as notifications (*_push_subscriptions.sql).
create table public.push_messages (
  id          uuid not null default gen_random_uuid(),
  user_id     uuid not null references public.profiles on delete cascade,
  person_id   uuid not null references public.profiles on delete cascade,
  kind        text not null check (kind in ('notice', 'machine', 'job', 'week', 'clock', 'defect', 'mail', 'declined', 'absence', 'test')),
  -- 'job:<id>:…': the record, and what happened to it. Each person gets at most one message with the same key.
  message_key text not null check (char_length(message_key) <= 200),
  path        text not null check (char_length(path) <= 200 and path ~ '^/[^/\\]'),
  title       text not null check (char_length(title) between 1 and 200),
  detail      text not null default '' check (char_length(detail) <= 2000),
  created_at  timestamptz not null default now(),
  read_at     timestamptz,
  primary key (user_id, id),
  constraint push_messages_once unique (user_id, person_id, message_key)
);
create index push_messages_unread_idx on public.push_messages (user_id, person_id, created_at desc, id desc) where read_at is null;
create index push_messages_person_idx on public.push_messages (person_id);
create index push_messages_created_idx on public.push_messages (created_at);

-- Queues a message for each of these people who can work in the account, except the person who caused it. It replaces
-- an unread one about the same record, so that only the latest move of a job is reported.
create function private.tell(
    account uuid, people uuid[], about text, message_key text, path text, title text, detail text, actor uuid default auth.uid())
  returns void
  language plpgsql security definer set search_path = ''
  as $$
declare record_key constant text := split_part(message_key, ':', 1) || ':' || split_part(message_key, ':', 2) || ':';
begin
  people := array(
    select p.id from public.profiles p
    where p.id = any (people) and p.id is distinct from actor
      and (p.id = account or p.admin_id = account and p.person_status = 'active')
    -- In a fixed order, so that two transactions that queue messages for the same people can't deadlock.
    order by p.id);
  delete from public.push_messages m
  where m.user_id = account and m.person_id = any (people) and m.read_at is null
    and starts_with(m.message_key, record_key) and m.message_key <> tell.message_key;
  insert into public.push_messages (user_id, person_id, kind, message_key, path, title, detail)
  select account, person, about, tell.message_key, tell.path, left(tell.title, 200), left(coalesce(tell.detail, ''), 2000)
  from unnest(people) person
  on conflict on constraint push_messages_once do nothing;
end $$;

create function private.everyone(account uuid) returns uuid[]
  language sql stable security definer set search_path = ''
  as $$ select array(select id from public.profiles where admin_id = account) || account $$;

-- The instant of this transaction: part of the key of an event that can happen to a record more than once.
create function private.moment() returns text
  language sql stable set search_path = ''
  as $$ select extract(epoch from now())::text $$;

-- The triggers below queue messages only for changes made by a person, not for rows that the database itself writes,
-- for example when an account is restored.

create function private.tell_notice(notice public.notices, actor uuid) returns void
  language sql security definer set search_path = ''
  as $$
    select private.tell(notice.user_id,
      case notice.audience when 'all' then private.everyone(notice.user_id) else notice.recipients end,
      'notice', format('notice:%s:%s', notice.id, notice.edition), '/noticeboard', 'Urgent: ' || notice.title, notice.body, actor)
  $$;

create function private.tell_urgent_notice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare today constant date := private.today(new.user_id);
begin
  -- For a notice that starts on a later day, private.tell_due queues the messages on that day.
  if auth.uid() is not null and coalesce(new.starts_on, today) <= today and coalesce(new.expires_on, today) >= today then
    perform private.tell_notice(new, auth.uid());
  end if;
  return null;
end $$;
create trigger tell_urgent_notice after insert or update on public.notices
  for each row when (new.priority = 'urgent') execute function private.tell_urgent_notice();

create function private.tell_machine() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare defect public.machine_defects;
begin
  if auth.uid() is null then return null; end if;
  select * into defect from public.machine_defects d
  where d.user_id = new.user_id and d.machine_id = new.id and d.severity = 'safety' and d.status in ('open', 'parts_ordered')
  order by d.reported_at desc, d.id desc limit 1;
  perform private.tell(new.user_id, private.everyone(new.user_id), 'machine',
    format('machine:%s:%s', new.id, private.moment()), format('/machinery/%s/defects', new.id), 'Do not use ' || new.name,
    case when defect.id is null then 'Ask before you take it out.'
      else format('%s. %s', defect.description, defect.created_by_name) end);
  return null;
end $$;
create trigger tell_machine_added after insert on public.machines
  for each row when (new.status = 'do_not_use') execute function private.tell_machine();
create trigger tell_machine_stopped after update of status on public.machines
  for each row when (new.status = 'do_not_use' and old.status <> 'do_not_use') execute function private.tell_machine();

-- Runs after the trigger that takes the machine out of use. A person who gets the message "Do not use" gets none about the
-- defect. The defects of one checklist are one message.
create function private.tell_defect() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null or exists (
      select from public.push_messages m
      where m.user_id = new.user_id and m.person_id = new.user_id
        and m.message_key = format('machine:%s:%s', new.machine_id, private.moment())) then
    return null;
  end if;
  perform private.tell(new.user_id, array[new.user_id], 'defect', format('defect:%s:', coalesce(new.completion_id, new.id)),
    format('/machinery/%s/defects', new.machine_id),
    (select m.name || ': defect reported' from public.machines m where m.user_id = new.user_id and m.id = new.machine_id),
    format('%s. %s', new.description, new.created_by_name));
  return null;
end $$;
create trigger tell_defect after insert on public.machine_defects for each row execute function private.tell_defect();

-- "Thu 26 Nov, 08:30"
create function private.event_day(event public.diary_events) returns text
  language sql stable set search_path = ''
  as $$
    select to_char(event.start_date, 'FMDy FMDD Mon') ||
      case when event.start_time is null then '' else to_char(event.start_time, '", "HH24:MI') end
  $$;
-- The title of a job, as eventTitle of src/domain/diary writes it.
create function private.event_title(event public.diary_events) returns text
  language sql stable set search_path = ''
  as $$ select coalesce(event.title, nullif(concat_ws(' – ', event.task_name, event.customer), ''), 'Job') $$;

-- If several rows of a repeating job change together, queues one message: about the first of them, "and those after
-- it".
create function private.tell_job(event public.diary_events, people uuid[], words text, detail text) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  message_title constant text := left(format('%s: %s', words, private.event_title(event)), 200);
  others        constant text := ', and those after it';
  told          uuid[] := '{}';
begin
  if event.end_date < private.today(event.user_id) then return; end if;
  if event.repeat_id is not null then
    told := array(
      select m.person_id from public.push_messages m
      where m.user_id = event.user_id and m.person_id = any (people) and m.read_at is null and m.created_at = now()
        and m.kind = 'job' and m.title = message_title);
    update public.push_messages m set detail = left(m.detail, 1900) || others
    where m.user_id = event.user_id and m.person_id = any (told) and m.read_at is null and m.created_at = now()
      and m.kind = 'job' and m.title = message_title and right(m.detail, length(others)) <> others;
  end if;
  perform private.tell(event.user_id,
    -- The account holder plans the jobs and does not need to be told.
    array(select p from unnest(people) p where p <> event.user_id and p <> all (told)),
    'job', format('job:%s:%s', event.id, private.moment()), '/diary?view=day&date=' || event.start_date, message_title, detail);
end $$;

create function private.tell_planned_job() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  was_open constant boolean := tg_op <> 'INSERT' and old.status in ('planned', 'in_progress');
  is_open  constant boolean := tg_op <> 'DELETE' and new.status in ('planned', 'in_progress');
  before   constant uuid[] := case when was_open then old.assigned_to else '{}' end;
  after    constant uuid[] := case when is_open then new.assigned_to else '{}' end;
  added    uuid[];
  removed  uuid[];
begin
  if auth.uid() is null then return null; end if;
  added := array(select p from unnest(after) p where p <> all (before));
  removed := array(select p from unnest(before) p where p <> all (after));
  if added <> '{}' then perform private.tell_job(new, added, 'Planned for you', private.event_day(new)); end if;
  -- A job that was logged is done, so nobody has to be told that it is not for them any more.
  if removed <> '{}' and (tg_op = 'DELETE' or new.status <> 'done') then
    perform private.tell_job(old, removed, 'Not for you any more', private.event_day(old));
  end if;
  if was_open and is_open and (new.start_date, new.start_time, new.end_date)
      is distinct from (old.start_date, old.start_time, old.end_date) then
    perform private.tell_job(new, array(select p from unnest(after) p where p = any (before)), 'Moved',
      format('Now %s, before %s', private.event_day(new), private.event_day(old)));
  end if;
  if is_open and new.declined_reason is not null
      and (tg_op = 'INSERT' or new.declined_reason is distinct from old.declined_reason or new.declined_note is distinct from old.declined_note) then
    perform private.tell(new.user_id, array[new.user_id], 'declined', format('declined:%s:%s', new.id, private.moment()),
      '/diary?view=day&date=' || new.start_date, new.declined_by_name || ' can’t do a job',
      concat_ws(': ', format('%s, %s', private.event_title(new), private.event_day(new)), new.declined_note));
  end if;
  return null;
end $$;
create trigger tell_job_added after insert on public.diary_events
  for each row when (new.kind = 'job') execute function private.tell_planned_job();
create trigger tell_job_changed after update on public.diary_events
  for each row when (new.kind = 'job' and (new.status, new.assigned_to, new.start_date, new.start_time, new.end_date, new.declined_reason, new.declined_note)
    is distinct from (old.status, old.assigned_to, old.start_date, old.start_time, old.end_date, old.declined_reason, old.declined_note))
  execute function private.tell_planned_job();
create trigger tell_job_deleted after delete on public.diary_events
  for each row when (old.kind = 'job') execute function private.tell_planned_job();

-- Queues a message when a week is handed in (to the account holder) or sent back (to its person). The shifts of a week
-- change together; the common key makes this one message.
create function private.tell_week() returns trigger
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
  end if;
  return null;
end $$;
create trigger tell_week after update of status, query_note on public.time_entries
  for each row when ((new.status, new.query_note) is distinct from (old.status, old.query_note))
  execute function private.tell_week();

-- Queues a message when a mail comes back, or when an automatic reminder fails, which no user would notice. A mail that
-- a user sends and that fails at once needs no message, because the page shows the failure.
create function private.tell_failed_mail() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare number constant text := (
  select i.invoice_number from public.invoices i where i.user_id = new.user_id and i.id = new.invoice_id);
begin
  perform private.tell(new.user_id, array[new.user_id], 'mail', format('mail:%s:%s', new.id, new.state),
    '/view-invoices' || case when number ~ '^[A-Za-z0-9-]+$' then '?search=' || number else '' end,
    format('The e-mail with %s did not arrive', number), concat_ws(': ', new.to_address, new.problem), null);
  return null;
end $$;
create trigger tell_failed_mail after update of state on public.invoice_mails
  for each row when (new.state is distinct from old.state
    and (new.state = 'bounced' or new.state = 'failed' and (new.provider_id is not null or new.reminder > 0)))
  execute function private.tell_failed_mail();

-- Queues messages about what becomes due over time: an urgent notice on its first day, and a clock that has been
-- running for 12 hours. Run every minute by the schedule; each message is queued once. Deletes messages after 30 days.
create function private.tell_due(p_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  notice public.notices;
  shift  public.time_entries;
begin
  for notice in
    select n.* from public.notices n
    where n.priority = 'urgent' and n.starts_on between p_at::date - 1 and p_at::date + 1
      and n.starts_on = (p_at at time zone coalesce(
        (select s.time_zone from public.farm_settings s where s.user_id = n.user_id), 'Europe/London'))::date
  loop
    perform private.tell_notice(notice, notice.created_by);
  end loop;
  for shift in
    select e.* from public.time_entries e
    where e.clock_out_at is null and e.clock_in_at between p_at - interval '7 days' and p_at - interval '12 hours'
  loop
    perform private.tell(shift.user_id, array[shift.employee_id], 'clock', format('clock:%s:', shift.id), '/time-tracker',
      'You are still clocked in',
      format('Since %s. Clock out if you are done.', to_char(shift.clock_in_at at time zone shift.time_zone, 'FMDy HH24:MI')), null);
  end loop;
  delete from public.push_messages where created_at < p_at - interval '30 days';
end $$;
create index notices_urgent_idx on public.notices (starts_on) where priority = 'urgent' and starts_on is not null;

-- Marks one's own messages as read; also while the account has lapsed, because it is about the person alone.
create function public.read_push_messages(p_ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  n integer;
begin
  if account is null or coalesce(cardinality(p_ids), 0) > 500 then
    raise exception using errcode = '42501', message = 'These messages are not yours.';
  end if;
  update public.push_messages set read_at = now()
  where user_id = account and person_id = auth.uid() and id = any (p_ids) and read_at is null;
  get diagnostics n = row_count;
  return n;
end $$;

alter table public.push_messages enable row level security;
create policy "people read their own messages" on public.push_messages
  for select to authenticated
  using (user_id = (select private.account_id()) and person_id = (select auth.uid()));

-- Written by the triggers above only.
revoke all on public.push_messages from anon, authenticated;
grant select on public.push_messages to authenticated;
grant all on public.push_messages to service_role;
revoke execute on function private.tell(uuid, uuid[], text, text, text, text, text, uuid), private.everyone(uuid), private.moment(),
  private.tell_notice(public.notices, uuid), private.tell_urgent_notice(), private.tell_machine(), private.tell_defect(),
  private.event_day(public.diary_events), private.event_title(public.diary_events),
  private.tell_job(public.diary_events, uuid[], text, text), private.tell_planned_job(), private.tell_week(),
  private.tell_failed_mail(), private.tell_due(timestamptz) from public, anon, authenticated;
revoke execute on function public.read_push_messages(uuid[]) from public, anon;
grant execute on function public.read_push_messages(uuid[]) to authenticated;

select private.guard_values('public.push_messages');
