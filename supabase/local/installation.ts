// The embedded backend of one process: its data, functions and demonstration account. Shared by dev and preview.
import { join, resolve } from 'node:path';
import { createBackend, type Backend } from './backend.ts';
import type { DatabasePlace } from './database/connection.ts';
import { dataFolder, DATA_FOLDER, openDataFolder } from './database/data-folder.ts';
import { loadBigDemo } from './demo/big/demo-big.ts';
import { loadDemo } from './demo/demo.ts';
import { functionsHandler } from './functions/functions.ts';
import { mailEvents } from './mail/mail-events.ts';
import { changedMigrations, readMigrations } from './database/migrations.ts';
import { pushRuns } from './push/push-runs.ts';
import { readProjectConfig } from './project-config.ts';
import { filesIn, filesInMemory, type Files } from './storage/files.ts';
import { storedKeys, newKeys, type Keys } from './auth/tokens.ts';

export type InstallationOptions = {
  root: string;
  /** The address at which functions reach the backend. */
  origin: () => string;
  log: (line: string) => void;
  /** A migrated database to use as it is, with its keys, instead of the one that the environment names: for tests. */
  prepared?: { place: DatabasePlace; keys: Keys };
  /** Secrets and settings of the functions, instead of those of supabase/functions/.env and of this process. */
  settings?: Record<string, string>;
};

export type Installation = {
  backend: Backend;
  keys: Keys;
  functions: ReturnType<typeof functionsHandler>;
  pushes: ReturnType<typeof pushRuns>;
  /** Applies new migrations; returns their names. */
  migrate: () => Promise<string[]>;
  close: () => Promise<void>;
};

type Place = { place: DatabasePlace; keys: Keys; files: Files; markReady: () => void; release: () => void };

/** The data location: the Postgres of DATABASE_URL, memory, or PGlite in the folder named by FARM_DATA. */
async function choosePlace({ root, prepared }: InstallationOptions): Promise<Place> {
  const noop = () => undefined;
  if (prepared) return { ...prepared, files: filesInMemory(), markReady: noop, release: noop };
  const { DATABASE_URL: url } = process.env;
  const data = dataFolder();
  if (url) {
    const folder = resolve(root, data === 'memory' ? DATA_FOLDER : data);
    const files = data === 'memory' ? filesInMemory() : filesIn(join(folder, 'files'));
    return { place: { kind: 'postgres', url }, keys: storedKeys(folder), files, markReady: noop, release: noop };
  }
  if (data === 'memory')
    return {
      place: { kind: 'memory' },
      keys: newKeys(),
      files: filesInMemory(),
      markReady: noop,
      release: noop,
    };
  const { database, folder, markReady, release } = await openDataFolder(resolve(root, data));
  const files = filesIn(join(folder, 'files'));
  return { place: { kind: 'folder', path: database }, keys: storedKeys(folder), files, markReady, release };
}

async function fillWithDemo(backend: Backend) {
  const { FARM_DEMO: demo } = process.env;
  if (demo === '0') return;
  const people = await backend.query('select 1 from auth.users limit 1');
  if (people.length) return;
  const today = new Date().toISOString().slice(0, 10);
  await backend.transaction((sql) => (demo === 'big' ? loadBigDemo(sql, { today }) : loadDemo(sql, { today })));
}

async function start(
  options: InstallationOptions,
  { place, keys, files, markReady, release }: Place,
): Promise<Installation> {
  const { root, origin, log, prepared, settings } = options;
  const startedAt = performance.now();
  const folder = resolve(root, 'supabase/migrations');
  const config = readProjectConfig(resolve(root, 'supabase/config.toml'));
  const migrations = await readMigrations(folder);
  const backend = await createBackend({
    place,
    keys,
    files,
    config,
    migrations,
    prepared: prepared !== undefined,
    onAccepted: mailEvents(origin),
    onMail: (mail) => log(`mail to ${mail.to}: ${mail.subject}  →  ${origin()}/_mail`),
  });
  const changed = await changedMigrations(backend, migrations);
  if (changed.length) log(`changed since they were applied: ${changed.join(', ')}. Run \`npm run db:reset\`.`);
  if (!prepared) await fillWithDemo(backend);
  markReady();
  const applied = backend.applied.length ? `, ${backend.applied.length} migrations applied` : '';
  log(`backend ready in ${Math.round(performance.now() - startedAt)} ms (${place.kind}${applied})`);
  const functions = functionsHandler({
    ...{ root, folder: join(root, 'supabase/functions'), config, keys, origin, log },
    ...(settings ? { settings } : {}),
  });
  const pushes = pushRuns(backend, keys, origin);
  return {
    backend,
    keys,
    functions,
    pushes,
    migrate: async () => backend.migrate(await readMigrations(folder)),
    close: async () => {
      pushes.close();
      functions.close();
      await backend.close();
      release();
    },
  };
}

/** Opens the data and starts the backend. */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const place = await choosePlace(options);
  try {
    return await start(options, place);
  } catch (error) {
    place.release();
    throw error;
  }
}
