import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/backend';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

test('a person signs up and is known', async () => {
  const person = await backend.user({ firstName: 'Ann' });
  const rows = await backend.sql<{ email: string }>('select email from auth.users where id = $1', [person.id]);
  expect(rows).toEqual([{ email: person.email }]);
  expect(await backend.sql('select * from public.profiles')).toHaveLength(1);
});
