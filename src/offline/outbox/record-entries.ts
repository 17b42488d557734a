// Outbox entries of a record, and entries as records of a list: the same for every declared record type.
import type { Account } from '@/domain/account/account';
import type { CapturedRecord } from '@/records/captured';
import type { RecordField } from '@/records/record-field';
import { applyColumns, columnsOf, emptyOf, type Shape, type ValuesOf, type WrittenOf } from '@/records/record';
import type { Entry, Columns, NewEntry } from './entry';
import type { RowMapper } from './shown-rows';

type AccountIds = Pick<Account, 'userId' | 'ownerId'>;
/** `updatedAt` is empty for a record in the outbox. */
type StoredRecord<Of extends Shape> = ValuesOf<Of> & { id: string; updatedAt: string };

const entryOf = <Of extends Shape>(
  type: CapturedRecord<Of>,
  { userId, ownerId }: AccountIds,
  id: string,
  values: ValuesOf<Of>,
) => ({
  ...{ userId, accountId: ownerId, kind: type.kind, version: type.version, id, parents: [] },
  title: type.title(values),
});

/**
 * A new record. `parents`: the records that must be in the database first. Columns that the database sets are not sent;
 * the title may name them.
 */
export const insertOf = <Of extends Shape>(
  type: CapturedRecord<Of>,
  account: AccountIds,
  id: string,
  values: Partial<ValuesOf<Of>>,
  parents: string[] = [],
): NewEntry => ({
  ...entryOf(type, account, id, { ...emptyOf(type), ...values }),
  action: 'insert',
  fields: columnsOf(type, values, ['write', 'insert']),
  seen: null,
  parents,
});

/** The columns as the person saw them: those that can be changed at any time, and those of the edit. */
const seenOf = <Of extends Shape>(type: CapturedRecord<Of>, record: StoredRecord<Of>, edit: Columns): Columns => ({
  ...columnsOf(type, record, ['write']),
  ...Object.fromEntries(Object.entries(columnsOf(type, record, ['update'])).filter(([column]) => column in edit)),
  ...(record.updatedAt === '' ? {} : { updated_at: record.updatedAt }),
});

/** An edit that sends these fields, changed or not. */
export function editOf<Of extends Shape>(
  type: CapturedRecord<Of>,
  account: AccountIds,
  record: StoredRecord<Of>,
  values: WrittenOf<Of>,
): NewEntry {
  const fields = columnsOf(type, values, ['write', 'update']);
  const entry = entryOf(type, account, record.id, { ...record, ...values });
  return { ...entry, action: 'update', fields, seen: seenOf(type, record, fields) };
}

/** An edit that sends what differs; null if nothing does. The reason for a change is sent whenever it is given. */
export function updateOf<Of extends Shape>(
  type: CapturedRecord<Of>,
  account: AccountIds,
  record: StoredRecord<Of>,
  values: WrittenOf<Of>,
): NewEntry | null {
  const before = columnsOf(type, record, ['write']);
  const changed = Object.entries(columnsOf(type, values, ['write'])).filter(
    ([column, value]) => JSON.stringify(before[column]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return null;
  const fields = { ...Object.fromEntries(changed), ...columnsOf(type, values, ['update']) };
  return { ...editOf(type, account, record, values), fields };
}

/** An edit that strikes a record out as entered by mistake, or brings it back. */
export const strikeOf = <Of extends Shape & { struck: RecordField<boolean> }>(
  type: CapturedRecord<Of>,
  account: AccountIds,
  record: StoredRecord<Of>,
  struck: boolean,
  // The cast is safe: the record has this field.
): NewEntry => editOf(type, account, record, { struck } as WrittenOf<Of>);

export const deleteOf = <Of extends Shape>(
  type: CapturedRecord<Of>,
  account: AccountIds,
  record: StoredRecord<Of>,
): NewEntry => ({
  ...entryOf(type, account, record.id, record),
  action: 'delete',
  fields: {},
  seen: seenOf(type, record, {}),
});

type Row<Of extends Shape> = ValuesOf<Of> & { id: string };

/**
 * How waiting entries are merged into a list. `defaults`: what a new record has that its entry does not contain.
 * `derived`: what follows from changed fields, which the database would set.
 */
export const rowsFrom = <Of extends Shape>(
  type: CapturedRecord<Of>,
  defaults: (entry: Entry) => Partial<ValuesOf<Of>>,
  derived: (now: Row<Of>, before: Row<Of>, entry: Entry) => Row<Of> = (now) => now,
): RowMapper<Row<Of>> => {
  const applyEntry = (row: Row<Of>, entry: Entry) => derived(applyColumns(type, row, entry.fields), row, entry);
  return {
    kind: type.kind,
    applyEntry,
    fromEntry: (entry) => applyEntry({ ...emptyOf(type), ...defaults(entry), id: entry.id }, entry),
  };
};

/** The author of a waiting record, as a list shows it. The database sets these columns itself. */
const authorOf = ({ userId, firstName, lastName }: Account, { action, recordedAt }: Entry) => ({
  createdBy: userId,
  // An update may be of another person's record, and does not include its author.
  createdByName: action === 'insert' ? [firstName, lastName].filter(Boolean).join(' ') : '',
  createdAt: recordedAt,
});

/** As `rowsFrom`, for entries of this person: new records have the author and time that their declaration has fields for. */
export const rowMapper = <Of extends Shape>(
  type: CapturedRecord<Of>,
  account: Account,
  derived?: (now: Row<Of>, before: Row<Of>, entry: Entry) => Row<Of>,
): RowMapper<Row<Of>> =>
  rowsFrom(
    type,
    (entry) =>
      // The cast is safe: the declaration has these fields, and each has one type in all of them.
      Object.fromEntries(Object.entries(authorOf(account, entry)).filter(([name]) => name in type.fields)) as Partial<
        ValuesOf<Of>
      >,
    derived,
  );
