-- The diary: planned jobs with the people assigned, reminders, deliveries, and absences. Logging a job as work closes
-- it. A job can be logged only once: its work's id is created with the job, and that id is unique in works. A job that
-- repeats is one row for each of its days.
create table public.diary_events (
  id                uuid not null default gen_random_uuid(),
  user_id           uuid not null references public.profiles on delete cascade,
  kind              text not null check (kind in ('job', 'reminder', 'absence', 'delivery')),
  title             text check (char_length(title) between 1 and 120),
  start_date        date not null check (start_date >= '2000-01-01' and start_date < '2200-01-01'),
  end_date          date not null,
  all_day           boolean not null default true,
  start_time        time(0),
  end_time          time(0),
  customer          text check (char_length(customer) between 1 and 120),
  task_name         text check (char_length(task_name) between 1 and 80),
  -- Who is assigned or absent; empty: anyone may do it. The names are kept when a person leaves.
  assigned_to       uuid[] not null default '{}' check (cardinality(assigned_to) <= 20),
  assigned_names    text[] not null default '{}',
  status            text not null default 'planned' check (status in ('planned', 'in_progress', 'done', 'cancelled')),
  -- Why a job will not be done; only if it is cancelled.
  cancel_reason     text check (cancel_reason in ('weather', 'machine', 'customer', 'ground', 'other')),
  cancel_note       text check (char_length(cancel_note) <= 300),
  absence_type      text check (absence_type in ('holiday', 'sick', 'other')),
  notes             text check (char_length(notes) <= 2000),
  -- The id of the work that this job will become, whichever person or phone logs it.
  work_id           uuid not null default gen_random_uuid(),
  -- Set once that work exists.
  converted_work_id uuid,
  created_by        uuid references public.profiles on delete set null,
  created_by_name   text not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- Why a person of the crew can't do the job. Cleared when the job is planned again.
  declined_reason   text check (declined_reason in ('away', 'time', 'machine', 'weather', 'ground', 'other')),
  declined_note     text check (char_length(declined_note) <= 300),
  declined_by       uuid references public.profiles on delete set null,
  declined_by_name  text,
  -- For a repeating event: the id that all of its rows share, the day for which this row was planned, and how often it
  -- repeats.
  repeat_id         uuid,
  repeat_date       date,
  repeat_every      text check (repeat_every in ('day', 'week', 'fortnight', 'month', 'year')),
  primary key (user_id, id),
  constraint diary_events_work_key unique (user_id, work_id),
  -- Planning the same repetition twice adds nothing.
  constraint diary_events_repeat_key unique (user_id, repeat_id, repeat_date),
  check (end_date between start_date and start_date + 365),
  check (all_day = (start_time is null)),
  check (end_time is null or start_time is not null),
  check ((kind = 'absence') = (absence_type is not null)),
  check (status = 'cancelled' or (cancel_reason is null and cancel_note is null)),
  check (declined_reason is null or (kind = 'job' and status = 'planned')),
  check ((declined_reason is null) = (declined_by_name is null)),
  check (declined_reason is not null or (declined_note is null and declined_by is null)),
  check (converted_work_id is null or (converted_work_id = work_id and kind = 'job' and status = 'done')),
  check (num_nulls(repeat_id, repeat_date, repeat_every) in (0, 3)),
  check (repeat_id is null or kind <> 'absence')
);
create index diary_events_by_date_idx on public.diary_events (user_id, start_date, id);
create index diary_events_created_by_idx on public.diary_events (created_by) where created_by is not null;
create index diary_events_declined_by_idx on public.diary_events (declined_by) where declined_by is not null;

-- The database sets the author; an employee may change only the status of a job, and say that they can't do it.
create function private.diary_events_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  by_person boolean := auth.uid() is not null;
  employee_columns constant text[] := array['status', 'updated_at', 'declined_reason', 'declined_note'];
  assigned_before uuid[] := '{}';
