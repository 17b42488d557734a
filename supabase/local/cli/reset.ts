// Deletes the development data, so that the next start creates them again.
import { resolve } from 'node:path';
import { dataFolder, emptyDataFolder } from '../database/data-folder.ts';

const LOCAL = new Set(['localhost', '127.0.0.1', '::1', '[::1]', '']);

/** Whether an address is this machine's; any other database is emptied only with --force. */
const isLocal = (url: string) => LOCAL.has(new URL(url).hostname);

const EMPTY_SQL = `
  drop schema if exists auth, storage, private, extensions, supabase_migrations, public cascade;
  create schema public;
  grant usage on schema public to public;`;

async function emptyPostgres(url: string) {
  const { default: postgres } = await import('postgres');
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(EMPTY_SQL);
  } finally {
    await sql.end();
  }
}

/** Empties the data that `npm run dev` would open; returns a summary. */
export async function reset(force: boolean): Promise<string> {
  const { DATABASE_URL: url } = process.env;
  const data = dataFolder();
  if (url) {
    const { host, pathname } = new URL(url);
    if (!isLocal(url) && !force)
      throw new Error(`${host} is not this machine. To drop everything in ${host}${pathname}, add \`-- --force\`.`);
    await emptyPostgres(url);
    return `emptied ${host}${pathname}`;
  }
  if (data === 'memory') return 'nothing to do: FARM_DATA=memory keeps nothing';
  await emptyDataFolder(resolve(data));
  return `emptied ${resolve(data)}`;
}
