import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invoiceTotals } from '@/domain/invoices/invoice';
import { formatMoney, fromNumeric as d } from '@/domain/core/money';
import { invoicePdf } from '@/pdf/invoice-pdf';
import { creditNote, fonts, line, sample } from './sample';

type Invoice = Parameters<typeof invoicePdf>[0];

/** The text of each page, read back from the file, with whitespace collapsed. */
async function pagesOf(invoice: Invoice): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(invoicePdf(invoice, fonts)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}
const textOf = async (invoice: Invoice) => (await pagesOf(invoice)).join(' ');

const manyLines = sample({
  lines: Array.from({ length: 165 }, (_, at) =>
    line(32.06 + at, {
      workDate: `2026-10-${String(1 + (at % 28)).padStart(2, '0')}`,
      taskName: `Ploughing ${at + 1}`,
    }),
  ),
});

describe('the PDF of a VAT invoice (M2)', () => {
  let text = '';
  beforeAll(async () => {
    text = await textOf(sample());
  });

  test.each([
    'VAT invoice',
    'INV-0041',
    'Headland Contracting',
    'Alex Marsh trading as Headland Contracting',
    'The Old Dairy, Mill Lane',
    'VAT no. GB 123 4567 89',
    'Company no. 01234567',
    'Hill Farm',
    'Llanŵnda LL54 5TL',
    'Invoice date 20/11/2026',
    'Tax point 02/10/2026',
    'Due 20/12/2026',
    '02/10/2026 Hedge cutting 7 h 20 £45.00 £330.00',
    'Lane side, both faces',
    '01/10/2026 Ploughing 12.5 ac £32.06 £400.75',
    'Baling 86 bales £6.22 £534.92',
    'Fuel surcharge £25.00',
    'VAT at 20 % applies to every line',
    'Pay by 20/12/2026',
    'Sort code 20-00-00, Account 55779911',
    'Reference INV-0041',
    'Thank you. Ring us if anything is wrong.',
    'Page 1 of 1',
  ])('contains %j', (words) => {
    expect(text).toContain(words);
  });

  test('its figures match the shared totals function', () => {
    const lines = sample().lines.map(({ net }) => ({ totalValue: net }));
    const totals = invoiceTotals({ lines, additionalItems: sample().additionalItems, vatRate: d(20) });
    expect(text).toContain(`Subtotal ${formatMoney(totals.subtotal, 'GBP')}`);
    expect(text).toContain(`VAT at 20 % ${formatMoney(totals.vatAmount, 'GBP')}`);
    expect(text).toContain(`Total to pay ${formatMoney(totals.total, 'GBP')}`);
    expect(formatMoney(totals.total, 'GBP')).toBe('£1,548.80');
  });
});

describe('the PDF of a credit note', () => {
  let text = '';
  beforeAll(async () => {
    text = await textOf(creditNote());
  });

  test.each([
    'VAT credit note',
    'CN-0001',
    'Date 20/11/2026',
    'Corrects invoice INV-0041 of 03/10/2026 Reason: Wrong rate for the hedges',
    'VAT no. GB 123 4567 89',
    'Hill Farm',
    '02/10/2026 Hedge cutting −7 h 20 £45.00 −£330.00',
    'Fuel surcharge −£25.00',
    'Subtotal −£1,290.67',
    'VAT at 20 % −£258.13',
    'Total credited −£1,548.80',
    'To be refunded What was paid for invoice INV-0041 goes back to you.',
  ])('contains %j', (words) => {
    expect(text).toContain(words);
  });

  test('a credit note requests no payment', () => {
    expect(text).not.toMatch(/Total to pay|Pay by|Sort code|Due|VAT invoice/);
  });

  test('a reason of three hundred characters does not overlap the lines', async () => {
    const long = await textOf(creditNote({ reason: 'word '.repeat(60).trim() }));
    expect(long).toContain(`Reason: ${'word '.repeat(60)}Date Work Quantity`);
  });
});

