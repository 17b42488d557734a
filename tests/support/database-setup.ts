// Runs before every file of tests/database: names the Postgres that was started for them. The tests of the embedded
// backend stay on PGlite, which it is made of.
import { expect, inject } from 'vitest';

const server = inject('postgres');
if (server !== null && !expect.getState().testPath?.includes('/tests/database/embedded/')) {
  process.env['DATABASE_URL'] = server;
}
