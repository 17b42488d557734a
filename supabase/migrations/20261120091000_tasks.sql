-- Tasks: the price list. Works store a copy of the task's name, so a task may be changed or deleted at any time.
create table public.tasks (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  name            text not null check (char_length(name) between 1 and 80 and name = btrim(name)),
  chargeable_unit text check (char_length(chargeable_unit) <= 30),
  default_rate    numeric(12, 4) check (default_rate >= 0 and default_rate <= 99999.9999),
  description     text check (char_length(description) <= 500),
  category        text check (char_length(category) <= 40),
  active          boolean not null default true,
  sort            integer not null default 0,
  created_by      uuid references public.profiles on delete set null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index tasks_name_key on public.tasks (user_id, lower(btrim(name))) where active;
create index tasks_created_by_idx on public.tasks (created_by) where created_by is not null;

create function private.tasks_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.name := btrim(new.name, E' \t\r\n');
  if auth.uid() is not null then
    new.user_id := private.account_id();
    new.created_by := auth.uid();
    new.created_at := now();
    perform private.refuse_deleted('tasks', new.user_id, new.id);
    if not private.sees_rates() then new.default_rate := null; end if;
  end if;
  return new;
end $$;

create trigger a_check_insert before insert on public.tasks for each row execute function private.check_insert();
create trigger tasks_before_insert before insert on public.tasks for each row execute function private.tasks_before_insert();
create trigger refuse_outsiders before insert on public.tasks for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.tasks for each row execute function private.touch();
create trigger write_audit after update or delete on public.tasks for each row execute function private.write_audit();

alter table public.tasks enable row level security;
create policy "admin reads tasks" on public.tasks
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "account adds tasks" on public.tasks
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin edits tasks" on public.tasks
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes tasks" on public.tasks
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

revoke all on public.tasks from anon, authenticated;
grant select, delete on public.tasks to authenticated;
grant insert (id, user_id, name, chargeable_unit, default_rate, description, category, active, sort)
  on public.tasks to authenticated;
grant update (name, chargeable_unit, default_rate, description, category, active, sort) on public.tasks to authenticated;
grant all on public.tasks to service_role;

-- Employees choose from this list; they get the rate only if the account holder lets them see rates.
create function private.crew_tasks() returns table (
    id uuid, user_id uuid, name text, chargeable_unit text, default_rate numeric, description text, category text,
    active boolean, sort integer, created_at timestamptz, updated_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select id, user_id, name, chargeable_unit, case when private.sees_rates() then default_rate end, description,
           category, active, sort, created_at, updated_at
    from public.tasks where user_id = private.account_id()
  $$;
create view public.crew_tasks with (security_invoker = true) as select * from private.crew_tasks();
revoke all on public.crew_tasks from anon, authenticated;
grant select on public.crew_tasks to authenticated;

-- Renames a task and its unbilled entries in one transaction. Returns the number of entries.
create function public.rename_task(p_task_id uuid, p_name text) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  before  text;
  n       integer;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only the main account holder can do this.';
  end if;
  perform private.refuse_lapsed(account);
  select name into before from public.tasks where user_id = account and id = p_task_id;
  perform private.refuse_if(not found, 'This task was deleted.');
  perform private.refuse_if(coalesce(btrim(p_name), '') = '', 'Choose or type a task.');
  perform private.refuse_if(char_length(btrim(p_name)) > 80, 'The task is too long (80 characters at most).');
  update public.tasks set name = btrim(p_name) where user_id = account and id = p_task_id;
  update public.works set task_name = btrim(p_name)
  where user_id = account and invoice_number is null and lower(btrim(task_name)) = lower(before);
  get diagnostics n = row_count;
  return n;
end $$;

revoke execute on function private.tasks_before_insert() from public, anon, authenticated;
revoke execute on function private.crew_tasks() from public, anon;
grant execute on function private.crew_tasks() to authenticated;
revoke execute on function public.rename_task(uuid, text) from public, anon;
grant execute on function public.rename_task(uuid, text) to authenticated;

select private.guard_values('public.tasks');
