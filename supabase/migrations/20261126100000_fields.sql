-- Fields: the land register, with the crop of each season and the soil tests. Everyone on the farm reads it; the account
-- holder writes it.

-- How many positions a boundary may have. A hand-drawn field has dozens, an official parcel with hedges a few hundred.
create function private.most_positions() returns integer
  language sql immutable set search_path = '' as $$ select 20000 $$;

-- Whether a value is a GeoJSON Polygon or MultiPolygon of closed rings with at least four positions, longitude first.
create function private.is_boundary(given jsonb) returns boolean
  language plpgsql immutable set search_path = ''
  as $$
declare
  polygons jsonb;
  polygon  jsonb;
  ring     jsonb;
  total    integer := 0;
begin
  if not private.is_object_of(given, '{"type": "string", "coordinates": "array"}') then return false; end if;
  polygons := case given ->> 'type' when 'Polygon' then jsonb_build_array(given -> 'coordinates')
    when 'MultiPolygon' then given -> 'coordinates' end;
  if polygons is null or polygons = '[]' then return false; end if;
  for polygon in select value from jsonb_array_elements(polygons) loop
    if jsonb_typeof(polygon) <> 'array' or polygon = '[]' then return false; end if;
    for ring in select value from jsonb_array_elements(polygon) loop
      if jsonb_typeof(ring) <> 'array' then return false; end if;
      total := total + jsonb_array_length(ring);
      if total > private.most_positions() or jsonb_array_length(ring) < 4 or ring -> 0 <> ring -> -1 then return false; end if;
      if exists (
        select from jsonb_array_elements(ring) as p (position)
        where case when jsonb_typeof(p.position) = 'array' then
          jsonb_array_length(p.position) <> 2 or jsonb_typeof(p.position -> 0) <> 'number' or jsonb_typeof(p.position -> 1) <> 'number'
          or abs((p.position ->> 0)::numeric) > 180 or abs((p.position ->> 1)::numeric) > 90
        else true end) then return false; end if;
    end loop;
  end loop;
  return true;
exception when numeric_value_out_of_range then return false;
end $$;

create table public.fields (
  id                   uuid not null default gen_random_uuid(),
  user_id              uuid not null references public.profiles on delete cascade,
  name                 text not null check (char_length(name) <= 80 and name <> '' and name = btrim(name)),
  -- The official area, which payments are claimed on.
  area_ha              numeric(10, 4) not null check (area_ha > 0 and area_ha <= 2000),
  area_source          text not null default 'typed' check (area_source in ('official', 'drawn', 'measured', 'typed')),
  -- What is worked without headlands and corners: the area that is sprayed.
  worked_area_ha       numeric(10, 4) check (worked_area_ha > 0 and worked_area_ha <= 2100),
  parcel_ref           text check (char_length(parcel_ref) <= 20),
  parcel_scheme        text check (parcel_scheme in ('rpa', 'scot_lpid', 'wales', 'ni', 'ie_lpis', 'other')),
  townland             text check (char_length(townland) <= 80),
  county               text check (char_length(county) <= 80),
  -- Whose land it is; null for the account's own.
  customer             text check (char_length(customer) <= 120),
  customer_id          uuid,
  tenure               text check (tenure in ('owned', 'rented', 'conacre', 'contract', 'commonage')),
  rent_from            date,
  rent_to              date,
  land_use             text check (land_use in ('permanent_grass', 'temporary_grass', 'arable', 'maize', 'veg', 'fallow', 'woodland', 'other')),
  soil_type            text check (soil_type in ('sandy', 'shallow', 'light', 'medium', 'heavy', 'organic', 'peat')),
  soil_is_sandy_shallow boolean not null default false,
  -- Counts for stocking rate, nutrients and storage.
  eligible             boolean not null default true,
  boundary             jsonb check (boundary is null or private.is_boundary(boundary)),
  centroid_lat         numeric(9, 6) check (centroid_lat between -90 and 90),
  centroid_lng         numeric(9, 6) check (centroid_lng between -180 and 180),
  drawn_area_ha        numeric(10, 4) check (drawn_area_ha >= 0),
  slope_pct            numeric(5, 2) check (slope_pct between 0 and 100),
  near_water           boolean not null default false,
  buffer_m             numeric(5, 1) check (buffer_m between 0 and 1000),
  in_nvz               boolean,
  hazards              text check (char_length(hazards) <= 1000),
  no_spread_geojson    jsonb check (no_spread_geojson is null or private.is_boundary(no_spread_geojson)),
  -- Sold, given up, split or merged. The field and its history stay.
  archived_on          date,
  -- The fields that this one was split or merged from. They are archived and keep their history.
  parent_ids           uuid[] not null default '{}' check (cardinality(parent_ids) <= 50),
  notes                text check (char_length(notes) <= 2000),
  created_by           uuid references public.profiles on delete set null,
  created_by_name      text not null,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  primary key (user_id, id),
  constraint fields_customer_fkey foreign key (user_id, customer_id) references public.customers (user_id, id)
    on delete set null (customer_id),
  constraint fields_place_check check ((centroid_lat is null) = (centroid_lng is null)),
  constraint fields_rent_check check (rent_to >= rent_from),
  constraint fields_owner_check check (customer_id is null or customer is not null)
);
-- A customer's field may have the name of another customer's: "Home Field" is on every farm.
create unique index fields_name_key on public.fields (user_id, lower(coalesce(customer, '')), lower(name)) where archived_on is null;
create unique index fields_parcel_key on public.fields (user_id, upper(parcel_ref)) where archived_on is null and parcel_ref is not null;
create index fields_customer_idx on public.fields (user_id, customer_id) where customer_id is not null;
create index fields_created_by_idx on public.fields (created_by) where created_by is not null;

