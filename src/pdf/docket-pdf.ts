// The docket of a job: customer, lines, fields, people, machines, materials, photos and the customer's signature.
import type { jsPDF } from 'jspdf';
import type { DocketSection } from '@/domain/works/docket';
import type { PdfFonts } from './fonts';
import { breakPageIfNeeded } from './page';
import * as page from './page';
import type { Picture } from './photo';
import { limitLines, oneLine } from './printable-text';
import { drawSignature } from './signature';

const { MARGIN, RIGHT, RULE, SMALL, paragraphs, rule } = page;
const CONTENT_WIDTH = RIGHT - MARGIN;
const AMOUNT_WIDTH = 60;
const PHOTO_SIZE = 56;

export type DocketPrintout = {
  farm: string;
  number: string;
  id: string;
  customer: string;
  date: string;
  sections: readonly DocketSection[];
  photos: readonly Picture[];
  /** Path data with M and L only, in a box of 1000 by 400, and who signed when. */
  signature: { path: string; words: string } | null;
};

function drawSection(doc: jsPDF, { title, rows }: DocketSection, top: number): number {
  let y = breakPageIfNeeded(doc, top + 2, 16);
  y = paragraphs(doc, [title], { x: MARGIN, width: CONTENT_WIDTH, y }, { size: 11, bold: true }) + 0.5;
  for (const { what, amount, note = '' } of rows) {
    const left = { x: MARGIN, width: CONTENT_WIDTH - AMOUNT_WIDTH - 4 };
    const words = oneLine(what, 200);
    const notes = note === '' ? [] : limitLines(note, 2500).split('\n');
    const height = page.wrap(doc, words, left.width).length * page.lineHeight();
    y = breakPageIfNeeded(doc, y, height + page.lineHeight());
    paragraphs(doc, [oneLine(amount, 80)], { x: RIGHT - AMOUNT_WIDTH, y, width: AMOUNT_WIDTH, align: 'right' });
    y = paragraphs(doc, [words], { ...left, y });
    for (const line of notes.flatMap((text) => page.wrap(doc, text, CONTENT_WIDTH))) {
      y = breakPageIfNeeded(doc, y, page.lineHeight());
      y = paragraphs(doc, [line], { x: MARGIN, width: CONTENT_WIDTH, y }, { size: SMALL, grey: true });
    }
    rule(doc, y + 0.2, 0.1, { grey: RULE });
    y += 1.6;
  }
  return y;
}

function drawThumbnails(doc: jsPDF, photos: readonly Picture[], top: number): number {
  if (photos.length === 0) return top;
  let y = breakPageIfNeeded(doc, top + 3, PHOTO_SIZE);
  let x = MARGIN;
  for (const photo of photos) {
    if (x + PHOTO_SIZE > RIGHT) {
      x = MARGIN;
      y = breakPageIfNeeded(doc, y + PHOTO_SIZE + 2, PHOTO_SIZE);
    }
    const scale = PHOTO_SIZE / Math.max(photo.width, photo.height, 1);
    const format = photo.mime === 'image/png' ? 'PNG' : 'JPEG';
    doc.addImage(photo.url, format, x, y, photo.width * scale, photo.height * scale);
    x += PHOTO_SIZE + 3;
  }
  return y + PHOTO_SIZE + 3;
}

/** A4. All text is drawn with the embedded fonts, written as hex, so typed text cannot become PDF syntax. */
export function docketPdf(printout: DocketPrintout, fonts: PdfFonts): ArrayBuffer {
  const title = `Docket ${printout.number}`;
  const doc = page.newPage(fonts, { title, author: printout.farm, id: printout.id });
  const full = { x: MARGIN, width: CONTENT_WIDTH };
  let y = paragraphs(doc, [oneLine(printout.farm, 120)], { ...full, y: MARGIN }, { grey: true });
  y = paragraphs(doc, [title], { ...full, y: y + 0.5 }, { size: 15, bold: true });
  y = paragraphs(doc, [oneLine(printout.customer, 120)], { ...full, y: y + 0.8 }, { size: 11, bold: true });
  y = paragraphs(doc, [printout.date], { ...full, y });
  rule(doc, y + 1.5, 0.5);
  y += 3;
  for (const section of printout.sections) y = drawSection(doc, section, y);
  y = drawThumbnails(doc, printout.photos, y);
  if (printout.signature) {
    y = breakPageIfNeeded(doc, y + 2, 40);
    y = drawSignature(doc, printout.signature.path, y);
    paragraphs(doc, [oneLine(printout.signature.words, 200)], { ...full, y });
  }
  page.numberPages(doc, oneLine(`${printout.farm} · ${title}`, 90));
  return doc.output('arraybuffer');
}
