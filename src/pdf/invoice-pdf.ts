// An invoice as a PDF, from the same sheet of texts that the screen shows.
import type { jsPDF } from 'jspdf';
import { autoTable, type CellInput, type RowInput, type Styles } from 'jspdf-autotable';
import { DRAFT, invoiceSheet, type Sheet, type SheetInvoice } from '@/domain/invoices/invoice-sheet';
import type { PdfFonts } from './fonts';
import { limitLines, oneLine } from './printable-text';
import * as page from './page';

const { BLACK, BOTTOM, FONT, GREY, MARGIN, RIGHT, RULE, SIZE, SMALL, paragraphs, rule } = page;
const HALF = (RIGHT - MARGIN) / 2;

/** The logo at the head: its data URL, and its size in pixels. */
export type PdfLogo = { url: string; mime: 'image/jpeg' | 'image/png'; width: number; height: number };

/** Fits the logo into 60 × 22 mm. Returns the y position below it. */
function drawLogo(doc: jsPDF, { url, mime, width, height }: PdfLogo): number {
  const scale = Math.min(60 / width, 22 / height);
  doc.addImage(url, mime === 'image/png' ? 'PNG' : 'JPEG', MARGIN, MARGIN, width * scale, height * scale);
  return MARGIN + height * scale + 3;
}

/** The sender on the left, title and number on the right. Returns the lower edge. */
function drawHead(doc: jsPDF, sheet: Sheet, logo: PdfLogo | null): number {
  const big = { size: 15, bold: true };
  const leftColumn = { x: MARGIN, width: HALF + 6 };
  const right = { x: MARGIN + HALF + 10, width: HALF - 10, align: 'right' as const };
  const top = logo ? drawLogo(doc, logo) : MARGIN;
  let y = paragraphs(doc, [oneLine(sheet.supplier.name, 120)], { ...leftColumn, y: top }, big);
  y = paragraphs(
    doc,
    sheet.supplier.lines.map((line) => oneLine(line)),
    { ...leftColumn, y: y + 0.8 },
  );
  let rightEnd = paragraphs(doc, [sheet.title], { ...right, y: MARGIN }, big);
  rightEnd = paragraphs(
    doc,
    [oneLine(sheet.number ?? DRAFT)],
    { ...right, y: rightEnd + 0.8 },
    { size: 11, bold: true },
  );
  if (sheet.cancelled) {
    const width = 30;
    doc
      .setDrawColor(BLACK)
      .setLineWidth(0.6)
      .rect(RIGHT - width, rightEnd + 1, width, 7.5);
    doc
      .setFont(FONT, 'bold')
      .setFontSize(12)
      .text('Cancelled', RIGHT - width / 2, rightEnd + 6.2, { align: 'center' });
    rightEnd += 9;
  }
  const foot = Math.max(y, rightEnd) + 2.5;
  rule(doc, foot, 0.8);
  return foot + 4.5;
}

/** The customer on the left, dates on the right; below, what a credit note corrects. Returns the lower edge. */
function drawParties(doc: jsPDF, sheet: Sheet, top: number): number {
  const leftColumn = { x: MARGIN, width: HALF };
  let y = paragraphs(doc, ['To'], { ...leftColumn, y: top }, { size: SMALL, grey: true });
  y = paragraphs(doc, [oneLine(sheet.customer.name, 300)], { ...leftColumn, y }, { bold: true });
  y = paragraphs(
    doc,
    sheet.customer.lines.map((line) => oneLine(line)),
    { ...leftColumn, y },
  );
  let rightEnd = top;
  for (const { label, value } of sheet.dates) {
    paragraphs(doc, [label], { x: RIGHT - 58, width: 34, y: rightEnd }, { grey: true });
    rightEnd = paragraphs(doc, [oneLine(value)], { x: RIGHT - 30, width: 30, y: rightEnd, align: 'right' });
  }
  const below = Math.max(y, rightEnd) + 5;
  if (sheet.corrects.length === 0) return below;
  const [first = '', ...why] = sheet.corrects.map((line) => oneLine(line, 320));
  const fullWidth = { x: MARGIN, width: RIGHT - MARGIN };
  return (
    paragraphs(doc, why, { ...fullWidth, y: paragraphs(doc, [first], { ...fullWidth, y: below }, { bold: true }) }) + 5
  );
}

