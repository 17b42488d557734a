// Sending: one attempt to write entries to the database, and the outcome of each. Safe to repeat at any point.
import type { Json } from '@/lib/database.types';
import type { Entry, Fields, Problem } from '@/offline/outbox/entry';
import { entryNow, typeOf } from '@/offline/outbox/record-type';
import type { CapturedType } from '@/records/captured';
import { conflictingColumns, differing, pickColumns, withGroups } from './compare';
import { isRow, serverResponds } from './reachability';
import type { Call, Request } from './request';
import { classifyResponse, type Answer, type Later, type ResponseClass } from './response-class';
import { uploadFile } from './upload';

export type Outcome =
  | { kind: 'sent' }
  /** An equivalent record exists: nothing of this entry is kept. */
  | { kind: 'elsewhere' }
  | { kind: 'attention'; problem: Problem }
  /** The row changed in other columns meanwhile: retry from its current state. */
  | { kind: 'again'; seen: Fields }
  | Later
  /** It failed together with others: they are retried in smaller batches. */
  | { kind: 'apart'; late: boolean }
  /** It fails while others succeed: wait until then, with a problem for the user if that goes on. */
  | { kind: 'held'; faults: number; notBefore: number; problem: Problem | null }
  | { kind: 'signIn' };

/** `pace`: bytes per request on this connection. */
type Sender = { request: Request; token: string; pace?: number | undefined };
type Ask = Omit<Call, 'token'>;

const LATER: Later = { kind: 'later', afterMs: null };

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

/** The outcome of any verdict other than success or a duplicate key. */
function stopped(verdict: Exclude<ResponseClass, { kind: 'done' | 'duplicateKey' }>): Outcome {
  if (verdict.kind === 'refused' || verdict.kind === 'deleted') {
    // A record that the server lost, and that somebody had deleted, is not restored.
    return refused(verdict.sentence, verdict.kind === 'refused' && verdict.denied ? 'denied' : verdict.kind);
  }
  return verdict;
}

/** The current row; null if it is missing or hidden from this user; or the reason why it could not be read. */
type Read = { row: Fields | null } | { row?: never; stopped: Outcome };

async function readBack(entry: Entry, type: CapturedType, sender: Sender): Promise<Read> {
  const { request, token } = sender;
  const verdict = classifyResponse(
    await request({ method: 'GET', path: `${type.readFrom}?${rowOf(entry)}&limit=1`, token }),
  );
  if (verdict.kind === 'duplicateKey') return { stopped: LATER };
  if (verdict.kind !== 'done') return { stopped: stopped(verdict) };
  const row = verdict.rows.find((one) => isRow(one) && one['id'] === entry.id);
  if (isRow(row)) return { row: type.asEntered?.(row) ?? row };
  // A captive portal can answer with an empty list too.
  const there = await serverResponds(entry.userId, sender);
  if (there === 'signIn') return { stopped: { kind: 'signIn' } };
  return there === 'yes' && verdict.rows.length === 0 ? { row: null } : { stopped: LATER };
}

/** Without any access to the account, deleted rows can't be told from hidden ones. */
async function outside({ accountId }: Entry, { request, token }: Sender): Promise<Outcome | null> {
  const path = `farm_settings?user_id=eq.${accountId}&select=user_id`;
  const verdict = classifyResponse(await request({ method: 'GET', path, token }));
  if (verdict.kind === 'done') return verdict.rows.length > 0 ? null : refused(OUTSIDE, 'denied');
  return verdict.kind === 'duplicateKey' ? LATER : stopped(verdict);
}

/** The row exists: it is ours if it equals what was sent. `told`: the server itself reported a duplicate key. */
async function settleInsert(entry: Entry, type: CapturedType, sender: Sender, told: boolean): Promise<Outcome> {
  const read = await readBack(entry, type, sender);
  if (read.row === undefined) return read.stopped;
  const { row } = read;
  // Without that report, the earlier response may not have been our server's: insert again, now that it is confirmed.
  if (row === null && !told) return (await insertAll([entry], type, sender, true))[0] ?? LATER;
  if (type.nameKey !== undefined) return { kind: row === null ? 'elsewhere' : 'sent' };
  if (row === null) return refused('The server took this entry and does not show it. Ask the account holder.');
  const columns = differing(type, 'insert', entry.fields, row);
  return columns.length === 0 ? { kind: 'sent' } : conflict(TWIN, type, row, columns);
}

const conflict = (sentence: string, type: CapturedType, row: Fields, columns: readonly string[]): Outcome => ({
  kind: 'attention',
  problem: {
    kind: 'conflict',
    sentence,
    theirs: pickColumns(row, withGroups(type, columns)),
    theirsAt: textOf(row.updated_at),
  },
});

/**
 * A record unique by name is inserted without a body in the response, so each is read back; a duplicate name is no
 * error.
 */
function inserted(answer: Answer, { nameKey }: CapturedType): ResponseClass {
  const verdict = classifyResponse(answer);
  if (nameKey === undefined) return verdict;
  if (answer.status === 201) return { kind: 'done', rows: [] };
  return verdict.kind === 'refused' && verdict.sentence.includes(`"${nameKey}"`) ? { kind: 'duplicateKey' } : verdict;
}

/** Verdicts that one row of several can cause for the whole batch: each row is then sent alone. */
const NAMES_ONE: ReadonlySet<ResponseClass['kind']> = new Set(['duplicateKey', 'refused', 'deleted', 'elsewhere']);

