-- Shapes: what a JSON column may hold. A client can send any JSON, and a screen has to rely on what it reads. A trigger
-- brings a value into shape or refuses it; a check with these functions holds for every writer.

-- The type of a value, with two more words: 'missing', and 'texts' for a list of nothing but texts.
create function private.json_kind(given jsonb) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when given is null then 'missing'
      when jsonb_typeof(given) = 'array' and not jsonb_path_exists(given, 'strict $[*] ? (@.type() != "string")') then 'texts'
      else jsonb_typeof(given) end
  $$;

-- Whether a value is an object with these keys and no others: {"start": "string", "end": "string null missing"} names
-- the types that each may have.
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

-- Whether a value is a list of such objects.
create function private.is_list_of(given jsonb, keys jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(given) = 'array' then
      not exists (select from jsonb_array_elements(given) one where not private.is_object_of(one.value, keys))
    else false end
  $$;

-- Whether a value is a list of objects, whatever these hold: for what only the database's own functions write.
create function private.is_list_of_objects(given jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(given) = 'array' and not jsonb_path_exists(given, 'strict $[*] ? (@.type() != "object")')
  $$;

-- Whether a value is an object of texts, numbers and booleans, as a frozen copy of a row is.
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
