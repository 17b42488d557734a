-- A refusal of imported boundaries names the field, because it refuses all fields of the file.

-- Adds the name of a field to a sentence that does not name it. `broken`: the constraint of a raw message, or ''.
create function private.refusal_of_field(name text, sentence text, broken text) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when broken <> '' then format('%s: One of the numbers or texts is not valid.', left(name, 80))
      when position(name in sentence) > 0 then sentence
      else format('%s: %s', left(name, 80), sentence) end
  $$;
revoke execute on function private.refusal_of_field(text, text, text) from public, anon;

create or replace function public.import_fields(p_new jsonb, p_outlines jsonb) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  field   record;
  broken  text;
  updated integer := 0;
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

  for field in
    select * from jsonb_to_recordset(p_new) as n (id uuid, name text, area_ha numeric, area_source text, parcel_ref text,
      parcel_scheme text, customer text, boundary jsonb, drawn_area_ha numeric, centroid_lat numeric, centroid_lng numeric)
    where not exists (select from public.fields f where f.user_id = account and f.id = n.id)
  loop
    begin
      insert into public.fields (id, user_id, name, area_ha, area_source, parcel_ref, parcel_scheme, customer, boundary,
        drawn_area_ha, centroid_lat, centroid_lng)
      values (field.id, account, field.name, field.area_ha, field.area_source, field.parcel_ref, field.parcel_scheme,
        field.customer, field.boundary, field.drawn_area_ha, field.centroid_lat, field.centroid_lng);
    exception when check_violation or data_exception then
      get stacked diagnostics broken = constraint_name;
      raise exception using errcode = '23514', message = private.refusal_of_field(field.name, sqlerrm,
        case when sqlstate = '23514' then broken else sqlstate end);
    end;
  end loop;

  for field in
    select n.*, f.name
    from jsonb_to_recordset(p_outlines) as n (id uuid, boundary jsonb, drawn_area_ha numeric, centroid_lat numeric,
      centroid_lng numeric)
    join public.fields f on f.user_id = account and f.id = n.id and f.archived_on is null
  loop
    begin
      update public.fields f set boundary = field.boundary, drawn_area_ha = field.drawn_area_ha,
        centroid_lat = field.centroid_lat, centroid_lng = field.centroid_lng
      where f.user_id = account and f.id = field.id;
      updated := updated + 1;
    exception when check_violation or data_exception then
      get stacked diagnostics broken = constraint_name;
      raise exception using errcode = '23514', message = private.refusal_of_field(field.name, sqlerrm,
        case when sqlstate = '23514' then broken else sqlstate end);
    end;
  end loop;
  perform private.refuse_if(updated <> jsonb_array_length(p_outlines), 'One of these fields is not there any more.');
  return jsonb_array_length(p_new) + updated;
end $$;
