// The outbox's IndexedDB database: schema, versions, and reopening it after the browser closes it.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Entry, NewEntry } from '@/offline/outbox/entry';
import { restoreBackup, storeSentinel } from '@/offline/outbox/restore/restore-backup';
import { restoreFromMemory } from './memory-copy';
import { newerIsOpen, reportNewerOpen } from './newer-version';

const NAME = 'farm-diary-outbox';
const VERSION = 2;
const OPEN_TIMEOUT_MS = 8000;

/**
 * Send state of one user, shared by all tabs and kept across starts; two rows are sentinels
 * (restore-backup.ts). Times are in milliseconds.
 */
export type SendState = {
  userId: string;
  lastSentAt: number | null;
  /** Until then a tab is sending. */
  senderUntil: number;
  failures: number;
  /** Time of the last failure; the back-off counts from here. */
  failedAt: number;
  nextTryAt: number;
  needsSignIn: boolean;
  /** Bytes per request on this connection, if less than the usual limit. */
  bytesPerRequest?: number;
  /** Only in the sentinel row `STORE_ID`: the id of this store. A cleared store gets a new id. */
  store?: string;
};

/** A photo, kept with its entry from the moment it was chosen, saved or not. */
export type StoredFile = {
  userId: string;
  /** Its own record id, and the id of the record it belongs to. */
  id: string;
  parent: string;
  bytes: ArrayBuffer;
  mime: string;
  /** The entry to queue when its parent record is saved. */
  entry: NewEntry;
  at: number;
  /** Chosen for a change of an existing record: it counts as saved only once that change is saved. */
  forChange?: true;
};

/**
 * `form`: the draft's key, which is the form's name, a slash and an id per open form; earlier versions stored one draft
 * per form, under its name alone. Code calls it `key`; the stored field can't be renamed, since it is in the key path.
 */
export type Draft = { userId: string; form: string; id: string; values: unknown; at: number };

// oxlint-disable-next-line typescript/consistent-type-definitions -- extends DBSchema, an interface
interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { user: string } };
  drafts: { key: [string, string]; value: Draft };
  /** The send states. Renaming a store would need a migration. */
  marks: { key: string; value: SendState };
  files: { key: [string, string]; value: StoredFile; indexes: { parent: [string, string]; user: string } };
}
export type Db = IDBPDatabase<Schema>;

let opened: Promise<Db> | null = null;
const closeListeners = new Set<() => void>();

/** Registers a callback for when the browser closes the store on its own, as it does to clear it. */
export const whenClosed = (call: () => void) => void closeListeners.add(call);

function open(): Promise<Db> {
  const opening = openDB<Schema>(NAME, VERSION, {
    upgrade(db, from, _to, tx) {
      // An abort also rejects the open request, where it is handled; the old version stays.
      tx.done.catch(() => undefined);
      if (from < 1) {
        db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId');
        db.createObjectStore('drafts', { keyPath: ['userId', 'form'] });
        void db.createObjectStore('marks', { keyPath: 'userId' }).put(storeSentinel());
      }
      if (from < 2) {
        const files = db.createObjectStore('files', { keyPath: ['userId', 'id'] });
        files.createIndex('parent', ['userId', 'parent']);
        files.createIndex('user', 'userId');
      }
    },
    // Another tab upgrades or deletes the store: close this connection so that it need not wait.
    blocking: (_now, next, event) => {
      dropHandle();
      (event.target as IDBDatabase).close();
      // Opening again fails with a VersionError if the newer version was really installed.
      if (next !== null) withDb(() => Promise.resolve()).catch(() => undefined);
    },
    terminated: () => {
      dropHandle();
      for (const call of closeListeners) call();
    },
  }).then(async (db) => {
    try {
      await restoreFromMemory(db);
    } catch (error) {
      // Do not use the store in this state: the next read would overwrite this page's copy with the incomplete store.
      db.close();
      throw error;
    }
    await restoreBackup(db).catch(() => undefined);
    return db;
  });
  const inTime = withTimeout(opening, OPEN_TIMEOUT_MS);
  inTime.catch(dropHandle);
  return inTime;
}

/**
 * Some private windows never answer, and a tab that keeps its connection open blocks an upgrade: time out, and treat
 * the store as unavailable.
 */
function withTimeout(opening: Promise<Db>, ms: number): Promise<Db> {
  return new Promise((resolve, reject) => {
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      reject(new DOMException('The storage of this device does not answer', 'TimeoutError'));
    }, ms);
    void opening.then((db) => (isTimedOut ? db.close() : resolve(db)), reject).finally(() => clearTimeout(timer));
  });
}

function dropHandle() {
  opened = null;
}

const VERSION_ERROR = 'VersionError';
const CONNECTION_LOST = /^(InvalidState|Unknown|Abort|Transaction)/;
const errorName = (error: unknown) => (error instanceof Error ? error.name : '');

/** Mobile browsers close the database on their own: drop the handle and retry once. */
export async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  if (newerIsOpen()) throw new DOMException('A newer version of the app has the store', VERSION_ERROR);
  try {
    return await work(await (opened ??= open()));
  } catch (error) {
    if (errorName(error) === VERSION_ERROR) reportNewerOpen();
    if (!CONNECTION_LOST.test(errorName(error))) throw error;
    dropHandle();
    return work(await (opened ??= open()));
  }
}
