// Attacks with requests: tampered items and ids, special characters, requests for too many rows.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, saveRows } from '@tests/support/database/catalogue';
import { BILLED_CUSTOMER, rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import type { Answer } from '@tests/support/database/rest';
import { targetsOf } from '../access/targets';

let backend: TestBackend;
let personas: Personas;
let api: Personas['api'];
let billed: string;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  api = personas.api;
  billed = (await targetsOf(backend, personas)).customer;
  fingerprint = await fingerprints(backend);
  restore = await saveRows(backend);
  initial = await fingerprint();
});
afterAll(() => backend.close());
afterEach(() => restore());

const LONG = 'x'.repeat(1_000_000);
const job = {
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'hour',
  rate: 2,
  quantity: 3,
  work_date: '2026-11-01',
};

/** Expects a refusal by one of the app's checks: a sentence, and nothing else but the word by which a screen knows it. */
async function expectRefusal(answer: Promise<Answer>, message: string, details: string | null = null) {
  expect(await answer).toMatchObject({ status: 400, body: { code: '23514', message, details, hint: null } });
  expect(await fingerprint()).toEqual(initial);
}

describe('additional items (A28)', () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const item = { id: id(1), description: 'Fuel', amount: 25 };
  const issue = (items: unknown) =>
    api.A1('POST', '/rest/v1/rpc/issue_invoice', {
      p_request_id: '11111111-0000-4000-8000-000000000001',
      p_customer_id: billed,
      p_work_ids: [rowId(3, 'A1')],
      p_additional_items: items,
    });
  test.each<[string, unknown, string]>([
    ['an object', JSON.parse('{"__proto__": {"amount": 1}}'), 'Additional items must be a list.'],
    ['a text', '"free"', 'Additional items must be a list.'],
    [
      'ten thousand',
      Array.from({ length: 10_000 }, (_, n) => ({ ...item, id: id(n) })),
      'Fifty additional items are the most on one invoice.',
    ],
    ['numbers', [1], 'An additional item has no id.'],
    ['lists', [[item]], 'An additional item has no id.'],
    ['nulls', [null], 'An additional item has no id.'],
    ['without id', [{ description: 'x', amount: 1 }], 'An additional item has no id.'],
    ['with an odd id', [{ ...item, id: "'; drop table works; --" }], 'An additional item has no id.'],
    ['without description', [{ ...item, description: ' ' }], 'Give each additional item a description.'],
    [
      'with a long description',
      [{ ...item, description: LONG }],
      'A description is too long (200 characters at most).',
    ],
    ['with an amount as text', [{ ...item, amount: '25' }], 'Enter an amount for each additional item.'],
    ['with NaN', [{ ...item, amount: 'NaN' }], 'Enter an amount for each additional item.'],
    ['without amount', [{ ...item, amount: null }], 'Enter an amount for each additional item.'],
    ['too large', [{ ...item, amount: 1e12 }], 'An additional item is too large.'],
    ['far too large', [{ ...item, amount: 1e308 }], 'An additional item is too large.'],
    ['with a third decimal', [{ ...item, amount: 0.005 }], 'An amount has at most two decimals.'],
    ['larger than the work', [{ ...item, amount: -100.01 }], "An invoice can't be negative. Use a credit note."],
  ])('are refused with a message: %s', async (_, items, message) => expectRefusal(issue(items), message));

  test('a repeated id counts once, and unknown keys are dropped', async () => {
    const items = [item, { ...item, amount: 99 }, { ...item, id: id(2), paid: true, user_id: personas.people.A2.id }];
    const { status, body } = await issue(items);
    expect(status).toBe(200);
    expect(body).toMatchObject({ subtotal: 150, additional_items: [item, { ...item, id: id(2) }] });
    expect(JSON.stringify(body)).not.toContain(personas.people.A2.id);
  });
});