const greyText: Partial<Styles> = { fontSize: SMALL, textColor: GREY };
const underlined = { bottom: 0.1 };

function rowsOf(sheet: Sheet): RowInput[] {
  return sheet.groups.flatMap(({ heading, net, rows }): RowInput[] => [
    ...(heading === null
      ? []
      : [
          [
            { content: oneLine(heading), colSpan: 4, styles: { fontStyle: 'bold' as const, lineWidth: underlined } },
            { content: net, styles: { fontStyle: 'bold' as const, halign: 'right' as const, lineWidth: underlined } },
          ],
        ]),
    ...rows.flatMap((row): RowInput[] => {
      const last = { lineWidth: underlined };
      const joined = { lineWidth: 0, cellPadding: { top: 1.25, bottom: 0.1, left: 0, right: 3 } };
      const styles = row.details.length === 0 ? last : joined;
      const cell = (content: string): CellInput => ({ content, styles });
      return [
        [row.date, oneLine(row.work, 500), row.quantity, row.unitPrice, row.net].map(cell),
        ...row.details.map((detail, at) => {
          const below = at === row.details.length - 1 ? { ...greyText, ...last } : { ...greyText, ...joined };
          const padding = { top: 0, bottom: at === row.details.length - 1 ? 0.9 : 0.1, left: 0, right: 3 };
          const style = { ...below, cellPadding: padding };
          return [
            { content: '', styles: style },
            { content: limitLines(detail, 1000), colSpan: 4, styles: { ...style, halign: 'left' as const } },
          ];
        }),
      ];
    }),
  ]);
}

const HEAD_SIZE = 8.5;
/** Between two columns. */
const GAP = 3;

/**
 * The widths of the columns quantity, unit price and net: of their longest texts. Without a width of their own, the table would
 * take from them what a long word of the work needs.
 */
function figureWidths(doc: jsPDF, { columns, groups }: Sheet): number[] {
  const widest = (texts: readonly string[], size: number, style: 'bold' | 'normal') => {
    doc.setFont(FONT, style).setFontSize(size);
    return Math.max(0, ...texts.map((text) => doc.getTextWidth(text)));
  };
  const rows = groups.flatMap((group) => group.rows);
  return (['quantity', 'unitPrice', 'net'] as const).map((column) => {
    const sums = column === 'net' ? groups.flatMap((group) => (group.heading === null ? [] : [group.net])) : [];
    const widths = [
      widest([columns[column]], HEAD_SIZE, 'bold'),
      widest(sums, SIZE, 'bold'),
      widest(
        rows.map((row) => row[column]),
        SIZE,
        'normal',
      ),
    ];
    // A hair more, so that rounding breaks no text.
    return Math.max(...widths) + (column === 'net' ? 0 : GAP) + 0.1;
  });
}

/** The table of lines, with its header on every page. Returns the lower edge on the last page. */
function drawLines(doc: jsPDF, sheet: Sheet, top: number): number {
  const { columns } = sheet;
  const [quantity = 0, unitPrice = 0, net = 0] = figureWidths(doc, sheet);
  const figure = (cellWidth: number) => ({ halign: 'right' as const, cellWidth, overflow: 'visible' as const });
  const headCell = (content: string, halign: 'left' | 'right'): CellInput => ({ content, styles: { halign } });
  autoTable(doc, {
    startY: top,
    margin: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: page.HEIGHT - BOTTOM },
    theme: 'plain',
    rowPageBreak: 'avoid',
    styles: {
      font: FONT,
      fontSize: SIZE,
      textColor: BLACK,
      lineColor: RULE,
      cellPadding: { top: 1.25, bottom: 0.75, left: 0, right: GAP },
      overflow: 'linebreak',
    },
    headStyles: {
      fontSize: HEAD_SIZE,
      fontStyle: 'bold',
      textColor: GREY,
      lineColor: BLACK,
      lineWidth: { bottom: 0.25 },
      cellPadding: { top: 0.5, bottom: 1, left: 0, right: GAP },
    },
    columnStyles: {
      0: { cellWidth: 22 },
      1: { cellWidth: 'auto' },
      2: figure(quantity),
      3: figure(unitPrice),
      4: figure(net),
    },
    head: [
      [
        headCell(columns.date, 'left'),
        headCell(columns.work, 'left'),
        headCell(columns.quantity, 'right'),
        headCell(columns.unitPrice, 'right'),
        headCell(columns.net, 'right'),
      ],
    ],
    body: rowsOf(sheet),
    didParseCell: ({ cell, column }) => {
      // No padding in the last column, so that it ends at the margin.
      if (column.index === 4 || cell.colSpan > 1) cell.styles.cellPadding = { ...padding(cell.styles), right: 0 };
    },
  });
  // The plugin stores the table on the document, but its types do not say so.
  return (doc as jsPDF & { lastAutoTable: { finalY: number } }).lastAutoTable.finalY;
}

