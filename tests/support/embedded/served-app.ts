// The built app and the embedded backend on one address, as `vite preview` serves them, inside the test process.
import { existsSync, openAsBlob } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { inject } from 'vitest';
import { previewFiles } from '../../../build/hosting/preview-files';
import { newKeys } from '../../../supabase/local/auth/tokens';
import type { DatabasePlace } from '../../../supabase/local/database/connection';
import { backendHandler } from '../../../supabase/local/handler';
import { openInstallation } from '../../../supabase/local/installation';
import { demoSnapshotFile, demoTemplate, snapshotFile, snapshotTemplate } from '../database/database-snapshot';
import { schemaCache } from '../database/schema-cache';
import { startVite } from '../browser/vite-server';
import { copyTemplate } from '../database/template-database';

export type ServeOptions = {
  /** Whether the database contains the demonstration account; true by default. */
  demo?: boolean;
  /**
   * The address of a Postgres that the test may kill, instead of a database of this app's own: served in a process of its
   * own, because its driver may throw when a session breaks.
   */
  database?: string;
  /** Secrets and settings of the edge functions. */
  env?: Record<string, string>;
};

type ServedApp = {
  origin: string;
  /** The address of its database; null if it is PGlite, in this process. */
  database: string | null;
  stop: () => Promise<unknown>;
};

let files: ReturnType<typeof previewFiles> | undefined;
/** The built files, read and compressed once. */
function builtFiles() {
  if (!existsSync('dist/index.html')) throw new Error('the app is not built: npm run build');
  return (files ??= previewFiles(resolve('dist')));
}

type OpenedDatabase = { place: DatabasePlace; drop: () => Promise<unknown> | undefined };

async function openDatabase(demo: boolean): Promise<OpenedDatabase> {
  const server = inject('databaseUrl');
  if (!server) {
    const snapshot = await openAsBlob(await (demo ? demoSnapshotFile() : snapshotFile()));
    return { place: { kind: 'memory', snapshot }, drop: () => undefined };
  }
  const { url, drop } = await copyTemplate(server, await (demo ? demoTemplate(server) : snapshotTemplate(server)));
  return { place: { kind: 'postgres', url, sessions: 5, schemaCache: schemaCache() }, drop };
}

async function servePreview(database: string) {
  const preview = startVite({
    args: ['preview', '--port', '0'],
    env: { DATABASE_URL: database, FARM_DATA: 'memory', LITE_AUTH_BCRYPT_COST: '4', VITE_SUPABASE_URL: '' },
  });
  return { origin: await preview.ready, database, stop: preview.stop };
}

/** Serves ./dist (build it first) and a backend with a database of its own on a free port. */
export async function serveApp({ demo = true, database, env = {} }: ServeOptions = {}): Promise<ServedApp> {
  if (database) return servePreview(database);
  const serveFiles = builtFiles();
  const { place, drop } = await openDatabase(demo);
  const server = createServer((request, reply) => {
    handle(request, reply, () => serveFiles(request, reply));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const installation = await openInstallation({
    root: process.cwd(),
    origin: () => origin,
    log: () => undefined,
    prepared: { place, keys: newKeys() },
    settings: env,
  });
  const handle = backendHandler(installation, () => origin);
  return {
    origin,
    database: place.kind === 'postgres' ? place.url : null,
    stop: async () => {
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
      await installation.close();
      await drop();
    },
  };
}
