// A plain table as a PDF: title, facts, a head that is repeated on each page, and ruled rows.
import type { PdfFonts } from './fonts';
import * as page from './page';
import { oneLine } from './printable-text';

const { MARGIN, RULE, SIZE, SMALL, paragraphs, rule } = page;
export const columnGap = 3;
const MAX_CELL_LENGTH = 2000;
const MAX_FACT_LENGTH = 1000;
/** After this time the page may respond to input before the table continues. */
const MAX_BUSY_MS = 30;

type Column = {
  head: string;
  /** In millimetres; 0: the width that the other columns leave. */
  width: number;
  figure?: boolean;
};

type TablePrintout = {
  farm: string;
  title: string;
  facts: readonly string[];
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** The cells of a total row below the rows. */
  total?: readonly string[] | undefined;
  /** By default upright, or landscape if that leaves too little for the column of width 0. */
  format?: 'A4' | 'A4 landscape' | undefined;
  /** Of the rows' texts, in points. */
  size?: number;
};

/** What the columns of a given width and the gaps take, in millimetres. */
const fixedWidth = (columns: readonly Column[]) =>
  columns.reduce((sum, { width }) => sum + width, 0) + columnGap * (columns.length - 1);

/** Narrower than this, a column of names would break within words. In millimetres. */
const LEAST_OPEN_WIDTH = 32;

function formatFor(columns: readonly Column[]): 'A4' | 'A4 landscape' {
  const left = page.contentWidth('A4') - fixedWidth(columns);
  return columns.some(({ width }) => width === 0) && left < LEAST_OPEN_WIDTH ? 'A4 landscape' : 'A4';
}

/** The left edge and width of each column. */
function placesOf(columns: readonly Column[], contentWidth: number) {
  const fixed = fixedWidth(columns);
  let x = MARGIN;
  return columns.map(({ width, figure = false }) => {
    const place = {
      x,
      width: width === 0 ? contentWidth - fixed : width,
      align: figure ? ('right' as const) : ('left' as const),
    };
    x += place.width + columnGap;
    return place;
  });
}

/** Lets the browser handle input. By a message: it delays the timers of a tab in the background. */
const afterInput = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * A4, in several steps, between which the page stays usable. All text is drawn with the embedded fonts, written as hex,
 * so typed text cannot become PDF syntax.
 */
export async function tablePdf(
  { farm, title, facts, columns, rows, total, format = formatFor(columns), size = SIZE }: TablePrintout,
  fonts: PdfFonts,
): Promise<ArrayBuffer> {
  const doc = page.newPage(fonts, { title, author: farm, format });
  const { bottom, right } = page.pageSize(format);
  const fullWidth = { x: MARGIN, width: page.contentWidth(format) };
  const places = placesOf(columns, fullWidth.width);
  const type = { size };
  const widthOf = page.measurer(doc, type);
  const lineHeight = page.lineHeight(type);
  let y = paragraphs(doc, [oneLine(farm, 120)], { ...fullWidth, y: MARGIN }, { grey: true });
  y = paragraphs(doc, [oneLine(title, 160)], { ...fullWidth, y: y + 0.5 }, { size: 15, bold: true });
  y = paragraphs(
    doc,
    facts.filter((fact) => fact !== '').map((fact) => oneLine(fact, MAX_FACT_LENGTH)),
    { ...fullWidth, y: y + 0.8 },
    { size: SMALL, grey: true },
  );
  const drawHead = (top: number) => {
    const ends = columns.map(({ head }, at) => {
      const place = places[at];
      return place ? paragraphs(doc, [head], { ...place, y: top }, { size: SMALL, bold: true }) : top;
    });
    const end = Math.max(top, ...ends);
    rule(doc, end + 0.8, 0.5, { to: right });
    return end + 2.2;
  };
  y = drawHead(y + 3);
  let start = performance.now();
  for (const row of total ? [...rows, total] : rows) {
    const rowType = row === total ? { ...type, bold: true } : type;
    if (performance.now() - start > MAX_BUSY_MS) {
      await afterInput();
      start = performance.now();
    }
    const cells = row.map((cell, at) =>
      cell.split('\n').flatMap((line) => {
        const text = oneLine(line, MAX_CELL_LENGTH);
        const width = places[at]?.width ?? 0;
        // Only plain text has been measured.
        return row !== total && widthOf(text) < width ? text : page.wrap(doc, text, width, rowType);
      }),
    );
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight;
    if (y + height > bottom) {
      doc.addPage();
      y = drawHead(MARGIN);
    }
    for (const [at, lines] of cells.entries()) {
      const place = places[at];
      if (place) page.drawLines(doc, lines, { ...place, y }, rowType);
    }
    y += height;
    // A double rule below the total, as on the screen.
    if (row === total) for (const below of [0.8, 1.5]) rule(doc, y + below, 0.2, { to: right });
    else rule(doc, y + 0.8, 0.1, { grey: RULE, to: right });
    y += 2.2;
  }
  if (rows.length === 0) paragraphs(doc, ['Nothing to show.'], { ...fullWidth, y });
  page.numberPages(doc, oneLine(`${farm} · ${title}`, 90), format);
  return doc.output('arraybuffer');
}
