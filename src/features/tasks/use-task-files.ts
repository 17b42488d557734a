import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { pricesQuery } from '@/data/prices/prices';
import { tasksQuery, taskUsageQuery, type TaskUsage } from '@/data/prices/tasks';
import type { Price } from '@/domain/prices/price';
import { useOffline } from '@/lib/online';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useAddress } from '@/ui/use-address';
import { filterTasks, readView } from './tasks-view';

/** The price list as PDF and as CSV, filtered as on the page. */
export function useTaskFiles({
  query,
  prices,
  usage,
}: {
  query: Pick<UseQueryResult<Task[]>, 'data'>;
  prices: readonly Price[];
  usage: ReadonlyMap<string, TaskUsage>;
}) {
  const account = useAccount();
  const today = useToday();
  const client = useQueryClient();
  const online = !useOffline();
  const view = readView(useAddress()[0]);
  const isAdmin = account.role === 'admin';
  const readList = async () => {
    // With signal, wait for queries that are still loading; without, use what this device has.
    if (!query.data && !online) throw new Error('The tasks are not on this device.');
    return {
      tasks: query.data ?? (await client.query(tasksQuery(account))),
      prices: online ? await client.query(pricesQuery(account)) : prices,
    };
  };
  const readPrintout = async () => {
    const [{ tasksPrintout }, list] = await Promise.all([import('./task-printout'), readList()]);
    const used = isAdmin && online ? await client.query(taskUsageQuery(account.ownerId)) : usage;
    return tasksPrintout({ ...list, ...{ account, view, today }, usage: used });
  };
  const saveCsv = async () => {
    const [{ saveTasksCsv }, list] = await Promise.all([import('./tasks-file'), readList()]);
    const priced = account.settings.seesRates ? { prices: list.prices, today } : null;
    return saveTasksCsv(filterTasks(list.tasks, view), { prices: priced, today });
  };
  return { readPrintout, saveCsv };
}
