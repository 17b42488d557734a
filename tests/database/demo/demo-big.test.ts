// The three-year demo at a small size: its bulk-loaded rows match what the triggers and functions would have produced.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { bigDemo, loadBigDemo } from '../../../supabase/local/demo/big/demo-big';
import { FULL_SIZE } from '../../../supabase/local/demo/big/works';

const SMALL = { works: 500, invoices: 30, months: 6, customers: 40 };
const today = new Date().toISOString().slice(0, 10);
/** The first of a month, the third (when the last month is not billed yet), and the last day of a short month. */
const EDGE_DAYS = ['2025-03-01', '2025-06-03', '2024-02-29'];

let backend: TestBackend;
const singleRow = async (query: string, params?: readonly unknown[]) => {
  const [row] = await backend.sql(query, params);
  if (!row) throw new Error('no row');
  return row;
};
const load = (into: TestBackend, day: string) => into.transaction((sql) => loadBigDemo(sql, { today: day }, SMALL));

beforeAll(async () => {
  backend = await testBackend({ confirmations: true });
  await load(backend, today);
});
afterAll(() => backend.close());

test('the three-year demo breaks no invariant', async () => {
  expect(await backend.sql(readFileSync('supabase/invariants.sql', 'utf8'))).toEqual([]);
});

test('the three-year demo has the requested size, seven people, and some archived customers', async () => {
  expect(
    await singleRow(
      `select (select count(*) from public.works) as works, (select count(*) from public.customers) as customers,
         (select count(*) > 0 from public.customers where not active) as archived,
         (select count(*) from public.invoices where kind = 'invoice') as invoices,
         (select count(*) from public.invoices where kind = 'credit_note') as notes,
         (select count(distinct created_by_name) from public.works) as people,
         (select max(created_at) <= now() and max(work_date) <= $1 from public.works) as past`,
      [today],
    ),
  ).toEqual({ works: 500, customers: 40, archived: true, invoices: 30, notes: 2, people: 7, past: true });
});

test('the owner can sign in, see it, and issue the next number', async () => {
  const owner = backend.anon();
  await owner.auth.signInWithPassword({ email: 'owner@demo.test', password: 'demo-farm-2026' });
  const work = await singleRow(
    `select w.customer_id, array_agg(w.id) as ids from public.works w join public.customers c on (c.user_id, c.id) = (w.user_id, w.customer_id)
     where w.progress = 'ready' and c.address_line1 is not null group by 1 limit 1`,
  );
  const { data, error } = await owner.rpc('issue_invoice', {
    p_request_id: crypto.randomUUID(),
    p_customer_id: String(work['customer_id']),
    p_work_ids: work['ids'] as string[],
  });
  expect(error).toBeNull();
  expect(data?.invoice_number).toBe('INV-0031');
});

test('an entry has the same value as when a person logs it', async () => {
  const columns = `customer, task_name, task_description, chargeable_unit, rate, quantity, start_time, finish_time, breaks, work_date, notes`;
  // Inserts the entries again in another account, where the triggers calculate their values. Quantities of hours are left
  // out if they follow from the times, so that the triggers calculate these too.
  const other = await backend.user();
  await backend.sql(
    `insert into public.works (user_id, created_by_name, id, ${columns})
     select $1, created_by_name, id, ${columns.replace(
       'quantity',
       `case when start_time is null or chargeable_unit <> 'hour' then quantity end`,
     )} from public.works where user_id <> $1`,
    [other.id],
  );
  const differing = await backend.sql(
    `select a.id from public.works a join public.works b on b.id = a.id and b.user_id = $1
     where a.user_id <> $1 and (a.quantity, a.total_time, a.total_value, a.breaks, a.customer)
       is distinct from (b.quantity, b.total_time, b.total_value, b.breaks, b.customer)`,
    [other.id],
  );
  expect(differing).toEqual([]);
  expect(
    await singleRow(`select count(total_time) > 50 as timed from public.works where user_id = $1`, [other.id]),
  ).toEqual({
    timed: true,
  });
  await backend.sql('delete from auth.users where id = $1', [other.id]);
});

