-- Notes: observations on the farm that are not chargeable jobs, and an account's frequent titles for them.

-- Frequent titles, offered as one-tap choices.
create table public.note_titles (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null references public.profiles on delete cascade,
  title      text not null check (char_length(title) between 1 and 60),
  sort       integer not null default 100 check (sort between 0 and 10000),
  active     boolean not null default true,
  -- Notes with this title record an accident: they can't be edited.
  accident   boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index note_titles_title_key on public.note_titles (user_id, lower(title));

create function private.note_titles_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.title := btrim(new.title, E' \t\r\n');
  perform private.refuse_if(coalesce(new.title, '') = '', 'Type a title.');
  perform private.refuse_if(char_length(new.title) > 60, 'The title is too long (60 characters at most).');
  perform private.refuse_if(
    exists (select from public.note_titles t
            where t.user_id = new.user_id and t.id <> new.id and lower(t.title) = lower(new.title)),
    'This title is in the list already.');
  return new;
end $$;
create trigger a_check_insert before insert on public.note_titles for each row execute function private.check_insert();
create trigger note_titles_before_write before insert or update on public.note_titles
  for each row execute function private.note_titles_before_write();
create trigger note_titles_touch before update on public.note_titles for each row execute function private.touch();
create trigger note_titles_write_audit after update or delete on public.note_titles
  for each row execute function private.write_audit();

-- The titles that every account starts with.
create function private.seed_note_titles() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.note_titles (user_id, title, sort, accident)
  select new.user_id, s.title, s.place::integer, s.title = 'Accident / near miss'
  from unnest(array['General', 'Livestock', 'Crop observation', 'Repair needed', 'Delivery', 'Rainfall',
                    'Accident / near miss', 'Fuel']) with ordinality s (title, place)
  where not exists (select from public.note_titles t where t.user_id = new.user_id)
  on conflict do nothing;
  return null;
end $$;
create trigger seed_note_titles after insert on public.farm_settings
  for each row execute function private.seed_note_titles();

alter table public.note_titles enable row level security;
create policy "account reads its note titles" on public.note_titles
  for select to authenticated using (user_id = (select private.account_id()));
create policy "admin adds note titles" on public.note_titles
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes note titles" on public.note_titles
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));

-- Titles are hidden, never deleted. The browser can't set the accident flag.
revoke all on public.note_titles from anon, authenticated;
grant select on public.note_titles to authenticated;
grant insert (id, user_id, title, sort) on public.note_titles to authenticated;
grant update (title, sort, active) on public.note_titles to authenticated;
grant all on public.note_titles to service_role;

-- A note is visible to its author, to the account holder and to its assignee, and to the other employees if it is shared.
create table public.notes (
  id                  uuid not null default gen_random_uuid(),
  user_id             uuid not null references public.profiles on delete cascade,
  title               text not null check (char_length(title) between 1 and 60),
  -- The body may be empty, because a photo can replace it; the photo arrives after its note.
  body                text not null check (char_length(body) <= 4000),
  note_date           date not null check (note_date >= '2000-01-01' and note_date < '2200-01-01'),
  shared              boolean not null default false,
  created_by          uuid references public.profiles on delete set null,
  created_by_name     text not null,
  created_at          timestamptz not null default now(),
  recorded_at         timestamptz,
  updated_at          timestamptz not null default now(),
  note_time           time,
  customer            text check (char_length(customer) <= 120),
  value_num           numeric(12, 3),
  value_unit          text check (char_length(value_unit) <= 20),
  lat                 numeric(9, 6) check (lat between -90 and 90),
  lng                 numeric(9, 6) check (lng between -180 and 180),
  -- The note that this one follows up.
  follows             uuid,
  needs_action        boolean not null default false,
  assigned_to         uuid references public.profiles on delete set null,
  assigned_to_name    text,
  action_done         boolean not null default false,
  action_done_at      timestamptz,
  action_done_by_name text,
  accident            boolean not null default false,
  primary key (user_id, id),
  constraint notes_follows_fkey foreign key (user_id, follows) references public.notes (user_id, id)
    on delete set null (follows),
  constraint notes_place_check check ((lat is null) = (lng is null)),
  constraint notes_value_check check (value_unit is null or value_num is not null)
);
create index notes_by_date_idx on public.notes (user_id, note_date desc, created_at desc, id desc);
create index notes_created_by_idx on public.notes (created_by, created_at desc) where created_by is not null;
create index notes_follows_idx on public.notes (user_id, follows) where follows is not null;
create index notes_assigned_to_idx on public.notes (assigned_to) where assigned_to is not null;
create index notes_actions_idx on public.notes (user_id, needs_action, action_done, note_date desc, created_at desc, id desc);

-- The database sets author and time. The text may be edited for 24 hours, that of an accident not at all; after that,
-- corrections go into a follow-up note.
create function private.notes_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  by_person boolean := auth.uid() is not null;
  text_changed   boolean := true;
  may_edit   boolean := false;
