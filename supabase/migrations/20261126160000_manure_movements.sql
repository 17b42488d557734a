-- Movements of slurry and manure: to another farm, from one, or between own holdings. Captured on the spot, without
-- signal if need be. The whole farm reads and logs them, like the activities of fields. Only the account holder deals with
-- the authority, so only they mark a movement as notified.
create table public.manure_movements (
  id                  uuid not null default gen_random_uuid(),
  user_id             uuid not null references public.profiles on delete cascade,
  moved_on            date not null check (moved_on >= '2000-01-01' and moved_on < '2200-01-01'),
  direction           text not null check (direction in ('export', 'import', 'own')),
  -- The rules of the country at the time, whose list the manure is from.
  regime              text not null check (regime in ('eng-nvz', 'eng-non-nvz', 'wales', 'scot-nvz', 'scot', 'ni', 'ie')),
  manure              text not null check (manure ~ '^[a-z0-9_]{1,60}$'),
  -- The manure as it is called in that list.
  manure_name         text not null check (char_length(manure_name) between 1 and 80),
  quantity            numeric(12, 4) not null check (quantity > 0 and quantity <= 999999.9999),
  unit                text not null check (unit in ('m3', 't')),
  -- The farm's own store or place.
  store               text check (char_length(store) between 1 and 80),
  -- The other farm or holding: where it went, or where it came from.
  other_name          text check (char_length(other_name) between 1 and 120),
  other_address       text check (char_length(other_address) between 1 and 300),
  -- Herd, holding or business number.
  other_number        text check (char_length(other_number) between 1 and 40),
  -- LPIS number or name of the field.
  other_land          text check (char_length(other_land) between 1 and 120),
  transporter_name    text check (char_length(transporter_name) between 1 and 120),
  transporter_address text check (char_length(transporter_address) between 1 and 300),
  vehicle_reg         text check (char_length(vehicle_reg) between 1 and 20),
  -- The job that it belongs to; null once that job is deleted.
  work_id             uuid,
  -- kg in each m³ or t; null if it is not known. Phosphorus as p_form says.
  n_per_unit          numeric(10, 4) check (n_per_unit >= 0 and n_per_unit <= 1000),
  p_per_unit          numeric(10, 4) check (p_per_unit >= 0 and p_per_unit <= 1000),
  p_form              text not null check (p_form in ('P', 'P2O5')),
  content_from        text not null check (content_from in ('table', 'analysis')),
  -- The last day on which it may be notified, and the version of the rules that say so; without a version the date is
  -- the account holder's own.
  notify_by           date check (notify_by >= '2000-01-01' and notify_by < '2300-01-01'),
  rule_version        date,
  notified_on         date check (notified_on >= '2000-01-01' and notified_on < '2200-01-01'),
  -- What the authority calls it.
  notified_ref        text check (char_length(notified_ref) between 1 and 80),
  note                text check (char_length(note) between 1 and 500),
  created_by          uuid references public.profiles on delete set null,
  created_by_name     text not null,
  created_at          timestamptz not null default now(),
  recorded_at         timestamptz,
  updated_at          timestamptz not null default now(),
  primary key (user_id, id),
  constraint manure_movements_work_fkey foreign key (user_id, work_id) references public.works (user_id, id)
    on delete set null (work_id)
);
create index manure_movements_newest_idx on public.manure_movements (user_id, moved_on desc, id desc);
create index manure_movements_open_idx on public.manure_movements (user_id, notify_by, id)
  where notified_on is null and notify_by is not null;
create index manure_movements_work_idx on public.manure_movements (user_id, work_id) where work_id is not null;
create index manure_movements_created_by_idx on public.manure_movements (created_by) where created_by is not null;

