// The embedded backend inside the test process: a fresh migrated database, and clients that reach it without a network.
import { openAsBlob } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@/lib/database.types';
import { newKeys } from '../../../supabase/local/auth/tokens';
import { createBackend, type Backend } from '../../../supabase/local/backend';
import type { Sql } from '../../../supabase/local/database/sql';
import { CONFIG, snapshotFile, snapshotTemplate } from '../database/database-snapshot';
import { ORIGIN } from '../origin';
import { isSchemaKnown, schemaCache } from '../database/schema-cache';
import { copyTemplate } from '../database/template-database';
import { PASSWORD, signedUp } from './signed-up';

// The cheapest password hash allowed.
process.env['LITE_AUTH_BCRYPT_COST'] = '4';

/** Node 20 has no WebSocket, but supabase-js requires one at construction; no test opens it. */
function NoWebSocket() {
  throw new Error('there is no realtime in tests');
}
Object.assign(globalThis, { WebSocket: 'WebSocket' in globalThis ? globalThis.WebSocket : NoWebSocket });

export { ORIGIN } from '../origin';

let clients = 0;

const PUBLISHABLE_KEY = 'sb_publishable_test';
export { PASSWORD } from './signed-up';
const KEYS = {
  publishable: PUBLISHABLE_KEY,
  secret: 'sb_secret_test',
  jwtSecret: 'only-for-tests-only-for-tests-only-for-tests',
  vapid: newKeys().vapid,
};

export type TestClient = SupabaseClient<Database>;
/** A client signed in as a new person. */
export type Person = TestClient & { id: string; email: string };
export type TestBackend = Awaited<ReturnType<typeof testBackend>>;

type Options = {
  /** Sign-up requires the link in the confirmation mail; off by default. */
  confirmations?: boolean;
  tokenLifeSeconds?: number;
  /** The address of a Postgres to use; otherwise DATABASE_URL, otherwise PGlite. */
  server?: string;
  /** The name of the template to copy on that Postgres; the migrated one without rows by default. */
  template?: string;
  /** The address of a migrated database to use as it is. */
  database?: string;
};
/** With a password other than PASSWORD, the person signs up by the request of the sign-up form. */
type NewPerson = { firstName?: string; lastName?: string; email?: string; password?: string };

async function openDatabase({ server = process.env['DATABASE_URL'], template, database }: Options) {
  const onPostgres = (url: string) => ({ kind: 'postgres', url, sessions: 5, schemaCache: schemaCache() }) as const;
  if (database) return { place: onPostgres(database), drop: () => undefined };
  if (!server)
    return {
      place: { kind: 'memory', snapshot: await openAsBlob(await snapshotFile()) },
      drop: () => undefined,
    } as const;
  const { url, drop } = await copyTemplate(server, template ?? (await snapshotTemplate(server)));
  return { place: onPostgres(url), drop };
}

