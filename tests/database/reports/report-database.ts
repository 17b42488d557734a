// What the tests of all reports begin with: a database, and a reader that runs the app's queries as a person.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll } from 'vitest';
import type { Json } from '@/lib/database.types';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { current } from '@tests/support/mock-supabase';

/** A job as the app sends it, and who logs it. */
export type NewJob = { by: Person; job: Json };

/** The test file itself has to mock `@/lib/supabase`. */
export function reportDatabase() {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  return {
    backend: () => backend,
    /** Logs these jobs in their order, each as its person, in one transaction. */
    logJobs: (jobs: readonly NewJob[]) =>
      backend.transaction(async ({ query }) => {
        await query(`select set_config('role', 'authenticated', true)`);
        for (const { by, job } of jobs) {
          const claims = JSON.stringify({ role: 'authenticated', sub: by.id, aal: 'aal1' });
          await query(`select set_config('request.jwt.claims', $1, true), public.log_job($2)`, [
            claims,
            JSON.stringify(job),
          ]);
        }
      }),
    read: <Result>(person: Person, query: (client: QueryClient) => Promise<Result>): Promise<Result> => {
      current.client = person;
      return query(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
    },
  };
}
