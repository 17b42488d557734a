import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { customersQuery } from '@/data/customers/customers';
import { historyQuery } from '@/data/history';
import { postcodeName } from '@/domain/customers/customer';
import { historyLines, historyTime } from '@/domain/history/history';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { QueryList } from '@/ui/lists/query-list';
import type { HistoryProps } from './history';
import { historyColumns } from './history-columns';

/** The lines of a history, newest first, ending with the creation of the row. */
export function HistoryList({
  of,
  id,
  name,
  createdBy,
  createdAt,
  unit,
  times,
  currency,
  creditNote = false,
}: HistoryProps) {
  const account = useAccount();
  const { zone } = account.settings;
  const log = useInfiniteQuery(historyQuery(account.ownerId, of.table, id));
  const entries = log.data?.pages.flat() ?? [];
  // Few histories mention customers: load the list only for those.
  const namesCustomers = entries.some(({ changed }) => 'customer_id' in changed || 'merged_into' in changed);
  const { data: customers = [] } = useQuery({ ...customersQuery(account), enabled: namesCustomers });
  if (!log.data)
    return <QueryList read={log} loading={{ rows: 3 }} failed={{ text: 'The history could not be loaded.' }} />;
  const lines = historyLines(historyColumns(of), entries, {
    currency: currency ?? account.settings.currency,
    zone,
    postcodeName: postcodeName(account.settings.region),
    unit: unit ?? null,
    times: times ?? null,
    name,
    creditNote,
    customerName: (customer) => customers.find((one) => one.id === customer)?.name ?? null,
  });
  return (
    <>
      <ol className="ruled overflow-clip rounded-b-3 text-2">
        {lines.map((line) => (
          <li key={line.id} className="grid gap-0.5 px-4 py-2">
            {line.words.map((words) => (
              <span key={words} className="[overflow-wrap:anywhere]">
                {words}
              </span>
            ))}
            <span className="text-muted">
              {line.actor}, <time dateTime={line.at}>{historyTime(line.at, zone)}</time>
            </span>
          </li>
        ))}
        {!log.hasNextPage && (
          <li className="px-4 py-2 text-muted">
            {lines.length === 0 && 'No changes recorded. '}Created{createdBy !== null && ` by ${createdBy},`}{' '}
            <time dateTime={createdAt}>{historyTime(createdAt, zone)}</time>
          </li>
        )}
      </ol>
      {log.isFetchNextPageError && (
        <div className="px-4">
          <FieldError>Earlier changes could not be loaded.</FieldError>
        </div>
      )}
      {log.hasNextPage && (
        <Button
          variant="quiet"
          busy={log.isFetchingNextPage}
          busyText="Loading..."
          onClick={() => void log.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </>
  );
}
