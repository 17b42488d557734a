// Deleted entries, for the account holder: the list, bringing one back, and erasing one for good.
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric, type Decimal } from '@/domain/core/money';
import * as keys from '@/lib/query-keys';
import { bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { ACTIVITY } from '@/records/field-activities';
import { JOB } from '@/records/jobs';
import { PHOTO_BUCKET } from '@/records/photos';

/** For so many days a deleted entry can be brought back: what `deleted_works` lists. */
export const KEPT_DAYS = 30;

/** What was deleted together: an entry, or the lines of a job. `id` is that of its first line. */
export type DeletedWork = {
  id: string;
  /** ISO instant. */
  deletedAt: string;
  /** Null for a deletion that no person made. */
  deletedBy: string | null;
  customer: string;
  workDate: string;
  loggedBy: string;
  lines: { taskName: string; quantity: Decimal | null; chargeableUnit: string }[];
};

const PAGE_SIZE = 50;
type Cursor = { at: string; id: string } | null;

/** What can still be brought back, the last deletion first, paged by the last one's key. */
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
    // It is opened to look for what was deleted a moment ago.
    staleTime: 0,
    meta: { failed: loadFailed },
  });

/** Brings an entry back, with the lines, parts and photos that were deleted with it. */
export const restoreWork = mutationOptions({
  mutationKey: ['works', 'restore'],
  mutationFn: async (id: string) => unwrap(await supabase.rpc('restore_deleted_work', { p_id: id })),
  meta: {
    saved: { title: 'Work entry brought back.' },
    failed: { title: 'Could not bring it back' },
    invalidates: [keys.works, keys.attachments, ACTIVITY.table, ...JOB.invalidates],
  },
});

/** Erases an entry: what it said goes from the database, then the files of its photos. */
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
