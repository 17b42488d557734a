// Slurry stores, changed online, and the readings of their levels.
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { throwUnlessStored } from '@/data/refused';
import { supabase, unwrap } from '@/lib/supabase';
import { fromRow, toRow, type RowOf } from '@/records/record';
import {
  SLURRY_LEVEL,
  SLURRY_STORE,
  type SlurryLevel,
  type SlurryStore,
  type SlurryStoreFields,
} from '@/records/slurry';

/** Every store by name, those out of use too. */
export const slurryStoresQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [SLURRY_STORE.table, ownerId],
    queryFn: async ({ signal }): Promise<SlurryStore[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('slurry_stores')
          .select<string, RowOf<typeof SLURRY_STORE>>(SLURRY_STORE.select)
          .eq('user_id', ownerId)
          .order('name')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(SLURRY_STORE, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

const PAGE_SIZE = 50;
type Cursor = Pick<SlurryLevel, 'readOn' | 'createdAt' | 'id'> | null;

/** The readings, newest first, paged by the last row's key: complete at any length. */
export const slurryLevelsQuery = (ownerId: string) =>
  infiniteQueryOptions({
    queryKey: [SLURRY_LEVEL.table, ownerId],
    queryFn: async ({ pageParam: after, signal }): Promise<SlurryLevel[]> => {
      let query = supabase
        .from('slurry_levels')
        .select<string, RowOf<typeof SLURRY_LEVEL>>(SLURRY_LEVEL.select)
        .eq('user_id', ownerId);
      if (after) {
        const { readOn, createdAt, id } = after;
        // Rows after the cursor: on an earlier day, or on the same day and later in this order. `lte` stands apart from
        // the or(), so that the database can start in its index at the cursor.
        query = query
          .lte('read_on', readOn)
          .or(`read_on.lt.${readOn},created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`);
      }
      const rows = unwrap(
        await query
          .order('read_on', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(PAGE_SIZE)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(SLURRY_LEVEL, row));
    },
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return undefined;
      return { readOn: last.readOn, createdAt: last.createdAt, id: last.id };
    },
    meta: { offline: 'list', failed: loadFailed },
  });

const invalidates = [SLURRY_STORE.table, SLURRY_LEVEL.table] as const;

/** The id is generated when the form opens, so that saving it twice creates only one. */
export const saveStore = mutationOptions({
  mutationKey: ['slurry-stores', 'save'],
  mutationFn: async ({
    id,
    ownerId,
    isNew,
    fields,
  }: {
    id: string;
    ownerId: string;
    isNew: boolean;
    fields: SlurryStoreFields;
  }) => {
    const columns = toRow(SLURRY_STORE, fields);
    if (!isNew) {
      unwrap(
        await supabase.from('slurry_stores').update(columns).eq('user_id', ownerId).eq('id', id).select('id').single(),
      );
      return;
    }
    const { error } = await supabase.from('slurry_stores').insert({ ...columns, id, user_id: ownerId });
    throwUnlessStored(error);
  },
  meta: { saved: { title: 'Store saved!' }, failed: { title: 'Could not save the store' }, invalidates },
});

export const deleteStore = mutationOptions({
  mutationKey: ['slurry-stores', 'delete'],
  mutationFn: async ({ id, ownerId }: { id: string; ownerId: string }) =>
    unwrap(await supabase.from('slurry_stores').delete().eq('user_id', ownerId).eq('id', id).select('id').single()),
  meta: { saved: { title: 'Store deleted.' }, failed: { title: 'Could not delete the store' }, invalidates },
});