begin
  -- Only triggers on works change this column.
  if tg_op = 'UPDATE' and new.converted_work_id is distinct from old.converted_work_id then
    -- A logged job is no longer declined.
    new.declined_reason := null; new.declined_note := null; new.declined_by := null; new.declined_by_name := null;
    return new;
  end if;
  if tg_op = 'INSERT' and by_person then
    new.created_by := auth.uid();
    new.created_at := now();
  end if;
  if tg_op = 'INSERT' then
    new.created_by_name := coalesce(private.person_name(new.created_by), new.created_by_name, '');
  end if;
  if tg_op = 'UPDATE' then
    assigned_before := old.assigned_to;
    if by_person and not private.is_admin() then
      if (to_jsonb(new) - employee_columns) is distinct from (to_jsonb(old) - employee_columns) then
        raise exception using errcode = '42501', message = 'Only the main account holder changes what is planned.';
      end if;
      perform private.refuse_if(old.kind <> 'job', 'Only the main account holder changes what is planned.');
      perform private.refuse_if(new.status <> old.status and 'cancelled' in (new.status, old.status),
        'Only the main account holder cancels a job.');
    end if;
    perform private.refuse_if(old.converted_work_id is not null and new.status <> 'done',
      'This job is logged as work. Delete that entry first.');
  end if;

  new.declined_note := nullif(btrim(new.declined_note, E' \t\r\n'), '');
  perform private.refuse_if(char_length(new.declined_note) > 300, 'The reason is too long (300 characters at most).');
  if tg_op = 'UPDATE' and by_person
    and (new.declined_reason, new.declined_note) is distinct from (old.declined_reason, old.declined_note) then
    perform private.refuse_if(old.kind <> 'job' or old.status not in ('planned', 'in_progress'),
      'This job is done or cancelled meanwhile.');
    perform private.refuse_if(new.declined_reason is null and not private.is_admin()
      and old.declined_by is distinct from auth.uid(), 'Somebody else said so.');
    new.declined_by := auth.uid();
    new.declined_by_name := coalesce(private.person_name(auth.uid()), '');
    new.status := 'planned';
  elsif tg_op = 'INSERT' and by_person
    or tg_op = 'UPDATE' and (new.status, new.start_date, new.start_time, new.end_date, new.assigned_to)
                   is distinct from (old.status, old.start_date, old.start_time, old.end_date, old.assigned_to) then
    -- A job that is planned again, begun, done or cancelled is no longer declined.
    new.declined_reason := null;
  end if;
  if new.declined_reason is null then
    new.declined_note := null; new.declined_by := null; new.declined_by_name := null;
  end if;

  new.title := nullif(btrim(new.title, E' \t\r\n'), '');
  new.customer := nullif(btrim(new.customer, E' \t\r\n'), '');
  new.task_name := nullif(btrim(new.task_name, E' \t\r\n'), '');
  new.notes := nullif(btrim(new.notes, E' \t\r\n'), '');
  new.cancel_note := nullif(btrim(new.cancel_note, E' \t\r\n'), '');
  perform private.refuse_if(char_length(new.cancel_note) > 300, 'The reason is too long (300 characters at most).');
  if new.status is distinct from 'cancelled' then
    new.cancel_reason := null; new.cancel_note := null;
  end if;
  if new.kind = 'absence' then
    new.customer := null; new.task_name := null;
  else
    new.absence_type := null;
  end if;
  new.all_day := coalesce(new.all_day, true);
  if new.all_day then new.start_time := null; new.end_time := null; end if;
  -- To the minute; midnight is 00:00, never 24:00.
  new.start_time := date_trunc('minute', new.start_time);
  new.end_time := date_trunc('minute', new.end_time);
  new.assigned_to := array(select distinct p from unnest(new.assigned_to) p where p is not null order by p);

  perform private.refuse_if(char_length(new.title) > 120, 'The title is too long (120 characters at most).');
  perform private.refuse_if(char_length(new.customer) > 120, 'The customer''s name is too long (120 characters at most).');
  perform private.refuse_if(char_length(new.task_name) > 80, 'The task is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.notes) > 2000, 'The note is too long (2,000 characters at most).');
  perform private.refuse_if(new.title is null and new.task_name is null and new.kind <> 'absence',
    'Add a title or choose a task.');
  perform private.refuse_if(new.start_date is null or new.start_date < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(new.start_date >= '2200-01-01', 'That date is too far away.');
  perform private.refuse_if(new.end_date is null or new.end_date < new.start_date, 'End date is before the start date.');
  perform private.refuse_if(new.end_date > new.start_date + 365, 'That is too long (366 days at most).');
  perform private.refuse_if(not new.all_day and new.start_time is null, 'Enter the start time, or choose all day.');
  -- A finish before the start is allowed, as it is on the next day; equal times are not.
  perform private.refuse_if(new.start_time = new.end_time and new.start_date = new.end_date, 'Start and finish are the same.');
  perform private.refuse_if(new.kind = 'absence' and cardinality(new.assigned_to) = 0, 'Choose who is away.');
  perform private.refuse_if(new.kind = 'absence' and new.absence_type is null, 'Choose holiday, sick or other.');
  perform private.refuse_if(cardinality(new.assigned_to) > 20, 'Choose 20 people at most.');
  -- A person who was assigned already may have left the farm since.
  perform private.refuse_if(by_person and exists (
      select from unnest(new.assigned_to) p
      where p <> all (assigned_before) and p <> new.user_id
        and not exists (select from public.profiles where id = p and admin_id = new.user_id)),
    'Choose people of this farm only.');
  if tg_op = 'INSERT' or new.assigned_to is distinct from assigned_before then
    new.assigned_names := array(
      select coalesce(private.person_name(p), 'Someone') from unnest(new.assigned_to) with ordinality u (p, place) order by place);
  end if;
  return new;
end $$;

create trigger a_check_insert before insert on public.diary_events for each row execute function private.check_insert();
create trigger diary_events_before_write before insert or update on public.diary_events
  for each row execute function private.diary_events_before_write();
create trigger diary_events_touch before update on public.diary_events for each row execute function private.touch();
create trigger diary_events_write_audit after update or delete on public.diary_events
  for each row execute function private.write_audit();

-- Inserting a work whose id is a planned job's work_id closes the job.
create function private.log_planned_job() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.diary_events set converted_work_id = new.id, status = 'done'
  where user_id = new.user_id and work_id = new.id and kind = 'job';
  return null;
end $$;

-- A second person who logs the job is told who has logged it already. For a retry by the same person after a lost
-- response, the unique key is enough.
create function private.refuse_logged_job() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare earlier public.works;
begin
  if auth.uid() is null then return new; end if;
  select w.* into earlier from public.diary_events e join public.works w on w.user_id = e.user_id and w.id = e.converted_work_id
  where e.user_id = new.user_id and e.work_id = new.id;
  if found and earlier.employee_id is distinct from new.employee_id then
    raise exception using errcode = '23514', detail = 'deleted',
      message = format('This job is logged already, by %s for %s.', earlier.created_by_name,
                       to_char(earlier.work_date, 'FMDD Mon YYYY'));
  end if;
  return new;
end $$;

-- The work was deleted, so the job is open again. It gets a new key, because a deleted id can't be inserted again.
create function private.reopen_planned_job() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- If the whole account is deleted, its diary goes with it.
  if exists (select from public.profiles where id = old.user_id) then
    -- A job of several lines counts as logged until its last line is deleted.
    update public.diary_events set converted_work_id = null, status = 'planned', work_id = gen_random_uuid()
    where user_id = old.user_id and work_id = old.job_id and converted_work_id is not null
      and not exists (select from public.works where user_id = old.user_id and job_id = old.job_id);
  end if;
  return null;
end $$;

-- Triggers of the same timing run in the order of their names: this one runs after the work has its account and person.
create trigger works_refuse_logged_job before insert on public.works
  for each row execute function private.refuse_logged_job();
create trigger works_log_planned_job after insert on public.works
  for each row execute function private.log_planned_job();
create trigger works_reopen_planned_job after delete on public.works
  for each row execute function private.reopen_planned_job();

-- A job is logged under its customer's name: jobs still planned follow a rename or merge of the customer.
create function private.rename_on_planned_jobs() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.diary_events set customer =
    coalesce((select name from public.customers where user_id = new.user_id and id = new.merged_into), new.name)
  where user_id = new.user_id and lower(customer) = lower(btrim(old.name)) and converted_work_id is null;
  return null;
end $$;
create trigger rename_on_planned_jobs after update of name, merged_into on public.customers
  for each row when (new.name is distinct from old.name or new.merged_into is distinct from old.merged_into)
  execute function private.rename_on_planned_jobs();

alter table public.diary_events enable row level security;
-- An event without assignees is visible to the whole crew. The trigger lets an employee change the status of a job and
-- decline it, nothing else.
create policy "admin reads events, employees those assigned to them or nobody" on public.diary_events
  for select to authenticated
  using (user_id = (select private.account_id())
    and ((select private.is_admin()) or cardinality(assigned_to) = 0 or (select auth.uid()) = any (assigned_to)));
create policy "admin adds events" on public.diary_events
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin edits events, employees those assigned to them or nobody" on public.diary_events
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or cardinality(assigned_to) = 0 or (select auth.uid()) = any (assigned_to)))
  with check (user_id = (select private.account_id()));
