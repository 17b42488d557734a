// The register: its sums, ages and filters mean the same rows in the database and in the list, to the day and the penny.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { invoicesQuery, wholeRegister, type InvoiceFilter } from '@/data/invoice-register';
import { registerSummaryQuery, registerTotalsQuery, unusedNumbersQuery } from '@/data/register-sums';
import { add, fromNumeric, toNumeric } from '@/domain/money';
import { AGES, partBounds, PARTS, taxYears, type RegisterPart } from '@/domain/register';
import { wordsOf } from '@/domain/search';
import { addDays } from '@/domain/time';
import { testBackend, type Person, type TestBackend, type TestClient } from '@tests/support/backend';

// The data layer talks as whoever is signed in here.
const now = vi.hoisted((): { client: unknown } => ({ client: null }));
vi.mock('@/lib/supabase', () => ({
  get supabase() {
    return now.client;
  },
  unwrap: <T>({ data, error }: { data: T; error: Error | null }) => {
    if (error) throw error;
    return data;
  },
}));

const TODAY = '2026-11-20';
const ANY: InvoiceFilter = {
  state: null,
  customerId: null,
  from: null,
  to: null,
  part: null,
  words: [],
  today: TODAY,
};

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  now.client = owner;
});
afterAll(() => backend.close());

type Paper = {
  total: number;
  due?: string;
  issued?: string;
  customer?: string;
  currency?: 'GBP' | 'EUR';
  sent?: string;
  paid?: string;
  voided?: boolean;
  credited?: boolean;
  /** The invoice that it corrects. */
  corrects?: { id: string };
};
let count = 0;

/** Puts a document into an account, sent unless it was cancelled; answers with its id. */
async function put(paper: Paper, account = owner): Promise<{ id: string; number: string }> {
  count += 1;
  const kind = paper.corrects ? 'credit_note' : 'invoice';
  const number = `${paper.corrects ? 'CN-' : 'INV-'}${count}`;
  const [row] = await backend.sql<{ id: string }>(
    `insert into public.invoices (user_id, invoice_number, series, kind, sequence_no, credits_invoice_id, reason, customer_snapshot,
       supplier_snapshot, issue_date, tax_point, due_date, currency, lines, subtotal, vat_rate, vat_amount, total, generated_at,
       sent_at, paid_at, voided_at, credited_at, created_by_name)
     values ($1, $2, $3, $3, $4, $5, case when $5::uuid is null then null else 'Wrong' end, jsonb_build_object('name', $6::text),
       '{}', $7::date, $7::date, $8, $9, '[]', $10::numeric - 0.5, 20, 0.5, $10::numeric, '2020-01-01',
       $11, $12, case when $13 then now() end, case when $14 then now() end, 'Ann')
     returning id`,
    [
      account.id,
      number,
      kind,
      count,
      paper.corrects?.id ?? null,
      paper.customer ?? 'Hill Farm',
      paper.issued ?? '2026-05-01',
      paper.due ?? TODAY,
      paper.currency ?? 'GBP',
      paper.total,
      paper.voided ? null : (paper.sent ?? '2026-05-01'),
      paper.paid ?? null,
      paper.voided ?? false,
      paper.credited ?? false,
    ],
  );
  return { id: row?.id ?? '', number };
}

const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
async function summary(today = TODAY, person: TestClient = owner, account = owner.id) {
  now.client = person;
  const rows = await queries().query(registerSummaryQuery(account, today));
  now.client = owner;
  return rows.map(({ currency, ages, ...figures }) => ({
    currency,
    ages: AGES.map((age) => toNumeric(ages[age])),
    outstanding: toNumeric(figures.outstanding),
    open: figures.outstandingInvoices,
    overdue: toNumeric(figures.overdue),
    late: figures.overdueInvoices,
    paid: toNumeric(figures.paidThisMonth),
    payments: figures.paidDocuments,
    refund: toNumeric(figures.toRefund),
    refunds: figures.refunds,
  }));
}
const only = async (today = TODAY) => (await summary(today))[0];
const totals = (filter: Partial<InvoiceFilter>) =>
  queries().query(registerTotalsQuery(owner.id, { ...ANY, ...filter }));
