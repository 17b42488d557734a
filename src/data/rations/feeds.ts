// Feeds of the account, with analysis, price and stock: for the account holder.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { insertRecord, readRecords, type RowId } from '@/data/record-requests';
import { toNumeric, type Decimal } from '@/domain/core/money';
import { byName } from '@/domain/core/search';
import { supabase, unwrap } from '@/lib/supabase';
import { FEED, type Feed, type FeedFields } from '@/records/rations/feeds';
import { toRow } from '@/records/record';

/** Every feed by name, including those off the list. */
export const feedsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [FEED.table, ownerId],
    queryFn: async ({ signal }): Promise<Feed[]> => {
      return (await readRecords(FEED, ownerId, (rows) => rows.order('id'), signal)).toSorted(byName);
    },
    meta: { offline: 'list', failed: loadFailed },
  });

const failed = { title: 'Could not save feed.' };
const invalidates = [FEED.table] as const;

type NewFeed = RowId & { fields: FeedFields & { inStockKg: Decimal | null } };

export const addFeed = mutationOptions({
  mutationKey: ['feeds', 'add'],
  mutationFn: ({ fields, ...row }: NewFeed) => insertRecord(FEED, row, fields),
  meta: { saved: { title: 'Feed saved!' }, failed, invalidates },
});

export const updateFeed = mutationOptions({
  mutationKey: ['feeds', 'update'],
  mutationFn: async ({ id, fields }: { id: string; fields: FeedFields }) =>
    unwrap(await supabase.from('feeds').update(toRow(FEED, fields)).eq('id', id).select('id').single()),
  meta: { saved: { title: 'Feed updated!' }, failed, invalidates },
});

/** Sets the stock to what was counted; null stops counting it. */
export const correctStock = mutationOptions({
  mutationKey: ['feeds', 'stock'],
  mutationFn: async ({ id, kg }: { id: string; kg: Decimal | null }) =>
    unwrap(
      await supabase
        .from('feeds')
        .update({ in_stock_kg: kg === null ? null : toNumeric(kg) })
        .eq('id', id)
        .select('id')
        .single(),
    ),
  meta: { saved: { title: 'Stock corrected.' }, failed: { title: 'Could not correct the stock.' }, invalidates },
});

export const setFeedActive = mutationOptions({
  mutationKey: ['feeds', 'active'],
  mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
    unwrap(await supabase.from('feeds').update({ active }).eq('id', id).select('name, active').single()),
  meta: {
    saved: ({ name, active }: { name: string; active: boolean }) => ({
      title: active ? `${name} is back on the list.` : `${name} is off the list.`,
    }),
    failed,
    invalidates,
  },
});
