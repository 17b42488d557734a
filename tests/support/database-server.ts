// A Postgres of its own for tests/database, on a machine that has one: what a hosted project runs, and quicker. Without
// one, and where DATABASE_URL names another, nothing is started. vitest runs the default export before the first file.
import type { TestProject } from 'vitest/node';
import { startMigrated } from './database-snapshot';
import { postgresAvailable } from './postgres';

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface merges into the library's
  interface ProvidedContext {
    postgres: string | null;
  }
}

const SETTINGS = [
  'synchronous_commit=off',
  'max_connections=200',
  // Nobody tidies up or counts rows while a test runs: plans and locks are the test's own doing.
  'autovacuum=off',
];

export default async function setup(project: TestProject) {
  if (process.env['DATABASE_URL'] || !postgresAvailable()) return project.provide('postgres', null);
  const server = await startMigrated(SETTINGS);
  project.provide('postgres', server.url);
  return () => server.stop();
}
