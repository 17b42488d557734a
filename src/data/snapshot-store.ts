// The snapshot: the last copies of what one person read, in IndexedDB, so that the app opens without signal. Where the
// device keeps nothing (storage forbidden, full or broken) every call answers as if nothing were kept.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { spareIn } from '@/lib/spare';
import { tellsWho } from './snapshot-queries';
import type { Work } from './works';

const NAME = 'farm-diary-snapshots';
/** Counts up when anything that is copied changes its shape: a newer app begins with nothing, and reads it anew. */
const VERSION = 1;

/** The answer of a query, with its key's text. `updatedAt` in milliseconds. */
export type QueryCopy = { userId: string; hash: string; data: unknown; updatedAt: number };

/** The copied part of the job log. */
export type WorksCopy = {
  /** Whose rows and in whose eyes: a copy made with other rights is no copy. */
  scope: string;
  /** Newest first. */
  works: readonly Work[];
  /** All entries from this day on are here; of those before it the unbilled ones. */
  border: string;
  /** There are entries before the border that are not here. */
  older: boolean;
  /** The latest `updated_at` that was read: the database's clock, never the device's. */
  cursor: string | null;
  /** Milliseconds: when the database last agreed. */
  at: number;
};

type Head = Omit<WorksCopy, 'works'> & { userId: string; months: Record<string, number> };
type Month = { userId: string; month: string; works: Work[] };

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- the library's own shape is one
interface Schema extends DBSchema {
  queries: { key: [string, string]; value: QueryCopy };
  heads: { key: string; value: Head };
  months: { key: [string, string]; value: Month };
}
type Db = IDBPDatabase<Schema>;
const STORES = ['queries', 'heads', 'months'] as const;

let opened: Promise<Db> | null = null;
/** Counts up with each wipe: what was begun before it is not written after it. */
let age = 0;

function open(): Promise<Db> {
  const opening = openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore('queries', { keyPath: ['userId', 'hash'] });
      db.createObjectStore('heads', { keyPath: 'userId' });
      db.createObjectStore('months', { keyPath: ['userId', 'month'] });
    },
    // Another tab brings a newer version: it must not wait for this one.
    blocking: (_now, _next, event) => (event.target as IDBDatabase).close(),
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

function forget() {
  opened = null;
}

/** Does the work, once more with a fresh handle where the old one was closed, and answers `otherwise` where it can't. */
async function withDb<T>(work: (db: Db) => Promise<T>, otherwise: T): Promise<T> {
  if (typeof indexedDB === 'undefined') return otherwise;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      return await work(await (opened ??= open()));
    } catch {
      forget();
    }
  }
  return otherwise;
}

/** Who somebody is and what they may see is kept in a second place as well: the app opens with that alone. */
const who = spareIn('farm-diary-who');
// The text of a key, made by copyKey.
const isWho = ({ hash }: QueryCopy) => tellsWho(JSON.parse(hash) as unknown[]);

/** Copies of this version; none where the second place can't be read. */
async function whoOf(userId: string): Promise<QueryCopy[]> {
  const paths = await who.paths();
  const own = paths.filter(([version, person]) => version === `${VERSION}` && person === userId);
  const copies = await Promise.all(own.map((path) => who.read(path)));
  // Written by putQueryCopies.
  return copies.flatMap((one) => (one ? [one.value as QueryCopy] : []));
}

const ofUser = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

/** The copy of the works in its parts; null where there is none, or where the device has lost a part of it. */
function joined(head: Head | undefined, months: Month[]): WorksCopy | null {
  if (!head) return null;
  const { months: counts, scope, border, older, cursor, at } = head;
  const whole = months.length === Object.keys(counts).length;
  if (!whole || months.some(({ month, works }) => works.length !== counts[month])) return null;
  // Newest month first, and newest first within each.
  return { scope, border, older, cursor, at, works: months.reverse().flatMap(({ works }) => works) };
}

