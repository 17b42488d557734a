import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  conflictingItems,
  dueDate,
  groupLines,
  invoiceNumber,
  invoiceState,
  invoiceTotals,
  isLateInvoice,
  taxPoint,
  uniqueItems,
} from '@/domain/invoices/invoice';
import { checkInvoice, lacksAddress, missingFromSettings, type InvoiceDraft } from '@/domain/invoices/invoice-checks';
import { add, decimal, fromNumeric as d, percentOf } from '@/domain/core/money';

const lines = (...values: number[]) => values.map((value) => ({ totalValue: d(value) }));
const item = (id: string, amount: number, description = 'Fuel surcharge') => ({ id, amount: d(amount), description });

describe('totals', () => {
  test.each([
    ['three works and an item (case 35)', [330, 400.75, 534.92], [item('a', 25)], 20, [1290.67, 258.13, 1548.8]],
    ['VAT that rounds differently line by line (case 36)', [33.33, 33.33, 33.33], [], 20, [99.99, 20, 119.99]],
    ['a VAT rate with a decimal place (case 37)', [123], [], 13.5, [123, 16.61, 139.61]],
    ['one id three times (case 38)', [100], [item('a', 25), item('a', 25), item('a', 25)], 20, [125, 25, 150]],
    ['two items with equal amounts (case 38)', [100], [item('a', 25), item('b', 25)], 20, [150, 30, 180]],
    ['one id with two amounts (case 38)', [100], [item('a', 25), item('a', 30)], 20, [125, 25, 150]],
    ['a discount (case 51)', [100], [item('a', -50)], 20, [50, 10, 60]],
    ['a discount that makes the total negative (case 51)', [40], [item('a', -50)], 20, [-10, -2, -12]],
    ['two works without charge (case 53)', [0, 0], [], 20, [0, 0, 0]],
    ['no works and no items', [], [], 20, [0, 0, 0]],
    ['a VAT rate of 0 %', [100], [], 0, [100, 0, 100]],
  ])('%s', (_, values, items, rate, [subtotal = 0, vat = 0, total = 0]) => {
    expect(invoiceTotals({ lines: lines(...values), additionalItems: items, vatRate: d(rate) })).toEqual({
      subtotal: d(subtotal),
      vatRate: d(rate),
      vatAmount: d(vat),
      total: d(total),
    });
  });

  test('an account that is not registered charges no VAT (case 49)', () => {
    const totals = invoiceTotals({ lines: lines(330), additionalItems: [], vatRate: null });
    expect(totals).toEqual({ subtotal: d(330), vatRate: null, vatAmount: d(0), total: d(330) });
  });

  test('net and VAT always add up to the total, in whole pennies, in any order of lines (M11)', () => {
    const values = fc.array(
      fc.integer({ min: 0, max: 99_999_999 }).map((penny) => ({ totalValue: decimal(penny * 100) })),
    );
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 1_000_000 }).map(decimal), (works, vatRate) => {
        const totals = invoiceTotals({ lines: works, additionalItems: [], vatRate });
        expect(totals.total).toBe(add(totals.subtotal, totals.vatAmount));
        expect(totals.vatAmount).toBe(percentOf(totals.subtotal, vatRate));
        expect(totals.total % 100).toBe(0);
        expect(invoiceTotals({ lines: [...works].reverse(), additionalItems: [], vatRate })).toEqual(totals);
      }),
    );
  });

  test('the sum of VAT per line differs from VAT on the total, which is £20.00 in case 36 (M5)', () => {
    const perLine = lines(33.33, 33.33, 33.33).map((line) => percentOf(line.totalValue, d(20)));
    expect(add(...perLine)).toBe(d(20.01));
  });
});

