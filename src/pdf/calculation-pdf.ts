// A calculation as a PDF: the answer, the tables from which it is calculated, and the source of every figure.
import { formatCell, type Printout, type PrintoutTable } from '@/domain/rules/printout';
import type { PdfFonts } from './fonts';
import {
  MARGIN,
  newPage,
  numberPages,
  paragraphs,
  RIGHT,
  rule,
  RULE,
  SMALL,
  wrap,
  lineHeight,
  breakPageIfNeeded,
} from './page';
import { oneLine } from './printable-text';

const WIDTH = RIGHT - MARGIN;
const GAP = 3;
const SMALL_TYPE = { size: SMALL };

/** The columns' positions and widths: a column of figures needs less width than one of text. */
function columnsOf({ head, rows }: PrintoutTable): { x: number; width: number; right: boolean }[] {
  const weights = head.map((_, at) => {
    const longest = rows.reduce(
      (most, row) => Math.max(most, formatCell(row[at] ?? null).length),
      head[at]?.length ?? 0,
    );
    return Math.min(60, Math.max(8, longest));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const available = WIDTH - GAP * (head.length - 1);
  let x = MARGIN;
  return weights.map((weight, at) => {
    const width = (available * weight) / total;
    const column = { x, width, right: rows.length > 0 && rows.every((row) => typeof row[at] !== 'string') };
    x += width + GAP;
    return column;
  });
}

export function calculationPdf(printout: Printout, printed: string, fonts: PdfFonts): ArrayBuffer {
  const doc = newPage(fonts, { title: printout.title, author: printout.farm });
  const full = { x: MARGIN, width: WIDTH };
  let y = MARGIN;
  /** Whether a new page was begun. */
  const makeRoom = (height: number): boolean => {
    const before = y;
    y = breakPageIfNeeded(doc, y, height);
    return y !== before;
  };
  y = paragraphs(doc, [oneLine(printout.farm, 120)], { ...full, y }, { grey: true });
  y = paragraphs(doc, [oneLine(printout.title, 120)], { ...full, y: y + 0.5 }, { size: 15, bold: true });
  y = paragraphs(
    doc,
    [...printout.facts.map((fact) => oneLine(fact, 200)), printed],
    { ...full, y: y + 0.8 },
    { size: SMALL, grey: true },
  );
  rule(doc, y + 1.5, 0.9);
  y += 5;
  for (const [label, value] of printout.answer) {
    makeRoom(8);
    paragraphs(doc, [oneLine(label, 100)], { x: MARGIN, y, width: WIDTH * 0.55 });
    y = paragraphs(
      doc,
      [oneLine(value, 600)],
      { x: MARGIN + WIDTH * 0.55, y, width: WIDTH * 0.45, align: 'right' },
      { bold: true },
    );
    rule(doc, y + 0.4, 0.1, { grey: RULE });
    y += 1.4;
  }
  for (const table of printout.tables) {
    if (table.rows.length === 0) continue;
    makeRoom(24);
    y = paragraphs(doc, [table.heading], { ...full, y: y + 4 }, { size: 11, bold: true }) + 1;
    const columns = columnsOf(table);
    const line = (cells: readonly string[], bold: boolean) => {
      const lines = columns.map(({ width }, at) => wrap(doc, cells[at] ?? '', width, { ...SMALL_TYPE, bold }));
      const height = Math.max(...lines.map(({ length }) => length)) * lineHeight(SMALL_TYPE);
      // Repeat the column headings on a new page.
      if (makeRoom(height + 1) && !bold) head();
      columns.forEach(({ x, width, right }, at) => {
        paragraphs(doc, [cells[at] ?? ''], { x, y, width, align: right ? 'right' : 'left' }, { ...SMALL_TYPE, bold });
      });
      y += height + 0.8;
    };
    const head = () => {
      line(table.head, true);
      rule(doc, y - 0.4, 0.2, { grey: RULE });
      y += 0.6;
    };
    head();
    for (const row of table.rows)
      line(
        row.map((cell) => oneLine(formatCell(cell), 300)),
        false,
      );
  }
  makeRoom(16);
  paragraphs(doc, [oneLine(printout.guide, 400)], { ...full, y: y + 4 }, { size: SMALL, grey: true });
  numberPages(doc, oneLine(`${printout.farm} · ${printout.title}`, 90));
  return doc.output('arraybuffer');
}