describe('other PDFs', () => {
  test('without VAT it is an "Invoice" that never mentions VAT', async () => {
    const text = await textOf(sample({ vatRate: null }));
    expect(text).toContain('Total to pay £1,290.67');
    expect(text).not.toContain('VAT');
  });

  test('the customer’s order number is below the dates, on an invoice and on a credit note', async () => {
    expect(await textOf(sample({ orderNumber: 'PO-4711' }))).toContain('Due 20/12/2026 Your order no. PO-4711');
    expect(await textOf(creditNote({ orderNumber: 'PO-4711' }))).toContain('Date 20/11/2026 Your order no. PO-4711');
  });

  test('a draft has no number, a withdrawn invoice is marked', async () => {
    expect(await textOf(sample({ invoiceNumber: null }))).toContain('Draft, no number yet');
    expect(await textOf(sample({ voidedAt: '2026-11-21T10:00:00Z' }))).toContain('Cancelled');
    expect(await textOf(sample())).not.toContain('Cancelled');
  });

  test('shows no charge, a discount, gallons and the sender’s options', async () => {
    const text = await textOf(
      sample({
        lines: [
          line(0, { unit: 'fixed', taskName: 'Call out' }),
          line(928.13, { quantity: d(62.5), unit: 'gal_1000', unitPrice: d(14.85), start: '22:00', finish: '06:00' }),
        ],
        additionalItems: [{ id: 'b', description: 'Goodwill discount', amount: d(-50) }],
        supplier: { ...sample().supplier, show_times: true, show_person: true, group_lines_by: 'task' },
      }),
    );
    expect(text).toContain('Call out fixed price No charge');
    expect(text).toContain('62,500 gal £14.85 / 1,000 gal £928.13');
    expect(text).toContain('22:00–06:00 · Dai Pritchard');
    expect(text).toContain('Additional items −£50.00');
  });

  test('a long word, such as a link, breaks within its column and leaves the other columns their width', async () => {
    const link = `https://supplier.example.org/invoices/2026/11/${'z'.repeat(120)}`;
    const text = await textOf(sample({ lines: [line(45, { taskName: link })] }));
    expect(text).toContain('Date Work Quantity Unit price Net');
    expect(text.replace(/\s/g, '')).toContain(link);
  });

  test('names read back exactly; characters missing in the font become a box', async () => {
    const name = 'Tŷ Gwyn, Siân Ní Dhálaigh, Łódź';
    const text = await textOf(sample({ customer: { name, address_line1: '👩‍🌾 مرحبا Ŵ Ẃ Ỳ ŷ' } }));
    expect(text).toContain(name);
    expect(text).toContain('□□ □□□□□ Ŵ Ẃ Ỳ ŷ');
  });

  test('165 lines span four to six pages, with the header of the table on each', async () => {
    const pages = await pagesOf(manyLines);
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(pages.length).toBeLessThanOrEqual(6);
    pages.forEach((page, at) => {
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
      expect(page).toContain('INV-0041');
    });
    const withLines = pages.filter((page) => page.includes('Ploughing '));
    for (const page of withLines) expect(page).toContain('Date Work Quantity Unit price Net');
    const all = pages.join(' ');
    for (let at = 1; at <= 165; at += 1) expect(all).toContain(`Ploughing ${at} 1 ac`);
    expect(all).toContain(`Total to pay ${formatMoney(manyLines.total, 'GBP')}`);
  });

  test('totals and payment stay on one page, with 20 to 34 lines', async () => {
    for (let count = 20; count <= 34; count += 1) {
      const pages = await pagesOf(sample({ lines: Array.from({ length: count }, () => line(10)) }));
      const last = pages.at(-1) ?? '';
      expect(last).toContain('Total to pay');
      expect(last).toContain('Reference INV-0041');
      expect(last).toContain('Thank you.');
    }
  });

  test('the same invoice gives the same file', () => {
    const stored = { ...sample(), id: '0192f0c2-0000-7000-8000-000000000001', generatedAt: '2026-11-20T12:00:00Z' };
    expect(Buffer.from(invoicePdf(stored, fonts))).toEqual(Buffer.from(invoicePdf(stored, fonts)));
  });
});

