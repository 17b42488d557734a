// The outbox's store: IndexedDB, one row an entry, each change on the disk before anybody is told that it is saved.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { picked } from './compare';
import { fold, KEPT_MS, LEASE_MS, nextBatch, type Entry, type NewEntry, type Problem } from './entry';
import type { Outcome } from './send';

const NAME = 'farm-diary-outbox';
const VERSION = 2;

/** What is known of a person's sending, for every tab and every start. Times are milliseconds. */
export type Mark = {
  userId: string;
  lastSentAt: number | null;
  /** A tab is sending and says so until then. */
  senderUntil: number;
  failures: number;
  nextTryAt: number;
  needsSignIn: boolean;
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
};

export type Draft = { userId: string; form: string; id: string; values: unknown; at: number };

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- the library's own shape is one
interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { user: string } };
  drafts: { key: [string, string]; value: Draft };
  marks: { key: string; value: Mark };
  files: { key: [string, string]; value: KeptFile; indexes: { parent: [string, string]; user: string } };
}
type Db = IDBPDatabase<Schema>;

let opened: Promise<Db> | null = null;

function open(): Promise<Db> {
  const opening = openDB<Schema>(NAME, VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId');
        db.createObjectStore('drafts', { keyPath: ['userId', 'form'] });
        db.createObjectStore('marks', { keyPath: 'userId' });
      }
      if (from < 2) {
        const files = db.createObjectStore('files', { keyPath: ['userId', 'id'] });
        files.createIndex('parent', ['userId', 'parent']);
        files.createIndex('user', 'userId');
      }
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

/** Phones close the database behind the app's back: the handle is dropped and the work tried once more. */
export async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(await (opened ??= open()));
  } catch (error) {
    const again = error instanceof DOMException && /^(InvalidState|Unknown|Abort|Transaction)/.test(error.name);
    if (!again) throw error;
    forget();
    return work(await (opened ??= open()));
  }
}

/** Changes entries and the mark of one person in one transaction that is on the disk when the promise resolves. */
function change<T>(
  userId: string,
  work: (at: {
    entries: Entry[];
    mark: Mark;
    put: (entry: Entry | Omit<Entry, 'seq'>) => void;
    remove: (entry: Entry) => void;
    files: readonly KeptFile[];
  }) => T,
  parent?: string,
): Promise<T> {
  return withDb(async (db) => {
    const tx = db.transaction(['entries', 'marks', 'files'], 'readwrite', { durability: 'strict' });
    const store = tx.objectStore('entries');
    const entries = await store.index('user').getAll(userId);
    const mark = (await tx.objectStore('marks').get(userId)) ?? emptyMark(userId);
    const kept = tx.objectStore('files');
    const files = parent === undefined ? [] : await kept.index('parent').getAll([userId, parent]);
    const writes: Promise<unknown>[] = [];
    const before = JSON.stringify(mark);
    const result = work({
      entries,
      mark,
      // The store gives a new entry its number.
      put: (entry) => writes.push(store.put(entry as Entry)),
      remove: ({ seq, id, file }) => {
        writes.push(store.delete(seq));
        if (file) writes.push(kept.delete([userId, id]));
      },
      files,
    });
    if (JSON.stringify(mark) !== before) writes.push(tx.objectStore('marks').put(mark));
    await Promise.all([...writes, tx.done]);
    return result;
  });
}

const emptyMark = (userId: string): Mark => ({
  userId,
  lastSentAt: null,
  senderUntil: 0,
  failures: 0,
  nextTryAt: 0,
  needsSignIn: false,
});

/** Saves a change of a record for sending, its photos along with it. When it resolves, the device has it. */
export const enqueue = (entry: NewEntry, recordedAt: string): Promise<void> =>
  change(
    entry.userId,
    ({ entries, put, remove, files }) => {
      const { put: changed, remove: gone, add } = fold(entries, entry);
      const queued = {
        recordedAt,
        state: 'queued',
        leaseUntil: null,
        tried: 0,
        problem: null,
        acknowledgedAt: null,
      } as const;
      changed.forEach(put);
      if (add) put({ ...add, ...queued });
      const known = new Set(entries.map(({ id }) => id));
      if (entry.action === 'insert' && add) {
        for (const file of files) if (!known.has(file.id)) put({ ...file.entry, ...queued });
      }
      const photos =
        entry.action === 'delete' ? entries.filter((one) => one.file && one.parents.includes(entry.id)) : [];
      for (const one of [...entries.filter(({ seq }) => gone.includes(seq)), ...photos]) remove(one);
    },
    entry.id,
  );

export const entriesOf = (userId: string): Promise<Entry[]> =>
  withDb((db) => db.getAllFromIndex('entries', 'user', userId));

export const markOf = (userId: string): Promise<Mark> =>
  withDb(async (db) => (await db.get('marks', userId)) ?? emptyMark(userId));

