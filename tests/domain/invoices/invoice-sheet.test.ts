import { describe, expect, test } from 'vitest';
import { invoiceSheet } from '@/domain/invoices/invoice-sheet';
import { fromNumeric as d } from '@/domain/core/money';
import { creditNote, line, sample } from '../pdf/sample';

const rows = (invoice: Parameters<typeof invoiceSheet>[0]) =>
  invoiceSheet(invoice).groups.flatMap((group) => group.rows);

describe('the sheet of a VAT invoice', () => {
  const sheet = invoiceSheet(sample());

  test('names both parties, the number and the three dates', () => {
    expect(sheet).toMatchObject({
      title: 'VAT invoice',
      number: 'INV-0041',
      cancelled: false,
      supplier: {
        name: 'Headland Contracting',
        lines: [
          'Alex Marsh trading as Headland Contracting',
          'The Old Dairy, Mill Lane',
          'Evesham WR11 4TE',
          '01386 555 0123',
          'VAT no. GB 123 4567 89',
          'Company no. 01234567',
        ],
      },
      customer: { name: 'Hill Farm', lines: ['Hill Lane', 'Llanŵnda LL54 5TL'] },
      dates: [
        { label: 'Invoice date', value: '20/11/2026' },
        { label: 'Tax point', value: '02/10/2026' },
        { label: 'Due', value: '20/12/2026' },
      ],
    });
  });

  test('the totals match the specification (case 35)', () => {
    expect(sheet.sums).toEqual([
      { label: 'Subtotal', value: '£1,290.67' },
      { label: 'VAT at 20 %', value: '£258.13' },
    ]);
    expect(sheet.total).toEqual({ label: 'Total to pay', value: '£1,548.80' });
    expect(sheet.vatNote).toBe('Prices are without VAT. VAT at 20 % applies to every line.');
  });

  test('each line has its day, quantity with unit, unit price and net', () => {
    expect(rows(sample())).toEqual([
      {
        date: '02/10/2026',
        work: 'Hedge cutting',
        details: ['Lane side, both faces'],
        quantity: '7 h 20',
        unitPrice: '£45.00',
        net: '£330.00',
      },
      { date: '01/10/2026', work: 'Ploughing', details: [], quantity: '12.5 ac', unitPrice: '£32.06', net: '£400.75' },
      { date: '01/10/2026', work: 'Baling', details: [], quantity: '86 bales', unitPrice: '£6.22', net: '£534.92' },
      { date: '', work: 'Fuel surcharge', details: [], quantity: '', unitPrice: '', net: '£25.00' },
    ]);
  });

  test('says how to pay, with the number as the reference', () => {
    expect(sheet.payment).toEqual({
      heading: 'Pay by 20/12/2026',
      lines: ['Headland Contracting, Barn Bank', 'Sort code 20-00-00, Account 55779911', 'Reference INV-0041'],
    });
    expect(sheet.footer).toBe('Thank you. Ring us if anything is wrong.');
  });
});

describe('the sheet of a credit note', () => {
  const sheet = invoiceSheet(creditNote());

  test('names the invoice that it corrects, by number and date, and gives the reason', () => {
    expect(sheet.title).toBe('VAT credit note');
    expect(sheet.number).toBe('CN-0001');
    expect(sheet.corrects).toEqual(['Corrects invoice INV-0041 of 03/10/2026', 'Reason: Wrong rate for the hedges']);
    expect(invoiceSheet(sample()).corrects).toEqual([]);
  });

  test('has the customer’s order number, as the invoice does', () => {
    const order = { label: 'Your order no.', value: 'PO-4711' };
    expect(invoiceSheet(creditNote({ orderNumber: ' PO-4711 ' })).dates.at(-1)).toEqual(order);
    expect(invoiceSheet(sample({ orderNumber: 'PO-4711' })).dates.at(-1)).toEqual(order);
    expect(invoiceSheet(sample({ orderNumber: null })).dates).toEqual(invoiceSheet(sample()).dates);
  });

  test('has one date, because nothing is due', () => {
    expect(sheet.dates).toEqual([{ label: 'Date', value: '20/11/2026' }]);
  });

  test('every figure except the unit prices is negative', () => {
    expect(rows(creditNote()).map(({ quantity, unitPrice, net }) => [quantity, unitPrice, net])).toEqual([
      ['−7 h 20', '£45.00', '−£330.00'],
      ['−12.5 ac', '£32.06', '−£400.75'],
      ['−86 bales', '£6.22', '−£534.92'],
      ['', '', '−£25.00'],
    ]);
    expect(sheet.sums.map(({ value }) => value)).toEqual(['−£1,290.67', '−£258.13']);
    expect(sheet.total).toEqual({ label: 'Total credited', value: '−£1,548.80' });
  });

  test('a fixed price and a free job have no quantity to negate', () => {
    const fixed = line(-50, { quantity: d(-1), unit: 'fixed', unitPrice: d(50) });
    const free = line(0, { quantity: d(-1), unit: 'bale', unitPrice: d(0) });
    expect(rows(creditNote({ lines: [fixed, free], additionalItems: [] }))).toMatchObject([
      { quantity: 'fixed price', unitPrice: '£50.00', net: '−£50.00' },
      { quantity: '−1 bale', unitPrice: '', net: 'No charge' },
    ]);
  });

  test('a credit note requests no payment: it is refunded, or offset against an unpaid invoice', () => {
    expect(sheet.payment).toEqual({
      heading: 'To be refunded',
      lines: ['What was paid for invoice INV-0041 goes back to you.'],
    });
    expect(invoiceSheet(creditNote({ creditedAt: '2026-11-20T12:00:00Z' })).payment).toEqual({
      heading: 'Nothing to pay',
      lines: ['Set against invoice INV-0041, which was not paid.'],
    });
    expect(sheet.footer).toBeNull();
    expect(JSON.stringify(sheet)).not.toMatch(/Sort code|Reference|Due/);
  });

  test('a credit note without VAT never mentions VAT', () => {
    const plain = invoiceSheet(creditNote({ vatRate: null }));
    expect(plain.title).toBe('Credit note');
    expect(JSON.stringify(plain)).not.toMatch(/VAT/);
  });
});

