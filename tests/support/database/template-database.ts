// Test databases on a real Postgres: a migrated template, and a copy of it for each test file.
import postgres from 'postgres';

/** The address of another database on the same server. */
function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function asOwner<T>(server: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(server, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Creates a template if there is none of this name; returns its name. Concurrent runs wait for each other. */
export function templateDatabase(server: string, name: string, fill: (url: string) => Promise<void>): Promise<string> {
  return asOwner(server, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${name}))`;
    const [known] = await sql`select 1 from pg_database where datname = ${name}`;
    if (known) return name;
    const unfinished = `${name}_unfinished`;
    await sql.unsafe(`drop database if exists ${unfinished} with (force)`);
    await sql.unsafe(`create database ${unfinished}`);
    await fill(databaseUrl(server, unfinished));
    await sql.unsafe(`alter database ${unfinished} rename to ${name}`);
    return name;
  });
}

let copies = 0;

/** Copies the template; returns the copy's address and how to drop it. */
export async function copyTemplate(server: string, template: string) {
  copies += 1;
  const name = `farm_diary_test_${process.pid}_${copies}_${Date.now().toString(36)}`;
  // file_copy takes a third of the time of wal_log, which copies page by page through the log.
  await asOwner(server, (sql) => sql.unsafe(`create database ${name} template ${template} strategy file_copy`));
  return {
    url: databaseUrl(server, name),
    drop: () => asOwner(server, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`)),
  };
}
