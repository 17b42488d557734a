// The settings of the API's roles: statement timeouts, and JIT off.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

test.each([
  ['anon', ['jit=off', 'statement_timeout=3s']],
  ['authenticated', ['jit=off', 'statement_timeout=5s']],
  ['service_role', ['jit=off']],
])('the role %s has exactly the settings %j', async (role, settings) => {
  const rows = await backend.sql<{ setting: string }>(
    `select unnest(rolconfig) as setting from pg_roles where rolname = $1 order by 1`,
    [role],
  );
  expect(rows.map(({ setting }) => setting)).toEqual(settings);
});
