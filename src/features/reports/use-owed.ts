import { useQuery } from '@tanstack/react-query';
import { owedQuery } from '@/data/reports/owed';
import { compareNames } from '@/domain/core/search';
import { owedSums, type OwedCustomer } from '@/domain/reports/owed';
import { readId } from './report-address';
import { loadState, useReportAddress } from './use-report-address';

export type OwedReport = ReturnType<typeof useOwed>;

const largestFirst = (a: OwedCustomer, b: OwedCustomer) =>
  b.owed - a.owed || compareNames(a.customer, b.customer) || (a.key < b.key ? -1 : 1);

/** What customers owe today, by the URL: the largest amount first, the account's own currency before another. */
export function useOwed() {
  const { account, today, params, set } = useReportAddress();
  const { ownerId, settings } = account;
  const customerId = readId(params, 'customer');
  const query = useQuery(owedQuery(ownerId, today, customerId));
  const rows = query.data ?? [];
  const sums = owedSums(rows, settings.currency);
  return {
    today,
    customerId,
    rows: sums.flatMap(({ currency }) => rows.filter((row) => row.currency === currency).toSorted(largestFirst)),
    sums,
    set,
    ...loadState(query),
  };
}
