// The commands behind `npm run db:reset`, `db:types`, `db:advise`, `demo:fill` and `reminders`.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { adviceAbout, reviewAdvice, type Accepted } from './advise.ts';
import { createBackend, type Backend } from '../backend.ts';
import { databaseTypes } from './database-types.ts';
import { openDatabase } from '../database/connection.ts';
import { fillVisitorsFarm } from '../demo/visitors-farm.ts';
import { readMigrations } from '../database/migrations.ts';
import { readProjectConfig } from '../project-config.ts';
import { sendReminders } from './reminders.ts';
import { reset } from './reset.ts';
import { newKeys } from '../auth/tokens.ts';

type Command = (flags: readonly string[]) => Promise<number>;

/** A backend with every migration applied: in memory, or on the Postgres of DATABASE_URL. */
async function withMigrated<T>(url: string | undefined, work: (backend: Backend) => Promise<T>): Promise<T> {
  const backend = await createBackend({
    place: url ? { kind: 'postgres', url } : { kind: 'memory' },
    keys: newKeys(),
    config: readProjectConfig(resolve('supabase/config.toml')),
    migrations: await readMigrations(resolve('supabase/migrations')),
  });
  try {
    return await work(backend);
  } finally {
    await backend.close();
  }
}

const types: Command = async () => {
  const file = resolve('src/lib/database.types.ts');
  writeFileSync(file, await withMigrated(undefined, databaseTypes));
  console.log(`wrote ${file}`);
  return 0;
};

const advise: Command = async () => {
  const url = process.env['DATABASE_URL'];
  const advice = await withMigrated(url, (backend) => adviceAbout(backend, url));
  // Written by hand and read only here.
  const reasons = JSON.parse(readFileSync(resolve('supabase/local/cli/advice-accepted.json'), 'utf8')) as Accepted[];
  const { failing, accepted, unused } = reviewAdvice(advice, reasons);
  for (const { level, name, detail } of failing) console.log(`${level} ${name}: ${detail}`);
  for (const { name, reason } of unused) console.log(`no longer needed: ${name} (${reason})`);
  console.log(`${failing.length} to see to, ${accepted.length} accepted with a reason`);
  return failing.length || unused.length ? 1 : 0;
};

const fillDemo: Command = async (addresses) => {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL names the database of the project.');
  const { database, driver, kind } = await openDatabase({ kind: 'postgres', url, sessions: 1 });
  try {
    const today = new Date().toISOString().slice(0, 10);
    await database.transaction((sql) => fillVisitorsFarm(sql, addresses, today));
  } finally {
    if (kind === 'postgres') await driver.end();
  }
  console.log(`filled the demo farm of ${addresses[0]}`);
  return 0;
};

const commands: Record<string, Command> = {
  reset: async (flags) => {
    console.log(await reset(flags.includes('--force')));
    return 0;
  },
  types,
  'demo-fill': fillDemo,
  advise,
  reminders: async (flags) => {
    console.log(await sendReminders(flags));
    return 0;
  },
};

/** Runs a command by name; returns the exit code. */
export async function run(name: string, flags: readonly string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    console.error(`usage: node supabase/local/cli.mjs ${Object.keys(commands).join('|')}`);
    return 2;
  }
  try {
    return await command(flags);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
