-- Checked by the API before each request. A planned or estimated count is the planner's guess from statistics of the
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
notify pgrst, 'reload config';