/** What this device holds of a person's records; null where it does not tell. */
export const copiesOf = (userId: string): Promise<{ queries: QueryCopy[]; works: WorksCopy | null } | null> =>
  withDb(async (db) => {
    const tx = db.transaction(STORES);
    const [queries, head, months] = await Promise.all([
      tx.objectStore('queries').getAll(ofUser(userId)),
      tx.objectStore('heads').get(userId),
      tx.objectStore('months').getAll(ofUser(userId)),
    ]);
    const spare = queries.some(isWho) ? [] : await whoOf(userId).catch(() => []);
    return { queries: [...queries, ...spare], works: joined(head, months) };
  }, null);

/** Writes down answers of queries. */
export async function putQueryCopies(copies: readonly QueryCopy[]): Promise<void> {
  const begun = age;
  await withDb(async (db) => {
    if (begun !== age) return;
    const tx = db.transaction('queries', 'readwrite');
    await Promise.all([...copies.map((copy) => tx.store.put(copy)), tx.done]);
    const isOver = () => begun !== age;
    for (const copy of copies.filter(isWho))
      who.keep([`${VERSION}`, copy.userId, copy.hash], copy, { isOver }).catch(() => undefined);
  }, undefined);
}

function byMonth(works: readonly Work[]): Map<string, Work[]> {
  const months = new Map<string, Work[]>();
  for (const work of works) {
    const month = work.workDate.slice(0, 7);
    const list = months.get(month);
    if (list) list.push(work);
    else months.set(month, [work]);
  }
  return months;
}

const same = (a: readonly Work[], b: readonly Work[] | undefined) =>
  a.length === b?.length && a.every((work, at) => work === b[at]);

/**
 * Writes down the copy of the works, month by month: those that differ from `before`, or all where the device holds
 * something else than `before` (another tab wrote, or storage was taken away).
 */
export async function putWorksCopy(userId: string, copy: WorksCopy, before: WorksCopy | null): Promise<void> {
  const begun = age;
  const { works, ...rest } = copy;
  const months = byMonth(works);
  const known = byMonth(before?.works ?? []);
  await withDb(async (db) => {
    if (begun !== age) return;
    const tx = db.transaction(['heads', 'months'], 'readwrite');
    const store = tx.objectStore('months');
    const held = await tx.objectStore('heads').get(userId);
    const goesOn = before !== null && held?.at === before.at && held.scope === before.scope;
    const writes: Promise<unknown>[] = goesOn ? [] : [store.delete(ofUser(userId))];
    for (const [month, list] of months) {
      if (!goesOn || !same(list, known.get(month))) writes.push(store.put({ userId, month, works: list }));
    }
    if (goesOn) for (const month of known.keys()) if (!months.has(month)) writes.push(store.delete([userId, month]));
    const counts = Object.fromEntries([...months].map(([month, list]) => [month, list.length]));
    writes.push(tx.objectStore('heads').put({ ...rest, userId, months: counts }));
    await Promise.all([...writes, tx.done]);
  }, undefined);
}

/** Takes every copy from the device that is not this person's. */
export async function wipeOthers(userId: string): Promise<void> {
  who.drop(([version, person]) => version !== `${VERSION}` || person !== userId).catch(() => undefined);
  await withDb(async (db) => {
    const tx = db.transaction(STORES, 'readwrite');
    const before = IDBKeyRange.upperBound([userId], true);
    const after = IDBKeyRange.lowerBound([userId, []], true);
    await Promise.all([
      ...(['queries', 'months'] as const).flatMap((name) => [
        tx.objectStore(name).delete(before),
        tx.objectStore(name).delete(after),
      ]),
      tx.objectStore('heads').delete(IDBKeyRange.upperBound(userId, true)),
      tx.objectStore('heads').delete(IDBKeyRange.lowerBound(userId, true)),
      tx.done,
    ]);
  }, undefined);
}

/** Takes every copy from the device, and lets nothing be written that was begun before. */
export async function wipeSnapshot(): Promise<void> {
  age += 1;
  who.wipe().catch(() => undefined);
  await withDb(async (db) => {
    const tx = db.transaction(STORES, 'readwrite');
    await Promise.all([...STORES.map((name) => tx.objectStore(name).clear()), tx.done]);
  }, undefined);
}