begin
  new.title := btrim(new.title, E' \t\r\n');
  new.body := btrim(coalesce(new.body, ''), E' \t\r\n');
  new.customer := nullif(btrim(new.customer, E' \t\r\n'), '');
  new.value_unit := nullif(btrim(new.value_unit), '');
  if tg_op = 'INSERT' and not by_person then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('notes', new.user_id, new.id);
    -- A retry: the row exists, and the insert will fail on its key.
    if exists (select from public.notes n where n.user_id = new.user_id and n.id = new.id) then return new; end if;
    if new.follows is not null and not exists (
      select from public.notes n where n.user_id = new.user_id and n.id = new.follows
        and (private.is_admin() or n.shared or n.created_by = auth.uid() or n.assigned_to = auth.uid())) then
      -- With the detail 'deleted' the app lets the author add the note again without the link.
      raise exception using errcode = '23514', detail = 'deleted',
        message = 'The note that this one follows is not there any more.';
    end if;
  else
    text_changed := (new.title, new.body, new.note_date, new.note_time, new.customer, new.value_num, new.value_unit, new.lat, new.lng)
      is distinct from
      (old.title, old.body, old.note_date, old.note_time, old.customer, old.value_num, old.value_unit, old.lat, old.lng);
    may_edit := by_person and (private.is_admin() or old.created_by is not distinct from auth.uid());
    if by_person then
      if not may_edit and (text_changed or (new.shared, new.needs_action, new.assigned_to)
                        is distinct from (old.shared, old.needs_action, old.assigned_to)) then
        raise exception using errcode = '42501', message = 'Only its author or the account holder can change this note.';
      end if;
      perform private.refuse_if(text_changed and old.accident,
        'A note of an accident stays as it was written. Add a follow-up instead.');
      perform private.refuse_if(text_changed and old.created_at < now() - interval '24 hours',
        'A note can be changed for 24 hours. Add a follow-up instead.');
      perform private.refuse_if(old.accident and new.action_done is distinct from old.action_done and not private.is_admin(),
        'The account holder closes a note of an accident.');
    end if;
  end if;
  new.accident := (tg_op = 'UPDATE' and old.accident) or lower(new.title) = 'accident / near miss' or exists (
    select from public.note_titles t where t.user_id = new.user_id and lower(t.title) = lower(new.title) and t.accident);
  if tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to then
    if by_person then
      perform private.refuse_if(
        new.assigned_to is not null and not exists (
          select from public.profiles p where p.id = new.assigned_to and (p.id = new.user_id or p.admin_id = new.user_id)),
        'This person is not on the farm any more.');
      perform private.refuse_if(
        not private.is_admin() and new.assigned_to is not null and new.assigned_to not in (new.user_id, auth.uid()),
        'Only the account holder gives a note to somebody else.');
    end if;
    -- When an assignee's profile is deleted, their name is kept.
    if new.assigned_to is not null or by_person or tg_op = 'INSERT' then
      new.assigned_to_name := private.person_name(new.assigned_to);
    end if;
  end if;
  new.needs_action := new.needs_action or new.accident or new.assigned_to is not null;
  -- An employee can't create an accident note that is already closed, or turn a note into one while closing it.
  if by_person and new.accident and not private.is_admin() and (tg_op = 'INSERT' or not old.accident) then
    new.action_done := false;
  end if;
  if tg_op = 'INSERT' or new.action_done is distinct from old.action_done then
    new.action_done_at := case when new.action_done then now() end;
    new.action_done_by_name := case when new.action_done then private.person_name(auth.uid()) end;
  end if;
  if not text_changed then return new; end if;
  perform private.refuse_if(coalesce(new.title, '') = '', 'Choose a title or type one.');
  perform private.refuse_if(char_length(new.title) > 60, 'The title is too long (60 characters at most).');
  perform private.refuse_if(char_length(new.body) > 4000, 'The note is too long (4,000 characters at most).');
  perform private.refuse_if(char_length(new.customer) > 120, 'The customer''s name is too long (120 characters at most).');
  perform private.refuse_if(new.note_date is null or new.note_date < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(new.note_date > private.today(new.user_id) + 1, 'This date is in the future.');
  perform private.refuse_if(new.value_num = 'NaN' or new.value_unit is not null and new.value_num is null,
    'Enter a number like 12.5.');
  return new;
end $$;

create trigger a_check_insert before insert on public.notes for each row execute function private.check_insert();
create trigger notes_before_write before insert or update on public.notes
  for each row execute function private.notes_before_write();
create trigger refuse_outsiders before insert on public.notes for each statement execute function private.refuse_outsiders();
create trigger notes_touch before update on public.notes for each row execute function private.touch();
create trigger notes_write_audit after update or delete on public.notes for each row execute function private.write_audit();

-- An accident note can't be deleted by a user; it is deleted only with its account.
create function private.keep_accidents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_if(auth.uid() is not null and old.accident, 'A note of an accident stays. Add a follow-up instead.');
  return old;
end $$;
create trigger notes_keep_accidents before delete on public.notes
  for each row execute function private.keep_accidents();

alter table public.notes enable row level security;
create policy "admin reads notes, employees own, assigned and shared ones" on public.notes
  for select to authenticated
  using (user_id = (select private.account_id())
    and ((select private.is_admin()) or shared or created_by = (select auth.uid()) or assigned_to = (select auth.uid())));
create policy "account adds notes" on public.notes
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin edits notes, employees their own and assigned ones" on public.notes
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid()) or assigned_to = (select auth.uid())))
  with check (user_id = (select private.account_id()));
create policy "admin deletes notes" on public.notes
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

revoke all on public.notes from anon, authenticated;
grant select, delete on public.notes to authenticated;
grant insert (id, user_id, title, body, note_date, shared, recorded_at, note_time, customer, value_num,
              value_unit, lat, lng, follows, needs_action, assigned_to, action_done) on public.notes to authenticated;
grant update (title, body, note_date, shared, note_time, customer, value_num, value_unit, lat, lng,
              needs_action, assigned_to, action_done) on public.notes to authenticated;
grant all on public.notes to service_role;
revoke execute on function private.note_titles_before_write(), private.seed_note_titles(), private.notes_before_write(),
  private.keep_accidents()
  from public, anon, authenticated;

select private.guard_values('public.note_titles');
select private.guard_values('public.notes');