test('an invoice matches what the issuing function makes of the same work', async () => {
  const rows = await backend.transaction(async (sql) => {
    const documentOf = `(to_jsonb(i) - array['id', 'invoice_number', 'sequence_no', 'sent_at', 'paid_at', 'updated_at', 'created_by'])`;
    const before = await sql.query(
      `select i.id, ${documentOf} as document from public.invoices i
       where kind = 'invoice' and paid_at is not null and credited_at is null order by additional_items <> '[]' desc, i.id limit 4`,
    );
    const ids = before.map(({ id }) => id);
    await sql.query('alter table public.works disable trigger user');
    const freed = await sql.query(
      `with freed as (
         update public.works set invoice_id = null, invoice_number = null, invoice_generated_at = null, invoice_sent_at = null,
           invoice_paid_at = null, invoice_due_on = null, additional_items = '[]'
         where invoice_id = any ($1::uuid[]) returning id)
       select count(*) as works from freed`,
      [ids],
    );
    expect(Number(freed[0]?.['works'])).toBeGreaterThan(4);
    const after = await sql.query(
      `select ${documentOf} as document from unnest($1::uuid[]) with ordinality as chosen (id, place)
       join public.invoices o on o.id = chosen.id
       cross join lateral private.make_invoice(o.user_id, o.customer_id,
         array(select (line ->> 'work_id')::uuid from jsonb_array_elements(o.lines) line), o.additional_items, o.issue_date, o.total, o.order_number) i
       order by place`,
      [ids],
    );
    await sql.query('alter table public.works enable trigger user');
    return { before: before.map(({ document }) => document), after: after.map(({ document }) => document) };
  });
  expect(rows.after).toHaveLength(4);
  expect(rows.after).toEqual(rows.before);
});

describe.each(EDGE_DAYS)('generated on %s', (day) => {
  test('breaks no invariant, and contains no future date', async () => {
    const other = await testBackend();
    await load(other, day);
    expect(await other.sql(readFileSync('supabase/invariants.sql', 'utf8'))).toEqual([]);
    const [counts] = await other.sql(
      `select count(*) filter (where kind = 'invoice') as invoices, max(issue_date) <= $1 as past from public.invoices`,
      [day],
    );
    expect(counts).toEqual({ invoices: 30, past: true });
    await other.close();
  });
});

test('at full size the demo has 50,000 entries and 3,000 invoices of every age, and is identical each time it is generated for the same day', () => {
  const demo = bigDemo('2026-11-20', FULL_SIZE);
  expect([demo.works.length, demo.invoices.length, demo.customers.length]).toEqual([50_000, 3000, 180]);
  expect(new Set(demo.works.map(({ task_name: name }) => name)).size).toBeGreaterThanOrEqual(40);
  const open = demo.invoices.filter(({ sent, paid, live }) => sent !== null && paid === null && live);
  const within = (from: string, to: string) => open.filter(({ issue_date: day }) => from <= day && day <= to).length;
  // Invoices are due thirty days after issue: these are 1–30, 31–60, 61–90 and more days late.
  expect(within('2026-09-21', '2026-10-20')).toBeGreaterThan(0);
  expect(within('2026-08-22', '2026-09-20')).toBeGreaterThan(0);
  expect(within('2026-07-23', '2026-08-21')).toBeGreaterThan(0);
  expect(within('2023-01-01', '2026-07-22')).toBeGreaterThan(0);
  expect(bigDemo('2026-11-20', FULL_SIZE)).toEqual(demo);
});

test('the work follows the seasons', () => {
  const { works } = bigDemo('2026-11-20', FULL_SIZE);
  const months = (name: string) =>
    new Set(works.filter((w) => w.task_name === name).map((w) => w.work_date.slice(5, 7)));
  expect([...months('Combining')].sort()).toEqual(['07', '08', '09']);
  expect([...months('Forage harvesting')].sort()).toEqual(['05', '06', '07', '08', '09']);
  expect([...months('Hedge cutting')].sort()).toEqual(['01', '02', '09', '10', '11', '12']);
});
