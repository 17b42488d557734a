// The REST service behaves like a hosted project's. Each test covers a difference of @supabase/lite: once an upgrade
// fixes that, the correction in supabase/local can be removed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest, type Rest } from '@tests/support/database/rest';

const SCHEMA = `
  create table public.farms (
    id int primary key,
    owner uuid not null references public.profiles,
    name text not null check (name <> ''),
    area numeric(12,2),
    areas numeric[],
    secret text,
    seen_at timestamptz,
    seen_local timestamp,
    seen_often timestamptz[],
    on_day date,
    at_time time
  );
  create unique index farms_owner_name on public.farms (owner, lower(name)) where secret is null;
  create table public.plots (id int primary key, farm_id int not null references public.farms);
  create unique index plots_farm on public.plots (farm_id) where id < 0;
  alter table public.farms enable row level security;
  create policy "own farms" on public.farms for all to authenticated
    using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  revoke all on public.farms, public.plots from anon, authenticated;
  grant select, insert, delete on public.farms to authenticated;
  grant update (name, area) on public.farms to authenticated;
  grant select on public.plots to authenticated;
  create function public.fail(code text) returns void language plpgsql as $$
  begin
    raise exception 'it failed' using errcode = code, detail = 'why', hint = 'what to do';
  end $$;
  create function public.me() returns json language sql security invoker as $$
    select json_build_object('id', auth.uid(), 'email', auth.email(), 'role', auth.role()) $$;`;

let backend: TestBackend;
let ann: Person;
let asAnn: Rest;
let asAnonymous: Rest;

beforeAll(async () => {
  backend = await testBackend();
  await backend.script(SCHEMA);
  ann = await backend.user();
  asAnn = rest(backend, ann);
  asAnonymous = rest(backend, null);
  await backend.sql(
    `insert into farms values (1, $1, 'Hill', 12.50, '{1.50,2}', null, '2026-11-20 09:54:55.513+00', '2026-11-20 09:54:55',
      '{"2026-11-20 09:00:00+00"}', '2026-11-20', '08:30'), (2, $1, 'Dale', 0.30, null, null, null, null, null, null, null)`,
    [ann.id],
  );
  await backend.sql('insert into plots values (1, 1), (2, 1)');
});
afterAll(() => backend.close());

describe('privileges', () => {
  test('a revoked column stays revoked after the first request', async () => {
    await asAnn('GET', '/rest/v1/farms');
    const answer = await asAnn('PATCH', '/rest/v1/farms?id=eq.1', { secret: 'mine' });
    expect(answer).toMatchObject({ status: 403, body: { code: '42501' } });
  });
  test('anonymous requests are refused where nothing is granted to anon', async () => {
    expect(await asAnonymous('GET', '/rest/v1/farms')).toMatchObject({ status: 401, body: { code: '42501' } });
  });
  test('the secret key bypasses every policy', async () => {
    const answer = await rest(backend, 'service')('GET', '/rest/v1/profiles?select=id');
    expect(answer).toMatchObject({ status: 200, body: [{ id: ann.id }] });
  });
});

describe('errors', () => {
  const cases: [string, number][] = [
    ['P0001', 400],
    ['FW001', 400],
    ['23514', 400],
    ['23505', 409],
    ['23503', 409],
    ['22007', 400],
    ['40001', 500],
    ['55P03', 500],
    ['57014', 500],
  ];
  test.each(cases)('%s keeps its code, details and hint, with status %d', async (code, status) => {
    const answer = await asAnn('POST', '/rest/v1/rpc/fail', { code });
    expect(answer).toMatchObject({ status, body: { code, message: 'it failed', details: 'why', hint: 'what to do' } });
  });
  test('a violated check is 400 and names its constraint', async () => {
    const answer = await asAnn('POST', '/rest/v1/farms', { id: 9, owner: ann.id, name: '' });
    expect(answer).toMatchObject({ status: 400, body: { code: '23514' } });
    expect(JSON.stringify(answer.body)).toContain('farms_name_check');
  });
  test('a function may set its own status', async () => {
    expect(await asAnn('POST', '/rest/v1/rpc/fail', { code: 'PT418' })).toMatchObject({ status: 418 });
  });
  test.each(['PATCH', 'DELETE'])('%s without a filter is refused', async (method) => {
    const answer = await asAnn(method, '/rest/v1/farms', method === 'PATCH' ? { name: 'All' } : undefined);
    const statement = method === 'PATCH' ? 'UPDATE' : 'DELETE';
    expect(answer).toMatchObject({
      status: 400,
      body: { code: '21000', message: `${statement} requires a WHERE clause` },
    });
    expect(await backend.sql('select name from farms order by id')).toEqual([{ name: 'Hill' }, { name: 'Dale' }]);
  });
});

