// The snapshot: the last copies of what one user read, in IndexedDB, so that the app opens offline. If local storage is
// unavailable (blocked, full or broken), every call behaves as if nothing were stored.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { cacheBackup } from '@/lib/cache-backup';
import type { Work } from '@/records/works';

const NAME = 'farm-diary-snapshots';
/**
 * Increasing it deletes every copy: a phone that starts the newer app without signal can then open nothing, not even
 * its form. Convert copies of earlier versions when they are read instead (`withIsWho`).
 */
const VERSION = 1;

/**
 * The result of a query, with the text of its key. `isWho`: it says who the user is and what they may see. `updatedAt`
 * in milliseconds.
 */
export type QueryCopy = { userId: string; hash: string; isWho: boolean; data: unknown; updatedAt: number };

/** The copied part of the job log. */
export type WorksCopy = {
  /** Cache scope: whose rows, and with which permissions. A copy with another scope is discarded. */
  scope: string;
  /** The columns that were read. A version of the app with others reads the job log again, and nothing else. */
  columns: string;
  /** Newest first. */
  works: readonly Work[];
  /** All entries from this day on are included; of those before it only the unbilled ones. */
  border: string;
  /** There are entries before the border that are not included. */
  older: boolean;
  /** The latest `updated_at` that was read: the database's clock, never the device's. */
  cursor: string | null;
  /** Milliseconds: when it was last confirmed by the database. */
  at: number;
};

type Head = Omit<WorksCopy, 'works'> & { userId: string; months: Record<string, number> };
type Month = { userId: string; month: string; works: Work[] };

// oxlint-disable-next-line typescript/consistent-type-definitions -- the library's own shape is one
interface Schema extends DBSchema {
  queries: { key: [string, string]; value: QueryCopy };
  heads: { key: string; value: Head };
  months: { key: [string, string]; value: Month };
}
type Db = IDBPDatabase<Schema>;
const STORES = ['queries', 'heads', 'months'] as const;

let opened: Promise<Db> | null = null;
/** Increases with each wipe: writes that began before it are dropped. */
let wipes = 0;

function open(): Promise<Db> {
  const opening = openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore('queries', { keyPath: ['userId', 'hash'] });
      db.createObjectStore('heads', { keyPath: 'userId' });
      db.createObjectStore('months', { keyPath: ['userId', 'month'] });
    },
    // Another tab opens a newer version: close this connection, so that it need not wait.
    blocking: (_now, _next, event) => (event.target as IDBDatabase).close(),
    terminated: dropHandle,
  });
  opening.catch(dropHandle);
  return opening;
}

function dropHandle() {
  opened = null;
}

/**
 * Does the work, retrying once with a fresh handle if the old one was closed; resolves with `fallback` if it can't.
 */
async function withDb<T>(work: (db: Db) => Promise<T>, fallback: T): Promise<T> {
  if (typeof indexedDB === 'undefined') return fallback;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      return await work(await (opened ??= open()));
    } catch {
      dropHandle();
    }
  }
  return fallback;
}

/** The user's profile and permissions are kept in a backup as well: the app can open with these alone. */
const identityBackup = cacheBackup('farm-diary-who');

