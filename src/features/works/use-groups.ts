import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { worksQuery } from '@/data/works';
import { filterOfGroup, worksGroupsQuery, type Grouping } from '@/data/works-groups';
import { usePresentNames } from '@/session/present-names';
import { groupLines, type OpenedGroup } from './group-rows';
import { whoIs, type WorksList } from './use-works-list';

/** Entries below the window that should be here already. */
const AHEAD = 40;

export type Groups = ReturnType<typeof useGroups>;

/** The groups of the filtered list and, of the one that is opened, the entries as far as they are looked at. */
export function useGroups(list: WorksList, by: Grouping) {
  const { account, today, view, set } = list;
  const who = whoIs(account);
  const groups = useQuery({
    ...worksGroupsQuery(who, view.filter, by),
    // The last filter's groups stand until the next are there; customers never stand where tasks are asked for.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === by ? before : undefined),
  });
  const copied = list.copied && (list.offline || list.copied.border === null) ? list.copied : null;
  const known = copied?.groups(by) ?? groups.data ?? [];
  const key = known.some((group) => group.key === view.opened) ? view.opened : null;
  const entries = useInfiniteQuery({
    ...worksQuery(who, filterOfGroup(view.filter, by, key ?? ''), view.sort),
    enabled: key !== null && !copied && !groups.isPlaceholderData,
  });
  const { rowsOf } = usePresentNames();
  const waiting = entries.isPending || (entries.hasNextPage && !entries.isFetchNextPageError);
  const opened: OpenedGroup | null =
    key === null
      ? null
      : {
          key,
          entries: copied?.ofGroup(by, key) ?? entries.data?.pages.flatMap(rowsOf) ?? [],
          state: copied ? 'whole' : entries.isError ? 'failed' : waiting ? 'waiting' : 'whole',
        };
  const lines = groupLines(known, by, view.order, today, opened);
  const more = () => void (entries.data ? entries.fetchNextPage({ cancelRefetch: false }) : entries.refetch());
  return {
    by,
    lines,
    opened: key,
    isPending: groups.isPending && !copied,
    isError: (groups.isError || groups.isPaused) && !groups.data && !copied,
    isPlaceholder: groups.isPlaceholderData && !copied,
    retry: () => void groups.refetch(),
    more,
    toggle: (pressed: string) => set({ open: pressed === key ? '' : pressed }),
    /** Says which lines the window is at (`to` not included): entries that come soon are fetched. */
    show: (_from: number, to: number) => {
      const end = lines.findIndex(({ kind }) => kind === 'waiting');
      if (end !== -1 && to + AHEAD > end && entries.hasNextPage && !entries.isFetchingNextPage) more();
    },
  };
}
