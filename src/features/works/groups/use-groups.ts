import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fieldNamesQuery, machineNamesQuery } from '@/data/works/place-names';
import { readerOf, worksQuery } from '@/data/works/works';
import { filterOfGroup, worksGroupsQuery, type Grouping } from '@/data/works/works-groups';
import type { Account } from '@/domain/account/account';
import { NO_PART } from '@/domain/works/works-list';
import type { WorksList } from '@/features/works/list/use-works-list';
import { useCurrentNames } from '@/session/current-names';
import { groupLines, type OpenedGroup } from './group-rows';

/** How many entries below the visible ones should already be loaded. */
const PREFETCH_ROWS = 40;

export type Groups = ReturnType<typeof useGroups>;

/** The groups of the filtered list, and the entries of the open group as far as scrolled. */
export function useGroups(list: WorksList, grouping: Grouping) {
  const { account, today, view, set } = list;
  const reader = readerOf(account);
  const groups = useQuery({
    ...worksGroupsQuery(reader, view.filter, grouping),
    // Keep the previous filter's groups while loading, unless the grouping has changed.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === grouping ? before : undefined),
    // No error message while a copy is shown.
    ...(list.copied && { meta: {} }),
  });
  // The rows of the list may arrive before its groups: show the copy's groups until they do.
  const copied = list.copied ?? (groups.isPending ? list.readCopy() : null);
  const copiedList = copied && (list.offline || copied.border === null) ? copied : null;
  const placeNames = usePlaceNames(account, grouping);
  const allGroups = (copiedList?.groups(grouping) ?? groups.data ?? []).map((group) => ({
    ...group,
    label: placeNames.get(group.key) ?? group.label,
  }));
  const key = allGroups.some((group) => group.key === view.opened) ? view.opened : null;
  const entries = useInfiniteQuery({
    ...worksQuery(reader, filterOfGroup(view.filter, grouping, key ?? ''), view.sort),
    enabled: key !== null && !copiedList && !groups.isPlaceholderData,
  });
  const { rowsOf } = useCurrentNames();
  const isIncomplete = entries.isPending || (entries.hasNextPage && !entries.isFetchNextPageError);
  const opened: OpenedGroup | null =
    key === null
      ? null
      : {
          key,
          entries: copiedList?.ofGroup(grouping, key) ?? entries.data?.pages.flatMap(rowsOf) ?? [],
          state: !copiedList && entries.isError ? 'failed' : !copiedList && isIncomplete ? 'loading' : 'complete',
        };
  const lines = groupLines(allGroups, grouping, view.order, today, opened);
  const loadMore = () => void (entries.data ? entries.fetchNextPage({ cancelRefetch: false }) : entries.refetch());
  return {
    grouping,
    lines,
    opened: key,
    read: groups,
    isThere: groups.data !== undefined || copiedList !== null,
    isPlaceholder: groups.isPlaceholderData && !copiedList,
    loadMore,
    toggle: (pressed: string) => set({ open: pressed === key ? '' : pressed }),
    /** Called with the range of visible rows (`to` is exclusive); loads the next entries. */
    onVisibleRows: (_from: number, to: number) => {
      const end = lines.findIndex(({ kind }) => kind === 'loading');
      if (end !== -1 && to + PREFETCH_ROWS > end && entries.hasNextPage && !entries.isFetchingNextPage) loadMore();
    },
  };
}

/** The names of the machines or fields by which the list is grouped. */
function usePlaceNames(account: Account, grouping: Grouping): ReadonlyMap<string, string> {
  const machines = useQuery({ ...machineNamesQuery(account), enabled: grouping === 'machine' }).data ?? [];
  const fields = useQuery({ ...fieldNamesQuery(account), enabled: grouping === 'field' }).data ?? [];
  if (grouping !== 'machine' && grouping !== 'field') return new Map();
  const names = grouping === 'machine' ? machines : fields;
  return new Map([[NO_PART, `No ${grouping}`], ...names.map(({ id, name }) => [id, name] as const)]);
}
