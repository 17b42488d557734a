// The timesheet as a PDF: one section per person, with the shifts, the totals and a line for the signature.
import type { PdfFonts } from './fonts';
import {
  MARGIN,
  newPage,
  numberPages,
  paragraphs,
  RIGHT,
  rule,
  RULE,
  wrap,
  lineHeight,
  breakPageIfNeeded,
} from './page';

export type TimesheetPrintout = {
  farm: string;
  /** "Mon 19 Oct to Sun 25 Oct 2026". */
  span: string;
  /** The active filters, in words; null if nothing is left out. */
  filters: string | null;
  /** "20 Nov 2026, 17:02". */
  printed: string;
  people: readonly {
    name: string;
    /** Date, start, finish, break, paid, job. */
    shifts: readonly (readonly [string, string, string, string, string, string])[];
    /** "Paid 41 h 15, of it overtime 2 h 15." */
    sums: string;
    state: string;
  }[];
};

const WIDTH = RIGHT - MARGIN;
const COLUMNS = [
  { head: 'Date', x: 0, width: 26 },
  { head: 'Start', x: 27, width: 16 },
  { head: 'Finish', x: 44, width: 18 },
  { head: 'Break', x: 63, width: 16 },
  { head: 'Paid', x: 80, width: 18 },
  { head: 'Job', x: 100, width: WIDTH - 100 },
] as const;
const HEADINGS = COLUMNS.map(({ head }) => head);

export function timesheetPdf(
  { farm, span, filters, printed, people }: TimesheetPrintout,
  fonts: PdfFonts,
): ArrayBuffer {
  const doc = newPage(fonts, { title: `Timesheet ${span}`, author: farm });
  let y = MARGIN;
  /** Whether a new page was begun. */
  const makeRoom = (height: number): boolean => {
    const before = y;
    y = breakPageIfNeeded(doc, y, height);
    return y !== before;
  };
  const line = (cells: readonly string[], bold: boolean) => {
    const lines = COLUMNS.map(({ width }, at) => wrap(doc, cells[at] ?? '', width, { bold }));
    const height = Math.max(...lines.map(({ length }) => length)) * lineHeight();
    // Repeat the column headings on a new page.
    if (makeRoom(height + 1) && !bold) head();
    COLUMNS.forEach(({ x, width }, at) => {
      paragraphs(doc, [cells[at] ?? ''], { x: MARGIN + x, y, width }, { bold });
    });
    y += height + 1;
  };
  const head = () => {
    line(HEADINGS, true);
    rule(doc, y - 1, 0.2, { grey: RULE });
    // Leave room below the rule for accents on capitals.
    y += 1;
  };

  y = paragraphs(doc, [farm], { x: MARGIN, y, width: WIDTH }, { size: 14, bold: true });
  y = paragraphs(doc, [`Timesheet, ${span}`, ...(filters === null ? [] : [filters])], { x: MARGIN, y, width: WIDTH });
  y = paragraphs(doc, [`Printed ${printed}`], { x: MARGIN, y, width: WIDTH }, { size: 8, grey: true }) + 2;
  rule(doc, y, 0.9);
  y += 5;
  for (const { name, shifts, sums, state } of people) {
    makeRoom(40);
    y = paragraphs(doc, [name], { x: MARGIN, y, width: WIDTH }, { size: 12, bold: true }) + 1;
    head();
    for (const shift of shifts) line(shift, false);
    makeRoom(26);
    y = paragraphs(doc, [sums], { x: MARGIN, y: y + 1, width: WIDTH }, { bold: true });
    y = paragraphs(doc, [state], { x: MARGIN, y, width: WIDTH }) + 12;
    rule(doc, y, 0.2, { to: MARGIN + 75 });
    rule(doc, y, 0.2, { from: MARGIN + 85, to: MARGIN + 125 });
    paragraphs(doc, ['Signature'], { x: MARGIN, y: y + 1, width: 75 }, { size: 8, grey: true });
    y = paragraphs(doc, ['Date'], { x: MARGIN + 85, y: y + 1, width: 40 }, { size: 8, grey: true }) + 8;
  }
  numberPages(doc, `${farm} · timesheet`);
  return doc.output('arraybuffer');
}
