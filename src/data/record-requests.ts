// Requests that follow from a record's declaration: reading its rows, and adding, changing and deleting one.
import type { PostgrestClient } from '@supabase/postgrest-js';
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { throwUnlessStored } from '@/data/refused';
import type { TableName } from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import {
  columnsOf,
  fromRow,
  type RecordOf,
  type RecordType,
  type RowOf,
  type Shape,
  type WrittenOf,
} from '@/records/record';

/** For `order`: the largest value, or the latest day, first. */
export const DESCENDING = { ascending: false } as const;

// One type for the tables of all records: the compiler cannot know the columns of a table that is only known at run time.
// A record's own columns were checked where it is declared; the tests of plans run every filter against the database.
type Values = Record<string, unknown>;
type Table = { Row: Values; Insert: Values; Update: Values; Relationships: [] };
type AnyTables = {
  public: { Tables: Record<string, Table>; Views: Record<string, never>; Functions: Record<string, never> };
};

const tableOf = ({ table }: { table: TableName }) => (supabase as unknown as PostgrestClient<AnyTables>).from(table);

/** The same record as the crew reads it: its view leaves out what only the account holder may see. */
export const crewView = <Type extends RecordType>(record: Type): Type => ({
  ...record,
  table: `crew_${record.table}` as TableName,
});

/** The rows of an account. A query adds its filters and its order. */
export const rowsOf = <Type extends RecordType>(record: Type, ownerId: string) =>
  tableOf(record).select<string, RowOf<Type>>(record.select).eq('user_id', ownerId);

type Rows<Type extends RecordType> = ReturnType<typeof rowsOf<Type>>;
type Narrow<Type extends RecordType> = (rows: Rows<Type>) => Pick<Rows<Type>, 'range'>;

/** Every row that `narrow` leaves, as records. `narrow` must sort by a unique key. */
export async function readRecords<Type extends RecordType>(
  record: Type,
  ownerId: string,
  narrow: Narrow<Type>,
  signal: AbortSignal,
): Promise<RecordOf<Type>[]> {
  const rows = await allRows((from, to) => narrow(rowsOf(record, ownerId)).range(from, to).abortSignal(signal));
  return rows.map((row) => fromRow(record, row));
}

/** A list of records under `key`, complete and copied for reading offline; `narrow` must sort by a unique key. */
export const recordsQuery = <Type extends RecordType>(
  record: Type,
  ownerId: string,
  key: readonly unknown[],
  narrow: Narrow<Type>,
) =>
  queryOptions({
    queryKey: [record.table, ownerId, ...key],
    queryFn: ({ signal }): Promise<RecordOf<Type>[]> => readRecords(record, ownerId, narrow, signal),
    meta: { offline: 'list', failed: loadFailed },
  });

async function readRecord<Type extends RecordType>(
  record: Type,
  ownerId: string,
  id: string,
  signal: AbortSignal,
): Promise<RecordOf<Type> | null> {
  const { data, error } = await rowsOf(record, ownerId).eq('id', id).abortSignal(signal).maybeSingle();
  if (error) throw error;
  return data && fromRow(record, data);
}

/** One record; null if it is not there (any more). */
export const recordQuery = <Type extends RecordType>(record: Type, ownerId: string, id: string) =>
  queryOptions({
    queryKey: [record.table, ownerId, 'one', id],
    queryFn: ({ signal }) => readRecord(record, ownerId, id, signal),
    meta: { failed: loadFailed },
  });

/** Which row of which account. */
export type RowId = { id: string; ownerId: string };

/** Adds a record. Its id is generated when the form opens, so that saving it twice creates only one. */
export async function insertRecord<Of extends Shape>(
  record: RecordType<Of>,
  { id, ownerId }: RowId,
  fields: WrittenOf<Of>,
): Promise<void> {
  throwUnlessStored((await tableOf(record).insert({ ...columnsOf(record, fields), id, user_id: ownerId })).error);
}

/** Changes some fields of a record. Fails if it is not there (any more), or may not be changed. */
export async function updateRecord<Of extends Shape>(
  record: RecordType<Of>,
  { id, ownerId }: RowId,
  fields: WrittenOf<Of>,
): Promise<void> {
  unwrap(
    await tableOf(record).update(columnsOf(record, fields)).eq('user_id', ownerId).eq('id', id).select('id').single(),
  );
}

/** Adds or changes a record, as a form does that serves both. */
export const saveRecord = <Of extends Shape>(
  record: RecordType<Of>,
  { isNew, ...row }: RowId & { isNew: boolean },
  fields: WrittenOf<Of>,
): Promise<void> => (isNew ? insertRecord(record, row, fields) : updateRecord(record, row, fields));

/** Deletes a record. Fails if it is not there (any more), or may not be deleted. */
export async function deleteRecord(record: { table: TableName }, { id, ownerId }: RowId): Promise<void> {
  unwrap(await tableOf(record).delete().eq('user_id', ownerId).eq('id', id).select('id').single());
}
