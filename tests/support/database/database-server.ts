// A temporary Postgres for tests/database and tests/features, if one is installed: it matches a hosted project and is faster.
// Vitest runs the default export before the first file.
import type { TestProject } from 'vitest/node';
import { startMigrated } from './database-snapshot';
import { aheadEnvironment, clockAheadMs } from './morning-clock';
import { postgresAvailable } from './postgres';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into the library's
  interface ProvidedContext {
    /** Null without Postgres. */
    postgres: { url: string; logFile: string } | null;
    /**
     * The address of the server that the tests use: DATABASE_URL, otherwise that Postgres, otherwise none. A clock that is set ahead
     * is followed by that Postgres, if there is libfaketime, and by PGlite.
     */
    databaseUrl: string | null;
    /** How far the clock of a page and its backend is set ahead. */
    aheadMs: number;
  }
}

const SETTINGS = [
  'synchronous_commit=off',
  'max_connections=200',
  // No autovacuum or analyze during a test: plans and locks depend on the test alone.
  'autovacuum=off',
  // Each entry of the log begins with the name of its database: the tests of plans read the entries of theirs.
  'log_line_prefix=%d|',
];

export default async function setup(project: TestProject) {
  const aheadMs = project.name.startsWith('features') ? clockAheadMs() : 0;
  const environment = aheadMs > 0 ? aheadEnvironment(aheadMs) : {};
  const available = postgresAvailable();
  if (environment === null && process.env['PG'] === 'required')
    throw new Error('PG=required, and the clock of a Postgres cannot be set ahead without the package libfaketime.');
  const server = available && environment ? await startMigrated(SETTINGS, environment) : null;
  const hosted = aheadMs > 0 ? undefined : process.env['DATABASE_URL'];
  project.provide('postgres', server && { url: server.url, logFile: server.logFile });
  project.provide('databaseUrl', hosted ?? server?.url ?? null);
  project.provide('aheadMs', aheadMs);
  return server?.stop;
}
