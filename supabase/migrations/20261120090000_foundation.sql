-- Foundation: the schemas, and default privileges that grant nothing until a later migration does.
create schema if not exists extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gist with schema extensions;

-- The schema of helpers, which the API does not expose. Policies call them, so the signed-in role needs usage on it.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- New objects are closed by default: each migration grants access by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
alter default privileges in schema private revoke all on functions from public, anon, authenticated;

-- A runaway query is cancelled after five seconds (three for an anonymous request), so that it does not slow down other
-- accounts. A managed database may not allow a role to be altered, hence the exception handler.
do $$ begin
  execute 'alter role authenticated set statement_timeout = ''5s''';
  execute 'alter role anon set statement_timeout = ''3s''';
exception when insufficient_privilege then null;
end $$;

-- No JIT for the roles of the API. The planner overestimates the cost of queries with row policies and has them
-- compiled, again for each statement: with jit on, Postgres' default, the tests of the grouped works list took 49 s instead
-- of 3.4 s, those of the works list's offline copy 45 s instead of 5 s. No query of an account runs long enough to make up for that.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    begin
      execute format('alter role %I set jit = off', role_name);
    -- A managed database may not allow a role to be altered; the handler covers each role separately.
    exception when insufficient_privilege then null;
    end;
  end loop;
end $$;

-- PostgREST calls this before each request. A planned or estimated count is the planner's guess from statistics of the
-- whole table: filtered by another account's id, it reveals roughly how many rows that account has. The app uses exact
-- counts only, to which row security applies.
create function private.before_request() returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if nullif(current_setting('request.headers', true), '')::json ->> 'prefer' ~* 'count\s*=\s*(planned|estimated)' then
    raise exception using errcode = '22023', message = 'Only exact counts are given.';
  end if;
end $$;
revoke execute on function private.before_request() from public, anon;
grant execute on function private.before_request() to authenticated, service_role;

-- PostgREST reads this setting from the role it connects as. An anonymous request has no rights on the schema and is
-- refused here as everywhere.
do $$ begin
  alter role authenticator set pgrst.db_pre_request = 'private.before_request';
-- A managed database may not allow its roles to be altered, and a database without the API has no such role.
exception when insufficient_privilege or undefined_object then null;
end $$;

-- PostgREST reads the settings of the roles it switches to at start, and when notified.
notify pgrst, 'reload config';
