import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { boardQuery, pastNoticesQuery } from '@/data/notices';
import { needsConfirmation, boardOf, type BoardView } from '@/domain/noticeboard/notice';
import { useWaiting } from '@/offline/outbox/outbox';
import { useAccount } from '@/session/account';
import { useAddress, useParams } from '@/ui/use-address';
import { withWaitingReads } from './notice-reads';

const SHOW_VALUES = ['active', 'expired', 'all'] as const;

function readView(params: URLSearchParams): BoardView {
  return {
    show: SHOW_VALUES.find((show) => show === params.get('notices')) ?? 'active',
    search: params.get('q') ?? '',
    toConfirm: params.get('confirm') === '1',
  };
}

/** Up to this many notices on the board no search field is shown. */
const MAX_WITHOUT_SEARCH = 5;

/** The notices of the view in the URL, including this person's reads from the outbox. */
export function useBoard(today: string) {
  const account = useAccount();
  const waiting = useWaiting();
  const [params] = useAddress();
  const view = readView(params);
  const board = useQuery(boardQuery(account, today));
  const past = useInfiniteQuery({ ...pastNoticesQuery(account, today), enabled: view.show !== 'active' });
  const currentNotices = board.data ?? [];
  const currentWithReads = withWaitingReads(currentNotices, waiting);
  const loaded = [...currentNotices, ...(view.show === 'active' ? [] : (past.data?.pages.flat() ?? []))];
  const { set } = useParams();
  return {
    view,
    set,
    /** Whether to show the search field. */
    showsSearch: currentNotices.length > MAX_WITHOUT_SEARCH || view.show !== 'active' || view.search !== '',
    /** Whether this person has something to confirm. */
    hasUnconfirmed: view.toConfirm || currentWithReads.some((notice) => needsConfirmation(notice, account.userId)),
    read: view.show === 'expired' ? past : board,
    notices: boardOf(withWaitingReads(loaded, waiting), view, account, today),
    /** When the board was fetched, in milliseconds since the epoch. */
    at: board.data && board.dataUpdatedAt,
    /** Whether the board is empty regardless of the search. */
    empty: board.data?.length === 0 && view.show === 'active',
    more: view.show !== 'active' && past.hasNextPage ? past : null,
  };
}

export type BoardList = ReturnType<typeof useBoard>;
