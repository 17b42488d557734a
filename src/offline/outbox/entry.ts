// Entries of the outbox: changes saved on this device that the database may not have yet.
import type { Action } from '@/records/captured';
import type { Fields } from '@/records/record';

export type { Action, Fields };

/** Why an entry needs its user's attention, in words for that user. */
export type Problem = {
  /**
   * denied: retried when access may have returned. failed: never a valid response from our server; retried at
   * intervals.
   */
  kind: 'refused' | 'denied' | 'conflict' | 'deleted' | 'failed';
  sentence: string;
  /** What the database holds in the columns of the entry, where it differs. */
  theirs?: Fields;
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
  fields: Fields;
  /** update and delete: the same columns as the person saw them, and `updated_at`. */
  seen: Fields | null;
  /** Records (by id) that must be in the database first. */
  parents: string[];
  /** Title shown to the user. */
  title: string;
  /** The device's clock when it was saved, as an ISO instant. */
  recordedAt: string;
  state: EntryState;
  /** Milliseconds; only while sending. */
  leaseUntil: number | null;
  /** Number of attempts: after the first one the database may have it. */
  tried: number;
  problem: Problem | null;
  acknowledgedAt: number | null;
  /** Its bytes are in the store under its id and are uploaded first: it is sent alone. */
  file?: true;
  /** The server acknowledged it and later lost it: it is sent again. */
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
  apart?: true;
  /** The key of its draft, which is deleted in the same transaction. Not stored. */
  draft?: string;
};

export const LEASE_MS = 60_000;
const BATCH = 50;
/** Size limit of one request: a few seconds on a slow connection. */
export const BATCH_BYTES = 32_000;
/** The longest pause of an entry that keeps failing. */
export const REST_MS = 15 * 60_000;
/** How long acknowledged entries are kept, in case the server is restored to an earlier state. */
export const KEPT_MS = 72 * 60 * 60_000;

/** The lease has ended. A lease further ahead than `LEASE_MS` was written while the clock was wrong. */
const ranOut = (until: number | null, now: number) => until === null || until <= now || until > now + LEASE_MS;

const open = ({ state }: Entry) => state !== 'acknowledged';

/** Entries that fail together if the server has trouble with one kind of request. */
export const groupOf = ({ kind, action }: Pick<Entry, 'kind' | 'action'>) =>
  `${kind} ${action === 'insert' ? 'insert' : 'change'}`;

/** Limits of the next batch. */
export type Choice = {
  /** Photos, or everything else: photos are slow on a poor connection, and nothing else waits for them. */
  files: boolean;
  most: number;
  bytes: number;
  /** Groups to skip for now. */
  without: ReadonlySet<string>;
  /** A single entry of this group; `at` is its position, from 0 (first) towards 1 (last). */
  sample: { group: string; at: number } | null;
};
export const everyEntry = (files: boolean): Choice => ({
  files,
  most: BATCH,
  bytes: BATCH_BYTES,
  without: new Set(),
  sample: null,
});

const isFailed = ({ state, problem }: Entry) => state === 'attention' && problem?.kind === 'failed';

/** The pause has ended. One further ahead than `REST_MS` was written while the clock was wrong. */
const isRested = ({ notBefore = 0 }: Entry, now: number) => notBefore <= now || notBefore > now + REST_MS;

const isFree = (entry: Entry, now: number) =>
  ((entry.state === 'queued' || isFailed(entry)) && isRested(entry, now)) ||
  (entry.state === 'sending' && ranOut(entry.leaseUntil, now));

/** As many as fit, at least one. */
function fitting(entries: readonly Entry[], { most, bytes }: Choice): Entry[] {
  let room = bytes;
  const over = entries.findIndex(({ fields }) => (room -= JSON.stringify(fields).length) < 0);
  return entries.slice(0, Math.max(1, Math.min(most, BATCH, over < 0 ? BATCH : over)));
}

/**
 * The entries to send now, in order: inserts of one kind together, anything else alone. An entry waits for earlier
 * entries of the same record and for its parents, and for nothing else; entries that failed come last.
 */
export function nextBatch(entries: readonly Entry[], now: number, choice?: Choice): Entry[] {
  const inOrder = entries.toSorted((a, b) => a.seq - b.seq);
  const waiting = new Set<string>();
  const unsent = new Set(inOrder.filter((entry) => open(entry) && entry.action === 'insert').map(({ id }) => id));
  const ready: Entry[] = [];
  for (const entry of inOrder) {
    if (!open(entry)) continue;
    const first = !waiting.has(entry.id);
    waiting.add(entry.id);
    if (isFree(entry, now) && first && !entry.parents.some((id) => unsent.has(id))) ready.push(entry);
  }
  const { files, without, sample } = choice ?? {};
  const mine = ready
    .filter((entry) => (files === undefined || files === (entry.file === true)) && !without?.has(groupOf(entry)))
    .toSorted((a, b) => (a.faults ?? 0) - (b.faults ?? 0));
  const alike = sample ? mine.filter((entry) => groupOf(entry) === sample.group) : [];
  const picked = sample && alike[Math.floor(sample.at * alike.length)];
  const head = picked ?? mine[0];
  if (!head) return [];
  if (picked || head.action !== 'insert' || head.file || head.faults) return [head];
  const together = mine.filter((entry) => groupOf(entry) === groupOf(head) && !entry.file && !entry.faults);
  return fitting(together, choice ?? everyEntry(false));
}

