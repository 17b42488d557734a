// Invoices: subtotal, VAT and total match src/domain to the penny, rounded once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, decimal, fromNumeric, percentOf, toNumeric } from '@/domain/core/money';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
});
afterAll(() => backend.close());

const toDecimal = fromNumeric;
const JOB = { customer: 'Buyer', task_name: 'Hedges', work_date: '2026-11-02', chargeable_unit: 'fixed', quantity: 1 };

/** A fixed pseudo-random sequence, so that a failure is reproducible. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

describe('an invoice', () => {
  const issue = async (values: readonly number[], vat: number | null, items: readonly number[] = []) => {
    await owner.from('invoice_settings').upsert(
      {
        user_id: owner.id,
        business_name: 'B',
        address_line1: '1 Yard',
        vat_registered: vat !== null,
        vat_rate: vat ?? 20,
        vat_number: 'GB1',
      },
      { onConflict: 'user_id' },
    );
    await owner.from('customers').upsert({ name: 'Buyer', address_line1: '1 Lane' }, { ignoreDuplicates: true });
    const rows = values.map((rate) => ({ ...JOB, rate }));
    const { data: works } = await owner.from('works').insert(rows).select('id, customer_id');
    const { data, error } = await owner.rpc('issue_invoice', {
      p_request_id: crypto.randomUUID(),
      p_customer_id: works?.[0]?.customer_id ?? '',
      p_work_ids: (works ?? []).map(({ id }) => id),
      p_additional_items: items.map((amount) => ({ id: crypto.randomUUID(), description: 'Item', amount })),
    });
    if (error) throw new Error(error.message);
    return { subtotal: data.subtotal, vat: data.vat_amount, total: data.total };
  };
  test.each<[string, number[], number | null, number[], [number, number, number]]>([
    ['35', [1290.67], 20, [], [1290.67, 258.13, 1548.8]],
    ['36', [33.33, 33.33, 33.33], 20, [], [99.99, 20, 119.99]],
    ['37', [123], 13.5, [], [123, 16.61, 139.61]],
    ['49', [123.45], null, [], [123.45, 0, 123.45]],
    ['51', [100], 20, [-50], [50, 10, 60]],
    ['53', [0], 20, [], [0, 0, 0]],
    ['38', [10], 20, [5, 5], [20, 4, 24]],
  ])('has the exact subtotal, VAT and total of case %s', async (_, values, vat, items, [subtotal, tax, total]) => {
    expect(await issue(values, vat, items)).toEqual({ subtotal, vat: tax, total });
    const net = add(...[...values, ...items].map(toDecimal));
    expect([net, percentOf(net, toDecimal(vat ?? 0))]).toEqual([toDecimal(subtotal), toDecimal(tax)]);
  });
  test('VAT matches the domain’s for 3,000 pseudo-random subtotals at six rates (M1)', async () => {
    const next = sequence(3);
    const amounts = Array.from({ length: 3000 }, () => decimal((1 + next(9_999_999)) * 100));
    for (const rate of [20, 13.5, 23, 5, 4.8, 0.05].map(toDecimal)) {
      const [row] = await backend.sql<{ values: number[] }>(
        `select array_agg(round(a * $2::numeric / 100, 2) order by n) as values from unnest($1::numeric[]) with ordinality u (a, n)`,
        [amounts.map(toNumeric), toNumeric(rate)],
      );
      expect(amounts.filter((amount, at) => toNumeric(percentOf(amount, rate)) !== row?.values[at])).toEqual([]);
    }
  });
});

test('lines, sums and totals of all invoices agree (M11)', async () => {
  const [row] = await backend.sql(`
    select (select count(*) from public.invoices i where subtotal + vat_amount <> total
              or subtotal <> (select sum((l ->> 'net')::numeric) from jsonb_array_elements(lines) l)
                           + coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(additional_items) a), 0))::int as invoices,
           (select count(*) from public.invoices)::int as issued,
           (select max(sequence_no) from public.invoices) as last`);
  expect(row).toEqual({ invoices: 0, issued: 7, last: 7 });
});
