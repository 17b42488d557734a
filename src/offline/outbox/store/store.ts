// The outbox's store in IndexedDB: one row per entry. A change is on disk before it is reported as saved.
import {
  MAX_BATCH_BYTES,
  coalesce,
  ACKNOWLEDGED_FOR_MS,
  LEASE_MS,
  nextBatch,
  type BatchLimits,
  type Entry,
  type NewEntry,
  type Problem,
} from '@/offline/outbox/entry';
import { migrateEntry, typeOf } from '@/offline/outbox/record-type';
import { dropPassedDraft } from '@/offline/outbox/restore/draft-handover';
import { emptySendState } from '@/offline/outbox/restore/restore-backup';
import { affectsBackup, syncBackup } from '@/offline/outbox/restore/sync-backup';
import { localValues, pickColumns } from '@/offline/outbox/send/compare';
import { moveToRecord, conflictingEntry } from '@/offline/outbox/send/same-id';
import type { Outcome } from '@/offline/outbox/send/send';
import { withDb, type Draft, type StoredFile, type SendState } from './db';
import { keepDraft } from './drafts';
import { rememberEntries, rememberFile, forgetEverywhere } from './memory-copy';

export { draftsOf, dropDraft } from './drafts';
export { dropFile, filesOf, hasFiles } from './files';
export { syncBackup } from '@/offline/outbox/restore/sync-backup';
export { usersInMemory } from './memory-copy';
export { whenClosed } from './db';

/** Entries and send state of one user. */
type UserState = { entries: Entry[]; sendState: SendState };

/** Changes entries and send state of one user in a transaction that is on disk when the promise resolves. */
async function change<T>(userId: string, work: (at: Transaction) => T, parent?: string): Promise<T> {
  return (await changeAndRead(userId, work, parent)).result;
}

type Transaction = UserState & {
  put: (entry: Entry | Omit<Entry, 'seq'>) => void;
  remove: (entry: Entry) => void;
  files: readonly StoredFile[];
  putFile: (file: StoredFile) => void;
  dropDraft: (key: string) => void;
};

/** Like `change`, but also returns what the store holds afterwards, so that callers need not read it again. */
function changeAndRead<T>(
  userId: string,
  work: (at: Transaction) => T,
  parent?: string,
): Promise<UserState & { result: T; backedUp: Promise<void> }> {
  return withDb(async (db) => {
    const tx = db.transaction(['entries', 'marks', 'files', 'drafts'], 'readwrite', { durability: 'strict' });
    // An abort rejects the pending requests as well; it is handled there.
    tx.done.catch(() => undefined);
    const store = tx.objectStore('entries');
    const fileStore = tx.objectStore('files');
    // In parallel: each response comes from another process, and the user is waiting.
    const [entries, storedState, files] = await Promise.all([
      store.index('user').getAll(userId),
      tx.objectStore('marks').get(userId),
      parent === undefined ? [] : fileStore.index('parent').getAll([userId, parent]),
    ]);
    const sendState = storedState ?? emptySendState(userId);
    const writes: Promise<unknown>[] = [];
    const afterCommit: (() => void)[] = [];
    const stateBefore = JSON.stringify(sendState);
    const entriesBefore = new Map(entries.map((entry) => [entry.seq, entry]));
    const after = new Map(entriesBefore);
    const transaction = {
      entries,
      sendState,
      // The store assigns the `seq` of a new entry.
      put: (entry: Entry | Omit<Entry, 'seq'>) => {
        writes.push(store.put(entry as Entry).then((seq) => after.set(seq, { ...entry, seq })));
      },
      remove: ({ seq, id, file }: Entry) => {
        writes.push(store.delete(seq).then(() => after.delete(seq)));
        if (file) writes.push(fileStore.delete([userId, id]));
      },
      files,
      putFile: (file: StoredFile) => {
        writes.push(fileStore.put(file));
        afterCommit.push(() => rememberFile(file));
      },
      dropDraft: (key: string) => {
        writes.push(tx.objectStore('drafts').delete([userId, key]));
        afterCommit.push(() => {
          forgetEverywhere({ userId, draft: key });
          dropPassedDraft(userId, key);
        });
      },
    };
    let result: T;
    try {
      result = work(transaction);
    } catch (error) {
      // All or nothing: discard what was written before the error.
      tx.abort();
      await Promise.allSettled([...writes, tx.done]);
      throw error;
    }
    if (JSON.stringify(sendState) !== stateBefore) writes.push(tx.objectStore('marks').put(sendState));
    // No more requests follow: commit now instead of waiting for the auto-commit.
    tx.commit();
    await Promise.all([...writes, tx.done]);
    for (const call of afterCommit) call();
    rememberEntries(userId, [...after.values()], entries);
    const changesBackup = [...new Set([...entriesBefore.keys(), ...after.keys()])].some((seq) =>
      affectsBackup(entriesBefore.get(seq), after.get(seq)),
    );
    const backedUp = changesBackup
      ? new Promise<void>((written) => void syncBackup(userId, written))
      : Promise.resolve();
    return { result, backedUp, entries: [...after.values()].toSorted((one, other) => one.seq - other.seq), sendState };
  });
}

