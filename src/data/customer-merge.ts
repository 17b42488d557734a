// Merging customers: what it would move, and doing it. One database function does all of it or nothing. Admin only.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@/lib/supabase';
import { loadFailed } from './load-failed';

export type MergePreview = {
  /** Entries that take the name that stays. */
  unbilled: number;
  /** Entries that keep the name they were printed with. */
  billed: number;
  /** Invoices and credit notes, which keep it too. */
  invoices: number;
  pricesMoved: number;
  /** Prices that stay behind, since the other customer has its own for those days. */
  pricesKept: number;
};

/** What merging one customer into another would move, as things stand now. */
export const mergePreviewQuery = (ownerId: string, from: string, into: string) =>
  queryOptions({
    queryKey: ['customers', ownerId, 'merge', from, into],
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
    // It stands before a step that can't be undone: never an old count.
    staleTime: 0,
    meta: { failed: loadFailed },
  });

type Merge = {
  /** Made once per dialog, so that a repeated request merges nothing twice. */
  requestId: string;
  from: { id: string; name: string };
  into: { id: string; name: string };
  /** Whether contact details that the one that stays lacks come from the other. */
  fillEmpty: boolean;
};

type Merged = { from: string; into: string };

/** Merges `from` into `into`; the promise rejects too when it fails. */
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
    invalidates: ['customers', 'works', 'invoices', 'home', 'recent-jobs', 'prices'],
  },
});
