-- Possible values: no column may hold an infinite date, a date outside 1900 to 2199, NaN or 24:00. Postgres allows all
-- of them, comparisons such as `>= 0` let NaN pass, and screens fail on them.

-- Refuses a row with the sentence given as the trigger's argument.
create function private.refuse_row() returns trigger
  language plpgsql set search_path = ''
  as $$ begin raise exception using errcode = '23514', message = tg_argv[0]; end $$;

-- Sets the column given as the trigger's argument to null. Used for times told by a phone's clock: a record is not
-- refused because that clock is wrong.
create function private.empty_column() returns trigger
  language plpgsql set search_path = ''
  as $$ begin return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null)); end $$;

-- Guards every date, number and time column of a table: a trigger refuses an impossible value with a sentence, and a
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

do $$
declare one regclass;
begin
  for one in
    select c.oid from pg_catalog.pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r' order by c.oid
  loop
    perform private.guard_values(one);
  end loop;
end $$;

revoke execute on function private.refuse_row(), private.empty_column(), private.guard_values(regclass)
  from public, anon, authenticated;
