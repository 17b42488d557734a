-- Imports: rows of a spreadsheet, saved all or none. For as long as nothing was built on them they can be taken back, also
-- all or none.
create table public.imports (
  -- Made by the device: a second call with the same id adds nothing.
  id              uuid not null,
  user_id         uuid not null references public.profiles on delete cascade,
  kind            text not null check (kind in ('customers', 'tasks', 'machines', 'fields', 'shifts', 'works', 'open_invoices')),
  file_name       text not null check (char_length(file_name) between 1 and 200),
  -- Rows of this kind that it added, and rows that were left out because their name was there already.
  added           integer not null default 0 check (added >= 0),
  skipped         integer not null default 0 check (skipped >= 0),
  -- Every row that it added: past works may bring customers and tasks with them, open invoices their customers.
  customers       uuid[] not null default '{}',
  tasks           uuid[] not null default '{}',
  machines        uuid[] not null default '{}',
  fields          uuid[] not null default '{}',
  shifts          uuid[] not null default '{}',
  works           uuid[] not null default '{}',
  opening_balances uuid[] not null default '{}',
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  undone_at       timestamptz,
  primary key (user_id, id)
);
create index imports_by_created_idx on public.imports (user_id, created_at desc, id desc);
create index imports_created_by_idx on public.imports (created_by) where created_by is not null;

alter table public.imports enable row level security;
create policy "admin reads imports" on public.imports
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
-- Only the functions below write it.
revoke all on public.imports from anon, authenticated;
grant select on public.imports to authenticated;
grant all on public.imports to service_role;

-- Rows of an import that has not been made yet: a large file arrives in portions, and the last call saves all of them
-- together. An account has one such file at a time.
create table private.staged_import_rows (
  user_id   uuid not null references public.profiles on delete cascade,
  import_id uuid not null,
  -- From 0, in the order of the file.
  place     integer not null check (place >= 0),
  item      jsonb not null check (jsonb_typeof(item) = 'object'),
  staged_at timestamptz not null default now(),
  primary key (user_id, import_id, place)
);
create index staged_import_rows_staged_idx on private.staged_import_rows (staged_at);
revoke all on private.staged_import_rows from anon, authenticated;

create function private.most_import_rows(kind text) returns integer
  language sql immutable set search_path = '' as $$ select case kind when 'works' then 20000 else 2000 end $$;

-- Stores a portion of a file until import_rows saves the file. p_from: the number of rows in the portions before it; with 0,
-- what was stored of the file before is deleted.
-- Returns how many rows of the file are there.
create function public.stage_import_rows(p_id uuid, p_rows jsonb, p_from integer) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare account uuid := private.holder_account();
begin
  perform private.refuse_if(p_id is null or p_from is null, 'This can''t be imported.');
  perform private.refuse_if(not coalesce(private.is_list_of_objects(p_rows), false) or p_rows = '[]', 'There are no rows to import.');
  perform private.refuse_if(jsonb_array_length(p_rows) > 2000 or octet_length(p_rows::text) > 8000000,
    'That is too much for one portion of an import.');
  perform private.refuse_if(p_from not between 0 and private.most_import_rows('works') - jsonb_array_length(p_rows),
    'Import at most 20,000 rows at a time.');
  -- What nobody came back for, of any account.
  delete from private.staged_import_rows s where s.staged_at < now() - interval '1 day';
  delete from private.staged_import_rows s where s.user_id = account and (s.import_id <> p_id or s.place >= p_from);
  insert into private.staged_import_rows (user_id, import_id, place, item)
  select account, p_id, p_from + n - 1, value from jsonb_array_elements(p_rows) with ordinality e (value, n);
  return (select count(*) from private.staged_import_rows s where s.user_id = account and s.import_id = p_id);
end $$;

