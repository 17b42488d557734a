import { useQuery } from '@tanstack/react-query';
import { customersQuery } from '@/data/customers/customers';
import { withParams } from '@/lib/params';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useAddress } from '@/ui/use-address';

/** What every report needs: the account, the farm's date, and the URL with a setter. */
export function useReportAddress() {
  const account = useAccount();
  const today = useToday();
  const [params, changeAddress] = useAddress();
  return {
    account,
    today,
    params,
    set: (changes: Record<string, string>) =>
      changeAddress((current) => withParams(current, changes), { replace: true }),
  };
}

/** The name of the customer that a report is limited to; undefined for all. */
export function useCustomerName(customerId: string | null): string | undefined {
  const { data = [] } = useQuery(customersQuery(useAccount()));
  return data.find(({ id }) => id === customerId)?.name;
}

type Query = { isPending: boolean; isError: boolean; data: unknown; dataUpdatedAt: number; refetch: () => unknown };

export type LoadState = ReturnType<typeof loadState>;

/** The common state of all queries of a report. Its age is that of the first query. */
export const loadState = (first: Query, ...others: readonly Query[]) => {
  const queries = [first, ...others];
  return {
    isPending: queries.some(({ isPending }) => isPending),
    isError: queries.some(({ isError, data }) => isError && !data),
    loadedAt: first.dataUpdatedAt,
    retry: () => void Promise.all(queries.map((query) => query.refetch())),
  };
};
