// The lists that a job is logged with: a phone holds them before it leaves the yard, whichever pages were opened on it.
import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '@/domain/account';
import { standingQuery } from './checklist-standing';
import { checklistsQuery } from './checklists';
import { customersQuery } from './customers';
import { nearEventsQuery } from './diary-events';
import { farmPeopleQuery } from './farm-people';
import { pricesQuery } from './prices';
import { recentJobsQuery } from './summaries';
import { tasksQuery } from './tasks';
import { clockSkewQuery, ownHoursQuery, timeSettingsQuery } from './time';

/** Nobody asked for it: what fails is tried again with the next round, and not said. */
const quietly = <Options extends object>(options: Options) => ({ ...options, meta: {}, retry: false });

/** Reads those that are not here or no longer fresh. Never rejects. */
export async function readLists(
  client: QueryClient,
  account: Pick<Account, 'ownerId' | 'userId' | 'role' | 'settings'>,
  today: string,
): Promise<void> {
  const lists: (() => Promise<unknown>)[] = [
    () => client.query(quietly(customersQuery(account))),
    () => client.query(quietly(tasksQuery(account))),
    () => client.query(quietly(farmPeopleQuery(account.ownerId))),
    () => client.query(quietly(recentJobsQuery(account.ownerId, account.userId))),
    () => client.query(quietly(pricesQuery(account))),
    () => client.query(quietly(checklistsQuery(account))),
    () => client.query(quietly(standingQuery(account))),
    () => client.query(quietly(nearEventsQuery(account, today))),
    () => client.query(quietly(ownHoursQuery(account, today))),
    () => client.query(quietly(timeSettingsQuery(account.ownerId))),
    () => client.query(quietly(clockSkewQuery())),
  ];
  // A browser has six connections to a server. On a line on which nobody answers these stay taken, and what is saved
  // meanwhile has to go out as well.
  const next = lists.values();
  const readOn = async () => {
    for (const read of next) await read().catch(() => undefined);
  };
  await Promise.all([readOn(), readOn()]);
}
