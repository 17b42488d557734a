// Comparing what was sent with what the database holds: the same value may be written in two ways.
import type { Json } from '@/lib/database.types';
import type { Action, Fields } from './entry';
import type { RecordType } from './record-type';

const WALL_TIME = /^\d\d:\d\d(:\d\d)?$/;

/** A value in one form: text without outer space, a time to the minute, nothing and an empty text alike. */
function plain(value: Json | undefined): Json {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return WALL_TIME.test(text) ? text.slice(0, 5) : text;
}

const alike = (a: Json | undefined, b: Json | undefined) => JSON.stringify(plain(a)) === JSON.stringify(plain(b));

/** The columns of `fields` in which the row says something else, without those that the database derives. */
function differences(fields: Fields, row: Fields, derived: readonly string[]): string[] {
  return Object.keys(fields).filter((column) => !derived.includes(column) && !alike(fields[column], row[column]));
}

export const picked = (row: Fields, columns: readonly string[]): Fields =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

/** The columns in which the row is not what was sent. */
export const differing = (type: RecordType, action: Action, fields: Fields, row: Fields): string[] =>
  differences(fields, row, type.derived).filter((column) => !type.reworded?.(column, fields[column], row, action));
