// Backends whose rows are made once for all files of a run: the first file that needs them fills a template, and each has a
// copy of it.
import { inject } from 'vitest';
import { testBackend, type TestBackend } from '../embedded/backend';
import { snapshotTemplate } from './database-snapshot';
import { templateDatabase } from './template-database';

/**
 * A backend with what `fill` adds. Its people sign in by their addresses. Only the Postgres of this run keeps templates. On
 * PGlite, and on a Postgres that somebody named, `fill` runs for each file.
 */
export async function filledBackend(
  name: string,
  fill: (backend: TestBackend) => Promise<unknown>,
): Promise<TestBackend> {
  const server = inject('postgres')?.url;
  if (!server || server !== process.env['DATABASE_URL']) {
    const backend = await testBackend();
    await fill(backend);
    return backend;
  }
  const fillTemplate = async (database: string) => {
    const backend = await testBackend({ database });
    await fill(backend);
    await backend.close();
  };
  const migrated = await snapshotTemplate(server);
  return testBackend({ template: await templateDatabase(server, `farm_diary_${name}`, fillTemplate, migrated) });
}
