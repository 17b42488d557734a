// What customers owe equals the sums worked out in TypeScript from the rows of the account: those of the register, and the
// invoices from before.
import { beforeAll, describe, expect, test } from 'vitest';
import { registerSummaryQuery } from '@/data/invoices/register-sums';
import { owedQuery } from '@/data/reports/owed';
import { daysBetween } from '@/domain/core/time';
import { AGES, type Age } from '@/domain/invoices/register';
import { owedSums } from '@/domain/reports/owed';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { registerDocuments } from '@tests/support/account-data/register-documents';
import type { Person } from '@tests/support/embedded/backend';
import { pick, seededRandom } from '../../../supabase/local/demo/random';
import { asText, grouped, sum } from './recomputed';
import { reportDatabase } from './report-database';

const { backend, read } = reportDatabase();

const owed = (owner: Person, today: string, customer: string | null = null) =>
  read(owner, (client) => client.query(owedQuery(owner.id, today, customer)));

type InvoiceRow = {
  customer_id: string;
  customer: string;
  currency: 'GBP' | 'EUR';
  due: string;
  total: number;
  open: boolean;
  before: boolean;
};
const invoicesOf = (owner: Person) =>
  backend().sql<InvoiceRow>(
    `select i.customer_id, c.name as customer, i.currency, i.due_date::text as due, i.total::float8 as total,
            i.kind = 'invoice' and i.paid_at is null and i.voided_at is null and i.credited_at is null as open, false as before
     from public.invoices i join public.customers c on c.user_id = i.user_id and c.id = i.customer_id
     where i.user_id = $1
     union all
     select b.customer_id, c.name, b.currency, b.due_on::text, (b.amount - b.paid_so_far)::float8, b.paid_on is null, true
     from public.opening_balances b join public.customers c on c.user_id = b.user_id and c.id = b.customer_id
     where b.user_id = $1`,
    [owner.id],
  );

const ageOf = (late: number): Age =>
  late <= 0 ? 'not-due' : late <= 30 ? '1-30' : late <= 60 ? '31-60' : late <= 90 ? '61-90' : 'over-90';

/** Invoices of two customers in both currencies, on the days between two ages and at random, some paid or credited. */
async function randomAccount(seed: number) {
  const chance = seededRandom(seed);
  const owner = await backend().user();
  const farm = await setUpInvoicing(backend(), owner);
  const dale = await farm.addCustomer('Dale');
  const documents = registerDocuments(backend(), owner, farm);
  const days = [-30, 0, 1, 30, 31, 60, 61, 90, 91, ...Array.from({ length: 9 }, () => Math.round(chance() * 200) - 40)];
  for (const late of days) {
    const id = await documents.addSentInvoice(Math.round(chance() * 100_000) / 100, { late });
    await backend().sql('update public.invoices set customer_id = $2, currency = $3 where id = $1', [
      id,
      pick([farm.hillFarm, dale], chance),
      pick(['GBP', 'GBP', 'EUR'], chance),
    ]);
    if (late > 91 && chance() < 0.5) await documents.pay(id);
    else if (late < 0 && chance() < 0.3) await documents.credit(id);
  }
  await backend().sql(
    `insert into public.opening_balances (user_id, customer_id, number, issued_on, due_on, currency, amount, paid_so_far, paid_on,
       created_by_name)
     select $1, (array[$2, $3]::uuid[])[1 + n % 2], 'B' || n, '2026-01-01', $4::date + n * 13 - 120,
       case when n % 5 = 0 then 'EUR' else 'GBP' end, 100.10 * (n + $5::int), 0.37 * n, case when n % 4 = 0 then '2026-11-01'::date end, 'Ann'
     from generate_series(1, 11) n`,
    [owner.id, farm.hillFarm, dale, farm.today, seed],
  );
  // The current name counts, not the one on the invoice.
  await owner.from('customers').update({ name: 'Dale Farm' }).eq('id', dale);
  return { owner, dale, today: farm.today };
}

describe.each([1, 2])('random account %d', (seed) => {
  let account: Awaited<ReturnType<typeof randomAccount>>;
  let invoices: InvoiceRow[];
  beforeAll(async () => {
    // Another account with invoices of its own, which must never count.
    await randomAccount(seed + 100);
    account = await randomAccount(seed);
    invoices = await invoicesOf(account.owner);
  });

  test('equals the open invoices, summed by customer, currency and days late', async () => {
    const { owner, dale, today } = account;
    for (const customer of [null, dale]) {
      const open = invoices.filter((one) => one.open && (customer === null || one.customer_id === customer));
      const expected = grouped(open, (one) => `${one.customer_id} ${one.currency}`).map((own) => ({
        key: `${own[0]?.customer_id} ${own[0]?.currency}`,
        customerId: own[0]?.customer_id,
        customer: own[0]?.customer,
        currency: own[0]?.currency,
        invoices: own.length,
        oldestDue: own.map(({ due }) => due).toSorted()[0],
        ages: Object.fromEntries(
          AGES.map((age) => [
            age,
            sum(own.filter(({ due }) => ageOf(daysBetween(due, today)) === age).map(({ total }) => total)),
          ]),
        ),
        owed: sum(own.map(({ total }) => total)),
        fromBefore: sum(own.filter(({ before }) => before).map(({ total }) => total)),
      }));
      expect(expected.some(({ fromBefore, owed }) => fromBefore > 0 && fromBefore < owed)).toBe(true);
      expect(expected.length).toBeGreaterThan(1);
      expect(asText(await owed(owner, today, customer))).toEqual(asText(expected));
    }
  });

  test('adds up to what the register shows as outstanding, in all and by age, without invoices from before', async () => {
    const { owner, today } = account;
    await backend().sql('update public.opening_balances set paid_on = $2 where user_id = $1', [owner.id, today]);
    const sums = owedSums(await owed(owner, today), 'GBP');
    const register = await read(owner, (client) => client.query(registerSummaryQuery(owner.id, today)));
    expect(asText(sums)).toEqual(
      asText(
        register.map(({ currency, outstanding, outstandingInvoices, ages }) => ({
          ...{ currency, invoices: outstandingInvoices, ages, owed: outstanding, fromBefore: 0 },
        })),
      ),
    );
  });
});

test('nothing is owed on an account without open invoices', async () => {
  const owner = await backend().user();
  expect(await owed(owner, '2026-11-20')).toEqual([]);
  expect(owedSums([], 'EUR')).toEqual([
    { currency: 'EUR', invoices: 0, ages: Object.fromEntries(AGES.map((age) => [age, 0])), owed: 0, fromBefore: 0 },
  ]);
});
