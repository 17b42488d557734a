-- The parts of a split field have areas that were typed, whatever the area of the whole was: official, measured or drawn.
-- Only a part whose area is that of its own outline is drawn, and a merged field without an outline is not.
create or replace function public.replace_fields(p_old uuid[], p_new jsonb) returns uuid[]
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
    values (part.id, account, part.name, part.area_ha,
      case when part.boundary is not null and part.area_ha = part.drawn_area_ha then 'drawn'
        when cardinality(p_old) = 1 or (first.area_source = 'drawn' and part.boundary is null) then 'typed'
        else first.area_source end, part.parcel_ref, first.parcel_scheme, first.townland,
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
