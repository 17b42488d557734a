import type { ReactNode } from 'react';
import { formatDate } from '@/domain/core/time';
import { type Read } from '@/lib/read-state';
import { useToday } from '@/session/today';
import { Card } from '@/ui/layout/card';
import { LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { LoadMore } from '@/ui/lists/load-more';
import { QueryList } from '@/ui/lists/query-list';

type PagedList = Read & {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
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
  const days = [...new Set(rows.map(dayOf))];
  return (
    <QueryList
      card
      read={list}
      rows={rows}
      empty={<EmptyState title={filtered ? 'Nothing fits these filters.' : emptyTitle} />}
    >
      {days.map((day) => (
        <Card key={day} className="overflow-clip">
          <LedgerCards title={day === today ? 'Today' : formatDate(day, today)}>
            {rows.filter((row) => dayOf(row) === day).map(children)}
          </LedgerCards>
        </Card>
      ))}
      <LoadMore list={list} />
    </QueryList>
  );
}
