// Sending: one try to bring entries into the database, and what came of it for each. Safe to repeat at any point.
import type { Json } from '@/lib/database.types';
import { differing, picked } from './compare';
import type { Entry, Fields, Problem } from './entry';
import { entryNow, typeOf, type RecordType } from './record-type';
import type { Call, Request } from './request';
import { uploadFile } from './upload';
import { verdictOf, type Answer, type Verdict } from './verdict';

export type Outcome =
  | { kind: 'sent' }
  /** Another record is there that stands for it: of this one there is nothing to keep. */
  | { kind: 'elsewhere' }
  | { kind: 'attention'; problem: Problem }
  /** The row changed in other columns meanwhile: once more, from there. */
  | { kind: 'again'; seen: Fields }
  | { kind: 'later'; afterMs: number | null }
  | { kind: 'signIn' };

type Sender = { request: Request; token: string };
type Ask = Omit<Call, 'token'>;

const isRow = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refused = (sentence: string, kind: Problem['kind'] = 'refused'): Outcome => ({
  kind: 'attention',
  problem: { kind, sentence },
});

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

const GONE = 'This entry was deleted meanwhile.';
const TWIN = 'The list already has this entry, with other values.';
const CHANGED = 'Somebody changed this entry meanwhile.';
const OUTSIDE = 'You have no access to this farm at the moment.';
const UNKNOWN = 'This entry was saved by a newer version of the app. Update the app to send it.';

const rowOf = (entry: Entry) => `id=eq.${entry.id}&user_id=eq.${entry.accountId}`;

/** What every kind of request can come to, where it is not a plain yes. */
function stopped(verdict: Exclude<Verdict, { kind: 'done' | 'twin' }>): Outcome {
  if (verdict.kind === 'refused' || verdict.kind === 'deleted') {
    // A copy that the server lost and somebody had deleted is not brought back.
    return refused(verdict.sentence, verdict.kind === 'refused' && verdict.denied ? 'denied' : verdict.kind);
  }
  return verdict;
}

/** The row as it stands, null when it is not there (or not this person's), or why that could not be asked. */
type Read = { row: Fields | null } | { row?: never; stopped: Outcome };

async function readBack(entry: Entry, type: RecordType, { request, token }: Sender): Promise<Read> {
  const verdict = verdictOf(await request({ method: 'GET', path: `${type.readFrom}?${rowOf(entry)}&limit=1`, token }));
  if (verdict.kind === 'twin') return { stopped: { kind: 'later', afterMs: null } };
  if (verdict.kind !== 'done') return { stopped: stopped(verdict) };
  const [row] = verdict.rows;
  return { row: isRow(row) ? row : null };
}

/** Whoever may see nothing of the account at the moment can't tell what is gone from what is out of sight. */
async function outside({ accountId }: Entry, { request, token }: Sender): Promise<Outcome | null> {
  const path = `farm_settings?user_id=eq.${accountId}&select=user_id`;
  const verdict = verdictOf(await request({ method: 'GET', path, token }));
  if (verdict.kind === 'done') return verdict.rows.length > 0 ? null : refused(OUTSIDE, 'denied');
  return verdict.kind === 'twin' ? { kind: 'later', afterMs: null } : stopped(verdict);
}

/** A new row is there: ours, if it says what was sent. */
async function settleInsert(entry: Entry, type: RecordType, sender: Sender): Promise<Outcome> {
  const read = await readBack(entry, type, sender);
  if (read.row === undefined) return read.stopped;
  const { row } = read;
  if (type.nameKey !== undefined) return { kind: row === null ? 'elsewhere' : 'sent' };
  if (row === null) return refused('The server took this entry and does not show it. Ask the account holder.');
  const columns = differing(type, 'insert', entry.fields, row);
  return columns.length === 0 ? { kind: 'sent' } : conflict(TWIN, row, columns);
}

const conflict = (sentence: string, row: Fields, columns: readonly string[]): Outcome => ({
  kind: 'attention',
  problem: { kind: 'conflict', sentence, theirs: picked(row, columns), theirsAt: textOf(row.updated_at) },
});

/** A name's own answer says nothing, so the next question decides; a name that stands there already is what was wanted. */
function inserted(answer: Answer, { nameKey }: RecordType): Verdict {
  const verdict = verdictOf(answer);
  if (nameKey === undefined) return verdict;
  if (answer.status === 201) return { kind: 'done', rows: [] };
  return verdict.kind === 'refused' && verdict.sentence.includes(`"${nameKey}"`) ? { kind: 'twin' } : verdict;
}

/** What one row of several can come to, and the rest with it: each is asked for by itself. */
const NAMES_ONE: ReadonlySet<Verdict['kind']> = new Set(['twin', 'refused', 'deleted', 'elsewhere']);

