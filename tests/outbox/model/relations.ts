// The oracle for relations: whether each job has the right customer, and each record its photos.
import type { JobCustomer, Photo, World } from './phone';
import type { AttachedPhoto, Customer, Findings, Logged, Row, Confirmation } from './confirmations';

const nameKey = (name: string) => name.trim().toLowerCase();
const namesOf = ({ name, formerly }: Customer) => [name, ...formerly].map(nameKey);

/** The customers that a job may belong to: the chosen one, or those that have or had the typed name. */
export const possibleCustomers = (
  { id, name }: Omit<JobCustomer, 'work'>,
  customers: readonly Customer[],
): Customer[] => customers.filter((one) => (id === null ? namesOf(one).includes(nameKey(name)) : one.id === id));

type CustomerFacts = {
  rows: readonly Row[];
  customers: readonly Customer[];
} & Pick<World, 'jobCustomers' | 'addedByHolder'>;

/** Jobs assigned to the wrong customer, and duplicate customers. */
export function checkCustomers({ rows, customers, jobCustomers, addedByHolder }: CustomerFacts): Findings {
  const found: Findings = { lost: [], doubled: [], stuck: [], other: [] };
  for (const { id, kind, user_id, state } of rows) {
    if (kind !== 'work') continue;
    const own = customers.filter((one) => one.user_id === user_id);
    const job = jobCustomers.find(({ work }) => work === id);
    const assigned = own.find((one) => one.id === state['customer_id']);
    if (job && (!assigned || !possibleCustomers(job, own).includes(assigned)))
      found.lost.push(`${id} was for ${JSON.stringify(job)} and went to ${JSON.stringify(assigned ?? null)}`);
    if (assigned && assigned.name !== state['customer'])
      found.other.push(`${id} names ${JSON.stringify(state['customer'])}, not ${assigned.name}`);
  }
  // The account holder may reuse a name that is free again, so the customers that they added are not compared.
  const notAddedByHolder = customers.filter(({ id }) => !addedByHolder.has(id));
  for (const [n, one] of notAddedByHolder.entries())
    for (const other of notAddedByHolder.slice(n + 1))
      if (one.user_id === other.user_id && namesOf(one).some((name) => namesOf(other).includes(name)))
        found.doubled.push(`${JSON.stringify(other)} duplicates ${JSON.stringify(one)}`);
  return found;
}

type PhotoFacts = {
  photos: readonly Photo[];
  attached: readonly AttachedPhoto[];
  /** Photos that are still on a device, in a form that was not saved. */
  draftPhotos: ReadonlySet<string>;
  rows: readonly Row[];
  log: readonly Logged[];
  confirmations: readonly Confirmation[];
} & Pick<World, 'savedIds'>;

/** Photos that a device had, and that are neither attached to their record nor in their form. */
export function checkPhotos({
  photos,
  attached,
  draftPhotos,
  rows,
  log,
  confirmations,
  savedIds,
}: PhotoFacts): Findings {
  const found: Findings = { lost: [], doubled: [], stuck: [], other: [] };
  const gone = new Set([
    ...log.filter(({ action }) => action === 'delete').map(({ row_id }) => row_id),
    ...confirmations.filter((one) => one.do === 'drop' || one.do === 'delete').map(({ id }) => id),
  ]);
  for (const { id, parent } of photos) {
    const records = savedIds.get(parent) ?? [];
    const attachment = attached.find((one) => one.id === id);
    if (attachment) {
      if (!attachment.stored) found.lost.push(`photo ${id} has a row and no bytes`);
      if (!records.includes(attachment.parent_id))
        found.other.push(`photo ${id} is with ${attachment.parent_id}, not ${String(records)}`);
      continue;
    }
    if (draftPhotos.has(id) || gone.has(id) || records.some((record) => gone.has(record))) continue;
    if (rows.some((row) => records.includes(row.id))) found.lost.push(`photo ${id} of ${String(records)} is gone`);
  }
  return found;
}
