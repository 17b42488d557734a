// Entries of the outbox: what a person saved on this device and the database does not surely have yet.
import type { Json } from '@/lib/database.types';

export type Action = 'insert' | 'update' | 'delete';
/** Columns and their values, as the database takes and gives them. */
export type Fields = Record<string, Json>;

/** Why an entry waits for its person, in words for that person. */
export type Problem = {
  /** denied: tried again whenever there is a new chance. failed: no answer to it is ours; tried again now and then. */
  kind: 'refused' | 'denied' | 'conflict' | 'deleted' | 'parent' | 'failed';
  sentence: string;
  /** What the database holds in the columns of the entry, where it differs. */
  theirs?: Fields;
  /** `updated_at` of the row that `theirs` was read from. */
  theirsAt?: string;
};

/**
 * queued: waits for its turn. sending: a tab is at it until its lease ends. attention: the database said no, a person
 * decides. acknowledged: the database has it; kept a while in case the server is set back.
 */
type EntryState = 'queued' | 'sending' | 'attention' | 'acknowledged';

export type Entry = {
  /** The order of saving, given by the store: never the clock's. */
  seq: number;
  /** Whose it is: nobody else on this device sees or sends it. */
  userId: string;
  accountId: string;
  /** The record type that knows how it is sent. */
  kind: string;
  /** The record's own id, made when its form opened. */
  id: string;
  action: Action;
  /** Of the shape of `fields`. */
  version: number;
  /** insert: the row. update: the changed columns. delete: nothing. */
  fields: Fields;
  /** update and delete: the same columns as the person saw them, and `updated_at`. */
  seen: Fields | null;
  /** Records (by id) that must be in the database first. */
  parents: string[];
  /** How a person would name it. */
  title: string;
  /** The phone's clock, as an ISO instant. */
  recordedAt: string;
  state: EntryState;
  /** Milliseconds; only while sending. */
  leaseUntil: number | null;
  /** How often it left this device: once it did, the database may have it. */
  tried: number;
  problem: Problem | null;
  acknowledgedAt: number | null;
  /** Its bytes are in the store under its id, and go first: it is sent alone. */
  file?: true;
  /** The server had taken it and did not have it any more: it goes once more. */
  again?: true;
  /** How often it did not get through while others did: it goes last, and alone. */
  faults?: number;
  /** Milliseconds: not before then. */
  notBefore?: number;
};

export type NewEntry = Omit<
  Entry,
  'seq' | 'state' | 'leaseUntil' | 'tried' | 'problem' | 'acknowledgedAt' | 'recordedAt' | 'faults' | 'notBefore'
> & {
  /** Its person was asked: if its id is taken, it becomes an entry of its own. Not stored. */
  apart?: true;
  /** The key of the draft that it was, which goes in the same moment. Not stored. */
  draft?: string;
};

export const LEASE_MS = 60_000;
const BATCH = 50;
/** What goes into one request: some seconds of a slow line. */
export const BATCH_BYTES = 32_000;
/** How long an entry that does not get through rests at the most. */
export const REST_MS = 15 * 60_000;
/** How long an acknowledged entry is kept, for a server that is set back to an earlier day. */
export const KEPT_MS = 72 * 60 * 60_000;

/** A lease that ended; one further ahead than any lease goes was written by a clock that jumped. */
const ranOut = (until: number | null, now: number) => until === null || until <= now || until > now + LEASE_MS;

const open = ({ state }: Entry) => state !== 'acknowledged';

/** Entries that fail alike, if the server has trouble with one kind of request only. */
export const groupOf = ({ kind, action }: Pick<Entry, 'kind' | 'action'>) =>
  `${kind} ${action === 'insert' ? 'insert' : 'change'}`;

/** What may be in the next batch. */
export type Choice = {
  /** Photos take long on a slow line; everything else does not wait for them. */
  files: boolean;
  most: number;
  bytes: number;
  /** Groups that are left alone for now. */
  without: ReadonlySet<string>;
  /** One entry of this group by itself, from anywhere in it: 0 is its first, towards 1 its last. */
  sample: { group: string; at: number } | null;
};
export const anything = (files: boolean): Choice => ({
  files,
  most: BATCH,
  bytes: BATCH_BYTES,
  without: new Set(),
  sample: null,
});

const isFailed = ({ state, problem }: Entry) => state === 'attention' && problem?.kind === 'failed';

/** A rest that ended; one further ahead than any goes was begun by a clock that jumped. */
const isRested = ({ notBefore = 0 }: Entry, now: number) => notBefore <= now || notBefore > now + REST_MS;

const isFree = (entry: Entry, now: number) =>
  ((entry.state === 'queued' || isFailed(entry)) && isRested(entry, now)) ||
  (entry.state === 'sending' && ranOut(entry.leaseUntil, now));

/** As many of them as fit, one at least. */
function fitting(entries: readonly Entry[], { most, bytes }: Choice): Entry[] {
  let room = bytes;
  const over = entries.findIndex(({ fields }) => (room -= JSON.stringify(fields).length) < 0);
  return entries.slice(0, Math.max(1, Math.min(most, BATCH, over < 0 ? BATCH : over)));
}