-- A parcel number as its scheme writes it. Wales uses the same numbers as England. Ireland has renumbered its parcels, so
-- those of Ireland and Northern Ireland are free text of 3 to 20 characters.
create function private.parcel_ref(given text, scheme text) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  compact text := upper(regexp_replace(coalesce(given, ''), '\s', '', 'g'));
begin
  if compact = '' then return null; end if;
  if scheme in ('rpa', 'wales') then
    perform private.refuse_if(compact !~ '^[A-Z]{2}[0-9]{8}$', 'Parcel should look like SX1234 5678.');
    return left(compact, 6) || ' ' || right(compact, 4);
  end if;
  if scheme = 'scot_lpid' then
    perform private.refuse_if(compact !~ '^[A-Z]{2}/[0-9]{5}/[0-9]{5}$', 'Parcel should look like AB/12345/12345.');
    return compact;
  end if;
  given := btrim(given, E' \t\r\n');
  perform private.refuse_if(char_length(given) not between 3 and 20, 'A parcel number has 3 to 20 characters.');
  return given;
end $$;

create function private.fields_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  found_id   uuid;
  found_name text;
begin
  new.name := btrim(new.name, E' \t\r\n');
  new.customer := nullif(btrim(new.customer, E' \t\r\n'), '');
  new.townland := nullif(btrim(new.townland, E' \t\r\n'), '');
  new.county := nullif(btrim(new.county, E' \t\r\n'), '');
  new.hazards := nullif(btrim(new.hazards, E' \t\r\n'), '');
  new.notes := nullif(btrim(new.notes, E' \t\r\n'), '');
  if tg_op = 'INSERT' then
    new.created_by := coalesce(auth.uid(), new.created_by);
    new.created_by_name := coalesce(private.person_name(auth.uid()), new.created_by_name, private.person_name(new.created_by), 'Someone');
    if auth.uid() is not null then
      new.created_at := now();
      -- A second attempt of the same save: the row exists, and the insert will fail on its key.
      if exists (select from public.fields f where f.user_id = new.user_id and f.id = new.id) then return new; end if;
    end if;
  end if;
  perform private.refuse_if(coalesce(new.name, '') = '', 'Give the field a name.');
  perform private.refuse_if(char_length(new.name) > 80, 'The name is too long (80 characters at most).');
  perform private.refuse_if(new.area_ha is null or new.area_ha <= 0, 'Area must be more than 0.');
  perform private.refuse_if(new.area_ha > 2000, 'A field has 2,000 ha at most.');
  perform private.refuse_if(new.rent_to < new.rent_from, 'The agreement ends before it begins.');
  if tg_op = 'INSERT' or (new.parcel_ref, new.parcel_scheme) is distinct from (old.parcel_ref, old.parcel_scheme) then
    new.parcel_ref := private.parcel_ref(new.parcel_ref, new.parcel_scheme);
  end if;
  if new.customer is null then
    new.customer_id := null;
  -- Deleting a customer clears the id and leaves the name. No lookup is needed if id and name belong to one customer.
  elsif auth.uid() is not null
      and (tg_op = 'INSERT' or new.customer is distinct from old.customer
        or (new.customer_id is not null and new.customer_id is distinct from old.customer_id))
      and not exists (select from public.customers c
                      where c.user_id = new.user_id and c.id = new.customer_id and c.name = new.customer and c.active) then
    -- A changed name takes precedence over the stored id, which belongs to the former customer.
    if tg_op = 'UPDATE' and new.customer is distinct from old.customer and new.customer_id is not distinct from old.customer_id
        and not exists (select from public.customers c
                        where c.user_id = new.user_id and c.id = new.customer_id and c.name = new.customer) then
      new.customer_id := null;
    end if;
    if tg_op = 'INSERT' or new.customer_id is null or new.customer_id is distinct from old.customer_id then
      select c.id, c.name into found_id, found_name from private.customer_for(new.user_id, new.customer, new.customer_id) c;
      new.customer_id := found_id;
      new.customer := found_name;
    end if;
  end if;
  if new.boundary is null then new.drawn_area_ha := null; end if;
  perform private.refuse_if((new.centroid_lat is null) <> (new.centroid_lng is null), 'The position of the field is not complete.');
  perform private.refuse_if(new.boundary is not null and not private.is_boundary(new.boundary),
    case when jsonb_path_exists(new.boundary, '$.coordinates') and octet_length(new.boundary::text) > 400000
      then 'The boundary has too many points (20,000 at most).' else 'The boundary is not a closed outline.' end);
  perform private.refuse_if(new.no_spread_geojson is not null and not private.is_boundary(new.no_spread_geojson),
    'The area where nothing is spread is not a closed outline.');
  if new.archived_on is null and (tg_op = 'INSERT'
      or (new.name, new.customer, new.parcel_ref, new.archived_on) is distinct from (old.name, old.customer, old.parcel_ref, old.archived_on)) then
    perform private.refuse_if(exists (
      select from public.fields f where f.user_id = new.user_id and f.id <> new.id and f.archived_on is null
        and lower(f.name) = lower(new.name) and lower(coalesce(f.customer, '')) = lower(coalesce(new.customer, ''))),
      format('You already have a field called %s.', new.name));
    select f.name into found_name from public.fields f
      where f.user_id = new.user_id and f.id <> new.id and f.archived_on is null and upper(f.parcel_ref) = upper(new.parcel_ref);
    perform private.refuse_if(found, format('Parcel %s belongs to %s already.', new.parcel_ref, found_name));
  end if;
  perform private.refuse_if(tg_op = 'INSERT' and auth.uid() is not null and exists (
    select from unnest(new.parent_ids) p
    where p = new.id or not exists (select from public.fields f where f.user_id = new.user_id and f.id = p)),
    'One of the fields it comes from is not there any more.');
  return new;
