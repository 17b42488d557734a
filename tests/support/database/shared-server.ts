// The Postgres that all files of tests/database share (database-server.ts).
import { inject } from 'vitest';
import { snapshotTemplate } from './database-snapshot';
import { copyTemplate } from './template-database';

export function sharedServer() {
  const server = inject('postgres');
  if (!server) throw new Error('there is no Postgres: run the tests that need one only if postgresAvailable()');
  return server;
}

/** A migrated database on the shared server, with sessions of the test's own. */
export async function copyOnServer() {
  const { url } = sharedServer();
  return copyTemplate(url, await snapshotTemplate(url));
}
