// A server that explains every statement, with three filled accounts, for the tests of one file.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll } from 'vitest';
import { ORIGIN, testBackend, type Person, type TestBackend, type TestClient } from '../embedded/backend';
import { accountTables } from './catalogue';
import { startMigrated } from './database-snapshot';
import { EXPLAINING, fillAccounts, planReader, type Explained, type FilledIds } from './plans';
import { current } from '../mock-supabase';

type Account = { backend: TestBackend; owner: Person; driver: Person; ids: FilledIds };

/** The test file must mock the client as described in mock-supabase.ts. */
export function filledAccounts() {
  let server: Awaited<ReturnType<typeof startMigrated>>;
  let backend: TestBackend;
  let account: Account | undefined;
  let readPlans: ReturnType<typeof planReader>;

  beforeAll(async () => {
    server = await startMigrated(EXPLAINING);
    backend = await testBackend({ server: server.url });
    const owner = await backend.user();
    const driver = await backend.employeeOf(owner);
    const ids = await fillAccounts(backend, [owner, await backend.user(), await backend.user()], driver);
    readPlans = planReader(await accountTables(backend));
    account = { backend, owner, driver, ids };
  });
  afterAll(async () => {
    await backend.close();
    await server.stop();
  });

  /** `supabase.service` for this person: URL and signed-in fetch of the storage and functions clients. */
  const servicesAs = (person: TestClient) => (name: string) => ({
    url: `${ORIGIN}/${name}/v1`,
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      const { data } = await person.auth.getSession();
      headers.set('apikey', backend.keys.publishable);
      headers.set('Authorization', `Bearer ${data.session?.access_token ?? backend.keys.publishable}`);
      return backend.fetch(input, { ...init, headers });
    },
  });

  return {
    /** The filled accounts; available from the first hook after this one. */
    account: (): Account => {
      if (!account) throw new Error('the accounts are not filled yet');
      return account;
    },
    /** Calls `run` as a person; returns every statement that it caused, with its plan. */
    statementsOf: async (person: TestClient, run: (queries: QueryClient) => Promise<unknown>): Promise<Explained[]> => {
      current.client = Object.assign(person, { service: servicesAs(person) });
      const before = server.log().length;
      await run(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
      return readPlans(server.log().slice(before));
    },
  };
}
