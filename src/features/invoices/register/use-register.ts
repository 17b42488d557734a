import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { invoicesQuery } from '@/data/invoices/invoice-register';
import { registerTotalsQuery } from '@/data/invoices/register-sums';
import { withParams } from '@/lib/params';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useAddress, usePendingValue } from '@/ui/use-address';
import { readRegister } from './register-address';

const PREFETCH_ROWS = 20;

export type Register = ReturnType<typeof useRegister>;

/** State of the register: rows loaded so far, sums over all rows, and setters for the URL. */
export function useRegister() {
  const account = useAccount();
  const { ownerId, settings } = account;
  const today = useToday();
  const [params, changeAddress] = useAddress();
  const view = readRegister(params, today, settings.zone);
  const [typed, setTyped] = usePendingValue(view.search);
  // Keep the rows of the previous filter until the next ones are loaded, so that the layout does not shift.
  const rows = useInfiniteQuery({ ...invoicesQuery(ownerId, view.filter), placeholderData: keepPreviousData });
  const totals = useQuery({ ...registerTotalsQuery(ownerId, view.filter), placeholderData: keepPreviousData });
  const set = (changes: Record<string, string | null>) =>
    changeAddress((current) => withParams(current, changes), { replace: true });
  const entries = rows.data?.pages.flat() ?? [];
  const rowCount = totals.data?.reduce((sum, { documents }) => sum + documents, 0) ?? 0;
  const { hasNextPage, isFetching, isError, fetchNextPage } = rows;
  return {
    account,
    today,
    view,
    params,
    rows,
    entries,
    totals: totals.data,
    /** The number of all rows, loaded or not. */
    total: hasNextPage ? Math.max(rowCount, entries.length) : entries.length,
    hasMore: hasNextPage,
    moreFailed: rows.isFetchNextPageError,
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    /** Loads the next page before the visible rows reach the end. */
    onVisibleRange: (_from: number, to: number) => {
      if (to + PREFETCH_ROWS >= entries.length && hasNextPage && !isFetching && !isError) void fetchNextPage();
    },
    /** The search as typed. */
    typed,
    search: (text: string) => {
      setTyped(text);
      set({ search: text });
    },
    set,
    clear: () => changeAddress(() => new URLSearchParams(), { replace: true }),
  };
}
