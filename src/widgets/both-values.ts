import { breaksOf } from '@/domain/breaks';
import { fromNumeric, toInputText } from '@/domain/money';
import { formatDate } from '@/domain/time';
import { unitOf } from '@/domain/units';
import type { Json } from '@/lib/database.types';
import type { Entry } from '@/outbox/entry';
import { typeOf } from '@/outbox/record-type';
import '@/outbox/records';
import { clockWords } from './send-words';

const NOTHING = 'Nothing';

function words(column: string, value: Json | undefined, { userId, accountId }: Entry, now: Date): string {
  const clock = (instant: string) => clockWords(Date.parse(instant), now);
  if (value === undefined || value === null || value === '') return column === 'assigned_to' ? 'Nobody yet' : NOTHING;
  if (typeof value === 'number')
    return column === 'total_value' || column === 'rate' ? value.toFixed(2) : toInputText(fromNumeric(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const pauses = breaksOf(value).map(({ start, end }) => `${clock(start)}–${end === null ? 'now' : clock(end)}`);
    return pauses.join(', ') || NOTHING;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Whose name it is only the database knows.
  if (column === 'assigned_to')
    return text === userId ? 'Me' : text === accountId ? 'The account holder' : 'One of the crew';
  if (column.endsWith('_at')) return clock(text);
  if (column.endsWith('_date')) return formatDate(text, String(now.getFullYear()));
  if (column === 'chargeable_unit') return unitOf(text).label;
  return column.endsWith('_time') ? text.slice(0, 5) : text;
}

/** Where an entry and the database's row differ: what stands here and what stands there, in words. */
export function bothValues(entry: Entry, now: Date) {
  const { action, fields, seen, problem } = entry;
  const labels = typeOf(entry)?.labels;
  const mine = action === 'delete' ? (seen ?? {}) : fields;
  return Object.entries(problem?.theirs ?? {}).map(([column, theirs]) => ({
    label: labels?.[column] ?? column,
    mine: words(column, mine[column], entry, now),
    theirs: words(column, theirs, entry, now),
  }));
}
