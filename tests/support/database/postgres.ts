// A temporary Postgres for tests that need several sessions at once: races, locks, timeouts, plans.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { freemem, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';

const FOLDERS = [process.env['PG_BIN'], '/usr/lib/postgresql/15/bin', '/opt/homebrew/opt/postgresql@15/bin'];

const binFolder = () => FOLDERS.find((folder) => folder && existsSync(join(folder, 'initdb')));

/** Postgres refuses to run as root: for root, the user that the Postgres package created; otherwise null. */
function postgresUser(): { uid: number; gid: number } | null {
  if (userInfo().uid !== 0) return null;
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/**
 * Whether Postgres can be started here. PG=required throws if it can't; PG=none returns false.
 */
export function postgresAvailable(): boolean {
  try {
    if (process.env['PG'] !== 'none' && binFolder()) {
      postgresUser();
      return true;
    }
  } catch {
    // Root without a user "postgres": treated as no Postgres.
  }
  if (process.env['PG'] === 'required') throw new Error('PG=required, and there is no Postgres 15 to start');
  console.warn('NOT RUN: these tests need the binaries of Postgres 15 (PG_BIN names their folder).');
  return false;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => done(port));
    });
  });
}

async function waitUntilReady(url: string, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return;
    } catch {
      await new Promise((wait) => setTimeout(wait, 50));
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

function stopServer(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once('exit', () => done());
    // SIGINT is a fast shutdown: sessions are ended, data is written to disk.
    child.kill('SIGINT');
  });
}

type Options = {
  /** Additional settings, as name=value. */
  settings?: readonly string[];
  /** The folder of a cluster saved by `saveData`, to start from a copy of it; otherwise from an empty one. */
  from?: string;
  /** Environment variables of the server, besides those of this process. */
  environment?: Readonly<Record<string, string>>;
};

/**
 * Identifies where a saved cluster can be used: Postgres accepts only data folders of its own version and owned by
 * the user it runs as.
 */
export function clusterKind(): string {
  const bin = binFolder();
  if (!bin) throw new Error('there is no Postgres to start');
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return `${/\d+/.exec(version)?.[0] ?? ''}-${postgresUser()?.uid ?? userInfo().uid}`;
}

const GB = 1e9;

/**
 * The folder for clusters: one in memory if the system has one with room, because a database of a thousand files is copied
 * there in a twentieth of the time.
 */
function clusterFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory) || freemem() < 4 * GB) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < 2 * GB ? tmpdir() : memory;
}

/** A copy with the same owner and permissions. */
const copyFolder = (from: string, to: string) => execFileSync('cp', ['-Rp', from, to], { stdio: 'ignore' });

/** Starts a new cluster in a temporary folder; `stop` ends it and deletes the folder, `log` returns its output. */
export async function startPostgres({ settings: extraSettings = [], from, environment = {} }: Options = {}) {
  const bin = binFolder();
  if (!bin) throw new Error('there is no Postgres to start');
  const user = postgresUser();
  const home = mkdtempSync(join(clusterFolder(), 'farm-diary-postgres-'));
  if (user) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const spawnOptions = { ...(user ?? {}), cwd: home, stdio: 'ignore' as const };
  if (from) copyFolder(from, data);
  else
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
      spawnOptions,
    );
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const logFile = join(home, 'log');
  const logFd = openSync(logFile, 'a');
  const start = async (more: readonly string[]) => {
    const options = ['fsync=off', 'full_page_writes=off', 'max_connections=60', 'listen_addresses=127.0.0.1', ...more];
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-k', home, ...options.flatMap((option) => ['-c', option])],
      { ...spawnOptions, env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', logFd] },
    );
    await waitUntilReady(url, child);
    return child;
  };
  let child = await start(extraSettings);
  // Ends the server, without writing anything, if this process ends before `stop` is called.
  const stopOnExit = () => {
    child.kill('SIGQUIT');
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', stopOnExit);
  return {
    url,
    /** The folder of the Postgres programs, and the cluster's own folder. */
    bin,
    home,
    logFile,
    log: () => readFileSync(logFile, 'utf8'),
    /** Restarts on the same data with other settings. */
    restart: async (others: readonly string[]) => {
      await stopServer(child);
      child = await start(others);
    },
    /** Stops it and saves a copy of its data for later runs, unless another run has saved one already. */
    saveData: async (folder: string) => {
      await stopServer(child);
      const unfinished = `${folder}.${process.pid}`;
      copyFolder(data, unfinished);
      if (existsSync(folder)) rmSync(unfinished, { recursive: true });
      else renameSync(unfinished, folder);
    },
    stop: async () => {
      process.off('exit', stopOnExit);
      await stopServer(child);
      closeSync(logFd);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