describe('the logo', () => {
  // One red pixel.
  const url =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
  const logo = { url, mime: 'image/png' as const, width: 600, height: 200 };
  const imagesIn = async (file: ArrayBuffer) => {
    const { numPages } = await getDocumentProxy(new Uint8Array(file.slice(0)));
    const raw = Buffer.from(file).toString('latin1');
    return { numPages, images: raw.split('/Subtype /Image').length - 1 };
  };

  test('the logo is above the name, and the text is unchanged', async () => {
    expect((await imagesIn(invoicePdf(sample(), fonts))).images).toBe(0);
    const file = invoicePdf(sample(), fonts, logo);
    const { images, numPages } = await imagesIn(file);
    expect({ numPages, some: images > 0 }).toEqual({ numPages: 1, some: true });
    const { text } = await extractText(new Uint8Array(file), { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toContain('Total to pay');
  });

  test('the same invoice with its logo gives the same file', () => {
    const stored = { ...sample(), id: '0192f0c2-0000-7000-8000-000000000001', generatedAt: '2026-11-20T12:00:00Z' };
    expect(Buffer.from(invoicePdf(stored, fonts, logo))).toEqual(Buffer.from(invoicePdf(stored, fonts, logo)));
  });
});

const hostileText = String.raw`a) ) \) \ (b /JS << /OpenAction >> endobj endstream xref %%EOF <b>&amp; ĩĩ Ŝ`;
const hostile = sample({
  invoiceNumber: hostileText,
  customer: { name: `${hostileText} ${'x'.repeat(10_000)}`, address_line1: hostileText, vat_number: hostileText },
  supplier: {
    ...sample().supplier,
    business_name: hostileText,
    trading_name: hostileText,
    address_line1: 'y'.repeat(10_000),
    footer_text: `${hostileText}\n${'z '.repeat(5000)}`,
    show_notes: true,
    show_person: true,
  },
  lines: [
    line(1, {
      taskName: hostileText.repeat(40),
      description: hostileText,
      person: hostileText,
      notes: 'w'.repeat(10_000),
    }),
    line(1, { taskName: '\u0000\u001b', description: 'n\n'.repeat(5000) }),
  ],
  additionalItems: [{ id: 'a', description: hostileText, amount: d(1) }],
});

describe('typed input', () => {
  test('is only text, never script, links or attachments', async () => {
    const file = new Uint8Array(invoicePdf(hostile, fonts));
    const pdf = await getDocumentProxy(file.slice());
    expect(await pdf.getJSActions()).toBeNull();
    // The file names the page to open at, and no other action.
    expect(Object.keys((await pdf.getOpenAction()) as object)).toEqual(['dest']);
    expect(await pdf.getFieldObjects()).toBeNull();
    expect(await pdf.getAttachments()).toBeFalsy();
    const { info } = await getMeta(file.slice());
    expect(info).toMatchObject({ Creator: 'Farm Diary' });
    expect(String(info['Title'])).toContain('/JS << /OpenAction >> endobj');
    expect(await textOf(hostile)).toContain(String.raw`a) ) \) \ (b /JS << /OpenAction >> endobj endstream`);
  });

  test('is truncated if it is long, and takes four pages at most', async () => {
    const pages = await pagesOf(hostile);
    expect(pages.length).toBeLessThanOrEqual(4);
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
    expect(pages.join(' ')).toContain('…');
  });
});

/** Whether a program that also reads PDFs is installed. With E2E=required each one must be. */
const installed = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const required = process.env['E2E'] === 'required';

describe('other readers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-pdf-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const files = { plain: sample(), manyLines, hostile };

  test.runIf(required || installed('qpdf'))('qpdf reports no problem', () => {
    for (const [name, invoice] of Object.entries(files)) {
      const path = join(folder, `${name}.pdf`);
      writeFileSync(path, new Uint8Array(invoicePdf(invoice, fonts)));
      expect(execFileSync('qpdf', ['--check', path]).toString()).toContain('No syntax or stream encoding errors found');
    }
  });

  test.runIf(required || installed('pdftotext'))('pdftotext reads the same words', () => {
    const path = join(folder, 'names.pdf');
    const invoice = sample({ customer: { name: 'Tŷ Gwyn, Siân Ní Dhálaigh, Łódź' } });
    writeFileSync(path, new Uint8Array(invoicePdf(invoice, fonts)));
    const text = execFileSync('pdftotext', ['-layout', path, '-']).toString().replace(/\s+/g, ' ');
    for (const words of ['Tŷ Gwyn, Siân Ní Dhálaigh, Łódź', 'VAT no. GB 123 4567 89', 'Total to pay £1,548.80']) {
      expect(text).toContain(words);
    }
  });
});
