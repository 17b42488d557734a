// Reads the texts of an Excel file (ECMA-376): values only. Of a formula it reads the value that was stored with it.
import { FileProblem } from '@/domain/core/file-problem';
import { DAMAGED, unzip } from '@/domain/core/unzip';
import { attribute, xmlParts, type XmlPart } from '@/domain/core/xml';
import { collectRows, MAX_COLUMNS, type Cell, type Reading, type Table, type TableRow } from './table';

const NO_VALUE = 'This formula has no stored value. Open the file in your spreadsheet and save it again.';
const DAY_MS = 86_400_000;
/** Day 0 of the two ways in which Excel counts days. */
const DAY_ZERO = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };

type Moment = 'date' | 'time' | null;
type Book = { texts: readonly string[]; moments: readonly Moment[]; dayZero: number };

/** "_x000D_" is how Excel writes a control character. */
const unescaped = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function textsOf(xml: string): string[] {
  const texts: string[] = [];
  let text = '';
  let path: string[] = [];
  for (const part of xmlParts(xml)) {
    if (part.kind === 'open') {
      if (part.name === 'si') [text, path] = ['', []];
      path.push(part.name);
    } else if (part.kind === 'close') {
      path.pop();
      if (part.name === 'si') texts.push(unescaped(text));
      // Notes on pronunciation (rPh) are not part of the text.
    } else if (path.at(-1) === 't' && !path.includes('rPh')) text += part.text;
  }
  return texts;
}

const TIMES: readonly number[] = [18, 19, 20, 21, 45, 46, 47];
const isDateNumber = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Whether a number format shows dates or times, judged by its letters, without its quoted texts and colours. */
function momentOfCode(code: string): Moment {
  const letters = code.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]/gi, '').toLowerCase();
  if (/[yd]/.test(letters)) return 'date';
  return /[hs]/.test(letters) ? 'time' : null;
}

function momentsOf(xml: string): Moment[] {
  const own = new Map<number, Moment>();
  const moments: Moment[] = [];
  let inCells = false;
  for (const part of xmlParts(xml)) {
    if (part.kind === 'text') continue;
    if (part.name === 'cellXfs') inCells = part.kind === 'open';
    if (part.kind === 'close') continue;
    if (part.name === 'numFmt') {
      own.set(Number(attribute(part.attributes, 'numFmtId')), momentOfCode(attribute(part.attributes, 'formatCode')));
    } else if (part.name === 'xf' && inCells) {
      const id = Number(attribute(part.attributes, 'numFmtId'));
      moments.push(own.get(id) ?? (isDateNumber(id) ? 'date' : TIMES.includes(id) ? 'time' : null));
    }
  }
  return moments;
}

function momentText(days: number, moment: Exclude<Moment, null>, dayZero: number): string {
  // To the minute: a time is stored as a fraction of a day.
  const iso = new Date(dayZero + Math.round(days * 1_440) * (DAY_MS / 1_440)).toISOString();
  const time = iso.slice(11, 16);
  if (moment === 'time') return time;
  return time === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** The number as a spreadsheet shows it: 0.1 + 0.2 is stored as 0.30000000000000004. */
const numberText = (value: number) => String(Number(value.toPrecision(15)));

type Found = { type: string; style: number; value: string; hasValue: boolean; hasFormula: boolean };

function cellText({ type, style, value, hasValue, hasFormula }: Found, { texts, moments, dayZero }: Book): Cell {
  if (!hasValue) return hasFormula ? { problem: NO_VALUE } : '';
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'e') return { problem: `The cell has an error: ${value}` };
  if (type === 'b') return value === '1' ? 'yes' : 'no';
  if (type === 'd') return value.replace('T', ' ').slice(0, 16);
  if (type !== '' && type !== 'n') return unescaped(value);
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const moment = moments[style] ?? null;
  // Excel has no days before 1900 or after 9999.
  if (moment === null || number < 0 || number > 2_958_465) return numberText(number);
  return momentText(number, moment, dayZero);
}

/** The index of a column: 0 for A. */
const columnOf = (reference: string) =>
  Array.from(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '').reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) -
  1;

function* rowsOf(xml: string, book: Book): Generator<TableRow> {
  let at = 0;
  let cells: Cell[] = [];
  let place = -1;
  let found: Found | null = null;
  let open = '';
  for (const part of xmlParts(xml)) {
    if (part.kind === 'open') {
      open = part.name;
      if (open === 'row') {
        at = Number(attribute(part.attributes, 'r')) || at + 1;
        cells = [];
        place = -1;
      } else if (open === 'c') {
        const column = columnOf(attribute(part.attributes, 'r'));
        place = column < 0 ? place + 1 : column;
        found = {
          type: attribute(part.attributes, 't'),
          style: Number(attribute(part.attributes, 's')),
          value: '',
          hasValue: false,
          hasFormula: false,
        };
      } else if (open === 'f' && found) found.hasFormula = true;
    } else if (part.kind === 'text') {
      if (!found || (open !== 'v' && open !== 't')) continue;
      found.value += part.text;
      found.hasValue = true;
    } else {
      open = '';
      if (part.name === 'c' && found) {
        if (place < MAX_COLUMNS) {
          while (cells.length < place) cells.push('');
          cells[place] = cellText(found, book);
        }
        found = null;
      } else if (part.name === 'row') yield { at, cells };
    }
  }
}

const isOpen = (part: XmlPart) => part.kind === 'open';

/** The names of the sheets with their files, in the order of the workbook. */
function sheetsOf(workbook: string, relations: string): { name: string; path: string }[] {
  const targets = new Map(
    [...xmlParts(relations)]
      .filter(isOpen)
      .map(({ attributes }) => [attribute(attributes, 'Id'), attribute(attributes, 'Target')]),
  );
  return [...xmlParts(workbook)]
    .filter(isOpen)
    .filter(({ name }) => name === 'sheet')
    .flatMap(({ attributes }) => {
      const target = targets.get(attribute(attributes, 'r:id'));
      const path = (target?.startsWith('/') ? target.slice(1) : `xl/${target}`).toLowerCase();
      // A sheet that is only a chart has no table.
      return path.startsWith('xl/worksheets/') ? [{ name: attribute(attributes, 'name'), path }] : [];
    });
}

const PARTS =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedstrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;

/** Every sheet of the file that has rows. */
export async function tablesOfXlsx(bytes: Uint8Array, reading: Reading): Promise<Table[]> {
  const files = unzip(bytes, (name) => PARTS.test(name));
  const part = (name: string) => new TextDecoder().decode(files.get(name) ?? new Uint8Array());
  const sheetPart = (name: string) => {
    if (!files.has(name)) throw new FileProblem(DAMAGED);
    return part(name);
  };
  const workbook = part('xl/workbook.xml');
  if (workbook === '') throw new FileProblem('This zip file is not an Excel file. Choose an .xlsx or a CSV file.');
  const book: Book = {
    texts: textsOf(part('xl/sharedstrings.xml')),
    moments: momentsOf(part('xl/styles.xml')),
    dayZero: /date1904="(?:1|true)"/.test(workbook) ? DAY_ZERO.from1904 : DAY_ZERO.from1900,
  };
  const tables: Table[] = [];
  for (const { name, path } of sheetsOf(workbook, part('xl/_rels/workbook.xml.rels'))) {
    const rows = await collectRows(rowsOf(sheetPart(path), book), reading);
    if (rows.length > 0) tables.push({ sheet: name, rows });
  }
  return tables;
}
