// What a hosted Supabase project has before its first migration: roles, schemas, auth helpers, storage, default
// privileges.
import { STORAGE_SQL } from '../storage/schema.ts';

/** Roles, the extensions schema and the auth helper functions, as in a hosted project. Idempotent. */
const BOOTSTRAP_SQL = `
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then create role supabase_auth_admin nologin; end if;
end $$;
grant usage on schema public, extensions to anon, authenticated, service_role;
grant usage on schema auth to anon, authenticated, service_role;
grant execute on all functions in schema auth to anon, authenticated, service_role;
grant execute on all functions in schema extensions to anon, authenticated, service_role;
revoke all on all tables in schema auth from anon, authenticated;

create or replace function auth.uid() returns uuid language sql stable as $f$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $f$;
create or replace function auth.role() returns text language sql stable as $f$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role') $f$;
create or replace function auth.email() returns text language sql stable as $f$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email') $f$;
`;

/** The permissive default privileges of projects created before November 2026: with them a forgotten revoke shows. */
const PERMISSIVE_PRIVILEGES_SQL = `
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

/** Newer projects grant nothing on new tables of the public schema: with this, a forgotten grant shows. */
const STRICT_PRIVILEGES_SQL = `
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

export type DefaultPrivileges = 'permissive' | 'strict';

/** The whole script that runs before the first migration. */
export function bootstrapSql(privileges: DefaultPrivileges): string {
  return BOOTSTRAP_SQL + STORAGE_SQL + (privileges === 'strict' ? STRICT_PRIVILEGES_SQL : PERMISSIVE_PRIVILEGES_SQL);
}
