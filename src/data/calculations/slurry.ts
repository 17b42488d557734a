// Slurry stores, changed online, and the readings of their levels.
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { deleteRecord, recordsQuery, saveRecord, type RowId } from '@/data/record-requests';
import { supabase, unwrap } from '@/lib/supabase';
import { fromRow, type RowOf } from '@/records/record';
import { SLURRY_LEVEL, SLURRY_STORE, type SlurryLevel, type SlurryStoreFields } from '@/records/slurry';

/** Every store by name, those out of use too. */
export const slurryStoresQuery = (ownerId: string) =>
  recordsQuery(SLURRY_STORE, ownerId, [], (rows) => rows.order('name').order('id'));

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
  mutationFn: ({ fields, ...row }: RowId & { isNew: boolean; fields: SlurryStoreFields }) =>
    saveRecord(SLURRY_STORE, row, fields),
  meta: { saved: { title: 'Store saved!' }, failed: { title: 'Could not save the store' }, invalidates },
});

export const deleteStore = mutationOptions({
  mutationKey: ['slurry-stores', 'delete'],
  mutationFn: (row: RowId) => deleteRecord(SLURRY_STORE, row),
  meta: { saved: { title: 'Store deleted.' }, failed: { title: 'Could not delete the store' }, invalidates },
});