create function private.manure_movements_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare by_person boolean := auth.uid() is not null;
begin
  if tg_op = 'UPDATE' then
    -- Its job is being deleted or restored: people can't change this column themselves.
    if new.work_id is distinct from old.work_id then return new; end if;
    if by_person then
      perform private.refuse_old_entry(old.created_by, old.created_at);
      perform private.refuse_if(old.notified_on is not null and not private.is_admin(),
        'This movement was notified. Ask the account holder to change it.');
    end if;
  elsif by_person then
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('manure_movements', new.user_id, new.id);
    -- A retry: the row exists, and the insert will fail on its key.
    if exists (select from public.manure_movements m where m.user_id = new.user_id and m.id = new.id) then return new; end if;
  else
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
  end if;
  new.manure_name := btrim(new.manure_name, E' \t\r\n');
  new.store := nullif(btrim(new.store, E' \t\r\n'), '');
  new.other_name := nullif(btrim(new.other_name, E' \t\r\n'), '');
  new.other_address := nullif(btrim(new.other_address, E' \t\r\n'), '');
  new.other_number := nullif(btrim(new.other_number, E' \t\r\n'), '');
  new.other_land := nullif(btrim(new.other_land, E' \t\r\n'), '');
  new.transporter_name := nullif(btrim(new.transporter_name, E' \t\r\n'), '');
  new.transporter_address := nullif(btrim(new.transporter_address, E' \t\r\n'), '');
  new.vehicle_reg := nullif(btrim(new.vehicle_reg, E' \t\r\n'), '');
  new.notified_ref := nullif(btrim(new.notified_ref, E' \t\r\n'), '');
  new.note := nullif(btrim(new.note, E' \t\r\n'), '');
  perform private.refuse_if(new.quantity is null or new.quantity <= 0, 'Enter a quantity greater than 0.');
  perform private.refuse_if(new.moved_on is null, 'Choose a date.');
  -- A phone abroad may be a day ahead.
  perform private.refuse_if(by_person and new.moved_on > private.today(new.user_id) + 1, 'This date is in the future.');
  perform private.refuse_if(by_person and new.notified_on > private.today(new.user_id) + 1,
    'The date of the notification is in the future.');
  perform private.refuse_if(new.notified_ref is not null and new.notified_on is null, 'Say when it was notified.');
  perform private.refuse_if(new.notify_by < new.moved_on, 'The deadline is before the movement.');
  perform private.refuse_if(by_person and not private.is_admin()
    and new.notified_on is distinct from (case when tg_op = 'UPDATE' then old.notified_on end),
    'Only the account holder says that a movement was notified.');
  -- The job was deleted before the movement arrived.
  if tg_op = 'INSERT' and not exists (select from public.works w where w.user_id = new.user_id and w.id = new.work_id) then
    new.work_id := null;
  end if;
  return new;
end $$;

create function private.manure_movements_before_delete() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_old_entry(old.created_by, old.created_at);
  perform private.refuse_if(auth.uid() is not null and old.notified_on is not null and not private.is_admin(),
    'This movement was notified. Ask the account holder to delete it.');
  return old;
end $$;

create trigger a_check_insert before insert on public.manure_movements for each row execute function private.check_insert();
create trigger manure_movements_before_write before insert or update on public.manure_movements
  for each row execute function private.manure_movements_before_write();
create trigger manure_movements_before_delete before delete on public.manure_movements
  for each row execute function private.manure_movements_before_delete();
create trigger refuse_outsiders before insert on public.manure_movements
  for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.manure_movements for each row execute function private.touch();
create trigger write_audit after update or delete on public.manure_movements
  for each row execute function private.write_audit();

alter table public.manure_movements enable row level security;
create policy "account reads manure movements" on public.manure_movements
  for select to authenticated using (user_id = (select private.account_id()));
create policy "account adds manure movements" on public.manure_movements
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin changes manure movements, employees their own" on public.manure_movements
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())))
  with check (user_id = (select private.account_id()));
create policy "admin deletes manure movements, employees their own" on public.manure_movements
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())));

revoke all on public.manure_movements from anon, authenticated;
grant select, delete on public.manure_movements to authenticated;
grant insert (id, user_id, moved_on, direction, regime, manure, manure_name, quantity, unit, store, other_name,
  other_address, other_number, other_land, transporter_name, transporter_address, vehicle_reg, work_id, n_per_unit,
  p_per_unit, p_form, content_from, notify_by, rule_version, notified_on, notified_ref, note, recorded_at)
  on public.manure_movements to authenticated;
grant update (moved_on, direction, manure, manure_name, quantity, unit, store, other_name, other_address,
  other_number, other_land, transporter_name, transporter_address, vehicle_reg, n_per_unit, p_per_unit,
  content_from, notify_by, rule_version, notified_on, notified_ref, note) on public.manure_movements to authenticated;
grant all on public.manure_movements to service_role;
revoke execute on function private.manure_movements_before_write(), private.manure_movements_before_delete()
  from public, anon, authenticated;

select private.guard_values('public.manure_movements');