/** Takes the next batch for sending, until its lease ends. `alone`: no other tab can be at it, so all is free. */
export const claim = (userId: string, now: number, alone: boolean): Promise<Entry[]> =>
  change(userId, ({ entries, mark, put }) => {
    const free = alone
      ? entries.map((entry) => (entry.state === 'sending' ? { ...entry, state: 'queued' as const } : entry))
      : entries;
    const batch = nextBatch(free, now).map((entry) => ({
      ...entry,
      state: 'sending' as const,
      leaseUntil: now + LEASE_MS,
      tried: entry.tried + 1,
    }));
    batch.forEach(put);
    mark.senderUntil = batch.length > 0 ? now + LEASE_MS : 0;
    return batch;
  });

/** Writes down what came of a batch. An entry that somebody else has settled meanwhile stays as it is. */
export const settle = (
  userId: string,
  batch: readonly Entry[],
  outcomes: readonly Outcome[],
  now: number,
  waitMs: (failures: number) => number,
): Promise<void> =>
  change(userId, ({ entries, mark, put }) => {
    const kinds = new Set(outcomes.map(({ kind }) => kind));
    batch.forEach(({ seq }, at) => {
      const entry = entries.find((stored) => stored.seq === seq);
      const outcome = outcomes[at];
      if (entry?.state !== 'sending' || !outcome) return;
      const calm = { ...entry, state: 'queued' as const, leaseUntil: null };
      if (outcome.kind === 'sent') put({ ...calm, state: 'acknowledged', acknowledgedAt: now, problem: null });
      else if (outcome.kind === 'attention') put({ ...calm, state: 'attention', problem: outcome.problem });
      else if (outcome.kind === 'again') put({ ...calm, seen: outcome.seen });
      else put(calm);
    });
    if (kinds.has('sent')) mark.lastSentAt = now;
    mark.needsSignIn = kinds.has('signIn');
    const later = outcomes.find((outcome) => outcome.kind === 'later');
    mark.failures = later ? mark.failures + 1 : 0;
    mark.nextTryAt = later ? now + Math.max(later.afterMs ?? 0, waitMs(mark.failures)) : 0;
    mark.senderUntil = now + LEASE_MS;
  });

/** Begins the lease of a tab that holds the lock and has said nothing yet. */
export const expectSender = (userId: string, until: number): Promise<void> =>
  change(userId, ({ mark }) => {
    if (mark.senderUntil === 0) mark.senderUntil = until;
  });

/** A person's answer to an entry that needs one: try it again, on top of what the database holds, or drop it. */
export const answer = (userId: string, seq: number, how: 'retry' | 'keep-mine' | 'drop'): Promise<void> =>
  change(userId, ({ entries, put, remove }) => {
    const entry = entries.find((stored) => stored.seq === seq);
    if (entry?.state !== 'attention') return;
    if (how === 'drop') return remove(entry);
    const calm = { ...entry, state: 'queued' as const, problem: null };
    put(how === 'keep-mine' ? onTop(calm, entry.problem) : calm);
  });

/** The same wish, based on the row as the database now holds it; of a row that is there already it changes what differs. */
function onTop(entry: Entry, problem: Problem | null): Entry {
  const { theirs, theirsAt } = problem ?? {};
  if (theirs === undefined || theirsAt === undefined) return entry;
  const seen = { ...entry.seen, ...theirs, updated_at: theirsAt };
  if (entry.action !== 'insert') return { ...entry, seen };
  return { ...entry, action: 'update', fields: picked(entry.fields, Object.keys(theirs)), seen };
}

/** Lets the next try happen now: a person asked, a line came back, somebody signed in. */
export const wake = (userId: string): Promise<void> =>
  change(userId, ({ entries, mark, put }) => {
    // Nothing of such an entry was wrong.
    for (const entry of entries)
      if (entry.problem?.kind === 'denied') put({ ...entry, state: 'queued', problem: null });
    mark.failures = 0;
    mark.nextTryAt = 0;
    mark.needsSignIn = false;
  });

/** Forgets what the database has had for long enough. */
export const tidy = (userId: string, now: number): Promise<void> =>
  change(userId, ({ entries, remove }) => {
    for (const entry of entries) {
      if (entry.state === 'acknowledged' && (entry.acknowledgedAt ?? 0) + KEPT_MS < now) remove(entry);
    }
  });

export const putDraft = (draft: Draft): Promise<void> =>
  withDb(async (db) => {
    await db.put('drafts', draft);
  });
export const draftOf = (userId: string, form: string): Promise<Draft | undefined> =>
  withDb((db) => db.get('drafts', [userId, form]));
export const dropDraft = (userId: string, form: string): Promise<void> =>
  withDb((db) => db.delete('drafts', [userId, form]));