function padding({ cellPadding }: Styles) {
  return typeof cellPadding === 'object' && !Array.isArray(cellPadding) ? cellPadding : {};
}

/** Totals with a double rule, payment details and the sender's footer text: kept on one page. */
function drawFoot(doc: jsPDF, sheet: Sheet, top: number) {
  const half = { x: MARGIN, width: HALF };
  const paying = sheet.payment.lines.map((line) => oneLine(line));
  const words = sheet.footer === null ? '' : limitLines(sheet.footer, 1000);
  const wordLines = words === '' ? [] : page.wrap(doc, words, HALF - 8, { size: SMALL });
  const payLines = paying.flatMap((line) => page.wrap(doc, line, HALF));
  const line = page.lineHeight();
  const height =
    5 +
    sheet.sums.length * line +
    14 +
    6 +
    Math.max((payLines.length + 1) * line, wordLines.length * page.lineHeight({ size: SMALL }));
  let y = top + 5;
  if (top + height > BOTTOM) {
    doc.addPage();
    y = MARGIN;
  }
  const from = RIGHT - 68;
  if (sheet.vatNote !== null) paragraphs(doc, [sheet.vatNote], { ...half, y }, { size: SMALL, grey: true });
  for (const { label, value } of sheet.sums) {
    paragraphs(doc, [label], { x: from, width: 34, y });
    y = paragraphs(doc, [value], { x: RIGHT - 40, width: 40, y, align: 'right' });
  }
  y += 1;
  rule(doc, y, 0.25, { from });
  y += 2.4;
  const grand = { size: 12.5, bold: true };
  paragraphs(doc, [sheet.total.label], { x: from, width: 40, y }, grand);
  const totalEnd = paragraphs(doc, [sheet.total.value], { x: RIGHT - 40, width: 40, y, align: 'right' }, grand);
  const totalWidth = doc.getTextWidth(sheet.total.value);
  rule(doc, totalEnd - 0.9, 0.3, { from: RIGHT - totalWidth });
  rule(doc, totalEnd, 0.3, { from: RIGHT - totalWidth });
  y = totalEnd + 6;
  rule(doc, y, 0.1, { grey: RULE });
  y += 3;
  const below = paragraphs(doc, [sheet.payment.heading], { ...half, y }, { bold: true });
  paragraphs(doc, paying, { ...half, y: below });
  if (words !== '') {
    paragraphs(doc, [words], { x: MARGIN + HALF + 8, width: HALF - 8, y, align: 'right' }, { size: SMALL, grey: true });
  }
}

/**
 * The invoice (or a draft of one) as an A4 PDF. All text is drawn with the embedded fonts, written as hex, so typed
 * text cannot become PDF syntax.
 */
export function invoicePdf(
  invoice: SheetInvoice & { id?: string | undefined; generatedAt?: string | undefined },
  fonts: PdfFonts,
  logo: PdfLogo | null = null,
): ArrayBuffer {
  const sheet = invoiceSheet(invoice);
  const name = `${sheet.title} ${sheet.number ?? ''}`.trim();
  const { id, generatedAt: createdAt } = invoice;
  const doc = page.newPage(fonts, { title: name, author: sheet.supplier.name, id, createdAt });
  drawFoot(doc, sheet, drawLines(doc, sheet, drawParties(doc, sheet, drawHead(doc, sheet, logo))));
  page.numberPages(doc, oneLine(`${sheet.supplier.name} · ${name}`, 90));
  return doc.output('arraybuffer');
}
