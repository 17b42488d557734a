// The fields of a record: how a column of the database becomes a value of the app, and back.
import { fromNumeric, toNumeric, ZERO, type Decimal } from '@/domain/core/money';
import type { NumberRule } from '@/domain/core/number-rule';
import type { Json } from '@/lib/database.types';

/** The kind of value in a field. The wording of conflicts and of the history depends on it. */
export type Kind =
  | 'choice'
  | 'date'
  | 'decimal'
  | 'flag'
  | 'id'
  | 'ids'
  | 'instant'
  | 'json'
  | 'money'
  | 'number'
  | 'person'
  | 'text'
  | 'texts'
  | 'time'
  | 'unit';

/** When a user may write a column: always, only on insert, only with an edit, or never (the database sets it). */
export type Access = 'write' | 'insert' | 'update' | 'none';

/**
 * `Value`: the type in the app. `Raw`: the type in JSON from and to the database. `Column`: the name of the column; '' means
 * the field's name in snake case.
 */
export type RecordField<Value = unknown, Raw = unknown, Column extends string = string, By extends Access = Access> = {
  kind: Kind;
  column: Column;
  /** When a user may write it. */
  access: By;
  nullable: boolean;
  /** The field's name for users; null if no list of fields shows it. */
  label: string | null;
  /** Maximum length of a text, in characters. */
  max: number;
  /** The numbers that it takes; null for other kinds, and for a number that no person enters. */
  limits: NumberRule | null;
  /** The words that a choice allows; empty for other kinds. */
  words: readonly string[];
  /** The value in an empty record. */
  empty: Value;
  /** True if a stored value has this field's type. An entry that an older version of the app saved may hold another type. */
  fits: (raw: unknown) => boolean;
  // Methods, not properties: their parameters are compared bivariantly, so every field is a `RecordField`.
  read(raw: Raw): Value;
  write(value: Value): Raw;
  /** The same field, but nullable. */
  optional(): RecordField<Value | null, Raw | null, Column, By>;
  /** The same field with another column name. */
  from<Name extends string>(column: Name): RecordField<Value, Raw, Name, By>;
  /** Set when the record is inserted, and never changed. */
  onInsert(): RecordField<Value, Raw, Column, 'insert'>;
  /** The reason for an edit: sent with the edit, never alone. */
  onUpdate(): RecordField<Value, Raw, Column, 'update'>;
  /** Set by the database. */
  fromDatabase(): RecordField<Value, Raw, Column, 'none'>;
};

type Definition<Value, Raw, Column extends string, By extends Access> = Omit<
  RecordField<Value, Raw, Column, By>,
  'optional' | 'from' | 'onInsert' | 'onUpdate' | 'fromDatabase'
>;

const field = <Value, Raw, Column extends string, By extends Access>(
  definition: Definition<Value, Raw, Column, By>,
): RecordField<Value, Raw, Column, By> => ({
  ...definition,
  optional: () =>
    field({
      ...definition,
      nullable: true,
      empty: null,
      fits: (raw) => raw === null || definition.fits(raw),
      read: (raw) => (raw === null ? null : definition.read(raw)),
      write: (value) => (value === null ? null : definition.write(value)),
    }),
  from: (column) => field({ ...definition, column }),
  onInsert: () => field({ ...definition, access: 'insert' }),
  onUpdate: () => field({ ...definition, access: 'update' }),
  fromDatabase: () => field({ ...definition, access: 'none' }),
});

const NO_LIMITS = { max: Infinity, limits: null, words: [], column: '', access: 'write', nullable: false } as const;

/** The value is the JSON itself. */
const identity = <Value>(value: Value): Value => value;

const plain = <Value extends string | number | boolean>(
  kind: Kind,
  label: string | null,
  empty: Value,
  { max = Infinity, limits = null }: { max?: number | undefined; limits?: NumberRule | null } = {},
) =>
  field<Value, Value, '', 'write'>({
    ...NO_LIMITS,
    ...{ kind, label, empty, max, limits },
    fits: (raw) => typeof raw === typeof empty,
    read: identity,
    write: identity,
  });

