import { useQuery } from '@tanstack/react-query';
import { reportQuery, type ReportFilter } from '@/data/reports';
import { ZERO } from '@/domain/core/money';
import { withEmptyMonths, yearBefore, type ReportRow } from '@/domain/reports/report';
import { withParams } from '@/lib/params';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useAddress } from '@/ui/use-address';
import { readReport } from './report-address';
import { shownRows } from './report-rows';

const EMPTY: Omit<ReportRow, 'key' | 'label'> = {
  ...{ currency: null, count: 0, total: ZERO, invoiced: ZERO, credited: ZERO, paid: ZERO, before: ZERO },
  ...{ unvalued: 0, unvaluedBefore: 0 },
};

export type Report = ReturnType<typeof useReport>;

/** The report of the URL: its rows and sums, and setters for the URL. */
export function useReport() {
  const account = useAccount();
  const { ownerId, settings } = account;
  const today = useToday();
  const [params, changeAddress] = useAddress();
  const view = readReport(params, today, settings.region);
  const period = view.period ?? { from: today, to: today };
  const before = yearBefore(period, today);
  const filter: ReportFilter = { basis: view.basis, period, before, customerId: view.customerId };
  // Amounts of another filter are never shown in the meantime: without signal they would stay.
  const enabled = view.period !== null;
  const rowsQuery = useQuery({ ...reportQuery(ownerId, filter, view.grouping), enabled });
  // Not the sum of the rows: an entry with two machines is in two of them.
  const sumsQuery = useQuery({ ...reportQuery(ownerId, filter, null), enabled });
  const isOwn = ({ currency }: ReportRow) => currency === null || currency === settings.currency;
  const scope = { ...filter, grouping: view.grouping };
  const own = rowsQuery.data?.filter(isOwn) ?? [];
  const listed = view.grouping === 'month' && own.length > 0 ? withEmptyMonths(own, period, today, EMPTY) : own;
  return {
    account,
    today,
    view,
    scope,
    before,
    rows: shownRows(listed, scope),
    sums: sumsQuery.data?.find(isOwn) ?? EMPTY,
    /** What is not in these figures, because it is in another currency. */
    foreign: sumsQuery.data?.filter((row) => !isOwn(row)) ?? [],
    isPending: rowsQuery.isPending || sumsQuery.isPending,
    isError: (rowsQuery.isError && !rowsQuery.data) || (sumsQuery.isError && !sumsQuery.data),
    loadedAt: rowsQuery.dataUpdatedAt,
    retry: () => void Promise.all([rowsQuery.refetch(), sumsQuery.refetch()]),
    set: (changes: Record<string, string>) =>
      changeAddress((current) => withParams(current, changes), { replace: true }),
  };
}
