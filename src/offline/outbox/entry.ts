// Entries of the outbox: changes saved on this device that the database may not have yet.
import type { Action } from '@/records/captured';
import type { Columns } from '@/records/record';

export type { Action, Columns };

/** Why an entry needs its user's attention, in words for that user. */
export type Problem = {
  /**
   * denied: retried when access may have returned. failed: never a valid response from our server; retried at
   * intervals.
   */
  kind: 'refused' | 'denied' | 'conflict' | 'deleted' | 'failed';
  sentence: string;
  /** What the database holds in the columns of the entry, where it differs. */
  theirs?: Columns;
  /** `updated_at` of the row that `theirs` was read from. */
  theirsAt?: string;
};

/**
 * queued: waits for its turn. sending: a tab is sending it until its lease ends. attention: refused or failing, with a
 * `problem` for the user. acknowledged: in the database; kept for a while in case the server is restored to an earlier
 * state.
 */
type EntryState = 'queued' | 'sending' | 'attention' | 'acknowledged';

export type Entry = {
  /** Order of saving, assigned by the store and never taken from the clock. */
  seq: number;
  /** Its owner: no other user of this device sees or sends it. */
  userId: string;
  accountId: string;
  /** The record type, which knows how to send it. */
  kind: string;
  /** The record's own id, generated when its form opened. */
  id: string;
  action: Action;
  /** Schema version of `fields`. */
  version: number;
  /** insert: the row. update: the changed columns. delete: nothing. */
  fields: Columns;
  /** Of an update or a deletion: the values that the user saw in these columns before the change, and `updated_at`. */
  seen: Columns | null;
  /** Records (by id) that must be in the database first. */
  parents: string[];
  /** Title shown to the user. */
  title: string;
  /** The device's clock when it was saved, as an ISO instant. */
  recordedAt: string;
  state: EntryState;
  /** Milliseconds; only while sending. */
  leaseUntil: number | null;
  /** Number of attempts. After the first one the database may have the entry. */
  tried: number;
  problem: Problem | null;
  acknowledgedAt: number | null;
  /** A photo: its bytes are in the store under its id and are uploaded first, so it is sent alone. */
  file?: true;
  /** The server acknowledged the entry but lost it later, so it is sent again. */
  again?: true;
  /** How often it failed while others succeeded: it is sent last, and alone. */
  faults?: number;
  /** Milliseconds; not sent before this time. */
  notBefore?: number;
};

export type NewEntry = Omit<
  Entry,
  'seq' | 'state' | 'leaseUntil' | 'tried' | 'problem' | 'acknowledgedAt' | 'recordedAt' | 'faults' | 'notBefore'
> & {
  /** The user confirmed it: if the id is taken, save it as a separate record. Not stored. */
  asSeparateRecord?: true;
  /** The key of its draft, which is deleted in the same transaction. Not stored. */
  draft?: string;
};

export const LEASE_MS = 60_000;
const MAX_BATCH = 50;
/** Size limit of one request: a few seconds on a slow connection. */
export const MAX_BATCH_BYTES = 32_000;
/** The longest pause of an entry that keeps failing. */
export const MAX_PAUSE_MS = 15 * 60_000;
/** How long acknowledged entries are kept, in case the server is restored to an earlier state. */
export const ACKNOWLEDGED_FOR_MS = 72 * 60 * 60_000;

/** Whether the lease has ended. One further ahead than `LEASE_MS` was written while the clock was wrong. */
const isLeaseOver = (until: number | null, now: number) => until === null || until <= now || until > now + LEASE_MS;

const isWaiting = ({ state }: Entry) => state !== 'acknowledged';

/** Entries that fail together if the server has trouble with one kind of request. */
export const groupOf = ({ kind, action }: Pick<Entry, 'kind' | 'action'>) =>
  `${kind} ${action === 'insert' ? 'insert' : 'change'}`;

/** Limits of the next batch. */
export type BatchLimits = {
  /**
   * True for photos, false for all other entries: photos are slow on a poor connection, and nothing else waits for
   * them.
   */
  files: boolean;
  maxEntries: number;
  maxBytes: number;
  /** Groups to skip for now. */
  skippedGroups: ReadonlySet<string>;
  /** Take a single entry of this group; `at` is its position, from 0 (first) to below 1 (last). */
  sample: { group: string; at: number } | null;
};
export const defaultLimits = (files: boolean): BatchLimits => ({
  files,
  maxEntries: MAX_BATCH,
  maxBytes: MAX_BATCH_BYTES,
  skippedGroups: new Set(),
  sample: null,
});

const isFailed = ({ state, problem }: Entry) => state === 'attention' && problem?.kind === 'failed';

/** Whether the pause has ended. One further ahead than `MAX_PAUSE_MS` was written while the clock was wrong. */
const isPauseOver = ({ notBefore = 0 }: Entry, now: number) => notBefore <= now || notBefore > now + MAX_PAUSE_MS;

