// Runs before every file of tests/database, of which a process runs many (vitest.config.ts).
import { expect, inject, vi } from 'vitest';
import { forgetSaved } from '../mock-archive';
import { current } from '../mock-supabase';

// The data layer asks as the person whom the test has set, and writes files into memory. Mocked here and not in a file:
// modules of the data layer stay loaded from one file to the next.
vi.mock('@/lib/supabase', async () => (await import('@tests/support/mock-supabase')).supabaseModule);
vi.mock('@/lib/storage', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@/lib/storage')>()),
  bucket: (await import('@tests/support/mock-archive')).bucket,
}));
vi.mock('@/lib/files/file-target', async () => (await import('@tests/support/mock-archive')).fileTargetModule);
// An attempt that fails is repeated at once.
vi.mock('@/lib/pause', () => ({ pause: () => Promise.resolve() }));

current.client = null;
forgetSaved();

const databaseUrl = inject('databaseUrl');
// The tests of the embedded backend stay on PGlite, which is part of what they test.
if (databaseUrl && !expect.getState().testPath?.includes('/tests/database/embedded/'))
  process.env['DATABASE_URL'] = databaseUrl;
else delete process.env['DATABASE_URL'];