create policy "admin deletes events" on public.diary_events
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

-- The browser may not write the work's id, the link to the work, the names, or who declined.
revoke all on public.diary_events from anon, authenticated;
grant select, delete on public.diary_events to authenticated;
grant insert (id, user_id, kind, title, start_date, end_date, all_day, start_time, end_time, customer, task_name,
              assigned_to, status, absence_type, notes, cancel_reason, cancel_note, repeat_id, repeat_date, repeat_every)
  on public.diary_events to authenticated;
grant update (title, start_date, end_date, all_day, start_time, end_time, customer, task_name, assigned_to, status,
              absence_type, notes, cancel_reason, cancel_note, declined_reason, declined_note) on public.diary_events to authenticated;
grant all on public.diary_events to service_role;

-- "Rained off": moves jobs from one day to another in one transaction; each keeps its length. A repeated call changes
-- nothing, because a moved job no longer starts on that day. Returns the number of jobs moved: those begun, done or
-- cancelled meanwhile stay. Runs as the caller.
create function public.move_planned_jobs(p_ids uuid[], p_from date, p_to date) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  n       integer;
begin
  perform private.refuse_if(coalesce(cardinality(p_ids), 0) = 0, 'Choose the jobs first.');
  perform private.refuse_if(cardinality(p_ids) > 1000, 'Choose 1,000 jobs at most.');
  perform private.refuse_if(p_from is null or p_to is null or p_from = p_to, 'Choose another day.');
  update public.diary_events set start_date = p_to, end_date = p_to + (end_date - start_date)
  where user_id = account and id = any (p_ids) and kind = 'job' and status = 'planned' and start_date = p_from;
  get diagnostics n = row_count;
  return n;