/**
 * What can be sent now, in order: inserts of one kind together, anything else alone. An entry waits behind an earlier
 * one of the same record and behind its parents, and behind nothing else; one that did not get through comes last.
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
  return fitting(together, choice ?? anything(false));
}

/** What remains of the record's waiting entries when its person edits or deletes it once more. */
export type Folded = { put: Entry[]; remove: number[]; add: NewEntry | null };

/**
 * Folds a further change into the waiting entries of its record, as far as they certainly have not left the device:
 * an edit goes into the insert, a deletion takes it away. What may have left stays, and the change follows it. `later`:
 * columns that a new row does not take, so that their edit always follows.
 */
export function fold(waiting: readonly Entry[], change: NewEntry, later: readonly string[] = []): Folded {
  const mine = waiting.filter((entry) => entry.id === change.id && open(entry)).toSorted((a, b) => a.seq - b.seq);
  // Pressed twice: it is one record.
  if (change.action === 'insert' && mine.length > 0) return { put: [], remove: [], add: null };
  const insert = stillHere(mine);
  const edits = insert ? mine.slice(1) : [];
  if (insert && change.action === 'update') return intoInsert(insert, edits, change, later);
  // What waits behind a new row that is not there goes with it.
  const behind = edits.map(({ seq }) => seq);
  const last = insert ?? mine.at(-1);
  const still = last && last.state !== 'sending' && (last.tried === 0 || last.state === 'attention') ? last : null;
  if (!still) return { put: [], remove: [], add: change };
  const calm = { state: 'queued' as const, problem: null, notBefore: 0 };
  if (change.action === 'update' && still.action !== 'delete') {
    // What somebody else wrote into other fields is still to be decided: the change waits behind that.
    const own = { ...still.seen, ...still.fields };
    const undecided = Object.entries(still.problem?.theirs ?? {}).filter(
      ([column, theirs]) =>
        !(column in change.fields) &&
        (column in still.fields || JSON.stringify(own[column] ?? null) !== JSON.stringify(theirs)),
    );
    if (undecided.length > 0) return { put: [], remove: [], add: change };
    // A conflict whose fields are all written anew goes on from what the database held.
    const seen = still.seen && { ...change.seen, ...still.seen, ...answered(still) };
    const fields = { ...still.fields, ...change.fields };
    return { put: [{ ...still, ...calm, fields, seen, title: change.title }], remove: [], add: null };
  }
  const maybeThere = still.tried > 1 || still.problem?.kind === 'conflict';
  if (change.action === 'delete' && still.action === 'insert') {
    if (!maybeThere) return { put: [], remove: [still.seq, ...behind], add: null };
    // An earlier try may have brought it there, whatever a later one was told.
    const seen = change.seen && { ...change.seen, ...answered(still) };
    return { put: [{ ...still, ...calm, action: 'delete', fields: {}, parents: [], seen }], remove: behind, add: null };
  }
  if (change.action === 'delete') {
    return { put: [{ ...still, ...calm, action: 'delete', fields: {}, seen: still.seen }], remove: [], add: null };
  }
  return { put: [], remove: [], add: change };
}

/** The new row of a record, where it waits before edits alone: it never left this device, or was refused. */
function stillHere([first, ...edits]: readonly Entry[]): Entry | null {
  const isHere = first?.action === 'insert' && first.state !== 'sending' && !first.problem?.theirs;
  if (!isHere || (first.tried > 0 && first.state !== 'attention')) return null;
  return edits.every(({ action, state }) => action === 'update' && state === 'queued') ? first : null;
}

/** One row of all that its person has typed until now; what such a row does not take waits behind it. */
function intoInsert(insert: Entry, edits: readonly Entry[], change: NewEntry, later: readonly string[]): Folded {
  const { title } = change;
  const typed = Object.assign({}, ...edits.map(({ fields }) => fields), change.fields) as Fields;
  const isLater = (column: string) => later.includes(column);
  const all = Object.entries(typed);
  const now = Object.fromEntries(all.filter(([column]) => !isLater(column)));
  // Emptied it is what a new row has anyway.
  const rest = Object.fromEntries(all.filter(([column, value]) => isLater(column) && value !== null));
  const whole = { ...insert, state: 'queued' as const, problem: null, notBefore: 0, title };
  const put = Object.keys(now).length === 0 ? [] : [{ ...whole, fields: { ...insert.fields, ...now } }];
  const follows = Object.keys(rest).length > 0;
  const [first] = follows ? edits : [];
  const remove = edits.filter((edit) => edit !== first).map(({ seq }) => seq);
  if (!follows) return { put, remove, add: null };
  // As it stood before any of these edits: that is what it is when the row is there.
  const before = Object.fromEntries(Object.entries(first?.seen ?? {}).filter(([column]) => column in rest));
  const behind = { title, fields: rest, seen: change.seen && { ...change.seen, ...now, ...before } };
  return first
    ? { put: [...put, { ...first, ...behind }], remove, add: null }
    : { put, remove, add: { ...change, ...behind } };
}

const answered = ({ problem }: Entry): Fields =>
  problem?.theirsAt === undefined ? {} : { ...problem.theirs, updated_at: problem.theirsAt };
