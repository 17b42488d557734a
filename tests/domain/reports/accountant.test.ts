import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, fromNumeric, negate, toNumeric, ZERO } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';
import {
  balancesAt,
  customerBalances,
  issuedIn,
  paidIn,
  periodSums,
  vatSums,
  type AccountDocument,
} from '@/domain/reports/accountant';

let count = 0;
function document(fields: Partial<AccountDocument> & { net: number; rate?: number | null }): AccountDocument {
  count += 1;
  const { net, rate = 20, ...rest } = fields;
  const vat = Math.round(net * (rate ?? 0)) / 100;
  return {
    ...{ id: `id-${count}`, invoiceNumber: `INV-${String(count).padStart(4, '0')}`, kind: 'invoice' },
    ...{ customerId: 'hill', customerName: 'Hill Farm', issueDate: '2026-05-10', currency: 'GBP' },
    ...{ taxPoint: fields.issueDate ?? '2026-05-10', dueDate: addDays(fields.issueDate ?? '2026-05-10', 30) },
    ...{ subtotal: fromNumeric(net), vatRate: rate === null ? null : fromNumeric(rate) },
    ...{ vatAmount: fromNumeric(vat), total: fromNumeric(Math.round((net + vat) * 100) / 100) },
    ...{ paidOn: null, isCancelled: false, isSetOff: false, corrects: null },
    ...rest,
  };
}
const creditNote = (of: AccountDocument, fields: Partial<AccountDocument>): AccountDocument => ({
  ...document({ net: -toNumeric(of.subtotal), rate: of.vatRate === null ? null : toNumeric(of.vatRate) }),
  ...{ kind: 'credit_note', corrects: of.invoiceNumber, currency: of.currency },
  ...{ vatAmount: negate(of.vatAmount), total: negate(of.total) },
  ...fields,
});

const MAY = { from: '2026-05-01', to: '2026-05-31' };
const owedAt = (documents: readonly AccountDocument[], day: string) =>
  toNumeric(add(...balancesAt(documents, day).map(({ owed }) => owed)));

describe('what is owed at the end of a day', () => {
  test('an invoice is owed from its date to the day before its payment', () => {
    const one = document({ net: 100, paidOn: '2026-06-02' });
    expect(['2026-05-09', '2026-05-10', '2026-06-01', '2026-06-02'].map((day) => owedAt([one], day))).toEqual([
      0, 120, 120, 0,
    ]);
  });

  test('a credit note that is set against its invoice settles it on the day of the credit note', () => {
    const invoice = document({ net: 100 });
    const documents = [invoice, creditNote(invoice, { issueDate: '2026-06-15', isSetOff: true })];
    expect(['2026-06-14', '2026-06-15'].map((day) => owedAt(documents, day))).toEqual([120, 0]);
  });

  test('a credit note for a paid invoice is owed to the customer until it is paid back', () => {
    const invoice = document({ net: 100, paidOn: '2026-05-20' });
    const documents = [invoice, creditNote(invoice, { issueDate: '2026-06-15', paidOn: '2026-06-20' })];
    expect(['2026-06-14', '2026-06-15', '2026-06-20'].map((day) => owedAt(documents, day))).toEqual([0, -120, 0]);
  });

  test('a payment before the date of the invoice is owed to the customer until that date', () => {
    const one = document({ net: 100, paidOn: '2026-05-01' });
    expect(['2026-04-30', '2026-05-01', '2026-05-10'].map((day) => owedAt([one], day))).toEqual([0, -120, 0]);
  });

  test('a cancelled invoice is never owed, and is listed but not summed', () => {
    const documents = [document({ net: 100, isCancelled: true })];
    expect(owedAt(documents, '2026-12-31')).toBe(0);
    expect(issuedIn(documents, MAY)).toHaveLength(1);
    expect(periodSums(documents, MAY, 'GBP')[0]).toMatchObject({ cancelled: 1, invoices: { documents: 0, net: ZERO } });
  });
});