type Label = string | null;

/** `max`: maximum length in characters. */
export const text = (label: Label = null, max?: number) => plain<string>('text', label, '', { max });
export const flag = (label: Label = null) => plain<boolean>('flag', label, false);
/** A whole number, or one that is not money, such as degrees. */
export const number = (label: Label = null, limits: NumberRule | null = null) =>
  plain<number>('number', label, 0, { limits });
/** A date in the farm's time zone, 'YYYY-MM-DD'. */
export const date = (label: Label = null) => plain<string>('date', label, '');
/** An ISO instant. */
export const instant = (label: Label = null) => plain<string>('instant', label, '');
/** The id of a record. */
export const id = (label: Label = null) => plain<string>('id', label, '');
/**
 * The id of a record that the database finds by its name if the id is unknown. An unknown id is '' in the app and null in
 * an entry.
 */
export const idByName = (label: Label = null) =>
  field<string, string, '', 'write'>({
    ...plain<string>('id', label, ''),
    fits: (raw) => raw === null || typeof raw === 'string',
    // An entry of the outbox may contain null, which the type of the column does not allow.
    read: (raw: string | null) => raw ?? '',
    // Null despite the type: the database replaces it before it checks the column.
    write: (id) => (id || null) as string,
  });
/** The id of a person of the farm. */
export const person = (label: Label = null) => plain<string>('person', label, '');

const list = (kind: Kind, label: Label) =>
  field<string[], string[], '', 'write'>({
    ...NO_LIMITS,
    ...{ kind, label, empty: [] },
    fits: Array.isArray,
    read: identity,
    write: identity,
  });
/** The ids of people, in an array column. */
export const people = (label: Label = null) => list('ids', label);
/** The ids of records, in an array column. */
export const ids = () => list('ids', null);
/** Texts, in an array column. */
export const texts = (label: Label = null) => list('texts', label);

/** A clock time in the farm's time zone, 'HH:MM'; the database adds seconds. */
export const time = (label: Label = null) =>
  field({ ...plain<string>('time', label, ''), read: (raw: string) => raw.slice(0, 5) });

/** An amount, a rate or a quantity with at most four decimals. */
export const decimal = (label: Label = null, limits: NumberRule | null = null) =>
  field<Decimal, number, '', 'write'>({
    ...plain<number>('decimal', label, 0, { limits }),
    empty: ZERO,
    fits: (raw) => typeof raw === 'number',
    read: fromNumeric,
    write: toNumeric,
  });

/** A price or an amount of money. */
export const money = (label: Label = null, limits: NumberRule | null = null) =>
  field({ ...decimal(label, limits), kind: 'money' });

/** The code of a unit of src/domain/core/units.ts, or one that a person typed. */
export const unit = (label: Label = null) => field({ ...text(label, 30), kind: 'unit' });

/** One of these words; an empty record contains the first. */
export const choice = <Word extends string>(words: readonly [Word, ...Word[]], label: Label = null) =>
  field<Word, string, '', 'write'>({
    ...NO_LIMITS,
    ...{ kind: 'choice', label, empty: words[0], words },
    fits: (raw) => words.some((word) => word === raw),
    // The column's check allows only these words; tests/database/records.test.ts compares them.
    read: (raw) => raw as Word,
    write: identity,
  });

/** A JSON column. `read` parses it and never throws. */
export const json = <Value>(
  empty: Value,
  read: (raw: unknown) => Value,
  write: (value: Value) => Json,
  label: Label = null,
) =>
  field<Value, Json, '', 'write'>({
    ...NO_LIMITS,
    ...{ kind: 'json', label, empty },
    fits: () => true,
    read,
    write,
  });
