// Opens the database: PGlite in a folder or in memory, or any Postgres 15 to 17 by its URL.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { collectGarbage } from './collect-garbage.ts';
import { emptyCluster } from './empty-cluster.ts';
import { fixIntrospection } from './introspection.ts';
import { normaliseDbError } from '../rest/errors.ts';
import type { Database } from './sql.ts';
import { POSTGRES_TYPES, VALUE_PARSERS } from './values.ts';

/** Keeps what was read of a database's schema, as text; `delete` is called when the schema was changed. */
type SchemaCache = {
  get: (key: string) => Promise<string | undefined>;
  set: (key: string, schema: string) => Promise<void>;
  delete: (key: string) => Promise<void>;
};

export type DatabasePlace =
  | { kind: 'memory'; snapshot?: Blob }
  | { kind: 'folder'; path: string }
  | { kind: 'postgres'; url: string; sessions?: number; schemaCache?: SchemaCache };

/**
 * Settings of the whole session, in place of those that PostgREST applies to its roles: the timeout is the default of
 * hosted projects (the migrations set a shorter one for the API's roles), and the API's roles run without JIT
 * compilation.
 */
const SESSION_SETTINGS = { statement_timeout: 8000, jit: 'off' };

/** The type id of boolean[]. */
const BOOLEAN_ARRAY = 1000;

async function openPglite(place: Exclude<DatabasePlace, { kind: 'postgres' }>) {
  const [{ createPgliteConnection }, { btree_gist }, { unaccent }, { pg_trgm }] = await Promise.all([
    import('@supabase/lite/pglite'),
    import('@electric-sql/pglite/contrib/btree_gist'),
    import('@electric-sql/pglite/contrib/unaccent'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ]);
  if (place.kind === 'folder') await mkdir(dirname(place.path), { recursive: true });
  const isNew = place.kind === 'memory' || !existsSync(place.path);
  const start = place.kind === 'memory' && place.snapshot ? place.snapshot : isNew ? await emptyCluster() : null;
  const connection = await createPgliteConnection({
    ...(place.kind === 'folder' ? { url: place.path } : {}),
    pgliteOptions: {
      parsers: VALUE_PARSERS,
      extensions: { btree_gist, unaccent, pg_trgm },
      ...(start ? { loadDataDir: start } : {}),
    },
  });
  const { driver } = connection;
  await driver.waitReady;
  collectGarbage();
  const database: Database = {
    query: async (text, params = []) => (await driver.query<Record<string, unknown>>(text, [...params])).rows,
    script: async (text) => {
      await driver.exec(text);
    },
    transaction: (work) =>
      driver.transaction((tx) =>
        work({
          query: async (text, params = []) => (await tx.query<Record<string, unknown>>(text, [...params])).rows,
          script: async (text) => {
            await tx.exec(text);
          },
        }),
      ),
  };
  return { kind: 'pglite' as const, connection, driver, database };
}

async function openPostgres(place: Extract<DatabasePlace, { kind: 'postgres' }>) {
  const { createPostgresConnection } = await import('@supabase/lite/postgres');
  const connection = createPostgresConnection({
    url: place.url,
    ...(place.schemaCache ? { schemaCache: place.schemaCache } : {}),
    postgresOptions: {
      max: place.sessions ?? 10,
      onnotice: () => undefined,
      connection: SESSION_SETTINGS,
      types: POSTGRES_TYPES,
    },
  });
  const { driver } = connection;
  // postgres.js infers a parameter's type from its value and takes a list of booleans for a single boolean, so the type
  // of such a list is passed. The cast is needed because it declares fewer parameter types than `unknown`; the queries
  // here pass only texts, numbers and other values that it accepts.
  const values = (params: readonly unknown[]) =>
    params.map((param) =>
      Array.isArray(param) && typeof param[0] === 'boolean' ? driver.typed(param, BOOLEAN_ARRAY) : param,
    ) as never[];
  const database: Database = {
    query: async (text, params = []) => [...(await driver.unsafe<Record<string, unknown>[]>(text, values(params)))],
    script: async (text) => {
      await driver.unsafe(text);
    },
    // begin() resolves to the callback's result; its declared type unwraps arrays of promises, which no caller returns.
    transaction: async <T>(work: Parameters<Database['transaction']>[0]) =>
      (await driver.begin((tx) =>
        work({
          query: async (text, params = []) => [...(await tx.unsafe<Record<string, unknown>[]>(text, values(params)))],
          script: async (text) => {
            await tx.unsafe(text);
          },
        }),
      )) as T,
  };
  return { kind: 'postgres' as const, connection, driver, database };
}

/** Opens the database and corrects @supabase/lite's gaps in the connection. */
export async function openDatabase(place: DatabasePlace) {
  const opened = place.kind === 'postgres' ? await openPostgres(place) : await openPglite(place);
  opened.connection.normalizeDbError = normaliseDbError;
  fixIntrospection(opened.connection, opened.database);
  // Without this, the first request would grant everything on every table to every role.
  Reflect.set(opened.connection, 'rlsState', 'active');
  return opened;
}
