// The kinds of records in the model: their columns, the groups of dependent columns, and new values for them.
import type { Columns } from '@/offline/outbox/entry';
import type { Json } from '@/lib/database.types';

/**
 * Every value of `columns` is used only once, so that a row shows whose values it contains. `group`: dependent
 * columns, never mixed from two sources.
 */
const KINDS = {
  work: {
    table: 'works',
    person: 'coalesce(employee_id, user_id)',
    columns: ['quantity', 'notes', 'chargeable_unit', 'rate', 'total_value'],
    group: ['chargeable_unit', 'rate', 'quantity', 'total_value'],
  },
  time: {
    table: 'time_entries',
    person: 'employee_id',
    columns: ['clock_in_at', 'clock_out_at', 'breaks', 'note'],
    group: ['clock_in_at', 'clock_out_at', 'breaks'],
  },
  note: { table: 'notes', person: 'created_by', columns: ['body'], group: [] },
} as const satisfies Record<string, { table: string; person: string; columns: string[]; group: string[] }>;

export type Kind = keyof typeof KINDS;
export const ALL_KINDS = ['work', 'time', 'note'] as const satisfies Kind[];
export const isKind = (kind: string): kind is Kind => kind in KINDS;
export const columnsOf = (kind: Kind): readonly string[] => KINDS[kind].columns;
export const groupColumns = (kind: Kind): readonly string[] => KINDS[kind].group;
export const tableOf = (kind: Kind): string => KINDS[kind].table;
export const personColumn = (kind: Kind): string => KINDS[kind].person;

const instant = (value: Json | undefined) => (typeof value === 'string' ? new Date(value).toISOString() : null);

/** A value normalised, so that values from different writers can be compared. */
function normalise(column: string, value: Json | undefined): Json {
  if (column === 'clock_in_at' || column === 'clock_out_at') return instant(value);
  if (column !== 'breaks' || !Array.isArray(value)) return value ?? null;
  // The cast is safe: the model created these breaks.
  return JSON.stringify((value as Columns[]).map(({ start, end }) => [instant(start), instant(end)]));
}

/** The columns of `fields` that the model compares. */
export const comparable = (kind: Kind, fields: Columns): Columns =>
  Object.fromEntries(
    columnsOf(kind)
      .filter((column) => column in fields)
      .map((column) => [column, normalise(column, fields[column])]),
  );

/** The group of a record, normalised for comparing two versions. */
export const groupOf = (kind: Kind, fields: Columns): Columns =>
  Object.fromEntries(groupColumns(kind).map((column) => [column, normalise(column, fields[column])]));

/** What an edit changes, named after columns of a job; other kinds of records have their own columns for each name. */
export type EditTarget = 'quantity' | 'notes' | 'both' | 'unit' | 'rate' | 'price' | 'all' | 'value';
const CHANGED_COLUMNS: Record<Kind, Record<EditTarget, readonly string[]>> = {
  work: {
    quantity: ['quantity'],
    notes: ['notes'],
    both: ['quantity', 'notes'],
    unit: ['chargeable_unit'],
    rate: ['rate'],
    price: ['chargeable_unit', 'rate'],
    all: ['chargeable_unit', 'rate', 'quantity'],
    value: ['total_value'],
  },
  time: {
    quantity: ['clock_out_at'],
    notes: ['note'],
    both: ['clock_out_at', 'note'],
    unit: ['clock_in_at'],
    rate: ['breaks'],
    price: ['clock_in_at', 'breaks'],
    all: ['clock_in_at', 'clock_out_at', 'breaks'],
    value: ['clock_out_at', 'breaks'],
  },
  note: {
    quantity: ['body'],
    notes: ['body'],
    both: ['body'],
    unit: ['body'],
    rate: ['body'],
    price: ['body'],
    all: ['body'],
    value: ['body'],
  },
};
/** Only the account holder types a value. */
export const columnsChangedBy = (kind: Kind, target: EditTarget, accountHolder: boolean): readonly string[] =>
  CHANGED_COLUMNS[kind][target === 'value' && kind === 'work' && !accountHolder ? 'rate' : target];

const DAY = 86_400_000;
/** Each shift has a day of its own: overlaps are not tested here. */
const dayOf = (count: number) => Date.UTC(2024, 0, 1) + count * DAY;
const HOUR = 3_600_000;
const instantAt = (day: number, hours: number, count: number) =>
  new Date(day + hours * HOUR + count * 1000).toISOString();

/** New values for these columns, never used before. `instantOfDay`: any instant of the shift's day. */
export function newValues(columns: readonly string[], count: number, instantOfDay?: Json): Columns {
  const day = typeof instantOfDay === 'string' ? Math.floor(Date.parse(instantOfDay) / DAY) * DAY : dayOf(count);
  const values: Columns = {
    quantity: count,
    notes: `n${count}`,
    chargeable_unit: `bale ${count}`,
    rate: count + 0.5,
    total_value: 1000 + count,
    clock_in_at: instantAt(day, 7, count),
    clock_out_at: instantAt(day, 17, count),
    breaks: [{ start: instantAt(day, 12, count), end: instantAt(day, 13, count), paid: false }],
    note: `n${count}`,
    body: `b${count}`,
  };
  return Object.fromEntries(columns.map((column) => [column, values[column] ?? null]));
}

/** A new record's values, without a typed total. */
export const firstValues = (kind: Kind, count: number): Columns =>
  newValues(
    columnsOf(kind).filter((column) => column !== 'total_value'),
    count,
  );
