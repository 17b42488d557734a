-- Checklists: what is looked at before a machine goes out, and the proof that it was. A template may change at any time;
-- each of its versions stays, and what was completed is held to the version that its person had before them.

-- A list of questions in one shape, or a refusal in words. Each question has all keys, so that two lists can be compared.
create function private.checklist_items(items jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
declare
  item    jsonb;
  prompt  text;
  number  boolean;
  lowest  numeric;
  highest numeric;
  shaped  jsonb := '[]';
begin
  perform private.refuse_if(jsonb_typeof(items) is distinct from 'array', 'A checklist is a list of questions.');
  perform private.refuse_if(jsonb_array_length(items) = 0, 'Add a question first.');
  perform private.refuse_if(jsonb_array_length(items) > 100, 'A checklist has 100 questions at most.');
  for item in select value from jsonb_array_elements(items) loop
    prompt := btrim(coalesce(item ->> 'prompt', ''), E' \t\r\n');
    perform private.refuse_if(prompt = '', 'Write the question.');
    perform private.refuse_if(char_length(prompt) > 200, 'The question is too long (200 characters at most).');
    perform private.refuse_if(coalesce(item ->> 'type', '') not in ('ok_defect_na', 'yes_no', 'number', 'text', 'photo'),
      'Choose how the question is answered.');
    perform private.refuse_if(char_length(item ->> 'section') > 60, 'The section is too long (60 characters at most).');
    perform private.refuse_if(char_length(item ->> 'help') > 300, 'The help is too long (300 characters at most).');
    perform private.refuse_if(char_length(item ->> 'unit') > 20, 'The unit is too long (20 characters at most).');
    number := item ->> 'type' = 'number';
    perform private.refuse_if(number and not (coalesce(jsonb_typeof(item -> 'min'), 'null') in ('number', 'null')
      and coalesce(jsonb_typeof(item -> 'max'), 'null') in ('number', 'null')), 'A limit is a number.');
    lowest := case when number then (item ->> 'min')::numeric end;
    highest := case when number then (item ->> 'max')::numeric end;
    perform private.refuse_if(lowest > highest, 'The lower limit is above the upper one.');
    perform private.refuse_if(greatest(abs(lowest), abs(highest)) > 9999999, 'This limit is too large.');
    shaped := shaped || jsonb_build_array(jsonb_build_object(
      'section', btrim(coalesce(item ->> 'section', '')),
      'prompt', prompt,
      'type', item ->> 'type',
      'unit', case when number then btrim(coalesce(item ->> 'unit', '')) else '' end,
      'min', lowest,
      'max', highest,
      'required', item -> 'required' is not distinct from 'true'::jsonb,
      -- Words and pictures are neither right nor wrong.
      'critical', item ->> 'type' not in ('text', 'photo') and item -> 'critical' is not distinct from 'true'::jsonb,
      'help', btrim(coalesce(item ->> 'help', ''))));
  end loop;
  return shaped;
end $$;

create table public.checklist_templates (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  name            text not null check (char_length(name) between 1 and 80),
  category        text not null default 'pre_use'
                  check (category in ('pre_use', 'weekly', 'seasonal', 'site', 'livestock', 'food_safety')),
  frequency       text not null default 'none'
                  check (frequency in ('each_use', 'daily', 'weekly', 'monthly', 'seasonal', 'none')),
  intro           text check (char_length(intro) between 1 and 500),
  items           jsonb not null,
  -- Counts up with every change of what is asked.
  version         integer not null default 1 check (version > 0),
  active          boolean not null default true,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index checklist_templates_name_key on public.checklist_templates (user_id, lower(name)) where active;
create index checklist_templates_created_by_idx on public.checklist_templates (created_by) where created_by is not null;

-- Every version that was ever on the list. Written by the trigger below, changed by nobody.
create table public.checklist_versions (
  user_id         uuid not null,
  template_id     uuid not null,
  version         integer not null,
  name            text not null,
  intro           text,
  items           jsonb not null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, template_id, version),
  foreign key (user_id, template_id) references public.checklist_templates on delete cascade
);

create function private.checklist_templates_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.name := btrim(new.name, E' \t\r\n');
  new.intro := nullif(btrim(new.intro, E' \t\r\n'), '');
  if tg_op = 'INSERT' then
    if auth.uid() is null then
      new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
    else
      if new.user_id is distinct from private.account_id() then
        raise exception using errcode = '42501', message = 'This belongs to another account.';
      end if;
      if not private.is_admin() then
        raise exception using errcode = '42501', message = 'Only the main account holder writes checklists.';
      end if;
      if not private.can_write() then
        raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
      end if;
      new.created_by := auth.uid();
      new.created_by_name := private.person_name(auth.uid());
      new.created_at := now();
    end if;
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the checklist a name.');
  perform private.refuse_if(char_length(new.name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.intro) > 500, 'The introduction is too long (500 characters at most).');
  perform private.refuse_if(new.active and exists (
    select from public.checklist_templates t
    where t.user_id = new.user_id and lower(t.name) = lower(new.name) and t.active and t.id <> new.id),
    'There is a checklist of this name already.');
  new.items := private.checklist_items(new.items);
  if tg_op = 'INSERT' then
    new.version := 1;
  elsif (new.name, new.intro, new.items) is distinct from (old.name, old.intro, old.items) then
    new.version := old.version + 1;
  else
    new.version := old.version;
  end if;
  return new;
end $$;

create function private.keep_checklist_version() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    if new.version = old.version then return null; end if;
  end if;
  insert into public.checklist_versions (user_id, template_id, version, name, intro, items, created_by_name)
  values (new.user_id, new.id, new.version, new.name, new.intro, new.items,
    coalesce(private.person_name(auth.uid()), new.created_by_name));
  return null;
end $$;

create trigger checklist_templates_before_write before insert or update on public.checklist_templates
  for each row execute function private.checklist_templates_before_write();
create trigger keep_checklist_version after insert or update on public.checklist_templates
  for each row execute function private.keep_checklist_version();
create trigger touch before update on public.checklist_templates for each row execute function private.touch();
create trigger write_audit after update or delete on public.checklist_templates
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.checklist_templates
  for each statement execute function private.refuse_outsiders();

-- One that was filled in: questions and answers together, so that it can be read whatever becomes of the template.
create table public.checklist_completions (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  template_id     uuid not null,
  version         integer not null,
  template_name   text not null,
  machine         text check (char_length(machine) between 1 and 80),
  hours_reading   numeric(9, 1) check (hours_reading >= 0 and hours_reading <= 9999999),
  items           jsonb not null,
  -- One for each question: {"value", "comment", "photos": [attachment ids]}.
  answers         jsonb not null,
  result          text not null check (result in ('pass', 'pass_with_defects', 'fail')),
  checked         integer not null check (checked between 0 and 100),
  passed          integer not null check (passed between 0 and checked),
  defects         integer not null check (defects = checked - passed),
  -- Lines drawn by a finger on a sheet of 1000 by 400, as the path of a picture.
  signature       text check (char_length(signature) <= 20000 and signature ~ '^M[ML0-9 ]+$'),
  notes           text check (char_length(notes) between 1 and 2000),
  started_at      timestamptz not null,
  completed_at    timestamptz not null,
  -- How long it took by the phone's own clock.
  seconds         integer not null check (seconds >= 0),
  -- The farm's day.
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
create index checklist_completions_created_by_idx on public.checklist_completions (created_by, completed_at desc)
  where created_by is not null;

-- What an answer says of its question: ok, defect, na (does not apply), none (not answered); null is no answer of its kind.
create function private.checklist_outcome(item jsonb, answer jsonb) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  kind constant text := item ->> 'type';
  said constant jsonb := coalesce(answer -> 'value', 'null');
  word constant text := said #>> '{}';
begin
  if kind = 'photo' then
    return case when said <> 'null' then null when answer -> 'photos' -> 0 is null then 'none' else 'ok' end;
  end if;
  if said = 'null' or said = '""' then return 'none'; end if;
  if kind = 'number' then
    if jsonb_typeof(said) <> 'number' then return null; end if;
    if abs(word::numeric) > 9999999 then return null; end if;
    return case when word::numeric < (item ->> 'min')::numeric or word::numeric > (item ->> 'max')::numeric
      then 'defect' else 'ok' end;
  end if;
  if jsonb_typeof(said) <> 'string' then return null; end if;
  if kind = 'text' then return case when char_length(word) <= 2000 then 'ok' end; end if;
  if word = 'na' then return 'na'; end if;
  if kind = 'yes_no' then return case word when 'yes' then 'ok' when 'no' then 'defect' end; end if;
  return case word when 'ok' then 'ok' when 'defect' then 'defect' end;
end $$;

-- Who did it and when the farm hears of it are the database's to say, and so are result and score.
create function private.checklist_completions_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  asked    public.checklist_versions;
  item     jsonb;
  answer   jsonb;
  prompt   text;
  outcome  text;
  remark   text;
  critical boolean;
  failed   boolean := false;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
  else
    if new.user_id is distinct from private.account_id() then
      raise exception using errcode = '42501', message = 'This belongs to another account.';
    end if;
    if not private.can_write() then
      raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
    end if;
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
  end if;
  new.machine := nullif(btrim(new.machine, E' \t\r\n'), '');
  new.notes := nullif(btrim(new.notes, E' \t\r\n'), '');
  perform private.refuse_if(char_length(new.machine) > 80, 'The machine''s name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.notes) > 2000, 'The note is too long (2,000 characters at most).');
  perform private.refuse_if(new.hours_reading < 0 or new.hours_reading > 9999999, 'Check the hours reading.');

  -- The version that its person had before them, whatever stands on the list by now.
  select * into asked from public.checklist_versions v
  where v.user_id = new.user_id and v.template_id = new.template_id and v.version = new.version;
  perform private.refuse_if(not found, 'This checklist is not one of the farm''s.');
  new.items := coalesce(new.items, asked.items);
  perform private.refuse_if(new.items is distinct from asked.items, 'This checklist is not one of the farm''s.');
  new.template_name := asked.name;
  perform private.refuse_if(jsonb_typeof(new.answers) is distinct from 'array', 'The answers do not fit the checklist.');
  perform private.refuse_if(octet_length(new.answers::text) > 200000, 'These answers are too long.');
  perform private.refuse_if(jsonb_array_length(new.answers) <> jsonb_array_length(new.items),
    'The answers do not fit the checklist.');

  new.checked := 0;
  new.passed := 0;
  for place in 0 .. jsonb_array_length(new.items) - 1 loop
    item := new.items -> place;
    answer := new.answers -> place;
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
    perform private.refuse_if(coalesce(jsonb_array_length(nullif(answer -> 'photos', 'null')), 0) > 10,
      'An answer takes 10 photos at most.');
    if outcome <> 'none' then new.checked := new.checked + 1; end if;
    if outcome in ('ok', 'na') then new.passed := new.passed + 1; end if;
    failed := failed or (critical and outcome = 'defect');
  end loop;
  perform private.refuse_if(new.checked = 0, 'Answer a question first.');
  new.defects := new.checked - new.passed;
  new.result := case when failed then 'fail' when new.defects > 0 then 'pass_with_defects' else 'pass' end;

  -- How long it took is between two readings of one clock. When it was is the phone's to say, unless that clock is far out.
  new.seconds := greatest(0, least(86400, coalesce(extract(epoch from new.completed_at - new.started_at), 0)))::integer;
  if new.completed_at is null or new.completed_at > now() or new.completed_at < now() - interval '60 days' then
    new.completed_at := case when auth.uid() is null then coalesce(new.completed_at, now()) else now() end;
    new.started_at := new.completed_at - make_interval(secs => new.seconds);
  end if;
  new.started_at := coalesce(new.started_at, new.completed_at);
  new.done_on := (new.completed_at at time zone coalesce(
    (select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London'))::date;
  return new;
end $$;

create trigger checklist_completions_before_insert before insert on public.checklist_completions
  for each row execute function private.checklist_completions_before_insert();
create trigger touch before update on public.checklist_completions for each row execute function private.touch();
create trigger write_audit after update or delete on public.checklist_completions
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.checklist_completions
  for each statement execute function private.refuse_outsiders();

alter table public.checklist_templates enable row level security;
create policy "account reads checklists" on public.checklist_templates
  for select to authenticated
  using (user_id = (select private.account_id()));
create policy "admin adds checklists" on public.checklist_templates
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin edits checklists" on public.checklist_templates
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

alter table public.checklist_versions enable row level security;
create policy "admin reads versions of checklists" on public.checklist_versions
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));

alter table public.checklist_completions enable row level security;
create policy "admin reads completed checklists, employees their own" on public.checklist_completions
  for select to authenticated
  using (user_id = (select private.account_id())
    and ((select private.is_admin()) or created_by = (select auth.uid())));
create policy "account completes checklists" on public.checklist_completions
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));

-- A template leaves the list and is never deleted; what was completed is added and stays as it is.
revoke all on public.checklist_templates, public.checklist_versions, public.checklist_completions from anon, authenticated;
grant select on public.checklist_templates, public.checklist_versions, public.checklist_completions to authenticated;
grant insert (id, user_id, name, category, frequency, intro, items, active) on public.checklist_templates to authenticated;
grant update (name, category, frequency, intro, items, active) on public.checklist_templates to authenticated;
grant insert (id, user_id, template_id, version, machine, hours_reading, items, answers, signature, notes, started_at,
  completed_at, recorded_at) on public.checklist_completions to authenticated;
grant all on public.checklist_templates, public.checklist_versions, public.checklist_completions to service_role;

-- How each machine stands: the last check of each template, whoever did it. All of the crew sees this much: who takes a
-- machine out has to know that another found its brakes gone. From one machine to the next by the index: years of checks
-- are not read for the last of each.
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
      c.created_by_name
    from last l cross join lateral (
      select * from public.checklist_completions o where o.user_id = l.user_id and o.id = l.id offset 0) c
  $$;
create view public.checklist_standing with (security_invoker = true) as select * from private.checklist_standing();
revoke all on public.checklist_standing from anon, authenticated;
grant select on public.checklist_standing to authenticated;

-- Photos, so far of jobs alone, belong to what was completed and to notes too.
alter table public.attachments drop constraint attachments_parent_table_check,
  add constraint attachments_parent_table_check check (parent_table in ('works', 'checklist_completions', 'notes'));

-- Whether the signed-in person may read a note, named as the folder of its photos is.
create function private.reads_note(note text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.notes n
      where n.user_id = private.account_id()
        and n.id = case when note ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then note::uuid end
        and (n.shared or n.created_by = auth.uid() or private.is_admin()))
  $$;

create or replace function private.attachments_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare there boolean := false;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
    return new;
  end if;
  if new.user_id is distinct from private.account_id() then
    raise exception using errcode = '42501', message = 'This belongs to another account.';
  end if;
  if not private.can_write() then
    raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
  end if;
  new.created_by := auth.uid();
  new.created_by_name := private.person_name(auth.uid());
  new.created_at := now();
  perform private.refuse_deleted('attachments', new.user_id, new.id);
  if new.parent_table = 'works' then
    there := exists (select from public.works w where w.user_id = new.user_id and w.id = new.parent_id
      and (private.sees_all_works() or w.employee_id is not distinct from auth.uid()));
  elsif new.parent_table = 'notes' then
    there := exists (select from public.notes n where n.user_id = new.user_id and n.id = new.parent_id
      and (private.is_admin() or n.created_by = auth.uid()));
  elsif new.parent_table = 'checklist_completions' then
    -- Only what its person took for it: the answers name their photos.
    there := exists (select from public.checklist_completions c where c.user_id = new.user_id and c.id = new.parent_id
      and c.created_by = auth.uid() and c.answers @? format('$[*].photos[*] ? (@ == "%s")', new.id)::jsonpath);
  end if;
  perform private.refuse_if(not there, 'The entry that this photo belongs to is not there any more.');
  return new;
end $$;

create trigger notes_delete_attachments after delete on public.notes for each row execute function private.delete_attachments();

alter policy "account reads attachments, or their own" on public.attachments
  using (user_id = (select private.account_id()) and (created_by = (select auth.uid()) or (select private.is_admin())
    or (parent_table = 'works' and (select private.sees_all_works()))
    or (parent_table = 'notes'
      and exists (select from public.notes n where n.user_id = attachments.user_id and n.id = attachments.parent_id))));
-- The photos of a completed checklist are part of it, and it stays as it is.
alter policy "admin deletes attachments, employees their own" on public.attachments
  using (user_id = (select private.account_id()) and (select private.can_write()) and parent_table <> 'checklist_completions'
    and ((select private.is_admin()) or created_by = (select auth.uid())));

-- photos/ACCOUNT/TABLE/PARENT/ATTACHMENT.jpg
alter policy "account reads photos, or their own" on storage.objects
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (owner_id = (select auth.uid())::text or (select private.is_admin())
      or ((storage.foldername(name))[2] = 'works' and (select private.sees_all_works()))
      or ((storage.foldername(name))[2] = 'notes' and private.reads_note((storage.foldername(name))[3]))));
alter policy "account adds photos" on storage.objects
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] in ('works', 'checklist_completions', 'notes')
    and cardinality(storage.foldername(name)) = 3
    and owner_id = (select auth.uid())::text and (select private.can_write()));
