import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { customersQuery } from '@/data/customers/customers';
import { pricesQuery } from '@/data/prices/prices';
import { tasksQuery } from '@/data/prices/tasks';
import { recentJobsQuery } from '@/data/summaries';
import { isMissing } from '@/lib/read-state';
import { useWaiting } from '@/offline/outbox/outbox';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import type { Lists } from './job-start';
import { withWaitingCustomersAndTasks } from './waiting-lists';

/** Missing after the first failure: retries continue in the background. */
const didNotLoad = (query: UseQueryResult) => isMissing(query) || (query.data === undefined && query.failureCount > 0);

const NO_LISTS = 'Your customers and tasks did not load. You can type them.';
const NO_PRICES = 'Your prices did not load. Check the rate.';

/**
 * The lists that a new entry is based on. Entries can be typed without them, so a failed list is just empty; `loadProblem`
 * says what did not load.
 */
export function useLists(): { lists: Lists; loading: boolean; loadProblem: string | null; retry: () => void } {
  const account = useAccount();
  const today = useToday();
  const { entries, sent } = useWaiting();
  const customers = useQuery(customersQuery(account));
  const tasks = useQuery(tasksQuery(account));
  const recent = useQuery(recentJobsQuery(account.ownerId, account.userId));
  const prices = useQuery(pricesQuery(account));
  const queries = [customers, tasks, recent, prices];
  // Until the jobs are read again they lack what was just sent: the same job would be saved twice without a question.
  const changed = new Set([...sent, ...entries].filter(({ action }) => action !== 'insert').map(({ id }) => id));
  const notListed = sent.filter(
    ({ id, acknowledgedAt }) => (acknowledgedAt ?? 0) > recent.dataUpdatedAt && !changed.has(id),
  );
  const lists = {
    customers: customers.data ?? [],
    tasks: tasks.data ?? [],
    tasksLoaded: tasks.data !== undefined,
    recent: recent.data ?? [],
    prices: prices.data ?? [],
  };
  return {
    lists: withWaitingCustomersAndTasks(lists, [...notListed, ...entries], account, today),
    loading: queries.some((query) => query.isLoading && !didNotLoad(query)),
    loadProblem:
      didNotLoad(customers) || didNotLoad(tasks)
        ? NO_LISTS
        : didNotLoad(prices) && account.settings.seesRates
          ? NO_PRICES
          : null,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
