-- What every table of a person's records needs besides its own checks, triggers, policies and grants.

-- Sets the author of a new row. Rows that no person adds, such as those of an import, may bring a name.
create function private.set_author() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by));
  else
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
  end if;
  return new;
end $$;

-- A row that was deleted does not come back when a phone sends it again.
create function private.refuse_deleted_row() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is not null then perform private.refuse_deleted(tg_table_name, new.user_id, new.id); end if;
  return new;
end $$;

-- Its migration calls this after the table's own triggers and before its policies and grants. What is done depends on the columns:
-- `created_by_name` is set, `updated_at` is kept, and a table with `recorded_at` takes rows that phones send, so that deleted ones
-- are refused. `holder_only`: what a person of the crew is told who adds a row; null if everyone may.
create function private.arm_table(armed regclass, holder_only text default null) returns void
  language plpgsql set search_path = ''
  as $$
declare
  names constant text[] := array(
    select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = armed and a.attnum > 0 and not a.attisdropped);
begin
  execute format('create trigger a_check_insert before insert on %s for each row execute function private.check_insert(%s)',
    armed, coalesce(quote_literal(holder_only), ''));
  if 'created_by_name' = any (names) then
    execute format('create trigger b_set_author before insert on %s for each row execute function private.set_author()', armed);
  end if;
  if 'recorded_at' = any (names) then
    execute format('create trigger b_refuse_deleted before insert on %s for each row
      execute function private.refuse_deleted_row()', armed);
  end if;
  if 'updated_at' = any (names) then
    execute format('create trigger touch before update on %s for each row execute function private.touch()', armed);
  end if;
  execute format('create trigger refuse_outsiders before insert on %s for each statement
    execute function private.refuse_outsiders()', armed);
  execute format('create trigger write_audit after update or delete on %s for each row
    execute function private.write_audit()', armed);
  execute format('alter table %s enable row level security', armed);
  execute format('revoke all on %s from anon, authenticated', armed);
  execute format('grant all on %s to service_role', armed);
  perform private.limit_rows_of(armed);
  perform private.guard_values(armed);
  perform private.guard_demo(armed);
end $$;

revoke execute on function private.set_author(), private.refuse_deleted_row(), private.arm_table(regclass, text)
  from public, anon, authenticated;
