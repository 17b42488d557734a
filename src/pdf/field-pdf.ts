// The record of a field as a PDF: its facts, then crops, soil tests, harvests and activities.
import type { jsPDF } from 'jspdf';
import type { PdfFonts } from './fonts';
import { oneLine } from './printable-text';
import * as page from './page';

const { BOTTOM, MARGIN, RIGHT, RULE, SMALL, paragraphs, rule } = page;
const FULL_WIDTH = { x: MARGIN, width: RIGHT - MARGIN };

export type FieldPrintout = {
  farm: string;
  /** "Printed on 20 Nov 2026 at 17:02". */
  printed: string;
  field: string;
  facts: readonly string[];
  sections: readonly { title: string; items: readonly { title: string; lines: readonly string[] }[] }[];
};

function breakPageIfNeeded(doc: jsPDF, y: number, height: number): number {
  if (y + height <= BOTTOM) return y;
  doc.addPage();
  return MARGIN;
}

/** A4. All text is drawn with the embedded fonts, written as hex, so typed text cannot become PDF syntax. */
export function fieldPdf({ farm, printed, field, facts, sections }: FieldPrintout, fonts: PdfFonts): ArrayBuffer {
  const doc = page.newPage(fonts, { title: `Field record, ${field}`, author: farm });
  const lineAt = (text: string, y: number, style: Parameters<typeof paragraphs>[3]) =>
    page
      .wrap(doc, oneLine(text, 2200), FULL_WIDTH.width)
      .reduce(
        (at, words) =>
          paragraphs(doc, [words], { ...FULL_WIDTH, y: breakPageIfNeeded(doc, at, page.lineHeight()) }, style),
        y,
      );
  let y = paragraphs(doc, [oneLine(farm, 120)], { ...FULL_WIDTH, y: MARGIN }, { grey: true });
  y = paragraphs(doc, [oneLine(field, 80)], { ...FULL_WIDTH, y: y + 0.5 }, { size: 15, bold: true });
  for (const fact of facts) y = lineAt(fact, y + 0.4, {});
  y = paragraphs(doc, [`Field record. ${printed}`], { ...FULL_WIDTH, y: y + 0.8 }, { size: SMALL, grey: true });
  rule(doc, y + 1.5, 0.5);
  y += 4;
  for (const { title, items } of sections) {
    y = breakPageIfNeeded(doc, y + 2, 20);
    y = paragraphs(doc, [title], { ...FULL_WIDTH, y }, { size: 11, bold: true }) + 1;
    for (const item of items) {
      y = breakPageIfNeeded(doc, y, 12);
      y = paragraphs(doc, [oneLine(item.title, 200)], { ...FULL_WIDTH, y }, { bold: true });
      for (const line of item.lines.filter((words) => words !== '')) y = lineAt(line, y, { size: SMALL });
      rule(doc, y + 0.8, 0.1, { grey: RULE });
      y += 2.5;
    }
  }
  page.numberPages(doc, oneLine(`${farm} · ${field}`, 90));
  return doc.output('arraybuffer');
}
