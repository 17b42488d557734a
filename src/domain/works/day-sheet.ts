// The day's sheet: a whole day of jobs, one on each line. Reads the texts of its cells and the tables that are pasted into it.
import { parseCsv } from '@/domain/core/parse-csv';
import { foldText } from '@/domain/core/search';
import { isDate } from '@/domain/core/time';
import { isUnit, UNITS } from '@/domain/core/units';

/** The columns that are typed, from left to right. */
export const SHEET_COLUMNS = [
  'person',
  'customer',
  'taskName',
  'quantity',
  'unit',
  'startTime',
  'finishTime',
  'breaks',
  'rate',
  'notes',
] as const;
export type SheetColumn = (typeof SHEET_COLUMNS)[number];
export type SheetCells = Partial<Record<SheetColumn, string>>;

/** 'HH:MM' for a time as typed: "7", "730", "7.30", "07:30:00", "7:30 pm"; '' for none, null for anything else. */
export function timeText(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return '';
  const match = /^(\d{1,2})(?:[:.]?([0-5]\d)(?::\d\d)?)?\s*(?:([ap])\.?m\.?)?$/i.exec(text);
  if (!match) return null;
  const [, hours = '', minutes = '00', half] = match;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const shown = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return shown > 23 ? null : `${String(shown).padStart(2, '0')}:${minutes}`;
}

const UNIT_WORDS: Readonly<Record<string, string>> = { hr: 'hour', hrs: 'hour', agreed: 'fixed', lump: 'fixed' };

/** The code of a unit as people write it: "ac", "per acre", "Acres"; null if there is no such unit. */
export function unitCode(typed: string): string | null {
  const text = foldText(typed.trim()).replace(/^(?:per|\/)\s*/, '');
  if (isUnit(text)) return text;
  const found = UNITS.find((unit) => [unit.short, unit.singular, unit.plural].some((word) => foldText(word) === text));
  return found?.code ?? UNIT_WORDS[text] ?? null;
}

/** '2026-11-26' for a date as a spreadsheet writes it in Britain and Ireland; null if it can't be read. */
function dateText(typed: string): string | null {
  const text = typed.trim();
  if (isDate(text.slice(0, 10))) return text.slice(0, 10);
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? [];
  const date = `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

/** The names of columns, as letters only. The first of each is the one that the app itself uses in its files. */
const HEADERS: Readonly<Record<SheetColumn | 'date', string>> = {
  person: 'person who name driver operator employee worker people staff',
  customer: 'customer customername client farm farmer',
  taskName: 'taskname task job work operation',
  quantity: 'quantity qty amount number',
  unit: 'chargeableunit unit units per',
  startTime: 'starttime start from started begin',
  finishTime: 'finishtime finish to end endtime finished',
  breaks: 'breaksmin breaks break breakmin breakminutes',
  rate: 'rate price',
  notes: 'notes note comment comments remarks',
  date: 'workdate date day',
};

function columnNamed(name: string): SheetColumn | 'date' | null {
  const letters = foldText(name).replace(/[^a-z]/g, '');
  const isNamed = ([, names]: [string, string]) => letters !== '' && names.split(' ').includes(letters);
  // The cast is safe: the keys of HEADERS have this type.
  return (Object.entries(HEADERS).find(isNamed)?.[0] ?? null) as SheetColumn | 'date' | null;
}

/** Two known names, or one in a row without a figure: jobs have a quantity or a time. */
function isHeader(row: readonly string[]): boolean {
  const known = row.filter((cell) => columnNamed(cell) !== null).length;
  return known > 1 || (known === 1 && !row.some((cell) => /\d/.test(cell)));
}

/** The rows of a pasted text. Without tabs it is a CSV file if it begins with a header, else a single column. */
function tableOf(text: string): string[][] {
  if (text.includes('\t')) return parseCsv(text, '\t');
  const files = ([',', ';'] as const).map((separator) => parseCsv(text, separator));
  return files.find(([head = []]) => head.length > 1 && isHeader(head)) ?? parseCsv(text, '\t');
}

export type PastedTable = {
  lines: SheetCells[];
  /** The columns that have no place on the sheet: "Field", or "column 11" without a header. */
  leftOut: string[];
  /** The dates in the table, apart from those that can't be read. */
  dates: string[];
};

/** A cell as the sheet holds it. What can't be read stays as it is, and the line says so. */
function cellOf(column: SheetColumn, typed: string): string {
  const text = typed.trim();
  if (column === 'startTime' || column === 'finishTime') return timeText(text) ?? text;
  return column === 'unit' ? (unitCode(text) ?? text) : text;
}

/**
 * A table from a spreadsheet; null if the text is a single cell. With a header its columns may be in any order; without one
 * they are those of the sheet from `first` on.
 */
export function readTable(text: string, first: SheetColumn): PastedTable | null {
  const [head = [], ...rest] = tableOf(text);
  if (head.length < 2 && rest.length === 0) return null;
  const named = isHeader(head);
  const from = SHEET_COLUMNS.indexOf(first);
  const rows = named ? rest : [head, ...rest];
  const width = Math.max(...rows.map((row) => row.length), named ? head.length : 0);
  const columns = Array.from({ length: width }, (_, at) =>
    named ? columnNamed(head[at] ?? '') : (SHEET_COLUMNS[from + at] ?? null),
  );
  const isUsed = (at: number) => rows.some((row) => (row[at] ?? '').trim() !== '');
  const dateAt = columns.indexOf('date');
  return {
    lines: rows.map((row) =>
      Object.fromEntries(
        columns.flatMap((column, at) => {
          const typed = row[at] ?? '';
          // An empty rate follows the price list.
          const isLeftOut = column === null || column === 'date' || (column === 'rate' && typed.trim() === '');
          return isLeftOut ? [] : [[column, cellOf(column, typed)]];
        }),
      ),
    ),
    leftOut: columns.flatMap((column, at) =>
      column === null && isUsed(at) ? [(named ? head[at]?.trim() : '') || `column ${at + 1}`] : [],
    ),
    dates: rows.flatMap((row) => dateText(row[dateAt] ?? '') ?? []),
  };
}
