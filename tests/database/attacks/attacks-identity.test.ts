// Attacks on identity: roles, accounts, trials, tokens. docs/test-codes.md explains the codes.
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ORIGIN, PASSWORD, type TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, saveRows, relations } from '@tests/support/database/catalogue';
import { rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import { rest, tokenOf, type Answer } from '@tests/support/database/rest';

let backend: TestBackend;
let personas: Personas;
let api: Personas['api'];
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  api = personas.api;
  fingerprint = await fingerprints(backend);
  restore = await saveRows(backend);
  initial = await fingerprint();
});
afterAll(() => backend.close());
afterEach(async () => {
  await restore();
  initial = await fingerprint();
});

const profilePath = (name: keyof Personas['people']) => `/rest/v1/profiles?id=eq.${personas.people[name].id}`;
const job = {
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 2,
  quantity: 3,
  work_date: '2026-11-01',
};
const FORBIDDEN = { status: 403, body: { code: '42501' } };

async function expectRefused(answer: Promise<Answer>, expected: object = FORBIDDEN) {
  expect(await answer).toMatchObject(expected);
  expect(await fingerprint()).toEqual(initial);
}

test('people can’t make themselves admin (A29)', async () => {
  for (const name of ['A1', 'E1', 'R', 'U'] as const) {
    await expectRefused(api[name]('PATCH', profilePath(name), { role: 'admin' }));
    await expectRefused(api[name]('PATCH', profilePath(name), { first_name: 'x', role: 'admin' }));
  }
});

test('people can’t join an account by themselves (A30)', async () => {
  const { A1, A2 } = personas.people;
  await expectRefused(api.E1('PATCH', profilePath('E1'), { admin_id: A2.id }));
  await expectRefused(api.E1('PATCH', profilePath('E1'), { admin_id: null }));
  await expectRefused(api.U('PATCH', profilePath('U'), { admin_id: A1.id }));
  await expectRefused(api.R('PATCH', profilePath('R'), { admin_id: A1.id }));
  await expectRefused(api.A1('PATCH', profilePath('E1'), { first_name: 'x' }), { status: 204 });
});

test.each([
  { subscription_status: 'active' },
  { subscription_ends_at: '2099-01-01T00:00:00Z' },
  { trial_ends_at: '2099-01-01T00:00:00Z' },
  { subscription_status: 'active', subscription_ends_at: '2099-01-01T00:00:00Z' },
  { created_at: '2026-11-20T00:00:00Z' },
])('neither a lapsed holder nor their employee can extend the subscription: %j (A31)', async (body) => {
  await expectRefused(api.L('PATCH', profilePath('L'), body));
  await expectRefused(api.EL('PATCH', profilePath('L'), body));
});

test('a sign-up takes only the names from its metadata (A32)', async () => {
  const { A1 } = personas.people;
  const data = {
    first_name: ' Mal ',
    last_name: 'x'.repeat(500),
    role: 'employee',
    admin_id: A1.id,
    subscription_status: 'active',
    subscription_ends_at: '2099-01-01',
    trial_ends_at: '2099-01-01',
    id: A1.id,
    avatar_url: 'javascript:alert(1)',
  };
  const body = {
    email: 'mal@example.test',
    password: PASSWORD,
    data,
    app_metadata: { role: 'admin' },
    role: 'service_role',
  };
  expect((await api.K('POST', '/auth/v1/signup', body)).status).toBe(200);
  const [row] = await backend.sql(
    `select p.first_name, char_length(p.last_name) as last, p.role, p.admin_id, p.subscription_status, p.subscription_ends_at,
            p.avatar_url, p.trial_ends_at < now() + interval '31 days' as month, u.role as rank
     from auth.users u join public.profiles p on p.id = u.id where u.email = 'mal@example.test'`,
  );
  expect(row).toEqual({
    first_name: 'Mal',
    last: 60,
    role: 'admin',
    admin_id: null,
    subscription_status: 'trialing',
    subscription_ends_at: null,
    avatar_url: null,
    month: true,
    rank: 'authenticated',
  });
  await backend.sql(`delete from auth.users where email = 'mal@example.test'`);
});

test('a person’s own metadata gives no access (A33)', async () => {
  const data = { role: 'admin', admin_id: personas.people.A1.id, account_id: personas.people.A1.id };
  expect((await api.U('PUT', '/auth/v1/user', { data, app_metadata: data })).status).toBe(200);
  const [row] = await backend.sql(`select raw_app_meta_data ->> 'role' as role from auth.users where id = $1`, [
    personas.people.U.id,
  ]);
  expect(row).toEqual({ role: null });
  expect(await api.U('GET', '/rest/v1/works')).toMatchObject({ status: 200, body: [] });
  expect(await api.U('POST', '/rest/v1/works', job)).toMatchObject(FORBIDDEN);
  const [policy] = await backend.sql(
    `select count(*)::int as n from pg_policies where coalesce(qual, '') || coalesce(with_check, '') ~ 'metadata|jwt'`,
  );
  expect(policy).toEqual({ n: 0 });
});

