// The rows of a file as they would be imported.
import { dateOrderOf, hasDecimalComma, hasNumericDate, type DateOrder } from '@/domain/import/formats';
import { guessMapping, type Mapping } from '@/domain/import/mapping';
import { RowReader, type Formats } from '@/domain/import/row-reader';
import type { Cell, TableRow } from '@/domain/import/table';
import type { Json } from '@/lib/database.types';
import { CUSTOMERS } from './customers-kind';
import { customerKey, nameKey, type ImportKind, type Known } from './kind';

export type PreviewRow = {
  /** The row's number in the file. */
  at: number;
  state: 'new' | 'there' | 'bad';
  columns: { [column: string]: Json };
  problems: readonly string[];
  notes: readonly string[];
};

const cellText = (cell: Cell | undefined) => (typeof cell === 'string' ? cell : '');

/** A report may have its title and dates above the table. */
const MAX_ROWS_ABOVE = 20;

/** The names of the columns with the rows below them: the first row that has all required names, else the first row. */
export function splitHead(kind: ImportKind, rows: readonly TableRow[]): { heads: string[]; rows: readonly TableRow[] } {
  const needed = kind.columns.filter(({ required }) => required);
  const headsAt = (row: TableRow | undefined) =>
    (row?.cells ?? []).map((cell, at) => cellText(cell).trim() || `Column ${at + 1}`);
  const at = rows.slice(0, MAX_ROWS_ABOVE).findIndex((row) => {
    const mapping = guessMapping(needed, headsAt(row));
    return needed.every(({ key }) => mapping[key] !== null);
  });
  const head = Math.max(at, 0);
  return { heads: headsAt(rows[head]), rows: rows.slice(head + 1) };
}

function textsOf(kind: ImportKind, mapping: Mapping, rows: readonly TableRow[], wanted: 'date' | 'number'): string[] {
  const places = kind.columns.flatMap((column) => (column.kind === wanted ? [mapping[column.key] ?? -1] : []));
  return rows.flatMap(({ cells }) => places.map((at) => cellText(cells[at]))).filter((text) => text.trim() !== '');
}

/**
 * How the file writes dates and numbers. `asks`: its dates fit both orders, so the user chooses (the default is the day
 * first).
 */
export function formatsOf(
  kind: ImportKind,
  mapping: Mapping,
  rows: readonly TableRow[],
  chosen: DateOrder | null,
): Formats & { asks: boolean } {
  const dates = textsOf(kind, mapping, rows, 'date');
  const order = dateOrderOf(dates);
  return {
    dateOrder: order ?? chosen ?? 'dmy',
    decimalComma: hasDecimalComma(textsOf(kind, mapping, rows, 'number')),
    asks: order === null && hasNumericDate(dates),
  };
}

/** Reads the rows of a file one after the other: a name that an earlier row has is there already. */
export function rowPreviewer({
  kind,
  mapping,
  formats,
  known,
}: {
  kind: ImportKind;
  mapping: Mapping;
  formats: Formats;
  known: Known;
}): (row: TableRow) => PreviewRow {
  const existing = kind.existing(known);
  const earlier = new Set<string>();
  const spellings = new Map(known.customers);
  /** A customer's name as the list, or an earlier row, has it: in the file it may only look like that. */
  const asListed = (name: string) => {
    const key = customerKey(name);
    const listed = spellings.get(name) ?? spellings.get(key) ?? name;
    spellings.set(key, listed);
    return listed;
  };
  const customerColumn = kind === CUSTOMERS ? 'name' : 'customer';
  return (row) => {
    const reader = new RowReader(row, kind.columns, mapping, formats);
    const { columns: read, name, notes } = kind.read(reader, known);
    const customer = read[customerColumn];
    const columns = typeof customer === 'string' ? { ...read, [customerColumn]: asListed(customer) } : read;
    const problems = [...reader.problems];
    const isThere = name !== null && (existing.has(name) || earlier.has(nameKey(name)));
    if (name !== null) earlier.add(nameKey(name));
    return { at: row.at, state: problems.length > 0 ? 'bad' : isThere ? 'there' : 'new', columns, problems, notes };
  };
}
