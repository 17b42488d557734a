-- Completed checklists, and the state of each machine according to them.

-- A completed checklist: stored with its questions and answers, so that it stays readable if the template
-- changes.
create table public.checklist_completions (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  template_id     uuid not null,
  version         integer not null,
  template_name   text not null,
  -- Set if the version was already replaced or off the list when the record reached the database: since when, and which
  -- version was current instead (null: none). Comparing superseded_at with completed_at shows whether that was so when
  -- the check was done.
  superseded_at   timestamptz,
  current_version integer check (current_version is null or (current_version > version and superseded_at is not null)),
  machine         text check (char_length(machine) between 1 and 80),
  -- The machine of the fleet, if it is one; its name is in `machine`.
  machine_id      uuid,
  hours_reading   numeric(9, 1) check (hours_reading >= 0 and hours_reading <= 9999999),
  items           jsonb not null check (private.are_questions(items)),
  -- One per question: {"value", "comment", "photos": [attachment ids]}.
  answers         jsonb not null
                  check (private.is_list_of(answers, '{"value": "string number null", "comment": "string", "photos": "texts"}')),
  result          text not null check (result in ('pass', 'pass_with_defects', 'fail')),
  checked         integer not null check (checked between 0 and 100),
  passed          integer not null check (passed between 0 and checked),
  defects         integer not null check (defects = checked - passed),
  -- Freehand lines on a canvas of 1000 by 400, as an SVG path.
  signature       text check (char_length(signature) <= 20000 and signature ~ '^M[ML0-9 ]+$'),
  notes           text check (char_length(notes) between 1 and 2000),
  started_at      timestamptz not null,
  completed_at    timestamptz not null,
  -- True if the phone's clock was certainly wrong: completed_at is then when the record reached the server.
  clock_doubted   boolean not null default false,
  -- How long it took by the phone's own clock.
  seconds         integer not null check (seconds >= 0),
  -- The date in the farm's time zone.
  done_on         date not null,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  updated_at      timestamptz not null default now(),
  primary key (user_id, id)
);
create index checklist_completions_by_time_idx on public.checklist_completions (user_id, completed_at desc, id desc);
create index checklist_completions_standing_idx on public.checklist_completions
  (user_id, template_id, lower(coalesce(machine, '')), completed_at desc, id desc);
create index checklist_completions_superseded_idx on public.checklist_completions (user_id, created_at desc)
  where superseded_at is not null;
create index checklist_completions_created_by_idx on public.checklist_completions (created_by, completed_at desc)
  where created_by is not null;

