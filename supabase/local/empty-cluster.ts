// A copy of an empty PGlite cluster. Making one takes seconds of processor time, unpacking a copy a fraction of one.
// The tests keep the copy; development and preview start from it where it is there.
import { existsSync, mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const FOLDER = resolve('node_modules/.cache/farm-diary');

function file(): string {
  const main = createRequire(resolve('package.json')).resolve('@electric-sql/pglite');
  // The package keeps its own package.json to itself; it lies above the folder of its entry.
  const { version } = JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8')) as { version: string };
  return join(FOLDER, `empty-cluster-${version}.tar`);
}

/** Writes beside the target and moves, so that a reader never sees half a file. */
export function writeWhole(target: string, content: Uint8Array) {
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, target);
}

/** Makes the copy if it is missing. */
export async function keepEmptyCluster() {
  if (existsSync(file())) return;
  mkdirSync(FOLDER, { recursive: true });
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create();
  const blob = await db.dumpDataDir('none');
  await db.close();
  writeWhole(file(), new Uint8Array(await blob.arrayBuffer()));
}

/** The copy, or null where nobody has made it yet. */
export async function emptyCluster(): Promise<Blob | null> {
  return existsSync(file()) ? openAsBlob(file()) : null;
}
