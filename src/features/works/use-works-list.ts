import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { worksTotalsQuery, type Work, type WorksWho } from '@/data/works';
import { rowsOfParts, worksPartQuery, worksPartsQuery } from '@/data/works-parts';
import type { Account } from '@/domain/account';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { joinLists } from './join-lists';
import { FILTERS, readList, withParams, type Changes } from './list-address';
import { useTicks } from './use-ticks';

export const whoIs = ({ ownerId, userId, settings }: Account): WorksWho => ({
  ownerId,
  userId,
  seesRates: settings.seesRates,
});

export type WorksList = ReturnType<typeof useWorksList>;

/** Rows below the window that should be here already. */
const AHEAD = 120;
/** The most that are chosen in one press: as many as one invoice takes. */
export const MOST_CHOSEN = 1000;

/** The list of the address: its rows so far, its sums over all rows, and how to change the address. */
export function useWorksList() {
  const account = useAccount();
  const today = useToday();
  const [params, setParams] = useSearchParams();
  const view = readList(params, today, account.settings.region);
  const who = whoIs(account);
  const totals = useQuery({ ...worksTotalsQuery(who, view.filter), placeholderData: keepPreviousData });
  const works = useParts(who, view);
  const open = useMemo(() => {
    const others = withParams(params, { edit: '' }).toString();
    const start = `/works-list?${others}${others === '' ? '' : '&'}edit=`;
    return (id: string) => start + id;
  }, [params]);
  return {
    account,
    today,
    view,
    ...works,
    /** How many there are, here or not. */
    total: works.hasMore ? Math.max(totals.data?.entries ?? 0, works.rows.length) : works.rows.length,
    totals: totals.data ?? null,
    params,
    set: (changes: Changes) => setParams(withParams(params, changes), { replace: true }),
    clear: () =>
      setParams(withParams(params, Object.fromEntries(FILTERS.map((name) => [name, '']))), { replace: true }),
    open,
    close: () => setParams(withParams(params, { edit: '' }), { replace: true }),
  };
}

/**
 * The rows, part by part. After a change only those parts are read again that the window is at or that hold a ticked
 * row; the others when the window comes to them.
 */
function useParts(who: WorksWho, { filter, sort }: ReturnType<typeof readList>) {
  const parts = useInfiniteQuery({ ...worksPartsQuery(who, filter, sort), placeholderData: keepPreviousData });
  const [shown, setShown] = useState<readonly [first: number, last: number]>([0, 0]);
  const client = useQueryClient();
  const [join] = useState(() => joinLists<Work>());
  const ticks = useTicks();
  const lists = useQueries({
    queries: (parts.data?.pages ?? []).map((part, at) => ({
      ...worksPartQuery(part),
      enabled: ({ state: { data } }: { state: { data: readonly Work[] | undefined } }) =>
        data === undefined || (at >= shown[0] && at <= shown[1]) || ticks.holds(data),
    })),
  }).map(({ data }) => data);
  const rows = join(lists);
  const more = parts.hasNextPage && !parts.isPlaceholderData;
  const { isFetchNextPageError: moreFailed, isFetchingNextPage: moreComes } = parts;
  const loadMore = () => parts.fetchNextPage({ cancelRefetch: false });
  /** Ticks every row of the filter, or the first thousand. */
  const chooseAll = async () => {
    let { data, hasNextPage, isFetchNextPageError: failed } = parts;
    const here = () => rowsOfParts(client, data?.pages ?? []).slice(0, MOST_CHOSEN);
    while (hasNextPage && !failed && here().length < MOST_CHOSEN)
      ({ data, hasNextPage, isFetchNextPageError: failed } = await loadMore());
    ticks.choose(
      here().map(({ id }) => id),
      true,
    );
  };
  const [shownPart] = parts.data?.pages ?? [];
  return {
    rows,
    ticks,
    /** Another one for another filter or order, once its rows are here: then nothing of the list stays. */
    key: shownPart ? JSON.stringify([shownPart.filter, shownPart.sort]) : '',
    isPending: parts.isPending || (rows.length === 0 && lists.includes(undefined)),
    isError: parts.isError && rows.length === 0,
    isPlaceholder: parts.isPlaceholderData,
    retry: () => void parts.refetch(),
    hasMore: parts.hasNextPage,
    moreFailed,
    loadMore: () => void loadMore(),
    chooseAll: () => void chooseAll(),
    /** Says which rows the window is at (`to` not included): they are kept fresh, and those below are fetched. */
    show: (from: number, to: number) => {
      const first = partAt(lists, from);
      const last = partAt(lists, to - 1);
      if (first !== shown[0] || last !== shown[1]) setShown([first, last]);
      if (more && !moreComes && !moreFailed && to + AHEAD > rows.length) void loadMore();
    },
  };
}

/** The list in which the row of the joined lists stands; the last one for a row that is not here yet. */
function partAt(lists: readonly (readonly unknown[] | undefined)[], row: number): number {
  let end = 0;
  const found = lists.findIndex((list) => {
    end += list?.length ?? 0;
    return row < end;
  });
  return found === -1 ? Math.max(0, lists.length - 1) : found;
}
