// The planner's estimates come from the rows of every account, so they are never returned.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest } from '@tests/support/database/rest';

let backend: TestBackend;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  backend = await testBackend();
  [ann, bob] = [await backend.user({ firstName: 'Ann' }), await backend.user({ firstName: 'Bob' })];
  await backend.sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, quantity, work_date, created_by_name)
     select $1, 'Hill Farm', 'Baling', 'bale', n, '2026-11-01', 'Ann' from generate_series(1, 300) n`,
    [ann.id],
  );
  await backend.sql('analyze public.works');
});
afterAll(() => backend.close());

test.each(['count=planned', 'count=estimated', 'return=representation, count=planned', 'count=exact,count=planned'])(
  'a request that prefers %s is refused',
  async (prefer) => {
    for (const path of [`/rest/v1/works?user_id=eq.${ann.id}`, '/rest/v1/listed_works']) {
      const answer = await rest(backend, bob)('GET', path, undefined, { Prefer: prefer });
      expect(answer).toMatchObject({ status: 400, body: { message: 'Only exact counts are given.' } });
      expect(answer.headers.get('content-range')).toBeNull();
    }
  },
);

test('an exact count covers only one’s own rows', async () => {
  const count = async (person: Person) =>
    (
      await rest(backend, person)('GET', '/rest/v1/works?select=id&limit=1', undefined, { Prefer: 'count=exact' })
    ).headers.get('content-range');
  expect(await count(ann)).toBe('0-0/300');
  expect(await count(bob)).toBe('*/0');
});

test.each([
  'application/vnd.pgrst.plan',
  'application/vnd.pgrst.plan+json',
  'application/vnd.pgrst.plan+text; options=analyze',
])('a query plan requested as %s is not returned', async (accept) => {
  const answer = await rest(backend, bob)('GET', `/rest/v1/works?user_id=eq.${ann.id}`, undefined, { Accept: accept });
  expect(answer.status).toBe(406);
  expect(JSON.stringify(answer.body)).not.toMatch(/rows|Plan Rows|cost/i);
});

test('the pre-request function refuses what only a hosted project would answer', async () => {
  const ask = (prefer: string) =>
    backend.transaction(async (sql) => {
      await sql.query(`select set_config('request.headers', $1, true)`, [JSON.stringify({ prefer })]);
      await sql.query(`select private.before_request()`);
    });
  for (const prefer of ['count=planned', 'handling=strict,count=estimated', 'COUNT=PLANNED'])
    await expect(ask(prefer)).rejects.toThrow('Only exact counts are given.');
  for (const prefer of ['', 'count=exact', 'return=minimal', 'resolution=merge-duplicates']) await ask(prefer);
  const roles = await backend.sql(
    `select r from unnest(array['authenticated', 'service_role']) r where not has_function_privilege(r, 'private.before_request()', 'execute')`,
  );
  expect(roles).toEqual([]);
});
