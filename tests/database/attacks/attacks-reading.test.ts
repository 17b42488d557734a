// Attacks that try to read other people's data. docs/test-codes.md explains the codes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { functions, relations } from '@tests/support/database/catalogue';
import { eventId, rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import type { Answer } from '@tests/support/database/rest';

let backend: TestBackend;
let personas: Personas;
let api: Personas['api'];

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  api = personas.api;
});
afterAll(() => backend.close());

/** Whether a response contains anything of A1's farm: names, ids of people, invoice texts. */
function showsFarmOne({ body }: Answer): boolean {
  const text = JSON.stringify(body);
  const { A1, E1, E1b } = personas.people;
  return [A1.id, E1.id, E1b.id, A1.email, 'of A1', 'of E1', 'Business of A1'].some((trace) => text.includes(trace));
}
const rows = ({ body }: Answer) => body as Record<string, unknown>[];

test('the public key alone reads no table and no view (A1)', async () => {
  for (const { name } of await relations(backend)) {
    expect(await api.K('GET', `/rest/v1/${name}?select=*`)).toMatchObject({ status: 401, body: { code: '42501' } });
    expect((await api.K('HEAD', `/rest/v1/${name}?select=*`)).status).toBe(401);
  }
});

test('the list of tables and functions is not revealed (A2)', async () => {
  for (const ask of [api.K, api.A2]) {
    const root = await ask('GET', '/rest/v1/');
    const graph = await ask('POST', '/graphql/v1', { query: '{__schema{types{name}}}' });
    expect([root.status, graph.status]).toEqual([404, 404]);
    expect(JSON.stringify([root.body, graph.body])).not.toMatch(/works|invoice/);
  }
});

test.each([
  (ids: { account: string }) => `works?user_id=eq.${ids.account}`,
  () => `works?id=eq.${rowId(3, 'A1')}`,
  (ids: { account: string }) => `works?user_id=neq.${ids.account}&id=eq.${rowId(3, 'E1')}`,
  () => `works?id=in.(${rowId(3, 'A1')},${rowId(3, 'E1')})`,
  () => `works?not.and=(id.eq.${rowId(3, 'A2')},id.eq.${rowId(3, 'A2')})&id=neq.${rowId(3, 'A2')}`,
  (ids: { account: string }) => `customers?user_id=eq.${ids.account}`,
  (ids: { account: string }) => `invoices?user_id=eq.${ids.account}`,
  (ids: { account: string }) => `profiles?id=eq.${ids.account}`,
])('another farm’s request for known rows returns none of them: %# (A3)', async (path) => {
  const answer = await api.A2('GET', `/rest/v1/${path({ account: personas.people.A1.id })}`);
  expect(answer).toMatchObject({ status: 200, body: [] });
});

test('an or-filter over both farms returns only one’s own rows (A3)', async () => {
  const { A1, A2 } = personas.people;
  const answer = await api.A2('GET', `/rest/v1/works?or=(user_id.eq.${A1.id},user_id.eq.${A2.id})`);
  expect(rows(answer).map((row) => row['id'])).toEqual([rowId(3, 'A2')]);
});

test.each([
  'customers?select=*,works!works_customer_fkey(*),invoices!invoices_customer_fkey(*)',
  'works?select=*,customers(*,invoices!invoices_customer_fkey(*))',
  'profiles?select=*,works!works_user_id_fkey(*),customers!customers_user_id_fkey(*),tasks!tasks_user_id_fkey(*)',
])('no row of another farm can be embedded at any depth: %s (A4)', async (path) => {
  const answer = await api.A2('GET', `/rest/v1/${path}`);
  expect(answer.status).toBe(200);
  expect(rows(answer).length).toBeGreaterThan(0);
  expect(showsFarmOne(answer)).toBe(false);
  expect(showsFarmOne(await api.A1('GET', `/rest/v1/${path}`))).toBe(true);
});

test('counts cover only one’s own rows, aggregates are not offered (A5)', async () => {
  const counted = await api.A2('HEAD', '/rest/v1/works?select=id', undefined, { Prefer: 'count=exact' });
  expect(counted.headers.get('content-range')).toBe('0-0/1');
  const foreign = await api.A2('HEAD', `/rest/v1/works?user_id=eq.${personas.people.A1.id}`, undefined, {
    Prefer: 'count=exact',
  });
  expect(foreign.headers.get('content-range')).toBe('*/0');
  for (const select of ['total_value.sum()', 'count()', 'rate.max()', 'customer,total_value.avg()'])
    expect(await api.A2('GET', `/rest/v1/works?select=${select}`)).toMatchObject({
      status: 400,
      body: { code: 'PGRST123' },
    });
});

