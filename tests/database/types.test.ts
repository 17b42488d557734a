// The types that the app is compiled with match the migrations.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { databaseTypes } from '../../supabase/local/cli/database-types';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

test('src/lib/database.types.ts is what `npm run db:types` writes now', async () => {
  const current = readFileSync('src/lib/database.types.ts', 'utf8');
  expect(current).toBe(await databaseTypes({ query: backend.sql }));
});
