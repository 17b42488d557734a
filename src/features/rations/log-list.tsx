import type { ReactNode } from 'react';
import { formatDate } from '@/domain/core/time';
import { useToday } from '@/session/today';
import { Card } from '@/ui/layout/card';
import { LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { LoadMore } from '@/ui/lists/load-more';

type PagedList = {
  isError: boolean;
  isPending: boolean;
  fetchStatus: string;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

/** Feedings or batches, grouped by day. `rows` must be sorted, newest first. */
export function LogList<Row>({
  list,
  rows,
  dayOf,
  emptyTitle,
  filtered,
  children,
}: {
  list: PagedList;
  rows: readonly Row[];
  dayOf: (row: Row) => string;
  emptyTitle: string;
  filtered: boolean;
  children: (row: Row) => ReactNode;
}) {
  const today = useToday();
  const { isError, isPending, fetchStatus } = list;
  if (rows.length === 0)
    return (
      <Card>
        {isError || (isPending && fetchStatus === 'paused') ? (
          <ErrorState onRetry={() => void list.refetch()} />
        ) : isPending ? (
          <LoadingRows />
        ) : (
          <EmptyState title={filtered ? 'Nothing fits these filters.' : emptyTitle} />
        )}
      </Card>
    );
  const days = [...new Set(rows.map(dayOf))];
  return (
    <>
      {days.map((day) => (
        <Card key={day} className="overflow-clip">
          <LedgerCards title={day === today ? 'Today' : formatDate(day, today)}>
            {rows.filter((row) => dayOf(row) === day).map(children)}
          </LedgerCards>
        </Card>
      ))}
      <LoadMore list={list} />
    </>
  );
}
