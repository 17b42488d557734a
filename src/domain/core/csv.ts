// Writes CSV files: RFC 4180, CRLF, UTF-8 with a byte order mark, no formulas from typed text.
export type CsvCell = string | number | boolean | null;

const BYTE_ORDER_MARK = '\uFEFF';

// Spreadsheets run a cell that begins with one of these signs as a formula. Some read full-width signs as the plain
// ones, skip white space before them, or split cells at a semicolon, a tab or a line end without looking at quotes
// (OWASP, CSV injection). A leading apostrophe makes the cell text. After a line end, + or - followed by a space is a
// bullet point and stays unchanged.
const GAP = '((?:[^\\S\\t\\r\\n]|[\\u200b-\\u200f\\u2060"])*)';
const FORMULA = new RegExp(`(^|[;\\t])${GAP}(?=[=+\\-@＝＋－＠])`, 'g');
const FORMULA_ON_LINE = new RegExp(`([\\r\\n])${GAP}(?=[=@＝＠]|[+\\-＋－](?! ))`, 'g');

function formatCell(cell: CsvCell): string {
  if (cell === null) return '';
  // Numbers are written as they are, so a negative one stays a number.
  if (typeof cell !== 'string') return String(cell);
  const text = cell
    .replace(FORMULA, "$1'$2")
    .replace(FORMULA_ON_LINE, "$1'$2")
    .replace(/^(?=[\t\r\n])/, "'");
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const formatRow = (row: readonly CsvCell[]) => `${row.map(formatCell).join(',')}\r\n`;

/** The start of a file that is written in parts. */
export const csvHead = (header: readonly string[]): string => BYTE_ORDER_MARK + formatRow(header);

/** Rows that follow the head or other rows. */
export const csvRows = (rows: readonly (readonly CsvCell[])[]): string => rows.map(formatRow).join('');

/** A whole file. Amounts are plain numbers (`toNumeric`), dates are ISO texts, units belong in the header. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  csvHead(header) + csvRows(rows);
