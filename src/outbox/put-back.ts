// What waited is put back into an outbox whose database the browser has lost (lib/spare.ts says how).
import { spareIn } from '@/lib/spare';
import type { Db, Mark } from './db';
import type { Entry } from './entry';

/** Under a person's id what waits of theirs; under that and a photo's id its bytes. */
export const spare = spareIn('farm-diary-spare');

export const emptyMark = (userId: string): Mark => ({
  userId,
  lastSentAt: null,
  senderUntil: 0,
  failures: 0,
  failedAt: 0,
  nextTryAt: 0,
  needsSignIn: false,
});

/** Nobody's mark: this database has been given all that the second place held, and is what is true from then on. */
const WHOLE = '';
export const isWhole = async (db: Db): Promise<boolean> => (await db.count('marks', WHOLE)) > 0;

/** Nobody's mark too: by it one store is told from the next, which the browser begins where it has lost or cleared one. */
export const STORE = 'store';
export const storeMark = (): Mark => ({ ...emptyMark(STORE), store: crypto.randomUUID() });

/** The same change of the same record, whichever number a store has given it. */
export const nameOf = ({ kind, id, action, recordedAt }: Pick<Entry, 'kind' | 'id' | 'action' | 'recordedAt'>) =>
  [kind, id, action, recordedAt].join(' ');

/** It may have left this device before: a change of the record follows it, as after any unknown end. */
const MAYBE_SENT = 2;

/** What is kept of an entry: it waits for its turn, and the database gives it another number. */
export const asSpare = (entry: Entry): Omit<Entry, 'seq'> => ({
  ...entry,
  ...{ seq: undefined },
  state: entry.state === 'attention' ? 'attention' : 'queued',
  leaseUntil: null,
  tried: MAYBE_SENT,
});

/**
 * Puts back what waited. Where that can't be read now the database is used as it is, and the next start tries again:
 * until then nothing is written over what is there.
 */
export async function putBack(db: Db): Promise<void> {
  if (await isWhole(db)) return;
  const people = (await spare.paths()).filter(({ length }) => length === 1);
  const lost = await Promise.all(people.map((path) => spare.read(path)));
  const tx = db.transaction(['entries', 'marks'], 'readwrite', { durability: 'strict' });
  // Another tab may have come first.
  if ((await tx.objectStore('marks').count(WHOLE)) > 0) return tx.done;
  const here = new Set((await tx.objectStore('entries').getAll()).map(nameOf));
  // Written by spare.ts, in their order.
  const entries = lost
    .flatMap((one) => (one ? (one.value as Entry[]) : []))
    .filter((entry) => !here.has(nameOf(entry)));
  const writes = entries.map((entry) => tx.objectStore('entries').put(entry));
  await Promise.all([...writes, tx.objectStore('marks').put(emptyMark(WHOLE)), tx.done]);
}