/** How the record's waiting entries change when the user edits or deletes it again. */
export type Coalesced = { put: Entry[]; remove: number[]; add: NewEntry | null };

/**
 * Coalesces a further change with the waiting entries of its record, as far as these have certainly not been sent: an
 * edit is merged into the insert, a deletion removes it. Entries that may have been sent stay, and the change is queued
 * behind them. `later`: columns that an insert does not accept; their edit always follows.
 */
export function coalesce(waiting: readonly Entry[], change: NewEntry, later: readonly string[] = []): Coalesced {
  const mine = waiting.filter((entry) => entry.id === change.id && open(entry)).toSorted((a, b) => a.seq - b.seq);
  // A double press creates one record, also where the first one has been sent: a second insert that waits would be
  // cancelled by a deletion, and the row would stay.
  const isDouble = mine.length > 0 || waiting.some(({ id, state }) => id === change.id && state === 'acknowledged');
  if (change.action === 'insert' && isDouble) return { put: [], remove: [], add: null };
  const insert = stillHere(mine);
  const edits = insert ? mine.slice(1) : [];
  if (insert && change.action === 'update') return intoInsert(insert, edits, change, later);
  // Edits that wait behind an insert are removed with it.
  const behind = edits.map(({ seq }) => seq);
  const last = insert ?? mine.at(-1);
  const still = last && last.state !== 'sending' && (last.tried === 0 || last.state === 'attention') ? last : null;
  if (!still) return { put: [], remove: [], add: change };
  const calm = { state: 'queued' as const, problem: null, notBefore: 0 };
  if (change.action === 'update' && still.action !== 'delete') {
    // Another person's change of other columns is still undecided: queue this change behind it.
    const own = { ...still.seen, ...still.fields };
    const undecided = Object.entries(still.problem?.theirs ?? {}).filter(
      ([column, theirs]) =>
        !(column in change.fields) &&
        (column in still.fields || JSON.stringify(own[column] ?? null) !== JSON.stringify(theirs)),
    );
    if (undecided.length > 0) return { put: [], remove: [], add: change };
    // If all columns in conflict were changed again, continue from what the database held.
    const seen = still.seen && { ...change.seen, ...still.seen, ...answered(still) };
    const fields = { ...still.fields, ...change.fields };
    return { put: [{ ...still, ...calm, fields, seen, title: change.title }], remove: [], add: null };
  }
  const maybeThere = still.tried > 1 || still.problem?.kind === 'conflict';
  if (change.action === 'delete' && still.action === 'insert') {
    if (!maybeThere) return { put: [], remove: [still.seq, ...behind], add: null };
    // An earlier attempt may have inserted it, whatever a later one was told.
    const seen = change.seen && { ...change.seen, ...answered(still) };
    return { put: [{ ...still, ...calm, action: 'delete', fields: {}, parents: [], seen }], remove: behind, add: null };
  }
  if (change.action === 'delete') {
    return { put: [{ ...still, ...calm, action: 'delete', fields: {}, seen: still.seen }], remove: [], add: null };
  }
  return { put: [], remove: [], add: change };
}

/** The waiting insert of a record followed by queued edits only: it never left this device, or it was refused. */
function stillHere([first, ...edits]: readonly Entry[]): Entry | null {
  const isHere = first?.action === 'insert' && first.state !== 'sending' && !first.problem?.theirs;
  if (!isHere || (first.tried > 0 && first.state !== 'attention')) return null;
  return edits.every(({ action, state }) => action === 'update' && state === 'queued') ? first : null;
}

/** Merges all edits into the insert; columns that an insert does not accept stay in an edit behind it. */
function intoInsert(insert: Entry, edits: readonly Entry[], change: NewEntry, later: readonly string[]): Coalesced {
  const { title } = change;
  const typed = Object.assign({}, ...edits.map(({ fields }) => fields), change.fields) as Fields;
  const isLater = (column: string) => later.includes(column);
  const all = Object.entries(typed);
  const now = Object.fromEntries(all.filter(([column]) => !isLater(column)));
  // null is what a new row has anyway.
  const rest = Object.fromEntries(all.filter(([column, value]) => isLater(column) && value !== null));
  const whole = { ...insert, state: 'queued' as const, problem: null, notBefore: 0, title };
  const put = Object.keys(now).length === 0 ? [] : [{ ...whole, fields: { ...insert.fields, ...now } }];
  const follows = Object.keys(rest).length > 0;
  const [first] = follows ? edits : [];
  const remove = edits.filter((edit) => edit !== first).map(({ seq }) => seq);
  if (!follows) return { put, remove, add: null };
  // The values before any of these edits: those of the row once it is inserted.
  const before = Object.fromEntries(Object.entries(first?.seen ?? {}).filter(([column]) => column in rest));
  const behind = { title, fields: rest, seen: change.seen && { ...change.seen, ...now, ...before } };
  return first
    ? { put: [...put, { ...first, ...behind }], remove, add: null }
    : { put, remove, add: { ...change, ...behind } };
}

const answered = ({ problem }: Entry): Fields =>
  problem?.theirsAt === undefined ? {} : { ...problem.theirs, updated_at: problem.theirsAt };
