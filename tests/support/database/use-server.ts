// Runs before every file of tests/functions: their databases are on the Postgres of database-server.ts; without one, on PGlite.
import { inject } from 'vitest';

const databaseUrl = inject('databaseUrl');
if (databaseUrl) process.env['DATABASE_URL'] = databaseUrl;