const part = (name: RegisterPart, today = TODAY) => partBounds(name, today, 'Europe/London');

/** The sums of a filter are those of its rows, read one by one; answers with the rows' totals. */
async function agrees(filter: Partial<InvoiceFilter>): Promise<number[]> {
  const rows = await wholeRegister(owner.id, { ...ANY, ...filter });
  const sums = await totals(filter);
  expect(sums.reduce((all, { documents }) => all + documents, 0)).toBe(rows.length);
  for (const sum of sums) {
    const own = rows.filter((row) => row.currency === sum.currency);
    const live = own.filter((row) => row.voidedAt === null);
    expect(sum.documents).toBe(own.length);
    expect(sum.subtotal).toBe(add(...live.map((row) => row.subtotal)));
    expect(sum.vatAmount).toBe(add(...live.map((row) => row.vatAmount)));
    expect(sum.total).toBe(add(...live.map((row) => row.total)));
  }
  return rows.map((row) => toNumeric(row.total));
}

describe('what is owed', () => {
  test.each<[number, (typeof AGES)[number]]>([
    [-1, 'not-due'],
    [0, 'not-due'],
    [1, '1-30'],
    [30, '1-30'],
    [31, '31-60'],
    [60, '31-60'],
    [61, '61-90'],
    [90, '61-90'],
    [91, 'over-90'],
    [400, 'over-90'],
  ])('%d days past the due date is %s', async (days, age) => {
    await put({ total: 80, due: addDays(TODAY, -days) });
    const late = days > 0;
    expect(await only()).toMatchObject({
      ages: AGES.map((one) => (one === age ? 80 : 0)),
      outstanding: 80,
      open: 1,
      overdue: late ? 80 : 0,
      late: late ? 1 : 0,
    });
    for (const one of AGES) expect(await agrees({ part: part(one) })).toEqual(one === age ? [80] : []);
    expect(await agrees({ part: part('overdue') })).toEqual(late ? [80] : []);
  });

  test('the ages and what is not due make what is outstanding, and each lists its rows', async () => {
    const late = [-40, 0, 1, 30, 31, 60, 61, 90, 91];
    for (const [at, days] of late.entries()) await put({ total: 2 ** at + 0.25, due: addDays(TODAY, -days) });
    const sums = await only();
    expect(sums?.ages).toEqual([3.5, 12.5, 48.5, 192.5, 256.25]);
    expect(sums).toMatchObject({ outstanding: 513.25, open: 9, overdue: 509.75, late: 7 });
    const listed = [];
    for (const age of AGES) listed.push((await agrees({ part: part(age) })).reduce((all, total) => all + total, 0));
    expect(listed).toEqual(sums?.ages);
    expect((await agrees({ part: part('outstanding') })).length).toBe(9);
  });

  test('an invoice that was not sent is owed; one that is paid, cancelled or credited is not', async () => {
    await put({ total: 1 });
    await backend.sql('update public.invoices set sent_at = null where user_id = $1', [owner.id]);
    await put({ total: 10, paid: '2026-11-02T12:00:00Z' });
    await put({ total: 100, voided: true });
    const unpaid = await put({ total: 1000, credited: true });
    await put({ total: -1000, corrects: unpaid, credited: true });
    expect(await only()).toMatchObject({ outstanding: 1, open: 1, paid: 10, payments: 1, refund: 0, refunds: 0 });
    expect(await agrees({})).toHaveLength(5);
    expect((await totals({}))[0]).toMatchObject({ total: fromNumeric(11) });
  });

  test('a paid invoice that is credited came in, and is to be refunded until it was', async () => {
    const paid = await put({ total: 500, paid: '2026-11-02T12:00:00Z', credited: true });
    const note = await put({ total: -500, corrects: paid });
    expect(await only()).toMatchObject({ outstanding: 0, paid: 500, payments: 1, refund: 500, refunds: 1 });
    expect(await agrees({ state: 'refund' })).toEqual([-500]);
    await backend.sql(`update public.invoices set paid_at = '2026-11-09T12:00:00Z' where id = $1`, [note.id]);
    expect(await only()).toMatchObject({ paid: 0, payments: 2, refund: 0, refunds: 0 });
    expect((await agrees({ part: part('paid-this-month') })).toSorted()).toEqual([-500, 500]);
  });

  test('two currencies are never added up', async () => {
    await put({ total: 5, due: addDays(TODAY, -3) });
    await put({ total: 7, due: addDays(TODAY, -45), currency: 'EUR' });
    const sums = (await summary()).toSorted((a, b) => a.outstanding - b.outstanding);
    expect(sums.map(({ currency, ages }) => [currency, ages])).toEqual([
      ['GBP', [0, 5, 0, 0, 0]],
      ['EUR', [0, 0, 7, 0, 0]],
    ]);
    await agrees({});
  });

  test('an account without any has no row, and nobody else reads them', async () => {
    expect(await summary()).toEqual([]);
    await put({ total: 5 });
    const driver = await backend.employeeOf(owner);
    expect(await summary(TODAY, driver)).toEqual([]);
    expect(await summary(TODAY, await backend.user())).toEqual([]);
    expect((await driver.rpc('register_totals', {})).data).toEqual([]);
    expect((await driver.from('invoice_register').select('id')).data).toEqual([]);
    expect(await summary()).toHaveLength(1);
  });
});