end $$;

-- Changes a repeating event and those after it, if it is unchanged since `p_seen`: they get its fields, and move by as
-- many days as it does. Those begun, done or cancelled stay. Returns the number of changed events. Runs as the caller.
create function public.change_repeated_events(
    p_id uuid, p_seen timestamptz, p_start_date date, p_end_date date, p_assigned_to uuid[], p_title text default null,
    p_task_name text default null, p_customer text default null, p_start_time time default null,
    p_end_time time default null, p_notes text default null)
  returns integer
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  n       integer;
begin
  perform private.refuse_if(p_start_date is null or p_start_date < '2000-01-01' or p_start_date >= '2200-01-01'
    or p_end_date is null or p_end_date < '2000-01-01' or p_end_date >= '2200-01-01', 'Choose dates from 2000 to 2199.');
  update public.diary_events e set
    title = p_title, task_name = p_task_name, customer = p_customer, assigned_to = coalesce(p_assigned_to, '{}'), notes = p_notes,
    start_date = e.start_date + (p_start_date - this.start_date), end_date = e.start_date + (p_end_date - this.start_date),
    all_day = p_start_time is null, start_time = p_start_time, end_time = p_end_time
  from public.diary_events this
  where this.user_id = account and this.id = p_id and this.updated_at = p_seen
    and e.user_id = account and e.repeat_id = this.repeat_id and e.repeat_date >= this.repeat_date
    and (e.id = this.id or e.status = 'planned');
  get diagnostics n = row_count;
  perform private.refuse_if(n = 0, 'It was changed or deleted meanwhile. Look at it again.');
  return n;
end $$;

revoke execute on function private.diary_events_before_write(), private.log_planned_job(), private.refuse_logged_job(),
  private.reopen_planned_job(), private.rename_on_planned_jobs() from public, anon, authenticated;
revoke execute on function public.move_planned_jobs(uuid[], date, date), public.change_repeated_events(
  uuid, timestamptz, date, date, uuid[], text, text, text, time, time, text) from public, anon;
grant execute on function public.move_planned_jobs(uuid[], date, date), public.change_repeated_events(
  uuid, timestamptz, date, date, uuid[], text, text, text, time, time, text) to authenticated;

select private.guard_values('public.diary_events');