/** Starts a backend with the migrated schema and no users. Call `close()` in afterAll. */
export async function testBackend(options: Options = {}) {
  const { confirmations = false, tokenLifeSeconds } = options;
  const { place, drop } = await openDatabase(options);
  let running: Backend | null = await createBackend({
    place,
    keys: KEYS,
    config: CONFIG,
    migrations: [],
    prepared: true,
    confirmations,
    ...(tokenLifeSeconds === undefined ? {} : { tokenLifeSeconds }),
  });
  // Read now, before the test changes it.
  if (place.kind === 'postgres' && !isSchemaKnown()) await running.opened.connection.introspect({ useCache: true });
  // A request that arrives after closing fails by its own name, and not in the closed database.
  const backend = () => {
    if (!running) throw new Error('the backend is closed');
    return running;
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => backend().fetch(new Request(input, init));
  /** A client of its own; with a session, of the person whose session it is. */
  const client = (key: string, session?: Awaited<ReturnType<typeof signedUp>>): TestClient => {
    // A separate storage key: clients that share one receive each other's sign-in events.
    const storageKey = `test-client-${(clients += 1)}`;
    const stored = new Map(session && [[storageKey, JSON.stringify(session)]]);
    return createClient<Database>(ORIGIN, key, {
      auth: {
        persistSession: session !== undefined,
        storage: {
          getItem: (name) => stored.get(name) ?? null,
          setItem: (name, value) => void stored.set(name, value),
          removeItem: (name) => void stored.delete(name),
        },
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey,
      },
      global: { fetch },
    });
  };

  // The caller declares the type of the rows it selects.
  const sql = async <Row = Record<string, unknown>>(query: string, params?: readonly unknown[]): Promise<Row[]> =>
    (await backend().query(query, params)) as Row[];

  let people = 0;
  const user = async ({ firstName, lastName, email, password }: NewPerson = {}): Promise<Person> => {
    people += 1;
    const address = email ?? `person${people}@example.test`;
    const names = { first_name: firstName ?? 'Pat', last_name: lastName ?? `Person ${people}` };
    if (password !== undefined) {
      const person = client(PUBLISHABLE_KEY);
      const { data, error } = await person.auth.signUp({ email: address, password, options: { data: names } });
      if (error ?? !data.user) throw error ?? new Error('sign-up gave no user');
      return Object.assign(person, { id: data.user.id, email: address });
    }
    const query = (text: string, params: readonly unknown[]) => backend().query(text, params);
    const session = await signedUp({
      ...{ query, email: address, names, jwtSecret: KEYS.jwtSecret },
      tokenLifeSeconds: tokenLifeSeconds ?? CONFIG.tokenLifeSeconds,
    });
    return Object.assign(client(PUBLISHABLE_KEY, session), { id: session.user.id, email: address });
  };

  return {
    fetch,
    sql,
    mails: running.mails,
    keys: KEYS,
    /** The database under the backend, for tools that open it directly. */
    get opened() {
      return backend().opened;
    },
    url: place.kind === 'postgres' ? place.url : null,
    /** Changes the schema for a test: several statements as the database's owner. */
    script: async (text: string) => {
      await backend().transaction((owner) => owner.script(text));
      await backend().opened.connection.clearSchemaCache();
    },
    /** Runs statements as the database's owner in one transaction. */
    transaction: <T>(work: (sql: Sql) => Promise<T>) => backend().transaction(work),
    /** A client without a session. */
    anon: () => client(PUBLISHABLE_KEY),
    /** A client signed in as a person who exists already. */
    signIn: async (email: string): Promise<Person> => {
      const person = client(PUBLISHABLE_KEY);
      const { data, error } = await person.auth.signInWithPassword({ email, password: PASSWORD });
      if (error) throw error;
      return Object.assign(person, { id: data.user.id, email });
    },
    /** A client with the secret key: row policies do not apply. */
    service: () => client(KEYS.secret),
    /** Signs a new person up: the owner of an account of their own. */
    user,
    /** Signs a new person up and makes them an employee of the account. */
    employeeOf: async (owner: { id: string }, details?: NewPerson): Promise<Person> => {
      const person = await user(details);
      await backend().query(
        `update public.profiles set role = 'employee', admin_id = $1, subscription_status = null, trial_ends_at = null where id = $2`,
        [owner.id, person.id],
      );
      return person;
    },
    /** Ends the account's trial and subscription. */
    lapse: async (owner: { id: string }) => {
      await backend().query(
        `update public.profiles set subscription_status = 'canceled', trial_ends_at = now() - interval '1 day',
           subscription_ends_at = now() - interval '1 day' where id = $1`,
        [owner.id],
      );
    },
    renew: async (owner: { id: string }) => {
      await backend().query(
        `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 month'
         where id = $1`,
        [owner.id],
      );
    },
    close: async () => {
      await running?.close();
      running = null;
      await drop();
    },
  };
}
