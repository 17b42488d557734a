// The margins of jobs in a period, summed in the database. For the account holder.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric } from '@/domain/core/money';
import type { MarginGrouping, MarginRow, UncostedJob } from '@/domain/reports/margin';
import type { Span } from '@/domain/reports/report';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export type MarginFilter = { period: Span; customerId: string | null };

const argumentsOf = ({ period, customerId }: MarginFilter) => ({
  ...{ p_from: period.from, p_to: period.to },
  ...(customerId === null ? {} : { p_customers: [customerId] }),
});

/** The groups of a period, in no meaningful order; without a grouping one row, or none without a job. */
export const marginReportQuery = (ownerId: string, filter: MarginFilter, grouping: MarginGrouping | null) =>
  queryOptions({
    queryKey: [keys.jobs, ownerId, 'margin-report', filter, grouping],
    queryFn: async ({ signal }): Promise<MarginRow[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('margin_report', { ...argumentsOf(filter), ...(grouping === null ? {} : { p_group: grouping }) })
          .order('key')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...{ key: row.key, label: row.label, jobs: row.jobs, uncosted: row.uncosted, incomplete: row.incomplete },
        earned: fromNumeric(row.earned),
        people: fromNumeric(row.people),
        machines: fromNumeric(row.machines),
        materials: fromNumeric(row.materials),
        margin: fromNumeric(row.margin),
      }));
    },
    meta: { failed: loadFailed },
    // Changed entries do not invalidate a query of jobs.
    staleTime: 0,
  });

/** The jobs of a period that the margin leaves out, because none of their costs is known. */
export const uncostedQuery = (ownerId: string, filter: MarginFilter) =>
  queryOptions({
    queryKey: [keys.jobs, ownerId, 'uncosted', filter],
    queryFn: async ({ signal }): Promise<UncostedJob[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('uncosted_jobs', argumentsOf(filter))
          .order('work_date', { ascending: false })
          .order('job_id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...{ jobId: row.job_id, workDate: row.work_date, customer: row.customer, tasks: row.tasks },
        ...{ value: fromNumeric(row.value), unvalued: row.unvalued },
      }));
    },
    meta: { failed: loadFailed },
    staleTime: 0,
  });
