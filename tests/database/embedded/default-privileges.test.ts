// The default grants on a new table before any migration changes them: older hosted projects grant everything, newer
// ones nothing. access/privileges.test.ts compares what the migrations grant on both.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFIG } from '@tests/support/database/database-snapshot';
import { createBackend, type Backend } from '../../../supabase/local/backend';
import { STRICT_PRIVILEGES_SQL } from '../../../supabase/local/database/bootstrap';
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
