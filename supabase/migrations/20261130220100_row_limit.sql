-- At most 10,000 new rows for an account in a minute, whoever of its people adds them: a signed-in person who calls the API in a
-- loop must not fill the database for everybody. Imports of works, which have a limit of their own, and restored backups do not
-- count.

-- The rows that each request added. Not one counter for each account: two requests would wait for each other, and could wait in
-- a circle. Lost after a crash, which does no harm.
create unlogged table private.added_rows (
  user_id uuid not null references public.profiles on delete cascade,
  id      bigint generated always as identity,
  added   integer not null,
  at      timestamptz not null default clock_timestamp(),
  primary key (user_id, id)
);
create index added_rows_idx on private.added_rows (user_id, at);
alter table private.added_rows enable row level security;
revoke all on private.added_rows from public, anon, authenticated, service_role;
select private.guard_values('private.added_rows');

create function private.limit_rows() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid;
  counts  integer[] := string_to_array(nullif(current_setting('farm_diary.added_rows', true), ''), ' ');
  -- The rows of this transaction: how many were added, and how many of them are written down.
  total   integer := coalesce(counts[1], 0) + (select count(*) from added);
  written integer := coalesce(counts[2], 0);
begin
  if auth.uid() is null or total = 0 then return null; end if;
  -- A function that adds rows one by one writes its number down each time that it has doubled, not for each row.
  if total < 2 * written then
    perform set_config('farm_diary.added_rows', total || ' ' || written, true);
    return null;
  end if;
  account := private.account_id();
  if account is null then return null; end if;
  if total - written + coalesce((select sum(r.added) from private.added_rows r
      where r.user_id = account and r.at > clock_timestamp() - interval '1 minute'), 0) > 10000 then
    raise exception using errcode = 'PT429',
      message = 'This farm has added 10,000 entries within a minute, which are the most. Try again in a minute.';
  end if;
  -- Skips rows that another request is deleting, so as not to wait for it.
  delete from private.added_rows d where d.user_id = account and d.id in (
    select r.id from private.added_rows r where r.user_id = account and r.at < clock_timestamp() - interval '2 minutes'
    limit 20 for update skip locked);
  insert into private.added_rows (user_id, added) values (account, total - written);
  perform set_config('farm_diary.added_rows', total || ' ' || total, true);
  return null;
end $$;
revoke execute on function private.limit_rows() from public, anon, authenticated;

-- Each table that people add rows to. A new table calls this in its migration, before guard_values.
create function private.limit_rows_of(of_table regclass) returns void
  language plpgsql set search_path = ''
  as $$
begin
  execute format('create trigger limit_rows after insert on %s referencing new table as added
    for each statement execute function private.limit_rows()', of_table);
end $$;
revoke execute on function private.limit_rows_of(regclass) from public, anon, authenticated;

do $$
declare counted regclass;
begin
  for counted in
    select t.oid from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('authenticated', t.oid, a.attnum, 'insert'))
  loop
    perform private.limit_rows_of(counted);
    perform private.spare_restored_rows(counted);
  end loop;
end $$;
