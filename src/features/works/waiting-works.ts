import { useMemo } from 'react';
import type { Customer } from '@/data/customers/customers';
import type { RecentJob } from '@/data/summaries';
import type { Work } from '@/data/works/works';
import type { Account } from '@/domain/account/account';
import { findByName } from '@/domain/customers/customer';
import { sameName } from '@/domain/works/work';
import type { Entry } from '@/outbox/entry';
import { useWaiting } from '@/outbox/outbox';
import { rowsFrom } from '@/outbox/record-entries';
import { CUSTOMER, WORK } from '@/outbox/records';
import { ownSide } from '@/outbox/send/compare';
import type { Task } from '@/records/tasks';
import { TASK } from '@/records/tasks';
import type { Lists } from './log/job-start';
import { changedWork, workOf } from './work-entries';
import { rulesOf, type WorkRules } from './work-rules';

const ofWorks = ({ kind }: Entry) => kind === WORK.kind;
const underWay = ({ state }: Entry) => state === 'queued' || state === 'sending';

/** The name in an entry that adds a customer or a task. */
const nameIn = ({ kind, fields: { name } }: Entry, type = CUSTOMER): string | null =>
  kind === type.kind && typeof name === 'string' ? name : null;

/** The entry in the outbox that adds this customer. */
export const waitingCustomer = (entries: readonly Entry[], customer: string): Entry | undefined =>
  entries.find((entry) => sameName(nameIn(entry) ?? '', customer));

/** The entry in the outbox that adds this task. */
export const waitingTask = (entries: readonly Entry[], task: string): Entry | undefined =>
  entries.find((entry) => sameName(nameIn(entry, TASK) ?? '', task));

/**
 * Merges this person's entries into the list. Edits and deletions that are unsent, or acknowledged after the rows were
 * read, are applied to the rows; new works, and entries that need attention, are returned as `above`.
 */
export function useWaitingWorks(rows: readonly Work[], readAt: number, account: Account, today: string) {
  const { entries, sent } = useWaiting();
  return useMemo(() => {
    const late = sent.filter((entry) => ofWorks(entry) && (entry.acknowledgedAt ?? 0) > readAt);
    const waiting = entries.filter(ofWorks);
    if (late.length + waiting.length === 0) return { rows, above: [] };
    const changes = [...late, ...waiting.filter(underWay)].filter(({ action }) => action !== 'insert');
    const listed = new Set(rows.map(({ id }) => id));
    const made = new Set(late.filter(({ action }) => action === 'insert').map(({ id }) => id));
    const lately = late.filter(({ action, id }) => action !== 'delete' && made.has(id) && !listed.has(id));
    const above = [...lately, ...waiting].filter(
      (entry) => !(entry.action === 'insert' && entry.state !== 'attention' && listed.has(entry.id)),
    );
    return {
      rows: changes.length === 0 ? rows : overlaid(rows, changes, rulesOf(account, today)),
      above: oneEach(above.toSorted((a, b) => a.seq - b.seq)).map((entry) => ({
        entry,
        work: shownAs(entry, rows, account, today),
      })),
    };
  }, [entries, sent, rows, readAt, account, today]);
}

/** One row per work: its entries are combined in order, and one that needs attention takes precedence. */
function oneEach(entries: readonly Entry[]): Entry[] {
  const lines = new Map<string, Entry>();
  for (const entry of entries) {
    const first = lines.get(entry.id);
    if (!first || (entry.action === 'delete' && !first.problem)) lines.set(entry.id, entry);
    else if (first.action !== 'delete') {
      const { fields, seen } = first;
      const news = first.state === 'acknowledged' && entry.state !== 'acknowledged';
      const line = news ? entry : entry.problem && !first.problem ? { ...entry, action: first.action } : first;
      lines.set(entry.id, {
        ...line,
        fields: { ...fields, ...entry.fields },
        seen: seen && { ...entry.seen, ...seen },
      });
    }
  }
  return [...lines.values()];
}

export type WaitingWork = ReturnType<typeof useWaitingWorks>['above'][number];

const overlaid = (rows: readonly Work[], changes: readonly Entry[], rules: WorkRules) =>
  changes.reduce<readonly Work[]>(
    (shown, change) =>
      change.action === 'delete'
        ? shown.filter(({ id }) => id !== change.id)
        : shown.map((work) => (work.id === change.id ? changedWork(work, change, rules) : work)),
    rows,
  );

/** An entry in the outbox as a work: its row with the edit applied, or the values of the entry itself. */
function shownAs(entry: Entry, rows: readonly Work[], account: Account, today: string): Work {
  const row = rows.find(({ id }) => id === entry.id);
  if (entry.action === 'insert') return workOf(entry, account, today);
  if (!row) return workOf({ ...entry, fields: { ...entry.seen, ...entry.fields } }, account, today);
  if (entry.action !== 'update') return row;
  // A conflict is shown with this person's values, not with a mix of both sides.
  const { theirs } = entry.problem ?? {};
  const own = theirs ? { ...entry, fields: ownSide(WORK, entry, theirs) } : entry;
  return changedWork(row, own, rulesOf(account, today));
}

const EMPTY_CUSTOMER = {
  chargeableUnit: null,
  active: true,
  mergedInto: null,
  contactName: null,
  phone: null,
  phone2: null,
  addressLine1: null,
  addressLine2: null,
  addressLine3: null,
  town: null,
  county: null,
  postcode: null,
  country: null,
  directions: null,
  hazards: null,
  w3w: null,
  lat: null,
  lng: null,
} satisfies Partial<Customer>;

const { made: taskOf } = rowsFrom(TASK, ({ accountId, recordedAt }) => ({
  userId: accountId,
  createdAt: recordedAt,
  active: true,
}));

/** The account's lists including the outbox: a customer or task added offline is available to the next job. */
export function withWaiting(lists: Lists, entries: readonly Entry[], account: Account, today: string): Lists {
  const customers = entries.flatMap((entry): Customer[] => {
    const name = nameIn(entry);
    if (name === null || findByName(name, lists.customers)) return [];
    return [{ ...EMPTY_CUSTOMER, id: entry.id, userId: entry.accountId, name, createdAt: entry.recordedAt }];
  });
  const all = [...lists.customers, ...customers];
  const tasks = entries.flatMap((entry): Task[] => {
    const name = nameIn(entry, TASK);
    return name === null || findByName(name, lists.tasks) ? [] : [taskOf(entry)];
  });
  const jobs = new Map<string, RecentJob>();
  for (const entry of entries) {
    if (!ofWorks(entry) || entry.action !== 'insert') continue;
    const work = workOf(entry, account, today);
    const customerId = findByName(work.customer, all)?.id ?? '';
    jobs.set(jobKey(work), { ...work, customerId, mine: true, times: 1 });
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