/** The result of a save. `existingEntry`: nothing was saved because this entry has the id; the user has to be asked. */
export type Saved = { id: string; existingEntry: Entry | null };

const QUEUED = { state: 'queued', leaseUntil: null, tried: 0, problem: null, acknowledgedAt: null } as const;

/**
 * By user and draft key, the id of the record that was saved from it; null if nothing was saved. While the save runs and
 * right after it, the form still writes its draft, which would restore a record that has been saved.
 */
const savedFrom = new Map<string, Promise<string | null>>();
const saveKey = (userId: string, draft: string) => `${userId} ${draft}`;

/**
 * How long a save waits for the backup. The entry is in the database by then, so a slow backup must not delay the user.
 */
const MAX_BACKUP_WAIT_MS = 500;

/**
 * Queues a change of a record together with its photos. Once it resolves, all of it is on the device, and the entries are
 * in the backup too: a browser killed now, and again just after its next start, may have lost the database by the third.
 */
export async function enqueue(entry: NewEntry, recordedAt: string): Promise<UserState & { result: Saved }> {
  const saving = queue(entry, recordedAt);
  const { userId, id, draft } = entry;
  if (draft !== undefined) {
    const saved = saving.then(
      ({ result }) => (result.existingEntry ? null : id),
      () => null,
    );
    savedFrom.set(saveKey(userId, draft), saved);
  }
  const { backedUp, ...stored } = await saving;
  await Promise.race([backedUp, new Promise((late) => setTimeout(late, MAX_BACKUP_WAIT_MS))]);
  return stored;
}

function queue({ asSeparateRecord, draft, ...entry }: NewEntry, recordedAt: string) {
  const ownId = crypto.randomUUID();
  return changeAndRead<Saved>(
    entry.userId,
    ({ entries, put, remove, files, putFile, dropDraft }) => {
      const knownIds = new Set(entries.map(({ id }) => id));
      // withDb retries: the first attempt was committed although its transaction was reported as aborted.
      if (knownIds.has(ownId)) return { id: ownId, existingEntry: null };
      const current = entries.map(migrateEntry);
      const other = conflictingEntry(current, entry);
      const mustAsk = other !== null && other.action !== 'delete' && asSeparateRecord !== true;
      if (mustAsk && typeOf(entry)?.asksOnDuplicateId) return { id: entry.id, existingEntry: other };
      const id = other ? ownId : entry.id;
      if (draft !== undefined) dropDraft(draft);
      const { put: puts, remove: removedSeqs, add } = coalesce(current, { ...entry, id }, typeOf(entry)?.updateOnly);
      puts.forEach(put);
      if (add) put({ ...add, ...QUEUED, recordedAt });
      // Photos of a changed job are added in the form that saves the change, so they are queued with it.
      const takesPhotos = entry.action === 'insert' || (entry.action === 'update' && typeOf(entry)?.functions);
      for (const file of takesPhotos ? files : []) {
        if (knownIds.has(file.id)) continue;
        const moved = other ? moveToRecord(file, id) : file;
        if (other) putFile(moved);
        put({ ...moved.entry, ...QUEUED, recordedAt });
      }
      const photos =
        entry.action === 'delete' ? entries.filter((one) => one.file && one.parents.includes(entry.id)) : [];
      for (const one of [...entries.filter(({ seq }) => removedSeqs.includes(seq)), ...photos]) remove(one);
      return { id, existingEntry: null };
    },
    entry.id,
  );
}

