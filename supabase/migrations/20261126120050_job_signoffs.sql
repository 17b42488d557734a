-- The customer's signature under a job, and the gangs that go out together.

-- The customer's signature under exactly what the docket showed. It is never changed: a later signature is a new version.
create table public.job_signoffs (
  id           uuid not null default gen_random_uuid(),
  user_id      uuid not null references public.profiles on delete cascade,
  job_id       uuid not null,
  version      smallint not null,
  signed_name  text not null check (char_length(signed_name) <= 80 and signed_name <> ''),
  -- An SVG path, as drawn.
  signature    text not null check (char_length(signature) <= 20000 and signature ~ '^M[ML0-9 ]+$' and signature ~ 'L'),
  signed_at    timestamptz not null,
  -- SHA-256 of what was shown, and whether prices were part of it.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  with_prices  boolean not null default false,
  created_by   uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at   timestamptz not null default now(),
  recorded_at  timestamptz,
  primary key (user_id, id),
  constraint job_signoffs_version_key unique (user_id, job_id, version)
);
create index job_signoffs_created_by_idx on public.job_signoffs (created_by) where created_by is not null;

create function private.job_signoffs_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- A retry after a lost response: the row exists, and the insert will fail on its key.
  if exists (select from public.job_signoffs where user_id = new.user_id and id = new.id) then return new; end if;
  if auth.uid() is not null then new.created_by := auth.uid(); new.created_at := now(); end if;
  -- A restored signature keeps the name of its original author.
  new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), '');
  new.signed_name := btrim(coalesce(new.signed_name, ''), E' \t\r\n');
  perform private.refuse_if(new.signed_name = '', 'Enter the name of the person who signs.');
  perform private.refuse_if(char_length(new.signed_name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.signature) > 20000, 'This signature is too large. Clear it and sign again.');
  perform private.refuse_if(coalesce(new.signature, '') !~ '^M[ML0-9 ]+$' or new.signature !~ 'L', 'Sign with your finger first.');
  perform private.refuse_if(coalesce(new.content_hash, '') !~ '^[0-9a-f]{64}$', 'The signature does not say what was signed.');
  -- A clock that is far ahead would date it in the future.
  if new.signed_at is null or not (new.signed_at >= '2000-01-01' and new.signed_at <= now() + interval '5 minutes') then
    new.signed_at := now();
  end if;
  -- One after another, so that two signatures don't get the same version.
  perform 1 from public.works where user_id = new.user_id and job_id = new.job_id order by id for no key update;
  perform private.refuse_if(not found, 'This job is not there.');
  if auth.uid() is not null and not private.sees_all_works() and not private.logged_job(new.job_id) then
    raise exception using errcode = '42501', message = 'This is a job that you can''t see.';
  end if;
  new.version := 1 + coalesce((select max(version) from public.job_signoffs where user_id = new.user_id and job_id = new.job_id), 0);
  return new;
end $$;

-- A gang: people and machines that go out together.
create table public.gangs (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null references public.profiles on delete cascade,
  name       text not null check (char_length(name) <= 60 and name <> '' and name = btrim(name)),
  -- [{person_id, name}]; person_id is null for a casual.
  people     jsonb not null default '[]'
             check (private.is_list_of(people, '{"person_id": "string null", "name": "string"}') and jsonb_array_length(people) <= 60),
  -- Machines by their ids; one that was sold since is left out when the gang is used.
  machines   uuid[] not null default '{}' check (cardinality(machines) <= 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index gangs_name_key on public.gangs (user_id, lower(name));

create function private.gangs_before_write() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.name := btrim(coalesce(new.name, ''), E' \t\r\n');
  perform private.refuse_if(new.name = '', 'Give the gang a name.');
  perform private.refuse_if(char_length(new.name) > 60, 'The name is too long (60 characters at most).');
  perform private.refuse_if(not coalesce(private.is_list_of(new.people, '{"person_id": "string null", "name": "string"}'), false),
    'The people of this gang are not complete.');
  perform private.refuse_if(jsonb_array_length(new.people) > 60, 'A gang has 60 people at most.');
  perform private.refuse_if(new.machines is null or cardinality(new.machines) > 60, 'A gang has 60 machines at most.');
  return new;
end $$;

create trigger a_check_insert before insert on public.job_signoffs for each row execute function private.check_insert();
create trigger job_signoffs_before_insert before insert on public.job_signoffs
  for each row execute function private.job_signoffs_before_insert();
create trigger refuse_outsiders before insert on public.job_signoffs for each statement execute function private.refuse_outsiders();
create trigger write_audit after update or delete on public.job_signoffs for each row execute function private.write_audit();

create trigger a_check_insert before insert on public.gangs for each row execute function private.check_insert();
create trigger gangs_before_write before insert or update on public.gangs for each row execute function private.gangs_before_write();
create trigger touch before update on public.gangs for each row execute function private.touch();
create trigger write_audit after update or delete on public.gangs for each row execute function private.write_audit();

alter table public.job_signoffs enable row level security;
create policy "account reads signatures of its jobs" on public.job_signoffs for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.sees_all_works()) or job_id in (select private.own_jobs())));
create policy "account adds signatures" on public.job_signoffs for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));

alter table public.gangs enable row level security;
create policy "account reads gangs" on public.gangs for select to authenticated
  using (user_id = (select private.account_id()));
create policy "account adds gangs" on public.gangs for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin changes gangs" on public.gangs for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes gangs" on public.gangs for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

revoke all on public.job_signoffs, public.gangs from anon, authenticated;
grant select on public.job_signoffs to authenticated;
grant select, delete on public.gangs to authenticated;
-- A signature can't be replaced.
grant insert (id, user_id, job_id, signed_name, signature, signed_at, content_hash, with_prices, recorded_at)
  on public.job_signoffs to authenticated;
grant insert (id, user_id, name, people, machines), update (name, people, machines) on public.gangs to authenticated;
grant all on public.job_signoffs, public.gangs to service_role;

revoke execute on function private.job_signoffs_before_insert(), private.gangs_before_write() from public, anon, authenticated;

select private.guard_values('public.job_signoffs');
select private.guard_values('public.gangs');
