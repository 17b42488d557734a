// A completed checklist as a PDF: questions, answers, photos and signature. Without answers, a form to fill in by hand.
import type { jsPDF } from 'jspdf';
import { bySection, outcomeOf, type ChecklistAnswer, type ChecklistItem } from '@/domain/checklists/checklist';
import { answerWords, limitWords } from '@/domain/checklists/checklist-words';
import type { PdfFonts } from './fonts';
import { limitLines, oneLine } from './printable-text';
import * as page from './page';
import type { Picture } from './photo';
import { drawSignature } from './signature';

const { BLACK, BOTTOM, MARGIN, RIGHT, RULE, SMALL, paragraphs, rule } = page;
const CONTENT_WIDTH = RIGHT - MARGIN;
const ANSWER_WIDTH = 34;
const PHOTO_SIZE = 56;

/** `id`: the id by which answers refer to the photo. */
export type PdfPhoto = Picture & { id: string };

export type ChecklistPrintout = {
  farm: string;
  name: string;
  version: number;
  intro: string | null;
  items: readonly ChecklistItem[];
  /** Null for an empty form. */
  completion: {
    id: string;
    /** "Passed with defects, 21/22". */
    result: string;
    /** Lines such as "Sam Driver, 20 Nov 2026 at 07:10", in their order. */
    facts: readonly string[];
    answers: readonly ChecklistAnswer[];
    photos: readonly PdfPhoto[];
    notes: string | null;
    /** Path data with M and L only, in a box of 1000 by 400. */
    signature: string | null;
    /** ISO instant. */
    at: string;
  } | null;
};

/** Starts a new page if the remaining space is lower than `height`. */
function breakPageIfNeeded(doc: jsPDF, y: number, height: number): number {
  if (y + height <= BOTTOM) return y;
  doc.addPage();
  return MARGIN;
}

const hintsOf = (item: ChecklistItem): string[] => {
  const limits = limitWords(item);
  return [item.critical ? 'Critical' : '', limits === '' ? '' : `Should be ${limits}`, oneLine(item.help, 300)].filter(
    (words) => words !== '',
  );
};

/** The labels of boxes to tick; if empty, a line to write on. */
const BLANK_OPTIONS: Readonly<Record<ChecklistItem['type'], readonly string[]>> = {
  ok_defect_na: ['OK', 'Defect', 'N/A'],
  yes_no: ['Yes', 'No', 'N/A'],
  number: [],
  text: [],
  photo: ['Photo taken'],
};

function drawBlank(doc: jsPDF, item: ChecklistItem, y: number) {
  const options = BLANK_OPTIONS[item.type];
  const from = RIGHT - ANSWER_WIDTH - 12;
  doc.setDrawColor(BLACK).setLineWidth(0.2);
  if (options.length === 0) {
    doc.line(from, y + 3.4, RIGHT, y + 3.4);
    if (item.unit !== '')
      paragraphs(doc, [oneLine(item.unit, 20)], { x: from, y, width: RIGHT - from, align: 'right' });
    return;
  }
  const step = (RIGHT - from) / Math.max(3, options.length);
  for (const [at, word] of options.entries()) {
    doc.rect(from + at * step, y - 0.1, 3, 3);
    paragraphs(doc, [word], { x: from + at * step + 4, y: y + 0.3, width: 30 }, { size: SMALL });
  }
}

/** One question with its answer. Returns the lower edge. */
function drawItem(doc: jsPDF, item: ChecklistItem, answer: ChecklistAnswer | null, top: number): number {
  const leftColumn = { x: MARGIN, width: CONTENT_WIDTH - ANSWER_WIDTH - 16 };
  const prompt = oneLine(item.prompt, 200);
  const small = { size: SMALL, grey: true };
  const comment = answer && answer.comment !== '' ? limitLines(answer.comment, 500) : '';
  const wideAnswer =
    answer && item.type === 'text' && answer.value !== null ? limitLines(answerWords(item, answer), 2000) : '';
  const promptHeight = page.wrap(doc, prompt, leftColumn.width).length * page.lineHeight();
  const linesBelow = [...hintsOf(item), comment, wideAnswer].filter((words) => words !== '');
  const restHeight = linesBelow.reduce(
    (height, words) => height + page.wrap(doc, words, CONTENT_WIDTH).length * page.lineHeight(),
    0,
  );
  let y = breakPageIfNeeded(doc, top, promptHeight + Math.min(restHeight, 60) + 3);
  const isDefect = answer !== null && outcomeOf(item, answer) === 'defect';
  if (answer === null) drawBlank(doc, item, y);
  else if (wideAnswer === '') {
    const words = oneLine(answerWords(item, answer), 60);
    paragraphs(doc, [words], { x: RIGHT - ANSWER_WIDTH, y, width: ANSWER_WIDTH, align: 'right' }, { bold: isDefect });
  }
  y = paragraphs(doc, [prompt], { ...leftColumn, y }, { bold: isDefect });
  for (const words of hintsOf(item)) y = paragraphs(doc, [words], { x: MARGIN, width: CONTENT_WIDTH, y }, small);
  for (const words of [wideAnswer, comment]) {
    if (words === '') continue;
    y = breakPageIfNeeded(doc, y, page.lineHeight());
    y = paragraphs(doc, words.split('\n'), { x: MARGIN, width: CONTENT_WIDTH, y });
  }
  rule(doc, y + 0.2, 0.1, { grey: RULE });
  return y + 2.2;
}