/**
 * Takes back a deletion that was not sent yet, and puts back the entries that it `replaced`. 'sent': the database has it,
 * or was asked to delete without the store.
 */
export const takeBackDeletion = (
  userId: string,
  { id, kind }: Pick<Entry, 'id' | 'kind'>,
  replaced: readonly Entry[],
): Promise<'taken back' | 'being sent' | 'sent'> =>
  change(userId, ({ entries, put, remove }) => {
    const deletions = entries.filter((one) => one.id === id && one.kind === kind && one.action === 'delete');
    const waiting = deletions.find(({ state }) => state !== 'acknowledged');
    if (waiting && waiting.state !== 'attention' && (waiting.state === 'sending' || waiting.tried > 0))
      return 'being sent';
    if (!waiting && (deletions.length > 0 || replaced.length === 0)) return 'sent';
    if (waiting) remove(waiting);
    const kept = new Set(entries.filter((one) => one !== waiting).map(({ seq }) => seq));
    for (const one of replaced) if (!kept.has(one.seq)) put({ ...one, ...QUEUED, tried: one.tried });
    return 'taken back';
  });

/** Queues photos whose record was saved without them. */
export const queuePhotos = (userId: string, photos: readonly StoredFile[], recordedAt: string): Promise<void> =>
  change(userId, ({ entries, put }) => {
    const knownIds = new Set(entries.map(({ id }) => id));
    for (const { id, entry } of photos) if (!knownIds.has(id)) put({ ...entry, ...QUEUED, recordedAt });
  });

export const entriesOf = (userId: string): Promise<Entry[]> =>
  withDb(async (db) => {
    const entries = await db.getAllFromIndex('entries', 'user', userId);
    rememberEntries(userId, entries);
    return entries;
  });

export const sendStateOf = (userId: string): Promise<SendState> =>
  withDb(async (db) => (await db.get('marks', userId)) ?? emptySendState(userId));

/**
 * Claims the next batch for sending until its lease ends. `exclusive`: no other tab can be sending, so every entry is
 * free.
 */
export const claim = (userId: string, now: number, exclusive: boolean, limits?: BatchLimits): Promise<Entry[]> =>
  change(userId, ({ entries, sendState, put }) => {
    const claimable = exclusive
      ? entries.map((entry) => (entry.state === 'sending' ? { ...entry, state: 'queued' as const } : entry))
      : entries;
    const batch = nextBatch(
      claimable,
      now,
      limits && { ...limits, maxBytes: Math.min(limits.maxBytes, sendState.bytesPerRequest ?? limits.maxBytes) },
    ).map((entry) => ({
      ...entry,
      state: 'sending' as const,
      problem: null,
      leaseUntil: now + LEASE_MS,
      tried: entry.tried + 1,
    }));
    batch.forEach(put);
    // With `limits`, the caller claims only some of the waiting entries; others may be in progress already.
    if (batch.length > 0) sendState.senderUntil = now + LEASE_MS;
    else if (!limits) sendState.senderUntil = 0;
    return batch;
  });

