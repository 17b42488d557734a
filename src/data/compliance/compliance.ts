// What has to be done or kept for an inspection, and what was done. Account holder only.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { supabase } from '@/lib/supabase';
import { COMPLIANCE_ITEM, type ComplianceItem } from '@/records/compliance';
import { COMPLIANCE_DONE, type ComplianceDone } from '@/records/compliance-done';
import { fromRow, type RowOf } from '@/records/record';

export const complianceItemsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [COMPLIANCE_ITEM.table, ownerId],
    queryFn: async ({ signal }): Promise<ComplianceItem[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('compliance_items')
          .select<string, RowOf<typeof COMPLIANCE_ITEM>>(COMPLIANCE_ITEM.select)
          .eq('user_id', ownerId)
          .order('title')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(COMPLIANCE_ITEM, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** Every time that something was done, the latest first: the next dates follow from all of them. */
export const complianceDoneQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [COMPLIANCE_DONE.table, ownerId],
    queryFn: async ({ signal }): Promise<ComplianceDone[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('compliance_completions')
          .select<string, RowOf<typeof COMPLIANCE_DONE>>(COMPLIANCE_DONE.select)
          .eq('user_id', ownerId)
          .order('done_on', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(COMPLIANCE_DONE, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });
