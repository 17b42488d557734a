// Sending: one attempt to write entries to the database, and the outcome of each. Safe to repeat at any point.
import type { Json } from '@/lib/database.types';
import type { Entry, Columns, Problem } from '@/offline/outbox/entry';
import { migrateEntry, typeOf } from '@/offline/outbox/record-type';
import type { CapturedType } from '@/records/captured';
import { jobContent } from '@/records/jobs';
import { conflictingColumns, differing, pickColumns, withGroups } from './compare';
import { isRow, serverResponds } from './reachability';
import type { Call, Request } from './request';
import { classifyResponse, type RawResponse, type Later, type ResponseClass } from './response-class';
import { uploadFile } from './upload';

export type Outcome =
  | { kind: 'sent' }
  /** An equivalent record exists under another id: nothing of this entry is kept. */
  | { kind: 'existsElsewhere' }
  | { kind: 'attention'; problem: Problem }
  /** The row changed in other columns meanwhile: retry from its current state. */
  | { kind: 'rowChanged'; seen: Columns }
  | Later
  /** Retried at once, in a smaller batch or with a new token: not counted as a failure. */
  | { kind: 'retryNow'; late: boolean }
  /** It fails while others succeed: wait until then, with a problem for the user if that goes on. */
  | { kind: 'paused'; faults: number; notBefore: number; problem: Problem | null }
  | { kind: 'signIn' };

type Session = { request: Request; token: string; bytesPerRequest?: number | undefined };
type RequestWithoutToken = Omit<Call, 'token'>;

const LATER: Later = { kind: 'later', afterMs: null };

const refusedOutcome = (sentence: string, kind: Problem['kind'] = 'refused'): Outcome => ({
  kind: 'attention',
  problem: { kind, sentence },
});

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

const GONE = 'This entry was deleted meanwhile.';
const DUPLICATE = 'The list already has this entry, with other values.';
const CHANGED = 'Somebody changed this entry meanwhile.';
const NO_ACCESS = 'You have no access to this farm at the moment.';
const UNKNOWN = 'This entry was saved by a newer version of the app. Update the app to send it.';

const rowFilter = (entry: Entry) => `id=eq.${entry.id}&user_id=eq.${entry.accountId}`;

/** The outcome of any response other than success or a duplicate key. */
function failureOf(result: Exclude<ResponseClass, { kind: 'done' | 'duplicateKey' }>): Outcome {
  if (result.kind === 'refused' || result.kind === 'deleted') {
    return refusedOutcome(result.sentence, result.kind === 'refused' && result.denied ? 'denied' : result.kind);
  }
  return result;
}

/** `row`: the current row; null if it is missing or hidden from this user. `failure`: why it could not be read. */
type Read = { row: Columns | null } | { row?: never; failure: Outcome };

async function readBack(entry: Entry, type: CapturedType, session: Session): Promise<Read> {
  const { request, token } = session;
  const result = classifyResponse(
    await request({ method: 'GET', path: `${type.readFrom}?${rowFilter(entry)}&limit=1`, token }),
  );
  if (result.kind === 'duplicateKey') return { failure: LATER };
  if (result.kind !== 'done') return { failure: failureOf(result) };
  const row = result.rows.find((one) => isRow(one) && one['id'] === entry.id);
  if (isRow(row)) return { row: type.asEntered?.(row) ?? row };
  // A captive portal can answer with an empty list too.
  const answer = await serverResponds(entry.userId, session);
  if (answer === 'signIn') return { failure: { kind: 'signIn' } };
  return answer === 'yes' && result.rows.length === 0 ? { row: null } : { failure: LATER };
}

/** Without any access to the account, deleted rows can't be told from hidden ones. */
async function accessProblem({ accountId }: Entry, { request, token }: Session): Promise<Outcome | null> {
  const path = `farm_settings?user_id=eq.${accountId}&select=user_id`;
  const result = classifyResponse(await request({ method: 'GET', path, token }));
  if (result.kind === 'done') return result.rows.length > 0 ? null : refusedOutcome(NO_ACCESS, 'denied');
  return result.kind === 'duplicateKey' ? LATER : failureOf(result);
}

/**
 * The row seems to exist: the insert succeeded earlier if the row equals what was sent. `isReported`: the server itself
 * reported a duplicate key.
 */
async function checkInserted(
  entry: Entry,
  type: CapturedType,
  session: Session,
  isReported: boolean,
): Promise<Outcome> {
  const read = await readBack(entry, type, session);
  if (read.row === undefined) return read.failure;
  const { row } = read;
  // Without that report, the earlier response may have come from another server: insert again, now that ours responds.
  if (row === null && !isReported) return (await insertAll([entry], type, session, true))[0] ?? LATER;
  if (type.uniqueConstraint !== undefined) return { kind: row === null ? 'existsElsewhere' : 'sent' };
  if (row === null) return refusedOutcome('The server took this entry and does not show it. Ask the account holder.');
  const columns = differing(type, 'insert', entry.fields, row);
  return columns.length === 0 ? { kind: 'sent' } : conflict(DUPLICATE, type, row, columns);
}

