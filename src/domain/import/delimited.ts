// Reads tables from texts: CSV with commas, semicolons or tabs, and rows that were copied from a spreadsheet.
import { csvRecords } from '@/domain/core/parse-csv';
import { collectRows, type Reading, type TableRow } from './table';

const SEPARATORS = ['\t', ';', ','] as const;
/** As many lines as are needed to detect the separator. */
const SAMPLE_LINES = 20;

function firstLines(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  for (const line of csvRecords(text, separator)) {
    if (line.join('').trim() !== '') lines.push(line);
    if (lines.length === SAMPLE_LINES) break;
  }
  return lines;
}

/**
 * The character that splits most lines into as many cells as the first line; if two do, the one that makes more cells.
 */
function separatorOf(text: string): string {
  let best = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const widths = firstLines(text, separator).map(({ length }) => length);
    const [width = 1] = widths;
    const score = width === 1 ? 0 : widths.filter((each) => each === width).length * 1_000 + width;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** Excel's own line that names the separator, at the start of a file: "sep=;". */
const STATED = /^\uFEFF?sep=(.)\r?\n/i;

function* rowsOf(text: string): Generator<TableRow> {
  const [note = '', stated] = STATED.exec(text) ?? [];
  let at = note === '' ? 0 : 1;
  const body = text.slice(note.length);
  for (const cells of csvRecords(body, stated ?? separatorOf(body))) yield { at: (at += 1), cells };
}

export const rowsOfText = (text: string, reading: Reading): Promise<TableRow[]> => collectRows(rowsOf(text), reading);
