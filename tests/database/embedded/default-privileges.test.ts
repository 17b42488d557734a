// The default grants on a new table before any migration changes them: older hosted projects grant everything, newer
// ones nothing. access/privileges.test.ts compares what the migrations grant on both.
import { afterAll, expect, test } from 'vitest';
import { CONFIG } from '@tests/support/database/database-snapshot';
import { createBackend, type Backend } from '../../../supabase/local/backend';
import { newKeys } from '../../../supabase/local/auth/tokens';

const keys = newKeys();
const open: Backend[] = [];
afterAll(() => Promise.all(open.map((backend) => backend.close())));

/** Creates a table and a function without grants; returns the statuses that an anonymous client gets. */
async function statuses(privileges?: 'strict') {
  const backend = await createBackend({
    ...{ place: { kind: 'memory' }, keys, config: CONFIG, migrations: [] },
    ...(privileges && { privileges }),
  });
  open.push(backend);
  await backend.transaction((sql) =>
    sql.script(`create table public.added (id int);
      create function public.added_too() returns int language sql as 'select 1';`),
  );
  await backend.opened.connection.clearSchemaCache();
  const ask = async (method: string, path: string) => {
    const headers = { apikey: keys.publishable };
    return (await backend.fetch(new Request(`http://localhost:3000/rest/v1/${path}`, { method, headers }))).status;
  };
  return {
    read: await ask('GET', 'added'),
    write: await ask('DELETE', 'added?id=eq.1'),
    call: await ask('POST', 'rpc/added_too'),
  };
}

test('permissive: a forgotten revoke leaves a table open, so that tests detect it', async () => {
  expect(await statuses()).toEqual({ read: 200, write: 204, call: 200 });
});

test('strict: a forgotten grant leaves a table closed; functions stay open to all', async () => {
  expect(await statuses('strict')).toEqual({ read: 401, write: 401, call: 200 });
});