/** Sends new rows of one kind as one request; a refusal of the whole is looked into one by one. */
async function insertAll(entries: readonly Entry[], type: RecordType, sender: Sender): Promise<Outcome[]> {
  const verdict = inserted(
    await sender.request({
      method: 'POST',
      // Who may not read the table is refused anything but a plain insert.
      ...(type.nameKey
        ? { path: type.table, prefer: 'return=minimal,missing=default' }
        : {
            path: `${type.table}?on_conflict=user_id,id&select=id`,
            prefer: 'resolution=ignore-duplicates,return=representation,missing=default',
          }),
      body: entries.map((entry) => ({
        ...entry.fields,
        id: entry.id,
        user_id: entry.accountId,
        ...(type.keepsNoTime ? {} : { recorded_at: entry.recordedAt }),
      })),
      token: sender.token,
    }),
    type,
  );
  const [only] = entries;
  if (entries.length === 1 && only && verdict.kind === 'twin') return [await settleInsert(only, type, sender)];
  if (verdict.kind === 'done') {
    const written = new Set(verdict.rows.map((row) => (isRow(row) ? row.id : null)));
    const outcomes: Outcome[] = [];
    for (const entry of entries) {
      outcomes.push(written.has(entry.id) ? { kind: 'sent' } : await settleInsert(entry, type, sender));
    }
    return outcomes;
  }
  if (entries.length > 1 && NAMES_ONE.has(verdict.kind)) {
    const outcomes: Outcome[] = [];
    for (const entry of entries) outcomes.push(...(await insertAll([entry], type, sender)));
    return outcomes;
  }
  const outcome: Outcome = verdict.kind === 'twin' ? { kind: 'later', afterMs: null } : stopped(verdict);
  return entries.map(() => outcome);
}

/** Changes or deletes the row as its person saw it; where it changed meanwhile, what changed decides. */
async function change(entry: Entry, type: RecordType, sender: Sender): Promise<Outcome> {
  const { action, seen, fields } = entry;
  // Seen while it waited here, without the database's time: only the row can say whether it still is as it was seen.
  if (!seen || 'updated_at' in seen) {
    const as = typeof seen?.updated_at === 'string' ? `&updated_at=eq.${encodeURIComponent(seen.updated_at)}` : '';
    const ask: Ask = {
      method: action === 'update' ? 'PATCH' : 'DELETE',
      path: `${type.table}?${rowOf(entry)}${as}&select=id`,
      prefer: 'return=representation',
      ...(action === 'update' ? { body: fields } : {}),
    };
    const verdict = verdictOf(await sender.request({ ...ask, token: sender.token }));
    if (verdict.kind === 'twin') return refused(CHANGED);
    if (verdict.kind !== 'done') return stopped(verdict);
    if (verdict.rows.length > 0) return { kind: 'sent' };
  }
  const read = await readBack(entry, type, sender);
  if (read.row === undefined) return read.stopped;
  const { row } = read;
  if (row === null) {
    return (await outside(entry, sender)) ?? (action === 'delete' ? { kind: 'sent' } : refused(GONE, 'deleted'));
  }
  const again: Outcome = { kind: 'again', seen: { ...seen, updated_at: row.updated_at ?? null } };
  // The row stands in the way only where it was seen otherwise; refused for want of right, it would come back for ever.
  const barred = row.updated_at === seen?.updated_at;
  if (action === 'delete') {
    if (!seen || barred) return refused('You may not delete this entry at the moment.', 'denied');
    const changed = differing(type, action, seen, row).filter((column) => column !== 'updated_at');
    return changed.length > 0 ? conflict(CHANGED, row, changed) : again;
  }
  const open = differing(type, action, fields, row);
  if (open.length === 0) return { kind: 'sent' };
  const crossed = seen ? differing(type, action, picked(seen, open), row) : open;
  if (crossed.length > 0) return conflict(CHANGED, row, crossed);
  return barred ? refused('You may not change this entry at the moment.', 'denied') : again;
}

/** The bytes of a photo that is proof of something are not written over: where its row is there, it was sent before. */
async function unlessThere(entry: Entry, type: RecordType, sender: Sender, held: Outcome): Promise<Outcome> {
  if (held.kind !== 'attention') return held;
  const { row } = await readBack(entry, type, sender);
  return row && differing(type, 'insert', entry.fields, row).length === 0 ? { kind: 'sent' } : held;
}

/** Tries to send a batch as `nextBatch` made it; one outcome for each entry, in their order. */
export async function send(kept: readonly Entry[], sender: Sender): Promise<Outcome[]> {
  const batch = kept.map(entryNow);
  const [head] = batch;
  if (!head) return [];
  const type = typeOf(head);
  if (!type || head.version > type.version) return batch.map(() => refused(UNKNOWN, 'denied'));
  if (head.action === 'insert') {
    const held = head.file && type.bucket !== undefined ? await uploadFile(head, type.bucket, sender.token) : null;
    return held ? [await unlessThere(head, type, sender, held)] : insertAll(batch, type, sender);
  }
  const outcomes: Outcome[] = [];
  for (const entry of batch) outcomes.push(await change(entry, type, sender));
  return outcomes;
}
