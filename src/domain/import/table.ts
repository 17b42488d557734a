// A table to import: a sheet of a file, with the texts of its cells.
import { FileProblem } from '@/domain/core/file-problem';

/** The text of a cell: a number has a decimal point, a date is 'YYYY-MM-DD'. For a cell that can't be read, why not. */
export type Cell = string | { problem: string };
/** `at`: the number of the row in its file; the first is 1. */
export type TableRow = { at: number; cells: readonly Cell[] };
export type Table = { sheet: string; rows: readonly TableRow[] };

/**
 * `maxRows`: as many as the database saves at once. `rest` is awaited after every 500 rows, so that the page stays
 * responsive while a long file is read.
 */
export type Reading = { maxRows: number; rest: () => Promise<void> };

export const MAX_COLUMNS = 100;
/** Rows that are read without a rest. */
const ROWS_AT_ONCE = 500;

const isEmptyCell = (cell: Cell | undefined): boolean =>
  cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** The rows of a table without empty ones; throws a `FileProblem` as soon as there are too many. */
export async function collectRows(rows: Iterable<TableRow>, { maxRows, rest }: Reading): Promise<TableRow[]> {
  const kept: TableRow[] = [];
  let read = 0;
  for (const { at, cells } of rows) {
    read += 1;
    if (read % ROWS_AT_ONCE === 0) await rest();
    if (cells.every(isEmptyCell)) continue;
    // One more for the names of the columns.
    if (kept.length > maxRows) {
      throw new FileProblem(
        `The file has more than ${maxRows.toLocaleString('en-GB')} rows. Split it, and import one part after the other.`,
      );
    }
    kept.push({ at, cells: cells.slice(0, MAX_COLUMNS) });
  }
  return kept;
}
