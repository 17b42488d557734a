// History: the log of a row in plain sentences. Keys and computed columns are left out; a column without a wording is
// shown under its column name, never as raw data.
import { fieldsOf } from '@/domain/core/stored-json';
import { localTimeIn, formatDateDated, todayIn, type Zone } from '@/domain/core/time';
import { plain, type Change, type Columns, type HistoryContext } from './history-values';

export type HistoryEntry = {
  id: number;
  /** ISO instant. */
  at: string;
  /** Null if the system made the change. */
  actorName: string | null;
  action: 'update' | 'delete' | 'restore' | 'erase';
  /** What an update changed, by column. Not used for the other actions: a stored deletion holds the whole old row. */
  changed: Record<string, Change>;
};
type HistoryLine = { id: number; at: string; actor: string; words: string[] };

/** Parses the stored changes of a log entry. */
export const changesOf = (value: unknown): HistoryEntry['changed'] =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([column, change]) => {
      const { old, new: after } = fieldsOf(change);
      return [column, { old, new: after }];
    }),
  );

/** "po_number" is "Po number". */
const nameOf = (column: string) => column.replace(/_/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

const ENDS = { delete: 'Deleted', restore: 'Brought back', erase: 'Erased' } as const;

function wordsOf(columns: Columns, entry: HistoryEntry, context: HistoryContext): string[] {
  if (entry.action !== 'update') return [ENDS[entry.action]];
  const known = Object.entries(columns).flatMap(([column, toWords]) => {
    const change = entry.changed[column];
    return change && toWords ? toWords(change, entry.changed, context) : [];
  });
  const unknown = Object.entries(entry.changed).flatMap(([column, change]) =>
    column in columns ? [] : plain(nameOf(column))(change, entry.changed, context),
  );
  return [...known, ...unknown].filter((words) => words !== null);
}

/**
 * The log entries of one row, newest first, as sentences. `columns`: the wording of its table. `context.unit` and
 * `context.times` are the current values; each older entry is worded with those of its own time. Entries in which only
 * keys changed are left out.
 */
export function historyLines(
  columns: Columns,
  entries: readonly HistoryEntry[],
  context: HistoryContext,
): HistoryLine[] {
  let { unit, times } = context;
  return entries.flatMap((entry) => {
    const words = wordsOf(columns, entry, { ...context, unit, times });
    const before = entry.changed['chargeable_unit']?.old;
    if (entry.action === 'update' && typeof before === 'string') unit = before;
    const [start, finish] = [entry.changed['start_time'], entry.changed['finish_time']];
    if (times && entry.action === 'update')
      times = { start: start ? start.old : times.start, finish: finish ? finish.old : times.finish };
    const line = { id: entry.id, at: entry.at, actor: entry.actorName ?? 'the system', words };
    return words.length === 0 ? [] : [line];
  });
}

/** "3 Oct 2026 17:02" in the farm's zone. */
export function historyTime(instant: string, zone: Zone): string {
  const at = new Date(instant);
  return `${formatDateDated(todayIn(zone, at))} ${localTimeIn(zone, at)}`;
}
