// Runs before every file of tests/database: sets the address of the Postgres started for them. The tests of the
// embedded backend stay on PGlite, which is part of what they test.
import { expect, inject } from 'vitest';

const server = inject('postgres');
if (server !== null && !expect.getState().testPath?.includes('/tests/database/embedded/')) {
  process.env['DATABASE_URL'] = server;
}
