// A temporary Postgres for tests/database, if one is installed: it matches a hosted project and is faster. Without one,
// or if DATABASE_URL is set, nothing is started. Vitest runs the default export before the first file.
import type { TestProject } from 'vitest/node';
import { startMigrated } from './database-snapshot';
import { postgresAvailable } from './postgres';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into the library's
  interface ProvidedContext {
    postgres: string | null;
  }
}

const SETTINGS = [
  'synchronous_commit=off',
  'max_connections=200',
  // No autovacuum or analyze during a test: plans and locks depend on the test alone.
  'autovacuum=off',
];

export default async function setup(project: TestProject) {
  if (process.env['DATABASE_URL'] || !postgresAvailable()) return project.provide('postgres', null);
  const server = await startMigrated(SETTINGS);
  project.provide('postgres', server.url);
  return () => server.stop();
}