/** Renews the lease of entries that are being sent: a slow request takes longer than a lease. */
export const renewLease = (userId: string, batch: readonly Entry[], now: number): Promise<void> =>
  change(userId, ({ entries, sendState, put }) => {
    const attempts = new Map(batch.map(({ seq, id, tried }) => [`${seq} ${id}`, tried]));
    for (const entry of entries)
      if (entry.state === 'sending' && attempts.get(`${entry.seq} ${entry.id}`) === entry.tried)
        put({ ...entry, leaseUntil: now + LEASE_MS });
    sendState.senderUntil = now + LEASE_MS;
  });

/** Records that no tab is sending any more. */
export const endSending = (userId: string): Promise<void> =>
  change(userId, ({ sendState }) => {
    sendState.senderUntil = 0;
  });

/** After a timeout requests get smaller; after a success they grow back to the usual size. */
const MIN_BATCH_BYTES = 1000;
const reducedBytes = (bytesPerRequest = MAX_BATCH_BYTES) => Math.max(MIN_BATCH_BYTES, bytesPerRequest / 2);
const increasedBytes = (bytesPerRequest: number) => Math.min(MAX_BATCH_BYTES, bytesPerRequest * 2);

/** Records the outcomes of a batch. An entry that another tab has dealt with meanwhile is left as it is. */
export const applyOutcomes = (
  userId: string,
  batch: readonly Entry[],
  outcomes: readonly Outcome[],
  now: number,
  waitMs: (failures: number) => number,
): Promise<void> =>
  change(userId, ({ entries, sendState, put, remove }) => {
    const kinds = new Set(outcomes.map(({ kind }) => kind));
    batch.forEach(({ seq, id, tried, action }, at) => {
      // In a recreated store, `seq` may be another entry's.
      const entry = entries.find((stored) => stored.seq === seq && stored.id === id);
      const outcome = outcomes[at];
      // The user deleted it meanwhile, but a tab that was frozen inserted it after all: queue the deletion again.
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
      // A later attempt, by a tab that took over, decides about the entry instead.
      if (entry?.state !== 'sending' || entry.tried !== tried || !outcome) return;
      const queued = { ...entry, state: 'queued' as const, leaseUntil: null };
      const acknowledged = { ...queued, state: 'acknowledged' as const, acknowledgedAt: now, problem: null };
      if (outcome.kind === 'sent') put(acknowledged);
      else if (outcome.kind === 'attention') {
        const { problem } = outcome;
        // It was acknowledged before. If somebody has deleted it since, or this user lost access, the user need not
        // act.
        if (entry.again && problem.kind === 'deleted') remove(entry);
        else if (entry.again && (problem.kind === 'denied' || entry.action === 'insert')) put(acknowledged);
        else put({ ...queued, state: 'attention', problem });
      } else if (outcome.kind === 'paused') {
        const { faults, notBefore, problem } = outcome;
        put({ ...queued, faults, notBefore, ...(problem ? { state: 'attention', problem } : {}) });
      } else if (outcome.kind === 'existsElsewhere') remove(entry);
      else if (outcome.kind === 'rowChanged') put({ ...queued, seen: outcome.seen });
      else put(queued);
    });
    if (kinds.has('sent') || kinds.has('existsElsewhere')) sendState.lastSentAt = now;
    if (outcomes.some((outcome) => 'late' in outcome && outcome.late))
      sendState.bytesPerRequest = reducedBytes(sendState.bytesPerRequest);
    else if (sendState.bytesPerRequest !== undefined && kinds.has('sent'))
      sendState.bytesPerRequest = increasedBytes(sendState.bytesPerRequest);
    sendState.senderUntil = now + LEASE_MS;
    // Part of the batch is retried in smaller batches, whose outcomes decide about failures and back-off.
    if (kinds.has('retryNow')) return;
    sendState.needsSignIn = kinds.has('signIn');
    const later = outcomes.find((outcome) => outcome.kind === 'later');
    sendState.failures = later ? sendState.failures + 1 : 0;
    sendState.failedAt = now;
    sendState.nextTryAt = later ? now + Math.max(later.afterMs ?? 0, waitMs(sendState.failures)) : 0;
  });

