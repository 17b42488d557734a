// What a list shows: the database's rows and what waits on this device, together and once each.
import type { Entry } from './entry';
import type { Waiting } from './outbox';

/** `entry`: what of the row waits on this device; null where the database has it all. */
export type Shown<Row> = { row: Row; entry: Entry | null };

/** How entries of one kind read as rows of its list. */
export type AsRow<Row> = {
  kind: string;
  /** The row that an entry holds by itself. */
  made: (entry: Entry) => Row;
  /** The row with an edit on it. */
  changed: (row: Row, edit: Entry) => Row;
};

/**
 * The rows with this person's changes on them that the database does not have yet, or has since `readAt`
 * (milliseconds), when the rows were read. A row that waits for its deletion stands until the database knows of it.
 */
export function shownRows<Row extends { id: string }>(
  rows: readonly Row[],
  { entries, sent }: Pick<Waiting, 'entries' | 'sent'>,
  readAt: number,
  { kind, made, changed }: AsRow<Row>,
): Shown<Row>[] {
  const shown = new Map<string, Shown<Row>>(rows.map((row) => [row.id, { row, entry: null }]));
  const late = sent.filter(({ acknowledgedAt }) => (acknowledgedAt ?? 0) > readAt);
  for (const entry of [...late, ...entries].toSorted((a, b) => a.seq - b.seq)) {
    if (entry.kind !== kind) continue;
    const { id, action, state } = entry;
    const here = shown.get(id);
    const known = state === 'acknowledged';
    if (known && action === 'delete') {
      shown.delete(id);
      continue;
    }
    // An edit that was sent, of a row that the list has not come to yet.
    if (known && action === 'update' && !here) continue;
    const row = here?.row ?? made({ ...entry, fields: { ...entry.seen, ...entry.fields } });
    // The list has it already: the answer to its sending was lost.
    const lost = here !== undefined && action === 'insert' && state !== 'attention';
    const waiting = known || lost ? null : entry;
    shown.set(id, {
      row: action === 'update' ? changed(row, entry) : row,
      // Of several what needs its person is told.
      entry: here?.entry?.problem ? here.entry : (waiting ?? here?.entry ?? null),
    });
  }
  return [...shown.values()];
}
