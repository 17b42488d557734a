-- What the API refuses before it looks at a request. A planned or estimated count is the planner's guess from statistics
-- of the whole table: asked with another account's id, it tells roughly how many rows that account has. The app asks for
-- exact counts only, which row security decides.
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

-- PostgREST reads this from the role that it connects as. Somebody who is not signed in has no rights on the schema, and
-- is refused here as everywhere.
do $$ begin
  alter role authenticator set pgrst.db_pre_request = 'private.before_request';
-- A managed database may keep its roles to itself, and a database without the API has no such role.
exception when insufficient_privilege or undefined_object then null;
end $$;
notify pgrst, 'reload config';