/** May be sent now: it is queued or failing and not paused, or the tab that was sending it has lost its lease. */
const isSendable = (entry: Entry, now: number) =>
  ((entry.state === 'queued' || isFailed(entry)) && isPauseOver(entry, now)) ||
  (entry.state === 'sending' && isLeaseOver(entry.leaseUntil, now));

/** As many as fit into the limits, at least one. */
function takeFitting(entries: readonly Entry[], { maxEntries, maxBytes }: BatchLimits): Entry[] {
  let remaining = maxBytes;
  const firstTooMany = entries.findIndex(({ fields }) => (remaining -= JSON.stringify(fields).length) < 0);
  return entries.slice(0, Math.max(1, Math.min(maxEntries, MAX_BATCH, firstTooMany < 0 ? MAX_BATCH : firstTooMany)));
}

/**
 * The entries to send now, in order: inserts of one kind together, anything else alone. An entry waits for earlier
 * entries of the same record and for its parents, and for nothing else; entries that failed come last.
 */
export function nextBatch(entries: readonly Entry[], now: number, limits?: BatchLimits): Entry[] {
  const inOrder = entries.toSorted((a, b) => a.seq - b.seq);
  const waitingIds = new Set<string>();
  const unsentInserts = new Set(
    inOrder.filter((entry) => isWaiting(entry) && entry.action === 'insert').map(({ id }) => id),
  );
  const ready: Entry[] = [];
  for (const entry of inOrder) {
    if (!isWaiting(entry)) continue;
    const isFirst = !waitingIds.has(entry.id);
    waitingIds.add(entry.id);
    if (isSendable(entry, now) && isFirst && !entry.parents.some((id) => unsentInserts.has(id))) ready.push(entry);
  }
  const { files, skippedGroups, sample } = limits ?? {};
  const candidates = ready
    .filter((entry) => (files === undefined || files === (entry.file === true)) && !skippedGroups?.has(groupOf(entry)))
    .toSorted((a, b) => (a.faults ?? 0) - (b.faults ?? 0));
  const samples = sample ? candidates.filter((entry) => groupOf(entry) === sample.group) : [];
  const sampled = sample && samples[Math.floor(sample.at * samples.length)];
  const head = sampled ?? candidates[0];
  if (!head) return [];
  if (sampled || head.action !== 'insert' || head.file || head.faults) return [head];
  const sameGroup = candidates.filter((entry) => groupOf(entry) === groupOf(head) && !entry.file && !entry.faults);
  return takeFitting(sameGroup, limits ?? defaultLimits(false));
}

/**
 * How the record's waiting entries change when the user edits or deletes it again. `put`: entries to overwrite;
 * `remove`: the `seq` of entries to delete; `add`: a change to queue.
 */
export type Coalesced = { put: Entry[]; remove: number[]; add: NewEntry | null };

/**
 * Coalesces a further change with the waiting entries of its record, as far as these have certainly not been sent: an
 * edit is merged into the insert, a deletion removes it. Entries that may have been sent stay, and the change is queued
 * after them. `updateOnly`: columns that an insert does not accept; they are always sent in an update that follows it.
 */
export function coalesce(waiting: readonly Entry[], change: NewEntry, updateOnly: readonly string[] = []): Coalesced {
  const sameId = waiting.filter((entry) => entry.id === change.id && isWaiting(entry));
  // A job has the id of its first line; a change of the line waits behind the job.
  const sameRecord = sameId.filter(({ kind }) => kind === change.kind).toSorted((a, b) => a.seq - b.seq);
  // A double press creates one record, even if the first insert has been sent already: a later deletion would only
  // cancel the second insert, and the row would stay in the database.
  const isDouble = sameId.length > 0 || waiting.some(({ id, state }) => id === change.id && state === 'acknowledged');
  if (change.action === 'insert' && isDouble) return { put: [], remove: [], add: null };
  const insert = unsentInsert(sameRecord);
  const edits = insert ? sameRecord.slice(1) : [];
  if (insert && change.action === 'update') return mergeIntoInsert(insert, edits, change, updateOnly);
  // Edits that wait behind an insert are removed with it.
  const editSeqs = edits.map(({ seq }) => seq);
  const last = insert ?? sameRecord.at(-1);
  const changeable = last && last.state !== 'sending' && (last.tried === 0 || last.state === 'attention') ? last : null;
  if (!changeable) return { put: [], remove: [], add: last ? behindOthers(change) : change };
  const requeued = { state: 'queued' as const, problem: null, notBefore: 0 };
  if (change.action === 'update' && changeable.action !== 'delete') {
    // The user has yet to decide about a conflict in other columns: queue this change behind the entry.
    const userValues = { ...changeable.seen, ...changeable.fields };
    const undecided = Object.entries(changeable.problem?.theirs ?? {}).filter(
      ([column, theirs]) =>
        !(column in change.fields) &&
        (column in changeable.fields || JSON.stringify(userValues[column] ?? null) !== JSON.stringify(theirs)),
    );
    if (undecided.length > 0) return { put: [], remove: [], add: behindOthers(change) };
    // If all columns in conflict were changed again, continue from what the database held.
    const seen = changeable.seen && seenBeforeBoth({ ...changeable.seen, ...theirRow(changeable) }, change.seen);
    const fields = { ...changeable.fields, ...change.fields };
    return { put: [{ ...changeable, ...requeued, fields, seen, title: change.title }], remove: [], add: null };
  }
  const mayBeInserted = changeable.tried > 1 || changeable.problem?.kind === 'conflict';
  if (change.action === 'delete' && changeable.action === 'insert') {
    if (!mayBeInserted)
      return { put: [], remove: [changeable.seq, ...editSeqs, ...changesOfParts(waiting, change)], add: null };
    // An earlier attempt may have inserted it, even if a later one was refused.
    const seen = change.seen && { ...change.seen, ...theirRow(changeable) };
    return {
      put: [{ ...changeable, ...requeued, action: 'delete', fields: {}, parents: [], seen }],
      remove: editSeqs,
      add: null,
    };
  }
  if (change.action === 'delete') {
    const seen = changeable.seen && seenBeforeBoth(changeable.seen, change.seen);
    return {
      put: [{ ...changeable, ...requeued, action: 'delete', fields: {}, seen }],
      remove: [],
      add: null,
    };
  }
  return { put: [], remove: [], add: behindOthers(change) };
}

