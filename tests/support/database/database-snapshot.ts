// One migrated database per set of migrations, so that a test file starts from a copy instead of migrating: a file for
// PGlite, a template database for an existing Postgres, a whole cluster for one started by the tests. Vitest runs the
// default export before the first test file.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openAsBlob, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createBackend, type Backend } from '../../../supabase/local/backend';
import { bootstrapSql } from '../../../supabase/local/database/bootstrap';
import type { DatabasePlace } from '../../../supabase/local/database/connection';
import { createEmptyCluster, writeAtomically } from '../../../supabase/local/database/empty-cluster';
import { readMigrations, type Migration } from '../../../supabase/local/database/migrations';
import { loadDemo } from '../../../supabase/local/demo/demo';
import { readProjectConfig } from '../../../supabase/local/project-config';
import { newKeys } from '../../../supabase/local/auth/tokens';
import { clusterKind, startPostgres } from './postgres';
import { templateDatabase } from './template-database';

const FOLDER = resolve('node_modules/.cache/farm-diary-tests');
const MAX_AGE_MS = 24 * 3600 * 1000;

const DEMO = resolve('supabase/local/demo');
export const MIGRATIONS = resolve('supabase/migrations');
export const CONFIG = readProjectConfig(resolve('supabase/config.toml'));

/** A name derived from everything that determines the database's content. */
export function snapshotName(migrations: readonly Migration[]): string {
  const hash = createHash('sha256').update(bootstrapSql('permissive'));
  for (const { file, text } of migrations) hash.update(file).update(text);
  return hash.digest('hex').slice(0, 16);
}

async function createMigrated(place: DatabasePlace, migrations: readonly Migration[]) {
  return createBackend({ place, keys: newKeys(), config: CONFIG, migrations });
}

function deleteOldSnapshots() {
  for (const name of readdirSync(FOLDER)) {
    const file = join(FOLDER, name);
    if (Date.now() - statSync(file).mtimeMs > MAX_AGE_MS) rmSync(file, { force: true, recursive: true });
  }
}

async function writeSnapshot(backend: Backend, file: string) {
  if (backend.opened.kind !== 'pglite') throw new Error('a snapshot is made of PGlite');
  const blob = await backend.opened.driver.dumpDataDir('none');
  await backend.close();
  writeAtomically(file, new Uint8Array(await blob.arrayBuffer()));
}

async function buildSnapshot(file: string, migrations: readonly Migration[]) {
  mkdirSync(FOLDER, { recursive: true });
  deleteOldSnapshots();
  await createEmptyCluster();
  await writeSnapshot(await createMigrated({ kind: 'memory' }, migrations), file);
}

/** The snapshot file of the current migrations, created if missing. */
export async function snapshotFile(): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS);
  const file = join(FOLDER, `${snapshotName(migrations)}.tar`);
  if (!existsSync(file)) await buildSnapshot(file, migrations);
  return file;
}

const textOfFolder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => file + readFileSync(join(folder, file), 'utf8'))
    .join('');

/** Identifies the demonstration account of today. */
const demoName = (today: string) =>
  `${createHash('sha256').update(textOfFolder(DEMO)).digest('hex').slice(0, 8)}_${today.replaceAll('-', '')}`;

/** Fills a migrated database with the demonstration account. */
async function fillWithDemo(place: DatabasePlace, today: string) {
  const backend = await createBackend({ place, keys: newKeys(), config: CONFIG, migrations: [], prepared: true });
  await backend.transaction((sql) => loadDemo(sql, { today }));
  return backend;
}

const todayDate = () => new Date().toISOString().slice(0, 10);

/** The snapshot file with the demonstration account as of today, created if missing. */
export async function demoSnapshotFile(): Promise<string> {
  const today = todayDate();
  const migrated = await snapshotFile();
  const file = migrated.replace(/\.tar$/, `-demo-${demoName(today)}.tar`);
  if (existsSync(file)) return file;
  await writeSnapshot(await fillWithDemo({ kind: 'memory', snapshot: await openAsBlob(migrated) }, today), file);
  return file;
}

/** The name of the migrated template in the Postgres of DATABASE_URL, created if missing. */
export async function snapshotTemplate(server: string): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS);
  return templateDatabase(server, `farm_diary_template_${snapshotName(migrations)}`, async (url) => {
    const backend = await createMigrated({ kind: 'postgres', url }, migrations);
    await backend.close();
  });
}

/** The name of the template with the demonstration account as of today, created if missing. */
export async function demoTemplate(server: string): Promise<string> {
  const today = todayDate();
  const migrated = await snapshotTemplate(server);
  const fill = async (url: string) => (await fillWithDemo({ kind: 'postgres', url }, today)).close();
  return templateDatabase(server, `${migrated.replace('template', 'demo')}_${demoName(today)}`, fill, migrated);
}

/** Starts a Postgres from the migrated template. `environment`: variables of the server. */
export async function startMigrated(settings: readonly string[] = [], environment: Record<string, string> = {}) {
  const migrations = await readMigrations(MIGRATIONS);
  const folder = join(FOLDER, `${snapshotName(migrations)}-${clusterKind()}`);
  if (!existsSync(folder)) {
    mkdirSync(FOLDER, { recursive: true });
    const first = await startPostgres();
    try {
      await snapshotTemplate(first.url);
      await first.saveData(folder);
    } finally {
      await first.stop();
    }
  }
  return startPostgres({ settings, from: folder, environment });
}

/** Creates the snapshot. A migration that fails is reported here and fails only the tests that need it. */
export default async function setup() {
  const server = process.env['DATABASE_URL'];
  try {
    await (server ? snapshotTemplate(server) : snapshotFile());
  } catch (error) {
    console.error('the test database could not be made:', error instanceof Error ? error.message : error);
  }
}