test('every view is empty when queried for another farm (A6)', async () => {
  const views = (await relations(backend)).filter(({ kind }) => kind === 'view');
  expect(views.length).toBeGreaterThan(0);
  for (const { name } of views) {
    const answer = await api.A2('GET', `/rest/v1/${name}?user_id=eq.${personas.people.A1.id}`);
    expect(answer).toMatchObject({ status: 200, body: [] });
  }
});

test('the public key alone calls no function (A7)', async () => {
  const all = await functions(backend);
  for (const { name } of all) {
    const answer = await api.K('POST', `/rest/v1/rpc/${name.replace(/\(.*/, '')}`, {});
    expect([401, 404]).toContain(answer.status);
    expect(JSON.stringify(answer.body)).not.toMatch(/private\./);
  }
});

test('functions of the private schema can’t be called through the API (A7)', async () => {
  const helpers = (await functions(backend)).filter(({ schema }) => schema === 'private');
  for (const { name } of helpers)
    expect((await api.A1('POST', `/rest/v1/rpc/${name.replace(/\(.*/, '')}`, {})).status).toBe(404);
});

test.each(['auth', 'private', 'storage', 'vault', 'pg_catalog', 'extensions', 'information_schema'])(
  'the schema %s is not exposed (A8)',
  async (schema) => {
    const read = await api.A2('GET', '/rest/v1/users', undefined, { 'Accept-Profile': schema });
    expect(read).toMatchObject({ status: 406, body: { code: 'PGRST106' } });
    const call = await api.A2('POST', '/rest/v1/rpc/account_id', {}, { 'Content-Profile': schema });
    expect(call).toMatchObject({ status: 406, body: { code: 'PGRST106' } });
  },
);

test('no query plan is returned (A9)', async () => {
  const answer = await api.A2('GET', '/rest/v1/works', undefined, { Accept: 'application/vnd.pgrst.plan+json' });
  expect(answer.status).toBe(406);
});

test('an employee reads neither bank details nor invoices nor the log (A21)', async () => {
  for (const table of ['invoice_settings', 'invoices', 'audit_log', 'customers', 'tasks'])
    expect(await api.E1('GET', `/rest/v1/${table}`)).toMatchObject({ status: 200, body: [] });
  const summary = await api.E1('POST', '/rest/v1/rpc/home_summary', { p_today: '2027-03-01' });
  expect(rows(summary)[0]).toMatchObject({ outstanding: 0, overdue: 0, overdue_invoices: 0 });
  expect(rows(await api.A1('POST', '/rest/v1/rpc/home_summary', { p_today: '2027-03-01' }))[0]).toMatchObject({
    // An invoice of 80.00, and 379.99 that is still owed on one of another program.
    outstanding: 459.99,
    overdue_invoices: 2,
  });
});

test('an employee reads customers without terms, notes and billing details (A21)', async () => {
  const customers = rows(await api.E1('GET', '/rest/v1/crew_customers'));
  expect(customers.length).toBeGreaterThan(0);
  for (const column of ['notes', 'vat_number', 'payment_terms_days', 'account_ref', 'billing_email', 'email'])
    expect(customers[0]).not.toHaveProperty(column);
  expect(JSON.stringify(customers)).not.toContain('secret');
});

test('an employee reads only their own profile, and the holder’s names and end of writing (A40)', async () => {
  const seen = rows(await api.E1('GET', '/rest/v1/profiles?select=*'));
  expect(seen.map((row) => row['id'])).toEqual([personas.people.E1.id]);
  expect(Object.keys(seen[0] ?? {}).sort()).toEqual([
    'admin_id',
    'avatar_url',
    'created_at',
    'first_name',
    'id',
    'is_demo',
    'last_name',
    'last_seen_at',
    'opted_out_48h',
    'person_status',
    'phone',
    'role',
    'sees_all_works',
    'sees_rates',
    'subscription_ends_at',
    'subscription_status',
    'trial_ends_at',
    'turns_18_on',
  ]);
  const [holder] = rows(await api.E1('POST', '/rest/v1/rpc/account_holder', {}));
  expect(Object.keys(holder ?? {}).sort()).toEqual(['active_until', 'first_name', 'last_name']);
});

