// The outbox's database on this device: its shape and versions, and how it is had back when the device takes it away.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Entry, NewEntry } from './entry';
import { putHeldBack } from './held';
import { putBack, storeMark } from './put-back';
import { newerIsOpen, sayNewerIsOpen } from './store-closed';

const NAME = 'farm-diary-outbox';
const VERSION = 2;
const OPENS_WITHIN_MS = 8000;

/** What is known of a person's sending, for every tab and every start; one is nobody's (put-back.ts). Times are milliseconds. */
export type Mark = {
  userId: string;
  lastSentAt: number | null;
  /** A tab is sending and says so until then. */
  senderUntil: number;
  failures: number;
  /** Of the last failure; the wait until the next try counts from here. */
  failedAt: number;
  nextTryAt: number;
  needsSignIn: boolean;
  /** Bytes that go into one request on this line, where that is less than on a good one. */
  pace?: number;
  /** Of nobody's: which store this is. One that was cleared begins as another. */
  store?: string;
};

/** A photo that is kept with an entry from the moment it was chosen, saved or not. */
export type KeptFile = {
  userId: string;
  /** The record that it becomes, and the record that it belongs to. */
  id: string;
  parent: string;
  bytes: ArrayBuffer;
  mime: string;
  /** Saved with the record that it belongs to. */
  entry: NewEntry;
  at: number;
  /** Chosen for a change of a record that is there already: without that change nobody has saved it. */
  forChange?: true;
};

/** `form`: the form's name, and after a slash the key of the one that was open; an earlier version had one a form. */
export type Draft = { userId: string; form: string; id: string; values: unknown; at: number };

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- the library's own shape is one
interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { user: string } };
  drafts: { key: [string, string]; value: Draft };
  marks: { key: string; value: Mark };
  files: { key: [string, string]; value: KeptFile; indexes: { parent: [string, string]; user: string } };
}
export type Db = IDBPDatabase<Schema>;

let opened: Promise<Db> | null = null;
const calls = new Set<() => void>();

/** Calls when the browser has closed the store behind the app's back, as it does to clear it. */
export const whenClosed = (call: () => void) => void calls.add(call);

function open(): Promise<Db> {
  const opening = openDB<Schema>(NAME, VERSION, {
    upgrade(db, from, _to, tx) {
      // What breaks it off fails the opening, which says so; the device then keeps what it had.
      tx.done.catch(() => undefined);
      if (from < 1) {
        db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId');
        db.createObjectStore('drafts', { keyPath: ['userId', 'form'] });
        void db.createObjectStore('marks', { keyPath: 'userId' }).put(storeMark());
      }
      if (from < 2) {
        const files = db.createObjectStore('files', { keyPath: ['userId', 'id'] });
        files.createIndex('parent', ['userId', 'parent']);
        files.createIndex('user', 'userId');
      }
    },
    // Another tab brings a newer version, or removes the store: it must not wait for this one.
    blocking: (_now, next, event) => {
      forget();
      (event.target as IDBDatabase).close();
      // Whether the newer version was brought is known once it is done with it.
      if (next !== null) withDb(() => Promise.resolve()).catch(() => undefined);
    },
    terminated: () => {
      forget();
      for (const call of calls) call();
    },
  }).then(async (db) => {
    try {
      await putHeldBack(db);
    } catch (error) {
      // Not to be used as it is: what the page holds would be taken for what the store says.
      db.close();
      throw error;
    }
    await putBack(db).catch(() => undefined);
    return db;
  });
  const inTime = within(opening, OPENS_WITHIN_MS);
  inTime.catch(forget);
  return inTime;
}

/** Some private windows never answer, and a tab that does not let go blocks: then the device keeps nothing for now. */
function within(opening: Promise<Db>, ms: number): Promise<Db> {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new DOMException('The storage of this device does not answer', 'TimeoutError'));
    }, ms);
    void opening.then((db) => (late ? db.close() : resolve(db)), reject).finally(() => clearTimeout(timer));
  });
}

function forget() {
  opened = null;
}

const NEWER = 'VersionError';
const BROKE_OFF = /^(InvalidState|Unknown|Abort|Transaction)/;
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/** Phones close the database behind the app's back: the handle is dropped and the work tried once more. */
export async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  if (newerIsOpen()) throw new DOMException('A newer version of the app has the store', NEWER);
  try {
    return await work(await (opened ??= open()));
  } catch (error) {
    if (nameOf(error) === NEWER) sayNewerIsOpen();
    if (!BROKE_OFF.test(nameOf(error))) throw error;
    forget();
    return work(await (opened ??= open()));
  }
}
