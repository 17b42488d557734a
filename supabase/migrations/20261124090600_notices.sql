-- Notices: what the account holder posts on the noticeboard for the crew, and who has read and confirmed it, and when.
create table public.notices (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  title           text not null check (char_length(title) between 1 and 120),
  body            text not null default '' check (char_length(body) <= 4000),
  priority        text not null default 'normal' check (priority in ('normal', 'important', 'urgent')),
  pinned          boolean not null default false,
  audience        text not null default 'all' check (audience in ('all', 'selected')),
  -- The recipients, if the notice is not for all. In the row itself, so that a notice and its recipients are written
  -- together.
  recipients      uuid[] not null default '{}',
  requires_ack    boolean not null default false,
  starts_on       date check (starts_on >= '2000-01-01' and starts_on < '2200-01-01'),
  expires_on      date check (expires_on >= '2000-01-01' and expires_on < '2200-01-01'),
  -- Incremented when the text of a notice changes that requires confirmation or was confirmed: a confirmation applies to
  -- the text that was read.
  edition         integer not null default 1 check (edition > 0),
  -- The record it links to: a table name and an id in the account.
  related_table   text check (related_table in ('checklist_templates', 'tmr_mixes', 'meal_mixes')),
  related_id      uuid,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint notices_recipients_check check ((audience = 'selected') = (cardinality(recipients) > 0)),
  constraint notices_days_check check (expires_on >= starts_on),
  constraint notices_related_check check ((related_table is null) = (related_id is null))
);
create index notices_newest_idx on public.notices (user_id, created_at desc, id desc);
create index notices_created_by_idx on public.notices (created_by) where created_by is not null;

-- One row per person, edition and kind (opened or confirmed). Inserted by the reader's device; never changed.
create table public.notice_reads (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  notice_id       uuid not null,
  edition         integer not null check (edition > 0),
  acknowledged    boolean not null default false,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  primary key (user_id, id),
  constraint notice_reads_notice_fkey foreign key (user_id, notice_id) references public.notices (user_id, id) on delete cascade
);
-- Reading or confirming on two phones is recorded once.
create unique index notice_reads_person_key on public.notice_reads (user_id, notice_id, created_by, edition, acknowledged);
create index notice_reads_created_by_idx on public.notice_reads (created_by) where created_by is not null;

create function private.notices_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.title := btrim(new.title, E' \t\r\n');
  new.body := btrim(coalesce(new.body, ''), E' \t\r\n');
  if tg_op = 'INSERT' and auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('notices', new.user_id, new.id);
  elsif (new.title, new.body) is distinct from (old.title, old.body) and (old.requires_ack
      -- Also if it no longer requires confirmation: existing confirmations must not apply to the new text.
      or exists (select from public.notice_reads r where r.user_id = old.user_id and r.notice_id = old.id and r.acknowledged)) then
    new.edition := old.edition + 1;
  end if;
  new.recipients := case when new.audience = 'selected'
    then array(select distinct r from unnest(new.recipients) r where r is not null order by r) else '{}' end;
  perform private.refuse_if(coalesce(new.title, '') = '', 'Give the notice a title.');
  perform private.refuse_if(char_length(new.title) > 120, 'Title is too long (120 characters at most).');
  perform private.refuse_if(char_length(new.body) > 4000, 'The notice is too long (4,000 characters at most).');
  perform private.refuse_if(new.audience = 'selected' and cardinality(new.recipients) = 0, 'Choose at least one person.');
  perform private.refuse_if(new.expires_on < new.starts_on, 'The end date is before the start date.');
  -- Recipients who have left since stay on a notice, as long as its recipients are not edited.
  if tg_op = 'INSERT' or new.recipients is distinct from old.recipients then
    perform private.refuse_if(exists (
        select from unnest(new.recipients) r
        where not exists (select from public.profiles p where p.id = r and p.admin_id = new.user_id)),
      'One of these people is not on your farm any more.');
  end if;
  if new.related_id is not null and (tg_op = 'INSERT'
      or (new.related_table, new.related_id) is distinct from (old.related_table, old.related_id)) then
    perform private.refuse_if(new.related_table = 'checklist_templates'
        and not exists (select from public.checklist_templates c where c.user_id = new.user_id and c.id = new.related_id),
      'The checklist is not there any more.');
    perform private.refuse_if(
      new.related_table = 'tmr_mixes'
        and not exists (select from public.tmr_mixes m where m.user_id = new.user_id and m.id = new.related_id)
      or new.related_table = 'meal_mixes'
        and not exists (select from public.meal_mixes m where m.user_id = new.user_id and m.id = new.related_id),
      'The mix is not there any more.');
  end if;
  if new.pinned and (new.expires_on is null or new.expires_on >= private.today(new.user_id)) then
    -- Serialises pins, so that two at once can't exceed the limit.
    perform 1 from public.profiles where id = new.user_id for no key update;
    perform private.refuse_if(
      (select count(*) from public.notices n
       where n.user_id = new.user_id and n.id <> new.id and n.pinned
         and (n.expires_on is null or n.expires_on >= private.today(new.user_id))) >= 3,
      'Unpin a notice first – three is the most.');
  end if;
  return new;
