// Attacks that try to write other people's data. None changes a row. docs/test-codes.md explains the codes.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, saveRows } from '@tests/support/database/catalogue';
import { BILLED_CUSTOMER, eventId, rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import type { Answer } from '@tests/support/database/rest';

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
afterEach(() => restore());

const job = {
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 2,
  quantity: 3,
  work_date: '2026-11-01',
};
const workPath = (name: 'A1' | 'A2' | 'E1' | 'E1b') => `/rest/v1/works?id=eq.${rowId(3, name)}`;
const FORBIDDEN = { status: 403, body: { code: '42501' } };
const NO_CONTENT = { status: 204, body: '' };

async function expectRefused(answer: Promise<Answer>, expected: object = FORBIDDEN) {
  expect(await answer).toMatchObject(expected);
  expect(await fingerprint()).toEqual(initial);
}
const stored = async (id: string, account: string) =>
  (await backend.sql(`select * from public.works where id = $1 and user_id = $2`, [id, account]))[0];

test('a row for another farm is refused (A12)', async () => {
  const { A1 } = personas.people;
  await expectRefused(api.A2('POST', '/rest/v1/works', { ...job, user_id: A1.id }));
  await expectRefused(
    api.A2('POST', '/rest/v1/works', [
      { ...job, user_id: personas.people.A2.id },
      { ...job, user_id: A1.id },
    ]),
  );
  await expectRefused(api.R('POST', '/rest/v1/works', { ...job, user_id: A1.id }));
});

test('another farm’s row can be neither changed nor deleted (A13)', async () => {
  await expectRefused(api.A2('PATCH', workPath('A1'), { rate: 0 }), NO_CONTENT);
  await expectRefused(api.A2('DELETE', workPath('A1')), NO_CONTENT);
  await expectRefused(
    api.A2('PATCH', `/rest/v1/works?customer=eq.${BILLED_CUSTOMER}&id=neq.${rowId(3, 'A2')}`, { rate: 0 }),
    NO_CONTENT,
  );
});

test('a row can’t be moved into another farm (A14)', async () => {
  const { A1 } = personas.people;
  await expectRefused(api.A2('PATCH', workPath('A2'), { user_id: A1.id }));
  await expectRefused(api.A2('PATCH', `/rest/v1/customers?id=eq.${rowId(1, 'A2')}`, { user_id: A1.id }));
  await expectRefused(api.A2('PATCH', `/rest/v1/tasks?id=eq.${rowId(2, 'A2')}`, { user_id: A1.id }));
  await expectRefused(
    api.A2('PATCH', `/rest/v1/invoice_settings?user_id=eq.${personas.people.A2.id}`, { user_id: A1.id }),
  );
});

// The account is part of every key, so A2 can use an id of A1's rows: it neither collides nor reveals that it exists.
describe('another farm’s id can be used like any other (A15)', () => {
  const ids = { customers: rowId(1, 'A1'), tasks: rowId(2, 'A1'), works: rowId(3, 'A1') };
  const bodies = { customers: { name: 'Mine' }, tasks: { name: 'Mine' }, works: job };
  const unusedId = '55555555-0000-4000-8000-000000000000';
  const othersRows = async (table: string) => {
    const rows = await backend.sql(`select t::text as row from public.${table} t where user_id <> $1 order by 1`, [
      personas.people.A2.id,
    ]);
    return JSON.stringify(rows);
  };
  test.each(['customers', 'tasks', 'works'] as const)('in %s', async (table) => {
    const before = await othersRows(table);
    const post = (id: string, query: string, prefer: string) =>
      api.A2('POST', `/rest/v1/${table}${query}`, { ...bodies[table], id }, { Prefer: prefer });
    const variants = [
      ['', 'return=minimal'],
      ['?on_conflict=id', 'resolution=merge-duplicates'],
      ['?on_conflict=user_id,id', 'resolution=merge-duplicates'],
      ['?on_conflict=user_id,id', 'resolution=ignore-duplicates'],
    ] as const;
    for (const [query, prefer] of variants) {
      const takenAnswer = await post(ids[table], query, prefer);
      await restore();
      const unusedAnswer = await post(unusedId, query, prefer);
      expect({ status: takenAnswer.status, body: takenAnswer.body }).toEqual({
        status: unusedAnswer.status,
        body: unusedAnswer.body,
      });
      expect(await othersRows(table)).toBe(before);
      await restore();
    }
  });
});

test('an entry can’t be linked to a customer or invoice of another farm (A16)', async () => {
  await expectRefused(api.A2('PATCH', workPath('A2'), { invoice_id: rowId(4, 'A1') }));
  // The id of another farm's customer is treated like an unknown one: the name decides.
  expect((await api.A2('POST', '/rest/v1/works', { ...job, customer_id: rowId(1, 'A1') })).status).toBe(201);
  const entry = () => backend.sql('select customer, customer_id from public.works where id = $1', [rowId(3, 'A2')]);
  const before = await entry();
  for (const id of [rowId(1, 'A1'), null])
    expect((await api.A2('PATCH', workPath('A2'), { customer_id: id })).status).toBe(204);
  expect(await entry()).toEqual(before);
  expect((await api.A2('POST', '/rest/v1/works', { ...job, customer: BILLED_CUSTOMER })).status).toBe(201);
  const [row] = await backend.sql(
    `select count(*)::int as n from public.works w join public.customers c on c.id = w.customer_id where c.user_id <> w.user_id`,
  );
  expect(row).toEqual({ n: 0 });
});

test('nobody can log for another person (A17)', async () => {
  await expectRefused(api.E1('POST', '/rest/v1/works', { ...job, employee_id: personas.people.E1b.id }));
  await expectRefused(api.A1('POST', '/rest/v1/works', { ...job, employee_id: personas.people.E1.id }));
  const id = '44444444-0000-4000-8000-000000000000';
  expect(
    (await api.E1('POST', '/rest/v1/works', { ...job, id, employee_id: null, created_by_name: 'Ann' })).status,
  ).toBe(201);
  expect(await stored(id, personas.people.A1.id)).toMatchObject({ employee_id: personas.people.E1.id });
  expect((await stored(id, personas.people.A1.id))?.['created_by_name']).not.toBe('Ann');
});

test('an employee can change neither a colleague’s entry nor the holder’s (A18)', async () => {
  for (const name of ['E1b', 'A1'] as const) {
    await expectRefused(api.E1('PATCH', workPath(name), { rate: 0 }), NO_CONTENT);
    await expectRefused(api.E1('DELETE', workPath(name)), NO_CONTENT);
  }
});

test.each([
  'invoice_id',
  'invoice_number',
  'invoice_generated_at',
  'invoice_sent_at',
  'invoice_paid_at',
  'invoice_due_on',
  'additional_items',
  'employee_id',
  'created_by_name',
  'value_overridden',
  'total_time',
])('clients can’t write the column %s (A19)', async (column) => {
  for (const ask of [api.E1, api.A1]) {
    const ownPath = ask === api.E1 ? workPath('E1') : workPath('A1');
    await expectRefused(ask('PATCH', ownPath, { [column]: null }));
    await expectRefused(ask('PATCH', ownPath, { notes: 'with it', [column]: null }));
  }
  if (!['employee_id', 'created_by_name', 'total_time'].includes(column))
    await expectRefused(api.E1('POST', '/rest/v1/works', { ...job, [column]: null }));
});

test('the progress of an entry is computed and can’t be written (A19)', async () => {
  for (const ask of [api.E1, api.A1]) {
    const ownPath = ask === api.E1 ? workPath('E1') : workPath('A1');
    await expectRefused(ask('PATCH', ownPath, { progress: 'paid' }), { status: 400, body: { code: '428C9' } });
    await expectRefused(ask('POST', '/rest/v1/works', { ...job, progress: 'paid' }), {
      status: 400,
      body: { code: '428C9' },
    });
  }
});

test('an employee can’t mark several entries as paid at once (A20)', async () => {
  const many = `/rest/v1/works?id=in.(${rowId(3, 'A1')},${rowId(3, 'E1')},${rowId(3, 'E1b')})`;
  await expectRefused(api.E1('PATCH', many, { invoice_paid_at: '2026-11-20T10:00:00Z' }));
});

test('an employee can’t run any of the account holder’s functions (A22)', async () => {
  const request = '33333333-0000-4000-8000-000000000000';
  const calls = {
    issue_invoice: { p_request_id: request, p_customer_id: rowId(1, 'E1'), p_work_ids: [rowId(3, 'E1')] },
    withdraw_invoice: { p_request_id: request, p_invoice_id: rowId(4, 'A1') },
    mark_invoices: { p_request_id: request, p_invoice_ids: [rowId(4, 'A1')], p_status: 'paid' },
    credit_invoice: { p_request_id: request, p_invoice_id: rowId(7, 'A1'), p_reason: 'x' },
    move_planned_jobs: { p_ids: [eventId('E1')], p_from: '2026-11-02', p_to: '2026-11-03' },
    change_repeat_days: {
      ...{ p_repeat_id: eventId('E1'), p_new_id: request, p_every: 'day', p_from: '2199-11-02' },
      ...{ p_dates: ['2199-11-03'], p_seen: [eventId('E1')] },
    },
    undo_repeat_days: { p_repeat_id: eventId('E1'), p_new_id: request, p_at: '2026-11-02T00:00:00Z' },
    move_works: { p_ids: [rowId(3, 'E1')], p_customer: 'Mine now' },
    rename_task: { p_task_id: rowId(2, 'E1'), p_name: 'Mine now' },
    step_week: { p_employee: personas.people.E1.id, p_monday: '2026-11-02', p_step: 'approve' },
    merge_customers: { p_request_id: request, p_from: rowId(1, 'E1'), p_into: rowId(1, 'A1') },
  };
  for (const [name, args] of Object.entries(calls))
    await expectRefused(api.E1('POST', `/rest/v1/rpc/${name}`, args), {
      status: 403,
      body: { code: '42501', message: 'Only the main account holder can do this.' },
    });
});

test('an update or deletion without a filter is refused (A24)', async () => {
  await expectRefused(api.A1('DELETE', '/rest/v1/works'), { status: 400 });
  await expectRefused(api.A1('PATCH', '/rest/v1/works', { rate: 0 }), { status: 400 });
});

test('the sender can’t choose a row’s author or time (A25)', async () => {
  await expectRefused(api.A1('POST', '/rest/v1/works', { ...job, created_at: '2020-01-01T00:00:00Z' }));
  for (const table of ['customers', 'tasks'])
    for (const column of ['created_at', 'created_by', 'updated_at'])
      await expectRefused(api.A1('POST', `/rest/v1/${table}`, { name: 'x', [column]: null }));
  await expectRefused(api.A1('PATCH', workPath('A1'), { created_at: '2020-01-01T00:00:00Z' }));
  await expectRefused(api.A1('PATCH', workPath('A1'), { id: rowId(3, 'A2') }));
});

test('a value that does not follow from rate and quantity is recalculated (A26)', async () => {
  const id = '22222222-0000-4000-8000-000000000000';
  for (const ask of [api.E1, api.A1]) {
    const body = { ...job, id, total_value: 9999, total_time: 20 };
    expect((await ask('POST', '/rest/v1/works', body)).status).toBe(201);
    expect(await stored(id, personas.people.A1.id)).toMatchObject({
      total_value: 6,
      total_time: null,
      value_overridden: false,
    });
    await restore();
  }
  await api.E1('PATCH', workPath('E1'), { total_value: 9999 });
  expect(await stored(rowId(3, 'E1'), personas.people.A1.id)).toMatchObject({
    total_value: 100,
    value_overridden: false,
  });
  // The account holder may set the value; the entry is marked as overridden.
  await api.A1('PATCH', workPath('E1'), { total_value: 90 });
  expect(await stored(rowId(3, 'E1'), personas.people.A1.id)).toMatchObject({
    total_value: 90,
    value_overridden: true,
  });
  await api.E1('PATCH', workPath('E1'), { total_value: 9999, quantity: 7 });
  expect(await stored(rowId(3, 'E1'), personas.people.A1.id)).toMatchObject({
    total_value: 90,
    value_overridden: true,
  });
});

describe('an entry that is on an invoice (A23)', () => {
  const changes = [
    { total_value: 1 },
    { rate: 1 },
    { quantity: 1 },
    { work_date: '2026-11-01' },
    { customer: 'Other' },
    { notes: 'x' },
  ];
  const request = '11111111-0000-4000-8000-000000000000';
  const issue = async () => {
    const [row] = await backend.sql<{ id: string }>(
      `select id from public.customers where user_id = $1 and name = $2`,
      [personas.people.A1.id, BILLED_CUSTOMER],
    );
    const invoice = await api.A1('POST', '/rest/v1/rpc/issue_invoice', {
      p_request_id: request,
      p_customer_id: row?.id,
      p_work_ids: [rowId(3, 'A1'), rowId(3, 'E1')],
    });
    return invoice.body as { id: string; invoice_number: string };
  };
  test('is locked, for its author and for the account holder', async () => {
    expect(await issue()).toMatchObject({ invoice_number: 'INV-0042' });
    const message = 'This is on invoice INV-0042. Take it off the invoice first.';
    const before = await fingerprint();
    for (const change of changes) {
      expect(await api.A1('PATCH', workPath('A1'), change)).toMatchObject({
        status: 400,
        body: { code: '23514', message },
      });
      expect(await api.E1('PATCH', workPath('E1'), change)).toMatchObject({
        status: 400,
        body: { code: '23514', message },
      });
    }
    expect(await api.A1('DELETE', workPath('A1'))).toMatchObject({ status: 400, body: { code: '23514', message } });
    expect(await api.E1('DELETE', workPath('E1'))).toMatchObject({ status: 400, body: { code: '23514', message } });
    expect(await fingerprint()).toEqual(before);
  });
  test('once sent, it can be changed only by a credit note', async () => {
    const { id } = await issue();
    const sent = { p_request_id: rowId(5, 'A1'), p_invoice_ids: [id], p_status: 'sent' };
    expect((await api.A1('POST', '/rest/v1/rpc/mark_invoices', sent)).status).toBe(200);
    const before = await fingerprint();
    const message = 'Invoice INV-0042 has been sent. Issue a credit note to change it.';
    expect(await api.A1('DELETE', workPath('A1'))).toMatchObject({ status: 400, body: { code: '23514', message } });
    const withdraw = { p_request_id: rowId(6, 'A1'), p_invoice_id: id };
    expect(await api.A1('POST', '/rest/v1/rpc/withdraw_invoice', withdraw)).toMatchObject({
      status: 400,
      body: { message },
    });
    expect(await fingerprint()).toEqual(before);
  });
  test('keeps its customer, and the customer can’t be deleted', async () => {
    await issue();
    const answer = await api.A1('DELETE', `/rest/v1/customers?name=eq.${BILLED_CUSTOMER}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: '23514', message: `${BILLED_CUSTOMER} has invoices.`, details: 'has_records' },
    });
  });
});
