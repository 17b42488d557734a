// Record types: what the outbox has to know of a kind of record. A type joins with one `recordType({ … })`.
import type { Action, Entry, Fields } from './entry';

export type RecordType = {
  kind: string;
  /** Where it is written. */
  table: string;
  /** Where it is read back by everybody who may write it. */
  readFrom: string;
  /** Of the shape of `fields`; counts up when a column changes its meaning or name. */
  version: number;
  /** Fields that an earlier version of the app saved, in today's shape. */
  migrate?: (fields: Fields, from: number) => Fields;
  /** Columns that the database words in its own way: not compared when a row is read back. */
  derived: readonly string[];
  /**
   * Columns that mean something only together, like a unit and its quantity. Where somebody else changed one of a group,
   * a change of any other of it is a conflict, and one side's group is kept as a whole.
   */
  groups?: readonly (readonly string[])[];
  /** Why this person can't change the row as it is now; null where they can. Asked once the row has changed. */
  closedTo?: (entry: Entry, row: Fields) => string | null;
  /** The row as a person would enter it, without what the database works out. */
  asEntered?: (row: Fields) => Fields;
  /** True where the database made something of what was sent that is no other content: a name in another case. */
  reworded?: (column: string, sent: Fields, row: Fields, action: Action) => boolean;
  /**
   * Of a record that is a name first: the key that keeps names apart. A name that is there is what was wanted, under
   * whichever id, and whoever adds one may not be able to read the table.
   */
  nameKey?: string;
  /** The table does not keep when its person saved it. */
  keepsNoTime?: true;
  /** Where its file goes, before the row. */
  bucket?: string;
  /** First parts of the query keys that a sent entry made old. */
  invalidates: readonly string[];
  /** What a person calls its columns: a conflict shows both values under these words. */
  labels?: Readonly<Record<string, string>>;
  /** The address at which a waiting one is opened to be changed. */
  editAt?: (id: string) => string;
  /** Whether what is left of one that is gone may be added again, as its person's own; where it is not said, it may. */
  addsAgain?: (entry: Pick<Entry, 'fields'>) => boolean;
  /**
   * Its id may be that of a planned job or a shift, which is logged once: a second save with other content asks its person.
   * Of other types such a save becomes an entry of its own.
   */
  sharesIds?: true;
  /** Columns that a new row does not take: typed before it is there, they are written after it. */
  setLater?: readonly string[];
  /** Columns that a row gets anew, where its person adds once more what somebody deleted. */
  madeAnew?: readonly string[];
};

const types = new Map<string, RecordType>();

export function recordType(type: RecordType): RecordType {
  types.set(type.kind, type);
  return type;
}

/** The type of an entry; undefined for one that a newer version of the app saved and this one does not know. */
export const typeOf = ({ kind }: Pick<Entry, 'kind'>): RecordType | undefined => types.get(kind);

/** The type whose records are written into a table. */
export const tableType = (table: string): RecordType | undefined =>
  [...types.values()].find((type) => type.table === table);

/** The entry in the shape that this version of the app sends: what an earlier one saved is brought over. */
export function entryNow(entry: Entry): Entry {
  const type = typeOf(entry);
  if (!type?.migrate || entry.version >= type.version) return entry;
  const { version, fields, seen } = entry;
  const now = (old: Fields) => type.migrate?.(old, version) ?? old;
  return { ...entry, version: type.version, fields: now(fields), seen: seen && now(seen) };
}
