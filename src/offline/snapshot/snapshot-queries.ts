// How the results of queries are stored in the snapshot, for reading offline. `meta.offline` of a query says whether
// and how its result is stored.
import type { Query } from '@tanstack/react-query';

type QueryIdentity = Pick<Query, 'meta' | 'queryKey'>;

/** The text of the key under which a result is stored; null if it is not. */
export function copyKey({ meta, queryKey }: QueryIdentity): string | null {
  if (meta?.offline === undefined) return null;
  return JSON.stringify(meta.offline === 'today' ? queryKey.slice(0, -1) : queryKey);
}

/** True for data on who the user is and what they may see; everything else is discarded when that changes. */
export const isIdentity = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.offline === 'identity';

/** A result that says "there is none" is refetched, never stored. */
export const isStorable = (data: unknown): boolean => typeof data === 'object' && data !== null;
