import { useQuery } from '@tanstack/react-query';
import { marginReportQuery, uncostedQuery } from '@/data/reports/margins';
import { MARGIN_GROUPINGS, NO_MARGIN, type MarginGrouping, type MarginRow } from '@/domain/reports/margin';
import { compareNames } from '@/domain/core/search';
import { readId, readPeriod } from './report-address';
import { loadState, useReportAddress } from './use-report-address';

/** The value of the URL's `by` that lists the jobs without costs, instead of a grouping. */
export const UNCOSTED = 'no-costs';

export type Margins = ReturnType<typeof useMargin>;

/** Months in order, other groups by their margin, then by name. */
const inOrder = (rows: readonly MarginRow[], grouping: MarginGrouping): MarginRow[] =>
  rows.toSorted((a, b) =>
    grouping === 'month'
      ? a.key < b.key
        ? -1
        : 1
      : b.margin - a.margin || compareNames(a.label, b.label) || (a.key < b.key ? -1 : 1),
  );

/** The margin of the URL: its rows and sums, and setters for the URL. */
export function useMargin() {
  const { account, today, params, set } = useReportAddress();
  const { ownerId, settings } = account;
  const view = readPeriod(params, today, settings.region);
  const word = params.get('by');
  const grouping: MarginGrouping | typeof UNCOSTED =
    word === UNCOSTED ? UNCOSTED : (MARGIN_GROUPINGS.find((one) => one === word) ?? 'month');
  const filter = { period: view.period ?? { from: today, to: today }, customerId: readId(params, 'customer') };
  const enabled = view.period !== null;
  const rowsQuery = useQuery({
    ...marginReportQuery(ownerId, filter, grouping === UNCOSTED ? null : grouping),
    enabled: enabled && grouping !== UNCOSTED,
  });
  // Not the sum of the rows: a job with two machines counts in the rows of both.
  const sumsQuery = useQuery({ ...marginReportQuery(ownerId, filter, null), enabled });
  const uncostedJobs = useQuery({ ...uncostedQuery(ownerId, filter), enabled: enabled && grouping === UNCOSTED });
  const listQuery = grouping === UNCOSTED ? uncostedJobs : rowsQuery;
  return {
    view,
    grouping,
    ...filter,
    rows: grouping === UNCOSTED ? [] : inOrder(rowsQuery.data ?? [], grouping),
    uncosted: uncostedJobs.data ?? [],
    sums: sumsQuery.data?.[0] ?? NO_MARGIN,
    set,
    ...loadState(listQuery, sumsQuery),
  };
}
