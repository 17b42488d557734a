import {
  useMutation,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { isFiltered, type LogFilter } from '@/data/rations/logs';
import type { Account } from '@/domain/account/account';
import { formatDate } from '@/domain/core/time';
import { useWaiting } from '@/offline/outbox/outbox';
import { shownRows, type RowMapper, type Shown } from '@/offline/outbox/shown-rows';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { StateBadge } from '@/ui/feedback/state-badge';
import { Card } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { LoadMore } from '@/ui/lists/load-more';
import { QueryList } from '@/ui/lists/query-list';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { entryWords } from '@/widgets/unsent/send-words';
import { LogFilters } from './log-filters';

type Logged = { id: string; struck: boolean; createdBy: string | null; createdByName: string };
type PagedList<Row> = UseInfiniteQueryResult<InfiniteData<Row[]>>;

/**
 * Feedings or batches, newest first, with those in the outbox. They are sorted again only when one of the arguments
 * changes.
 */
export function useLogRows<Row extends Logged>(
  { data, dataUpdatedAt }: PagedList<Row>,
  filter: LogFilter,
  mapper: RowMapper<Row>,
  fits: (shown: Shown<Row>, filter: LogFilter) => boolean,
  timeOf: (row: Row) => string,
): Shown<Row>[] {
  const waiting = useWaiting();
  const { rowsOf } = useCurrentNames();
  return useMemo(
    () =>
      shownRows(data?.pages.flatMap(rowsOf) ?? [], waiting, dataUpdatedAt, mapper)
        .filter((shown) => fits(shown, filter))
        .toSorted((a, b) => Date.parse(timeOf(b.row)) - Date.parse(timeOf(a.row))),
    [data, dataUpdatedAt, waiting, filter, mapper, fits, timeOf, rowsOf],
  );
}

/** A log by day with its filters and its file. `rows` are sorted, newest first; a row opens its `dialog`. */
export function MixLog<Row extends Logged>({
  list,
  rows,
  filter,
  mixes,
  exportAll,
  dayOf,
  emptyTitle,
  cardOf,
  dialog,
  children,
}: {
  list: PagedList<Row>;
  rows: readonly Shown<Row>[];
  filter: LogFilter;
  mixes: readonly { id: string; name: string }[];
  /** Makes a file of everything that fits the filter. */
  exportAll: UseMutationOptions<void, Error, { reader: Account; filter: LogFilter }>;
  dayOf: (row: Row) => string;
  emptyTitle: string;
  cardOf: (row: Row) => { title: string; lines: readonly (string | null)[]; figure: string };
  dialog: (row: Row, onClose: () => void) => ReactNode;
  /** Stand above the filters. */
  children?: ReactNode;
}) {
  const account = useAccount();
  const today = useToday();
  const csv = useMutation(exportAll);
  const [opened, setOpened] = useState<string | null>(null);
  const open = rows.find(({ row }) => row.id === opened);
  const days = [...new Set(rows.map(({ row }) => dayOf(row)))];
  return (
    <>
      <SnapshotAge at={list.dataUpdatedAt} />
      {children}
      <LogFilters filter={filter} mixes={mixes}>
        <Button busy={csv.isPending} busyText="Preparing..." onClick={() => csv.mutate({ reader: account, filter })}>
          <Download aria-hidden="true" />
          CSV
        </Button>
      </LogFilters>
      <QueryList
        card
        read={list}
        rows={rows}
        empty={<EmptyState title={isFiltered(filter) ? 'Nothing fits these filters.' : emptyTitle} />}
      >
        {days.map((day) => (
          <Card key={day} className="overflow-clip">
            <LedgerCards title={day === today ? 'Today' : formatDate(day, today)}>
              {rows
                .filter(({ row }) => dayOf(row) === day)
                .map(({ row, entry }) => {
                  const { title, lines, figure } = cardOf(row);
                  const waiting = entry && (
                    <span key="waiting" className={entry.problem ? 'text-danger' : undefined}>
                      {entryWords(entry)}
                    </span>
                  );
                  return (
                    <LedgerCard
                      key={row.id}
                      title={title}
                      lines={[...lines, waiting].filter(Boolean)}
                      figure={figure}
                      state={row.struck && <StateBadge kind="cancelled" label="Entered by mistake" />}
                      onOpen={() => setOpened(row.id)}
                    />
                  );
                })}
            </LedgerCards>
          </Card>
        ))}
        <LoadMore list={list} />
      </QueryList>
      {open && dialog(open.row, () => setOpened(null))}
    </>
  );
}
