// The outbox's store: IndexedDB, one row an entry, each change on the disk before anybody is told that it is saved.
import { picked } from './compare';
import { withDb, type Draft, type KeptFile, type Mark } from './db';
import { fold, KEPT_MS, LEASE_MS, nextBatch, type Entry, type NewEntry, type Problem } from './entry';
import { entryNow } from './record-type';
import './records';
import { emptyMark } from './put-back';
import type { Outcome } from './send';
import { isNews, levelSpares } from './spare';

export { dropFile, filesOf, tidyFiles } from './files';
export { levelSpares } from './spare';

/** What one person's store holds. */
type Held = { entries: Entry[]; mark: Mark };

/** Changes entries and the mark of one person in one transaction that is on the disk when the promise resolves. */
async function change<T>(userId: string, work: (at: At) => T, parent?: string): Promise<T> {
  return (await changeAndHold(userId, work, parent)).result;
}

type At = Held & {
  put: (entry: Entry | Omit<Entry, 'seq'>) => void;
  remove: (entry: Entry) => void;
  files: readonly KeptFile[];
};

/** The same, and what the store holds after it: who shows that need not read it again. */
function changeAndHold<T>(userId: string, work: (at: At) => T, parent?: string): Promise<Held & { result: T }> {
  return withDb(async (db) => {
    const tx = db.transaction(['entries', 'marks', 'files'], 'readwrite', { durability: 'strict' });
    // What breaks it off fails what was asked of it, too, and that says so.
    tx.done.catch(() => undefined);
    const store = tx.objectStore('entries');
    const kept = tx.objectStore('files');
    // Asked at once: each answer comes from another process, and somebody waits for them.
    const [entries, found, files] = await Promise.all([
      store.index('user').getAll(userId),
      tx.objectStore('marks').get(userId),
      parent === undefined ? [] : kept.index('parent').getAll([userId, parent]),
    ]);
    const mark = found ?? emptyMark(userId);
    const writes: Promise<unknown>[] = [];
    const before = JSON.stringify(mark);
    const old = new Map(entries.map((entry) => [entry.seq, entry]));
    const after = new Map(old);
    const all = {
      entries,
      mark,
      // The store gives a new entry its number.
      put: (entry: Entry | Omit<Entry, 'seq'>) => {
        writes.push(store.put(entry as Entry).then((seq) => after.set(seq, { ...entry, seq })));
      },
      remove: ({ seq, id, file }: Entry) => {
        writes.push(store.delete(seq).then(() => after.delete(seq)));
        if (file) writes.push(kept.delete([userId, id]));
      },
      files,
    };
    let result: T;
    try {
      result = work(all);
    } catch (error) {
      // All of it or nothing: what was written before it broke off must not stay.
      tx.abort();
      await Promise.allSettled([...writes, tx.done]);
      throw error;
    }
    if (JSON.stringify(mark) !== before) writes.push(tx.objectStore('marks').put(mark));
    // Nothing more is to come: the store need not wait to be asked.
    tx.commit();
    await Promise.all([...writes, tx.done]);
    if ([...new Set([...old.keys(), ...after.keys()])].some((seq) => isNews(old.get(seq), after.get(seq))))
      void levelSpares(userId);
    return { result, entries: [...after.values()].toSorted((one, other) => one.seq - other.seq), mark };
  });
}

/** Saves a change of a record for sending, its photos along with it. When it resolves, the device has it, and all of this. */
export const enqueue = (entry: NewEntry, recordedAt: string): Promise<Held> =>
  changeAndHold(
    entry.userId,
    ({ entries, put, remove, files }) => {
      const { put: changed, remove: gone, add } = fold(entries.map(entryNow), entry);
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
  change(userId, ({ entries, mark, put, remove }) => {
    const kinds = new Set(outcomes.map(({ kind }) => kind));
    batch.forEach(({ seq, tried, action }, at) => {
      const entry = entries.find((stored) => stored.seq === seq);
      const outcome = outcomes[at];
      // Deleted by its person meanwhile, and brought there after all by a tab that was frozen on the way: once more.
      if (outcome?.kind === 'sent' && action === 'insert' && entry?.action === 'delete') {
        return put({
          ...entry,
          state: 'queued',
          leaseUntil: null,
          tried: entry.tried + 1,
          acknowledgedAt: null,
          seen: null,
        });
      }
      // A later try, of a tab that took over, says what came of the entry as it is now.
      if (entry?.state !== 'sending' || entry.tried !== tried || !outcome) return;
      const calm = { ...entry, state: 'queued' as const, leaseUntil: null };
      const done = { ...calm, state: 'acknowledged' as const, acknowledgedAt: now, problem: null };
      if (outcome.kind === 'sent') put(done);
      else if (outcome.kind === 'attention') {
        const { problem } = outcome;
        // It had been taken before: what somebody deleted since, or this person may not see any more, is no trouble.
        if (entry.again && problem.kind === 'deleted') remove(entry);
        else if (entry.again && (problem.kind === 'denied' || entry.action === 'insert')) put(done);
        else put({ ...calm, state: 'attention', problem });
      } else if (outcome.kind === 'elsewhere') remove(entry);
      else if (outcome.kind === 'again') put({ ...calm, seen: outcome.seen });
      else put(calm);
    });
    if (kinds.has('sent') || kinds.has('elsewhere')) mark.lastSentAt = now;
    mark.needsSignIn = kinds.has('signIn');
    const later = outcomes.find((outcome) => outcome.kind === 'later');
    mark.failures = later ? mark.failures + 1 : 0;
    mark.failedAt = now;
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

/** Acknowledged entries that the server has lost go once more, in their old order. */
export const queueAgain = (userId: string, lost: ReadonlySet<number>): Promise<void> =>
  change(userId, ({ entries, put }) => {
    for (const entry of entries) {
      if (entry.state === 'acknowledged' && lost.has(entry.seq)) put({ ...entry, state: 'queued', again: true });
    }
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