describe('other sheets', () => {
  test('a sheet without VAT has no tax point, VAT number, VAT line or subtotal (case 49)', () => {
    const sheet = invoiceSheet(sample({ vatRate: null }));
    expect(sheet.title).toBe('Invoice');
    expect(sheet.dates.map(({ label }) => label)).toEqual(['Invoice date', 'Due']);
    expect(sheet.sums).toEqual([]);
    expect(sheet.total.value).toBe('£1,290.67');
    expect(JSON.stringify(sheet)).not.toMatch(/VAT/);
  });

  test('a draft has no number and no payment reference', () => {
    const sheet = invoiceSheet(sample({ invoiceNumber: null }));
    expect(sheet.number).toBeNull();
    expect(sheet.payment.lines.join()).not.toMatch(/Reference/);
  });

  test('a withdrawn invoice says that it is cancelled', () => {
    expect(invoiceSheet(sample({ voidedAt: '2026-11-21T10:00:00Z' })).cancelled).toBe(true);
  });

  test('a rate of 13.5 % and euros are formatted accordingly', () => {
    const sheet = invoiceSheet(sample({ vatRate: d(13.5), currency: 'EUR', lines: [line(123)], additionalItems: [] }));
    expect(sheet.sums).toEqual([
      { label: 'Subtotal', value: '€123.00' },
      { label: 'VAT at 13.5 %', value: '€16.61' },
    ]);
  });

  test('a line with a value of zero is "No charge", and its price is blank (case 28)', () => {
    expect(rows(sample({ lines: [line(0, { unit: 'fixed' })], additionalItems: [] }))).toEqual([
      { date: '01/10/2026', work: 'Ploughing', details: [], quantity: 'fixed price', unitPrice: '', net: 'No charge' },
    ]);
  });

  test('gallons are written out and priced by the thousand; a discount has a minus', () => {
    const gallons = line(928.13, { taskName: 'Slurry', quantity: d(62.5), unit: 'gal_1000', unitPrice: d(14.85) });
    const discount = { id: 'b', description: 'Goodwill discount', amount: d(-50) };
    expect(rows(sample({ lines: [gallons], additionalItems: [discount] }))).toMatchObject([
      { quantity: '62,500 gal', unitPrice: '£14.85 / 1,000 gal', net: '£928.13' },
      { work: 'Goodwill discount', net: '−£50.00' },
    ]);
  });

  test('times, person and notes are below the work if the sender chose so', () => {
    const shown = { ...sample().supplier, show_times: true, show_person: true, show_notes: true };
    expect(rows(sample({ supplier: shown }))[0]?.details).toEqual([
      'Lane side, both faces',
      '13:10–21:00, 30 min break · Dai Pritchard',
      'Gate left open for Siân',
    ]);
  });

  test.each([
    // The night of 24 to 25 October 2026, and of 28 to 29 March. The last is an ordinary night.
    ['22:00', '06:00', 0, 540, '22:00–06:00, the clocks went back'],
    ['01:30', '01:15', 0, 45, '01:30–01:15, the clocks went back'],
    ['22:00', '06:00', 30, 390, '22:00–06:00, 30 min break, the clocks went forward'],
    ['22:00', '06:00', 30, 450, '22:00–06:00, 30 min break'],
  ])('the times %s–%s of a night with %i min break and %i min of work', (start, finish, breaks, minutes, words) => {
    const shown = { ...sample().supplier, show_times: true };
    const night = line(100, { start, finish, breaks, minutes });
    expect(rows(sample({ supplier: shown, lines: [night] }))[0]?.details).toContain(words);
  });

  test('grouped lines have headings with totals, and additional items one of their own', () => {
    const grouped = (group_lines_by: 'task' | 'day') =>
      invoiceSheet(sample({ supplier: { ...sample().supplier, group_lines_by } })).groups.map(
        ({ heading, net, rows: own }) => [heading, net, own.length],
      );
    expect(grouped('task')).toEqual([
      ['Hedge cutting', '£330.00', 1],
      ['Ploughing', '£400.75', 1],
      ['Baling', '£534.92', 1],
      ['Additional items', '£25.00', 1],
    ]);
    expect(grouped('day')).toEqual([
      ['01/10/2026', '£935.67', 2],
      ['02/10/2026', '£330.00', 1],
      ['Additional items', '£25.00', 1],
    ]);
  });

  test('a business without a trading name uses its own', () => {
    const supplier = { ...sample().supplier, trading_name: undefined };
    expect(invoiceSheet(sample({ supplier })).supplier).toMatchObject({ name: 'Alex Marsh' });
    expect(JSON.stringify(invoiceSheet(sample({ supplier })))).not.toMatch(/trading as/);
  });
});
