// The rows that a list shows: the database's rows merged with the entries in the outbox, each record once.
import type { Entry } from './entry';
import type { Waiting } from './outbox';

/** `entry`: the entry of this row in the outbox; null if the database has all changes of the row. */
export type Shown<Row> = { row: Row; entry: Entry | null };

/** How entries of one kind become rows of its list. */
export type RowMapper<Row> = {
  kind: string;
  /** The row from an entry alone. */
  fromEntry: (entry: Entry) => Row;
  /** The row with an edit applied. */
  applyEntry: (row: Row, edit: Entry) => Row;
};

/**
 * Merges the rows with this user's changes that the database does not have yet, or has received since the rows were
 * read at `readAt` (milliseconds). A row with a queued deletion stays until the database has deleted it.
 */
export function shownRows<Row extends { id: string }>(
  rows: readonly Row[],
  { entries, sent }: Pick<Waiting, 'entries' | 'sent'>,
  readAt: number,
  { kind, fromEntry, applyEntry }: RowMapper<Row>,
): Shown<Row>[] {
  const shown = new Map<string, Shown<Row>>(rows.map((row) => [row.id, { row, entry: null }]));
  const sentSince = sent.filter(({ acknowledgedAt }) => (acknowledgedAt ?? 0) > readAt);
  for (const entry of [...sentSince, ...entries].toSorted((a, b) => a.seq - b.seq)) {
    if (entry.kind !== kind) continue;
    const { id, action, state } = entry;
    const existing = shown.get(id);
    const isAcknowledged = state === 'acknowledged';
    if (isAcknowledged && action === 'delete') {
      shown.delete(id);
      continue;
    }
    // A sent edit of a row that this list has not loaded.
    if (isAcknowledged && action === 'update' && !existing) continue;
    const row = existing?.row ?? fromEntry({ ...entry, fields: { ...entry.seen, ...entry.fields } });
    // The list has the row already: only the response to the insert was lost.
    const isInList = existing !== undefined && action === 'insert' && state !== 'attention';
    const waiting = isAcknowledged || isInList ? null : entry;
    shown.set(id, {
      row: action === 'update' ? applyEntry(row, entry) : row,
      // Of several entries, show one that needs attention.
      entry: existing?.entry?.problem ? existing.entry : (waiting ?? existing?.entry ?? null),
    });
  }
  return [...shown.values()];
}
