-- Limits that only somebody who calls the API directly meets: the person of a cost, and the size of values in JSON.

-- A stranger's id would tell whether such a person exists, and hold their deletion.
create function private.people_costs_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_if(new.person_id is not null and not exists (
      select from public.farm_people f where f.user_id = new.user_id and f.person_id = new.person_id),
    'Choose people of this farm only.');
  return new;
end $$;
create trigger people_costs_before_insert before insert on public.people_costs
  for each row execute function private.people_costs_before_insert();

create function private.harvests_size() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform private.refuse_if(octet_length(new.quality::text) > 4000, 'The quality of this harvest is too long.');
  return new;
end $$;
create trigger harvests_size before insert or update of quality on public.harvests
  for each row execute function private.harvests_size();

create function private.gangs_size() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform private.refuse_if(octet_length(new.people::text) > 20000, 'The names in this gang are too long.');
  return new;
end $$;
create trigger gangs_size before insert or update of people on public.gangs
  for each row execute function private.gangs_size();

-- 20,000 points with seven decimals, as the app stores them, are about 500,000 bytes. A number may have thousands of digits.
create function private.fields_size() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform private.refuse_if(octet_length(new.boundary::text) > 600000 or octet_length(new.no_spread_geojson::text) > 600000,
    'The boundary is too large. Simplify it and try again.');
  return new;
end $$;
create trigger fields_size before insert or update of boundary, no_spread_geojson on public.fields
  for each row execute function private.fields_size();

revoke execute on function private.people_costs_before_insert(), private.harvests_size(), private.gangs_size(),
  private.fields_size() from public, anon, authenticated;
select private.guard_values('public.people_costs');
select private.guard_values('public.harvests');
select private.guard_values('public.gangs');
select private.guard_values('public.fields');
