// Notes as a PDF: day by day, with author, follow-up and photos.
import type { jsPDF } from 'jspdf';
import type { PdfFonts } from './fonts';
import { oneLine } from './printable-text';
import * as page from './page';
import type { Picture } from './photo';

const { BOTTOM, MARGIN, RIGHT, RULE, SMALL, paragraphs, rule } = page;
const CONTENT_WIDTH = RIGHT - MARGIN;
const PHOTO_SIZE = 56;
const MAX_LINE_LENGTH = 4000;

export type NotesPrintout = {
  farm: string;
  /** The active filters, in words; empty if all notes are included. */
  filters: string;
  /** "Printed on 20 Nov 2026 at 17:02". */
  printed: string;
  days: readonly {
    day: string;
    notes: readonly {
      title: string;
      body: string;
      /** Lines such as "Sam Driver, 20 Nov 2026 at 07:10", in their order. */
      facts: readonly string[];
      photos: readonly Picture[];
    }[];
  }[];
};

/** Starts a new page if the remaining space is lower than `height`. */
function breakPageIfNeeded(doc: jsPDF, y: number, height: number): number {
  if (y + height <= BOTTOM) return y;
  doc.addPage();
  return MARGIN;
}

/**
 * Draws line by line, so that a long note continues on the next page and nothing is cut; several blank lines become
 * one. Returns the lower edge.
 */
function drawText(doc: jsPDF, text: string, top: number): number {
  let y = top;
  const lines = text.replace(/\n{3,}/g, '\n\n').split('\n');
  for (const line of lines.flatMap((words) => page.wrap(doc, oneLine(words, MAX_LINE_LENGTH), CONTENT_WIDTH))) {
    y = breakPageIfNeeded(doc, y, page.lineHeight());
    y = paragraphs(doc, [line], { x: MARGIN, width: CONTENT_WIDTH, y });
  }
  return y;
}

function drawPhotos(doc: jsPDF, photos: readonly Picture[], top: number): number {
  if (photos.length === 0) return top;
  let y = breakPageIfNeeded(doc, top + 1, PHOTO_SIZE);
  let x = MARGIN;
  for (const { url, mime, width, height } of photos) {
    if (x + PHOTO_SIZE > RIGHT) {
      x = MARGIN;
      y = breakPageIfNeeded(doc, y + PHOTO_SIZE + 2, PHOTO_SIZE);
    }
    const scale = PHOTO_SIZE / Math.max(width, height, 1);
    doc.addImage(url, mime === 'image/png' ? 'PNG' : 'JPEG', x, y, width * scale, height * scale);
    x += PHOTO_SIZE + 3;
  }
  return y + PHOTO_SIZE + 1;
}

/** A4. All text is drawn with the embedded fonts, written as hex, so typed text cannot become PDF syntax. */
export function notesPdf({ farm, filters, printed, days }: NotesPrintout, fonts: PdfFonts): ArrayBuffer {
  const doc = page.newPage(fonts, { title: 'Notes', author: farm });
  const fullWidth = { x: MARGIN, width: CONTENT_WIDTH };
  let y = paragraphs(doc, [oneLine(farm, 120)], { ...fullWidth, y: MARGIN }, { grey: true });
  y = paragraphs(doc, ['Notes'], { ...fullWidth, y: y + 0.5 }, { size: 15, bold: true });
  const facts = [oneLine(filters, 200), printed].filter((words) => words !== '');
  y = paragraphs(doc, facts, { ...fullWidth, y: y + 0.8 }, { size: SMALL, grey: true });
  rule(doc, y + 1.5, 0.5);
  y += 4;
  for (const { day, notes } of days) {
    y = breakPageIfNeeded(doc, y + 2, 24);
    y = paragraphs(doc, [day], { ...fullWidth, y }, { size: 11, bold: true }) + 1;
    for (const { title, body, facts: of, photos } of notes) {
      y = breakPageIfNeeded(doc, y, 14);
      y = paragraphs(doc, [oneLine(title, 60)], { ...fullWidth, y }, { bold: true });
      y = paragraphs(
        doc,
        of.map((fact) => oneLine(fact, 200)),
        { ...fullWidth, y },
        { size: SMALL, grey: true },
      );
      if (body !== '') y = drawText(doc, body, y + 0.5);
      y = drawPhotos(doc, photos, y);
      rule(doc, y + 0.8, 0.1, { grey: RULE });
      y += 2.5;
    }
  }
  page.numberPages(doc, oneLine(`${farm} · Notes`, 90));
  return doc.output('arraybuffer');
}
