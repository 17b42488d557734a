// Summaries for the home page and the entry form, calculated in the database.
import { queryOptions } from '@tanstack/react-query';
import { fromNumeric, type Decimal } from '@/domain/core/money';
import type { Database } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { allRows } from './all-rows';
import { loadFailed } from './load-failed';

export type HomeSummary = {
  unbilledValue: Decimal;
  unbilledEntries: number;
  unbilledCustomers: number;
  needsRate: number;
  needsQuantity: number;
  outstanding: Decimal;
  overdue: Decimal;
  overdueInvoices: number;
};

/** Money and open items of the account on a day; for an employee, those of the works they may see. */
export const homeSummaryQuery = (ownerId: string, userId: string, today: string) =>
  queryOptions({
    queryKey: [keys.home, ownerId, userId, today],
    queryFn: async ({ signal }): Promise<HomeSummary> => {
      const row = unwrap(await supabase.rpc('home_summary', { p_today: today }).abortSignal(signal).single());
      return {
        unbilledValue: fromNumeric(row.unbilled_value),
        unbilledEntries: row.unbilled_entries,
        unbilledCustomers: row.unbilled_customers,
        needsRate: row.needs_rate,
        needsQuantity: row.needs_quantity,
        outstanding: fromNumeric(row.outstanding),
        overdue: fromNumeric(row.overdue),
        overdueInvoices: row.overdue_invoices,
      };
    },
    meta: { offline: 'today', failed: loadFailed },
  });

export type RecentJob = {
  customerId: string;
  customer: string;
  taskName: string;
  chargeableUnit: string;
  rate: Decimal | null;
  quantity: Decimal | null;
  workDate: string;
  /** ISO instant of the latest entry. */
  createdAt: string;
  /** Whether the signed-in person logged the latest entry. */
  mine: boolean;
  /** Entries of this customer and task among the last 500. */
  times: number;
  /** The job of the latest entry. Missing in copies that earlier versions of the app stored. */
  jobId?: string;
};

type Returned = Database['public']['Functions']['recent_jobs']['Returns'][number];
type Row = Omit<Returned, 'rate' | 'quantity'> & { rate: number | null; quantity: number | null };

/** The latest job of each customer and task, newest first. */
export const recentJobsQuery = (ownerId: string, userId: string) =>
  queryOptions({
    queryKey: [keys.recentJobs, ownerId, userId],
    queryFn: async ({ signal }): Promise<RecentJob[]> => {
      // The type generator makes a function's columns not-null; prices and quantities may be missing.
      const rows: Row[] = unwrap(await supabase.rpc('recent_jobs', { p_limit: 200 }).abortSignal(signal));
      return rows.map((row) => ({
        customerId: row.customer_id,
        customer: row.customer,
        taskName: row.task_name,
        chargeableUnit: row.chargeable_unit,
        rate: row.rate === null ? null : fromNumeric(row.rate),
        quantity: row.quantity === null ? null : fromNumeric(row.quantity),
        workDate: row.work_date,
        createdAt: row.created_at,
        mine: row.mine,
        times: row.times,
        jobId: row.job_id,
      }));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** Every task name that entries contain, including names from before a rename; in no meaningful order. */
export const workTaskNamesQuery = (ownerId: string, userId: string) =>
  queryOptions({
    queryKey: [keys.workTaskNames, ownerId, userId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const rows = await allRows((from, to) =>
        supabase.rpc('work_task_names').order('task_name').range(from, to).abortSignal(signal),
      );
      return rows.map(({ task_name }) => task_name);
    },
    meta: { offline: 'list', failed: loadFailed },
  });
