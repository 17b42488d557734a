// Fields: the land register with its outlines, and the latest crop, activity and soil test of each field.
import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { readRecords } from '@/data/record-requests';
import { fromNumeric, type Decimal } from '@/domain/core/money';
import type { ActivityType, HarvestInterval } from '@/domain/fields/activity';
import { byName } from '@/domain/core/search';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { FIELD, type FarmField } from '@/records/fields';

/**
 * Keeps the outline objects of fields that were not changed: comparing all points of a farm takes long, and the map
 * redraws each outline whose object is new.
 */
function keepOutlines(before: FarmField[] | undefined, now: FarmField[]): FarmField[] {
  const known = new Map(before?.map((field) => [field.id, field]));
  const kept = now.map((field) => {
    const old = known.get(field.id);
    return old?.updatedAt === field.updatedAt ? { ...field, boundary: old.boundary, noSpread: old.noSpread } : field;
  });
  return replaceEqualDeep(before, kept);
}

/** Every field of the account with its outline, archived ones too, in natural order. Copied for reading offline. */
export const fieldsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [FIELD.table, ownerId],
    queryFn: async ({ signal }): Promise<FarmField[]> => {
      return (await readRecords(FIELD, ownerId, (rows) => rows.order('id'), signal)).toSorted(byName);
    },
    // The library does not type what this query returns.
    structuralSharing: (before, now) => keepOutlines(before as FarmField[] | undefined, now as FarmField[]),
    meta: { offline: 'list', failed: loadFailed },
  });

/** The latest records of a field that the register shows beside the field's own columns (view `field_standing`). */
export type FieldSummary = {
  fieldId: string;
  seasonYear: number | null;
  crop: string | null;
  variety: string | null;
  activityType: ActivityType | null;
  lastActivityAt: string | null;
  sampledOn: string | null;
  method: string | null;
  ph: Decimal | null;
  pIndex: string | null;
  kIndex: string | null;
  mgIndex: string | null;
  /** The harvest interval that ends last. */
  interval: HarvestInterval | null;
};

/** The current crop, last activity, newest soil test and harvest interval of every field, by the field's id. */
export const fieldSummaryQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.fieldSummary, ownerId],
    queryFn: async ({ signal }): Promise<FieldSummary[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('field_standing')
          .select('*')
          .eq('user_id', ownerId)
          .order('field_id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        // The view's types say that any column may be null; the id never is.
        fieldId: row.field_id ?? '',
        seasonYear: row.season_year,
        crop: row.crop,
        variety: row.variety,
        // The column's check allows only these words.
        activityType: row.activity_type as ActivityType | null,
        lastActivityAt: row.last_activity_at,
        sampledOn: row.sampled_on,
        method: row.method,
        ph: row.ph === null ? null : fromNumeric(row.ph),
        pIndex: row.p_index,
        kIndex: row.k_index,
        mgIndex: row.mg_index,
        interval:
          row.interval_from !== null && row.interval_until !== null
            ? { from: row.interval_from, until: row.interval_until }
            : null,
      }));
    },
    meta: { offline: 'list', failed: loadFailed },
  });
