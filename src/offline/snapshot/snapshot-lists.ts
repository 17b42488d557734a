// The lists needed to work without signal (jobs, fields, machines, checklists, feedings, shifts, the diary): read in
// the background, even if their pages were never opened.
import type { QueryClient, QueryMeta } from '@tanstack/react-query';
import { farmPeopleQuery } from '@/data/account/farm-people';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { checklistsQuery } from '@/data/checklists/checklists';
import { customersQuery } from '@/data/customers/customers';
import { nearEventsQuery } from '@/data/diary/diary-events';
import { fieldsQuery, fieldSummaryQuery } from '@/data/fields/fields';
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
const asBackgroundRead = <Options extends { meta?: QueryMeta | undefined }>(options: Options) => ({
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
    () => client.query(asBackgroundRead(customersQuery(account))),
    () => client.query(asBackgroundRead(tasksQuery(account))),
    () => client.query(asBackgroundRead(farmPeopleQuery(account.ownerId))),
    () => client.query(asBackgroundRead(recentJobsQuery(account.ownerId, account.userId))),
    () => client.query(asBackgroundRead(pricesQuery(account))),
    () => client.query(asBackgroundRead(checklistsQuery(account))),
    () => client.query(asBackgroundRead(latestChecksQuery(account))),
    () => client.query(asBackgroundRead(fieldsQuery(account.ownerId))),
    () => client.query(asBackgroundRead(fieldSummaryQuery(account.ownerId))),
    () => client.query(asBackgroundRead(tmrMixesQuery(account))),
    () => client.query(asBackgroundRead(mealMixesQuery(account))),
    () => client.query(asBackgroundRead(machinesQuery(account))),
    () => client.query(asBackgroundRead(schedulesQuery(account))),
    () => client.query(asBackgroundRead(machineUseQuery(account))),
    () => client.query(asBackgroundRead(openDefectsQuery(account))),
    () => client.query(asBackgroundRead(peopleChoicesQuery(account))),
    () => client.query(asBackgroundRead(machineChoicesQuery(account))),
    () => client.query(asBackgroundRead(gangsQuery(account))),
    () => client.query(asBackgroundRead(lastGangQuery(account, today))),
    () => client.query(asBackgroundRead(nearEventsQuery(account, today))),
    () => client.query(asBackgroundRead(ownHoursQuery(account, today))),
    () => client.query(asBackgroundRead(timeSettingsQuery(account.ownerId))),
    () => client.query(asBackgroundRead(clockSkewQuery())),
  ];
  // Two at a time: a browser has six connections to a server. Without a response these stay occupied, and unsent
  // entries need connections too.
  const next = lists.values();
  const readOn = async () => {
    for (const read of next) await read().catch(() => undefined);
  };
  await Promise.all([readOn(), readOn()]);
}
