// The embedded backend on a real Postgres: what PGlite, with its single session, can't show.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rest, type Rest } from '@tests/support/database/rest';
import { ORIGIN, testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { postgresAvailable, startPostgres } from '@tests/support/database/postgres';

// A call takes its own lock and returns once the other call holds its lock, too. Without concurrency it would time out.
const WAIT_FOR_OTHER_CALL = `
  create function public.meet(mine int, other int) returns boolean language plpgsql as $$
  begin
    perform pg_advisory_lock(mine);
    while not exists (select from pg_locks where locktype = 'advisory' and objid = other) loop
      perform pg_sleep(0.01);
    end loop;
    return true;
  end $$;
  create function public.setting(name text) returns text language sql as $$ select current_setting(name) $$;`;

describe.runIf(postgresAvailable())('on Postgres', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let backend: TestBackend;
  let api: Rest;
  beforeAll(async () => {
    server = await startPostgres({ settings: ['jit=on'] });
    backend = await testBackend({ server: server.url });
    await backend.script(WAIT_FOR_OTHER_CALL);
    api = rest(backend, await backend.user());
  });
  afterAll(async () => {
    await backend.close();
    await server.stop();
  });

  test('metadata of a sign-up is an object, not a text', async () => {
    const person = await backend.user({ firstName: 'Ann' });
    const [row] = await backend.sql(
      `select raw_user_meta_data ->> 'first_name' as name, jsonb_typeof(raw_user_meta_data) as type from auth.users where id = $1`,
      [person.id],
    );
    expect(row).toEqual({ name: 'Ann', type: 'object' });
  });

  test('two requests run at the same time', async () => {
    const answers = await Promise.all([
      api('POST', '/rest/v1/rpc/meet', { mine: 1, other: 2 }),
      api('POST', '/rest/v1/rpc/meet', { mine: 2, other: 1 }),
    ]);
    expect(answers).toMatchObject([
      { status: 200, body: true },
      { status: 200, body: true },
    ]);
  });

  test('closing waits for running requests', async () => {
    const closing = await testBackend({ server: server.url });
    const headers = { apikey: closing.keys.secret, authorization: `Bearer ${closing.keys.secret}` };
    await closing.script('create function public.wait() returns int language sql as $$ select 1 from pg_sleep(1) $$');
    const running = closing.fetch(`${ORIGIN}/rest/v1/rpc/wait`, { method: 'POST', headers });
    for (;;) {
      const [sleeping] = await closing.sql(`select from pg_stat_activity where wait_event = 'PgSleep'`);
      if (sleeping) break;
    }
    await closing.close();
    expect((await running).status).toBe(200);
  });

  test('the statement timeout is eight seconds, the default of a hosted project', async () => {
    expect(await api('POST', '/rest/v1/rpc/setting', { name: 'statement_timeout' })).toMatchObject({ body: '8s' });
  });

  test('JIT is off for every statement, whatever the server’s setting', async () => {
    expect(await api('POST', '/rest/v1/rpc/setting', { name: 'jit' })).toMatchObject({ body: 'off' });
  });

  test('arrays reach the database as arrays, whatever they contain', async () => {
    const lists = { n: [1.25, -2], b: [true, false], t: ['a,b', '"c" {d}', ''], d: ['2026-10-25'], none: [] };
    const [row] = await backend.sql(
      `select to_jsonb($1::numeric[]) as n, to_jsonb($2::boolean[]) as b, to_jsonb($3::text[]) as t,
         to_jsonb($4::date[]) as d, to_jsonb($5::numeric[]) as none`,
      Object.values(lists),
    );
    expect(row).toEqual(lists);
  });
});