describe('paid this month', () => {
  test.each([
    ['2026-06-30T22:59:59Z', '2026-06-15', '2026-07-15'],
    // 00:30 in summer time, of the next month.
    ['2026-06-30T23:30:00Z', '2026-07-31', '2026-06-30'],
    ['2026-07-31T22:59:59Z', '2026-07-01', '2026-08-01'],
    ['2026-10-31T23:30:00Z', '2026-10-31', '2026-11-01'],
    ['2026-12-31T23:59:59Z', '2026-12-01', '2027-01-01'],
    ['2027-01-01T00:00:00Z', '2027-01-31', '2026-12-31'],
  ])('%s is of the month of %s, not of %s', async (paid, inside, outside) => {
    await put({ total: 9, paid });
    expect(await only(inside)).toMatchObject({ paid: 9, payments: 1 });
    expect(await only(outside)).toBeUndefined();
    expect(await agrees({ part: part('paid-this-month', inside), today: inside })).toEqual([9]);
    expect(await agrees({ part: part('paid-this-month', outside), today: outside })).toEqual([]);
  });
});

describe('the filters', () => {
  /** Every state, customer and day, in two currencies. */
  async function mixed() {
    for (let at = 0; at < 12; at += 1)
      await put({
        total: at + 1,
        issued: addDays('2026-04-01', at),
        due: addDays(TODAY, 6 - at * 9),
        customer: at % 2 ? 'Siân O’Hara 50% & Sons' : 'Hill_Farm',
        currency: at % 5 === 0 ? 'EUR' : 'GBP',
        ...(at % 3 === 0 ? { paid: '2026-11-03T09:00:00Z' } : {}),
      });
    await put({ total: 40, voided: true });
    const unpaid = await put({ total: 50, credited: true });
    await put({ total: -50, corrects: unpaid, credited: true });
    for (const paid of [undefined, '2026-11-04T09:00:00Z']) {
      const one = await put({ total: 60, paid: '2026-11-03T09:00:00Z', credited: true });
      await put({ total: -60, corrects: one, ...(paid ? { paid } : {}) });
    }
    await backend.sql(`update public.invoices set sent_at = null where user_id = $1 and total in (2, 5)`, [owner.id]);
  }

  test('each state and figure lists the rows that it sums; together the states are everything, once', async () => {
    await mixed();
    const everything = await agrees({});
    expect(everything).toHaveLength(19);
    const states = [
      'generated',
      'sent',
      'overdue',
      'paid',
      'credited',
      'cancelled',
      'credit',
      'refund',
      'refunded',
    ] as const;
    const found: Record<string, number> = {};
    for (const state of states) found[state] = (await agrees({ state })).length;
    expect(found).toEqual({
      generated: 2,
      sent: 0,
      overdue: 6,
      paid: 4,
      credited: 3,
      cancelled: 1,
      credit: 1,
      refund: 1,
      refunded: 1,
    });
    expect((await agrees({ state: 'sent', today: '2026-05-01' })).length).toBe(6);
    for (const name of PARTS) await agrees({ part: part(name) });
  });

  test.each([
    ['sian', 6],
    ["SIÂN o'hara", 6],
    ['hill', 13],
    ['50%', 6],
    ['%', 6],
    ['hill_', 6],
    ['_', 6],
    ['\\', 0],
    ['inv-', 16],
    ['cn- hill', 3],
    ['sian hill', 0],
  ])('a search for %s finds %d', async (search, found) => {
    await mixed();
    expect(await agrees({ words: wordsOf(search) })).toHaveLength(found);
  });

  test('tax years: 5 April is of the year before, 6 April of the next', async () => {
    await mixed();
    const [year, last] = taxYears(TODAY, 'england');
    expect((await agrees({ from: year?.from ?? '', to: year?.to ?? '' })).length).toBe(14);
    expect(await agrees({ from: last?.from ?? '', to: last?.to ?? '' })).toEqual([5, 4, 3, 2, 1]);
  });

  test('a note names the invoice that it corrects, and that invoice the note', async () => {
    const paid = await put({ total: 60, paid: '2026-11-03T09:00:00Z', credited: true });
    const note = await put({ total: -60, corrects: paid });
    const rows = await wholeRegister(owner.id, ANY);
    expect(rows.map(({ invoiceNumber, corrects, correctedBy }) => [invoiceNumber, corrects, correctedBy])).toEqual([
      [note.number, paid.number, null],
      [paid.number, null, note.number],
    ]);
  });
});

