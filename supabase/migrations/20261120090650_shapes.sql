-- Shapes: what a JSON column may hold. A client can send any JSON, but the screens rely on its structure. A trigger
-- normalises or refuses a value; a check constraint with these functions applies to every writer.

-- The JSON type of a value, with two additions: 'missing', and 'texts' for an array of strings.
create function private.json_kind(given jsonb) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when given is null then 'missing'
      when jsonb_typeof(given) = 'array' and not jsonb_path_exists(given, 'strict $[*] ? (@.type() != "string")') then 'texts'
      else jsonb_typeof(given) end
  $$;

-- Whether a value is an object with these keys and no others. `keys` names the types allowed for each: {"start":
-- "string", "end": "string null missing"}.
create function private.is_object_of(given jsonb, keys jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(given) = 'object' then
      given - array(select jsonb_object_keys(keys)) = '{}'
      and not exists (
        select from jsonb_each_text(keys) k
        where private.json_kind(given -> k.key) <> all (string_to_array(k.value, ' ')))
    else false end
  $$;

-- Whether a value is an array of such objects.
create function private.is_list_of(given jsonb, keys jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(given) = 'array' then
      not exists (select from jsonb_array_elements(given) one where not private.is_object_of(one.value, keys))
    else false end
  $$;

-- Whether a value is an array of objects of any structure: for columns that only the database's own functions write.
create function private.is_list_of_objects(given jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(given) = 'array' and not jsonb_path_exists(given, 'strict $[*] ? (@.type() != "object")')
  $$;

-- Whether a value is a flat object of strings, numbers and booleans, such as a snapshot of a row.
create function private.is_flat(given jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(given) = 'object' then
      not exists (select from jsonb_each(given) one where jsonb_typeof(one.value) not in ('string', 'number', 'boolean'))
    else false end
  $$;

revoke execute on function private.json_kind(jsonb), private.is_object_of(jsonb, jsonb), private.is_list_of(jsonb, jsonb),
  private.is_list_of_objects(jsonb), private.is_flat(jsonb) from public, anon, authenticated;
-- A check runs with the rights of the role that writes the row.
grant execute on function private.json_kind(jsonb), private.is_object_of(jsonb, jsonb), private.is_list_of(jsonb, jsonb),
  private.is_list_of_objects(jsonb), private.is_flat(jsonb) to authenticated, service_role;
