-- Foundation: the schemas, and who may do nothing until a later line says otherwise.
create schema if not exists extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- Helpers that the API never exposes. Policies call them, so the signed-in role may look the schema up.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- Nothing new in public is open by itself: each migration grants by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
alter default privileges in schema private revoke all on functions from public, anon, authenticated;

-- A runaway query costs its own account five seconds, not everybody's evening. A managed database may keep
-- this to itself, hence the exception.
do $$ begin
  execute 'alter role authenticated set statement_timeout = ''5s''';
  execute 'alter role anon set statement_timeout = ''3s''';
exception when insufficient_privilege then null;
end $$;
