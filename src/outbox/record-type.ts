// Record types: what the outbox needs to know about a kind of record. A type registers with `recordType({ … })`.
import type { Action, Entry, Fields } from './entry';

export type RecordType = {
  kind: string;
  /** The table it is written to. */
  table: string;
  /** The table or view it is read back from, readable by everyone who may write it. */
  readFrom: string;
  /** Schema version of `fields`; increases when a column changes its meaning or name. */
  version: number;
  /** Converts fields that an earlier version of the app saved to the current schema. */
  migrate?: (fields: Fields, from: number) => Fields;
  /** Columns that the database normalises: not compared when a row is read back. */
  derived: readonly string[];
  /**
   * Columns that only make sense together, like a unit and its quantity. If somebody else changed one column of a
   * group, a change of any other is a conflict, and one side's group is kept as a whole.
   */
  groups?: readonly (readonly string[])[];
  /** Why this user can't change the row as it is now; null if they can. Checked once the row has changed. */
  closedTo?: (entry: Entry, row: Fields) => string | null;
  /** The row as a user would enter it, without the values that the database calculates. */
  asEntered?: (row: Fields) => Fields;
  /** True if the stored value is equivalent to what was sent, such as a name in different case. */
  reworded?: (column: string, sent: Fields, row: Fields, action: Action) => boolean;
  /**
   * For a record that is unique by name: the name of its unique constraint. A duplicate counts as success under any id,
   * and a user who adds one may not be able to read the table.
   */
  nameKey?: string;
  /** The table has no column for the time at which the user saved the record. */
  keepsNoTime?: true;
  /** The bucket that its file is uploaded to, before the row is written. */
  bucket?: string;
  /** First parts of the query keys that a sent entry invalidates. */
  invalidates: readonly string[];
  /** Names of the columns for the user: a conflict shows both values under them. */
  labels?: Readonly<Record<string, string>>;
  /** The address at which a waiting entry is edited. */
  editAt?: (id: string) => string;
  /** Whether a deleted record may be added again as the user's own, from what is left of it; the default is yes. */
  addsAgain?: (entry: Pick<Entry, 'fields'>) => boolean;
  /**
   * Its id may be that of a planned job or a shift, which is logged once: a second save with different content asks the
   * user. For other types, such a save becomes a separate record.
   */
  sharesIds?: true;
  /** Columns that an insert does not accept: if set before the row exists, they are updated after the insert. */
  setLater?: readonly string[];
  /** Columns left to the database when the user adds a deleted record again. */
  madeAnew?: readonly string[];
};

const types = new Map<string, RecordType>();

export function recordType(type: RecordType): RecordType {
  types.set(type.kind, type);
  return type;
}

/** The type of an entry; undefined if a newer version of the app saved it and this one does not know the type. */
export const typeOf = ({ kind }: Pick<Entry, 'kind'>): RecordType | undefined => types.get(kind);

/** The type whose records are written into a table. */
export const tableType = (table: string): RecordType | undefined =>
  [...types.values()].find((type) => type.table === table);

/** The entry in the current schema: migrates what an earlier version of the app saved. */
export function entryNow(entry: Entry): Entry {
  const type = typeOf(entry);
  if (!type?.migrate || entry.version >= type.version) return entry;
  const { version, fields, seen } = entry;
  const now = (old: Fields) => type.migrate?.(old, version) ?? old;
  return { ...entry, version: type.version, fields: now(fields), seen: seen && now(seen) };
}
