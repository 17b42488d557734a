-- Notes: observations on the farm that are not chargeable jobs. Visible to the author and the account holder, and to
-- the other employees if the author shares it.
create table public.notes (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  title           text not null check (char_length(title) between 1 and 60),
  body            text not null check (char_length(body) between 1 and 4000),
  note_date       date not null check (note_date >= '2000-01-01' and note_date < '2200-01-01'),
  shared          boolean not null default false,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  updated_at      timestamptz not null default now(),
  primary key (user_id, id)
);
create index notes_by_date_idx on public.notes (user_id, note_date desc, created_at desc, id desc);
create index notes_created_by_idx on public.notes (created_by, created_at desc) where created_by is not null;

-- The database sets author and time. The text may be edited for 24 hours and is fixed afterwards: a record of an
-- accident is worthless if it can be rewritten.
create function private.notes_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.title := btrim(new.title, E' \t\r\n');
  new.body := btrim(new.body, E' \t\r\n');
  if tg_op = 'INSERT' and auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    if new.user_id is distinct from private.account_id() then
      raise exception using errcode = '42501', message = 'This belongs to another account.';
    end if;
    if not private.can_write() then
      raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
    end if;
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('notes', new.user_id, new.id);
  elsif (new.title, new.body, new.note_date) is not distinct from (old.title, old.body, old.note_date) then
    return new;
  elsif auth.uid() is not null then
    perform private.refuse_if(old.created_at < now() - interval '24 hours',
      'A note can be changed for 24 hours. Add another note instead.');
  end if;
  perform private.refuse_if(coalesce(new.title, '') = '', 'Choose a title or type one.');
  perform private.refuse_if(char_length(new.title) > 60, 'The title is too long (60 characters at most).');
  perform private.refuse_if(coalesce(new.body, '') = '', 'Write something.');
  perform private.refuse_if(char_length(new.body) > 4000, 'The note is too long (4,000 characters at most).');
  perform private.refuse_if(new.note_date is null or new.note_date < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(new.note_date > private.today(new.user_id) + 1, 'This date is in the future.');
  return new;
end $$;

create trigger notes_before_write before insert or update on public.notes
  for each row execute function private.notes_before_write();
create trigger notes_touch before update on public.notes for each row execute function private.touch();
create trigger notes_write_audit after update or delete on public.notes for each row execute function private.write_audit();

alter table public.notes enable row level security;
create policy "admin reads notes, employees their own and shared ones" on public.notes
  for select to authenticated
  using (user_id = (select private.account_id())
    and ((select private.is_admin()) or shared or created_by = (select auth.uid())));
create policy "account writes notes" on public.notes
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin edits notes, employees their own" on public.notes
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())))
  with check (user_id = (select private.account_id()));
create policy "admin deletes notes" on public.notes
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

revoke all on public.notes from anon, authenticated;
grant select, delete on public.notes to authenticated;
grant insert (id, user_id, title, body, note_date, shared, recorded_at) on public.notes to authenticated;
grant update (title, body, note_date, shared) on public.notes to authenticated;
grant all on public.notes to service_role;
revoke execute on function private.notes_before_write() from public, anon, authenticated;