end $$;

create trigger a_check_insert before insert on public.fields
  for each row execute function private.check_insert('Only the account holder adds fields.');
create trigger fields_before_write before insert or update on public.fields
  for each row execute function private.fields_before_write();
create trigger refuse_outsiders before insert on public.fields for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.fields for each row execute function private.touch();
create trigger write_audit after update or delete on public.fields for each row execute function private.write_audit();

-- A field carries its customer's current name. When a customer is merged, its fields move to the target; a field whose
-- name the target already uses gets the former customer's name added.
create function private.fields_follow_customer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare target public.customers;
begin
  if new.merged_into is not null and new.merged_into is distinct from old.merged_into then
    select * into target from public.customers where user_id = new.user_id and id = new.merged_into;
    update public.fields f set name = left(f.name, 40) || ' (' || left(new.name, 36) || ')'
    where f.user_id = new.user_id and f.customer_id = new.id and f.archived_on is null
      and exists (select from public.fields o where o.user_id = f.user_id and o.customer_id = target.id
                  and o.archived_on is null and lower(o.name) = lower(f.name));
    update public.fields set customer_id = target.id, customer = target.name where user_id = new.user_id and customer_id = new.id;
  elsif new.name is distinct from old.name then
    update public.fields set customer = new.name where user_id = new.user_id and customer_id = new.id;
  end if;
  return null;
