// History: who changed a row, what and when, as the database's own log has it. The account holder's to read.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { changesOf, type HistoryEntry, type HistoryTable } from '@/domain/history';
import { supabase, unwrap } from '@/lib/supabase';

const PAGE = 30;
type Cursor = { at: string; id: number } | null;

async function readPage(ownerId: string, table: HistoryTable, rowId: string, after: Cursor, signal: AbortSignal) {
  let query = supabase
    .from('audit_log')
    .select('id, at, action, actorName:actor_name, changed')
    .eq('user_id', ownerId)
    .eq('table_name', table)
    .eq('row_id', rowId);
  // The second condition says nothing new, but lets the database start in its index at the right place.
  if (after) query = query.or(`at.lt."${after.at}",and(at.eq."${after.at}",id.lt.${after.id})`).lte('at', after.at);
  const rows = unwrap(
    await query.order('at', { ascending: false }).order('id', { ascending: false }).limit(PAGE).abortSignal(signal),
  );
  return rows.map((row): HistoryEntry => ({
    ...row,
    // The column's check allows these two words.
    action: row.action as HistoryEntry['action'],
    changed: changesOf(row.changed),
  }));
}

/** The changes of one row, newest first, in pages by the last one's key. The row's own changes make it old. */
export const historyQuery = (ownerId: string, table: HistoryTable, rowId: string) =>
  infiniteQueryOptions({
    queryKey: [table, ownerId, 'history', rowId],
    queryFn: ({ pageParam, signal }) => readPage(ownerId, table, rowId, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE ? { at: last.at, id: last.id } : undefined;
    },
    staleTime: 0,
  });
