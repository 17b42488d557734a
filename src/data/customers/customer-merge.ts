// Merging customers: a preview of what it moves, and the merge. One database function does all of it or nothing. Admin
// only.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type MergePreview = {
  /** Unbilled entries, which get the remaining customer's name. */
  unbilled: number;
  /** Billed entries, which keep the name they were printed with. */
  billed: number;
  /** Invoices and credit notes, which also keep their printed name. */
  invoices: number;
  pricesMoved: number;
  /** Prices that are not moved, because the other customer has its own for those days. */
  pricesKept: number;
};

/** Counts what merging one customer into another would move now. */
export const mergePreviewQuery = (ownerId: string, from: string, into: string) =>
  queryOptions({
    queryKey: [keys.customers, ownerId, 'merge', from, into],
    queryFn: async ({ signal }): Promise<MergePreview> => {
      const row = unwrap(
        await supabase.rpc('merge_preview', { p_from: from, p_into: into }).abortSignal(signal).single(),
      );
      return {
        unbilled: row.unbilled,
        billed: row.billed,
        invoices: row.invoices,
        pricesMoved: row.prices_moved,
        pricesKept: row.prices_kept,
      };
    },
    // Shown before a step that can't be undone: never a stale count.
    staleTime: 0,
    meta: { failed: loadFailed },
  });

type Merge = {
  /** Generated once per dialog, so that a repeated request does not merge twice. */
  requestId: string;
  from: { id: string; name: string };
  into: { id: string; name: string };
  /** Whether contact details that the remaining customer lacks are copied from the other. */
  fillEmpty: boolean;
};

type Merged = { from: string; into: string };

/** Merges `from` into `into`; the promise also rejects if it fails. */
export const mergeCustomers = mutationOptions({
  mutationKey: ['customers', 'merge'],
  mutationFn: async ({ requestId, from, into, fillEmpty }: Merge): Promise<Merged> => {
    unwrap(
      await supabase.rpc('merge_customers', {
        p_request_id: requestId,
        p_from: from.id,
        p_into: into.id,
        p_fill_empty: fillEmpty,
      }),
    );
    return { from: from.name, into: into.name };
  },
  meta: {
    saved: ({ from, into }: Merged) => ({ title: `${from} was merged into ${into}.` }),
    failed: { title: 'Error' },
    invalidates: [
      keys.customers,
      keys.works,
      keys.invoices,
      keys.openingBalances,
      keys.home,
      keys.recentJobs,
      keys.prices,
      keys.diaryEvents,
    ],
  },
});
