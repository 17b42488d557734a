// History: the changes of a row, from the database's audit log. Only the account holder may read it.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { changesOf, type HistoryEntry } from '@/domain/history/history';
import type { TableName } from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

const PAGE_SIZE = 30;
type Cursor = { at: string; id: number } | null;

async function readPage(ownerId: string, table: TableName, rowId: string, after: Cursor, signal: AbortSignal) {
  let query = supabase
    .from('audit_log')
    .select('id, at, action, actorName:actor_name, changed')
    .eq('user_id', ownerId)
    .eq('table_name', table)
    .eq('row_id', rowId);
  // The second condition is redundant, but lets the database start in its index at the right place.
  if (after) query = query.or(`at.lt."${after.at}",and(at.eq."${after.at}",id.lt.${after.id})`).lte('at', after.at);
  const rows = unwrap(
    await query
      .order('at', { ascending: false })
      .order('id', { ascending: false })
      .limit(PAGE_SIZE)
      .abortSignal(signal),
  );
  return rows.map((row): HistoryEntry => ({
    ...row,
    // The column's check allows only these values.
    action: row.action as HistoryEntry['action'],
    changed: changesOf(row.changed),
  }));
}

/** The changes of one row, newest first, paged by the last one's key. Invalidated with the row's own table. */
export const historyQuery = (ownerId: string, table: TableName, rowId: string) =>
  infiniteQueryOptions({
    queryKey: [table, ownerId, 'history', rowId],
    queryFn: ({ pageParam, signal }) => readPage(ownerId, table, rowId, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? { at: last.at, id: last.id } : undefined;
    },
    staleTime: 0,
  });
