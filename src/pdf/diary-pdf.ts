// Days of the diary as a PDF: for each day a heading with the day's totals at the right, and its lines below.
import type { jsPDF } from 'jspdf';
import type { PdfFonts } from './fonts';
import { breakPageIfNeeded } from './page';
import { oneLine } from './printable-text';
import * as page from './page';

const { MARGIN, RIGHT, RULE, SMALL, paragraphs, rule } = page;
const CONTENT_WIDTH = RIGHT - MARGIN;
const TIME_WIDTH = 14;
const FIGURE_WIDTH = 30;

export type DiaryPrintout = {
  farm: string;
  /** "Mon 9 Nov – Sun 15 Nov". */
  title: string;
  /** The active filters, in words; '' if nothing is left out. */
  filters: string;
  /** "Printed on 20 Nov 2026 at 07:10". */
  printed: string;
  days: readonly {
    date: string;
    sum: string;
    lines: readonly { time: string; title: string; detail: string; figure: string }[];
  }[];
};

function drawLine(doc: jsPDF, line: DiaryPrintout['days'][number]['lines'][number], top: number): number {
  const width = CONTENT_WIDTH - TIME_WIDTH - FIGURE_WIDTH;
  const title = oneLine(line.title, 200);
  const detail = oneLine(line.detail, 300);
  const small = { size: SMALL, grey: true };
  const height =
    page.wrap(doc, title, width).length * page.lineHeight() +
    (detail === '' ? 0 : page.wrap(doc, detail, width, small).length * page.lineHeight(small));
  let y = breakPageIfNeeded(doc, top, height);
  if (line.time !== '') paragraphs(doc, [line.time], { x: MARGIN, y, width: TIME_WIDTH }, { grey: true });
  if (line.figure !== '') {
    paragraphs(doc, [oneLine(line.figure, 40)], { x: RIGHT - FIGURE_WIDTH, y, width: FIGURE_WIDTH, align: 'right' });
  }
  y = paragraphs(doc, [title], { x: MARGIN + TIME_WIDTH, y, width });
  if (detail !== '') y = paragraphs(doc, [detail], { x: MARGIN + TIME_WIDTH, y, width }, small);
  rule(doc, y + 0.6, 0.1, { from: MARGIN + TIME_WIDTH, grey: RULE });
  return y + 1.6;
}

/** A4. All text is drawn with the embedded fonts, written as hex, so typed text cannot become PDF syntax. */
export function diaryPdf({ farm, title, filters, printed, days }: DiaryPrintout, fonts: PdfFonts): ArrayBuffer {
  const doc = page.newPage(fonts, { title: `Diary ${title}`, author: farm });
  const fullWidth = { x: MARGIN, width: CONTENT_WIDTH };
  let y = paragraphs(doc, [oneLine(farm, 120)], { ...fullWidth, y: MARGIN }, { grey: true });
  y = paragraphs(doc, [`Diary: ${oneLine(title, 120)}`], { ...fullWidth, y: y + 0.5 }, { size: 15, bold: true });
  y = paragraphs(
    doc,
    [filters, printed].filter((words) => words !== '').map((words) => oneLine(words, 200)),
    { ...fullWidth, y: y + 0.5 },
    { size: SMALL, grey: true },
  );
  for (const { date, sum, lines } of days) {
    // Keep a day's heading on the same page as its first line.
    y = breakPageIfNeeded(doc, y + 3, 16);
    paragraphs(doc, [sum], { ...fullWidth, y, align: 'right' }, { grey: true });
    y = paragraphs(doc, [date], { ...fullWidth, y }, { bold: true });
    rule(doc, y + 0.5, 0.4);
    y += 1.8;
    for (const line of lines) y = drawLine(doc, line, y);
  }
  page.numberPages(doc, `Diary · ${oneLine(title, 120)}`);
  return doc.output('arraybuffer');
}
