import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { worksTotalsQuery, type Work, type WorksWho } from '@/data/works';
import { rowsOfParts, worksPartQuery, worksPartsQuery } from '@/data/works-parts';
import type { Account } from '@/domain/account';
import { useOffline } from '@/session/contact';
import { usePresentNames } from '@/session/present-names';
import { useWorksCopy } from '@/session/snapshot';
import { useAfterPaint } from '@/ui/use-after-paint';
import { copiedLists, type CopiedList } from './copied-list';
import { joinLists } from './join-lists';
import type { ListView } from './list-address';
import type { ListAddress } from './use-list-address';
import { useTicks } from './use-ticks';
import { useWaitingWorks } from './waiting-works';

export const whoIs = ({ ownerId, userId, settings }: Account): WorksWho => ({
  ownerId,
  userId,
  seesRates: settings.seesRates,
});

export type WorksList = ReturnType<typeof useWorksList>;

/** The list of the address with what waits on this device: its changes on the rows, the rest above them. */
export function useWorksList(address: ListAddress) {
  const list = useListed(address);
  const { rows, above } = useWaitingWorks(list.rows, list.at, list.account, list.today);
  return { ...list, rows, above, total: list.total - (list.rows.length - rows.length) };
}

/** Rows below the window that should be here already. */
const AHEAD = 120;
/** The most that are chosen in one press: as many as one invoice takes. */
export const MOST_CHOSEN = 1000;

/** The list of the address: its rows so far, its sums over all rows, and how to change the address. */
function useListed(address: ListAddress) {
  const { account, view } = address;
  const who = whoIs(account);
  const offline = useOffline();
  const copy = useWorksCopy();
  const works = useParts(who, view, copy !== null);
  // The rows first: sums and lists of the filters that come just before them would keep them waiting.
  const painted = useAfterPaint(!works.isPending || works.isError || copy !== null);
  const totals = useQuery({
    ...worksTotalsQuery(who, view.filter),
    placeholderData: keepPreviousData,
    ...(!painted && { notifyOnChangeProps: [] }),
  });
  const [listCopy] = useState(copiedLists);
  // The copy on this device stands in for the database, or until the database has answered.
  const asksCopy = copy !== null && (offline || works.isPending || works.isError || totals.data === undefined);
  const copied = asksCopy ? listCopy(copy, view.filter, view.sort) : null;
  const fromCopy = copied !== null && (offline || works.isPending || works.isError) ? copied : null;
  return {
    ...address,
    ...works,
    ...(fromCopy && ofCopy(fromCopy, works)),
    /** How many there are, here or not. */
    total: fromCopy
      ? fromCopy.rows.length
      : works.hasMore
        ? Math.max(totals.data?.entries ?? 0, works.rows.length)
        : works.rows.length,
    /** The rows are on the screen: what else there is to ask comes now. */
    painted,
    totals: painted ? (sumsOf(fromCopy ?? (totals.data ? null : copied), offline) ?? totals.data ?? null) : null,
    offline,
    /** The copy that is shown in place of the database's list. */
    copied: fromCopy,
    /** When what is shown was read, in milliseconds. */
    at: fromCopy?.at ?? works.at,
    find: (id: string) =>
      (fromCopy?.rows ?? works.rows).find((row) => row.id === id) ?? copy?.works.find((row) => row.id === id),
  };
}

/** The sums of a copy; where it lacks entries they are told only to somebody who is told so. */
const sumsOf = (copied: CopiedList | null, offline: boolean) =>
  copied && (offline || copied.border === null) ? copied.totals() : null;

/** What a copy has in place of rows that come in parts. */
const ofCopy = ({ rows }: CopiedList, { ticks }: Pick<ReturnType<typeof useParts>, 'ticks'>) => ({
  rows,
  isPending: false,
  isError: false,
  isPlaceholder: false,
  hasMore: false,
  moreFailed: false,
  loadMore: () => undefined,
  show: () => undefined,
  chooseAll: () =>
    ticks.choose(
      rows.slice(0, MOST_CHOSEN).map(({ id }) => id),
      true,
    ),
});

/**
 * The rows, part by part. After a change only those parts are read again that the window is at or that hold a ticked
 * row; the others when the window comes to them.
 */
function useParts(who: WorksWho, view: ListView, hasCopy: boolean) {
  const { filter, sort } = view;
  const parts = useInfiniteQuery({
    ...worksPartsQuery(who, filter, sort),
    placeholderData: keepPreviousData,
    // With a copy on the screen nothing is missing that would have to be said.
    ...(hasCopy && { meta: {} }),
  });
  const [shown, setShown] = useState<readonly [first: number, last: number]>([0, 0]);
  const client = useQueryClient();
  const [join] = useState(() => joinLists<Work>());
  const { rowsOf } = usePresentNames();
  const ticks = useTicks();
  const answers = useQueries({
    queries: (parts.data?.pages ?? []).map((part, at) => ({
      ...worksPartQuery(part),
      enabled: ({ state: { data } }: { state: { data: readonly Work[] | undefined } }) =>
        data === undefined || (at >= shown[0] && at <= shown[1]) || ticks.holds(data),
    })),
  });
  const lists = answers.map(({ data }) => data && rowsOf(data));
  const rows = join(lists);
  const more = parts.hasNextPage && !parts.isPlaceholderData;
  // Asked for while another request of the list runs, more would be taken for that one and not come.
  const { isFetchNextPageError: moreFailed, isFetching: busy } = parts;
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
  const shownPart = parts.data?.pages[0] ?? view;
  return {
    rows,
    ticks,
    /** Another one for another filter or order, once its rows are here: then nothing of the list stays. */
    key: JSON.stringify([shownPart.filter, shownPart.sort]),
    isPending: parts.isPending || (rows.length === 0 && lists.includes(undefined)),
    // Without signal and without a copy it would wait for ever.
    isError: (parts.isError || parts.isPaused) && rows.length === 0,
    at: Math.min(...answers.slice(shown[0], shown[1] + 1).map(({ dataUpdatedAt }) => dataUpdatedAt), Date.now()),
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
      if (more && !busy && !moreFailed && to + AHEAD > rows.length) void loadMore();
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
