// The day's sheet: all its jobs in one call, and what is logged on that day already.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { fromNumeric, type Decimal } from '@/domain/core/money';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { JOB } from '@/records/jobs';

export type LoggedWork = {
  id: string;
  customer: string;
  taskName: string;
  quantity: Decimal | null;
  loggedBy: string;
  /** ISO instant. */
  createdAt: string;
};

/** Everything that is logged on a day, for the account holder. */
export const loggedOnDayQuery = (ownerId: string, date: string) =>
  queryOptions({
    queryKey: [keys.works, ownerId, 'day', date],
    queryFn: async ({ signal }): Promise<LoggedWork[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('works')
          .select('id, customer, task_name, quantity, created_by_name, created_at')
          .eq('user_id', ownerId)
          .eq('work_date', date)
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...{ id: row.id, customer: row.customer, taskName: row.task_name, loggedBy: row.created_by_name },
        quantity: row.quantity === null ? null : fromNumeric(row.quantity),
        createdAt: row.created_at,
      }));
    },
    // Used only for a warning, so a failure shows no message and there is no offline copy.
    meta: {},
  });

export type SavedSheet = { entries: number; total: Decimal; /** Entries without a value. */ unpriced: number };

/**
 * Saves the jobs (`jobContent`) of a sheet: all or none. A repeated request adds nothing. The page shows the errors.
 */
export const saveDaySheet = mutationOptions({
  mutationKey: ['works', 'day-sheet'],
  // Without a connection it fails at once, instead of waiting unseen.
  networkMode: 'always',
  mutationFn: async (jobs: readonly Json[]): Promise<SavedSheet> => {
    const row = unwrap(await supabase.rpc('log_day_sheet', { p_jobs: [...jobs] }).single());
    return { entries: row.entries, total: fromNumeric(row.total), unpriced: row.unpriced };
  },
  meta: { invalidates: [keys.works, ...JOB.invalidates] },
});
