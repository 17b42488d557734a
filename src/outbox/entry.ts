// Entries of the outbox: what a person saved on this device and the database does not surely have yet.
import type { Json } from '@/lib/database.types';

export type Action = 'insert' | 'update' | 'delete';
/** Columns and their values, as the database takes and gives them. */
export type Fields = Record<string, Json>;

/** Why an entry waits for its person, in words for that person. */
export type Problem = {
  /** denied: tried again whenever there is a new chance. */
  kind: 'refused' | 'denied' | 'conflict' | 'deleted' | 'parent';
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
};

export type NewEntry = Omit<
  Entry,
  'seq' | 'state' | 'leaseUntil' | 'tried' | 'problem' | 'acknowledgedAt' | 'recordedAt'
>;

export const LEASE_MS = 60_000;
const BATCH = 50;
/** How long an acknowledged entry is kept, for a server that is set back to an earlier day. */
export const KEPT_MS = 72 * 60 * 60_000;

/** A lease that ended; one further ahead than any lease goes was written by a clock that jumped. */
const ranOut = (until: number | null, now: number) => until === null || until <= now || until > now + LEASE_MS;

const open = ({ state }: Entry) => state !== 'acknowledged';

/**
 * What can be sent now, in order: inserts of one kind together, anything else alone. An entry waits behind an earlier
 * one of the same record and behind its parents, and behind nothing else.
 */
export function nextBatch(entries: readonly Entry[], now: number): Entry[] {
  const inOrder = entries.toSorted((a, b) => a.seq - b.seq);
  const waiting = new Set<string>();
  const unsent = new Set(inOrder.filter((entry) => open(entry) && entry.action === 'insert').map(({ id }) => id));
  const ready: Entry[] = [];
  for (const entry of inOrder) {
    if (!open(entry)) continue;
    const free = entry.state === 'queued' || (entry.state === 'sending' && ranOut(entry.leaseUntil, now));
    const first = !waiting.has(entry.id);
    waiting.add(entry.id);
    if (free && first && !entry.parents.some((id) => unsent.has(id))) ready.push(entry);
  }
  const [head] = ready;
  if (!head) return [];
  if (head.action !== 'insert' || head.file) return [head];
  return ready.filter(({ kind, action, file }) => kind === head.kind && action === 'insert' && !file).slice(0, BATCH);
}

/** What remains of the record's waiting entries when its person edits or deletes it once more. */
export type Folded = { put: Entry[]; remove: number[]; add: NewEntry | null };

/**
 * Folds a further change into the waiting entries of its record, as far as they certainly have not left the device:
 * an edit goes into the insert, a deletion takes it away. What may have left stays, and the change follows it.
 */
export function fold(waiting: readonly Entry[], change: NewEntry): Folded {
  const mine = waiting.filter((entry) => entry.id === change.id && open(entry)).toSorted((a, b) => a.seq - b.seq);
  // Pressed twice: it is one record.
  if (change.action === 'insert' && mine.length > 0) return { put: [], remove: [], add: null };
  const last = mine.at(-1);
  const still = last && last.state !== 'sending' && (last.tried === 0 || last.state === 'attention') ? last : null;
  if (!still) return { put: [], remove: [], add: change };
  const calm = { state: 'queued' as const, problem: null };
  if (change.action === 'update' && still.action !== 'delete') {
    // What somebody else wrote into other fields is still to be decided: the change waits behind that.
    if (Object.keys(still.problem?.theirs ?? {}).some((column) => !(column in change.fields)))
      return { put: [], remove: [], add: change };
    // A conflict whose fields are all written anew goes on from what the database held.
    const seen = still.seen && { ...change.seen, ...still.seen, ...answered(still) };
    const fields = { ...still.fields, ...change.fields };
    return { put: [{ ...still, ...calm, fields, seen, title: change.title }], remove: [], add: null };
  }
  const maybeThere = still.tried > 1 || still.problem?.kind === 'conflict';
  if (change.action === 'delete' && still.action === 'insert') {
    if (!maybeThere) return { put: [], remove: [still.seq], add: null };
    // An earlier try may have brought it there, whatever a later one was told.
    const seen = change.seen && { ...change.seen, ...answered(still) };
    return { put: [{ ...still, ...calm, action: 'delete', fields: {}, parents: [], seen }], remove: [], add: null };
  }
  if (change.action === 'delete') {
    return { put: [{ ...still, ...calm, action: 'delete', fields: {}, seen: still.seen }], remove: [], add: null };
  }
  return { put: [], remove: [], add: change };
}

const answered = ({ problem }: Entry): Fields =>
  problem?.theirsAt === undefined ? {} : { ...problem.theirs, updated_at: problem.theirsAt };
