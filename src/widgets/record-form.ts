// The form of a record: the schema of each field and its text, by the field's kind. A form that needs more replaces an entry.
import * as v from 'valibot';
import type { Decimal } from '@/domain/core/money';
import { isClockTime } from '@/domain/core/time';
import {
  asPlain,
  numberText,
  optionalDate,
  optionalNumber,
  plainText,
  requiredDate,
  requiredNumber,
} from '@/domain/core/typed';
import type { RecordField } from '@/records/record-field';
import type { RecordType, Shape, ValuesOf } from '@/records/record';
import { limitedText, optionalText } from './text-schema';

/** What a form holds for a value: a text, '' for none; ticks, words and lists as they are. */
type InputOf<Value> = Value extends null ? '' : Value extends number ? string : Value;
type Texts<Of extends Shape, Omitted> = {
  [Name in keyof Of as Of[Name]['access'] extends 'write' ? Exclude<Name, Omitted> : never]: InputOf<Of[Name]['empty']>;
};
/** JSON has no entry. */
type HasEntry<Value> = [Value] extends [string | number | null]
  ? true
  : [Value] extends [boolean | string[]]
    ? true
    : false;
type Entries<Of extends Shape, Omitted> = {
  [
    Name in keyof Of as [Of[Name]['access'], HasEntry<Of[Name]['empty']>] extends ['write', true]
      ? Exclude<Name, Omitted>
      : never
  ]: v.GenericSchema<InputOf<Of[Name]['empty']>, Of[Name]['empty']>;
};

/** A clock time; '' becomes null if there may be none. */
const timeField = (field: RecordField) =>
  v.pipe(
    v.string(),
    v.check((text) => isClockTime(text) || (field.nullable && text === ''), 'Enter a time like 06:30.'),
    orNull(field),
  );

/** A number within the limits of its field. Every number that a person enters has some (tests/database/records.test.ts). */
function numberField({ nullable, limits }: RecordField) {
  if (!limits) throw new Error('A number without limits has no form.');
  return nullable ? optionalNumber(limits) : requiredNumber(limits);
}

const orNull = ({ nullable }: RecordField) => v.transform((text: string) => (nullable && text === '' ? null : text));

function schemaOf(field: RecordField): v.GenericSchema | null {
  switch (field.kind) {
    case 'text':
    case 'unit':
      return field.nullable ? optionalText(field) : limitedText(field);
    case 'date':
      // The form of a column that takes earlier dates replaces this.
      return field.nullable ? optionalDate(2000) : requiredDate();
    case 'time':
      return timeField(field);
    case 'choice':
      return v.pipe(v.picklist(field.nullable ? ['', ...field.words] : field.words), orNull(field));
    case 'id':
    case 'person':
    case 'instant':
      return v.pipe(v.string(), orNull(field));
    case 'flag':
      return field.nullable ? null : v.boolean();
    case 'ids':
    case 'texts':
      return v.array(v.string());
    case 'decimal':
    case 'money':
      return numberField(field);
    case 'number':
      return v.pipe(numberField(field), asPlain);
    case 'json':
      return null;
  }
}

function textOf({ kind }: RecordField, value: unknown): unknown {
  if (typeof value !== 'number') return value ?? '';
  // The cast is safe: any other kind of number is a Decimal.
  return kind === 'number' ? plainText(value) : numberText(value as Decimal);
}

/**
 * The form of a record, without the fields that it `omits`: the entries of a schema, and the texts of a record. What a record
 * does not have is empty; null is an empty record.
 */
export function formOf<Of extends Shape, Omitted extends keyof Of = never>(
  { fields }: RecordType<Of>,
  omits: readonly Omitted[] = [],
): { entries: Entries<Of, Omitted>; textsOf: (record: Partial<ValuesOf<Of>> | null) => Texts<Of, Omitted> } {
  const omitted: readonly PropertyKey[] = omits;
  const shown = Object.entries<RecordField>(fields).filter(
    ([name, { access }]) => access === 'write' && !omitted.includes(name),
  );
  const entries = shown.flatMap(([name, field]) => {
    const schema = schemaOf(field);
    return schema ? [[name, schema] as const] : [];
  });
  return {
    // The casts are safe: schema and text of each field are of its own kind.
    entries: Object.fromEntries(entries) as Entries<Of, Omitted>,
    textsOf: (record) =>
      Object.fromEntries(
        shown.map(([name, field]) => {
          const value: unknown = record ? Reflect.get(record, name) : undefined;
          return [name, textOf(field, value === undefined ? emptyValue(field) : value)];
        }),
      ) as Texts<Of, Omitted>,
  };
}

/** Of an empty form: no number, instead of 0. */
const emptyValue = ({ empty }: RecordField) => (typeof empty === 'number' ? null : empty);
