// The default grants on a new table before any migration changes them: older hosted projects grant everything, newer
// ones nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend } from '@tests/support/embedded/backend';
import { CONFIG, MIGRATIONS } from '@tests/support/database/database-snapshot';
import { createBackend, type Backend } from '../../../supabase/local/backend';
import { STRICT_PRIVILEGES_SQL } from '../../../supabase/local/database/bootstrap';
import { readMigrations } from '../../../supabase/local/database/migrations';
import { newKeys } from '../../../supabase/local/auth/tokens';

const keys = newKeys();
let backend: Backend;
beforeAll(async () => {
  backend = await createBackend({ place: { kind: 'memory' }, keys, config: CONFIG, migrations: [] });
});
afterAll(() => backend.close());

/** Creates a table and a function without grants; returns the statuses that an anonymous client gets. */
async function statuses(name: string, before = '') {
  await backend.transaction((sql) =>
    sql.script(`${before} create table public.${name} (id int);
      create function public.${name}_too() returns int language sql as 'select 1';`),
  );
  await backend.opened.connection.clearSchemaCache();
  const ask = async (method: string, path: string) => {
    const headers = { apikey: keys.publishable };
    return (await backend.fetch(new Request(`http://localhost:3000/rest/v1/${path}`, { method, headers }))).status;
  };
  return {
    read: await ask('GET', name),
    write: await ask('DELETE', `${name}?id=eq.1`),
    call: await ask('POST', `rpc/${name}_too`),
  };
}

test('permissive: a forgotten revoke leaves a table open, so that tests detect it', async () => {
  expect(await statuses('older')).toEqual({ read: 200, write: 204, call: 200 });
});

test('strict: a forgotten grant leaves a table closed; functions stay open to all', async () => {
  expect(await statuses('newer', STRICT_PRIVILEGES_SQL)).toEqual({ read: 401, write: 401, call: 200 });
});

test('the migrations give the same access on an older and on a newer project', async () => {
  const grants = `
    select name, array(select x::text from unnest(acl) x where x::text ~ '^(anon|authenticated|)=' order by 1)::text as acl from (
      select c.relname as name, c.relacl as acl from pg_class c where c.relnamespace = 'public'::regnamespace
      union all
      select c.relname || '.' || a.attname, a.attacl from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attacl is not null
      union all
      select p.oid::regprocedure::text, p.proacl from pg_proc p where p.pronamespace = 'public'::regnamespace
    ) as granted order by name`;
  const migrations = await readMigrations(MIGRATIONS);
  const older = await testBackend();
  const newer = await createBackend({
    place: { kind: 'memory' },
    keys,
    config: CONFIG,
    migrations,
    privileges: 'strict',
  });
  expect(await newer.query(grants)).toEqual(await older.sql(grants));
  await Promise.all([older.close(), newer.close()]);
});
