-- Customers: who is billed. Each work carries its customer's id and name.
create table public.customers (
  id                 uuid not null default gen_random_uuid(),
  user_id            uuid not null references public.profiles on delete cascade,
  name               text not null check (char_length(name) between 1 and 120 and name = btrim(name)),
  chargeable_unit    text check (char_length(chargeable_unit) <= 30),
  contact_name       text check (char_length(contact_name) <= 120),
  phone              text check (char_length(phone) <= 40),
  phone2             text check (char_length(phone2) <= 40),
  email              text check (char_length(email) <= 254),
  address_line1      text check (char_length(address_line1) <= 120),
  address_line2      text check (char_length(address_line2) <= 120),
  address_line3      text check (char_length(address_line3) <= 120),
  town               text check (char_length(town) <= 80),
  county             text check (char_length(county) <= 80),
  postcode           text check (char_length(postcode) <= 12),
  country            text check (char_length(country) <= 60),
  vat_number         text check (char_length(vat_number) <= 20),
  payment_terms_days smallint check (payment_terms_days between 0 and 120),
  billing_email      text check (char_length(billing_email) <= 254),
  po_required        boolean not null default false,
  account_ref        text check (char_length(account_ref) <= 20),
  w3w                text check (char_length(w3w) <= 80),
  lat                numeric(9, 6) check (lat between -90 and 90),
  lng                numeric(9, 6) check (lng between -180 and 180),
  directions         text check (char_length(directions) <= 1000),
  hazards            text check (char_length(hazards) <= 1000),
  notes              text check (char_length(notes) <= 2000),
  active             boolean not null default true,
  -- The customer that this one was merged into; this one's name resolves to it. Always points at a customer that is not
  -- merged itself.
  merged_into        uuid,
  created_by         uuid references public.profiles on delete set null,
  created_by_name    text,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  -- The account is part of the key: an id made on a phone can neither collide with another account's nor reveal that
  -- one exists.
  primary key (user_id, id),
  -- When the target is deleted, this row becomes an ordinary archived customer.
  constraint customers_merged_fkey foreign key (user_id, merged_into) references public.customers (user_id, id)
    on delete set null (merged_into),
  check (merged_into is null or (not active and merged_into <> id))
);
create index customers_merged_idx on public.customers (user_id, merged_into) where merged_into is not null;
create unique index customers_name_key on public.customers (user_id, lower(btrim(name))) where active;
create index customers_created_by_idx on public.customers (created_by) where created_by is not null;