-- Forgets the portions of a file that will not be imported. Returns how many rows there were.
create function public.drop_staged_rows(p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account(false);
  dropped integer;
begin
  delete from private.staged_import_rows s where s.user_id = account and s.import_id = p_id;
  get diagnostics dropped = row_count;
  return dropped;
end $$;

-- A customer of a file; null if the name belongs to one already, also to an archived or a merged one.
create function private.import_customer(account uuid, item jsonb) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  given public.customers := jsonb_populate_record(null::public.customers, item);
  added uuid;
begin
  perform private.refuse_if(coalesce(btrim(given.name, E' \t\r\n'), '') = '', 'Enter the customer''s name.');
  if exists (select from public.customers c
             where c.user_id = account and lower(btrim(c.name)) = lower(btrim(given.name, E' \t\r\n'))) then return null; end if;
  insert into public.customers (user_id, name, contact_name, phone, phone2, email, address_line1, address_line2, address_line3,
    town, county, postcode, country, vat_number, payment_terms_days, billing_email, account_ref, notes)
  values (account, given.name, given.contact_name, given.phone, given.phone2, given.email, given.address_line1,
    given.address_line2, given.address_line3, given.town, given.county, given.postcode, given.country, given.vat_number,
    given.payment_terms_days, given.billing_email, given.account_ref, given.notes)
  returning id into added;
  return added;
end $$;

-- A task of a file; null if there is one of this name, also a hidden one.
create function private.import_task(account uuid, item jsonb) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  given public.tasks := jsonb_populate_record(null::public.tasks, item);
  added uuid;
begin
  perform private.refuse_if(coalesce(btrim(given.name, E' \t\r\n'), '') = '', 'Give the task a name.');
  if exists (select from public.tasks t
             where t.user_id = account and lower(btrim(t.name)) = lower(btrim(given.name, E' \t\r\n'))) then return null; end if;
  insert into public.tasks (user_id, name, chargeable_unit, default_rate, description, category)
  values (account, given.name, given.chargeable_unit, given.default_rate, given.description, given.category)
  returning id into added;
  return added;
end $$;

-- Past entries of a file, in one statement: one by one, twenty thousand take twice as long. An entry belongs to the person
-- whom the file names, if the farm has one of this name, else to the person who imports it. A value that the file states
-- counts as typed. Customers and tasks get the spelling of the lists. Runs without a signed-in person, because a person can
-- neither log for another one nor set the value of a new entry.
create function private.import_works(account uuid, author uuid, items jsonb[]) returns uuid[]
  language plpgsql security definer set search_path = ''
  as $$
declare
  ids    uuid[];
  person constant text[] := private.leave_person();
begin
  with people as materialized (
    select distinct on (private.name_key(p.name)) private.name_key(p.name) as key, p.person_id, p.name
    from public.farm_people p where p.user_id = account order by private.name_key(p.name), p.present desc),
  owners as materialized (
    select distinct on (lower(btrim(c.name))) lower(btrim(c.name)) as key, c.id
    from public.customers c where c.user_id = account order by lower(btrim(c.name)), c.active desc, c.updated_at desc),
  named as materialized (
    select distinct on (lower(btrim(t.name))) lower(btrim(t.name)) as key, t.name
    from public.tasks t where t.user_id = account order by lower(btrim(t.name)), t.active desc, t.id),
  added as (
    insert into public.works (user_id, employee_id, created_by_name, customer, customer_id, task_name, task_description,
      chargeable_unit, rate, quantity, start_time, finish_time, breaks, work_date, total_value, value_overridden, notes)
    select account, nullif(coalesce(people.person_id, author), account), coalesce(people.name, private.person_name(author)),
      given.customer, owners.id, coalesce(named.name, given.task_name), given.task_description, given.chargeable_unit, given.rate, given.quantity,
      given.start_time, given.finish_time, given.breaks, given.work_date, given.total_value, given.total_value is not null,
      given.notes
    from unnest(items) with ordinality one (item, n)
    cross join lateral jsonb_populate_record(null::public.works, one.item) given
    left join people on people.key = private.name_key(one.item ->> 'person')
    left join owners on owners.key = lower(btrim(given.customer, E' \t\r\n'))
    left join named on named.key = lower(btrim(given.task_name, E' \t\r\n'))
    order by one.n
    returning works.id)
  select array_agg(added.id) into ids from added;
  perform private.resume_person(person);
  return ids;
end $$;

-- A machine of a file, with its reading and price; null if there is one of this name that is not sold.
create function private.import_machine(account uuid, item jsonb) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  given public.machines := jsonb_populate_record(null::public.machines, item);
  price numeric := (item ->> 'purchase_price')::numeric;
  added uuid;
begin
  if exists (select from public.machines m where m.user_id = account and m.status <> 'sold'
             and lower(m.name) = lower(btrim(given.name, E' \t\r\n'))) then return null; end if;
  insert into public.machines (user_id, name, machine_type, make, model, serial_no, registration, year, meter_type,
    purchase_date, insurance_expires, tax_expires, mot_due, loler_due, sprayer_test_due, notes)
  values (account, given.name, coalesce(given.machine_type, 'other'), given.make, given.model, given.serial_no,
    given.registration, given.year, coalesce(given.meter_type, 'hours'), given.purchase_date, given.insurance_expires,
    given.tax_expires, given.mot_due, given.loler_due, given.sprayer_test_due, given.notes)
  returning id into added;
  if item ->> 'reading' is not null then
    insert into public.machine_readings (user_id, machine_id, reading, read_at)
    values (account, added, (item ->> 'reading')::numeric, now());
  end if;
  if price is not null then
    update public.machine_costs c set purchase_price = price where c.user_id = account and c.id = added;
  end if;
  return added;
end $$;

-- A field of a file; null if its owner has one of this name.
create function private.import_field(account uuid, item jsonb) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  given public.fields := jsonb_populate_record(null::public.fields, item);
  owner_name text := coalesce(btrim(given.customer, E' \t\r\n'), '');
  added uuid;
begin
  if exists (select from public.fields f where f.user_id = account and f.archived_on is null
             and lower(f.name) = lower(btrim(given.name, E' \t\r\n')) and lower(coalesce(f.customer, '')) = lower(owner_name)) then
    return null;
  end if;
  perform private.refuse_if(owner_name <> '' and not exists (
      select from public.customers c where c.user_id = account and lower(btrim(c.name)) = lower(owner_name))
      and private.formerly_named(account, owner_name) is null,
    format('There is no customer called %s. Import the customers first.', owner_name));
  insert into public.fields (user_id, name, area_ha, parcel_ref, parcel_scheme, townland, county, customer, land_use, notes)
  values (account, given.name, given.area_ha, given.parcel_ref, given.parcel_scheme, given.townland, given.county,
    given.customer, given.land_use, given.notes)
  returning id into added;
  return added;
end $$;

-- Runs without a signed-in person, because a person can only clock for themselves.
create function private.insert_shift(account uuid, person uuid, person_name text, starts timestamptz, ends timestamptz,
    given public.time_entries) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  added     uuid;
  signed_in constant text[] := private.leave_person();
begin
  insert into public.time_entries (user_id, employee_id, created_by_name, clock_in_at, clock_out_at, activity, customer,
    manual_break_min, source, note)
  values (account, person, person_name, starts, ends, given.activity, given.customer, given.manual_break_min, 'manual', given.note)
  returning id into added;
  perform private.resume_person(signed_in);
  return added;
end $$;

-- The hours of one person on one day of a file, not handed in yet; null if the same hours are there already. A finish that
-- is not after the start is on the next day.
create function private.import_shift(account uuid, item jsonb) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  given  public.time_entries := jsonb_populate_record(null::public.time_entries, item);
  called text := btrim(item ->> 'person', E' \t\r\n');
  day    date := (item ->> 'work_date')::date;
  zone   text;
  person record;
begin
  perform private.refuse_if(coalesce(called, '') = '', 'Say whose hours these are.');
  perform private.refuse_if(day is null or item ->> 'start_time' is null or item ->> 'finish_time' is null,
    'Enter the date, the start and the finish.');
  select p.person_id, p.name into person from public.farm_people p
  where p.user_id = account and private.name_key(p.name) = private.name_key(called) order by p.present desc limit 1;
  perform private.refuse_if(not found, format('Nobody on the farm is called %s.', called));
  select coalesce((select s.time_zone from public.farm_settings s where s.user_id = account), 'Europe/London') into zone;
  given.employee_id := person.person_id;
  given.clock_in_at := (day + (item ->> 'start_time')::time) at time zone zone;
  given.clock_out_at := (day + (item ->> 'finish_time')::time
    + case when (item ->> 'finish_time')::time < (item ->> 'start_time')::time then interval '1 day' else interval '0' end)
    at time zone zone;
  if exists (select from public.time_entries e where e.user_id = account and e.employee_id = person.person_id
             and e.clock_in_at = given.clock_in_at and e.clock_out_at = given.clock_out_at) then return null; end if;
  given.user_id := account;
  given.id := gen_random_uuid();
  perform private.refuse_if((private.overlapping(given)).id is not null,
    format('%s has other hours at that time already.', person.name));
  perform private.refuse_if(private.time_closed(account, person.person_id, day) is not null,
    private.time_closed(account, person.person_id, day));
  return private.insert_shift(account, person.person_id, person.name, given.clock_in_at, given.clock_out_at, given);
end $$;

-- Saves the rows of a file: all of them, or none if one is refused, with its row in the message. p_staged: how many rows
-- stage_import_rows has before those of p_rows. p_add_missing: customers and tasks that past entries or open invoices name are
-- added; otherwise an unknown one is refused. Returns {"added": n, "skipped": n}.
create function public.import_rows(p_id uuid, p_kind text, p_file_name text, p_rows jsonb, p_add_missing boolean default false,
    p_staged integer default 0)
  returns jsonb
  -- Thousands of rows may take longer than the role's limit of five seconds. The API applies the limit set here instead.
  language plpgsql security definer set search_path = '' set statement_timeout = '60s'
  as $$
declare
  account uuid := private.holder_account();
  earlier public.imports;
  archived uuid[];
  ids uuid[] := '{}';
  new_customers uuid[] := '{}';
  new_tasks uuid[] := '{}';
  items jsonb[];
  item jsonb;
  added uuid;
  row_no text;
  broken text;
  portion constant integer := 1000;
begin
  perform private.refuse_if(p_id is null or p_kind is null
    or p_kind not in ('customers', 'tasks', 'machines', 'fields', 'shifts', 'works', 'open_invoices'), 'This can''t be imported.');
  perform private.refuse_if(coalesce(char_length(btrim(p_file_name)), 0) not between 1 and 200,
    'Give the file a name of at most 200 characters.');
  perform private.refuse_if(not coalesce(private.is_list_of_objects(p_rows), false)
    or p_rows = '[]' and not coalesce(p_staged > 0, false), 'There are no rows to import.');
  perform private.refuse_if(jsonb_array_length(p_rows) > 2000
    or jsonb_array_length(p_rows) + coalesce(p_staged, 0) > private.most_import_rows(p_kind),
    format('Import at most %s rows at a time.', to_char(private.most_import_rows(p_kind), 'FM99,999')));

  insert into public.imports (id, user_id, kind, file_name, created_by, created_by_name)
  values (p_id, account, p_kind, btrim(p_file_name), auth.uid(), private.person_name(auth.uid()))
  on conflict do nothing;
  if not found then
    select * into earlier from public.imports i where i.user_id = account and i.id = p_id;
    perform private.refuse_if(earlier.undone_at is not null, 'This import was undone. Choose the file again.');
    return jsonb_build_object('added', earlier.added, 'skipped', earlier.skipped);
  end if;
  items := array(select s.item from private.staged_import_rows s
                 where s.user_id = account and s.import_id = p_id order by s.place);
  perform private.refuse_if(cardinality(items) <> coalesce(p_staged, 0), 'Not all rows of the file arrived. Import it again.');
  items := items || array(select value from jsonb_array_elements(p_rows));
  -- Past entries must not put an archived customer back on the list.
  archived := array(select c.id from public.customers c where c.user_id = account and not c.active and c.merged_into is null);

  begin
    if p_kind in ('works', 'open_invoices') then
      -- An invoice that is left out does not bring its customer.
      for item in
        select distinct on (lower(btrim(value ->> 'customer'))) value from unnest(items) with ordinality one (value, n)
        where btrim(value ->> 'customer') <> '' and (p_kind = 'works' or not exists (
          select from public.opening_balances b where b.user_id = account and lower(b.number) = lower(btrim(value ->> 'number'))))
        order by lower(btrim(value ->> 'customer')), n
      loop
        row_no := item ->> 'row';
        continue when exists (select from public.customers c
            where c.user_id = account and lower(btrim(c.name)) = lower(btrim(item ->> 'customer')))
          or private.formerly_named(account, item ->> 'customer') is not null;
        perform private.refuse_if(not coalesce(p_add_missing, false),
          format('There is no customer called %s. Import the customers first.', btrim(item ->> 'customer')));
        new_customers := new_customers || private.import_customer(account, jsonb_build_object('name', item -> 'customer'));
      end loop;
    end if;
    if p_kind = 'works' then
      for item in
        select distinct on (lower(btrim(value ->> 'task_name'))) value from unnest(items) with ordinality one (value, n)
        where btrim(value ->> 'task_name') <> '' order by lower(btrim(value ->> 'task_name')), n
      loop
        row_no := item ->> 'row';
        continue when exists (select from public.tasks t
          where t.user_id = account and lower(btrim(t.name)) = lower(btrim(item ->> 'task_name')));
        perform private.refuse_if(not coalesce(p_add_missing, false),
          format('There is no task called %s. Import the tasks first.', btrim(item ->> 'task_name')));
        new_tasks := new_tasks || private.import_task(account,
          jsonb_build_object('name', item -> 'task_name', 'chargeable_unit', item -> 'chargeable_unit'));
      end loop;
      for at in 1 .. cardinality(items) by portion loop
        begin
          ids := ids || private.import_works(account, auth.uid(), items[at : at + portion - 1]);
        exception when integrity_constraint_violation or data_exception then
          -- The same rows one by one, to know which one is refused.
          foreach item in array items[at : at + portion - 1] loop
            row_no := item ->> 'row';
            ids := ids || private.import_works(account, auth.uid(), array[item]);
          end loop;
        end;
      end loop;
    else
      -- Two writers of hours wait for each other, as two phones do.
      if p_kind = 'shifts' then perform private.lock_clocks(account); end if;
      foreach item in array items loop
        row_no := item ->> 'row';
        added := case p_kind
          when 'customers' then private.import_customer(account, item)
          when 'tasks' then private.import_task(account, item)
          when 'machines' then private.import_machine(account, item)
          when 'fields' then private.import_field(account, item)
          when 'open_invoices' then private.import_opening_balance(account, item)
          else private.import_shift(account, item) end;
        if added is not null then ids := ids || added; end if;
      end loop;
    end if;
  exception when integrity_constraint_violation or data_exception then
    get stacked diagnostics broken = constraint_name;
    raise exception using errcode = '23514', message = format('Row %s: %s', coalesce(left(row_no, 10), '?'),
      case when sqlstate = '23514' and broken = '' then sqlerrm else 'One of the dates, numbers or texts is not valid.' end);
  end;

  update public.customers c set active = false where c.user_id = account and c.id = any (archived) and c.active;
  delete from private.staged_import_rows s where s.user_id = account and s.import_id = p_id;
  update public.imports i set added = cardinality(ids), skipped = cardinality(items) - cardinality(ids),
    customers = case p_kind when 'customers' then ids else new_customers end,
    tasks = case p_kind when 'tasks' then ids else new_tasks end,
    machines = case p_kind when 'machines' then ids else '{}' end,
    fields = case p_kind when 'fields' then ids else '{}' end,
    shifts = case p_kind when 'shifts' then ids else '{}' end,
    works = case p_kind when 'works' then ids else '{}' end,
    opening_balances = case p_kind when 'open_invoices' then ids else '{}' end
  where i.user_id = account and i.id = p_id;
  -- A session may have plans from when the table was nearly empty: with those, an undo would read the whole table for each
  -- of its rows.
  if cardinality(ids) >= portion and p_kind = 'works' then analyze public.works; end if;
  return jsonb_build_object('added', cardinality(ids), 'skipped', cardinality(items) - cardinality(ids));
end $$;

revoke execute on function private.most_import_rows(text), private.import_customer(uuid, jsonb), private.import_task(uuid, jsonb),
  private.import_machine(uuid, jsonb), private.import_field(uuid, jsonb), private.import_shift(uuid, jsonb),
  private.insert_shift(uuid, uuid, text, timestamptz, timestamptz, public.time_entries),
  private.import_works(uuid, uuid, jsonb[]) from public, anon, authenticated;
revoke execute on function public.stage_import_rows(uuid, jsonb, integer), public.drop_staged_rows(uuid),
  public.import_rows(uuid, text, text, jsonb, boolean, integer) from public, anon;
grant execute on function public.stage_import_rows(uuid, jsonb, integer), public.drop_staged_rows(uuid),
  public.import_rows(uuid, text, text, jsonb, boolean, integer) to authenticated;

select private.guard_values('public.imports');
select private.guard_values('private.staged_import_rows');
