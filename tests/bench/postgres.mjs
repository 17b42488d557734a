// npm run bench -- postgres: the app's requests on a Postgres 15 with ten million entries. Vite loads the bench,
// because it is TypeScript that uses the app's own functions.
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const local = (path) => resolve(import.meta.dirname, path);

/**
 * Resolves with whether every limit is met. On the command line, `--accounts N` is the number of accounts besides the
 * large one, and `--only TEXT` limits the bench to the requests with this text in their name.
 */
export async function postgres() {
  const { module } = await runnerImport(local('postgres/main.ts'), {
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: '@/lib/supabase', replacement: local('postgres/client.ts') },
        { find: '@tests', replacement: local('..') },
        { find: /^@\//, replacement: `${local('../../src')}/` },
      ],
    },
  });
  return module.allLimitsMet;
}
