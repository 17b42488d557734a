import { useQuery } from '@tanstack/react-query';
import { reportQuery, type ReportFilter } from '@/data/reports/income';
import { ZERO } from '@/domain/core/money';
import { withEmptySteps, yearBefore, type ReportRow } from '@/domain/reports/report';
import { readReport } from './report-address';
import { shownRows } from './report-rows';
import { loadState, useReportAddress } from './use-report-address';

const EMPTY: Omit<ReportRow, 'key' | 'label'> = {
  ...{ currency: null, count: 0, total: ZERO, invoiced: ZERO, credited: ZERO, paid: ZERO, before: ZERO },
  ...{ outstanding: ZERO, toRefund: ZERO, openNet: ZERO, unvalued: 0, unvaluedBefore: 0 },
};

export type Report = ReturnType<typeof useReport>;

/** The report of the URL: its rows and sums, and setters for the URL. */
export function useReport() {
  const { account, today, params, set } = useReportAddress();
  const { ownerId, settings } = account;
  const view = readReport(params, today, settings.region);
  const period = view.period ?? { from: today, to: today };
  const before = yearBefore(period, today);
  const filter: ReportFilter = { basis: view.basis, period, before, customerId: view.customerId };
  // No placeholder data while loading: without signal, the amounts of the previous filter would stay on the screen.
  const enabled = view.period !== null;
  const rowsQuery = useQuery({ ...reportQuery(ownerId, filter, view.grouping), enabled });
  // Not the sum of the rows: an entry with two machines is in two of them.
  const sumsQuery = useQuery({ ...reportQuery(ownerId, filter, null), enabled });
  const isOwn = ({ currency }: ReportRow) => currency === null || currency === settings.currency;
  const scope = { ...filter, grouping: view.grouping };
  const own = rowsQuery.data?.filter(isOwn) ?? [];
  const listed = view.grouping === 'month' && own.length > 0 ? withEmptySteps('month', own, period, today, EMPTY) : own;
  return {
    account,
    today,
    view,
    scope,
    before,
    rows: shownRows(listed, scope),
    sums: sumsQuery.data?.find(isOwn) ?? EMPTY,
    /** Sums in other currencies, which are not in these figures. */
    foreign: sumsQuery.data?.filter((row) => !isOwn(row)) ?? [],
    set,
    ...loadState(rowsQuery, sumsQuery),
  };
}
