// Test databases on a real Postgres: a migrated template, and a copy of it for each test file.
import postgres from 'postgres';

/** The address of another database on the same server. */
function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withSession<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Creates a template if there is none of this name; returns its name. `from`: the template that it starts as a copy of.
 * Concurrent runs wait for each other.
 */
export function templateDatabase(
  server: string,
  name: string,
  fill: (url: string) => Promise<void>,
  from = 'template1',
): Promise<string> {
  return withSession(server, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${name}))`;
    const [known] = await sql`select 1 from pg_database where datname = ${name}`;
    if (known) return name;
    const unfinished = `${name}_unfinished`;
    await sql.unsafe(`drop database if exists ${unfinished} with (force)`);
    await sql.unsafe(`create database ${unfinished} template ${from}`);
    await fill(databaseUrl(server, unfinished));
    await sql.unsafe(`alter database ${unfinished} rename to ${name}`);
    return name;
  });
}

let copies = 0;

/** Copies the template; returns the copy's name and address, and how to drop it. */
export async function copyTemplate(server: string, template: string) {
  copies += 1;
  const name = `farm_diary_test_${process.pid}_${copies}_${Date.now().toString(36)}`;
  // file_copy takes a third of the time of wal_log, which copies page by page through the log.
  await withSession(server, (sql) => sql.unsafe(`create database ${name} template ${template} strategy file_copy`));
  return {
    name,
    url: databaseUrl(server, name),
    drop: () => withSession(server, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`)),
  };
}

/** Settings for all new sessions of a database. */
export const changeSettings = ({ name, url }: { name: string; url: string }, settings: Record<string, string>) =>
  withSession(url, async (sql) => {
    // A prefix of a library's settings is known only once it is loaded.
    await sql.unsafe(`load 'auto_explain'`);
    for (const [setting, value] of Object.entries(settings))
      await sql.unsafe(`alter database ${name} set ${setting} = '${value}'`);
  });
