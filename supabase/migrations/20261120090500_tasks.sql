-- Tasks: the price list. Works store the task's name as it was, so a task may be changed or deleted at any time.
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
    if new.user_id is not null and new.user_id is distinct from private.account_id() then
      raise exception using errcode = '42501', message = 'This belongs to another account.';
    end if;
    new.user_id := private.account_id();
    new.created_by := auth.uid();
    new.created_at := now();
    if new.user_id is null or not private.can_write() then
      raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
    end if;
    if not private.sees_rates() then new.default_rate := null; end if;
  end if;
  return new;
end $$;

create trigger tasks_before_insert before insert on public.tasks for each row execute function private.tasks_before_insert();
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

-- Employees choose from this list; they get the rate only if the account holder shows rates.
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

revoke execute on function private.tasks_before_insert() from public, anon, authenticated;
revoke execute on function private.crew_tasks() from public, anon;
grant execute on function private.crew_tasks() to authenticated;
