// A database that explains every statement, with three filled accounts, for the tests of one file.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll } from 'vitest';
import { ORIGIN, testBackend, type Person, type TestBackend, type TestClient } from '../embedded/backend';
import { accountTables } from './catalogue';
import { snapshotTemplate } from './database-snapshot';
import { EXPLAINING, fillAccounts, filledIds, planReader, type Explained, type FilledIds } from './plans';
import { current } from '../mock-supabase';
import { sharedServer } from './shared-server';
import { changeSettings, copyTemplate, templateDatabase } from './template-database';

type Account = { backend: TestBackend; owner: Person; driver: Person; ids: FilledIds };

const [OWNER, DRIVER] = ['owner@example.test', 'driver@example.test'];

/** The name of the template with the filled accounts: the first file that needs it fills it. */
async function filledTemplate(server: string) {
  const fill = async (database: string) => {
    const backend = await testBackend({ database });
    const owner = await backend.user({ email: OWNER });
    const driver = await backend.employeeOf(owner, { email: DRIVER });
    await fillAccounts(backend, [owner, await backend.user(), await backend.user()], driver);
    await backend.close();
  };
  return templateDatabase(server, 'farm_diary_filled', fill, await snapshotTemplate(server));
}

/** What was written into a file from this byte on. */
function readFrom(file: string, start: number): string {
  const bytes = Buffer.alloc(statSync(file).size - start);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, bytes, 0, bytes.length, start);
  closeSync(descriptor);
  return bytes.toString();
}

export function filledAccounts() {
  let copy: Awaited<ReturnType<typeof copyTemplate>>;
  let backend: TestBackend;
  let account: Account | undefined;
  let readPlans: ReturnType<typeof planReader>;

  beforeAll(async () => {
    const { url } = sharedServer();
    copy = await copyTemplate(url, await filledTemplate(url));
    await changeSettings(copy, EXPLAINING);
    backend = await testBackend({ database: copy.url });
    const [owner, driver] = [await backend.signIn(OWNER), await backend.signIn(DRIVER)];
    readPlans = planReader(copy.name, await accountTables(backend));
    account = { backend, owner, driver, ids: await filledIds(backend, owner) };
  });
  afterAll(async () => {
    await backend.close();
    await copy.drop();
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
      const { logFile } = sharedServer();
      const start = statSync(logFile).size;
      await run(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
      return readPlans(readFrom(logFile, start));
    },
  };
}
