// The page layout of the PDFs: A4 with 18 mm margins unless a document sets another size, Noto Sans at 9.5 points,
// black on white. All lengths are in mm.
import { jsPDF } from 'jspdf';
import { BRAND } from '@/lib/brand';
import type { PdfFonts } from './fonts';
import { asciiOnly } from './printable-text';

export const MARGIN = 18;
const WIDTH = 210;
export const HEIGHT = 297;
export const RIGHT = WIDTH - MARGIN;
/** Content ends above this line; the page number is below it. */
export const BOTTOM = HEIGHT - 22;
export const FONT = 'Noto Sans';
export const SIZE = 9.5;
export const SMALL = 8;
const LEADING = 1.38;
/** Paper sizes, in mm. Only load sheets can be A5, only tables landscape. */
const PAPER = { A4: [210, 297], A5: [148, 210], 'A4 landscape': [297, 210] } as const;
export type PageFormat = keyof typeof PAPER;

/** Where the content of a page begins and ends. */
export function pageSize(format: PageFormat) {
  const [width, height] = PAPER[format];
  const margin = format === 'A5' ? 12 : MARGIN;
  return { margin, right: width - margin, bottom: height - (format === 'A5' ? 16 : 22), height };
}

export function contentWidth(format: PageFormat): number {
  const { margin, right } = pageSize(format);
  return right - margin;
}

/** Where to go on if `height` is needed at `y`: there, or at the top of a new page if it does not fit. */
export function breakPageIfNeeded(doc: jsPDF, y: number, height: number): number {
  if (y + height <= BOTTOM) return y;
  doc.addPage();
  return MARGIN;
}

const MM_PER_POINT = 25.4 / 72;

/** Shades of grey, from 0 (black) to 255 (white). `RULE`: of thin lines. */
export const BLACK = 0;
export const GREY = 75;
export const RULE = 190;

/** The bytes as a binary string, one character each, as jsPDF expects a file. */
function binaryString(file: ArrayBuffer): string {
  let text = '';
  for (const byte of new Uint8Array(file)) text += String.fromCharCode(byte);
  return text;
}

/** An empty document with our fonts. The same `id` and `createdAt` give the same file, byte for byte. */
export function newPage(
  fonts: PdfFonts,
  {
    title,
    author,
    id,
    createdAt,
    format = 'A4',
  }: {
    title: string;
    author: string;
    id?: string | undefined;
    createdAt?: string | undefined;
    format?: PageFormat | undefined;
  },
): jsPDF {
  const doc = new jsPDF({
    unit: 'mm',
    format: format === 'A5' ? 'a5' : 'a4',
    orientation: format === 'A4 landscape' ? 'landscape' : 'portrait',
    compress: true,
    putOnlyUsedFonts: true,
  });
  for (const style of ['regular', 'bold'] as const) {
    doc.addFileToVFS(`${style}.ttf`, binaryString(fonts[style]));
    doc.addFont(`${style}.ttf`, FONT, style === 'bold' ? 'bold' : 'normal');
  }
  doc.setFont(FONT, 'normal').setFontSize(SIZE).setTextColor(BLACK).setLineHeightFactor(LEADING);
  doc.setProperties({ title: asciiOnly(title), author: asciiOnly(author), creator: BRAND });
  doc.setLanguage('en-GB');
  doc.viewerPreferences({ DisplayDocTitle: true });
  if (createdAt !== undefined) doc.setCreationDate(new Date(createdAt));
  if (id !== undefined) doc.setFileId(id.replaceAll('-', '').toUpperCase());
  return doc;
}

export type Type = { size?: number; bold?: boolean; grey?: boolean };

function setType(doc: jsPDF, { size = SIZE, bold = false, grey = false }: Type) {
  doc
    .setFont(FONT, bold ? 'bold' : 'normal')
    .setFontSize(size)
    .setTextColor(grey ? GREY : BLACK);
}

export const lineHeight = ({ size = SIZE }: Type = {}): number => size * LEADING * MM_PER_POINT;

/** The lines of a text within a width; the height is their number times lineHeight. */
export function wrap(doc: jsPDF, text: string, width: number, type: Type = {}): string[] {
  setType(doc, type);
  // Without options it returns lines of text, though its type says any.
  return doc.splitTextToSize(text, width) as string[];
}

/** Returns a function that measures texts in one type. It remembers each character's width: jsPDF is slower. */
export function measurer(doc: jsPDF, type: Type = {}): (text: string) => number {
  const widths = new Map<string, number>();
  return (text) => {
    let sum = 0;
    for (const character of text) {
      let width = widths.get(character);
      if (width === undefined) {
        setType(doc, type);
        width = doc.getTextWidth(character);
        widths.set(character, width);
      }
      sum += width;
    }
    return sum;
  };
}

export type Place = { x: number; y: number; width: number; align?: 'left' | 'right' };

/** Draws lines below each other, from the upper edge `y` on. Returns the lower edge. */
export function drawLines(
  doc: jsPDF,
  lines: readonly string[],
  { x, y, width, align = 'left' }: Place,
  type: Type = {},
): number {
  setType(doc, type);
  let at = y;
  for (const line of lines) {
    if (line !== '') doc.text(line, align === 'right' ? x + width : x, at, { align, baseline: 'top' });
    at += lineHeight(type);
  }
  return at;
}

/** Draws texts below each other, wrapped to the width, from the upper edge `y` on. Returns the lower edge. */
export const paragraphs = (doc: jsPDF, texts: readonly string[], place: Place, type: Type = {}): number =>
  drawLines(
    doc,
    texts.flatMap((text) => wrap(doc, text, place.width, type)),
    place,
    type,
  );

export function rule(doc: jsPDF, y: number, width: number, { from = MARGIN, to = RIGHT, grey = BLACK } = {}) {
  doc.setDrawColor(grey).setLineWidth(width).line(from, y, to, y);
}

/** The name and "Page 2 of 5" at the foot of every page. */
export function numberPages(doc: jsPDF, name: string, format: PageFormat = 'A4') {
  const { margin, right, height } = pageSize(format);
  const foot = height - (format === 'A5' ? 8 : 12);
  const pages = doc.getNumberOfPages();
  for (let page = 1; page <= pages; page += 1) {
    doc.setPage(page);
    setType(doc, { size: SMALL, grey: true });
    doc.text(name, margin, foot);
    doc.text(`Page ${page} of ${pages}`, right, foot, { align: 'right' });
  }
}
