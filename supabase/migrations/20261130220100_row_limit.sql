-- At most 10,000 new rows for an account in a minute, whoever of its people adds them and through whichever function: a signed-in
-- person who calls the API in a loop must not fill the database for everybody. More than the largest imports together.

-- The rows that each request added. Not one counter for each account: two requests would wait for each other, and could wait in
-- a circle. Lost after a crash, which does no harm.
create unlogged table private.added_rows (
  account uuid not null,
  added   integer not null,
  at      timestamptz not null default clock_timestamp()
);
create index added_rows_idx on private.added_rows (account, at);
alter table private.added_rows enable row level security;
revoke all on private.added_rows from public, anon, authenticated, service_role;

create function private.limit_rows() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  this   uuid;
  now_in integer := (select count(*) from added);
begin
  -- Restores and the operator's own work run as nobody.
  if auth.uid() is null or now_in = 0 then return null; end if;
  this := private.account_id();
  if this is null then return null; end if;
  if now_in + coalesce((select sum(r.added) from private.added_rows r
      where r.account = this and r.at > clock_timestamp() - interval '1 minute'), 0) > 10000 then
    raise exception using errcode = 'PT429',
      message = 'This farm has added 10,000 entries within a minute, which are the most. Try again in a minute.';
  end if;
  -- Skips rows that another request is deleting, so as not to wait for it.
  delete from private.added_rows where ctid in (
    select r.ctid from private.added_rows r where r.account = this and r.at < clock_timestamp() - interval '2 minutes'
    limit 20 for update skip locked);
  insert into private.added_rows (account, added) values (this, now_in);
  return null;
end $$;
revoke execute on function private.limit_rows() from public, anon, authenticated;

-- Each table that people add rows to. A new table calls this in its migration.
create function private.limit_rows_of(of_table regclass) returns void
  language plpgsql set search_path = ''
  as $$
begin
  execute format('create trigger limit_rows after insert on %s referencing new table as added
    for each statement execute function private.limit_rows()', of_table);
end $$;
revoke execute on function private.limit_rows_of(regclass) from public, anon, authenticated;

select private.limit_rows_of(t.oid)
from pg_class t join pg_namespace n on n.oid = t.relnamespace
where n.nspname = 'public' and t.relkind = 'r'
  and exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    and has_column_privilege('authenticated', t.oid, a.attnum, 'insert'));
