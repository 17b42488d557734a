import type { Customer } from '@/data/customers';
import type { RecentJob } from '@/data/summaries';
import type { Task } from '@/data/tasks';
import { findByName } from '@/domain/customer';
import { toInputText } from '@/domain/money';
import { sameName } from '@/domain/work';

/** The account's own lists, from which an entry starts. */
export type Lists = { customers: readonly Customer[]; tasks: readonly Task[]; recent: readonly RecentJob[] };

/** Own jobs first, each part newest first: a driver goes on where they stopped. */
const mineFirst = (jobs: readonly RecentJob[]) => [
  ...jobs.filter((job) => job.mine),
  ...jobs.filter((job) => !job.mine),
];

/** The latest job of each customer that is still to be chosen. */
export function recentCustomers({ recent, customers }: Lists): RecentJob[] {
  const shown = new Set(customers.filter((customer) => customer.active).map((customer) => customer.id));
  const seen = new Set<string>();
  return mineFirst(recent).filter((job) => {
    if (seen.has(job.customerId) || !shown.has(job.customerId)) return false;
    seen.add(job.customerId);
    return true;
  });
}

export const lastJob = (recent: readonly RecentJob[], customer: string, taskName: string): RecentJob | null =>
  recent.find((job) => sameName(job.customer, customer) && sameName(job.taskName, taskName)) ?? null;

export type TaskChoice = { name: string; task: Task | null; last: RecentJob | null };

/** What was done for this customer last, then the price list, what is used most first. */
export function taskChoices({ recent, tasks }: Lists, customer: string): TaskChoice[] {
  const done = mineFirst(recent).filter((job) => sameName(job.customer, customer));
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

/**
 * The unit and rate to begin with. Unit: the task's, else the one of the last such job, else the customer's, else
 * hours. Rate: the price list's, else the last one charged by that unit for this customer and task, else none.
 */
export function startOf({ customers, tasks, recent }: Lists, customer: string, taskName: string) {
  const task = findByName(taskName, tasks);
  const last = lastJob(recent, customer, taskName);
  const unit =
    task?.chargeableUnit ?? last?.chargeableUnit ?? findByName(customer, customers)?.chargeableUnit ?? 'hour';
  const rate = task?.defaultRate ?? (last?.chargeableUnit === unit ? last.rate : null);
  return { chargeableUnit: unit, rate: rate === null ? '' : toInputText(rate) };
}