end $$;
create trigger fields_follow_customer after update of name, merged_into on public.customers
  for each row execute function private.fields_follow_customer();

alter table public.fields enable row level security;
create policy "account reads fields" on public.fields
  for select to authenticated using (user_id = (select private.account_id()));
create policy "admin adds fields" on public.fields
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes fields" on public.fields
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes fields" on public.fields
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

revoke all on public.fields from anon, authenticated;
grant select, delete on public.fields to authenticated;
grant insert (id, user_id, name, area_ha, area_source, worked_area_ha, parcel_ref, parcel_scheme, townland, county, customer,
              customer_id, tenure, rent_from, rent_to, land_use, soil_type, soil_is_sandy_shallow, eligible, boundary,
              centroid_lat, centroid_lng, drawn_area_ha, slope_pct, near_water, buffer_m, in_nvz, hazards, no_spread_geojson,
              archived_on, notes) on public.fields to authenticated;
grant update (name, area_ha, area_source, worked_area_ha, parcel_ref, parcel_scheme, townland, county, customer, customer_id,
              tenure, rent_from, rent_to, land_use, soil_type, soil_is_sandy_shallow, eligible, boundary, centroid_lat,
              centroid_lng, drawn_area_ha, slope_pct, near_water, buffer_m, in_nvz, hazards, no_spread_geojson, archived_on,
              notes) on public.fields to authenticated;
grant all on public.fields to service_role;

-- Splits a field, or merges several. Each new field has its own name, area, boundary and parcel number, the hazards and the
-- nearby water of all old ones, and else the data of the first. The old fields are archived and keep their history. Returns
-- the new ids. A second call with the same ids changes nothing.
create function public.replace_fields(p_old uuid[], p_new jsonb) returns uuid[]
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  ids     uuid[];
  first   public.fields;
  part    record;
