// Deleted entries, for the account holder: lists, restores, and permanently erases them.
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric, type Decimal } from '@/domain/core/money';
import * as keys from '@/lib/query-keys';
import { bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { PHOTO_BUCKET } from '@/records/photos';
import { RESTORED_WITH_WORK } from './restored-with-work';

/** How many days a deleted entry can be restored, and so is listed by `deleted_works`. */
export const RESTORABLE_DAYS = 30;

/** An entry, or the lines of a job that were deleted together. `id`: that of the first line. */
export type DeletedWork = {
  id: string;
  /** ISO instant. */
  deletedAt: string;
  /** Null if the system deleted it. */
  deletedBy: string | null;
  customer: string;
  workDate: string;
  loggedBy: string;
  lines: { taskName: string; quantity: Decimal | null; chargeableUnit: string }[];
};

const PAGE_SIZE = 50;
type Cursor = { at: string; id: string } | null;

/** The deleted entries that can still be restored, the latest deletion first, paged by the last row's key. */
export const deletedWorksQuery = (ownerId: string) =>
  infiniteQueryOptions({
    queryKey: [keys.deletedWorks, ownerId],
    queryFn: async ({ pageParam, signal }): Promise<DeletedWork[]> => {
      const after = { p_before: pageParam?.at ?? null, p_before_id: pageParam?.id ?? null };
      return unwrap(await supabase.rpc('deleted_works', after).abortSignal(signal)).map((row) => ({
        ...{ id: row.id, deletedAt: row.deleted_at, deletedBy: row.deleted_by, loggedBy: row.logged_by },
        ...{ customer: row.customer, workDate: row.work_date },
        // jsonb_agg of {task_name, quantity, chargeable_unit} in the function.
        lines: (row.lines as { task_name: string; quantity: number | null; chargeable_unit: string }[]).map((line) => ({
          taskName: line.task_name,
          quantity: line.quantity === null ? null : fromNumeric(line.quantity),
          chargeableUnit: line.chargeable_unit,
        })),
      }));
    },
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? { at: last.deletedAt, id: last.id } : undefined;
    },
    // People open the list right after a deletion, so it must not come from the cache.
    staleTime: 0,
    meta: { failed: loadFailed },
  });

/** Restores an entry with the lines, parts and photos that were deleted with it. */
export const restoreWork = mutationOptions({
  mutationKey: ['works', 'restore'],
  mutationFn: async (id: string) => unwrap(await supabase.rpc('restore_deleted_work', { p_id: id })),
  meta: {
    saved: { title: 'Work entry brought back.' },
    failed: { title: 'Could not bring it back' },
    invalidates: RESTORED_WITH_WORK,
  },
});

/** Erases an entry permanently: first its content in the database, then the files of its photos. */
export const eraseWork = mutationOptions({
  mutationKey: ['works', 'erase'],
  mutationFn: async (id: string) => {
    const paths = unwrap(await supabase.rpc('erase_deleted_work', { p_id: id })).map(({ path }) => path);
    if (paths.length > 0) unwrap(await (await bucket(PHOTO_BUCKET)).remove(paths));
  },
  meta: {
    saved: { title: 'Work entry erased.' },
    failed: { title: 'Could not erase it' },
    invalidates: [keys.deletedWorks],
  },
});
