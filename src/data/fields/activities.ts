// Activities and harvests of fields. They are written through the outbox.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { DESCENDING, readRecords, recordQuery, recordsQuery, rowsOf } from '@/data/record-requests';
import { unwrap } from '@/lib/supabase';
import { ACTIVITY, HARVEST, type Activity, type Harvest } from '@/records/field-activities';
import { fromRow, pickFields, type RecordOf, type RecordType } from '@/records/record';

const PAGE_SIZE = 50;
type Cursor = Pick<Activity, 'startedAt' | 'id'> | null;

/** What was done on a field, what was struck out too, newest first, paged by the last row's key. */
export const activitiesQuery = (ownerId: string, fieldId: string) =>
  infiniteQueryOptions({
    queryKey: [ACTIVITY.table, ownerId, fieldId],
    queryFn: async ({ pageParam: after, signal }): Promise<Activity[]> => {
      let query = rowsOf(ACTIVITY, ownerId).eq('field_id', fieldId);
      if (after) {
        // Rows after the cursor: at an earlier instant, or at the same one with a smaller id. The separate `lte` lets
        // the database start in its index at the cursor.
        query = query.lte('started_at', after.startedAt).or(`started_at.lt."${after.startedAt}",id.lt.${after.id}`);
      }
      const rows = unwrap(
        await query
          .order('started_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(PAGE_SIZE)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(ACTIVITY, row));
    },
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? { startedAt: last.startedAt, id: last.id } : undefined;
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** Activities of one field or of all fields between two instants (inclusive) that count, oldest first: for an export. */
export async function readActivities(
  ownerId: string,
  { fieldId, from, to }: { fieldId?: string; from?: string; to?: string },
  signal: AbortSignal,
): Promise<Activity[]> {
  return readRecords(
    ACTIVITY,
    ownerId,
    (rows) => {
      let query = rows.eq('struck', false);
      if (fieldId !== undefined) query = query.eq('field_id', fieldId);
      if (from !== undefined) query = query.gte('started_at', from);
      if (to !== undefined) query = query.lte('started_at', to);
      return query.order('started_at').order('id');
    },
    signal,
  );
}

const INPUT = pickFields(ACTIVITY, [
  ...(['activityType', 'startedAt', 'fieldId', 'fieldName', 'product', 'mappPcsNo', 'rate', 'rateUnit'] as const),
  ...(['areaHa', 'totalQty'] as const),
  ...(['waterLHa', 'reason', 'crop', 'eppoCode', 'operatorCertNo', 'method'] as const),
]);
/** Something applied to a field, with the fields of its record that the law requires. */
export type FieldInput = RecordOf<typeof INPUT>;

/** Sprays, fertiliser, slurry and manure on all fields since an instant, the latest first. */
export const fieldInputsQuery = (ownerId: string, since: string) =>
  queryOptions({
    queryKey: [ACTIVITY.table, ownerId, 'inputs', since],
    queryFn: ({ signal }) =>
      readRecords(
        INPUT,
        ownerId,
        (rows) =>
          rows
            .gte('started_at', since)
            .in('activity_type', ['spray', 'fertiliser', 'slurry', 'fym'])
            .eq('status', 'done')
            .eq('struck', false)
            .order('started_at', DESCENDING)
            .order('id', DESCENDING),
        signal,
      ),
    meta: { offline: 'list', failed: loadFailed },
  });

/** One activity; null if it is not there (any more). */
export const activityQuery = (ownerId: string, id: string) => recordQuery(ACTIVITY, ownerId, id);

/** The harvests of a field, struck out ones too, newest first. */
export const harvestsQuery = (ownerId: string, fieldId: string) =>
  recordsQuery(HARVEST, ownerId, [fieldId], (rows) =>
    rows.eq('field_id', fieldId).order('harvested_on', DESCENDING).order('id', DESCENDING),
  );

/** One harvest; null if it is not there (any more). */
export const harvestQuery = (ownerId: string, id: string) => recordQuery(HARVEST, ownerId, id);

/** Every harvest of the account that counts, oldest first: for an export. */
export async function readHarvests(ownerId: string, signal: AbortSignal): Promise<Harvest[]> {
  return readRecords(
    HARVEST,
    ownerId,
    (rows) => rows.eq('struck', false).order('harvested_on').order('created_at').order('id'),
    signal,
  );
}

/** Activities and harvests whose field was deleted or archived before they arrived, newest first. */
export const entriesWithoutFieldQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [ACTIVITY.table, ownerId, 'without-field'],
    queryFn: async ({ signal }): Promise<{ activities: Activity[]; harvests: Harvest[] }> => {
      const read = <Type extends RecordType>(record: Type) =>
        readRecords(
          record,
          ownerId,
          (rows) =>
            rows
              .eq('struck', false)
              .filter('field_problem', 'not.is', null)
              .order('created_at', DESCENDING)
              .order('id'),
          signal,
        );
      const [activities, harvests] = await Promise.all([read(ACTIVITY), read(HARVEST)]);
      return { activities, harvests };
    },
    meta: { failed: loadFailed },
  });