-- While a photo is on its way its bytes may come twice; afterwards they are what was seen, and nobody writes over them.
create function private.is_proof(path text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.attachments a
      where a.user_id = private.account_id() and a.parent_table = 'checklist_completions' and a.storage_path = path
        and a.parent_id = case
          when split_part(path, '/', 3) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(path, '/', 3)::uuid end)
  $$;
alter policy "people send their own photos again" on storage.objects
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and owner_id = (select auth.uid())::text and (select private.can_write()) and not private.is_proof(name))
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] in ('works', 'checklist_completions', 'notes')
    and cardinality(storage.foldername(name)) = 3
    and owner_id = (select auth.uid())::text);
alter policy "admin deletes photos, employees their own" on storage.objects
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and (storage.foldername(name))[2] <> 'checklist_completions' and not private.is_proof(name)
    and ((select private.is_admin()) or owner_id = (select auth.uid())::text) and (select private.can_write()));

revoke execute on function private.checklist_items(jsonb), private.checklist_outcome(jsonb, jsonb),
  private.checklist_templates_before_write(), private.keep_checklist_version(),
  private.checklist_completions_before_insert(), private.checklist_standing(), private.reads_note(text),
  private.is_proof(text)
  from public, anon, authenticated;
grant execute on function private.checklist_standing(), private.reads_note(text), private.is_proof(text) to authenticated;
