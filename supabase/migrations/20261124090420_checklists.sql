-- Checklists: what is checked before a machine is used, and the record that it was. A template may change at any time;
-- each version is kept, and a completed checklist is validated against the version that the person filled in.

-- Normalises a list of questions, or raises with a message. Each question gets all keys, so that two lists can be
-- compared.
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
    perform private.refuse_if(jsonb_typeof(item) <> 'object', 'A checklist is a list of questions.');
    perform private.refuse_if(exists (
      select from unnest(array['section', 'prompt', 'type', 'unit', 'help']) key
      where private.json_kind(item -> key) not in ('string', 'null', 'missing')), 'A question is made of words.');
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
    perform private.refuse_if(lowest <> round(lowest, 4) or highest <> round(highest, 4), 'A limit has four decimals at most.');
    shaped := shaped || jsonb_build_array(jsonb_build_object(
      'section', btrim(coalesce(item ->> 'section', '')),
      'prompt', prompt,
      'type', item ->> 'type',
      'unit', case when number then btrim(coalesce(item ->> 'unit', '')) else '' end,
      'min', lowest,
      'max', highest,
      'required', item -> 'required' is not distinct from 'true'::jsonb,
      -- Text and photo questions can't be critical: their answers are neither right nor wrong.
      'critical', item ->> 'type' not in ('text', 'photo') and item -> 'critical' is not distinct from 'true'::jsonb,
      'help', btrim(coalesce(item ->> 'help', ''))));
  end loop;
  return shaped;
end $$;

-- Whether a value is a normalised list of questions.
create function private.are_questions(given jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select private.is_list_of(given, '{"section": "string", "prompt": "string", "type": "string", "unit": "string",
      "min": "number null", "max": "number null", "required": "boolean", "critical": "boolean", "help": "string"}')
  $$;

create table public.checklist_templates (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  name            text not null check (char_length(name) between 1 and 80),
  category        text not null default 'pre_use'
                  check (category in ('pre_use', 'weekly', 'seasonal', 'site', 'livestock', 'food_safety')),
  frequency       text not null default 'none'
                  check (frequency in ('each_use', 'daily', 'weekly', 'monthly', 'seasonal', 'none')),
  intro           text check (char_length(intro) between 1 and 500),
  -- The machines it is for: one, or all of a type. Null: any.
  machine_type    text check (char_length(machine_type) <= 30),
  machine_id      uuid,
  items           jsonb not null check (private.are_questions(items)),
  -- Incremented by every change of name, introduction or questions.
  version         integer not null default 1 check (version > 0),
  active          boolean not null default true,
  -- When it was taken off the list.
  retired_at      timestamptz,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index checklist_templates_name_key on public.checklist_templates (user_id, lower(name)) where active;
create index checklist_templates_created_by_idx on public.checklist_templates (created_by) where created_by is not null;

-- Every version that was ever on the list. Written by the trigger below, never changed.
create table public.checklist_versions (
  user_id         uuid not null,
  template_id     uuid not null,
  version         integer not null,
  name            text not null,
  intro           text,
  items           jsonb not null check (private.are_questions(items)),
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
  new.retired_at := case when new.active then null when tg_op = 'UPDATE' then coalesce(old.retired_at, now()) else now() end;
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

create trigger a_check_insert before insert on public.checklist_templates
  for each row execute function private.check_insert('Only the main account holder writes checklists.');
create trigger checklist_templates_before_write before insert or update on public.checklist_templates
  for each row execute function private.checklist_templates_before_write();
create trigger keep_checklist_version after insert or update on public.checklist_templates
  for each row execute function private.keep_checklist_version();
create trigger touch before update on public.checklist_templates for each row execute function private.touch();
create trigger write_audit after update or delete on public.checklist_templates
  for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.checklist_templates
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

-- A template is deactivated, never deleted.
revoke all on public.checklist_templates, public.checklist_versions from anon, authenticated;
grant select on public.checklist_templates, public.checklist_versions to authenticated;
grant insert (id, user_id, name, category, frequency, intro, items, active, machine_type, machine_id) on public.checklist_templates to authenticated;
grant update (name, category, frequency, intro, items, active, machine_type, machine_id) on public.checklist_templates to authenticated;
grant all on public.checklist_templates, public.checklist_versions to service_role;
revoke execute on function private.checklist_items(jsonb), private.are_questions(jsonb),
  private.checklist_templates_before_write(), private.keep_checklist_version() from public, anon, authenticated;
-- The table's check runs with the rights of the role that writes the row.
grant execute on function private.are_questions(jsonb) to authenticated, service_role;

select private.guard_values('public.checklist_templates');
select private.guard_values('public.checklist_versions');
