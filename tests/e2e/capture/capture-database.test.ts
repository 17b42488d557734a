// The database is killed in the middle of writing a job, in a real browser: the phone retries, and there is one row.
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  sentBatches,
  HILL_FARM_FORM,
  save,
  expectAllSent,
  startProxiedServer,
  waitForSends,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
import { demoTemplate, startMigrated } from '@tests/support/database/database-snapshot';
import { postgresAvailable } from '@tests/support/database/postgres';
import { copyTemplate } from '@tests/support/database/template-database';

describe.runIf(postgresAvailable())('the database', () => {
  let database: Awaited<ReturnType<typeof startMigrated>>;
  let sql: postgres.Sql;
  let server: ProxiedServer;

  beforeAll(async () => {
    // One of its own, because it is killed.
    database = await startMigrated();
    const { url } = await copyTemplate(database.url, await demoTemplate(database.url));
    sql = postgres(url, { max: 1, onnotice: () => undefined });
    server = await startProxiedServer({ database: url });
  });
  afterAll(async () => {
    await server.stop();
    await sql.end();
    await database.stop();
  });

  test('a job is retried and makes one row if the database is killed between its insert and the commit (F41)', async () => {
    const { page, context } = await server.open();
    await server.startTest();
    // The row is written, and the commit waits long enough to be found and killed there.
    await sql`create function public.dawdle() returns trigger language plpgsql as $$
      begin perform pg_sleep(60); return null; end $$`;
    await sql`create constraint trigger dawdle after insert on public.works deferrable initially deferred
      for each row execute function public.dawdle()`;
    await page.goto(server.url(HILL_FARM_FORM));
    await save(page, 71);
    const committing = async () => {
      const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where wait_event = 'PgSleep' and query ~* '^(commit|end)'`;
      return row?.pid;
    };
    let pid: number | undefined;
    await expect.poll(async () => (pid = await committing())).toBeTypeOf('number');
    process.kill(pid ?? NaN, 'SIGKILL');
    // Postgres restarts by itself, and all clients have to reconnect.
    const isRestarted = async () =>
      sql`drop trigger dawdle on public.works`.then(
        () => true,
        () => false,
      );
    await expect.poll(isRestarted).toBe(true);
    // The API server may have gone down with it; the phone does not know.
    await server.replaceServer();
    await waitForSends(server, 2);
    await expectAllSent(page);
    expect(database.log()).toMatch(/was terminated by signal 9/);
    await expect.poll(() => server.quantities()).toEqual([71]);
    expect(new Set(sentBatches(server).flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(1);
    await context.close();
  });
});
