// A cached copy of an empty PGlite cluster. Creating one takes seconds of CPU time, unpacking a copy a fraction of one.
// The tests create the copy; development and preview start from it if it exists.
import { existsSync, mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const FOLDER = resolve('node_modules/.cache/farm-diary');

function clusterFile(): string {
  const main = createRequire(resolve('package.json')).resolve('@electric-sql/pglite');
  // The package does not export its package.json, which is above the folder of its entry point.
  const { version } = JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8')) as { version: string };
  return join(FOLDER, `empty-cluster-${version}.tar`);
}

/** Writes to a temporary file and renames it, so that readers never see a partial file. */
export function writeAtomically(target: string, content: Uint8Array) {
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, target);
}

/** Creates the copy if it is missing. */
export async function createEmptyCluster() {
  if (existsSync(clusterFile())) return;
  mkdirSync(FOLDER, { recursive: true });
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create();
  const blob = await db.dumpDataDir('none');
  await db.close();
  writeAtomically(clusterFile(), new Uint8Array(await blob.arrayBuffer()));
}

/** The copy, or null if it does not exist yet. */
export async function emptyCluster(): Promise<Blob | null> {
  return existsSync(clusterFile()) ? openAsBlob(clusterFile()) : null;
}