/** Inserts rows of one kind in one request; if that is refused, each is sent alone. */
async function insertAll(
  entries: readonly Entry[],
  type: CapturedType,
  sender: Sender,
  again = false,
): Promise<Outcome[]> {
  const verdict = inserted(
    await sender.request({
      method: 'POST',
      // A user who may not read the table may only use a plain insert.
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
      pace: sender.pace,
    }),
    type,
  );
  const [only] = entries;
  if (entries.length === 1 && only && verdict.kind === 'duplicateKey')
    return [await settleInsert(only, type, sender, true)];
  if (verdict.kind === 'done') {
    const written = new Set(verdict.rows.map((row) => (isRow(row) ? row['id'] : null)));
    const asked = entries.filter(({ id }) => !written.has(id));
    const answers = await oneByOne(asked, (entry) => settleInsert(entry, type, sender, again));
    return entries.map((entry) => answers[asked.indexOf(entry)] ?? { kind: 'sent' });
  }
  if (entries.length > 1 && NAMES_ONE.has(verdict.kind)) {
    return oneByOne(entries, async (entry) => (await insertAll([entry], type, sender))[0] ?? LATER);
  }
  const outcome: Outcome = verdict.kind === 'duplicateKey' ? LATER : stopped(verdict);
  return entries.map(() => outcome);
}

/** One after another, until there is no response or no session: then the rest is not sent. */
async function oneByOne(entries: readonly Entry[], ask: (entry: Entry) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const entry of entries) {
    const last = outcomes.at(-1);
    outcomes.push(last?.kind === 'later' || last?.kind === 'signIn' ? last : await ask(entry));
  }
  return outcomes;
}

/** Updates or deletes the row as the user saw it; if it changed meanwhile, the changed columns decide. */
async function change(entry: Entry, type: CapturedType, sender: Sender): Promise<Outcome> {
  const { action, seen, fields } = entry;
  // Seen while it waited here, without a database timestamp: only the row can tell whether it is unchanged.
  if (!seen || 'updated_at' in seen) {
    const as = typeof seen?.updated_at === 'string' ? `&updated_at=eq.${encodeURIComponent(seen.updated_at)}` : '';
    const ask: Ask = {
      method: action === 'update' ? 'PATCH' : 'DELETE',
      path: `${type.table}?${rowOf(entry)}${as}&select=id`,
      prefer: 'return=representation',
      ...(action === 'update' ? { body: fields } : {}),
    };
    const verdict = classifyResponse(await sender.request({ ...ask, token: sender.token, pace: sender.pace }));
    if (verdict.kind === 'duplicateKey') return refused(CHANGED);
    if (verdict.kind !== 'done') return stopped(verdict);
    if (verdict.rows.some((row) => isRow(row) && row['id'] === entry.id)) return { kind: 'sent' };
  }
  const read = await readBack(entry, type, sender);
  if (read.row === undefined) return read.stopped;
  const { row } = read;
  if (row === null) {
    return (await outside(entry, sender)) ?? (action === 'delete' ? { kind: 'sent' } : refused(GONE, 'deleted'));
  }
  const again: Outcome = { kind: 'again', seen: { ...seen, updated_at: row.updated_at ?? null } };
  // An unchanged row that was not written means that access is missing; retrying would never end.
  const barred = row.updated_at === seen?.updated_at;
  if (action === 'delete') {
    if (!seen || barred) return refused('You may not delete this entry at the moment.', 'denied');
    const changed = differing(type, action, seen, row).filter((column) => column !== 'updated_at');
    return changed.length > 0 ? conflict(CHANGED, type, row, changed) : again;
  }
  const open = differing(type, action, fields, row);
  if (open.length === 0) return { kind: 'sent' };
  const closed = type.closedTo?.(entry, row);
  if (closed) return refused(closed, 'denied');
  const crossed = conflictingColumns(type, entry, row, open);
  if (crossed.length > 0) return conflict(CHANGED, type, row, crossed);
  return barred ? refused('You may not change this entry at the moment.', 'denied') : again;
}

/** The reason why this photo can't be stored; null if access is missing, or if the server could not be asked. */
async function photoProblem(entry: Entry, { request, token }: Sender): Promise<string | null> {
  const path = `rpc/photo_refusal?p_path=${encodeURIComponent(textOf(entry.fields['storage_path']))}`;
  const verdict = classifyResponse(await request({ method: 'GET', path, token }));
  const [row] = verdict.kind === 'done' ? verdict.rows : [];
  return isRow(row) ? textOf(row['sentence']) || null : null;
}

/**
 * The storage service does not overwrite a photo whose row exists: in that case it was sent before. For other refusals
 * it gives no reason; the database does.
 */
async function unlessThere(entry: Entry, type: CapturedType, sender: Sender, held: Outcome): Promise<Outcome> {
  if (held.kind !== 'attention') return held;
  const { row } = await readBack(entry, type, sender);
  if (row && differing(type, 'insert', entry.fields, row).length === 0) return { kind: 'sent' };
  if (held.problem.kind !== 'denied') return held;
  const sentence = await photoProblem(entry, sender);
  return sentence === null ? held : refused(sentence);
}

/** Tries to send a batch as `nextBatch` made it; one outcome for each entry, in their order. */
export async function send(kept: readonly Entry[], sender: Sender): Promise<Outcome[]> {
  const batch = kept.map(entryNow);
  const [head] = batch;
  if (!head) return [];
  const type = typeOf(head);
  if (!type || head.version > type.version) return batch.map(() => refused(UNKNOWN, 'denied'));
  if (head.action === 'insert') {
    const held = head.file && type.bucket !== undefined ? await uploadFile(head, type.bucket, sender) : null;
    return held ? [await unlessThere(head, type, sender, held)] : insertAll(batch, type, sender);
  }
  const outcomes: Outcome[] = [];
  for (const entry of batch) outcomes.push(await change(entry, type, sender));
  return outcomes;
}