describe('values', () => {
  test('numerics are numbers and timestamps are ISO, alone and in arrays', async () => {
    const { body } = await asAnn(
      'GET',
      '/rest/v1/farms?id=eq.1&select=area,areas,seen_at,seen_local,seen_often,on_day,at_time',
    );
    expect(body).toEqual([
      {
        area: 12.5,
        areas: [1.5, 2],
        seen_at: '2026-11-20T09:54:55.513+00:00',
        seen_local: '2026-11-20T09:54:55',
        seen_often: ['2026-11-20T09:00:00+00:00'],
        on_day: '2026-11-20',
        at_time: '08:30:00',
      },
    ]);
  });
  test('a numeric below one is a number too', async () => {
    expect((await asAnn('GET', '/rest/v1/farms?id=eq.2&select=area')).body).toEqual([{ area: 0.3 }]);
  });
});

describe('relations', () => {
  test('a partial or expression unique index does not make a relation single', async () => {
    const farms = await asAnn('GET', '/rest/v1/profiles?select=farms!farms_owner_fkey(id)');
    expect(farms.body).toEqual([{ farms: [{ id: 1 }, { id: 2 }] }]);
    const plots = await asAnn('GET', '/rest/v1/farms?id=eq.1&select=plots!plots_farm_id_fkey(id)');
    expect(plots.body).toEqual([{ plots: [{ id: 1 }, { id: 2 }] }]);
  });
});

describe('schemas and extensions', () => {
  test('auth.uid(), auth.email() and auth.role() work in a function of the caller', async () => {
    const answer = await asAnn('POST', '/rest/v1/rpc/me');
    expect(answer.body).toEqual({ id: ann.id, email: ann.email, role: 'authenticated' });
    expect((await asAnonymous('POST', '/rest/v1/rpc/me')).body).toEqual({ id: null, email: null, role: 'anon' });
  });
  test('the extensions of the migrations are there, in their own schema', async () => {
    await backend.script(`
      create extension if not exists btree_gist with schema extensions;
      create extension if not exists unaccent with schema extensions;
      create extension if not exists pg_trgm with schema extensions;
      create table public.bookings (machine int, during tstzrange, exclude using gist (machine with =, during with &&));`);
    const [row] = await backend.sql(
      `select extensions.unaccent('Tŷ Coch') as plain, extensions.similarity('hay', 'hay') as same,
         length(extensions.crypt('x', extensions.gen_salt('bf', 4))) as hash`,
    );
    expect(row).toEqual({ plain: 'Ty Coch', same: 1, hash: 60 });
  });
  test.each(['auth', 'private', 'extensions', 'pg_catalog', 'supabase_migrations'])(
    'schema %s is not served',
    async (schema) => {
      const answer = await asAnn('GET', '/rest/v1/farms', undefined, { 'accept-profile': schema });
      expect(answer).toMatchObject({ status: 406, body: { code: 'PGRST106' } });
    },
  );
});

describe('a path that is not served', () => {
  const paths: [string, string][] = [
    ['POST', '/graphql/v1'],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/storage/v1/object/move'],
    ['GET', '/storage/v1/object/public/logos/a.png'],
    ['GET', '/storage/v1/object/info/logos/a.png'],
    ['POST', '/storage/v1/object/upload/sign/logos/a.png'],
    ['POST', '/storage/v1/upload/resumable'],
    ['GET', '/realtime/v1/websocket'],
    ['GET', '/auth/v1/factors'],
    ['POST', '/auth/v1/factors'],
    ['POST', '/auth/v1/admin/generate_link'],
    ['GET', '/_system/config'],
    ['GET', '/_system/introspect'],
    ['GET', '/rest/v1/'],
  ];
  test.each(paths)('%s %s is 404 for everyone', async (method, path) => {
    for (const caller of [null, ann, 'service'] as const)
      expect(await rest(backend, caller)(method, path)).toMatchObject({ status: 404 });
  });
  test('/rest/v1 without its slash reveals nothing either', async () => {
    const { status, body } = await asAnn('GET', '/rest/v1');
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain('farms');
  });
});

describe('queries', () => {
  test('several or-filters in one request must all match', async () => {
    const rows = async (alternatives: string) =>
      (await asAnn('GET', `/rest/v1/farms?select=id&${alternatives}&order=id`)).body;
    expect(await rows('or=(id.eq.1,id.eq.9)')).toEqual([{ id: 1 }]);
    expect(await rows('or=(id.eq.2,id.eq.9)')).toEqual([{ id: 2 }]);
    expect(await rows('or=(id.eq.1,id.eq.9)&or=(id.eq.2,id.eq.9)')).toEqual([]);
    expect(await rows('or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.9)')).toEqual([{ id: 2 }]);
  });

  test('query plans and aggregates are off', async () => {
    const plan = await asAnn('GET', '/rest/v1/farms', undefined, { accept: 'application/vnd.pgrst.plan+json' });
    expect(plan).toMatchObject({ status: 406, body: { code: 'PGRST107' } });
    expect(await asAnn('GET', '/rest/v1/farms?select=area.sum()')).toMatchObject({
      status: 400,
      body: { code: 'PGRST123' },
    });
  });
});