/** Name, time, machine and meter reading, each with a line to write on. Returns the lower edge. */
function drawLines(doc: jsPDF, top: number): number {
  const half = CONTENT_WIDTH / 2;
  for (const [at, words] of ['Name', 'Date and time', 'Machine or place', 'Hours on the meter'].entries()) {
    const x = MARGIN + (at % 2) * (half + 3);
    const y = top + Math.floor(at / 2) * 9;
    paragraphs(doc, [words], { x, y, width: half }, { size: SMALL, grey: true });
    rule(doc, y + 4.2, 0.2, { from: x + 28, to: x + half - 3 });
  }
  return top + 2 * 9;
}

function drawHead(doc: jsPDF, { farm, name, version, intro, completion }: ChecklistPrintout): number {
  const fullWidth = { x: MARGIN, width: CONTENT_WIDTH };
  let y = paragraphs(doc, [oneLine(farm, 120)], { ...fullWidth, y: MARGIN }, { grey: true });
  y = paragraphs(doc, [oneLine(name, 120)], { ...fullWidth, y: y + 0.5 }, { size: 15, bold: true });
  if (completion) {
    y = paragraphs(doc, [completion.result], { ...fullWidth, y: y + 0.8 }, { size: 11, bold: true });
    y = paragraphs(
      doc,
      completion.facts.map((fact) => oneLine(fact, 200)),
      { ...fullWidth, y: y + 0.8 },
    );
  } else {
    y = drawLines(doc, y + 3);
  }
  y = paragraphs(doc, [`Version ${version}`], { ...fullWidth, y }, { size: SMALL, grey: true });
  if (intro !== null) y = paragraphs(doc, limitLines(intro, 500).split('\n'), { ...fullWidth, y: y + 1 });
  rule(doc, y + 1.5, 0.5);
  return y + 4;
}

/** The photos under the questions that they belong to, up to three in a row. Returns the lower edge. */
function drawPhotos(doc: jsPDF, { items, completion }: ChecklistPrintout, top: number): number {
  let y = top;
  for (const [at, { prompt }] of items.entries()) {
    const photos = completion?.photos.filter(({ id }) => completion.answers[at]?.photos.includes(id)) ?? [];
    if (photos.length === 0) continue;
    y = breakPageIfNeeded(doc, y, PHOTO_SIZE + page.lineHeight() + 3);
    y =
      paragraphs(doc, [oneLine(prompt, 200)], { x: MARGIN, width: CONTENT_WIDTH, y }, { size: SMALL, grey: true }) + 1;
    let x = MARGIN;
    for (const { url, mime, width, height } of photos) {
      const scale = PHOTO_SIZE / Math.max(width, height, 1);
      if (x + PHOTO_SIZE > RIGHT) {
        x = MARGIN;
        y = breakPageIfNeeded(doc, y + PHOTO_SIZE + 2, PHOTO_SIZE);
      }
      doc.addImage(url, mime === 'image/png' ? 'PNG' : 'JPEG', x, y, width * scale, height * scale);
      x += PHOTO_SIZE + 3;
    }
    y += PHOTO_SIZE + 4;
  }
  return y;
}

/** A4. All text is drawn with the embedded fonts, written as hex, so typed text cannot become PDF syntax. */
export function checklistPdf(printout: ChecklistPrintout, fonts: PdfFonts): ArrayBuffer {
  const { name, farm, items, completion } = printout;
  const doc = page.newPage(fonts, { title: name, author: farm, id: completion?.id, createdAt: completion?.at });
  let y = drawHead(doc, printout);
  for (const { section, items: sectionItems } of bySection(items)) {
    if (section !== '') {
      y = breakPageIfNeeded(doc, y + 1.5, 14);
      y = paragraphs(doc, [oneLine(section, 60)], { x: MARGIN, width: CONTENT_WIDTH, y }, { size: 11, bold: true }) + 1;
    }
    for (const { item, at } of sectionItems)
      y = drawItem(doc, item, completion ? (completion.answers[at] ?? NO_ANSWER) : null, y);
  }
  if (completion?.notes) {
    y = breakPageIfNeeded(doc, y + 2, 12);
    y = paragraphs(doc, limitLines(completion.notes, 2000).split('\n'), { x: MARGIN, width: CONTENT_WIDTH, y });
  }
  y = drawPhotos(doc, printout, y + 3);
  if (completion?.signature) drawSignature(doc, completion.signature, y);
  else if (!completion) {
    y = breakPageIfNeeded(doc, y, 18);
    paragraphs(doc, ['Signature'], { x: MARGIN, width: CONTENT_WIDTH, y: y + 8 }, { size: SMALL, grey: true });
    rule(doc, y + 14, 0.1, { to: MARGIN + 70 });
  }
  page.numberPages(doc, oneLine(`${farm} · ${name}`, 90));
  return doc.output('arraybuffer');
}
const NO_ANSWER: ChecklistAnswer = { value: null, comment: '', photos: [] };
