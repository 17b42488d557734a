// A mix as a PDF: the ingredients in large type for the cab or the mill, and the contents of the mix below. The layout is
// the same on A4 and on A5 (for laminating).
import type { PdfFonts } from './fonts';
import { lineHeight, newPage, numberPages, pageSize, paragraphs, rule, RULE, wrap, type PageFormat } from './page';

export type MixPrintout = {
  farm: string;
  title: string;
  /** Lines below the title, for example the animals and the amount. */
  lines: readonly string[];
  /** Headings: place in the loading order (may be empty), feed, and two columns of figures. */
  heads: readonly string[];
  rows: readonly { cells: readonly [string, string, string, string]; note: string }[];
  facts: readonly { label: string; value: string; of?: string | undefined }[];
  notes: string | null;
  printed: string;
};

export function mixPdf(
  { farm, title, lines, heads, rows, facts, notes, printed }: MixPrintout,
  format: PageFormat,
  fonts: PdfFonts,
): ArrayBuffer {
  const doc = newPage(fonts, { title, author: farm, format });
  const { margin, right, bottom } = pageSize(format);
  const width = right - margin;
  const size = format === 'A4' ? 15 : 11.5;
  const figure = format === 'A4' ? 34 : 26;
  const columns = [
    { x: margin, width: 9, align: 'left' as const },
    { x: margin + 9, width: width - 9 - 2 * figure, align: 'left' as const },
    { x: right - 2 * figure, width: figure, align: 'right' as const },
    { x: right - figure, width: figure, align: 'right' as const },
  ];
  let y = margin;
  const breakPageIfNeeded = (height: number) => {
    if (y + height <= bottom) return;
    doc.addPage();
    y = margin;
  };
  y = paragraphs(doc, [farm], { x: margin, y, width }, { size: 9, grey: true }) + 1;
  y = paragraphs(doc, [title], { x: margin, y, width }, { size: size + 5, bold: true }) + 1;
  y = paragraphs(doc, lines, { x: margin, y, width }, { size: size - 3 }) + 2;
  rule(doc, y, 0.9, { from: margin, to: right });
  y += 3;
  columns.forEach(({ x, width: column, align }, at) => {
    paragraphs(doc, [heads[at] ?? ''], { x, y, width: column, align }, { size: 9, grey: true });
  });
  y += lineHeight({ size: 9 }) + 1;
  for (const { cells, note } of rows) {
    const names = wrap(doc, cells[1], columns[1]?.width ?? width, { size });
    const notesHeight = note === '' ? 0 : wrap(doc, note, width - 9, { size: 9 }).length * lineHeight({ size: 9 });
    const height = names.length * lineHeight({ size }) + notesHeight + 3;
    breakPageIfNeeded(height);
    rule(doc, y, 0.2, { from: margin, to: right, grey: RULE });
    y += 1.5;
    columns.forEach(({ x, width: column, align }, at) => {
      paragraphs(doc, [cells[at] ?? ''], { x, y, width: column, align }, { size, bold: at === 3 });
    });
    y += names.length * lineHeight({ size });
    if (note !== '') y = paragraphs(doc, [note], { x: margin + 9, y, width: width - 9 }, { size: 9, grey: true });
    y += 1.5;
  }
  rule(doc, y, 0.2, { from: margin, to: right });
  rule(doc, y + 0.8, 0.2, { from: margin, to: right });
  y += 5;
  for (const { label, value, of } of facts) {
    breakPageIfNeeded(6);
    paragraphs(doc, [label], { x: margin, y, width: width / 2 }, { grey: true });
    y = paragraphs(doc, [of === undefined ? value : `${value}, ${of}`], {
      ...{ x: margin + width / 3, y, width: (2 * width) / 3, align: 'right' },
    });
  }
  if (notes !== null) {
    breakPageIfNeeded(12);
    y = paragraphs(doc, notes.split('\n'), { x: margin, y: y + 3, width });
  }
  numberPages(doc, `Printed ${printed}`, format);
  return doc.output('arraybuffer');
}
