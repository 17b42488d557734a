// The report of what was earned, invoiced and paid, summed in the database over every row of a period.
import { queryOptions } from '@tanstack/react-query';
import { add, fromNumeric, negate, ZERO, type Currency } from '@/domain/core/money';
import type { ReportBasis, ReportGrouping, ReportRow, Span } from '@/domain/reports/report';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';

export type ReportFilter = {
  basis: ReportBasis;
  period: Span;
  /** The same days of the year before. */
  before: Span;
  customerId: string | null;
};

const argumentsOf = ({ period, before, customerId }: ReportFilter, grouping: ReportGrouping | null) => ({
  p_from: period.from,
  p_to: period.to,
  p_before_from: before.from,
  p_before_to: before.to,
  ...(grouping === null ? {} : { p_group: grouping }),
  ...(customerId === null ? {} : { p_customers: [customerId] }),
});

async function readWork(filter: ReportFilter, grouping: ReportGrouping | null, signal: AbortSignal) {
  const rows = await allRows((from, to) =>
    supabase.rpc('work_report', argumentsOf(filter, grouping)).order('key').range(from, to).abortSignal(signal),
  );
  return rows.map((row): ReportRow => ({
    ...{ key: row.key, label: row.label, currency: null, count: row.entries },
    total: fromNumeric(row.earned),
    invoiced: fromNumeric(row.invoiced),
    credited: ZERO,
    paid: fromNumeric(row.paid),
    ...{ outstanding: ZERO, toRefund: ZERO, openNet: ZERO },
    before: fromNumeric(row.earned_before),
    unvalued: row.unvalued,
    unvaluedBefore: row.unvalued_before,
  }));
}

async function readDocuments(filter: ReportFilter, grouping: ReportGrouping | null, signal: AbortSignal) {
  const rows = await allRows((from, to) =>
    supabase
      .rpc('invoice_report', argumentsOf(filter, grouping))
      .order('key')
      .order('currency')
      .range(from, to)
      .abortSignal(signal),
  );
  return rows.map((row): ReportRow => {
    const [invoiced, credited] = [fromNumeric(row.invoiced), fromNumeric(row.credited)];
    return {
      // The table's check allows only these two values.
      ...{ key: row.key, label: row.label, currency: row.currency as Currency, count: row.documents },
      total: add(invoiced, negate(credited)),
      invoiced,
      credited,
      paid: fromNumeric(row.paid),
      ...{ outstanding: fromNumeric(row.outstanding), toRefund: fromNumeric(row.to_refund) },
      openNet: fromNumeric(row.open_net),
      before: fromNumeric(row.net_before),
      unvalued: 0,
      unvaluedBefore: 0,
    };
  });
}

/**
 * The groups of a period, in no meaningful order; without a grouping the sums of the whole period. Documents have separate
 * rows for each currency. Without any row in either year the result is empty. Every change of a document or of a
 * customer's name also changes works, so the query key of works serves reports of documents too.
 */
export const reportQuery = (ownerId: string, filter: ReportFilter, grouping: ReportGrouping | null) =>
  queryOptions({
    queryKey: [keys.works, ownerId, 'report', filter, grouping],
    queryFn: ({ signal }): Promise<ReportRow[]> =>
      filter.basis === 'work' ? readWork(filter, grouping, signal) : readDocuments(filter, grouping, signal),
    meta: { failed: loadFailed },
  });
