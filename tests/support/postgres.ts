// A Postgres of its own for tests that need several sessions at once: races, locks, timeouts, plans.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';

const FOLDERS = [process.env['PG_BIN'], '/usr/lib/postgresql/15/bin', '/opt/homebrew/opt/postgresql@15/bin'];

const binaries = () => FOLDERS.find((folder) => folder && existsSync(join(folder, 'initdb')));

/** Postgres refuses to run as root; root runs it as the user that its package made. */
function account(): { uid: number; gid: number } | null {
  if (userInfo().uid !== 0) return null;
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/**
 * Whether a Postgres can be started here. With PG=required a machine without one is an error, not an exception; with
 * PG=none there is none.
 */
export function postgresAvailable(): boolean {
  try {
    if (process.env['PG'] !== 'none' && binaries()) {
      account();
      return true;
    }
  } catch {
    // Root without a user "postgres": as good as no Postgres.
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

async function answering(url: string, child: ChildProcess) {
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

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once('exit', () => done());
    // Fast shutdown: sessions are ended, data are written.
    child.kill('SIGINT');
  });
}

type Options = {
  /** Further settings, as name=value. */
  settings?: readonly string[];
  /** The folder of a cluster that `keep` has left, to begin with a copy of it; otherwise with an empty one. */
  from?: string;
};

/** What a kept cluster is good for: Postgres takes only folders of its own version and of the account that it runs under. */
export function clusterKind(): string {
  const bin = binaries();
  if (!bin) throw new Error('there is no Postgres to start');
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return `${/\d+/.exec(version)?.[0] ?? ''}-${account()?.uid ?? userInfo().uid}`;
}

/** A copy with the same owner and rights. */
const copyFolder = (from: string, to: string) => execFileSync('cp', ['-Rp', from, to], { stdio: 'ignore' });

/** Starts a new cluster in a temporary folder; `stop` ends it and takes the folder away, `log` is what it wrote. */
export async function startPostgres({ settings: more = [], from }: Options = {}) {
  const bin = binaries();
  if (!bin) throw new Error('there is no Postgres to start');
  const user = account();
  const home = mkdtempSync(join(tmpdir(), 'farm-diary-postgres-'));
  if (user) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const settings = { ...(user ?? {}), cwd: home, stdio: 'ignore' as const };
  if (from) copyFolder(from, data);
  else
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
      settings,
    );
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const logFile = join(home, 'log');
  const written = openSync(logFile, 'a');
  const start = async (more: readonly string[]) => {
    const options = ['fsync=off', 'full_page_writes=off', 'max_connections=60', 'listen_addresses=127.0.0.1', ...more];
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-k', home, ...options.flatMap((option) => ['-c', option])],
      { ...settings, stdio: ['ignore', 'ignore', written] },
    );
    await answering(url, child);
    return child;
  };
  let child = await start(more);
  // Whoever started it may be ended before they stop it.
  const leave = () => child.kill('SIGINT');
  process.once('exit', leave);
  return {
    url,
    /** The folder of its programs, and its own. */
    bin,
    home,
    log: () => readFileSync(logFile, 'utf8'),
    /** The same data under other settings. */
    restart: async (others: readonly string[]) => {
      await stopped(child);
      child = await start(others);
    },
    /** Ends it and leaves a copy of its data, for others to begin with. Who comes second leaves what is there. */
    keep: async (folder: string) => {
      await stopped(child);
      const unfinished = `${folder}.${process.pid}`;
      copyFolder(data, unfinished);
      if (existsSync(folder)) rmSync(unfinished, { recursive: true });
      else renameSync(unfinished, folder);
    },
    stop: async () => {
      process.off('exit', leave);
      await stopped(child);
      closeSync(written);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
