// Whether each job has the right customer, and its photos: the oracle of customers and photos.
import type { For, Photo, World } from './phone';
import type { Attached, Customer, Findings, Logged, Row, Told } from './told';

const key = (name: string) => name.trim().toLowerCase();
const namesOf = ({ name, formerly }: Customer) => [name, ...formerly].map(key);

/** The customers that a job can have been meant for: the chosen one, or those that have or had the name. */
export const customersOf = ({ id, name }: Omit<For, 'work'>, customers: readonly Customer[]): Customer[] =>
  customers.filter((one) => (id === null ? namesOf(one).includes(key(name)) : one.id === id));

type Whom = {
  rows: readonly Row[];
  customers: readonly Customer[];
} & Pick<World, 'jobsFor' | 'added'>;

/** Jobs assigned to the wrong customer, and duplicate customers. */
export function judgeCustomers({ rows, customers, jobsFor, added }: Whom): Findings {
  const found: Findings = { lost: [], doubled: [], stuck: [], other: [] };
  for (const { id, kind, user_id, state } of rows) {
    if (kind !== 'work') continue;
    const own = customers.filter((one) => one.user_id === user_id);
    const job = jobsFor.find(({ work }) => work === id);
    const is = own.find((one) => one.id === state['customer_id']);
    if (job && (!is || !customersOf(job, own).includes(is)))
      found.lost.push(`${id} was for ${JSON.stringify(job)} and went to ${JSON.stringify(is ?? null)}`);
    if (is && is.name !== state['customer'])
      found.other.push(`${id} names ${JSON.stringify(state['customer'])}, not ${is.name}`);
  }
  // The account holder may give a name that is free again to another customer.
  const unasked = customers.filter(({ id }) => !added.has(id));
  for (const [n, one] of unasked.entries())
    for (const other of unasked.slice(n + 1))
      if (one.user_id === other.user_id && namesOf(one).some((name) => namesOf(other).includes(name)))
        found.doubled.push(`${JSON.stringify(other)} is ${JSON.stringify(one)} once more`);
  return found;
}

type Photos = {
  photos: readonly Photo[];
  attached: readonly Attached[];
  /** Photos that are still on a device, in a form that was not saved. */
  typed: ReadonlySet<string>;
  rows: readonly Row[];
  log: readonly Logged[];
  told: readonly Told[];
} & Pick<World, 'savedAs'>;

/** Photos that a device had, and that are neither with their record nor in their form. */
export function judgePhotos({ photos, attached, typed, rows, log, told, savedAs }: Photos): Findings {
  const found: Findings = { lost: [], doubled: [], stuck: [], other: [] };
  const gone = new Set([
    ...log.filter(({ action }) => action === 'delete').map(({ row_id }) => row_id),
    ...told.filter((one) => one.do === 'drop' || one.do === 'delete').map(({ id }) => id),
  ]);
  for (const { id, parent } of photos) {
    const records = savedAs.get(parent) ?? [];
    const there = attached.find((one) => one.id === id);
    if (there) {
      if (!there.stored) found.lost.push(`photo ${id} has a row and no bytes`);
      if (!records.includes(there.parent_id))
        found.other.push(`photo ${id} is with ${there.parent_id}, not ${String(records)}`);
      continue;
    }
    if (typed.has(id) || gone.has(id) || records.some((record) => gone.has(record))) continue;
    if (rows.some((row) => records.includes(row.id))) found.lost.push(`photo ${id} of ${String(records)} is gone`);
  }
  return found;
}
