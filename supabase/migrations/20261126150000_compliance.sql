-- Compliance: what has to be done or kept for an inspection, each time that it was done with its evidence, and
-- certificates. All belong to the account holder alone, except that people read their own certificates. What was done
-- can be captured without signal.
create table public.compliance_items (
  id                    uuid not null default gen_random_uuid(),
  user_id               uuid not null references public.profiles on delete cascade,
  -- The duty of the app's list that it is a copy of; empty for an item of the farm's own.
  duty                  text check (duty ~ '^[a-z0-9_]{1,60}$'),
  title                 text not null check (char_length(title) between 1 and 120),
  category              text not null default 'other' check (category in ('nutrients', 'soil', 'sprays', 'livestock',
    'medicines', 'machinery', 'people', 'insurance', 'water', 'waste', 'food_assurance', 'finance', 'other')),
  required_by           text not null default 'own' check (required_by in ('law', 'assurance', 'best_practice', 'own')),
  -- When it is due first. Later dates follow from the recurrence and from what was done.
  due_on                date check (due_on >= '2000-01-01'),
  recurrence            text not null default 'none' check (recurrence in ('none', 'monthly', 'quarterly', 'annual',
    '2y', '3y', '4y', '5y', '6y', 'custom_months')),
  custom_months         smallint check (custom_months between 1 and 240),
  -- A date that the law sets does not move when something is done late; a test counts from the day of the test.
  recurrence_anchor     text not null default 'due_date' check (recurrence_anchor in ('due_date', 'done_date')),
  lead_days             smallint not null default 30 check (lead_days between 0 and 365),
  responsible_id        uuid references public.profiles on delete set null,
  evidence_required     boolean not null default true,
  -- Other records of the farm that say when it is due, or that are its evidence.
  auto_source           text check (auto_source in ('loler_due', 'sprayer_test_due', 'soil_tests', 'nutrient_year',
      'slurry_storage', 'spray_records', 'spreading_records', 'fertiliser_records', 'service_records', 'certificates')
    or auto_source ~ '^checklist:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  -- How long its evidence has to be kept.
  keep_months           smallint check (keep_months between 1 and 1200),
  guidance              text check (char_length(guidance) <= 1000),
  guidance_url          text check (char_length(guidance_url) <= 500 and guidance_url ~ '^https?://[^\s]+$'),
  -- Set if it does not apply to the farm.
  not_applicable_reason text check (char_length(not_applicable_reason) between 1 and 300),
  created_by            uuid references public.profiles on delete set null,
  created_by_name       text not null,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  primary key (user_id, id),
  constraint compliance_items_duty_key unique (user_id, duty),
  constraint compliance_items_months_check check ((recurrence = 'custom_months') = (custom_months is not null))
);
create index compliance_items_title_idx on public.compliance_items (user_id, title, id);
create index compliance_items_created_by_idx on public.compliance_items (created_by) where created_by is not null;
create index compliance_items_responsible_idx on public.compliance_items (responsible_id) where responsible_id is not null;

create table public.compliance_completions (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  item_id         uuid not null,
  -- The due date that it fulfils; empty if the item had none.
  for_due_on      date check (for_due_on >= '2000-01-01'),
  done_on         date not null check (done_on >= '2000-01-01'),
  done_by         text check (char_length(done_by) <= 80),
  note            text check (char_length(note) <= 2000),
  reference_no    text check (char_length(reference_no) <= 80),
  -- The last day on which its document is valid, for example a test certificate.
  expires_on      date,
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  recorded_at     timestamptz,
  updated_at      timestamptz not null default now(),
  -- The last day on which it has to be kept, set by the triggers. Once the row is a week old, no edit makes it earlier.
  keep_until      date,
  primary key (user_id, id),
  constraint compliance_completions_item_fkey foreign key (user_id, item_id)
    references public.compliance_items (user_id, id) on delete cascade
);
create index compliance_completions_newest_idx on public.compliance_completions (user_id, done_on desc, created_at desc, id desc);
create index compliance_completions_item_idx on public.compliance_completions (user_id, item_id);
create index compliance_completions_created_by_idx on public.compliance_completions (created_by) where created_by is not null;

create table public.certificates (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  name            text not null check (char_length(name) between 1 and 120),
  -- Whose it is: a person of the farm, somebody else by name, or the farm itself if both are empty.
  person_id       uuid references public.profiles on delete set null,
  holder          text check (char_length(holder) between 1 and 120),
  number          text check (char_length(number) <= 60),
  issued_on       date,
  -- Null if it does not expire.
  expires_on      date,
  lead_days       smallint not null default 60 check (lead_days between 0 and 365),
  note            text check (char_length(note) <= 500),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint certificates_dates_check check (expires_on >= issued_on)
);
create index certificates_name_idx on public.certificates (user_id, name, id);
create index certificates_person_idx on public.certificates (person_id) where person_id is not null;
create index certificates_created_by_idx on public.certificates (created_by) where created_by is not null;

-- Whether a person belongs to an account: its holder or one of the crew.
create function private.is_of_farm(person uuid, account uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.profiles p where p.id = person and (p.id = account or p.admin_id = account)) $$;

create function private.compliance_items_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.title := btrim(new.title, E' \t\r\n');
  new.guidance := nullif(btrim(new.guidance, E' \t\r\n'), '');
  new.guidance_url := nullif(btrim(new.guidance_url, E' \t\r\n'), '');
  if new.not_applicable_reason is not null then
    new.not_applicable_reason := btrim(new.not_applicable_reason, E' \t\r\n');
    perform private.refuse_if(new.not_applicable_reason = '', 'Say why this does not apply.');
  end if;
  if tg_op = 'INSERT' and auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('compliance_items', new.user_id, new.id);
  end if;
  perform private.refuse_if(coalesce(new.title, '') = '', 'Give the item a name.');
  perform private.refuse_if(char_length(new.title) > 120, 'The name is too long (120 characters at most).');
  perform private.refuse_if(char_length(new.guidance) > 1000, 'The guidance is too long (1,000 characters at most).');
  perform private.refuse_if(new.guidance_url !~ '^https?://[^\s]+$', 'The address must begin with https://.');
  perform private.refuse_if(char_length(new.not_applicable_reason) > 300, 'The reason is too long (300 characters at most).');
  perform private.refuse_if(new.recurrence = 'custom_months' and new.custom_months is null, 'Say after how many months it is due again.');
  if tg_op = 'INSERT' or new.responsible_id is distinct from old.responsible_id then
    perform private.refuse_if(new.responsible_id is not null and not private.is_of_farm(new.responsible_id, new.user_id),
      'This person is not on your farm.');
  end if;
  return new;
end $$;

-- The last day on which evidence of an item has to be kept, counted from the day on which it was done. Null if the item
-- has no retention.
create function private.retention_end(account uuid, item uuid, done_on date) returns date
  language sql stable security definer set search_path = ''
  as $$
    select (retention_end.done_on + make_interval(months => i.keep_months))::date
    from public.compliance_items i where i.user_id = account and i.id = item
  $$;

create function private.compliance_completions_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.done_by := nullif(btrim(new.done_by, E' \t\r\n'), '');
  new.note := nullif(btrim(new.note, E' \t\r\n'), '');
  new.reference_no := nullif(btrim(new.reference_no, E' \t\r\n'), '');
  if tg_op = 'INSERT' and auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('compliance_completions', new.user_id, new.id);
    -- A retry: the row exists, and the insert will fail on its key.
    if exists (select from public.compliance_completions c where c.user_id = new.user_id and c.id = new.id) then return new; end if;
  end if;
  perform private.refuse_if(
    not exists (select from public.compliance_items i where i.user_id = new.user_id and i.id = new.item_id),
    'This item is not there any more.');
  perform private.refuse_if(new.done_on is null or new.done_on < '2000-01-01', 'Choose a date from the year 2000 on.');
  -- A phone abroad may be a day ahead.
  perform private.refuse_if(new.done_on > private.today(new.user_id) + 1, 'Done date is in the future.');
  perform private.refuse_if(new.expires_on < new.done_on, 'It runs out before it was done.');
  perform private.refuse_if(char_length(new.done_by) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(char_length(new.note) > 2000, 'The note is too long (2,000 characters at most).');
  perform private.refuse_if(char_length(new.reference_no) > 80, 'The reference is too long (80 characters at most).');
  new.keep_until := private.retention_end(new.user_id, new.item_id, new.done_on);
  if tg_op = 'UPDATE' and old.created_at < now() - interval '7 days' then
    new.keep_until := greatest(old.keep_until, new.keep_until);
  end if;
  return new;
end $$;

-- When an item's retention changes: the update makes the trigger above work out keep_until of its completions again.
create function private.keep_evidence_longer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.compliance_completions c set keep_until = c.keep_until
  where c.user_id = new.user_id and c.item_id = new.id
    and c.keep_until is distinct from private.retention_end(c.user_id, c.item_id, c.done_on);
  return null;
end $$;

-- Until when a completion has to be kept; null if it may be deleted. What was entered by mistake may be deleted for a week.
create function private.evidence_kept_until(completion public.compliance_completions) returns date
  language sql stable security definer set search_path = ''
  as $$
    select kept.until
    from (select greatest(completion.keep_until,
      private.retention_end(completion.user_id, completion.item_id, completion.done_on)) as until) kept
    where completion.created_at < now() - interval '7 days' and kept.until >= private.today(completion.user_id)
  $$;

-- Evidence is not deleted before the end of its retention.
create function private.keep_evidence() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare kept_until date;
begin
  if auth.uid() is null then return old; end if;
  kept_until := private.evidence_kept_until(old);
  if kept_until is not null then
    raise exception using errcode = '23514',
      message = format('This evidence has to be kept until %s.', to_char(kept_until, 'DD/MM/YYYY'));
  end if;
  return old;
end $$;

-- The same for a whole item: when its deletion cascades to the completions, the trigger above can no longer read the item.
create function private.keep_item_evidence() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null then return old; end if;
  perform private.refuse_if(
    exists (select from public.compliance_completions c
      where c.user_id = old.user_id and c.item_id = old.id and private.evidence_kept_until(c) is not null),
    'This has evidence that has to be kept. Say that it does not apply instead.');
  return old;
end $$;

-- A photo of a completion has to be kept as long as the completion.
create function private.keep_evidence_photos() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null then return old; end if;
  perform private.refuse_if(
    exists (select from public.compliance_completions c
      where c.user_id = old.user_id and c.id = old.parent_id and private.evidence_kept_until(c) is not null),
    'A photo of evidence stays as long as the evidence has to be kept.');
  return old;
end $$;

create function private.certificates_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.name := btrim(new.name, E' \t\r\n');
  new.holder := nullif(btrim(new.holder, E' \t\r\n'), '');
  new.number := nullif(btrim(new.number, E' \t\r\n'), '');
  new.note := nullif(btrim(new.note, E' \t\r\n'), '');
  if tg_op = 'INSERT' and auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  elsif tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('certificates', new.user_id, new.id);
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the certificate a name.');
  perform private.refuse_if(char_length(new.name) > 120, 'The name is too long (120 characters at most).');
  perform private.refuse_if(char_length(new.number) > 60, 'The number is too long (60 characters at most).');
  perform private.refuse_if(char_length(new.note) > 500, 'The note is too long (500 characters at most).');
  perform private.refuse_if(new.expires_on < new.issued_on, 'It runs out before it was issued.');
  if new.person_id is not null and (tg_op = 'INSERT' or new.person_id is distinct from old.person_id) then
    perform private.refuse_if(not private.is_of_farm(new.person_id, new.user_id), 'This person is not on your farm.');
    -- The name stays when the person leaves.
    new.holder := private.person_name(new.person_id);
  elsif new.person_id is not null then
    new.holder := old.holder;
  end if;
  perform private.refuse_if(char_length(new.holder) > 120, 'The name is too long (120 characters at most).');
  return new;
end $$;

create trigger a_check_insert before insert on public.compliance_items for each row execute function private.check_insert();
create trigger compliance_items_before_write before insert or update on public.compliance_items
  for each row execute function private.compliance_items_before_write();
create trigger keep_evidence_longer after update of keep_months on public.compliance_items
  for each row when (new.keep_months is distinct from old.keep_months) execute function private.keep_evidence_longer();
create trigger keep_item_evidence before delete on public.compliance_items
  for each row execute function private.keep_item_evidence();
create trigger touch before update on public.compliance_items for each row execute function private.touch();
create trigger write_audit after update or delete on public.compliance_items for each row execute function private.write_audit();
create trigger refuse_outsiders before insert on public.compliance_items
  for each statement execute function private.refuse_outsiders();

create trigger a_check_insert before insert on public.compliance_completions
  for each row execute function private.check_insert();
create trigger compliance_completions_before_write before insert or update on public.compliance_completions
  for each row execute function private.compliance_completions_before_write();
create trigger keep_evidence before delete on public.compliance_completions
  for each row execute function private.keep_evidence();
create trigger touch before update on public.compliance_completions for each row execute function private.touch();
create trigger write_audit after update or delete on public.compliance_completions
  for each row execute function private.write_audit();
create trigger delete_attachments after delete on public.compliance_completions
  for each row execute function private.delete_attachments();
create trigger refuse_outsiders before insert on public.compliance_completions
  for each statement execute function private.refuse_outsiders();
create trigger keep_evidence_photos before delete on public.attachments
  for each row when (old.parent_table = 'compliance_completions') execute function private.keep_evidence_photos();

create trigger a_check_insert before insert on public.certificates for each row execute function private.check_insert();
create trigger certificates_before_write before insert or update on public.certificates
  for each row execute function private.certificates_before_write();
create trigger touch before update on public.certificates for each row execute function private.touch();
create trigger write_audit after update or delete on public.certificates for each row execute function private.write_audit();
create trigger delete_attachments after delete on public.certificates
  for each row execute function private.delete_attachments();
create trigger refuse_outsiders before insert on public.certificates
  for each statement execute function private.refuse_outsiders();

alter table public.compliance_items enable row level security;
create policy "admin reads compliance items" on public.compliance_items
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds compliance items" on public.compliance_items
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes compliance items" on public.compliance_items
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes compliance items" on public.compliance_items
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

alter table public.compliance_completions enable row level security;
create policy "admin reads compliance completions" on public.compliance_completions
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin adds compliance completions" on public.compliance_completions
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes compliance completions" on public.compliance_completions
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes compliance completions" on public.compliance_completions
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

alter table public.certificates enable row level security;
create policy "admin reads certificates, people their own" on public.certificates
  for select to authenticated
  using (user_id = (select private.account_id()) and ((select private.is_admin()) or person_id = (select auth.uid())));
create policy "admin adds certificates" on public.certificates
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes certificates" on public.certificates
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes certificates" on public.certificates
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

revoke all on public.compliance_items, public.compliance_completions, public.certificates from anon, authenticated;
grant select, delete on public.compliance_items, public.compliance_completions, public.certificates to authenticated;
grant insert (id, user_id, duty, title, category, required_by, due_on, recurrence, custom_months, recurrence_anchor,
  lead_days, responsible_id, evidence_required, auto_source, keep_months, guidance, guidance_url, not_applicable_reason)
  on public.compliance_items to authenticated;
grant update (title, category, required_by, due_on, recurrence, custom_months, recurrence_anchor, lead_days,
  responsible_id, evidence_required, auto_source, keep_months, guidance, guidance_url, not_applicable_reason)
  on public.compliance_items to authenticated;
grant insert (id, user_id, item_id, for_due_on, done_on, done_by, note, reference_no, expires_on, recorded_at)
  on public.compliance_completions to authenticated;
grant update (for_due_on, done_on, done_by, note, reference_no, expires_on) on public.compliance_completions
  to authenticated;
grant insert (id, user_id, name, person_id, holder, number, issued_on, expires_on, lead_days, note) on public.certificates
  to authenticated;
grant update (name, person_id, holder, number, issued_on, expires_on, lead_days, note) on public.certificates
  to authenticated;
grant all on public.compliance_items, public.compliance_completions, public.certificates to service_role;
revoke execute on function private.is_of_farm(uuid, uuid), private.compliance_items_before_write(),
  private.retention_end(uuid, uuid, date), private.compliance_completions_before_write(),
  private.keep_evidence_longer(), private.evidence_kept_until(public.compliance_completions),
  private.keep_evidence(), private.keep_item_evidence(), private.keep_evidence_photos(),
  private.certificates_before_write() from public, anon, authenticated;

select private.guard_values('public.compliance_items');
select private.guard_values('public.compliance_completions');
select private.guard_values('public.certificates');
