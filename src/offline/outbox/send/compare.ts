// Compares what was sent with what the database holds: the same value may have two notations.
import type { Json } from '@/lib/database.types';
import type { Action, Entry, Columns } from '@/offline/outbox/entry';
import type { CapturedType } from '@/records/captured';

const WALL_TIME = /^\d\d:\d\d(:\d\d)?$/;

/** Normalises a value: text trimmed, times to the minute, missing and empty values as null. */
function normalised(value: Json | undefined): Json {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return WALL_TIME.test(text) ? text.slice(0, 5) : text;
}

const isSameValue = (a: Json | undefined, b: Json | undefined) =>
  JSON.stringify(normalised(a)) === JSON.stringify(normalised(b));

/** The columns of `fields` whose value differs in the row, except those that the database derives. */
function unequalColumns(fields: Columns, row: Columns, derived: readonly string[]): string[] {
  return Object.keys(fields).filter((column) => !derived.includes(column) && !isSameValue(fields[column], row[column]));
}

export const pickColumns = (row: Columns, columns: readonly string[]): Columns =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

/** The columns in which the row differs from what was sent. */
export const differing = (type: CapturedType, action: Action, fields: Columns, row: Columns): string[] =>
  unequalColumns(fields, row, type.derived).filter((column) => !type.isEquivalent?.(column, fields, row, action));

/** The columns, each with the rest of its group. */
export const withGroups = ({ groups = [] }: CapturedType, columns: readonly string[]): string[] => [
  ...new Set(columns.flatMap((column) => groups.find((group) => group.includes(column)) ?? [column])),
];

/**
 * The columns in which another person's change of the row conflicts with this edit: columns in `unwritten`, which the
 * edit has yet to write, and other columns of their groups. If both made the same change there is no conflict.
 */
export function conflictingColumns(
  type: CapturedType,
  { fields, seen }: Entry,
  row: Columns,
  unwritten: readonly string[],
): string[] {
  if (!seen) return [...unwritten];
  const related = withGroups(type, unwritten);
  const comparable = related.filter((column) => unwritten.includes(column) || column in seen);
  return differing(type, 'update', pickColumns(seen, comparable), row).filter(
    (column) => unwritten.includes(column) || !(column in fields),
  );
}

/**
 * The user's values for the columns of `theirs`: the edited ones, and the rest of their groups as the user saw them. A
 * new record has nothing in the columns that an insert does not accept.
 */
export function localValues(type: CapturedType, { action, fields, seen }: Entry, theirs: Columns): Columns {
  const userValues = { ...(action === 'insert' ? pickColumns({}, type.updateOnly ?? []) : seen), ...fields };
  const group = pickColumns(
    userValues,
    Object.keys(theirs).filter((column) => column in userValues && !(column in fields)),
  );
  return { ...fields, ...pickColumns(group, differing(type, 'update', group, theirs)) };
}
