// Records that are captured in the field: saved on the device first, then sent by the outbox.
import type { QueryName } from '@/lib/query-keys';
import type { RecordField } from './record-field';
import type { Columns, RecordType, Shape, ValuesOf } from './record';

export type Action = 'insert' | 'update' | 'delete';

/** A record type's settings for the outbox. */
export type CapturedType = {
  kind: string;
  /** The table it is written to. */
  table: string;
  /** The table or view it is read back from, readable by everyone who may write it. */
  readFrom: string;
  /** Database functions that write the record in one transaction, instead of requests to the table. */
  functions?: { insert: string; delete: string };
  /** The column that holds the record's id, if it is not `id`. */
  keyColumn?: string;
  /** Schema version of `fields`; increases when a column changes its meaning or name. */
  version: number;
  /** Converts fields that an earlier version of the app saved to the current schema. */
  migrate?: (fields: Columns, from: number) => Columns;
  /** Columns that the database normalises: not compared when a row is read back. */
  derived: readonly string[];
  /**
   * Columns that only make sense together, like a unit and its quantity. If somebody else changed one column of a
   * group, a change of any other is a conflict, and one side's group is kept as a whole.
   */
  groups?: readonly (readonly string[])[];
  /** Why this user can't change the row as it is now; null if they can. Checked once the row has changed. */
  notEditableReason?: (entry: { userId: string; accountId: string }, row: Columns) => string | null;
  /** The row as a user would enter it, without the values that the database calculates. */
  asEntered?: (row: Columns) => Columns;
  /** True if the stored value is equivalent to what was sent, such as a name in different case. */
  isEquivalent?: (column: string, sent: Columns, row: Columns, action: Action) => boolean;
  /**
   * The database constraint that makes the record unique by more than its id, such as by its name. A duplicate counts
   * as success under any id, and a user who adds one may not be able to read the table.
   */
  uniqueConstraint?: string;
  /** The table has no column for the time at which the user saved the record. */
  hasNoRecordedAt?: true;
  /** The bucket that its file is uploaded to, before the row is written. */
  bucket?: string;
  /** First parts of the query keys that a sent entry invalidates, besides the name of its table. */
  invalidates: readonly QueryName[];
  /** Its declared fields by their columns: a conflict shows both values of each that has a label. */
  columns?: Readonly<Record<string, RecordField>>;
  /** The address at which a waiting entry is edited. */
  editAt?: (id: string) => string;
  /** Whether the user may add a deleted record again as their own, from the fields of the queued entry; by default yes. */
  canAddAgain?: (entry: { fields: Columns }) => boolean;
  /**
   * Its id may come from a planned job or a shift, which can be logged only once: if it is saved twice with different
   * content, the user is asked. For other types, the second save becomes a separate record.
   */
  asksOnDuplicateId?: true;
  /** The account holder can restore a deleted record under its id. */
  canBeRestored?: true;
  /** Columns that an insert does not accept: if set before the row exists, they are updated after the insert. */
  updateOnly?: readonly string[];
  /** Columns left to the database when the user adds a deleted record again. */
  recalculated?: readonly string[];
};

export type CapturedRecord<Of extends Shape = Shape> = RecordType<Of> &
  CapturedType & {
    /** Its name in messages: "Activity saved!". */
    name: string;
    /** The title of an entry that waits in the outbox. */
    title: (values: ValuesOf<Of>) => string;
  };

type Options<Of extends Shape> = Omit<CapturedRecord<Of>, keyof RecordType | 'columns' | 'readFrom' | 'invalidates'> &
  Partial<Pick<CapturedType, 'readFrom' | 'invalidates'>>;

/** Adds the settings for the outbox to a record type. */
export const captured = <Of extends Shape>(type: RecordType<Of>, options: Options<Of>): CapturedRecord<Of> => ({
  readFrom: type.table,
  columns: Object.fromEntries(Object.values(type.fields).map((field) => [field.column, field])),
  ...type,
  ...options,
  invalidates: [type.table, ...(options.invalidates ?? [])],
});
