// Spreadsheet files as they leave and enter: RFC 4180, CRLF, UTF-8 with a byte order mark, no formulas from typed text.
export type CsvCell = string | number | boolean | null;

const BYTE_ORDER_MARK = '\uFEFF';

// A cell that begins like this is run as a formula by spreadsheets, some of which read full-width signs as the plain
// ones; a leading apostrophe makes it text.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function written(cell: CsvCell): string {
  if (cell === null) return '';
  // A negative number is a number and stays one.
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (row: readonly CsvCell[]) => `${row.map(written).join(',')}\r\n`;

/** How a file begins, for one that is written in parts. */
export const csvHead = (header: readonly string[]): string => BYTE_ORDER_MARK + line(header);

/** Rows that follow the head or other rows. */
export const csvRows = (rows: readonly (readonly CsvCell[])[]): string => rows.map(line).join('');

/** A whole file. Amounts are given as plain numbers (`toNumeric`), dates as ISO texts, units stand in the header. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  csvHead(header) + csvRows(rows);

/** The rows of a file, header included; quotes, doubled quotes and line breaks inside cells are read. Empty lines are skipped. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.length > 1 || cell !== '') rows.push(row);
    row = [];
    cell = '';
  };
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
