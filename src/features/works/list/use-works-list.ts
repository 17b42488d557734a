import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { jobPlacesQuery } from '@/data/works/job-places';
import { readerOf, worksTotalsQuery, type WorksReader } from '@/data/works/works';
import { rowsOfParts, worksPartQuery, worksPartsQuery } from '@/data/works/works-parts';
import type { Account } from '@/domain/account/account';
import type { JobPlaces } from '@/domain/works/works-list';
import { useWaitingWorks } from '@/features/works/entries/waiting-works';
import { useOffline } from '@/lib/online';
import { isMissing } from '@/lib/read-state';
import type { Work } from '@/records/works';
import { useCurrentNames } from '@/session/current-names';
import { useWorksCopy } from '@/session/snapshot';
import { useAfterPaint } from '@/ui/paint/use-after-paint';
import { createCopyLister, type CopiedList } from './copied-list';
import type { ListView } from './list-address';
import type { ListAddress } from './use-list-address';
import { useSelection } from './use-selection';

export type WorksList = ReturnType<typeof useWorksList>;

/** The list that the URL describes, with the outbox merged in: edits go into their rows, other entries above. */
export function useWorksList(address: ListAddress) {
  const list = useFilteredList(address);
  const { rows, entriesAbove } = useWaitingWorks(list.rows, list.at, list.account, list.today);
  return { ...list, rows, entriesAbove, total: list.total - (list.rows.length - rows.length) };
}

/** How many rows below the visible ones should already be loaded. */
const PREFETCH_ROWS = 120;
/** The maximum that can be chosen with one press: the limit of one invoice. */
export const MAX_CHOSEN = 1000;

/** The list that the URL describes: rows loaded so far, sums over all rows, and setters for the URL. */
function useFilteredList(address: ListAddress) {
  const { account, view } = address;
  const reader = readerOf(account);
  const offline = useOffline();
  const [copy, places] = useCopyWithPlaces(account, view);
  const works = useParts(reader, view, copy !== null);
  // Render the rows first: responses for the sums and filter options would delay them.
  const painted = useAfterPaint(!works.isPending || works.isError || copy !== null);
  const totals = useQuery({
    ...worksTotalsQuery(reader, view.filter),
    placeholderData: keepPreviousData,
    // No error message while a copy is shown.
    ...(copy !== null && { meta: {} }),
    ...(!painted && { notifyOnChangeProps: [] }),
  });
  const [listCopy] = useState(createCopyLister);
  // Use the copy on this device offline, after an error, or until the database responds.
  const needsCopy = copy !== null && (offline || works.isPending || works.isError || totals.data === undefined);
  const copied = needsCopy ? listCopy(copy, places, view.filter, view.sort) : null;
  const fromCopy = copied !== null && (offline || works.isPending || works.isError) ? copied : null;
  return {
    ...address,
    ...works,
    ...(fromCopy && listOfCopy(fromCopy, works)),
    /** The number of all rows, loaded or not. */
    total: fromCopy
      ? fromCopy.rows.length
      : works.hasMore
        ? Math.max(totals.data?.entries ?? 0, works.rows.length)
        : works.rows.length,
    /** Whether the rows are rendered; other queries start only then. */
    painted,
    totals: painted ? (sumsOf(fromCopy ?? (totals.data ? null : copied), offline) ?? totals.data ?? null) : null,
    offline,
    /** The copy, if it is shown instead of the database's list. */
    copied: fromCopy,
    /** The same list from the copy on this device, if it has one. */
    readCopy: () => copy && listCopy(copy, places, view.filter, view.sort),
    /** When the rows shown were fetched, in milliseconds since the epoch. */
    at: fromCopy?.at ?? works.at,
    find: (id: string) =>
      (fromCopy?.rows ?? works.rows).find((row) => row.id === id) ?? copy?.works.find((row) => row.id === id),
  };
}

const NO_PLACES: JobPlaces = {};

/**
 * The copy on this device, with the machines and fields of its jobs if the filter or grouping needs them. Null if those
 * are needed but not stored.
 */
function useCopyWithPlaces(account: Account, { filter, group }: ListView) {
  const copy = useWorksCopy();
  const isNeeded = filter.machines.length > 0 || filter.fields.length > 0 || group === 'machine' || group === 'field';
  const { data } = useQuery({ ...jobPlacesQuery(account), enabled: isNeeded && copy !== null });
  return isNeeded && !data ? ([null, NO_PLACES] as const) : ([copy, data ?? NO_PLACES] as const);
}

/** The sums of a copy. Those of an incomplete copy are shown only offline, where a note says what is missing. */
const sumsOf = (copied: CopiedList | null, offline: boolean) =>
  copied && (offline || copied.border === null) ? copied.totals() : null;