end $$;

-- The database sets reader and time. Only an addressee or the account holder can record that they opened or confirmed a
-- notice, and only an edition that exists.
create function private.notice_reads_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare posted_notice public.notices;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
    return new;
  end if;
  new.created_by := auth.uid();
  new.created_by_name := private.person_name(auth.uid());
  new.created_at := now();
  select * into posted_notice from public.notices n where n.user_id = new.user_id and n.id = new.notice_id;
  perform private.refuse_if(
    posted_notice.id is null or not (private.is_admin() or posted_notice.audience = 'all' or auth.uid() = any (posted_notice.recipients)),
    'This notice is not on the board any more.');
  perform private.refuse_if(posted_notice.starts_on > private.today(new.user_id) and not private.is_admin(),
    'This notice is not on the board yet.');
  perform private.refuse_if(new.edition is null or new.edition < 1 or new.edition > posted_notice.edition,
    'There is no such edition of this notice.');
  return new;
end $$;

create trigger a_check_insert before insert on public.notices for each row execute function private.check_insert();
create trigger notices_before_write before insert or update on public.notices
  for each row execute function private.notices_before_write();
create trigger notices_touch before update on public.notices for each row execute function private.touch();
create trigger notices_write_audit after update or delete on public.notices for each row execute function private.write_audit();
-- Deleting a notice deletes its confirmations: the audit log keeps them.
create trigger notice_reads_write_audit after delete on public.notice_reads for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.notices for each statement execute function private.refuse_outsiders();
create trigger a_check_insert before insert on public.notice_reads for each row execute function private.check_insert();
create trigger notice_reads_before_insert before insert on public.notice_reads
  for each row execute function private.notice_reads_before_insert();
create trigger refuse_outsiders before insert on public.notice_reads for each statement execute function private.refuse_outsiders();

alter table public.notices enable row level security;
-- A notice posted for a later day is visible only to the account holder until then.
create policy "admin reads notices, employees what is addressed to them" on public.notices
  for select to authenticated
  using (user_id = (select private.account_id())
    and ((select private.is_admin())
      or ((audience = 'all' or (select auth.uid()) = any (recipients))
        and (starts_on is null or starts_on <= (select private.farm_day())))));
create policy "admin posts notices" on public.notices
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin edits notices" on public.notices
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes notices" on public.notices
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

alter table public.notice_reads enable row level security;
create policy "admin reads read receipts, employees their own" on public.notice_reads
  for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.is_admin()) or created_by = (select auth.uid())));
create policy "people add their own read receipts" on public.notice_reads
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));

revoke all on public.notices, public.notice_reads from anon, authenticated;
grant select, delete on public.notices to authenticated;
grant insert (id, user_id, title, body, priority, pinned, audience, recipients, requires_ack, starts_on, expires_on,
  related_table, related_id) on public.notices to authenticated;
grant update (title, body, priority, pinned, audience, recipients, requires_ack, starts_on, expires_on,
  related_table, related_id) on public.notices to authenticated;
-- Read receipts are evidence: inserted, never updated or deleted.
grant select on public.notice_reads to authenticated;
grant insert (id, user_id, notice_id, edition, acknowledged, recorded_at) on public.notice_reads to authenticated;
grant all on public.notices, public.notice_reads to service_role;
revoke execute on function private.notices_before_write(), private.notice_reads_before_insert()
  from public, anon, authenticated;

select private.guard_values('public.notices');
select private.guard_values('public.notice_reads');
