import { fromNumeric, toInputText } from '@/domain/money';
import { formatDate } from '@/domain/time';
import { unitOf } from '@/domain/units';
import type { Json } from '@/lib/database.types';
import type { Entry } from '@/outbox/entry';

const LABELS: Record<string, string> = {
  customer: 'Customer',
  task_name: 'Task',
  task_description: 'Description',
  chargeable_unit: 'Unit',
  rate: 'Rate',
  quantity: 'Quantity',
  work_date: 'Date',
  start_time: 'Start',
  finish_time: 'Finish',
  breaks: 'Breaks',
  total_value: 'Value',
  notes: 'Note',
};

function words(column: string, value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'Nothing';
  if (typeof value === 'number')
    return column === 'total_value' || column === 'rate' ? value.toFixed(2) : toInputText(fromNumeric(value));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (column === 'work_date') return formatDate(text);
  if (column === 'chargeable_unit') return unitOf(text).label;
  return column.endsWith('_time') ? text.slice(0, 5) : text;
}

/** Where an entry and the database's row differ: what stands here and what stands there, in words. */
export function bothValues({ action, fields, seen, problem }: Entry) {
  const mine = action === 'delete' ? (seen ?? {}) : fields;
  return Object.entries(problem?.theirs ?? {}).map(([column, theirs]) => ({
    label: LABELS[column] ?? column,
    mine: words(column, mine[column]),
    theirs: words(column, theirs),
  }));
}