/** A copy has all its rows at once, so these replace the functions for loading pages. */
const listOfCopy = ({ rows }: CopiedList, { ticks }: Pick<ReturnType<typeof useParts>, 'ticks'>) => ({
  rows,
  isPending: false,
  isError: false,
  isPlaceholder: false,
  hasMore: false,
  moreFailed: false,
  loadMore: () => undefined,
  onVisibleRows: () => undefined,
  chooseAll: () =>
    ticks.choose(
      rows.slice(0, MAX_CHOSEN).map(({ id }) => id),
      true,
    ),
});

/**
 * The rows, page by page. After an invalidation only pages that are visible or hold a ticked row are refetched; the
 * others when they become visible.
 */
function useParts(reader: WorksReader, view: ListView, hasCopy: boolean) {
  const { filter, sort } = view;
  const parts = useInfiniteQuery({
    ...worksPartsQuery(reader, filter, sort),
    placeholderData: keepPreviousData,
    // No error message while a copy is shown.
    ...(hasCopy && { meta: {} }),
  });
  const [visibleParts, setVisibleParts] = useState<readonly [first: number, last: number]>([0, 0]);
  const client = useQueryClient();
  const [join] = useState(() => joinLists<Work>());
  const { rowsOf } = useCurrentNames();
  const ticks = useSelection();
  const partQueries = useQueries({
    queries: (parts.data?.pages ?? []).map((part, at) => ({
      ...worksPartQuery(part),
      enabled: ({ state: { data } }: { state: { data: readonly Work[] | undefined } }) =>
        data === undefined || (at >= visibleParts[0] && at <= visibleParts[1]) || ticks.hasAny(data),
    })),
  });
  const lists = partQueries.map(({ data }) => data && rowsOf(data));
  const rows = join(lists);
  const canLoadMore = parts.hasNextPage && !parts.isPlaceholderData;
  // While another fetch of the list is running, fetchNextPage would return that one and load no page.
  const { isFetchNextPageError: moreFailed, isFetching: busy } = parts;
  const loadMore = () => parts.fetchNextPage({ cancelRefetch: false });
  /** Ticks all rows of the filter, up to the first thousand. */
  const chooseAll = async () => {
    let { data, hasNextPage, isFetchNextPageError: failed } = parts;
    const selectable = () => rowsOfParts(client, data?.pages ?? []).slice(0, MAX_CHOSEN);
    while (hasNextPage && !failed && selectable().length < MAX_CHOSEN)
      ({ data, hasNextPage, isFetchNextPageError: failed } = await loadMore());
    ticks.choose(
      selectable().map(({ id }) => id),
      true,
    );
  };
  const shownPart = parts.data?.pages[0] ?? view;
  // Offline without a cached copy the query never settles: that is an error, and not loading.
  const isError = (parts.isError || isMissing(parts)) && rows.length === 0;
  return {
    rows,
    ticks,
    /**
     * Changes with the filter or sort order once the new rows are loaded. Used as React key, so that the list is
     * mounted again.
     */
    key: JSON.stringify([shownPart.filter, shownPart.sort]),
    isPending: !isError && (parts.isPending || (rows.length === 0 && lists.includes(undefined))),
    isError,
    at: Math.min(
      ...partQueries.slice(visibleParts[0], visibleParts[1] + 1).map(({ dataUpdatedAt }) => dataUpdatedAt),
      Date.now(),
    ),
    isPlaceholder: parts.isPlaceholderData,
    retry: () => void parts.refetch(),
    hasMore: parts.hasNextPage,
    moreFailed,
    loadMore: () => void loadMore(),
    chooseAll: () => void chooseAll(),
    /** Called with the range of visible rows (`to` is exclusive): keeps them fresh and loads the next ones. */
    onVisibleRows: (from: number, to: number) => {
      const first = partAt(lists, from);
      const last = partAt(lists, to - 1);
      if (first !== visibleParts[0] || last !== visibleParts[1]) setVisibleParts([first, last]);
      if (canLoadMore && !busy && !moreFailed && to + PREFETCH_ROWS > rows.length) void loadMore();
    },
  };
}

/** Returns a function that concatenates lists. It returns the same array while the lists are the same. */
function joinLists<T>() {
  let before: readonly (readonly T[] | undefined)[] = [];
  let joined: readonly T[] = [];
  return (lists: readonly (readonly T[] | undefined)[]): readonly T[] => {
    if (lists.length !== before.length || lists.some((list, at) => list !== before[at])) {
      before = lists;
      joined = ([] as T[]).concat(...lists.map((list) => list ?? []));
    }
    return joined;
  };
}

/** The index of the list that contains a row of the joined lists; the last one if the row is not loaded yet. */
function partAt(lists: readonly (readonly unknown[] | undefined)[], row: number): number {
  let end = 0;
  const found = lists.findIndex((list) => {
    end += list?.length ?? 0;
    return row < end;
  });
  return found === -1 ? Math.max(0, lists.length - 1) : found;
}