/**
 * A change that is queued behind others of its record. The user saw their values, which may never get into the database: a
 * conflict may be answered with what it holds. So `seen` is no version of the row, and without `updated_at` sending
 * compares the columns.
 */
function behindOthers(change: NewEntry): NewEntry {
  if (change.seen === null) return change;
  const seen = { ...change.seen };
  delete seen.updated_at;
  return { ...change, seen };
}

/** The queued changes of rows that are parts of this record and of another kind, such as the lines of a job. */
const changesOfParts = (waiting: readonly Entry[], { id, kind }: NewEntry): number[] =>
  waiting
    .filter((entry) => entry.kind !== kind && entry.action !== 'insert' && entry.state === 'queued')
    .filter((entry) => entry.id === id || entry.parents.includes(id))
    .map(({ seq }) => seq);

/** The insert of a record, if it was never sent or was refused, and if only queued edits follow it; otherwise null. */
function unsentInsert([first, ...edits]: readonly Entry[]): Entry | null {
  const isUnsent = first?.action === 'insert' && first.state !== 'sending' && !first.problem?.theirs;
  if (!isUnsent || (first.tried > 0 && first.state !== 'attention')) return null;
  return edits.every(({ action, state }) => action === 'update' && state === 'queued') ? first : null;
}

/** Merges all edits into the insert; columns that an insert does not accept stay in an edit behind it. */
function mergeIntoInsert(
  insert: Entry,
  edits: readonly Entry[],
  change: NewEntry,
  updateOnly: readonly string[],
): Coalesced {
  const { title } = change;
  const edited = Object.assign({}, ...edits.map(({ fields }) => fields), change.fields) as Columns;
  const isUpdateOnly = (column: string) => updateOnly.includes(column);
  const columns = Object.entries(edited);
  const insertColumns = Object.fromEntries(columns.filter(([column]) => !isUpdateOnly(column)));
  // A new row has null in these columns anyway.
  const updateColumns = Object.fromEntries(columns.filter(([column, value]) => isUpdateOnly(column) && value !== null));
  const requeued = { ...insert, state: 'queued' as const, problem: null, notBefore: 0, title };
  const put =
    Object.keys(insertColumns).length === 0 ? [] : [{ ...requeued, fields: { ...insert.fields, ...insertColumns } }];
  const needsEdit = Object.keys(updateColumns).length > 0;
  const [firstEdit] = needsEdit ? edits : [];
  const remove = edits.filter((edit) => edit !== firstEdit).map(({ seq }) => seq);
  if (!needsEdit) return { put, remove, add: null };
  // The values before any of these edits: those of the row once it is inserted.
  const seenBefore = Object.fromEntries(
    Object.entries(firstEdit?.seen ?? {}).filter(([column]) => column in updateColumns),
  );
  const followingEdit = {
    title,
    fields: updateColumns,
    seen: change.seen && { ...change.seen, ...insertColumns, ...seenBefore },
  };
  return firstEdit
    ? { put: [...put, { ...firstEdit, ...followingEdit }], remove, add: null }
    : { put, remove, add: { ...change, ...followingEdit } };
}

/** The columns in conflict as the database held them, with their `updated_at`. */
const theirRow = ({ problem }: Entry): Columns =>
  problem?.theirsAt === undefined ? {} : { ...problem.theirs, updated_at: problem.theirsAt };

/**
 * What the user saw before an earlier and a later change of a row. If these were different versions of the row,
 * `updated_at` is left out: sending then compares the columns, and finds what somebody else changed in between.
 */
function seenBeforeBoth(earlier: Columns, later: Columns | null): Columns {
  const seen = { ...later, ...earlier };
  if (later !== null && later.updated_at !== earlier.updated_at) delete seen.updated_at;
  return seen;
}
