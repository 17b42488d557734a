-- Foundation: the schemas, and default privileges that grant nothing until a later migration does.
create schema if not exists extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- Helpers that the API never exposes. Policies call them, so the signed-in role needs usage on the schema.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- New objects are closed by default: each migration grants access by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
alter default privileges in schema private revoke all on functions from public, anon, authenticated;

-- A runaway query is cancelled after five seconds, so that it does not slow down other accounts. A managed database may
-- not allow a role to be altered, hence the exception handler.
do $$ begin
  execute 'alter role authenticated set statement_timeout = ''5s''';
  execute 'alter role anon set statement_timeout = ''3s''';
exception when insufficient_privilege then null;
end $$;
