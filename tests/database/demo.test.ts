// The demonstration account: what the screens are first seen with. Every figure in it must hold.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/backend';
import { loadDemo } from '../../supabase/local/demo';
import { demoWorks } from '../../supabase/local/demo-works';

const PASSWORD = 'demo-farm-2026';
const SIGN_INS = ['owner@demo.test', 'driver@demo.test', 'second.driver@demo.test'];

const today = new Date().toISOString().slice(0, 10);
/** The first of a month, and the last day of a short one: the edges of a story that is told in months. */
const EDGES = ['2025-03-01', '2024-02-29'];

let backend: TestBackend;
const load = (into: TestBackend, day: string) => into.transaction((sql) => loadDemo(sql, { today: day }));
const one = async (query: string, params?: readonly unknown[]) => {
  const [row] = await backend.sql(query, params);
  if (!row) throw new Error('no row');
  return row;
};

beforeAll(async () => {
  backend = await testBackend({ confirmations: true });
  await load(backend, today);
});
afterAll(() => backend.close());

test.each(SIGN_INS)('%s signs in, the address confirmed, and sees the account', async (email) => {
  const person = backend.anon();
  const { data, error } = await person.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  expect(data.user?.email_confirmed_at).toBeTruthy();
  const { data: works } = await person.from('works').select('id');
  expect(works?.length).toBeGreaterThan(80);
});

test('is one account with two drivers, four weeks before its trial ends', async () => {
  const people = await backend.sql(
    `select first_name, last_name, role, admin_id is not null as linked,
       round(extract(epoch from trial_ends_at - now()) / 86400) as days from public.profiles order by role, first_name`,
  );
  expect(people).toEqual([
    { first_name: 'Alex', last_name: 'Owner', role: 'admin', linked: false, days: 26 },
    { first_name: 'Kasia', last_name: 'Nowak', role: 'employee', linked: true, days: null },
    { first_name: 'Sam', last_name: 'Driver', role: 'employee', linked: true, days: null },
  ]);
  expect(await one('select farm_name from public.farm_settings where farm_name is not null')).toEqual({
    farm_name: 'Headland Contracting',
  });
});

test('has a dozen customers, one archived, one without an address, and twenty tasks', async () => {
  expect(
    await one(
      `select count(*) as all, count(*) filter (where not active) as archived,
         count(*) filter (where address_line1 is null and postcode is null and town is null) as homeless
       from public.customers`,
    ),
  ).toEqual({ all: 12, archived: 1, homeless: 1 });
  expect(
    await one(`select count(*) as all, count(*) filter (where default_rate > 0) as priced from public.tasks`),
  ).toEqual({ all: 20, priced: 20 });
});

test('has three months of entries up to today, by the owner and both drivers', async () => {
  const { first, last, people } = await one(
    `select min(work_date)::text as first, max(work_date)::text as last, count(distinct created_by_name) as people
     from public.works`,
  );
  const [year, month] = today.split('-').map(Number) as [number, number];
  expect(first).toMatch(new Date(Date.UTC(year, month - 4, 1)).toISOString().slice(0, 8));
  // On a Sunday the last work is Saturday's.
  expect([today, new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)]).toContain(last);
  expect(people).toBe(3);
  expect(await one('select count(*) as n from public.works where created_at > now()')).toEqual({ n: 0 });
});

test('has invoices in every state, overdue ones too', async () => {
  const states = await backend.sql(
    `select case when voided_at is not null then 'cancelled' when paid_at is not null then 'paid'
                 when sent_at is null then 'generated' when due_date < $1 then 'overdue' else 'sent' end as state,
       count(*) as n from public.invoices group by 1`,
    [today],
  );
  const counts = Object.fromEntries(states.map(({ state, n }) => [String(state), Number(n)]));
  expect(counts).toMatchObject({ cancelled: 1, generated: 1 });
  expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(22);
  for (const state of ['paid', 'sent', 'overdue']) expect(counts[state]).toBeGreaterThan(0);
});

