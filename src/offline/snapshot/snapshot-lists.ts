// The lists needed to log a job or to feed: a phone has them before it leaves the yard, whichever pages were opened on it.
import type { QueryClient, QueryMeta } from '@tanstack/react-query';
import { farmPeopleQuery } from '@/data/account/farm-people';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { checklistsQuery } from '@/data/checklists/checklists';
import { customersQuery } from '@/data/customers/customers';
import { nearEventsQuery } from '@/data/diary/diary-events';
import { fieldsQuery, fieldStandingQuery } from '@/data/fields/fields';
import { withoutFailureMessage } from '@/data/load-failed';
import { machinesQuery, machineUseQuery } from '@/data/machinery/machines';
import { openDefectsQuery, schedulesQuery } from '@/data/machinery/services';
import { pricesQuery } from '@/data/prices/prices';
import { tasksQuery } from '@/data/prices/tasks';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import { recentJobsQuery } from '@/data/summaries';
import { clockSkewQuery, ownHoursQuery, timeSettingsQuery } from '@/data/time/time';
import { gangsQuery, lastGangQuery, machineChoicesQuery, peopleChoicesQuery } from '@/data/works/job-choices';
import type { Account } from '@/domain/account/account';

/** A background read: a failure is retried in the next round and not reported. */
const quietly = <Options extends { meta?: QueryMeta | undefined }>(options: Options) => ({
  ...withoutFailureMessage(options),
  retry: false,
});

/** Reads the lists that are missing or stale. Never rejects. */
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
    () => client.query(quietly(latestChecksQuery(account))),
    () => client.query(quietly(fieldsQuery(account.ownerId))),
    () => client.query(quietly(fieldStandingQuery(account.ownerId))),
    () => client.query(quietly(tmrMixesQuery(account))),
    () => client.query(quietly(mealMixesQuery(account))),
    () => client.query(quietly(machinesQuery(account))),
    () => client.query(quietly(schedulesQuery(account))),
    () => client.query(quietly(machineUseQuery(account))),
    () => client.query(quietly(openDefectsQuery(account))),
    () => client.query(quietly(peopleChoicesQuery(account))),
    () => client.query(quietly(machineChoicesQuery(account))),
    () => client.query(quietly(gangsQuery(account))),
    () => client.query(quietly(lastGangQuery(account, today))),
    () => client.query(quietly(nearEventsQuery(account, today))),
    () => client.query(quietly(ownHoursQuery(account, today))),
    () => client.query(quietly(timeSettingsQuery(account.ownerId))),
    () => client.query(quietly(clockSkewQuery())),
  ];
  // Two at a time: a browser has six connections to a server. Without a response these stay occupied, and unsent
  // entries need connections too.
  const next = lists.values();
  const readOn = async () => {
    for (const read of next) await read().catch(() => undefined);
  };
  await Promise.all([readOn(), readOn()]);
}