test('a customer’s balance is split by age, and credit is separate', () => {
  const documents = [
    document({ net: 10, dueDate: '2026-05-31' }),
    document({ net: 20, dueDate: '2026-05-30', customerName: 'Hill Farm Ltd', issueDate: '2026-05-11' }),
    document({ net: 40, dueDate: '2026-05-01' }),
    document({ net: 80, dueDate: '2026-04-30' }),
    document({ net: 160, dueDate: '2026-03-02' }),
    document({ net: 320, dueDate: '2026-03-01' }),
    document({ net: 1, customerId: null, customerName: 'Dale', paidOn: '2026-05-01', issueDate: '2026-06-01' }),
  ];
  const rows = customerBalances(balancesAt(documents, '2026-05-31'), '2026-05-31');
  expect(
    rows.map(({ customer, ages, credit, owed }) => [
      customer,
      ...[...Object.values(ages), credit, owed].map(toNumeric),
    ]),
  ).toEqual([
    ['Hill Farm Ltd', 12, 72, 96, 192, 384, 0, 756],
    ['Dale', 0, 0, 0, 0, 0, -1.2, -1.2],
  ]);
});

test('VAT counts by the tax point on the invoice basis, and by the payment on the cash basis', () => {
  const documents = [
    document({ net: 100, taxPoint: '2026-04-30', paidOn: '2026-05-05' }),
    document({ net: 200, issueDate: '2026-06-03', taxPoint: '2026-05-31' }),
    document({ net: 50, rate: 5, paidOn: '2026-06-01' }),
    document({ net: 7, rate: null, paidOn: '2026-05-31' }),
  ];
  expect(
    vatSums(documents, MAY).map(({ basis, rate, net, vat }) => [
      basis,
      rate && toNumeric(rate),
      toNumeric(net),
      toNumeric(vat),
    ]),
  ).toEqual([
    ['invoice', 20, 200, 40],
    ['invoice', 5, 50, 2.5],
    ['invoice', null, 7, 0],
    ['cash', 20, 100, 20],
    ['cash', null, 7, 0],
  ]);
});

const days = fc.integer({ min: 0, max: 120 }).map((n) => addDays('2026-03-15', n));
const outcome = fc.constantFrom('open', 'paid', 'cancelled', 'set off', 'refund', 'refunded');
const anyDocuments = fc
  .array(
    fc.record({
      net: fc.integer({ min: 1, max: 9_999_999 }).map((pennies) => pennies / 100),
      rate: fc.constantFrom(20, 13.5, 5, 0, null),
      currency: fc.constantFrom('GBP' as const, 'EUR' as const),
      customerId: fc.constantFrom('hill', 'dale', null),
      ...{ issueDate: days, paidOn: days, notedOn: days, paidBackOn: days, outcome },
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.flatMap(({ outcome, notedOn, paidBackOn, paidOn, ...rest }) => {
      const isPaid = ['paid', 'refund', 'refunded'].includes(outcome);
      const invoice = document({ ...rest, paidOn: isPaid ? paidOn : null, isCancelled: outcome === 'cancelled' });
      if (!['set off', 'refund', 'refunded'].includes(outcome)) return [invoice];
      return [
        invoice,
        creditNote(invoice, {
          ...{ issueDate: notedOn, taxPoint: notedOn, isSetOff: outcome === 'set off' },
          paidOn: outcome === 'refunded' ? paidBackOn : null,
        }),
      ];
    }),
  );

test('for any documents, owed before plus sales less payments equals owed after, in each currency and summed by customer', () => {
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      for (const sums of periodSums(documents, MAY, 'GBP')) {
        const { creditNotes, currency, invoices, owedAfter, owedBefore, payments, refunds, vat } = sums;
        expect(owedAfter).toBe(
          add(owedBefore, invoices.gross, creditNotes.gross, negate(payments.gross), negate(refunds.gross)),
        );
        const own = documents.filter((one) => one.currency === currency);
        const customers = customerBalances(balancesAt(own, MAY.to), MAY.to);
        expect(add(...customers.map(({ owed }) => owed))).toBe(owedAfter);
        for (const { ages, credit, owed } of customers) expect(add(...Object.values(ages), credit)).toBe(owed);
        for (const basis of ['invoice', 'cash'] as const)
          for (const figure of ['net', 'vat', 'gross'] as const)
            expect(
              add(
                ...vatSums(own, MAY)
                  .filter((sum) => sum.basis === basis)
                  .map((sum) => sum[figure]),
              ),
            ).toBe(vat[basis][figure]);
        expect(add(...paidIn(own, MAY).map(({ total }) => total))).toBe(vat.cash.gross);
      }
    }),
    { numRuns: 300 },
  );
});
