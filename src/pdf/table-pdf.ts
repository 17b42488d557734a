// A plain table as a PDF: title, facts, a head that is repeated on each page, and ruled rows.
import type { jsPDF } from 'jspdf';
import type { PdfFonts } from './fonts';
import * as page from './page';
import { oneLine } from './printable-text';

const { BOTTOM, MARGIN, RIGHT, RULE, SMALL, paragraphs, rule } = page;
const GAP = 3;
const MAX_CELL_LENGTH = 2000;

type Column = {
  head: string;
  /** In millimetres; 0 takes what the others leave. */
  width: number;
  figure?: boolean;
};

type TablePaper = {
  farm: string;
  title: string;
  facts: readonly string[];
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
};

/** The left edge and width of each column. */
function placesOf(columns: readonly Column[]) {
  const fixed = columns.reduce((sum, { width }) => sum + width, 0) + GAP * (columns.length - 1);
  let x = MARGIN;
  return columns.map(({ width, figure = false }) => {
    const place = {
      x,
      width: width === 0 ? RIGHT - MARGIN - fixed : width,
      align: figure ? ('right' as const) : ('left' as const),
    };
    x += place.width + GAP;
    return place;
  });
}

/** A4. All text is drawn with the embedded fonts, written as hex, so typed text cannot become PDF syntax. */
export function tablePdf({ farm, title, facts, columns, rows }: TablePaper, fonts: PdfFonts): ArrayBuffer {
  const doc = page.newPage(fonts, { title, author: farm });
  const fullWidth = { x: MARGIN, width: RIGHT - MARGIN };
  const places = placesOf(columns);
  let y = paragraphs(doc, [oneLine(farm, 120)], { ...fullWidth, y: MARGIN }, { grey: true });
  y = paragraphs(doc, [oneLine(title, 160)], { ...fullWidth, y: y + 0.5 }, { size: 15, bold: true });
  y = paragraphs(
    doc,
    facts.filter((fact) => fact !== '').map((fact) => oneLine(fact, 200)),
    { ...fullWidth, y: y + 0.8 },
    { size: SMALL, grey: true },
  );
  y = drawHead(doc, columns, places, y + 3);
  for (const row of rows) {
    const cells = row.map((cell, at) =>
      cell.split('\n').flatMap((line) => page.wrap(doc, oneLine(line, MAX_CELL_LENGTH), places[at]?.width ?? 0)),
    );
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * page.lineHeight();
    if (y + height > BOTTOM) {
      doc.addPage();
      y = drawHead(doc, columns, places, MARGIN);
    }
    for (const [at, lines] of cells.entries()) {
      const place = places[at];
      if (place) paragraphs(doc, lines, { ...place, y });
    }
    y += height;
    rule(doc, y + 0.8, 0.1, { grey: RULE });
    y += 2.2;
  }
  if (rows.length === 0) paragraphs(doc, ['Nothing to show.'], { ...fullWidth, y });
  page.numberPages(doc, oneLine(`${farm} · ${title}`, 90));
  return doc.output('arraybuffer');
}

function drawHead(doc: jsPDF, columns: readonly Column[], places: ReturnType<typeof placesOf>, top: number): number {
  let y = top;
  for (const [at, { head }] of columns.entries()) {
    const place = places[at];
    if (place) y = paragraphs(doc, [head], { ...place, y: top }, { size: SMALL, bold: true });
  }
  rule(doc, y + 0.8, 0.5);
  return y + 2.2;
}