test('there is one profile and one trial per person (A34)', async () => {
  const { L, A1 } = personas.people;
  await expectRefused(api.L('POST', '/rest/v1/profiles', { id: L.id, role: 'admin', subscription_status: 'trialing' }));
  await expectRefused(api.L('POST', '/rest/v1/profiles', { id: A1.id }));
  await expectRefused(api.L('DELETE', profilePath('L')));
  await expectRefused(
    api.L(
      'POST',
      '/rest/v1/profiles?on_conflict=id',
      { id: L.id, role: 'admin' },
      { Prefer: 'resolution=merge-duplicates' },
    ),
  );
  const signIn = await api.K('POST', '/auth/v1/token?grant_type=password', { email: L.email, password: PASSWORD });
  expect(signIn.status).toBe(200);
  const [row] = await backend.sql(`select subscription_status from public.profiles where id = $1`, [L.id]);
  expect(row).toEqual({ subscription_status: 'canceled' });
});

describe('a forged token (A35)', () => {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signToken = (key: string, header: object, claims: object) => {
    const text = `${encodePart(header)}.${encodePart(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const claims = (extra: object = {}) => ({
    sub: personas.people.A1.id,
    role: 'authenticated',
    aud: 'authenticated',
    exp: 4_000_000_000,
    ...extra,
  });
  const HS256 = { alg: 'HS256', typ: 'JWT' };
  const cases: Record<string, () => string> = {
    'is not signed': () => `${encodePart({ alg: 'none' })}.${encodePart(claims())}.`,
    'says it needs no signature': () => signToken(backend.keys.publishable, { alg: 'none' }, claims()),
    'is signed with the public key': () => signToken(backend.keys.publishable, HS256, claims()),
    'comes from another project': () => signToken('another-project-another-project-another', HS256, claims()),
    'claims to be the service': () => signToken(backend.keys.publishable, HS256, claims({ role: 'service_role' })),
    'names a role of the database': () => signToken('x'.repeat(40), HS256, claims({ role: 'postgres' })),
    'is no token': () => 'not-a-token',
  };
  const ask = async (token: string) => {
    const headers = { apikey: backend.keys.publishable, authorization: `Bearer ${token}` };
    return (await backend.fetch(`${ORIGIN}/rest/v1/works`, { headers })).status;
  };
  test.each(Object.keys(cases))('that %s is refused', async (name) =>
    expect(await ask(cases[name]?.() ?? '')).toBe(401),
  );
  test('with edited claims is refused', async () => {
    const [header, , signature] = (await tokenOf(personas.people.A2)).split('.');
    for (const extra of [{}, { aud: 'other' }, { exp: undefined }, { role: 'service_role' }])
      expect(await ask(`${header ?? ''}.${encodePart(claims(extra))}.${signature ?? ''}`)).toBe(401);
    expect(await ask(await tokenOf(personas.people.A2))).toBe(200);
  });
  test('an expired token is refused (A36)', async () => {
    expect(await ask(signToken(backend.keys.jwtSecret, HS256, claims({ exp: 1_700_000_000 })))).toBe(401);
  });
});

test('a removed person loses all access at once, even with a valid token (A37)', async () => {
  const person = await backend.employeeOf(personas.people.A1);
  const ask = rest(backend, person);
  expect((await ask('GET', '/rest/v1/works')).body).not.toEqual([]);
  await backend.sql(`update public.profiles set admin_id = null where id = $1`, [person.id]);
  for (const { name } of await relations(backend)) {
    if (name === 'profiles') continue;
    expect(await ask('GET', `/rest/v1/${name}`)).toMatchObject({ status: 200, body: [] });
  }
  const { A1 } = personas.people;
  for (const user of [A1.id, undefined])
    expect(await ask('POST', '/rest/v1/works', { ...job, user_id: user })).toMatchObject(FORBIDDEN);
  expect(await api.R('PATCH', `/rest/v1/works?id=eq.${rowId(3, 'R')}`, { rate: 0 })).toMatchObject({ status: 204 });
  const [row] = await backend.sql(`select rate from public.works where id = $1`, [rowId(3, 'R')]);
  expect(row).toEqual({ rate: 50 });
  await backend.sql('delete from auth.users where id = $1', [person.id]);
});

describe.each(['L', 'EL'] as const)('the person %s of a lapsed account (A38, A39)', (name) => {
  test('can still read all their entries', async () => {
    expect(await api[name]('GET', '/rest/v1/works')).toMatchObject({ status: 200, body: [{}, {}] });
    expect((await api[name]('POST', '/rest/v1/rpc/works_totals', {})).body).toMatchObject([{ entries: 2 }]);
  });
  test('can write nothing', async () => {
    const [send, id] = [api[name], personas.people.L.id];
    const request = '11111111-0000-4000-8000-000000000001';
    await expectRefused(send('POST', '/rest/v1/works', job));
    await expectRefused(send('POST', '/rest/v1/customers', { name: 'x' }));
    await expectRefused(send('POST', '/rest/v1/tasks', { name: 'x' }));
    await expectRefused(
      send(
        'POST',
        '/rest/v1/invoice_settings?on_conflict=user_id',
        { user_id: id, footer_text: 'x' },
        { Prefer: 'resolution=merge-duplicates' },
      ),
    );
    for (const [table, body] of [
      ['works', { notes: 'x' }],
      ['customers', { town: 'x' }],
      ['tasks', { sort: 3 }],
      ['invoice_settings', { town: 'x' }],
      ['farm_settings', { farm_name: 'x' }],
    ] as const)
      await expectRefused(send('PATCH', `/rest/v1/${table}?user_id=eq.${id}`, body), { status: 204 });
    for (const table of ['works', 'customers', 'tasks'])
      await expectRefused(send('DELETE', `/rest/v1/${table}?user_id=eq.${id}`), { status: 204 });
    await expectRefused(
      send('POST', '/rest/v1/rpc/issue_invoice', {
        p_request_id: request,
        p_customer_id: rowId(1, 'L'),
        p_work_ids: [rowId(3, 'L')],
      }),
    );
    await expectRefused(
      send('POST', '/rest/v1/rpc/mark_invoices', {
        p_request_id: request,
        p_invoice_ids: [rowId(4, 'L')],
        p_status: 'paid',
      }),
    );
    await expectRefused(
      send('POST', '/rest/v1/rpc/withdraw_invoice', { p_request_id: request, p_invoice_id: rowId(4, 'L') }),
    );
    await expectRefused(
      send('POST', '/rest/v1/rpc/credit_invoice', {
        p_request_id: request,
        p_invoice_id: rowId(7, 'L'),
        p_reason: 'x',
      }),
    );
    await expectRefused(send('POST', '/rest/v1/rpc/rename_task', { p_task_id: rowId(2, 'L'), p_name: 'x' }));
    await expectRefused(
      send('POST', '/rest/v1/rpc/merge_customers', {
        p_request_id: request,
        p_from: rowId(1, 'L'),
        p_into: rowId(1, 'EL'),
      }),
    );
  });
  test('can change their own name', async () => {
    expect((await api[name]('PATCH', profilePath(name), { first_name: 'Still' })).status).toBe(204);
    const [row] = await backend.sql(`select first_name from public.profiles where id = $1`, [personas.people[name].id]);
    expect(row).toEqual({ first_name: 'Still' });
  });
});

test('a temporary table or function of the same name does not shadow ours (A41)', async () => {
  const { A1, U } = personas.people;
  // The script ends with an error on purpose: this rolls its tables back and reports what the functions returned.
  const attempt = `
    create temp table profiles as select '${U.id}'::uuid as id, 'admin' as role, null::uuid as admin_id, 'active' as subscription_status,
      now() + interval '1 year' as subscription_ends_at, now() as trial_ends_at;
    create temp table farm_settings as select '${U.id}'::uuid as user_id, true as employees_see_rates;
    create function pg_temp.account_id() returns uuid language sql as $f$ select '${A1.id}'::uuid $f$;
    create function pg_temp.uid() returns uuid language sql as $f$ select '${A1.id}'::uuid $f$;
    set local search_path = pg_temp, public, private, auth;
    grant all on pg_temp.profiles, pg_temp.farm_settings to authenticated;
    select set_config('request.jwt.claims', '{"sub": "${U.id}", "role": "authenticated"}', true);
    set local role authenticated;
    do $$ begin
      raise exception 'account %, admin %, writes %, works %', coalesce(private.account_id()::text, 'none'), private.is_admin(),
        private.can_write(), (select count(*) from public.works);
    end $$;`;
  await expect(backend.script(attempt)).rejects.toThrow('account none, admin f, writes f, works 0');
});
