// The folder in which PGlite keeps its data: one process at a time, and recreated if its creation was interrupted.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const DATA_FOLDER = '.farm-data';

/** The folder in FARM_DATA; otherwise one for each of the two demonstrations, so that they stay separate. */
export function dataFolder(): string {
  const { FARM_DATA: data, FARM_DEMO: demo } = process.env;
  return data ?? (demo === 'big' ? join(DATA_FOLDER, 'big') : DATA_FOLDER);
}

/** The id of the process listening on this socket; null if there is none. */
function listenerAt(path: string): Promise<string | null> {
  return new Promise((done) => {
    let owner = '';
    const socket = connect(path);
    socket.on('data', (data) => (owner += data.toString()));
    socket.on('end', () => done(owner));
    socket.on('error', () => done(null));
  });
}

function listen(path: string): Promise<() => void> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.end(String(process.pid)));
    server.once('error', fail);
    server.listen(path, () => {
      server.unref();
      done(() => server.close());
    });
  });
}

const inUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * PGlite has no lock, and two processes on one folder silently lose writes. A listening socket is the lock: the system
 * frees it however the process ends, unlike a file with a process id.
 */
async function lock(folder: string): Promise<() => void> {
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\farm-diary-${id}` : join(tmpdir(), `farm-diary-${id}.sock`);
  try {
    return await listen(path);
  } catch (error) {
    if (!inUse(error)) throw error;
    const owner = await listenerAt(path);
    if (owner !== null)
      throw new Error(
        `The data in ${folder} are in use by process ${owner}: only one dev or preview server at a time.`,
        { cause: error },
      );
    // The socket file remained after its process was killed.
    rmSync(path, { force: true });
    return listen(path);
  }
}

/** Opens the folder exclusively for this process. */
export async function openDataFolder(folder: string) {
  const home = resolve(folder);
  mkdirSync(home, { recursive: true });
  const release = await lock(home);
  const database = join(home, 'db');
  const marker = join(home, 'ready');
  // Without the marker the first start was interrupted, and PGlite can never open such a folder again.
  if (existsSync(database) && !existsSync(marker)) rmSync(database, { recursive: true, force: true });
  return {
    folder: home,
    database,
    /** Call once the database has been created. */
    markReady: () => writeFileSync(marker, new Date().toISOString()),
    release,
  };
}

/** Deletes all data in the folder; fails while a server uses it. */
export async function emptyDataFolder(folder: string) {
  const { database, release } = await openDataFolder(folder);
  for (const name of [database, ...['files', 'ready'].map((part) => join(resolve(folder), part))])
    rmSync(name, { recursive: true, force: true });
  release();
}