const conflict = (sentence: string, type: CapturedType, row: Columns, columns: readonly string[]): Outcome => ({
  kind: 'attention',
  problem: {
    kind: 'conflict',
    sentence,
    theirs: pickColumns(row, withGroups(type, columns)),
    theirsAt: textOf(row.updated_at),
  },
});

/**
 * A record with a `uniqueConstraint` is inserted without a body in the response, so each is read back; a duplicate is
 * no error.
 */
function classifyInsert(response: RawResponse, { uniqueConstraint }: CapturedType): ResponseClass {
  const result = classifyResponse(response);
  if (uniqueConstraint === undefined) return result;
  if (response.status === 201) return { kind: 'done', rows: [] };
  return result.kind === 'refused' && result.sentence.includes(`"${uniqueConstraint}"`)
    ? { kind: 'duplicateKey' }
    : result;
}

/** Failures that a single row can cause for the whole batch: each row is then sent alone. */
const CAUSED_BY_ONE_ROW: ReadonlySet<ResponseClass['kind']> = new Set([
  'duplicateKey',
  'refused',
  'deleted',
  'existsElsewhere',
]);

/** Inserts rows of one kind in one request; if that is refused, each is sent alone. */
async function insertAll(
  entries: readonly Entry[],
  type: CapturedType,
  session: Session,
  isRepeat = false,
): Promise<Outcome[]> {
  const result = classifyInsert(
    await session.request({
      method: 'POST',
      // A user who may not read the table may only use a plain insert.
      ...(type.uniqueConstraint
        ? { path: type.table, prefer: 'return=minimal,missing=default' }
        : {
            path: `${type.table}?on_conflict=user_id,id&select=id`,
            prefer: 'resolution=ignore-duplicates,return=representation,missing=default',
          }),
      body: entries.map((entry) => ({
        ...entry.fields,
        id: entry.id,
        user_id: entry.accountId,
        ...(type.hasNoRecordedAt ? {} : { recorded_at: entry.recordedAt }),
      })),
      token: session.token,
      bytesPerRequest: session.bytesPerRequest,
    }),
    type,
  );
  const [only] = entries;
  if (entries.length === 1 && only && result.kind === 'duplicateKey')
    return [await checkInserted(only, type, session, true)];
  if (result.kind === 'done') {
    const written = new Set(result.rows.map((row) => (isRow(row) ? row['id'] : null)));
    const unconfirmed = entries.filter(({ id }) => !written.has(id));
    const checked = await oneByOne(unconfirmed, (entry) => checkInserted(entry, type, session, isRepeat));
    return entries.map((entry) => checked[unconfirmed.indexOf(entry)] ?? { kind: 'sent' });
  }
  if (entries.length > 1 && CAUSED_BY_ONE_ROW.has(result.kind)) {
    return oneByOne(entries, async (entry) => (await insertAll([entry], type, session))[0] ?? LATER);
  }
  const outcome: Outcome = result.kind === 'duplicateKey' ? LATER : failureOf(result);
  return entries.map(() => outcome);
}

/** Sends one entry after another. Stops at the first without a response or a session, and does not send the rest. */
async function oneByOne(entries: readonly Entry[], sendOne: (entry: Entry) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const entry of entries) {
    const last = outcomes.at(-1);
    outcomes.push(last?.kind === 'later' || last?.kind === 'signIn' ? last : await sendOne(entry));
  }
  return outcomes;
}

