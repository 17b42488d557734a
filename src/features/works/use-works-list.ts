import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { worksQuery, worksTotalsQuery, type WorksWho } from '@/data/works';
import type { Account } from '@/domain/account';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { FILTERS, readList, withParams } from './list-address';

export const whoIs = ({ ownerId, userId, settings }: Account): WorksWho => ({
  ownerId,
  userId,
  seesRates: settings.seesRates,
});

export type WorksList = ReturnType<typeof useWorksList>;

/** The list of the address: its rows so far, its sums over all rows, and how to change the address. */
export function useWorksList() {
  const account = useAccount();
  const today = useToday();
  const [params, setParams] = useSearchParams();
  const view = readList(params, today, account.settings.region);
  const who = whoIs(account);
  const works = useInfiniteQuery({ ...worksQuery(who, view.filter, view.sort), placeholderData: keepPreviousData });
  const totals = useQuery({ ...worksTotalsQuery(who, view.filter), placeholderData: keepPreviousData });
  return {
    account,
    today,
    view,
    works,
    rows: works.data?.pages.flat() ?? [],
    totals: totals.data ?? null,
    params,
    set: (changes: Record<string, string>) => setParams(withParams(params, changes), { replace: true }),
    clear: () =>
      setParams(withParams(params, Object.fromEntries(FILTERS.map((name) => [name, '']))), { replace: true }),
    open: (id: string) => `/works-list?${withParams(params, { edit: id })}`,
    close: () => setParams(withParams(params, { edit: '' }), { replace: true }),
  };
}
