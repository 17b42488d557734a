// What is owed and what was paid: the register's totals match its rows, to the day and the penny.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InvoiceFilter } from '@/data/invoices/invoice-register';
import { registerSummaryQuery } from '@/data/invoices/register-sums';
import { fromNumeric, toNumeric } from '@/domain/core/money';
import { AGES } from '@/domain/invoices/register';
import { addDays } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend, type TestClient } from '@tests/support/embedded/backend';
import * as registerSupport from '@tests/support/account-data/register';
import {
  boundsOfPart,
  newQueryClient,
  TODAY,
  readTotals,
  type DocumentFields,
} from '@tests/support/account-data/register';
import { current } from '@tests/support/mock-supabase';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  current.client = owner;
});
afterAll(() => backend.close());

const addDocument = (fields: DocumentFields) => registerSupport.insertDocument(backend, owner, fields);
const listMatchingSums = (filter: Partial<InvoiceFilter>) => registerSupport.expectTotalsMatchRows(owner, filter);

async function summary(today = TODAY, person: TestClient = owner, account = owner.id) {
  current.client = person;
  const rows = await newQueryClient().query(registerSummaryQuery(account, today));
  current.client = owner;
  return rows.map(({ currency, ages, ...figures }) => ({
    currency,
    ages: AGES.map((age) => toNumeric(ages[age])),
    outstanding: toNumeric(figures.outstanding),
    outstandingInvoices: figures.outstandingInvoices,
    overdue: toNumeric(figures.overdue),
    overdueInvoices: figures.overdueInvoices,
    paid: toNumeric(figures.paidThisMonth),
    paidDocuments: figures.paidDocuments,
    toRefund: toNumeric(figures.toRefund),
    refunds: figures.refunds,
  }));
}
const singleSummary = async (today = TODAY) => (await summary(today))[0];

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
  ])('an invoice %d days past the due date is in the age band %s', async (days, age) => {
    await addDocument({ total: 80, due: addDays(TODAY, -days) });
    const late = days > 0;
    expect(await singleSummary()).toMatchObject({
      ages: AGES.map((band) => (band === age ? 80 : 0)),
      outstanding: 80,
      outstandingInvoices: 1,
      overdue: late ? 80 : 0,
      overdueInvoices: late ? 1 : 0,
    });
    for (const band of AGES)
      expect(await listMatchingSums({ part: boundsOfPart(band) })).toEqual(band === age ? [80] : []);
    expect(await listMatchingSums({ part: boundsOfPart('overdue') })).toEqual(late ? [80] : []);
  });

  test('the age bands and what is not due add up to what is outstanding, and each lists its rows', async () => {
    const daysLate = [-40, 0, 1, 30, 31, 60, 61, 90, 91];
    for (const [at, days] of daysLate.entries())
      await addDocument({ total: 2 ** at + 0.25, due: addDays(TODAY, -days) });
    const sums = await singleSummary();
    expect(sums?.ages).toEqual([3.5, 12.5, 48.5, 192.5, 256.25]);
    expect(sums).toMatchObject({ outstanding: 513.25, outstandingInvoices: 9, overdue: 509.75, overdueInvoices: 7 });
    const listed = [];
    for (const age of AGES)
      listed.push((await listMatchingSums({ part: boundsOfPart(age) })).reduce((all, total) => all + total, 0));
    expect(listed).toEqual(sums?.ages);
    expect((await listMatchingSums({ part: boundsOfPart('outstanding') })).length).toBe(9);
  });

  test('an unsent invoice is owed; one that is paid, cancelled or credited is not', async () => {
    await addDocument({ total: 1 });
    await backend.sql('update public.invoices set sent_at = null where user_id = $1', [owner.id]);
    await addDocument({ total: 10, paid: '2026-11-02T12:00:00Z' });
    await addDocument({ total: 100, voided: true });
    const unpaid = await addDocument({ total: 1000, credited: true });
    await addDocument({ total: -1000, corrects: unpaid, credited: true });
    expect(await singleSummary()).toMatchObject({
      outstanding: 1,
      outstandingInvoices: 1,
      paid: 10,
      paidDocuments: 1,
      toRefund: 0,
      refunds: 0,
    });
    expect(await listMatchingSums({})).toHaveLength(5);
    expect((await readTotals(owner, {}))[0]).toMatchObject({ total: fromNumeric(11) });
  });

  test('a paid invoice that is credited counts as paid, and as to be refunded until it is', async () => {
    const paid = await addDocument({ total: 500, paid: '2026-11-02T12:00:00Z', credited: true });
    const note = await addDocument({ total: -500, corrects: paid });
    expect(await singleSummary()).toMatchObject({
      outstanding: 0,
      paid: 500,
      paidDocuments: 1,
      toRefund: 500,
      refunds: 1,
    });
    expect(await listMatchingSums({ state: 'refund' })).toEqual([-500]);
    await backend.sql(`update public.invoices set paid_at = '2026-11-09T12:00:00Z' where id = $1`, [note.id]);
    expect(await singleSummary()).toMatchObject({ paid: 0, paidDocuments: 2, toRefund: 0, refunds: 0 });
    expect((await listMatchingSums({ part: boundsOfPart('paid-this-month') })).toSorted()).toEqual([-500, 500]);
  });

  test('two currencies are never added up', async () => {
    await addDocument({ total: 5, due: addDays(TODAY, -3) });
    await addDocument({ total: 7, due: addDays(TODAY, -45), currency: 'EUR' });
    const sums = (await summary()).toSorted((a, b) => a.outstanding - b.outstanding);
    expect(sums.map(({ currency, ages }) => [currency, ages])).toEqual([
      ['GBP', [0, 5, 0, 0, 0]],
      ['EUR', [0, 0, 7, 0, 0]],
    ]);
    await listMatchingSums({});
  });

  test('an account without documents has no row, and other people can’t read them', async () => {
    expect(await summary()).toEqual([]);
    await addDocument({ total: 5 });
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
    // 00:30 in summer time, in the next month.
    ['2026-06-30T23:30:00Z', '2026-07-31', '2026-06-30'],
    ['2026-07-31T22:59:59Z', '2026-07-01', '2026-08-01'],
    ['2026-10-31T23:30:00Z', '2026-10-31', '2026-11-01'],
    ['2026-12-31T23:59:59Z', '2026-12-01', '2027-01-01'],
    ['2027-01-01T00:00:00Z', '2027-01-31', '2026-12-31'],
  ])('a payment at %s belongs to the month of %s, not of %s', async (paid, inside, outside) => {
    await addDocument({ total: 9, paid });
    expect(await singleSummary(inside)).toMatchObject({ paid: 9, paidDocuments: 1 });
    expect(await singleSummary(outside)).toBeUndefined();
    expect(await listMatchingSums({ part: boundsOfPart('paid-this-month', inside), today: inside })).toEqual([9]);
    expect(await listMatchingSums({ part: boundsOfPart('paid-this-month', outside), today: outside })).toEqual([]);
  });
});
