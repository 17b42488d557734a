import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { invoicesQuery } from '@/data/invoice-register';
import { registerTotalsQuery } from '@/data/register-sums';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useAddress, useHeld } from '@/ui/use-address';
import { readRegister, withRegister } from './register-address';

const AHEAD = 20;

export type Register = ReturnType<typeof useRegister>;

/** The register of the address: its rows so far, its sums over all rows, and how to change the address. */
export function useRegister() {
  const account = useAccount();
  const { ownerId, settings } = account;
  const today = useToday();
  const [params, change] = useAddress();
  const view = readRegister(params, today, settings.zone);
  const [typed, hold] = useHeld(view.search);
  // The rows of the last filter stay until those of the next are there: nothing jumps.
  const rows = useInfiniteQuery({ ...invoicesQuery(ownerId, view.filter), placeholderData: keepPreviousData });
  const totals = useQuery({ ...registerTotalsQuery(ownerId, view.filter), placeholderData: keepPreviousData });
  const set = (changes: Record<string, string | null>) =>
    change((now) => withRegister(now, changes), { replace: true });
  const entries = rows.data?.pages.flat() ?? [];
  const counted = totals.data?.reduce((sum, { documents }) => sum + documents, 0) ?? 0;
  const { hasNextPage, isFetching, isError, fetchNextPage } = rows;
  return {
    account,
    today,
    view,
    params,
    rows,
    entries,
    totals: totals.data,
    /** All rows there are, loaded or not. */
    total: hasNextPage ? Math.max(counted, entries.length) : entries.length,
    hasMore: hasNextPage,
    moreFailed: rows.isFetchNextPageError,
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    /** Told which rows the window is at: loads the next ones before they are reached. */
    onSpan: (_from: number, to: number) => {
      if (to + AHEAD >= entries.length && hasNextPage && !isFetching && !isError) void fetchNextPage();
    },
    /** The search as it stands in its field. */
    typed,
    search: (text: string) => {
      hold(text);
      set({ search: text });
    },
    set,
    clear: () => change(() => new URLSearchParams(), { replace: true }),
  };
}