begin
  perform private.refuse_if(not private.is_list_of(p_new,
    '{"id": "string", "name": "string", "area_ha": "number", "boundary": "object null missing", "drawn_area_ha": "number null missing",
      "centroid_lat": "number null missing", "centroid_lng": "number null missing", "parcel_ref": "string null missing"}'),
    'The new fields are not complete.');
  perform private.refuse_if(coalesce(cardinality(p_old), 0) = 0 or jsonb_array_length(p_new) = 0
    or (cardinality(p_old) = 1 and jsonb_array_length(p_new) = 1), 'Choose the fields to split or merge.');
  perform private.refuse_if(jsonb_array_length(p_new) > 50 or cardinality(p_old) > 50, 'That is too many fields at once.');
  perform private.refuse_if(exists (select from jsonb_array_elements(p_new) n
    where n ->> 'id' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'), 'The new fields are not complete.');
  ids := array(select (n ->> 'id')::uuid from jsonb_array_elements(p_new) n);
  if (select count(*) from public.fields f where f.user_id = account and f.id = any (ids) and f.parent_ids = p_old)
      = cardinality(ids) then
    return ids;
  end if;
  perform 1 from public.fields f where f.user_id = account and f.id = any (p_old) order by f.id for update;
  perform private.refuse_if((select count(*) from public.fields f
    where f.user_id = account and f.id = any (p_old) and f.archived_on is null) <> cardinality(p_old),
    'One of these fields is not there any more.');
  select * into first from public.fields f where f.user_id = account and f.id = p_old[1];
  perform private.refuse_if(exists (select from public.fields f where f.user_id = account and f.id = any (p_old)
    and f.customer_id is distinct from first.customer_id), 'Merge fields of one customer only.');
  update public.fields set archived_on = private.today(account) where user_id = account and id = any (p_old);
  for part in select * from jsonb_to_recordset(p_new) as n (id uuid, name text, area_ha numeric, boundary jsonb,
      drawn_area_ha numeric, centroid_lat numeric, centroid_lng numeric, parcel_ref text) loop
    insert into public.fields (id, user_id, name, area_ha, area_source, parcel_ref, parcel_scheme, townland, county, customer,
      customer_id, tenure, rent_from, rent_to, land_use, soil_type, soil_is_sandy_shallow, eligible, boundary, centroid_lat,
      centroid_lng, drawn_area_ha, slope_pct, near_water, buffer_m, in_nvz, hazards, parent_ids, created_by)
    values (part.id, account, part.name, part.area_ha, first.area_source, part.parcel_ref, first.parcel_scheme, first.townland,
      first.county, first.customer, first.customer_id, first.tenure, first.rent_from, first.rent_to, first.land_use,
      first.soil_type, first.soil_is_sandy_shallow, first.eligible, part.boundary, part.centroid_lat, part.centroid_lng,
      part.drawn_area_ha, first.slope_pct,
      (select bool_or(f.near_water) from public.fields f where f.user_id = account and f.id = any (p_old)),
      first.buffer_m, first.in_nvz,
      (select left(string_agg(f.hazards, E'\n' order by f.name), 1000) from public.fields f
       where f.user_id = account and f.id = any (p_old)),
      p_old, auth.uid());
  end loop;
  return ids;
end $$;

-- A crop of a field in one season; several in one year have a sequence.
create table public.field_seasons (
  id               uuid not null default gen_random_uuid(),
  user_id          uuid not null references public.profiles on delete cascade,
  field_id         uuid not null,
  season_year      smallint not null check (season_year between 1950 and 2199),
  sequence         smallint not null default 1 check (sequence between 1 and 5),
  crop             text not null check (char_length(crop) <= 60 and crop <> ''),
  variety          text check (char_length(variety) <= 60),
  sown_on          date,
  seed_rate_kg_ha  numeric(9, 2) check (seed_rate_kg_ha > 0),
  previous_crop    text check (char_length(previous_crop) <= 60),
  target_yield_t_ha numeric(7, 2) check (target_yield_t_ha > 0),
  harvested_on     date,
  created_by       uuid references public.profiles on delete set null,
  created_by_name  text not null,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (user_id, id),
  constraint field_seasons_field_fkey foreign key (user_id, field_id) references public.fields (user_id, id) on delete cascade,
  constraint field_seasons_dates_check check (harvested_on >= sown_on)
);
create unique index field_seasons_year_key on public.field_seasons (user_id, field_id, season_year, sequence);
create index field_seasons_created_by_idx on public.field_seasons (created_by) where created_by is not null;

create table public.soil_tests (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  field_id        uuid not null,
  sampled_on      date not null,
  lab_ref         text check (char_length(lab_ref) <= 40),
  ph              numeric(3, 1) check (ph between 3 and 10),
  p_mg_l          numeric(7, 1) check (p_mg_l >= 0),
  k_mg_l          numeric(7, 1) check (k_mg_l >= 0),
  mg_mg_l         numeric(7, 1) check (mg_mg_l >= 0),
  method          text not null check (method in ('olsen', 'morgan')),
  -- Texts, because there is an index 2- and an index 2+.
  p_index         text check (char_length(p_index) <= 2 and p_index ~ '^[0-9][+-]?$'),
  k_index         text check (char_length(k_index) <= 2 and k_index ~ '^[0-9][+-]?$'),
  mg_index        text check (char_length(mg_index) <= 2 and mg_index ~ '^[0-9][+-]?$'),
  lime_t_ha       numeric(6, 2) check (lime_t_ha >= 0),
  om_pct          numeric(5, 2) check (om_pct between 0 and 100),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint soil_tests_field_fkey foreign key (user_id, field_id) references public.fields (user_id, id) on delete cascade
);
create index soil_tests_newest_idx on public.soil_tests (user_id, field_id, sampled_on desc, id desc);
create index soil_tests_created_by_idx on public.soil_tests (created_by) where created_by is not null;

-- Sets the author, and refuses with a message what the table's checks would refuse without one.
create function private.field_seasons_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce(auth.uid(), new.created_by);
    new.created_by_name := coalesce(private.person_name(new.created_by), 'Someone');
  end if;
  new.crop := btrim(new.crop, E' \t\r\n');
  new.variety := nullif(btrim(new.variety, E' \t\r\n'), '');
  new.previous_crop := nullif(btrim(new.previous_crop, E' \t\r\n'), '');
  perform private.refuse_if(coalesce(new.crop, '') = '', 'Name the crop.');
  perform private.refuse_if(new.harvested_on < new.sown_on, 'The harvest is before the sowing.');
  perform private.refuse_if(exists (select from public.field_seasons s where s.user_id = new.user_id and s.field_id = new.field_id
    and s.season_year = new.season_year and s.sequence = new.sequence and s.id <> new.id),
    format('Crop %s of %s is entered already.', new.sequence, new.season_year));
  return new;
end $$;
create function private.soil_tests_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce(auth.uid(), new.created_by);
    new.created_by_name := coalesce(private.person_name(new.created_by), 'Someone');
  end if;
  new.lab_ref := nullif(btrim(new.lab_ref, E' \t\r\n'), '');
  perform private.refuse_if(new.ph not between 3 and 10, 'pH must be between 3 and 10.');
  perform private.refuse_if(new.sampled_on > private.today(new.user_id), 'This date is in the future.');
  perform private.refuse_if(num_nonnulls(new.ph, new.p_mg_l, new.k_mg_l, new.mg_mg_l, new.p_index, new.k_index, new.mg_index,
    new.lime_t_ha, new.om_pct) = 0, 'Enter at least one result.');
  return new;
end $$;

create trigger a_check_insert before insert on public.field_seasons
  for each row execute function private.check_insert('Only the account holder enters crops.');
create trigger field_seasons_before_write before insert or update on public.field_seasons
  for each row execute function private.field_seasons_before_write();
create trigger refuse_outsiders before insert on public.field_seasons for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.field_seasons for each row execute function private.touch();
create trigger write_audit after update or delete on public.field_seasons for each row execute function private.write_audit();
create trigger a_check_insert before insert on public.soil_tests
  for each row execute function private.check_insert('Only the account holder enters soil tests.');
create trigger soil_tests_before_write before insert or update on public.soil_tests
  for each row execute function private.soil_tests_before_write();
create trigger refuse_outsiders before insert on public.soil_tests for each statement execute function private.refuse_outsiders();
create trigger touch before update on public.soil_tests for each row execute function private.touch();
create trigger write_audit after update or delete on public.soil_tests for each row execute function private.write_audit();

alter table public.field_seasons enable row level security;
create policy "account reads crops" on public.field_seasons
  for select to authenticated using (user_id = (select private.account_id()));
create policy "admin adds crops" on public.field_seasons
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes crops" on public.field_seasons
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes crops" on public.field_seasons
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
alter table public.soil_tests enable row level security;
create policy "account reads soil tests" on public.soil_tests
  for select to authenticated using (user_id = (select private.account_id()));
create policy "admin adds soil tests" on public.soil_tests
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));
create policy "admin changes soil tests" on public.soil_tests
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes soil tests" on public.soil_tests
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and (select private.is_admin()));

