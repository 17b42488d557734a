import type { RecentJob } from '@/data/summaries';
import type { Decimal } from '@/domain/core/money';
import { sameName } from '@/domain/core/search';
import { findByName } from '@/domain/customers/customer';
import { priceDay, priceOn, type Price } from '@/domain/prices/price';
import type { Customer } from '@/records/customers';
import type { Task } from '@/records/tasks';

/** The account's lists that a new entry is based on. */
export type Lists = {
  customers: readonly Customer[];
  tasks: readonly Task[];
  /** Whether the tasks are loaded: only then can a task be recognised as new. */
  tasksLoaded: boolean;
  recent: readonly RecentJob[];
  prices: readonly Price[];
};

/** The person's own jobs first, then the others, each newest first: people usually continue their own last job. */
const ownJobsFirst = (jobs: readonly RecentJob[]) => [
  ...jobs.filter((job) => job.mine),
  ...jobs.filter((job) => !job.mine),
];

/** The latest job of each active customer. */
export function recentCustomers({ recent, customers }: Lists): RecentJob[] {
  const shown = new Set(customers.filter((customer) => customer.active).map((customer) => customer.id));
  const seen = new Set<string>();
  return ownJobsFirst(recent).filter((job) => {
    if (seen.has(job.customerId) || !shown.has(job.customerId)) return false;
    seen.add(job.customerId);
    return true;
  });
}

export const lastJob = (recent: readonly RecentJob[], customer: string, taskName: string): RecentJob | null =>
  recent.find((job) => sameName(job.customer, customer) && sameName(job.taskName, taskName)) ?? null;

export type TaskChoice = { name: string; task: Task | null; last: RecentJob | null };

/** First the tasks done for this customer, latest first, then the price list, most used first. */
export function taskChoices({ recent, tasks }: Lists, customer: string): TaskChoice[] {
  const done = ownJobsFirst(recent).filter((job) => sameName(job.customer, customer));
  const uses = (task: Task) =>
    recent.reduce((sum, job) => (sameName(job.taskName, task.name) ? sum + job.times : sum), 0);
  const rest = tasks
    .filter((task) => task.active && !done.some((job) => sameName(job.taskName, task.name)))
    .map((task) => ({ task, uses: uses(task) }))
    .toSorted((a, b) => b.uses - a.uses);
  return [
    ...done.map((last) => ({ name: last.taskName, task: findByName(last.taskName, tasks), last })),
    ...rest.map(({ task }) => ({ name: task.name, task, last: null })),
  ];
}

const taskOf = (taskName: string, tasks: readonly Task[]): Task | null =>
  // A hidden and an active task may have the same name: the active one takes precedence.
  findByName(
    taskName,
    tasks.filter(({ active }) => active),
  ) ?? findByName(taskName, tasks);

/** The initial unit: the task's, otherwise that of the last such job, otherwise the customer's, otherwise hours. */
export const unitFor = ({ customers, tasks, recent }: Lists, customer: string, taskName: string): string =>
  taskOf(taskName, tasks)?.chargeableUnit ??
  lastJob(recent, customer, taskName)?.chargeableUnit ??
  findByName(customer, customers)?.chargeableUnit ??
  'hour';

export type Job = { customer: string; taskName: string; unit: string; date: string };
export type RateSuggestion = { rate: Decimal; /** Its source: "Price for Hill Farm from 1 Mar". */ words: string };

/**
 * The initial rate, in this order: the customer's price on that date, everybody's price, the rate of the repeated entry
 * (`copied`), the task's own rate if its unit is the same, the last rate charged in this unit; null if there is none.
 */
export function rateFor(lists: Lists, job: Job, today: string, copied: Decimal | null = null): RateSuggestion | null {
  const task = taskOf(job.taskName, lists.tasks);
  const customer = findByName(job.customer, lists.customers);
  const price =
    task && priceOn(lists.prices, { ...job, taskId: task.id, customerId: customer?.id ?? null, date: job.date });
  if (price) {
    const customerName = price.customerId === null ? 'everybody' : (customer?.name ?? job.customer);
    return { rate: price.rate, words: `Price for ${customerName} from ${priceDay(price.validFrom, today)}` };
  }
  if (copied !== null) return { rate: copied, words: 'As the time before' };
  if (task && task.defaultRate !== null && (task.chargeableUnit ?? job.unit) === job.unit)
    return { rate: task.defaultRate, words: "The task's own rate" };
  const last = lastJob(lists.recent, job.customer, job.taskName);
  return last?.chargeableUnit === job.unit && last.rate !== null ? { rate: last.rate, words: 'As charged last' } : null;
}