test('the register is read whole, each document once, though days and counts are shared', async () => {
  await backend.sql(
    `insert into public.invoices (user_id, invoice_number, series, kind, sequence_no, customer_snapshot, supplier_snapshot, issue_date,
       tax_point, due_date, currency, lines, subtotal, vat_amount, total, created_by_name)
     select $1, 'INV-' || n, 'invoice', 'invoice', n, '{"name": "x"}', '{}', '2026-01-01'::date + n % 7, '2026-01-01', '2026-02-01', 'GBP', '[]',
       n, 0, n, 'Ann' from generate_series(1, 1150) n where n <> 700`,
    [owner.id],
  );
  await backend.sql(
    `insert into public.invoices (user_id, invoice_number, series, kind, sequence_no, credits_invoice_id, reason, customer_snapshot,
       supplier_snapshot, issue_date, tax_point, due_date, currency, lines, subtotal, vat_amount, total, credited_at, created_by_name)
     select user_id, 'CN-' || sequence_no, 'credit_note', 'credit_note', sequence_no, id, 'Wrong', customer_snapshot, supplier_snapshot,
       issue_date, tax_point, due_date, currency, lines, -subtotal, 0, -total, now(), 'Ann'
     from public.invoices where user_id = $1 and sequence_no <= 60`,
    [owner.id],
  );
  const rows = await wholeRegister(owner.id, ANY);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1209);
  expect(rows).toHaveLength(1209);
  const keys = rows.map((row) => `${row.issueDate} ${String(row.sequenceNo).padStart(6, '0')} ${row.id}`);
  expect(keys).toEqual(keys.toSorted().toReversed());
  const { pages } = await queries().infiniteQuery({ ...invoicesQuery(owner.id, ANY), pages: 6 });
  expect(pages.map((page) => page.length)).toEqual([50, 250, 250, 250, 250, 159]);
  expect(pages.flat()).toEqual(rows);
  // The count of the notes is a series of its own: it explains and hides nothing.
  expect(await queries().query(unusedNumbersQuery(owner.id))).toEqual([{ first: 700, last: 700 }]);
});