/** Copies of earlier versions have no `isWho`: it follows from the first part of their key. */
const withIsWho = ({ isWho, ...copy }: Omit<QueryCopy, 'isWho'> & { isWho?: boolean }): QueryCopy => ({
  ...copy,
  isWho: isWho ?? /^\["(profile|farm-settings)"/.test(copy.hash),
});

/** The copies of this version in the backup. Rejects if the backup can't be read. */
async function identityCopies(userId: string): Promise<QueryCopy[]> {
  const paths = await identityBackup.paths();
  const ownPaths = paths.filter(([version, person]) => version === `${VERSION}` && person === userId);
  const copies = await Promise.all(ownPaths.map((path) => identityBackup.read(path)));
  // Written by putQueryCopies.
  return copies.flatMap((one) => (one ? [withIsWho(one.value as QueryCopy)] : []));
}

/** Puts these copies into the backup, unless they are wiped meanwhile; with `onlyMissing` those alone that it lacks. */
function backUp(copies: readonly QueryCopy[], onlyMissing = false) {
  const wipesBefore = wipes;
  for (const copy of copies)
    identityBackup
      .put([`${VERSION}`, copy.userId, copy.hash], copy, { onlyMissing, isCancelled: () => wipesBefore !== wipes })
      .catch(() => undefined);
}

const ofUser = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

/** The works copy from its stored parts; null if there is none, or if the device has lost a part of it. */
function joinParts(head: Head | undefined, months: Month[]): WorksCopy | null {
  if (!head) return null;
  const { months: counts, scope, columns, border, older, cursor, at } = head;
  const isComplete = months.length === Object.keys(counts).length;
  if (!isComplete || months.some(({ month, works }) => works.length !== counts[month])) return null;
  // Newest month first, and newest first within each.
  return { scope, columns, border, older, cursor, at, works: months.reverse().flatMap(({ works }) => works) };
}

/** What this device holds of a user's records; null if it can't be read. */
export const copiesOf = (userId: string): Promise<{ queries: QueryCopy[]; works: WorksCopy | null } | null> =>
  withDb(async (db) => {
    const tx = db.transaction(STORES);
    const [stored, head, months] = await Promise.all([
      tx.objectStore('queries').getAll(ofUser(userId)),
      tx.objectStore('heads').get(userId),
      tx.objectStore('months').getAll(ofUser(userId)),
    ]);
    const queries = stored.map(withIsWho);
    const identity = queries.filter(({ isWho }) => isWho);
    // A page that was closed at once may have stored them in the database only.
    backUp(identity, true);
    const fromBackup = identity.length > 0 ? [] : await identityCopies(userId).catch(() => []);
    return { queries: [...queries, ...fromBackup], works: joinParts(head, months) };
  }, null);

/** Stores the results of queries. */
export async function putQueryCopies(copies: readonly QueryCopy[]): Promise<void> {
  const wipesBefore = wipes;
  await withDb(async (db) => {
    if (wipesBefore !== wipes) return;
    const tx = db.transaction('queries', 'readwrite');
    const puts = copies.map((copy) => tx.store.put(copy));
    // A page that is being closed doesn't live until the auto-commit.
    tx.commit();
    await Promise.all([...puts, tx.done]);
    if (wipesBefore === wipes) backUp(copies.filter(({ isWho }) => isWho));
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

const isSameList = (a: readonly Work[], b: readonly Work[] | undefined) =>
  a.length === b?.length && a.every((work, at) => work === b[at]);

/**
 * Stores the works copy month by month: the months that differ from `before`, or all of them if the device holds
 * something other than `before` (another tab wrote, or storage was cleared).
 */
export async function putWorksCopy(userId: string, copy: WorksCopy, before: WorksCopy | null): Promise<void> {
  const wipesBefore = wipes;
  const { works, ...rest } = copy;
  const months = byMonth(works);
  const knownMonths = byMonth(before?.works ?? []);
  await withDb(async (db) => {
    if (wipesBefore !== wipes) return;
    const tx = db.transaction(['heads', 'months'], 'readwrite');
    const store = tx.objectStore('months');
    const stored = await tx.objectStore('heads').get(userId);
    const isContinuation = before !== null && stored?.at === before.at && stored.scope === before.scope;
    const writes: Promise<unknown>[] = isContinuation ? [] : [store.delete(ofUser(userId))];
    for (const [month, list] of months) {
      if (!isContinuation || !isSameList(list, knownMonths.get(month)))
        writes.push(store.put({ userId, month, works: list }));
    }
    if (isContinuation)
      for (const month of knownMonths.keys()) if (!months.has(month)) writes.push(store.delete([userId, month]));
    const counts = Object.fromEntries([...months].map(([month, list]) => [month, list.length]));
    writes.push(tx.objectStore('heads').put({ ...rest, userId, months: counts }));
    await Promise.all([...writes, tx.done]);
  }, undefined);
}

/** Deletes every copy that is not this user's from the device. */
export async function wipeOthers(userId: string): Promise<void> {
  identityBackup
    .deleteWhere(([version, person]) => version !== `${VERSION}` || person !== userId)
    .catch(() => undefined);
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

/** Deletes every copy from the device, and drops writes that began before. */
export async function wipeSnapshot(): Promise<void> {
  wipes += 1;
  identityBackup.wipe().catch(() => undefined);
  await withDb(async (db) => {
    const tx = db.transaction(STORES, 'readwrite');
    await Promise.all([...STORES.map((name) => tx.objectStore(name).clear()), tx.done]);
  }, undefined);
}