describe('an id of another farm gets the same response as one that does not exist (A85)', () => {
  const unknown = '77777777-0000-4000-8000-000000000000';
  const expectSameAnswer = async (ask: (id: string) => Promise<Answer>, foreign: string) => {
    const [foreignAnswer, unknownAnswer] = [await ask(foreign), await ask(unknown)];
    const withoutId = ({ status, body }: Answer) => JSON.stringify({ status, body }).replaceAll(foreign, unknown);
    expect(withoutId(foreignAnswer)).toBe(withoutId(unknownAnswer));
  };
  test('when it is read, changed or deleted', async () => {
    for (const [table, number] of [
      ['customers', 1],
      ['tasks', 2],
      ['works', 3],
      ['invoices', 4],
    ] as const) {
      await expectSameAnswer((id) => api.A2('GET', `/rest/v1/${table}?id=eq.${id}`), rowId(number, 'A1'));
      await expectSameAnswer((id) => api.A2('DELETE', `/rest/v1/${table}?id=eq.${id}`), rowId(number, 'A1'));
    }
    await expectSameAnswer((id) => api.A2('PATCH', `/rest/v1/works?id=eq.${id}`, { notes: 'x' }), rowId(3, 'A1'));
    await expectSameAnswer((id) => api.A2('GET', `/rest/v1/profiles?id=eq.${id}`), personas.people.A1.id);
  });
  test.each([
    ['customers', { name: 'x' }],
    ['tasks', { name: 'x' }],
    ['works', { customer: 'x', task_name: 'x', chargeable_unit: 'day', work_date: '2026-11-01' }],
    ['invoice_settings', { next_number: 2 }],
    ['invoice_settings', { next_number: 1 }],
    ['invoice_settings', { next_number: 0 }],
  ])('when it is the account of a new row in %s %j', async (table, body) => {
    const account = personas.people.A1.id;
    for (const ask of [api.A2, api.L, api.U])
      await expectSameAnswer((id) => ask('POST', `/rest/v1/${table}`, { ...body, user_id: id }), account);
    const crew = await api.E1('POST', `/rest/v1/invoice_settings`, { user_id: account, next_number: 2 });
    expect(crew).toMatchObject({ status: 403, body: { message: 'Only the main account holder can do this.' } });
  });
  test('when it is passed to a function', async () => {
    const request = '66666666-0000-4000-8000-000000000000';
    const call = (name: string, args: object) => api.A2('POST', `/rest/v1/rpc/${name}`, args);
    await expectSameAnswer(
      (id) => call('withdraw_invoice', { p_request_id: request, p_invoice_id: id }),
      rowId(4, 'A1'),
    );
    await expectSameAnswer(
      (id) => call('merge_customers', { p_request_id: request, p_from: id, p_into: rowId(1, 'A2') }),
      rowId(1, 'A1'),
    );
    await expectSameAnswer(
      (id) => call('merge_customers', { p_request_id: request, p_from: rowId(1, 'A2'), p_into: id }),
      rowId(1, 'A1'),
    );
    await expectSameAnswer((id) => call('merge_preview', { p_from: id, p_into: rowId(1, 'A2') }), rowId(1, 'A1'));
    await expectSameAnswer(
      (id) => call('credit_invoice', { p_request_id: request, p_invoice_id: id, p_reason: 'x' }),
      rowId(7, 'A1'),
    );
    await expectSameAnswer(
      (id) => call('mark_invoices', { p_request_id: request, p_invoice_ids: [id], p_status: 'paid' }),
      rowId(4, 'A1'),
    );
    await expectSameAnswer(
      (id) => call('issue_invoice', { p_request_id: request, p_customer_id: id, p_work_ids: [rowId(3, 'A2')] }),
      rowId(1, 'A1'),
    );
    await expectSameAnswer(
      (id) => call('issue_invoice', { p_request_id: request, p_customer_id: rowId(1, 'A2'), p_work_ids: [id] }),
      rowId(3, 'A1'),
    );
    await expectSameAnswer(
      (id) => call('move_planned_jobs', { p_ids: [id], p_from: '2026-11-02', p_to: '2026-11-03' }),
      eventId('A1'),
    );
    await expectSameAnswer((id) => call('move_works', { p_ids: [id], p_customer: 'x' }), rowId(3, 'A1'));
    await expectSameAnswer((id) => call('rename_task', { p_task_id: id, p_name: 'x' }), rowId(2, 'A1'));
    await expectSameAnswer((id) => call('customer_summary', { p_customer_id: id }), rowId(1, 'A1'));
  });
});
