// Imports of spreadsheets: the list of past ones, a new one, and undoing one. A large file is sent in portions, which the database
// keeps until the last call saves all of them together.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { allRows } from './all-rows';
import { loadFailed } from './load-failed';

export type ImportName = 'customers' | 'tasks' | 'machines' | 'fields' | 'shifts' | 'works' | 'open_invoices';

type PastImport = {
  id: string;
  kind: ImportName;
  fileName: string;
  /** Rows of its kind that it added. */
  added: number;
  createdByName: string;
  createdAt: string;
  undoneAt: string | null;
};

const COLUMNS =
  'id, kind, fileName:file_name, added, createdByName:created_by_name, createdAt:created_at, undoneAt:undone_at';

/** The imports of an account, newest first. Only the account holder may read them. */
export const importsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.imports, ownerId],
    queryFn: ({ signal }): Promise<PastImport[]> =>
      allRows<PastImport>((from, to) =>
        supabase
          .from('imports')
          .select<string, PastImport>(COLUMNS)
          .eq('user_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      ),
    meta: { failed: loadFailed },
  });

/** The queries that are read again after an import or its undo. */
const CHANGED = [
  ...[keys.imports, keys.customers, keys.tasks, keys.taskUsage, keys.works, keys.recentJobs, keys.workTaskNames],
  ...[keys.home, keys.deletedWorks, keys.machines, keys.machineReadings, keys.fields, keys.time],
  ...[keys.openingBalances, keys.invoices],
] as const;

type NewImport = {
  /** Made once for a file: if the answer is lost, the same call again adds nothing. */
  id: string;
  kind: ImportName;
  fileName: string;
  rows: readonly { [column: string]: Json }[];
  /** Whether past entries may bring new customers and tasks, and open invoices new customers. */
  addMissing: boolean;
  /** How many rows the database has; all of them: it saves them now, which can't be cancelled any more. */
  onSent: (rows: number) => void;
  signal: AbortSignal;
};
export type Imported = { added: number; skipped: number };

/** Rows of one portion. A smaller file is sent with the call that saves it. */
export const PORTION = 1_000;

const forget = async (id: string) => {
  // Without a connection the database forgets the rows by itself, after a day.
  await supabase.rpc('drop_staged_rows', { p_id: id }).then(undefined, () => undefined);
};

export const importRows = mutationOptions({
  mutationKey: ['imports', 'add'],
  /** Null: it was cancelled, and nothing was saved. */
  mutationFn: async ({ id, kind, fileName, rows, addMissing, onSent, signal }: NewImport): Promise<Imported | null> => {
    const isStaged = rows.length > PORTION;
    for (let at = 0; isStaged && at < rows.length; at += PORTION) {
      const portion = rows.slice(at, at + PORTION);
      unwrap(await supabase.rpc('stage_import_rows', { p_id: id, p_rows: portion, p_from: at }));
      if (signal.aborted) {
        await forget(id);
        return null;
      }
      onSent(at + portion.length);
    }
    const answer = await supabase.rpc('import_rows', {
      ...{ p_id: id, p_kind: kind, p_file_name: fileName, p_add_missing: addMissing },
      ...{ p_rows: isStaged ? [] : [...rows], p_staged: isStaged ? rows.length : 0 },
    });
    // As import_rows builds it (*_imports.sql).
    return unwrap(answer) as Imported;
  },
  meta: { failed: { title: 'Nothing was imported' }, invalidates: CHANGED },
});

export const undoImport = mutationOptions({
  mutationKey: ['imports', 'undo'],
  mutationFn: async (id: string) => unwrap(await supabase.rpc('undo_import', { p_id: id })),
  meta: {
    saved: { title: 'Import undone.' },
    failed: { title: 'The import was not undone' },
    invalidates: CHANGED,
  },
});
