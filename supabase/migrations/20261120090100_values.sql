-- Values: how a bad value is refused, what a JSON column may hold, and which dates, numbers and times are possible.

-- Raises 23514 (check_violation) with a message for the user if the condition holds.
create function private.refuse_if(refused boolean, sentence text) returns void
  language plpgsql immutable set search_path = ''
  as $$ begin if refused then raise exception using errcode = '23514', message = sentence; end if; end $$;
revoke execute on function private.refuse_if(boolean, text) from public, anon;
grant execute on function private.refuse_if(boolean, text) to authenticated;

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

-- Possible values: no column may hold an infinite date, a date outside 1900 to 2199, NaN or 24:00. Postgres allows all
-- of them, comparisons such as `>= 0` let NaN pass, and screens fail on them.

-- Refuses a row with the sentence given as the trigger's argument.
create function private.refuse_row() returns trigger
  language plpgsql set search_path = ''
  as $$ begin raise exception using errcode = '23514', message = tg_argv[0]; end $$;

-- Sets the column given as the trigger's argument to null. Used for times read from a phone's clock, so that a wrong
-- clock does not get a record refused.
create function private.empty_column() returns trigger
  language plpgsql set search_path = ''
  as $$ begin return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null)); end $$;

-- Guards every date, number and time column of a table: a trigger refuses an impossible value with a message, and a
-- check also holds if the trigger is bypassed. The trigger names begin with zz so that the table's own triggers run
-- first, since they often have better messages. A migration that adds a table or such a column must call this at its
-- end.
create function private.guard_values(guarded regclass) returns void
  language plpgsql set search_path = ''
  as $$
declare
  name  constant text := (select relname from pg_catalog.pg_class where oid = guarded);
  clock constant text[] := array['recorded_at', 'taken_at'];
  kind  record;
  found record;
begin
  for kind in select * from (values
      ('dates', 'date timestamp timestamptz _date _timestamp _timestamptz',
        '(''1900-01-01'' <= all (array[%1$s]) and ''2200-01-01'' > all (array[%1$s]))', 'Choose a date from 1900 to 2199.'),
      ('numbers', 'numeric float4 float8', '(%1$s > ''-Infinity'' and %1$s < ''Infinity'')', 'One of the numbers is not a number.'),
      ('times', 'time timetz', '(%1$s < ''24:00'')', 'Choose a time from 00:00 to 23:59.')
    ) k (called, types, possible, words)
  loop
    select string_agg(format(kind.possible, quote_ident(a.attname)), ' and ') as stored,
      string_agg(format(kind.possible, 'new.' || quote_ident(a.attname)), ' and ') filter (where a.attname <> all (clock)) as given,
      array_agg(a.attname::text) filter (where a.attname = any (clock)) as told
      into found
    from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
    where a.attrelid = guarded and a.attnum > 0 and not a.attisdropped and t.typname = any (string_to_array(kind.types, ' '));
    execute format('alter table %s drop constraint if exists %I', guarded, name || '_possible_' || kind.called);
    execute format('drop trigger if exists %I on %s', 'zz_possible_' || kind.called, guarded);
    if found.stored is not null then
      execute format('alter table %s add constraint %I check (%s)', guarded, name || '_possible_' || kind.called, found.stored);
    end if;
    if found.given is not null then
      execute format('create trigger %I before insert or update on %s for each row when (not (%s))
        execute function private.refuse_row(%L)', 'zz_possible_' || kind.called, guarded, found.given, kind.words);
    end if;
    for i in 1 .. coalesce(cardinality(found.told), 0) loop
      execute format('create or replace trigger %I before insert or update on %s for each row when (not (%s))
        execute function private.empty_column(%L)', 'zz_possible_' || found.told[i], guarded,
        format(kind.possible, 'new.' || quote_ident(found.told[i])), found.told[i]);
    end loop;
  end loop;
end $$;

revoke execute on function private.refuse_row(), private.empty_column(), private.guard_values(regclass)
  from public, anon, authenticated;
