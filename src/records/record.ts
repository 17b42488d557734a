// Declares record types: the table and its fields. The select list, the types of rows and records, and the conversions
// between them are derived from the declaration.
import type { CsvCell } from '@/domain/core/csv';
import { sameJson } from '@/domain/core/same-json';
import type { Database, Json } from '@/lib/database.types';
import type { TableName } from '@/lib/query-keys';
import type { Access, RecordField } from './record-field';

type Tables = Database['public']['Tables'];
export type Shape = Readonly<Record<string, RecordField>>;
/** Columns and their values, in the database's own notation. */
export type Columns = Record<string, Json>;

/** 'noteDate' → 'note_date'. */
type Snake<Name> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : '';
type ColumnOf<Name, Of extends RecordField> = Of['column'] extends '' ? Snake<Name> : Of['column'];
type RawOf<Of extends RecordField> = ReturnType<Of['write']>;
type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** Turns a field whose column is missing or has another type into an error message that the compiler shows. */
type Checked<Table extends TableName, Of extends Shape> = {
  [Name in keyof Of]: ColumnOf<Name, Of[Name]> extends infer Column extends string
    ? Column extends keyof Tables[Table]['Row']
      ? Same<Tables[Table]['Row'][Column], RawOf<Of[Name]>> extends true
        ? Of[Name]
        : `${Column} has another type in the table`
      : `${Column} is not a column of the table`
    : never;
};

export type RecordType<Of extends Shape = Shape> = {
  table: TableName;
  fields: Of;
  /** The fields with their columns, for PostgREST. */
  select: string;
};

/**
 * What the privacy policy says about the columns of a table: phrases of the policy, each with the columns that it covers. '*' is
 * every column of the table that no other phrase covers, also one that is added later. Only the test of the policy reads it.
 */
export type StoredKinds = Partial<Readonly<Record<TableName, Readonly<Record<string, string>>>>>;

type Flat<Type> = { [Name in keyof Type]: Type[Name] };
type FieldsBy<Of extends Shape, Writer extends Access> = {
  [Name in keyof Of as Of[Name]['access'] extends Writer ? Name : never]: Of[Name]['empty'];
};
export type ValuesOf<Of extends Shape> = { [Name in keyof Of]: Of[Name]['empty'] };

/** A record in the app. */
export type RecordOf<Type extends RecordType> = Flat<{ id: string } & ValuesOf<Type['fields']>>;
/** A row as `select` returns it. */
export type RowOf<Type extends RecordType> = Flat<
  { id: string } & { [Name in keyof Type['fields']]: RawOf<Type['fields'][Name]> }
>;
/** The fields that a person may change at any time. */
export type EditableOf<Type extends RecordType> = FieldsBy<Type['fields'], 'write'>;
/** Some of the fields that a person may write. */
export type WrittenOf<Of extends Shape> = Partial<FieldsBy<Of, 'write' | 'insert' | 'update'>>;

/** The columns of some values, with their types. */
type ColumnsOf<Of extends Shape, Values> = {
  [Name in keyof Values as Name extends keyof Of ? ColumnOf<Name, Of[Name]> : never]: Name extends keyof Of
    ? RawOf<Of[Name]>
    : never;
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Declares a record type. Every record has an `id`, which is not listed. tests/database/records.test.ts compares each
 * declaration with the migrated database.
 */
export function record<Table extends TableName, Of extends Shape>(
  table: Table,
  fields: Of & Checked<Table, Of>,
): RecordType<Of> & { table: Table } {
  const withColumns = Object.entries<RecordField>(fields).map(
    ([name, field]) => [name, { ...field, column: field.column || snake(name) }] as const,
  );
  // The cast is safe: these are the same fields, each with its column name.
  return { ...typeOf(table, Object.fromEntries(withColumns) as Shape as Of), table };
}

const typeOf = <Of extends Shape>(table: TableName, fields: Of): RecordType<Of> => ({
  table,
  fields,
  select: [
    'id',
    ...Object.entries<RecordField>(fields).map(([name, { column }]) => (name === column ? name : `${name}:${column}`)),
  ].join(),
});

/** A record from its row. */
export function fromRow<Type extends RecordType>({ fields }: Type, row: RowOf<Type>): RecordOf<Type> {
  const values: Record<string, unknown> = { ...row };
  for (const name in fields) values[name] = fields[name]?.read(values[name]);
  // The cast is safe: each field has read its own value.
  return values as RecordOf<Type>;
}

const ANY_WRITER: readonly Access[] = ['write', 'insert', 'update'];

/**
 * Converts the given values to columns. Leaves out unknown properties, and fields whose access is not in `by` (by
 * default, fields that a user may never write).
 */
export const columnsOf = ({ fields }: RecordType, values: object, by = ANY_WRITER): Columns =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value: unknown = Reflect.get(values, name);
      // The cast is safe: `write` returns JSON.
      return value === undefined || !by.includes(field.access) ? [] : [[field.column, field.write(value) as Json]];
    }),
  );

/** Like `columnsOf`, but with the type of each column, for a request. */
export const toRow = <Of extends Shape, Values extends WrittenOf<Of>>(type: RecordType<Of>, values: Values) =>
  // The cast is safe: these are the columns of the given fields.
  columnsOf(type, values) as ColumnsOf<Of, Values>;

/**
 * The values that differ from the record as the person saw it. A form may have begun with a copy of this device, and another
 * device may have changed the other fields since: they are not sent.
 */
export const changesTo = <Values extends object>(seen: object, values: Values): Partial<Values> =>
  // The cast is safe: it has entries of `values` only.
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !sameJson(value, Reflect.get(seen, name))),
  ) as Partial<Values>;

/** An empty record. */
export const emptyOf = <Of extends Shape>({ fields }: RecordType<Of>) =>
  // The cast is safe: each field has its own empty value.
  Object.fromEntries(Object.entries<RecordField>(fields).map(([name, { empty }]) => [name, empty])) as ValuesOf<Of>;

/** A record with changed columns applied. Values of another type are ignored: an older app may have stored them. */
export function applyColumns<Values extends object>(type: RecordType, current: Values, columns: Columns): Values {
  const changed = Object.entries(type.fields).flatMap(([name, field]) => {
    const raw = columns[field.column];
    return field.access === 'none' || raw === undefined || !field.fits(raw) ? [] : [[name, field.read(raw)] as const];
  });
  return { ...current, ...Object.fromEntries(changed) };
}

/** Records as rows of a CSV file with these columns, in the notation of the database; a list of texts is one cell. */
export const csvRowsOf = <Of extends Shape>(
  { fields }: RecordType<Of>,
  columns: Readonly<Record<string, keyof Of>>,
  records: readonly ValuesOf<Of>[],
): CsvCell[][] =>
  records.map((one) =>
    Object.values(columns).map((name) => {
      const value = fields[name]?.write(one[name]);
      const raw = Array.isArray(value) ? value.join(', ') : value;
      return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? raw : null;
    }),
  );

/** A record type with only some of its fields, for a query that reads no more. */
export function pickFields<Of extends Shape, Name extends keyof Of & string>(
  { table, fields }: RecordType<Of>,
  names: readonly Name[],
): RecordType<Pick<Of, Name>> {
  const selected = Object.fromEntries(names.map((name) => [name, fields[name]]));
  // The cast is safe: these are the fields with the given names.
  return typeOf(table, selected as Shape as Pick<Of, Name>);
}
