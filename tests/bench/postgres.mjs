// npm run bench -- postgres: the app's requests on a Postgres 15 with ten million entries. Lets Vite load the bench, which
// is TypeScript, because it asks through the app's own functions.
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const local = (path) => resolve(import.meta.dirname, path);

/** Resolves whether every bar holds. `--accounts N` of the command line: so many besides the large one. */
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
  return module.holds;
}
