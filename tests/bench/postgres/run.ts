// npm run bench -- postgres: fills a temporary Postgres, makes the app's requests, reports how long each took, and
// deletes it.
import { freemem, cpus, loadavg, totalmem } from 'node:os';
import postgres from 'postgres';
import { startPostgres } from '@tests/support/database/postgres';
import { capture } from './capture';
import { fill, shapeFor, type Shape } from './fill';
import { explainPlan, pgbench, scriptOf, type Accounts } from './load';
import type { Days, Request } from './requests';

const MEMORY_SETTINGS = ['shared_buffers=2GB', 'effective_cache_size=6GB', 'jit=off', 'log_line_prefix='];
/** For filling only: the data need not survive a crash of the machine. */
const FILL_SETTINGS = [
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=1GB', 'checkpoint_timeout=1h', 'synchronous_commit=off'],
  ...[
    'autovacuum=off',
    'work_mem=256MB',
    'temp_buffers=256MB',
    'maintenance_work_mem=1GB',
    'max_parallel_workers_per_gather=0',
  ],
];
/**
 * While measuring, everything is on disk when a commit returns, as in production. Half of the machine's memory is
 * given to the database: not every machine caches files, and without that each figure would measure the disk.
 */
const MEASURE_SETTINGS = [
  ...['fsync=on', 'full_page_writes=on', 'synchronous_commit=on', 'max_wal_size=4GB'],
  `shared_buffers=${Math.floor(totalmem() / 2 ** 21)}MB`,
];

/** Loads tables and indexes into memory, the largest last, as in a database that has run for a while. */
const PREWARM_SQL = `create extension pg_prewarm;
  select pg_prewarm(oid) from (
    select oid from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace
    order by pg_relation_size(oid)) as small_first`;

const print = (line: object) => console.log(JSON.stringify(line));
const SECONDS = { warm: 1, measured: 5 };

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function daysOf(): Days {
  const today = dayBefore(0);
  const last = new Date(`${today.slice(0, 7)}-01T00:00:00Z`).getTime() - 86_400_000;
  const end = new Date(last).toISOString().slice(0, 10);
  return { today, deep: dayBefore(985), month: [`${end.slice(0, 7)}-01`, end], year: [dayBefore(364), today] };
}

async function sizes(url: string) {
  const sql = postgres(url, { max: 1 });
  try {
    const rows = await sql<{ name: string; rows: string; heap: string; indexes: string; all: string }[]>`
      select relname as name, reltuples::bigint as rows, pg_size_pretty(pg_relation_size(oid)) as heap,
        pg_size_pretty(pg_indexes_size(oid)) as indexes, pg_size_pretty(pg_total_relation_size(oid)) as all
      from pg_class where oid = any (array['public.works', 'public.invoices', 'public.profiles']::regclass[])`;
    const [database] = await sql<
      { size: string }[]
    >`select pg_size_pretty(pg_database_size(current_database())) as size`;
    print({ name: 'sizes', database: database?.size, tables: rows });
    const settings = await sql<{ name: string; value: string }[]>`
      select name, current_setting(name) as value from pg_settings
      where name in ('server_version', 'shared_buffers', 'work_mem', 'effective_cache_size', 'random_page_cost', 'jit', 'fsync',
        'synchronous_commit', 'full_page_writes')`;
    print({ name: 'settings', ...Object.fromEntries(settings.map(({ name, value }) => [name, value])) });
  } finally {
    await sql.end();
  }
}

const host = () => ({
  cores: cpus().length,
  load: loadavg()[0],
  freeGB: Math.round(freemem() / 1e9),
  totalGB: Math.round(totalmem() / 1e9),
});

type Server = Awaited<ReturnType<typeof startPostgres>>;

async function measure(server: Server, shape: Shape, { owner, captured }: Awaited<ReturnType<typeof capture>>) {
  let allHold = true;
  const measureRequest = async (
    request: (typeof captured)[number],
    accounts: Accounts,
    clients: number,
    limit: number | null,
  ) => {
    const script = scriptOf(request, owner, accounts, shape, clients);
    // Enough unbilled entries of the large account remain for every client.
    const transactions =
      request.maxTransactions === undefined
        ? undefined
        : Math.min(request.maxTransactions, Math.floor(shape.large.runs / clients / 2));
    if (transactions === undefined) pgbench(server, script, { clients, seconds: SECONDS.warm });
    const load = loadavg()[0];
    const figures = pgbench(server, script, {
      clients,
      seconds: SECONDS.measured,
      ...(transactions === undefined ? {} : { transactions }),
    });
    const holds = limit === null ? null : figures.p95 <= limit;
    if (holds === false) allHold = false;
    print({ name: request.name, accounts, clients, unit: 'ms', ...figures, limit, holds, load });
    if (holds === false)
      print({ name: `plan: ${request.name}`, accounts, plan: await explainPlan(server.url, script) });
  };
  for (const request of captured) {
    await measureRequest(request, 'any', request.clients ?? 4, request.limit);
    await measureRequest(request, 'big', 1, request.limit);
  }
  const list = captured.find(({ name }) => name === 'list, first page');
  if (list) for (const accounts of ['any', 'big'] as const) await measureRequest(list, accounts, 16, 15);
  return allHold;
}

/** `accounts` with 1,000 entries each and one with 100,000. Returns whether the limit of every request was met. */
export async function run(accounts: number, requests: readonly Request[]): Promise<boolean> {
  if (!(accounts >= 100)) throw new Error('--accounts must be at least 100');
  const from = performance.now();
  const shape = shapeFor(accounts);
  const server = await startPostgres({ settings: [...MEMORY_SETTINGS, ...FILL_SETTINGS] });
  // Ctrl-C must also delete the gigabytes of data.
  const stopOnSignal = () => void server.stop().finally(() => process.exit(130));
  process.once('SIGINT', stopOnSignal);
  process.once('SIGTERM', stopOnSignal);
  try {
    print({ name: 'host', ...host() });
    const captured = await capture(server.url, server.log, requests, daysOf());
    await fill(server.url, shape, (part, seconds) => print({ name: `filling: ${part}`, seconds: Math.round(seconds) }));
    await server.restart([...MEMORY_SETTINGS, ...MEASURE_SETTINGS]);
    const sql = postgres(server.url, { max: 1 });
    await sql.unsafe('alter role authenticator login; grant authenticated to authenticator');
    await sql.unsafe(PREWARM_SQL);
    await sql.end();
    await sizes(server.url);
    const holds = await measure(server, shape, captured);
    print({ name: 'postgres', seconds: Math.round((performance.now() - from) / 1000), holds, ...host() });
    if (process.argv.includes('--keep')) {
      console.log(`${server.url} stays up until Ctrl-C`);
      await new Promise(() => setInterval(() => undefined, 60_000));
    }
    return holds;
  } finally {
    process.removeListener('SIGINT', stopOnSignal);
    process.removeListener('SIGTERM', stopOnSignal);
    await server.stop();
  }
}
