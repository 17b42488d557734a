// What the tests of all reports begin with: a database, and a reader that runs the app's queries as a person.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { current } from '@tests/support/mock-supabase';

/** The test file itself has to mock `@/lib/supabase`. */
export function reportDatabase() {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  return {
    backend: () => backend,
    read: <Result>(person: Person, query: (client: QueryClient) => Promise<Result>): Promise<Result> => {
      current.client = person;
      return query(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
    },
  };
}