describe('additional items of several works (case 38)', () => {
  const shared = item('a', 25);
  test('items are listed once each, in the order of the works', () => {
    const works = [
      { id: '2', additionalItems: [item('b', 5), shared] },
      { id: '1', additionalItems: [shared, item('c', 25)] },
    ];
    expect(uniqueItems(works).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(conflictingItems(works)).toEqual([]);
  });
  test('if the works disagree about an item’s amount, the first work by id decides, and this is reported', () => {
    const works = [
      { id: '2', additionalItems: [item('a', 30)] },
      { id: '1', additionalItems: [item('a', 25), item('b', 1)] },
      { id: '3', additionalItems: [] },
    ];
    expect(uniqueItems(works)[0]?.amount).toBe(d(25));
    expect(conflictingItems(works)).toEqual(['a']);
  });
});

describe('dates', () => {
  test.each([
    ['invoiced 50 days after the last work (case 48)', '2026-11-20', '2026-10-01', '2026-10-01', true],
    ['invoiced 10 days after the last work (case 48)', '2026-11-20', '2026-11-10', '2026-11-20', false],
    ['invoiced on the 14th day', '2026-11-20', '2026-11-06', '2026-11-20', false],
    ['invoiced on the 15th day', '2026-11-20', '2026-11-05', '2026-11-05', false],
    ['invoiced after 30 days', '2026-11-20', '2026-10-21', '2026-10-21', false],
    ['invoiced after 31 days', '2026-11-20', '2026-10-20', '2026-10-20', true],
    ['invoiced before the work', '2026-11-20', '2026-11-25', '2026-11-20', false],
  ])('%s', (_, issued, lastWork, point, late) => {
    expect(taxPoint(issued, lastWork)).toBe(point);
    expect(isLateInvoice(issued, lastWork)).toBe(late);
  });

  test('30 days from 31 January 2027 is 2 March (case 52)', () => {
    expect(dueDate('2027-01-31', 30)).toBe('2027-03-02');
    expect(dueDate('2027-01-31', 0)).toBe('2027-01-31');
  });

  const at = '2026-11-20T09:00:00Z';
  const invoice = {
    kind: 'invoice' as const,
    dueDate: '2027-03-02',
    sentAt: at,
    paidAt: null,
    voidedAt: null,
    creditedAt: null,
  };
  const note = { ...invoice, kind: 'credit_note' as const };
  test.each([
    ['generated', { ...invoice, sentAt: null }, '2027-03-02', { kind: 'generated' }],
    [
      'a day late, and never sent',
      { ...invoice, sentAt: null },
      '2027-03-03',
      { kind: 'overdue', days: 1, sent: false },
    ],
    ['sent, on the due date (case 52)', invoice, '2027-03-02', { kind: 'sent' }],
    ['sent, a day late (case 52)', invoice, '2027-03-03', { kind: 'overdue', days: 1, sent: true }],
    ['a year late', invoice, '2028-03-02', { kind: 'overdue', days: 366, sent: true }],
    ['paid and never sent (case 47)', { ...invoice, sentAt: null, paidAt: at }, '2028-01-01', { kind: 'paid' }],
    ['withdrawn (case 43)', { ...invoice, sentAt: null, voidedAt: at }, '2028-01-01', { kind: 'cancelled' }],
    ['withdrawn outranks paid', { ...invoice, paidAt: at, voidedAt: at }, '2028-01-01', { kind: 'cancelled' }],
    ['credited, and never overdue', { ...invoice, creditedAt: at }, '2028-01-01', { kind: 'credited' }],
    ['credited after it was paid', { ...invoice, paidAt: at, creditedAt: at }, '2028-01-01', { kind: 'credited' }],
    ['a credit note of an unpaid invoice', { ...note, creditedAt: at }, '2028-01-01', { kind: 'credit' }],
    ['a credit note of a paid invoice', { ...note, sentAt: null }, '2028-01-01', { kind: 'refund' }],
    ['a credit note that was refunded', { ...note, paidAt: at }, '2028-01-01', { kind: 'refunded' }],
  ])('%s', (_, state, today, expected) => {
    expect(invoiceState(state, today)).toEqual(expected);
  });
});

test.each([
  ['INV-', 42, 4, 'INV-0042'],
  ['INV-', 12345, 4, 'INV-12345'],
  ['', 7, 0, '7'],
  ['CN', 1, 8, 'CN00000001'],
])('numbers: %s and %d padded to %d', (prefix, n, padding, number) => {
  expect(invoiceNumber(prefix, n, padding)).toBe(number);
});

test('grouping puts lines under headings and never changes a total', () => {
  const work = (workDate: string, taskName: string, value: number) => ({ workDate, taskName, totalValue: d(value) });
  const works = [
    work('2026-10-02', 'Baling', 1),
    work('2026-10-01', 'Ploughing', 2),
    work('2026-10-02', 'Ploughing', 4),
  ];
  const shape = (by: 'none' | 'task' | 'day') =>
    groupLines(works, by).map(({ key, lines: own, net }) => [key, own.length, net]);
  expect(shape('none')).toEqual([['', 3, d(7)]]);
  expect(shape('task')).toEqual([
    ['Baling', 1, d(1)],
    ['Ploughing', 2, d(6)],
  ]);
  expect(shape('day')).toEqual([
    ['2026-10-01', 1, d(2)],
    ['2026-10-02', 2, d(5)],
  ]);
  expect(groupLines([], 'none')).toEqual([]);
});

describe('what prevents an invoice', () => {
  const work = { id: '1', customer: 'Hill Farm', invoiceNumber: null, additionalItems: [] };
  const draft: InvoiceDraft = {
    works: [work, { ...work, id: '2', customer: 'hill farm ' }],
    totals: invoiceTotals({ lines: lines(330), additionalItems: [], vatRate: d(20) }),
  };
  test('one customer, spelled in two ways, is one customer (case 39)', () => {
    expect(checkInvoice(draft)).toEqual([]);
  });
  test.each<[string, Partial<InvoiceDraft>, string]>([
    ['no works', { works: [] }, 'Nothing to invoice.'],
    [
      'works for two customers (case 39)',
      { works: [work, { ...work, customer: 'Mill Farm' }] },
      'Choose works for one customer only.',
    ],
    [
      'a work that is already on an invoice (case 40)',
      { works: [{ ...work, invoiceNumber: 'INV-0041' }] },
      'Some of this work is already on invoice INV-0041.',
    ],
    [
      'an item without a description',
      { works: [{ ...work, additionalItems: [item('a', 1, ' ')] }] },
      'Describe each additional item.',
    ],
    [
      'an item with part pennies',
      { works: [{ ...work, additionalItems: [item('a', 0.005)] }] },
      'An amount has at most two decimals.',
    ],
    [
      'a negative total (case 51)',
      { totals: invoiceTotals({ lines: lines(40), additionalItems: [item('a', -50)], vatRate: d(20) }) },
      "An invoice can't be negative. Use a credit note.",
    ],
  ])('%s', (_, change, sentence) => {
    expect(checkInvoice({ ...draft, ...change })).toEqual([sentence]);
  });
  test('an invoice with a total of zero is allowed (case 53)', () => {
    const totals = invoiceTotals({ lines: lines(0), additionalItems: [], vatRate: d(20) });
    expect(checkInvoice({ ...draft, totals })).toEqual([]);
  });
});

describe('what the invoice settings lack', () => {
  const complete = {
    business_name: 'Headland',
    address_line1: 'The Old Dairy',
    vat_registered: true,
    vat_number: 'GB123456789',
    sort_code: '200000',
    account_number: '55779911',
    iban: null,
  };
  test.each<[string, Partial<typeof complete>, string[]]>([
    ['nothing', {}, []],
    ['a blank name', { business_name: ' ' }, ['business name']],
    ['no address', { address_line1: '' }, ['address']],
    ['no VAT number', { vat_number: '' }, ['VAT number']],
    ['no VAT number, which is fine without VAT', { vat_number: '', vat_registered: false }, []],
    ['a sort code without an account number', { account_number: '' }, ['bank details']],
  ])('%s', (_, change, words) => {
    expect(missingFromSettings({ ...complete, ...change })).toEqual(words);
  });
  test('an IBAN alone says where to pay', () => {
    const settings = { ...complete, sort_code: null, account_number: null, iban: 'GB29NWBK60161331926819' };
    expect(missingFromSettings(settings)).toEqual([]);
  });
  test('a customer lacks the address without its first line (case 50)', () => {
    expect([null, ' ', 'Lane'].map((addressLine1) => lacksAddress({ addressLine1 }))).toEqual([true, true, false]);
  });
});