-- Normalises an answer, or raises with a message. A JSON null is a question left unanswered.
create function private.checklist_answer(answer jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
declare shaped jsonb;
begin
  shaped := jsonb_build_object('value', answer -> 'value', 'comment', coalesce(nullif(answer -> 'comment', 'null'), '""'),
    'photos', coalesce(nullif(answer -> 'photos', 'null'), '[]'));
  perform private.refuse_if(jsonb_typeof(answer) not in ('object', 'null')
    or not private.is_object_of(shaped, '{"value": "string number null", "comment": "string", "photos": "texts"}'),
    'The answers do not fit the checklist.');
  perform private.refuse_if(jsonb_array_length(shaped -> 'photos') > 10, 'An answer takes 10 photos at most.');
  perform private.refuse_if(exists (
    select from jsonb_array_elements_text(shaped -> 'photos') id
    where id !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'), 'The answers do not fit the checklist.');
  return shaped;
end $$;

-- The outcome of an answer: ok, defect, na (does not apply), none (not answered). Null if the value is not valid for
-- the question.
create function private.checklist_outcome(item jsonb, answer jsonb) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  kind constant text := item ->> 'type';
  given_value constant jsonb := coalesce(answer -> 'value', 'null');
  given_text constant text := given_value #>> '{}';
begin
  if kind = 'photo' then
    return case when given_value <> 'null' then null when answer -> 'photos' -> 0 is null then 'none' else 'ok' end;
  end if;
  if given_value = 'null' or given_value = '""' then return 'none'; end if;
  if kind = 'number' then
    if jsonb_typeof(given_value) <> 'number' then return null; end if;
    if abs(given_text::numeric) > 9999999 then return null; end if;
    return case when given_text::numeric < (item ->> 'min')::numeric or given_text::numeric > (item ->> 'max')::numeric
      then 'defect' else 'ok' end;
  end if;
  if jsonb_typeof(given_value) <> 'string' then return null; end if;
  if kind = 'text' then return case when char_length(given_text) <= 2000 then 'ok' end; end if;
  if given_text = 'na' then return 'na'; end if;
  if kind = 'yes_no' then return case given_text when 'yes' then 'ok' when 'no' then 'defect' end; end if;
  return case given_text when 'ok' then 'ok' when 'defect' then 'defect' end;
end $$;

-- The database sets author, arrival time, result and score.
create function private.checklist_completions_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  filled_in    public.checklist_versions;
  item     jsonb;
  answer   jsonb;
  shaped   jsonb := '[]';
  prompt   text;
  outcome  text;
  remark   text;
  critical boolean;
  machine_name text;
  failed   boolean := false;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
  else
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
  end if;
  new.machine := nullif(btrim(new.machine, E' \t\r\n'), '');
  new.notes := nullif(btrim(new.notes, E' \t\r\n'), '');
  if new.machine_id is not null then
    -- The machine may have been deleted since; the name stays.
    select m.id, m.name into new.machine_id, machine_name from public.machines m
    where m.user_id = new.user_id and m.id = new.machine_id;
    new.machine := coalesce(machine_name, new.machine);
  end if;
  perform private.refuse_if(char_length(new.machine) > 80, 'The machine''s name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.notes) > 2000, 'The note is too long (2,000 characters at most).');
  perform private.refuse_if(new.hours_reading < 0 or new.hours_reading > 9999999, 'Check the hours reading.');

  -- The version that the person filled in, even if the list has a newer one by now.
  select * into filled_in from public.checklist_versions v
  where v.user_id = new.user_id and v.template_id = new.template_id and v.version = new.version;
  perform private.refuse_if(not found, 'This checklist is not one of the farm''s.');
  new.items := coalesce(new.items, filled_in.items);
  perform private.refuse_if(new.items is distinct from filled_in.items, 'This checklist is not one of the farm''s.');
  new.template_name := filled_in.name;
  select least(t.retired_at, next.created_at), case when t.active and t.version > new.version then t.version end
    into new.superseded_at, new.current_version
  from public.checklist_templates t
  left join public.checklist_versions next
    on next.user_id = t.user_id and next.template_id = t.id and next.version = new.version + 1
  where t.user_id = new.user_id and t.id = new.template_id;
  perform private.refuse_if(jsonb_typeof(new.answers) is distinct from 'array', 'The answers do not fit the checklist.');
  perform private.refuse_if(octet_length(new.answers::text) > 200000, 'These answers are too long.');
  perform private.refuse_if(jsonb_array_length(new.answers) <> jsonb_array_length(new.items),
    'The answers do not fit the checklist.');

  new.checked := 0;
  new.passed := 0;
  for place in 0 .. jsonb_array_length(new.items) - 1 loop
    item := new.items -> place;
    answer := private.checklist_answer(new.answers -> place);
    shaped := shaped || jsonb_build_array(answer);
    prompt := item ->> 'prompt';
    critical := (item ->> 'critical')::boolean;
    remark := btrim(coalesce(answer ->> 'comment', ''), E' \t\r\n');
    outcome := private.checklist_outcome(item, answer);
    perform private.refuse_if(outcome is null, format('“%s” cannot be answered so.', prompt));
    perform private.refuse_if(outcome = 'none' and (item ->> 'required')::boolean, format('Answer “%s”.', prompt));
    perform private.refuse_if(char_length(remark) > 500, 'The comment is too long (500 characters at most).');
    perform private.refuse_if(outcome = 'defect' and remark = '', format('“%s”: Say what is wrong.', prompt));
    perform private.refuse_if(outcome = 'na' and critical and remark = '',
      format('“%s”: Say why it does not apply.', prompt));
    if outcome <> 'none' then new.checked := new.checked + 1; end if;
    if outcome in ('ok', 'na') then new.passed := new.passed + 1; end if;
    failed := failed or (critical and outcome = 'defect');
  end loop;
  new.answers := shaped;
  perform private.refuse_if(new.checked = 0, 'Answer a question first.');
  new.defects := new.checked - new.passed;
  new.result := case when failed then 'fail' when new.defects > 0 then 'pass_with_defects' else 'pass' end;

  -- An instant outside 1900 to 2199 is discarded.
  if not (new.started_at >= '1900-01-01' and new.started_at < '2200-01-01') then new.started_at := null; end if;
  if not (new.completed_at >= '1900-01-01' and new.completed_at < '2200-01-01') then new.completed_at := null; end if;
  -- The duration is the difference between two readings of one clock. The time of completion is the phone's, even after
  -- weeks offline, unless that clock can't be right: ahead of the server's, more than 31 days back, or before this
  -- version was written. Five minutes of difference are allowed.
  new.seconds := greatest(0, least(86400, coalesce(extract(epoch from new.completed_at - new.started_at), 0)))::integer;
  if auth.uid() is null then
    new.completed_at := coalesce(new.completed_at, now());
  else
    new.clock_doubted := new.completed_at is null or new.completed_at > now() + interval '5 minutes'
      or new.completed_at < greatest(now() - interval '31 days', filled_in.created_at - interval '5 minutes');
    if new.clock_doubted or new.completed_at > now() then
      new.completed_at := now();
      new.started_at := new.completed_at - make_interval(secs => new.seconds);
    end if;
  end if;
  new.started_at := coalesce(new.started_at, new.completed_at);
  new.done_on := (new.completed_at at time zone coalesce(
    (select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London'))::date;
  return new;
end $$;

create trigger a_check_insert before insert on public.checklist_completions
  for each row execute function private.check_insert();
create trigger checklist_completions_before_insert before insert on public.checklist_completions
  for each row execute function private.checklist_completions_before_insert();
create trigger touch before update on public.checklist_completions for each row execute function private.touch();
create trigger write_audit after update or delete on public.checklist_completions
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.checklist_completions
  for each statement execute function private.refuse_outsiders();

alter table public.checklist_completions enable row level security;
create policy "admin reads completed checklists, employees their own" on public.checklist_completions
  for select to authenticated
  using (user_id = (select private.account_id())
    and ((select private.is_admin()) or created_by = (select auth.uid())));
create policy "account completes checklists" on public.checklist_completions
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));

-- Completed checklists are added, never changed.
revoke all on public.checklist_completions from anon, authenticated;
grant select on public.checklist_completions to authenticated;
grant insert (id, user_id, template_id, version, machine, machine_id, hours_reading, items, answers, signature, notes, started_at,
  completed_at, recorded_at) on public.checklist_completions to authenticated;
grant all on public.checklist_completions to service_role;

-- The last check of each template and machine, by any person. All employees may see this: a person taking a machine
-- out has to know that another found its brakes defective. The recursive query steps from one machine to the next by
-- the index (a loose index scan), instead of reading years of checks for the last of each.
create function private.checklist_standing() returns table (
    user_id uuid, template_id uuid, template_name text, machine text, completion_id uuid, result text, defects integer,
    done_on date, completed_at timestamptz, created_by_name text)
  language sql stable security definer set search_path = ''
  as $$
    with recursive last as (
      (select c.user_id, c.template_id, lower(coalesce(c.machine, '')) as named, c.id
       from public.checklist_completions c where c.user_id = private.account_id()
       order by c.user_id, c.template_id, lower(coalesce(c.machine, '')), c.completed_at desc, c.id desc limit 1)
      union all
      select n.* from last l cross join lateral (
        select c.user_id, c.template_id, lower(coalesce(c.machine, '')) as named, c.id
        from public.checklist_completions c
        where c.user_id = l.user_id and (c.template_id, lower(coalesce(c.machine, ''))) > (l.template_id, l.named)
        order by c.user_id, c.template_id, lower(coalesce(c.machine, '')), c.completed_at desc, c.id desc limit 1) n)
    select c.user_id, c.template_id, c.template_name, c.machine, c.id, c.result, c.defects, c.done_on, c.completed_at,
      coalesce((select p.name from public.farm_people p where p.user_id = c.user_id and p.person_id = c.created_by),
        c.created_by_name)
    from last l cross join lateral (
      select * from public.checklist_completions o where o.user_id = l.user_id and o.id = l.id offset 0) c
  $$;
create view public.checklist_standing with (security_invoker = true) as select * from private.checklist_standing();
revoke all on public.checklist_standing from anon, authenticated;
grant select on public.checklist_standing to authenticated;

revoke execute on function private.checklist_answer(jsonb), private.checklist_outcome(jsonb, jsonb), private.checklist_completions_before_insert(),
  private.checklist_standing() from public, anon, authenticated;
grant execute on function private.checklist_standing() to authenticated;

select private.guard_values('public.checklist_completions');
