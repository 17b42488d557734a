// Customers, tasks and jobs in the outbox, for the next job.
import type { RecentJob } from '@/data/summaries';
import type { Account } from '@/domain/account/account';
import { sameName } from '@/domain/core/search';
import { findByName } from '@/domain/customers/customer';
import { isWorkEntry } from '@/features/works/entries/waiting-works';
import { workMapper } from '@/features/works/entries/work-entries';
import type { Entry } from '@/offline/outbox/entry';
import { withJobLines } from '@/offline/outbox/job-lines';
import { rowsFrom } from '@/offline/outbox/record-entries';
import type { CapturedType } from '@/records/captured';
import { CUSTOMER } from '@/records/customers';
import { TASK } from '@/records/tasks';
import type { Work } from '@/records/works';
import type { Lists } from './job-start';

/** The entries in the outbox that add a customer or a task, with its name. */
const addedOf = (entries: readonly Entry[], { kind }: CapturedType) =>
  entries.flatMap((entry) =>
    entry.kind === kind && typeof entry.fields.name === 'string' ? [{ entry, name: entry.fields.name }] : [],
  );

/** The entry in the outbox that adds the customer or task of this name. */
export const waitingNamed = (entries: readonly Entry[], type: CapturedType, name: string): Entry | undefined =>
  addedOf(entries, type).find((one) => sameName(one.name, name))?.entry;

/** The columns of a new customer or task that its outbox entry does not contain. */
const defaultsOfAdded = ({ accountId, recordedAt }: Entry) => ({
  userId: accountId,
  createdAt: recordedAt,
  active: true,
});
const { fromEntry: customerOf } = rowsFrom(CUSTOMER, defaultsOfAdded);
const { fromEntry: taskOf } = rowsFrom(TASK, defaultsOfAdded);

/** The account's lists including the outbox: a customer or task added offline is available to the next job. */
export function withWaitingCustomersAndTasks(
  lists: Lists,
  entries: readonly Entry[],
  account: Account,
  today: string,
): Lists {
  const notListed = (type: CapturedType, listed: readonly { name: string }[]) =>
    addedOf(entries, type).flatMap(({ entry, name }) => (findByName(name, listed) ? [] : [entry]));
  const customers = notListed(CUSTOMER, lists.customers).map(customerOf);
  const all = [...lists.customers, ...customers];
  const tasks = notListed(TASK, lists.tasks).map(taskOf);
  const jobs = new Map<string, RecentJob>();
  const { fromEntry } = workMapper(account, today);
  for (const entry of withJobLines(entries)) {
    if (!isWorkEntry(entry) || entry.action !== 'insert') continue;
    const work = fromEntry(entry);
    const customerId = findByName(work.customer, all)?.id ?? '';
    jobs.set(jobKey(work), { ...work, customerId, mine: true, times: 1, jobId: work.jobId || entry.id });
  }
  return jobs.size + customers.length + tasks.length === 0
    ? lists
    : {
        ...lists,
        customers: all,
        tasks: [...lists.tasks, ...tasks],
        recent: [...[...jobs.values()].toReversed(), ...lists.recent.filter((job) => !jobs.has(jobKey(job)))],
      };
}

const jobKey = ({ customer, taskName }: Pick<Work, 'customer' | 'taskName'>) =>
  JSON.stringify([customer.trim().toLowerCase(), taskName.trim().toLowerCase()]);