describe('a request', () => {
  const request = '11111111-0000-4000-8000-000000000001';
  const issue = (change: object) =>
    api.A1('POST', '/rest/v1/rpc/issue_invoice', {
      p_request_id: request,
      p_customer_id: billed,
      p_work_ids: [rowId(3, 'A1')],
      ...change,
    });
  test.each<[object, string]>([
    [{ p_request_id: null }, 'The request has no id.'],
    [{ p_work_ids: [] }, 'Nothing to invoice.'],
    [{ p_work_ids: [null] }, 'Nothing to invoice.'],
    [{ p_work_ids: null }, 'Nothing to invoice.'],
    [{ p_customer_id: null }, 'Choose the customer again: this one is no longer there.'],
    [{ p_customer_id: rowId(1, 'A1') }, 'Choose works for one customer only.'],
    [{ p_expected_total: 99.99 }, 'The work changed while you were looking. Check the preview again.'],
    [{ p_expected_total: 'NaN' }, 'The work changed while you were looking. Check the preview again.'],
  ])('to issue an invoice with %j is refused', async (change, message) => expectRefusal(issue(change), message));

  const mark = (change: object) =>
    api.A1('POST', '/rest/v1/rpc/mark_invoices', {
      p_request_id: request,
      p_invoice_ids: [rowId(4, 'A1')],
      p_status: 'sent',
      ...change,
    });
  test.each<[object, string]>([
    [{ p_request_id: null }, 'The request has no id.'],
    [{ p_invoice_ids: [] }, 'Choose an invoice first.'],
    [{ p_invoice_ids: [null] }, 'Choose an invoice first.'],
    [{ p_invoice_ids: null }, 'Choose an invoice first.'],
    [{ p_status: 'lost' }, 'Choose sent, paid or clear.'],
    [{ p_status: null }, 'Choose sent, paid or clear.'],
    [{ p_on_date: 'infinity' }, 'The sent date is in the future.'],
    [{ p_status: 'paid', p_on_date: '9999-12-31' }, 'Payment date is in the future.'],
    [{ p_on_date: '0001-01-01' }, 'The date is before invoice INV-0041 was made.'],
    [{ p_on_date: '-infinity' }, 'The date is before invoice INV-0041 was made.'],
  ])('to mark invoices with %j is refused', async (change, message) => expectRefusal(mark(change), message));

  test.each<[object, string, string?]>([
    [{ next_number: 0 }, 'The next number must be between 1 and 99,999,999.'],
    [{ next_number: -5 }, 'The next number must be between 1 and 99,999,999.'],
    [{ next_number: 2_000_000_000 }, 'The next number must be between 1 and 99,999,999.'],
    [{ next_number: 41 }, 'INV-0041 is already used. The next number must be 42 or more.', 'next_number'],
  ])('to save settings with %j is refused', async (change, message, details) => {
    const account = personas.people.A1.id;
    await expectRefusal(api.A1('PATCH', `/rest/v1/invoice_settings?user_id=eq.${account}`, change), message, details);
    await expectRefusal(
      api.A1(
        'POST',
        '/rest/v1/invoice_settings?on_conflict=user_id',
        { user_id: account, ...change },
        { Prefer: 'resolution=merge-duplicates' },
      ),
      message,
      details,
    );
  });

  test('to withdraw, credit or merge without an id, or to rename to an empty or long name, is refused', async () => {
    const call = (name: string, args: object) => api.A1('POST', `/rest/v1/rpc/${name}`, args);
    await expectRefusal(
      call('withdraw_invoice', { p_request_id: null, p_invoice_id: rowId(4, 'A1') }),
      'The request has no id.',
    );
    await expectRefusal(
      call('credit_invoice', { p_request_id: null, p_invoice_id: rowId(7, 'A1'), p_reason: 'x' }),
      'The request has no id.',
    );
    await expectRefusal(
      call('merge_customers', { p_request_id: null, p_from: rowId(1, 'A1'), p_into: rowId(1, 'E1') }),
      'The request has no id.',
    );
    await expectRefusal(call('rename_task', { p_task_id: rowId(2, 'A1'), p_name: ' ' }), 'Choose or type a task.');
    await expectRefusal(
      call('rename_task', { p_task_id: rowId(2, 'A1'), p_name: LONG }),
      'The task is too long (80 characters at most).',
    );
  });
});

