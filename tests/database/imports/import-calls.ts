// The calls that the import page makes, each with its result or its message.
import type { Person } from '@tests/support/embedded/backend';

export type Row = Record<string, string | number | null>;
export const run = async (
  person: Person,
  kind: string,
  rows: readonly Row[],
  { id = crypto.randomUUID(), addMissing = false, staged = 0 } = {},
) => {
  const { data, error } = await person.rpc('import_rows', {
    ...{ p_id: id, p_kind: kind, p_file_name: 'farm.csv', p_rows: rows.map((row, at) => ({ row: at + 2, ...row })) },
    ...{ p_add_missing: addMissing, p_staged: staged },
  });
  return error?.message ?? data;
};
/** Sends rows that the last call saves with `staged`. */
export const stage = async (person: Person, id: string, rows: readonly Row[], from = 0) => {
  const { data, error } = await person.rpc('stage_import_rows', {
    ...{ p_id: id, p_from: from, p_rows: rows.map((row, at) => ({ row: from + at + 2, ...row })) },
  });
  return error?.message ?? data;
};
export const undo = async (person: Person, id: string) => {
  const { data, error } = await person.rpc('undo_import', { p_id: id });
  return error?.message ?? data;
};