revoke all on public.field_seasons, public.soil_tests from anon, authenticated;
grant select, delete on public.field_seasons, public.soil_tests to authenticated;
grant insert (id, user_id, field_id, season_year, sequence, crop, variety, sown_on, seed_rate_kg_ha, previous_crop,
              target_yield_t_ha, harvested_on) on public.field_seasons to authenticated;
grant update (crop, variety, sown_on, seed_rate_kg_ha, previous_crop, target_yield_t_ha, harvested_on)
  on public.field_seasons to authenticated;
grant insert (id, user_id, field_id, sampled_on, lab_ref, ph, p_mg_l, k_mg_l, mg_mg_l, method, p_index, k_index, mg_index,
              lime_t_ha, om_pct) on public.soil_tests to authenticated;
grant update (sampled_on, lab_ref, ph, p_mg_l, k_mg_l, mg_mg_l, method, p_index, k_index, mg_index, lime_t_ha, om_pct)
  on public.soil_tests to authenticated;
grant all on public.field_seasons, public.soil_tests to service_role;

revoke execute on function private.most_positions(), private.is_boundary(jsonb), private.parcel_ref(text, text),
  private.fields_before_write(), private.fields_follow_customer(), private.field_seasons_before_write(),
  private.soil_tests_before_write() from public, anon, authenticated;
-- A check runs with the rights of the role that writes the row.
grant execute on function private.most_positions(), private.is_boundary(jsonb) to authenticated, service_role;
revoke execute on function public.replace_fields(uuid[], jsonb) from public, anon;
grant execute on function public.replace_fields(uuid[], jsonb) to authenticated;

select private.guard_values('public.fields');
select private.guard_values('public.field_seasons');
select private.guard_values('public.soil_tests');
