// Reads the tables of a file that the user chose. Excel and CSV are told apart by their bytes and not by the file's
// name.
import { FileProblem } from '@/domain/core/file-problem';
import { textOfBytes } from '@/domain/core/text-of-bytes';
import { isZip } from '@/domain/core/unzip';
import { rowsOfText } from './delimited';
import type { Reading, Table } from './table';
import { tablesOfXlsx } from './xlsx-reader';

const MAX_BYTES = 20_000_000;
const EMPTY = 'There are no rows in this file.';

/** The first bytes of Excel files from before 2007, and of newer ones with a password. */
const isOldOrLocked = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11;

/** Throws a `FileProblem` if a file of this size is not read at all. */
export function refuseLarge(size: number): void {
  if (size > MAX_BYTES) throw new FileProblem('The file is larger than 20 MB. Split it, and import the parts.');
}

/** The tables of a file, each with at least one row; throws a `FileProblem` with a message if it can't be read. */
export async function readTables(bytes: Uint8Array, reading: Reading): Promise<Table[]> {
  refuseLarge(bytes.length);
  if (isOldOrLocked(bytes)) {
    throw new FileProblem(
      'This is an old Excel file (.xls), or it has a password. Save it as .xlsx or CSV without one.',
    );
  }
  if (isZip(bytes)) {
    const tables = await tablesOfXlsx(bytes, reading);
    if (tables.length === 0) throw new FileProblem(EMPTY);
    return tables;
  }
  const text = textOfBytes(bytes);
  if (text.includes('\0')) throw new FileProblem('This is not a table. Choose an .xlsx or a CSV file.');
  const rows = await rowsOfText(text, reading);
  if (rows.length === 0) throw new FileProblem(EMPTY);
  return [{ sheet: '', rows }];
}
