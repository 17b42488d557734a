// Every declaration of src/records matches the migrated database: columns, types, null, length limits, allowed values of
// choices, and grants. The outbox knows those that it sends.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeOf } from '@/offline/outbox/record-type';
import type { Access, RecordField, Kind } from '@/records/record-field';
import { DECLARATIONS } from '@tests/support/database/declarations';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';

const TYPES: Record<Kind, readonly string[]> = {
  choice: ['text'],
  date: ['date'],
  decimal: ['numeric'],
  flag: ['bool'],
  id: ['uuid'],
  ids: ['_uuid'],
  instant: ['timestamptz'],
  json: ['jsonb'],
  money: ['numeric'],
  number: ['int2', 'int4', 'int8', 'float8', 'numeric'],
  person: ['uuid'],
  text: ['text'],
  texts: ['_text'],
  time: ['time'],
  unit: ['text'],
};

/** Columns that may be inserted but are declared as set by the database, as 'table.column'. */
const IGNORED = new Set([
  // Calculated from the times whatever an insert sends. The app does not send it; the grant accepts a request that does.
  'works.total_time',
]);

type Column = {
  column: string;
  type: string;
  nullable: boolean;
  checks: string[];
  /** The checks of this column alone. */
  ownChecks: string[];
  /** The expression of a generated column. */
  generated: string | null;
  read: boolean;
  /** Whether clients may insert the column, update it, or both. */
  clientWrites: Access;
};

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

async function columnsOf(relation: string): Promise<Map<string, Column>> {
  const rows = await backend.sql<Omit<Column, 'clientWrites'> & { insert: boolean; update: boolean }>(
    `select a.attname as column, t.typname as type, not a.attnotnull as nullable,
       array(select pg_get_constraintdef(k.oid) from pg_constraint k
         where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey @> array[a.attnum]) as checks,
       array(select pg_get_constraintdef(k.oid) from pg_constraint k
         where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]) as "ownChecks",
       (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
         where d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = 's') as generated,
       has_column_privilege('authenticated', a.attrelid, a.attnum, 'select') as read,
       has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert') as insert,
       has_column_privilege('authenticated', a.attrelid, a.attnum, 'update') as update
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [`public.${relation}`],
  );
  return new Map(
    rows.map(({ insert, update, ...row }) => [
      row.column,
      {
        ...row,
        clientWrites:
          insert && !IGNORED.has(`${relation}.${row.column}`)
            ? update
              ? 'write'
              : 'insert'
            : update
              ? 'update'
              : 'none',
      },
    ]),
  );
}

/** The most characters that the checks of a column allow. */
const limitOf = ({ column, checks }: Column): number => {
  const limits = checks.flatMap((check) => {
    const [, limit] = new RegExp(`char_length\\(${column}\\) <= (\\d+)`).exec(check) ?? [];
    return limit === undefined ? [] : [Number(limit)];
  });
  return Math.min(...limits, Number.POSITIVE_INFINITY);
};

/**
 * The values that a choice column can hold: those that its check allows, CHECK ((kind = ANY (ARRAY['job'::text, …]))), or those
 * that its expression results in, CASE WHEN (rate IS NULL) THEN 'needs_rate'::text ….
 */
const valuesOf = ({ column, checks, generated }: Column): string[] =>
  [...checks.filter((check) => check.startsWith(`CHECK ((${column} = ANY (ARRAY[`)), generated ?? ''].flatMap((sql) =>
    [...sql.matchAll(/'([^']*)'::text/g)].map(([, word = '']) => word),
  );

const LIMITED: readonly Kind[] = ['text', 'unit'];

/** How a field differs from its column. */
function differences(field: RecordField, column: Column | undefined): string[] {
  if (!column) return ['there is no such column'];
  const limit = limitOf(column);
  return [
    !TYPES[field.kind].includes(column.type) && `${field.kind}, but the column is ${column.type}`,
    field.nullable !== column.nullable && (column.nullable ? 'may be null' : 'is never null'),
    field.access !== column.clientWrites &&
      `declared as "${field.access}", but the grants allow "${column.clientWrites}"`,
    !column.read && 'may not be read',
    field.access !== 'none' &&
      LIMITED.includes(field.kind) &&
      field.max !== limit &&
      `${field.max} characters, but ${limit} fit`,
    field.kind === 'choice' &&
      field.words.toSorted().join() !== valuesOf(column).toSorted().join() &&
      `the values ${field.words.join()}, but the column allows ${valuesOf(column).join()}`,
  ].filter((difference) => difference !== false);
}

test('finds the declarations', () => {
  expect(DECLARATIONS.map(({ table }) => table)).toContain('notes');
});

test.each(DECLARATIONS)('$table is declared as the database has it', async ({ table, fields, readFrom = table }) => {
  const columns = await columnsOf(table);
  const problems = Object.entries(fields).flatMap(([name, field]) =>
    differences(field, columns.get(field.column)).map((difference) => `${name} (${field.column}): ${difference}`),
  );
  expect(problems).toEqual([]);
  const readable = await columnsOf(readFrom);
  const missing = Object.values(fields).filter(({ column }) => !readable.get(column)?.read);
  expect(missing.map(({ column }) => column)).toEqual([]);
});

/** Why the column refuses a number, or null. */
async function refusalOf(table: string, { column, ownChecks }: Column, value: number): Promise<string | null> {
  const row = `jsonb_populate_record(null::public.${table}, '${JSON.stringify({ [column]: value })}') as filled`;
  const conditions = ownChecks.map((check) => /^CHECK \((.*)\)$/s.exec(check)?.[1] ?? 'false');
  const [stored] = await backend
    .sql<{ value: string; ok: boolean }>(
      `select filled.${column}::text as value, ${conditions.map((check) => `coalesce((${check}), true)`).join(' and ') || 'true'} as ok
         from ${row}`,
    )
    .catch((error: unknown) => [{ value: String(error), ok: false }]);
  if (!stored?.ok) return `${value} is refused`;
  return Number(stored.value) === value ? null : `${value} is stored as ${stored.value}`;
}

test.each(DECLARATIONS)('the numbers that fields of $table take fit into their columns', async ({ table, fields }) => {
  const columns = await columnsOf(table);
  const problems = await Promise.all(
    Object.values(fields).map(async ({ kind, column, access, limits }) => {
      const stored = columns.get(column);
      if (!['decimal', 'money', 'number'].includes(kind) || access === 'none' || !stored) return [];
      if (!limits) return [`${column} has no limits`];
      const { min = 0, max, decimals = 4 } = limits;
      const step = 10 ** -decimals;
      const lowest = Number((Math.ceil(Number((min / step).toFixed(4))) * step).toFixed(decimals));
      const next = Number((lowest + step).toFixed(decimals));
      const refused = await Promise.all([lowest, next, max].map((value) => refusalOf(table, stored, value)));
      return refused.flatMap((reason) => (reason === null ? [] : [`${column}: ${reason}`]));
    }),
  );
  expect(problems.flat()).toEqual([]);
});

test.each(DECLARATIONS)('a row of $table is inserted with its id and its account', async ({ table }) => {
  const columns = await columnsOf(table);
  expect([columns.get('id')?.clientWrites, columns.get('user_id')?.clientWrites]).toEqual(['insert', 'insert']);
});

test('the outbox knows every captured record: it would not send an unknown one', () => {
  const kinds = DECLARATIONS.flatMap(({ kind }) => kind ?? []);
  expect(kinds.length).toBeGreaterThan(10);
  expect(kinds.filter((kind) => !typeOf({ kind }))).toEqual([]);
});
