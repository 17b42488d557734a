import { fromNumeric, toInputText } from '@/domain/money';
import { formatDate } from '@/domain/time';
import { unitOf } from '@/domain/units';
import type { Json } from '@/lib/database.types';
import type { Entry } from '@/outbox/entry';
import { typeOf } from '@/outbox/record-type';
import '@/outbox/records';

function words(column: string, value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'Nothing';
  if (typeof value === 'number')
    return column === 'total_value' || column === 'rate' ? value.toFixed(2) : toInputText(fromNumeric(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (column.endsWith('_date')) return formatDate(text);
  if (column === 'chargeable_unit') return unitOf(text).label;
  return column.endsWith('_time') ? text.slice(0, 5) : text;
}

/** Where an entry and the database's row differ: what stands here and what stands there, in words. */
export function bothValues(entry: Entry) {
  const { action, fields, seen, problem } = entry;
  const labels = typeOf(entry)?.labels;
  const mine = action === 'delete' ? (seen ?? {}) : fields;
  return Object.entries(problem?.theirs ?? {}).map(([column, theirs]) => ({
    label: labels?.[column] ?? column,
    mine: words(column, mine[column]),
    theirs: words(column, theirs),
  }));
}
