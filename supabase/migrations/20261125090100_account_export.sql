-- The export of a whole account: its plan and its counters.

-- The plan of a full export: every table in which the account holder can read rows of the account, its columns except
-- generated ones, its key columns within the account, and its number of rows. New tables are included automatically.
-- Runs as the caller, so row security applies.
create function public.export_plan()
  returns table (table_name text, column_names text[], key_names text[], of_account boolean, entries bigint)
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only the main account holder can export everything.';
  end if;
  for table_name, column_names, key_names, of_account in
    select c.relname::text,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and has_column_privilege(c.oid, a.attnum, 'select') order by a.attnum),
      array(select a.attname::text from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary and a.attname <> 'user_id' order by k.place),
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped)
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and has_any_column_privilege(c.oid, 'select')
    order by c.relname
  loop
    execute format('select count(*) from public.%I', table_name) into entries;
    return next;
  end loop;
end $$;
revoke execute on function public.export_plan() from public, anon;
grant execute on function public.export_plan() to authenticated;

-- The next number of each series: no exported table contains it, and a restored account must not reuse numbers.
create function public.export_counters() returns table (series text, next integer)
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
begin
  if account is null or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only the main account holder can export everything.';
  end if;
  return query select c.series, c.next from private.counters c where c.user_id = account order by c.series;
end $$;
revoke execute on function public.export_counters() from public, anon;
grant execute on function public.export_counters() to authenticated;