/** Updates or deletes the row as the user saw it; if it changed meanwhile, the changed columns decide. */
async function sendChange(entry: Entry, type: CapturedType, session: Session): Promise<Outcome> {
  const { action, seen, fields } = entry;
  // `updated_at` is missing if the user changed a record that was not sent yet: only the row tells whether it changed.
  if (!seen || 'updated_at' in seen) {
    const seenVersion =
      typeof seen?.updated_at === 'string' ? `&updated_at=eq.${encodeURIComponent(seen.updated_at)}` : '';
    const request: RequestWithoutToken = {
      method: action === 'update' ? 'PATCH' : 'DELETE',
      path: `${type.table}?${rowFilter(entry)}${seenVersion}&select=id`,
      prefer: 'return=representation',
      ...(action === 'update' ? { body: fields } : {}),
    };
    const result = classifyResponse(
      await session.request({ ...request, token: session.token, bytesPerRequest: session.bytesPerRequest }),
    );
    if (result.kind === 'duplicateKey') return refusedOutcome(CHANGED);
    if (result.kind !== 'done') return failureOf(result);
    if (result.rows.some((row) => isRow(row) && row['id'] === entry.id)) return { kind: 'sent' };
  }
  const read = await readBack(entry, type, session);
  if (read.row === undefined) return read.failure;
  const { row } = read;
  if (row === null) {
    return (
      (await accessProblem(entry, session)) ??
      (action === 'delete' ? { kind: 'sent' } : refusedOutcome(GONE, 'deleted'))
    );
  }
  const rowChanged: Outcome = { kind: 'rowChanged', seen: { ...seen, updated_at: row.updated_at ?? null } };
  // An unchanged row that was not written means that access is missing; retrying would never end.
  const isUnchanged = row.updated_at === seen?.updated_at;
  if (action === 'delete') {
    if (!seen || isUnchanged) return refusedOutcome('You may not delete this entry at the moment.', 'denied');
    const changed = differing(type, action, seen, row).filter((column) => column !== 'updated_at');
    return changed.length > 0 ? conflict(CHANGED, type, row, changed) : rowChanged;
  }
  const unwritten = differing(type, action, fields, row);
  if (unwritten.length === 0) return { kind: 'sent' };
  const closedReason = type.notEditableReason?.(entry, row);
  if (closedReason) return refusedOutcome(closedReason, 'denied');
  const conflicting = conflictingColumns(type, entry, row, unwritten);
  if (conflicting.length > 0) return conflict(CHANGED, type, row, conflicting);
  return isUnchanged ? refusedOutcome('You may not change this entry at the moment.', 'denied') : rowChanged;
}

/** Calls the function that writes the whole record, or deletes it. It recognises a repetition itself. */
async function sendByFunction(entry: Entry, names: NonNullable<CapturedType['functions']>, session: Session) {
  // A change of a job that never left the device is merged into it (`coalesce`); any other is made line by line.
  if (entry.action === 'update') return refusedOutcome('This job is in the office. Change its lines in the list.');
  const inserts = entry.action === 'insert';
  const result = classifyResponse(
    await session.request({
      method: 'POST',
      path: `rpc/${inserts ? names.insert : names.delete}`,
      body: inserts ? { p_job: jobContent(entry.id, entry.fields, entry.recordedAt) } : { p_job_id: entry.id },
      token: session.token,
      bytesPerRequest: session.bytesPerRequest,
    }),
  );
  if (result.kind === 'duplicateKey') return refusedOutcome(DUPLICATE);
  if (result.kind !== 'done') return failureOf(result);
  const row = result.rows.find((one) => isRow(one) && one['id'] === entry.id);
  if (!isRow(row)) return LATER;
  // delete_job says which lines stay, for example those on an invoice.
  const keptReason = textOf(row['kept']);
  return keptReason === '' ? { kind: 'sent' as const } : refusedOutcome(keptReason);
}

/** The reason why this photo can't be stored; null if access is missing, or if the server could not be asked. */
async function photoProblem(entry: Entry, { request, token }: Session): Promise<string | null> {
  const path = `rpc/photo_refusal?p_path=${encodeURIComponent(textOf(entry.fields['storage_path']))}`;
  const result = classifyResponse(await request({ method: 'GET', path, token }));
  const [row] = result.kind === 'done' ? result.rows : [];
  return isRow(row) ? textOf(row['sentence']) || null : null;
}

/**
 * The outcome of a failed upload. The storage service refuses to overwrite a photo whose row exists: it was sent before,
 * so that counts as sent. For other refusals the service gives no reason; the database does.
 */
async function acceptIfStored(entry: Entry, type: CapturedType, session: Session, failure: Outcome): Promise<Outcome> {
  if (failure.kind !== 'attention') return failure;
  const { row } = await readBack(entry, type, session);
  if (row && differing(type, 'insert', entry.fields, row).length === 0) return { kind: 'sent' };
  if (failure.problem.kind !== 'denied') return failure;
  const sentence = await photoProblem(entry, session);
  return sentence === null ? failure : refusedOutcome(sentence);
}

/** Tries to send a batch that `nextBatch` chose; returns one outcome for each entry, in their order. */
export async function send(entries: readonly Entry[], session: Session): Promise<Outcome[]> {
  const batch = entries.map(migrateEntry);
  const [head] = batch;
  if (!head) return [];
  const type = typeOf(head);
  if (!type || head.version > type.version) return batch.map(() => refusedOutcome(UNKNOWN, 'denied'));
  const { functions } = type;
  if (functions) return oneByOne(batch, (entry) => sendByFunction(entry, functions, session));
  if (head.action === 'insert') {
    const failure = head.file && type.bucket !== undefined ? await uploadFile(head, type.bucket, session) : null;
    return failure ? [await acceptIfStored(head, type, session, failure)] : insertAll(batch, type, session);
  }
  const outcomes: Outcome[] = [];
  for (const entry of batch) outcomes.push(await sendChange(entry, type, session));
  return outcomes;
}
