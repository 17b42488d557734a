// The storage service's part of a hosted project's database: buckets, objects, and the helpers that policies call.

/** Idempotent. Columns, defaults and grants as in a hosted project; row-level security decides about access. */
export const STORAGE_SQL = `
create schema if not exists storage;
create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);
create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create or replace function storage.foldername(name text) returns text[] language sql immutable
  as $f$ select (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1] $f$;
create or replace function storage.filename(name text) returns text language sql immutable
  as $f$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $f$;
create or replace function storage.extension(name text) returns text language sql immutable
  as $f$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $f$;

-- Deleting a row with SQL would leave its bytes behind. Only the storage service sets allow_delete_query first.
create or replace function storage.protect_delete() returns trigger language plpgsql as $f$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception using errcode = '42501',
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.';
  end if;
  return null;
end $f$;
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
`;
