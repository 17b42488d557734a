// What has to reach people soon: a notice, a machine that must not be used, a job that was planned for somebody. All
// else is read again when it is opened after five minutes.
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { PostgrestError } from '@supabase/supabase-js';

const MINUTE = 60_000;

/**
 * Options of such a query: asked for every minute while the app is seen, and at once when it is looked at again or has a
 * connection again; never hidden or without one.
 */
export const reachesPeople = {
  staleTime: MINUTE,
  refetchInterval: MINUTE,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const;

/**
 * Reads a list that is asked for every minute. What was read a minute ago is the answer where `isSame` finds with a small
 * question that nothing has changed. A copy of this device and what a change made old are read again in full.
 */
export async function readIfChanged<Row>(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  isSame: (before: Row[]) => Promise<boolean>,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const state = client.getQueryState<Row[]>(queryKey);
  const before = state?.isInvalidated === false ? state.data : undefined;
  return before && (await isSame(before)) ? before : read();
}

/** So many of the latest changes are compared: one that ends after a later one did must not be missed. */
export const LATEST = 10;

type Changed = { id: string; updatedAt: string };
type Answer = { data: Changed[] | null; count: number | null; error: PostgrestError | null };

/** Whether rows are still the same, by the number of all and the latest changes. */
export function isSameAs(before: readonly Changed[], { data, count, error }: Answer): boolean {
  if (error || count !== before.length) return false;
  const known = new Map(before.map(({ id, updatedAt }) => [id, updatedAt]));
  return (data ?? []).every(({ id, updatedAt }) => known.get(id) === updatedAt);
}