/** Sets a lease for the tab that holds the lock, if that tab has not set one. */
export const expectSender = (userId: string, until: number): Promise<void> =>
  change(userId, ({ sendState }) => {
    if (sendState.senderUntil === 0) sendState.senderUntil = until;
  });

/** Applies the user's decision about an entry: retry it, retry it on top of what the database holds, or drop it. */
export const resolveAttention = (
  userId: string,
  { seq, id }: Pick<Entry, 'seq' | 'id'>,
  how: 'retry' | 'keep-mine' | 'drop',
): Promise<void> =>
  change(userId, ({ entries, put, remove }) => {
    const entry = entries.find((stored) => stored.seq === seq && stored.id === id);
    if (entry?.state !== 'attention') return;
    if (how === 'drop') return remove(entry);
    const queued = { ...entry, state: 'queued' as const, problem: null, notBefore: 0 };
    put(how === 'keep-mine' ? rebase(queued, entry.problem) : queued);
  });

/**
 * The same change, rebased on the current row. An insert of an existing row becomes an update of the columns that
 * differ.
 */
function rebase(entry: Entry, problem: Problem | null): Entry {
  const { theirs, theirsAt } = problem ?? {};
  if (theirs === undefined || theirsAt === undefined) return entry;
  const seen = { ...entry.seen, ...theirs, updated_at: theirsAt };
  const type = typeOf(entry);
  if (entry.action === 'delete') return { ...entry, seen };
  const userValues = type ? localValues(type, entry, theirs) : entry.fields;
  if (entry.action === 'update') return { ...entry, fields: userValues, seen };
  const columns = Object.keys(theirs).filter((column) => column in userValues);
  return { ...entry, action: 'update', fields: pickColumns(userValues, columns), seen };
}

/** Queues entries with these kinds of problem again: the cause was not their content. */
function requeue({ entries, put }: Transaction, kinds: readonly Problem['kind'][]) {
  for (const entry of entries)
    if (entry.problem && kinds.includes(entry.problem.kind))
      put({ ...entry, state: 'queued', problem: null, notBefore: 0 });
}

/** Queues again what was refused for lack of access. */
export const retryDenied = (userId: string): Promise<void> => change(userId, (at) => requeue(at, ['denied']));

/** Ends the back-off: the user asked, the connection returned, or the user signed in. */
export const endBackOff = (userId: string): Promise<void> =>
  change(userId, (at) => {
    const { sendState } = at;
    requeue(at, ['denied', 'failed']);
    sendState.failures = 0;
    sendState.nextTryAt = 0;
    sendState.needsSignIn = false;
  });

/** Queues acknowledged entries again that the server has lost, in their old order. */
export const requeueRolledBack = (userId: string, lost: ReadonlySet<number>): Promise<void> =>
  change(userId, ({ entries, put }) => {
    for (const entry of entries) {
      if (entry.state === 'acknowledged' && lost.has(entry.seq)) put({ ...entry, state: 'queued', again: true });
    }
  });

/** Deletes entries that were acknowledged more than `ACKNOWLEDGED_FOR_MS` ago. */
export const deleteOldAcknowledged = (userId: string, now: number): Promise<void> =>
  change(userId, ({ entries, remove }) => {
    for (const entry of entries) {
      if (entry.state === 'acknowledged' && (entry.acknowledgedAt ?? 0) + ACKNOWLEDGED_FOR_MS < now) remove(entry);
    }
  });

/** Writes a draft, unless it is of a record that this form has just saved. `isClosing`: the page is being closed. */
export async function putDraft(draft: Draft, isClosing = false): Promise<void> {
  const saving = savedFrom.get(saveKey(draft.userId, draft.form));
  if (!saving || (await saving) !== draft.id) await keepDraft(draft, isClosing);
}