-- The customer that had this name before it was renamed, according to the audit log; if there were several, the last
-- one. Phones that were offline still use the old name.
create function private.formerly_named(account uuid, customer_name text) returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select c.id from public.audit_log l
    join public.customers c on c.user_id = l.user_id and c.id = l.row_id
    where l.user_id = account and l.table_name = 'customers' and l.action = 'update' and l.changed ? 'name'
      and lower(btrim(l.changed #>> '{name,old}')) = lower(btrim(customer_name))
    order by l.at desc, l.id desc limit 1);
end $$;

-- Adding the name of an archived customer restores that customer instead of making a duplicate; for a merged one, the
-- customer it was merged into is restored. In both cases the insert adds no row.
create function private.customers_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare existing_id uuid;
begin
  new.name := btrim(new.name, E' \t\r\n');
  if auth.uid() is not null then
    new.user_id := private.account_id();
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('customers', new.user_id, new.id);
    if not private.is_admin() then
      -- Employees add a name and contact details only; billing details belong to the account holder.
      new.vat_number := null; new.payment_terms_days := null; new.billing_email := null; new.account_ref := null;
      new.po_required := false; new.notes := null; new.active := true;
    end if;
  end if;
  if not exists (select from public.customers
                 where user_id = new.user_id and active and lower(btrim(name)) = lower(new.name)) then
    select coalesce(merged_into, id) into existing_id from public.customers
    where user_id = new.user_id and not active and lower(btrim(name)) = lower(new.name)
    order by updated_at desc limit 1;
    if found then
      update public.customers archived set active = true
      where archived.user_id = new.user_id and archived.id = existing_id and not archived.active
        and not exists (select from public.customers o
                        where o.user_id = new.user_id and o.active and lower(btrim(o.name)) = lower(btrim(archived.name)));
      return null;
    end if;
    -- For employees, the old name of a renamed customer means that customer, so no row is added. The account holder may
    -- reuse a name that is free again.
    if auth.uid() is not null and not private.is_admin()
        and private.formerly_named(new.user_id, new.name) is not null then
      return null;
    end if;
  end if;
  return new;
end $$;

create trigger a_check_insert before insert on public.customers for each row execute function private.check_insert();
create trigger customers_before_insert before insert on public.customers
  for each row execute function private.customers_before_insert();

-- A merged customer is only a name that resolves to another one: it can be neither edited nor restored. No other
-- customer may take its name, because the next job typed under it would go to the wrong one; only the target may.
-- Deleting it (it has no works) frees the name.
create function private.customers_before_update() returns trigger
  language plpgsql set search_path = ''
  as $$
declare target_name text;
begin
  -- A change of created_by is allowed: it becomes null when the person who added the customer is deleted.
  if old.merged_into is not null and new.merged_into is not distinct from old.merged_into
      and new.created_by is not distinct from old.created_by then
    select name into target_name from public.customers where user_id = old.user_id and id = old.merged_into;
    raise exception using errcode = '23514', message = format('%s was merged into %s. Change that one.', old.name, target_name);
  end if;
  if new.name is distinct from old.name then
    select target.name into target_name
    from public.customers merged
    join public.customers target on target.user_id = merged.user_id and target.id = merged.merged_into
    where merged.user_id = new.user_id and merged.merged_into <> new.id
      and lower(btrim(merged.name)) = lower(btrim(new.name)) limit 1;
    if found then
      raise exception using errcode = '23514',
        message = format('%s was merged into %s and leads there. Choose another name.', btrim(new.name), target_name);
    end if;
  end if;
  return new;
end $$;
create trigger customers_before_update before update on public.customers
  for each row execute function private.customers_before_update();
create trigger refuse_outsiders before insert on public.customers for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.customers for each row execute function private.touch();
create trigger write_audit after update or delete on public.customers for each row execute function private.write_audit();

-- Renaming a customer renames it on unbilled works; billed works keep the printed name.
create function private.rename_on_unbilled_works() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.works set customer = new.name
  where user_id = new.user_id and customer_id = new.id and invoice_number is null;
  return null;
end $$;
create trigger rename_on_unbilled_works after update of name on public.customers
  for each row when (new.name is distinct from old.name) execute function private.rename_on_unbilled_works();

create function private.keep_customers_with_works() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare n bigint;
begin
  -- If the whole account is deleted, its customers go with it.
  if not exists (select from public.profiles where id = old.user_id) then return old; end if;
  select count(*) into n from public.works where user_id = old.user_id and customer_id = old.id;
  perform private.refuse_if(n > 0, format('%s has %s work %s. Archive instead?', old.name, n,
    case when n = 1 then 'entry' else 'entries' end));
  return old;
end $$;
create trigger keep_customers_with_works before delete on public.customers
  for each row execute function private.keep_customers_with_works();

alter table public.customers enable row level security;
create policy "admin reads customers" on public.customers
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "account adds customers" on public.customers
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin edits customers" on public.customers
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes customers" on public.customers
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

revoke all on public.customers from anon, authenticated;
grant select, delete on public.customers to authenticated;
grant insert (id, user_id, name, chargeable_unit, contact_name, phone, phone2, email, address_line1, address_line2,
              address_line3, town, county, postcode, country, vat_number, payment_terms_days, billing_email, po_required,
              account_ref, w3w, lat, lng, directions, hazards, notes, active) on public.customers to authenticated;
grant update (name, chargeable_unit, contact_name, phone, phone2, email, address_line1, address_line2, address_line3,
              town, county, postcode, country, vat_number, payment_terms_days, billing_email, po_required, account_ref,
              w3w, lat, lng, directions, hazards, notes, active) on public.customers to authenticated;
grant all on public.customers to service_role;

-- What employees need to know of a customer: name, place, phone, hazards. Never terms, references or notes.
create function private.crew_customers() returns table (
    id uuid, user_id uuid, name text, chargeable_unit text, contact_name text, phone text, phone2 text,
    address_line1 text, address_line2 text, address_line3 text, town text, county text, postcode text, country text,
    w3w text, lat numeric, lng numeric, directions text, hazards text, active boolean, merged_into uuid,
    created_at timestamptz, updated_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select id, user_id, name, chargeable_unit, contact_name, phone, phone2,
           address_line1, address_line2, address_line3, town, county, postcode, country,
           w3w, lat, lng, directions, hazards, active, merged_into, created_at, updated_at
    from public.customers where user_id = private.account_id()
  $$;
create view public.crew_customers with (security_invoker = true) as select * from private.crew_customers();
revoke all on public.crew_customers from anon, authenticated;
grant select on public.crew_customers to authenticated;

-- The current name of a customer of the caller's account; entries on invoices keep the name they were printed with.
create function private.customer_name(customer uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select name from public.customers where user_id = private.account_id() and id = customer $$;

revoke execute on function private.customers_before_insert(), private.customers_before_update(),
  private.formerly_named(uuid, text), private.rename_on_unbilled_works(), private.keep_customers_with_works()
  from public, anon, authenticated;
revoke execute on function private.crew_customers(), private.customer_name(uuid) from public, anon;
grant execute on function private.crew_customers(), private.customer_name(uuid) to authenticated;

select private.guard_values('public.customers');
