// Polling, for data that people must see soon: a notice, a machine that must not be used, a job planned for somebody.
// Most other data is refetched when it is opened after five minutes.
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { PostgrestError } from '@supabase/postgrest-js';

const MINUTE_MS = 60_000;

/**
 * Query options: refetch every minute while the app is visible, and at once when it becomes visible or the connection
 * returns; never while hidden or offline.
 */
export const polledEveryMinute = {
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const;

/**
 * Reads a list that is polled every minute. If `isUnchanged` finds with a small request that nothing has changed, the
 * previous rows are returned. Rows from the snapshot and invalidated ones are read again in full.
 */
export async function readIfChanged<Row>(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  isUnchanged: (previous: Row[]) => Promise<boolean>,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const state = client.getQueryState<Row[]>(queryKey);
  const previous = state?.isInvalidated === false ? state.data : undefined;
  return previous && (await isUnchanged(previous)) ? previous : read();
}

/** How many of the latest changes are compared: more than one, because a transaction may commit after a later one. */
export const COMPARED_ROWS = 10;

type Version = { id: string; updatedAt: string };
type VersionsResponse = { data: Version[] | null; count: number | null; error: PostgrestError | null };

/** Whether the rows are unchanged, judged by their total number and the latest changes. */
export function isUnchangedSince(previous: readonly Version[], { data, count, error }: VersionsResponse): boolean {
  if (error || count !== previous.length) return false;
  const previousVersions = new Map(previous.map(({ id, updatedAt }) => [id, updatedAt]));
  return (data ?? []).every(({ id, updatedAt }) => previousVersions.get(id) === updatedAt);
}