test('has work to finish: without a price, without a count, and ready to be billed', async () => {
  const rows = await backend.sql('select progress, count(*) as n from public.works group by progress');
  const counts = Object.fromEntries(rows.map(({ progress, n }) => [String(progress), Number(n)]));
  expect(counts).toMatchObject({ needs_rate: 2, needs_quantity: 1 });
  expect(counts['ready']).toBeGreaterThan(10);
});

test('every invoice is the sum of its works and items, and 20 % VAT on it', async () => {
  const wrong = await backend.sql(
    `select i.invoice_number from public.invoices i
     cross join lateral (select coalesce(sum((l ->> 'net')::numeric), 0) as net from jsonb_array_elements(i.lines) l) lines
     cross join lateral (select coalesce(sum((a ->> 'amount')::numeric), 0) as extra from jsonb_array_elements(i.additional_items) a) items
     left join lateral (select sum(w.total_value) as works from public.works w where w.invoice_id = i.id) billed on true
     where i.subtotal <> lines.net + items.extra or i.vat_amount <> round(i.subtotal * 0.2, 2)
        or i.total <> i.subtotal + i.vat_amount
        or (i.voided_at is null and billed.works is distinct from lines.net)
        or (i.voided_at is not null and billed.works is not null)`,
  );
  expect(wrong).toEqual([]);
});

test('works and invoices tell the same story, and no day in it is yet to come', async () => {
  const odd = await backend.sql(
    `select w.id from public.works w join public.invoices i on i.id = w.invoice_id
     where w.invoice_number <> i.invoice_number or w.invoice_sent_at is distinct from i.sent_at
        or w.invoice_paid_at is distinct from i.paid_at or w.work_date > i.issue_date
        or i.generated_at > now() or i.sent_at > now() or i.paid_at > now()`,
  );
  expect(odd).toEqual([]);
});

test('the next invoice is INV-0042, and the account can issue it', async () => {
  const owner = backend.anon();
  await owner.auth.signInWithPassword({ email: 'owner@demo.test', password: PASSWORD });
  const work = await one(
    `select customer_id, array_agg(id) as ids from public.works where progress = 'ready' and customer = 'Hill Farm' group by 1`,
  );
  const { data, error } = await owner.rpc('issue_invoice', {
    p_request_id: crypto.randomUUID(),
    p_customer_id: String(work['customer_id']),
    p_work_ids: work['ids'] as string[],
  });
  expect(error).toBeNull();
  expect(data?.invoice_number).toBe('INV-0042');
  const { data: settings } = await owner.from('invoice_settings').select('next_number').single();
  expect(settings?.next_number).toBe(43);
});

test('is loaded once: a database with people in it is left alone', async () => {
  const before = await one('select count(*) as works, (select count(*) from auth.users) as people from public.works');
  await load(backend, today);
  expect(await one('select count(*) as works, (select count(*) from auth.users) as people from public.works')).toEqual(
    before,
  );
});

test('is the same for the same day', () => {
  expect(demoWorks('2026-11-20')).toEqual(demoWorks('2026-11-20'));
  expect(demoWorks('2026-11-20')).not.toEqual(demoWorks('2026-11-19'));
});

describe.each(EDGES)('told on %s', (day) => {
  test('has the same states', async () => {
    const other = await testBackend();
    await load(other, day);
    const [states] = await other.sql(
      `select count(*) filter (where voided_at is not null) as cancelled, count(*) filter (where paid_at is not null) as paid,
         count(*) filter (where sent_at is null and voided_at is null) as generated,
         count(*) filter (where sent_at is not null and paid_at is null and due_date >= $1) as sent,
         count(*) filter (where sent_at is not null and paid_at is null and due_date < $1) as overdue,
         max(issue_date) <= $1 as past from public.invoices`,
      [day],
    );
    expect(states).toMatchObject({ cancelled: 1, generated: 1, past: true });
    for (const state of ['paid', 'sent', 'overdue']) expect(Number(states?.[state])).toBeGreaterThan(0);
    await other.close();
  });
});
