// Invoices as they are stored, for the tests of the sheet and the PDF.
import { readFileSync } from 'node:fs';
import { invoiceTotals } from '@/domain/invoices/invoice';
import type { SheetInvoice, SheetLine } from '@/domain/invoices/invoice-sheet';
import { fromNumeric as d, negate } from '@/domain/core/money';
import type { PdfFonts } from '@/pdf/fonts';

function read(name: string): ArrayBuffer {
  const file = readFileSync(`src/pdf/fonts/${name}`);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
}

export const fonts: PdfFonts = { regular: read('noto-sans-regular.ttf'), bold: read('noto-sans-bold.ttf') };

export const line = (net: number, more: Partial<SheetLine> = {}): SheetLine => ({
  workDate: '2026-10-01',
  taskName: 'Ploughing',
  description: null,
  quantity: d(1),
  unit: 'acre',
  unitPrice: d(net),
  net: d(net),
  minutes: null,
  start: null,
  finish: null,
  breaks: 0,
  person: 'Dai Pritchard',
  notes: null,
  ...more,
});

/** Three jobs and a surcharge: 1,290.67 with 258.13 VAT is 1,548.80. */
export function sample(more: Partial<SheetInvoice> = {}): SheetInvoice {
  const lines = more.lines ?? [
    line(330, {
      workDate: '2026-10-02',
      taskName: 'Hedge cutting',
      description: 'Lane side, both faces',
      quantity: d(7.3333),
      unit: 'hour',
      unitPrice: d(45),
      minutes: 440,
      start: '13:10',
      finish: '21:00',
      breaks: 30,
      notes: 'Gate left open for Siân',
    }),
    line(400.75, { quantity: d(12.5), unitPrice: d(32.06) }),
    line(534.92, { taskName: 'Baling', quantity: d(86), unit: 'bale', unitPrice: d(6.22) }),
  ];
  const additionalItems = more.additionalItems ?? [{ id: 'a', description: 'Fuel surcharge', amount: d(25) }];
  const vatRate = more.vatRate === undefined ? d(20) : more.vatRate;
  return {
    invoiceNumber: 'INV-0041',
    kind: 'invoice',
    customer: { name: 'Hill Farm', address_line1: 'Hill Lane', town: 'Llanŵnda', postcode: 'LL54 5TL' },
    supplier: {
      business_name: 'Alex Marsh',
      trading_name: 'Headland Contracting',
      address_line1: 'The Old Dairy',
      address_line2: 'Mill Lane',
      town: 'Evesham',
      postcode: 'WR11 4TE',
      phone: '01386 555 0123',
      vat_number: 'GB 123 4567 89',
      company_number: '01234567',
      bank_name: 'Barn Bank',
      account_name: 'Headland Contracting',
      sort_code: '200000',
      account_number: '55779911',
      footer_text: 'Thank you. Ring us if anything is wrong.',
      show_times: false,
      show_person: false,
      show_notes: false,
      group_lines_by: 'none',
    },
    issueDate: '2026-11-20',
    taxPoint: '2026-10-02',
    dueDate: '2026-12-20',
    currency: 'GBP',
    voidedAt: null,
    ...more,
    lines,
    additionalItems,
    ...invoiceTotals({ lines: lines.map(({ net }) => ({ totalValue: net })), additionalItems, vatRate }),
  };
}

/** The credit note of the sample. */
export function creditNote(more: Partial<SheetInvoice> = {}): SheetInvoice {
  const { lines, additionalItems } = sample();
  return sample({
    invoiceNumber: 'CN-0001',
    kind: 'credit_note',
    credits: { invoiceNumber: 'INV-0041', issueDate: '2026-10-03' },
    reason: 'Wrong rate for the hedges',
    creditedAt: null,
    lines: lines.map((own) => ({ ...own, quantity: negate(own.quantity), net: negate(own.net) })),
    additionalItems: additionalItems.map((item) => ({ ...item, amount: negate(item.amount) })),
    ...more,
  });
}
