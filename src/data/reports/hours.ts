// The hours of a period, summed in the database. For the account holder.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric } from '@/domain/core/money';
import type { HoursGrouping, HoursRow } from '@/domain/reports/hours';
import type { Span } from '@/domain/reports/report';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export type HoursFilter = { period: Span; personId: string | null };

/** The groups of a period, in no meaningful order; without a grouping one row, or none without hours. */
export const hoursReportQuery = (ownerId: string, filter: HoursFilter, grouping: HoursGrouping | null) =>
  queryOptions({
    queryKey: [keys.time, ownerId, 'report', filter, grouping],
    queryFn: async ({ signal }): Promise<HoursRow[]> => {
      const { period, personId } = filter;
      const rows = await allRows((from, to) =>
        supabase
          .rpc('hours_report', {
            ...{ p_from: period.from, p_to: period.to },
            ...(grouping === null ? {} : { p_group: grouping }),
            ...(personId === null ? {} : { p_people: [personId] }),
          })
          .order('key')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({ ...row, cost: fromNumeric(row.cost) }));
    },
    meta: { failed: loadFailed },
    // Changed jobs and costs do not invalidate a query of hours.
    staleTime: 0,
  });