describe('special characters (A42)', () => {
  const texts = [
    "'; drop table public.works; --",
    '%',
    '_',
    '\\',
    '"',
    '$1',
    '${7*7}',
    '{{7*7}}',
    '<b>',
    ');select pg_sleep(9);--',
    'a,b).or(id.neq.x',
    '\u202e\u200b',
    '🐄',
  ];
  test.each(texts)('%s is treated as text', async (text) => {
    const id = '99999999-0000-4000-8000-000000000008';
    const body = { ...job, id, customer: text, task_name: text, notes: text };
    expect((await api.A1('POST', '/rest/v1/works', body)).status).toBe(201);
    const totals = await api.A1('POST', '/rest/v1/rpc/works_totals', { p_tasks: [text], p_unit: 'hour' });
    expect(totals.body).toMatchObject([{ entries: 1 }]);
    const quoted = encodeURIComponent(`"${text.replace(/["\\]/g, '\\$&')}"`);
    const found = await api.A1('GET', `/rest/v1/works?select=notes&notes=in.(${quoted})`);
    expect(found.body).toEqual([{ notes: text }]);
    expect((await api.A1('POST', '/rest/v1/rpc/works_totals', { p_tasks: ['%'] })).body).toMatchObject([
      { entries: text === '%' ? 1 : 0 },
    ]);
  });
  test.each([
    'works?order=id;drop table works',
    'works?order=(select 1)',
    'works?select=id,(select email from auth.users)',
    'works?select=id"from auth.users--',
    "works?id=eq.' or 1=1--",
    'works?id;drop=eq.1',
    'works?or=(id.eq.1,2=2)',
    'rpc/works_totals;select',
  ])('%s is refused', async (path) => {
    const { status, body } = await api.A2('GET', `/rest/v1/${encodeURI(path)}`);
    expect([400, 404]).toContain(status);
    expect(JSON.stringify(body)).not.toContain('@example.test');
    expect(await fingerprint()).toEqual(initial);
  });
});

describe('requests for too much (A82)', () => {
  test('get a thousand rows at most, and another account can still work', async () => {
    await backend.sql(
      `insert into public.works (user_id, customer, task_name, chargeable_unit, work_date, created_by_name)
       select $1, 'Hill Farm', 'Baling', 'bale', '2026-11-01', 'Ann' from generate_series(1, 1100)`,
      [personas.people.A1.id],
    );
    const many = await api.A1('GET', '/rest/v1/works?select=id&limit=1000000');
    expect((many.body as unknown[]).length).toBe(1000);
    const views = await api.A1('GET', '/rest/v1/listed_works?select=id&limit=1000000');
    expect((views.body as unknown[]).length).toBe(1000);
    const jobs = await api.A1('POST', '/rest/v1/rpc/recent_jobs', { p_limit: 1_000_000 });
    expect((jobs.body as unknown[]).length).toBeLessThanOrEqual(200);
    expect(await api.A1('GET', '/rest/v1/works?offset=1000000000')).toMatchObject({ body: [] });
    const columns = [
      'customer',
      'task_name',
      'notes',
      'rate',
      'quantity',
      'total_value',
      'work_date',
      'created_at',
      'progress',
    ];
    expect((await api.A1('GET', `/rest/v1/works?select=id&order=${columns.join(',')}`)).status).toBe(200);
    expect((await api.A1('GET', '/rest/v1/works?select=id&notes=ilike.*a*b*c*d*e*f*')).status).toBe(200);
    expect((await api.A2('GET', '/rest/v1/works')).body).toHaveLength(1);
  });
});

test('a refusal reveals nothing about the database, its keys or other people (A84)', async () => {
  const { A1, A2 } = personas.people;
  const answers = [
    await api.A2('POST', '/rest/v1/works', { ...job, user_id: A1.id }),
    await api.A2('POST', '/rest/v1/customers', { name: 'x', user_id: A1.id }),
    await api.A2('POST', '/rest/v1/invoice_settings', { user_id: A1.id, next_number: 3 }),
    await api.E1('POST', '/rest/v1/works', { ...job, employee_id: personas.people.E1b.id }),
    await api.A2('POST', '/rest/v1/rpc/mark_invoices', {
      p_request_id: A2.id,
      p_invoice_ids: [rowId(4, 'A1')],
      p_status: 'paid',
    }),
    await api.A2('GET', '/rest/v1/works?nothing=eq.1'),
    await api.K('GET', '/rest/v1/works'),
    await api.A2('POST', '/rest/v1/rpc/nothing', {}),
    await api.A1('POST', '/rest/v1/customers', { name: BILLED_CUSTOMER }),
    await api.A1('POST', '/rest/v1/works', { ...job, id: rowId(3, 'A1') }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    const text = JSON.stringify(body);
    expect(text).not.toMatch(
      /private\.|auth\.|pg_|stack|node_modules|\bselect\b|\binsert into\b|@|supabase|superuser/i,
    );
    for (const trace of [A1.id, personas.people.E1b.id, 'of A1', 'INV-0041']) expect(text).not.toContain(trace);
  }
});
