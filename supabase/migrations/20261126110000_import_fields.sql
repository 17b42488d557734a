-- Boundaries from a file: new fields, and new outlines of existing fields, all of them or none. Returns the number of
-- fields. A second call with the same ids adds nothing twice.
create function public.import_fields(p_new jsonb, p_outlines jsonb) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  updated integer;
begin
  perform private.refuse_if(not private.is_list_of(p_new,
    '{"id": "string", "name": "string", "area_ha": "number", "area_source": "string", "boundary": "object",
      "drawn_area_ha": "number null missing", "centroid_lat": "number null missing", "centroid_lng": "number null missing",
      "parcel_ref": "string null missing", "parcel_scheme": "string null missing", "customer": "string null missing"}'),
    'The new fields are not complete.');
  perform private.refuse_if(exists (select from jsonb_array_elements(p_new) n
    where n ->> 'area_source' not in ('official', 'drawn', 'measured', 'typed')), 'The new fields are not complete.');
  perform private.refuse_if(not private.is_list_of(p_outlines,
    '{"id": "string", "boundary": "object", "drawn_area_ha": "number null missing", "centroid_lat": "number null missing",
      "centroid_lng": "number null missing"}'),
    'The boundaries are not complete.');
  perform private.refuse_if(jsonb_array_length(p_new) + jsonb_array_length(p_outlines) > 500, 'That is too many fields at once.');
  perform private.refuse_if(exists (select from jsonb_array_elements(p_new || p_outlines) n
    where n ->> 'id' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'), 'The fields are not complete.');

  insert into public.fields (id, user_id, name, area_ha, area_source, parcel_ref, parcel_scheme, customer, boundary,
    drawn_area_ha, centroid_lat, centroid_lng)
  select n.id, account, n.name, n.area_ha, n.area_source, n.parcel_ref, n.parcel_scheme, n.customer, n.boundary,
    n.drawn_area_ha, n.centroid_lat, n.centroid_lng
  from jsonb_to_recordset(p_new) as n (id uuid, name text, area_ha numeric, area_source text, parcel_ref text,
    parcel_scheme text, customer text, boundary jsonb, drawn_area_ha numeric, centroid_lat numeric, centroid_lng numeric)
  where not exists (select from public.fields f where f.user_id = account and f.id = n.id);

  update public.fields f set boundary = n.boundary, drawn_area_ha = n.drawn_area_ha, centroid_lat = n.centroid_lat,
    centroid_lng = n.centroid_lng
  from jsonb_to_recordset(p_outlines) as n (id uuid, boundary jsonb, drawn_area_ha numeric, centroid_lat numeric,
    centroid_lng numeric)
  where f.user_id = account and f.id = n.id and f.archived_on is null;
  get diagnostics updated = row_count;
  perform private.refuse_if(updated <> jsonb_array_length(p_outlines), 'One of these fields is not there any more.');
  return jsonb_array_length(p_new) + updated;
end $$;

revoke execute on function public.import_fields(jsonb, jsonb) from public, anon;
grant execute on function public.import_fields(jsonb, jsonb) to authenticated, service_role;
