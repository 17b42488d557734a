// Generates src/lib/database.types.ts: the TypeScript types of the migrated database, in the shape supabase-js expects.
import type { Sql } from '../database/sql.ts';

// Only the columns that the statements below select; each type is used where its statement runs.
type Column = {
  relation: string;
  kind: 'table' | 'view';
  name: string;
  type: string;
  nullable: boolean;
  optional: boolean;
  generated: boolean;
};
type Routine = {
  name: string;
  /** Names, modes and types of all parameters, output columns included; `inputs` and `defaults` are counts. */
  names: string[] | null;
  modes: string[] | null;
  types: string[];
  inputs: number;
  defaults: number;
  result: string;
  /** It returns any number of rows. */
  set: boolean;
  /** The table or view whose row type it returns. */
  row: string | null;
};
type ForeignKey = {
  relation: string;
  name: string;
  columns: string[];
  /** The table it refers to, and the columns there. */
  target: string;
  targets: string[];
  /** Its columns are unique, so the relation is one to one. */
  single: boolean;
};

// A column that the database fills is optional even if it is not null: one that a signed-in user may not insert,
// or one that a trigger assigns before the insert (tgtype: 1 row, 2 before, 4 insert).
const FILLED = `(
  not has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
  or exists (
    select from pg_trigger g join pg_proc p on p.oid = g.tgfoid
    where g.tgrelid = c.oid and g.tgtype & 7 = 7 and not g.tgisinternal
      and p.prosrc ~* ('\\mnew\\.' || a.attname || '\\s*:=|\\minto\\s+(new\\.\\w+\\s*,\\s*)*new\\.' || a.attname || '\\M')))`;

const COLUMNS = `
  select c.relname as relation, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    a.attname as name, t.typname as type, not a.attnotnull as nullable,
    not a.attnotnull or a.atthasdef or a.attidentity <> ''
      or ${FILLED} as optional,
    a.attgenerated <> '' or a.attidentity = 'a' as generated
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attname`;

const FUNCTIONS = `
  select p.proname as name, p.proargnames as names, p.proargmodes::text[] as modes, p.pronargs as inputs,
    p.pronargdefaults as defaults, p.proretset as set, r.typname as result,
    array(select t.typname from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as x (id, n)
          join pg_type t on t.oid = x.id order by x.n)::text[] as types,
    (select c.relname from pg_class c where c.oid = r.typrelid and c.relkind in ('r', 'v', 'm', 'p')) as row
  from pg_proc p join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and r.typname not in ('trigger', 'event_trigger')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, p.oid`;

const FOREIGN_KEYS = `
  select c.relname as relation, k.conname as name, f.relname as target,
    array(select a.attname from unnest(k.conkey) with ordinality as x (n, i)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.n order by x.i)::text[] as columns,
    array(select a.attname from unnest(k.confkey) with ordinality as x (n, i)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.n order by x.i)::text[] as targets,
    exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
            and i.indexprs is null and i.indkey::int2[] <@ k.conkey and k.conkey <@ i.indkey::int2[]) as single
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
  order by c.relname, k.conname`;

const ENUMS = `
  select t.typname as name, array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder)::text[] as labels
  from pg_type t where t.typtype = 'e' and t.typnamespace = 'public'::regnamespace order by t.typname`;

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']);
const TEXTS = new Set(
  ['text', 'varchar', 'bpchar', 'name', 'citext', 'uuid', 'date', 'time', 'timetz', 'timestamp', 'timestamptz'].concat([
    'bytea',
    'interval',
    'inet',
    'cidr',
    'tsvector',
    'tsquery',
    'char',
  ]),
);

function typescript(type: string, enums: ReadonlySet<string>): string {
  if (type.startsWith('_')) return `${typescript(type.slice(1), enums)}[]`;
  if (NUMBERS.has(type)) return 'number';
  if (TEXTS.has(type)) return 'string';
  if (type === 'bool') return 'boolean';
  if (type === 'json' || type === 'jsonb') return 'Json';
  if (type === 'void') return 'undefined';
  if (enums.has(type)) return `Database['public']['Enums']['${type}']`;
  return type === 'record' ? 'Record<string, unknown>' : 'unknown';
}

/** `{ … }` with one entry per line, or `fallback` if there are none. */
const block = (entries: readonly string[], fallback = 'Record<never, never>') =>
  entries.length ? `{\n${entries.join('\n').replace(/^/gm, '  ')}\n}` : fallback;

function groups<T>(items: readonly T[], key: (item: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const item of items) found.set(key(item), [...(found.get(key(item)) ?? []), item]);
  return [...found];
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

const relationship = ({ name, columns, target, targets, single }: ForeignKey) =>
  `{ foreignKeyName: '${name}'; columns: [${quoted(columns)}]; isOneToOne: ${single}; referencedRelation: '${target}'; referencedColumns: [${quoted(targets)}] },`;

function relation(name: string, columns: readonly Column[], keys: readonly ForeignKey[], enums: ReadonlySet<string>) {
  const value = (column: Column) => `${typescript(column.type, enums)}${column.nullable ? ' | null' : ''}`;
  const row = columns.map((column) => `${column.name}: ${value(column)};`);
  const write = (always: boolean) =>
    columns.map((column) =>
      column.generated
        ? `${column.name}?: never;`
        : `${column.name}${always || column.optional ? '?' : ''}: ${value(column)};`,
    );
  const relationships = keys.length ? `[\n${keys.map((key) => `  ${relationship(key)}`).join('\n')}\n]` : '[]';
  const writable =
    columns[0]?.kind === 'table' ? [`Insert: ${block(write(false))};`, `Update: ${block(write(true))};`] : [];
  return `${name}: ${block([`Row: ${block(row)};`, ...writable, `Relationships: ${relationships};`])};`;
}

function signature(routine: Routine, views: ReadonlySet<string>, enums: ReadonlySet<string>): string {
  const all = routine.types.map((type, at) => ({
    type: typescript(type, enums),
    name: routine.names?.[at] ?? '',
    mode: routine.modes?.[at] ?? 'i',
  }));
  const inputs = all.filter(({ mode }) => mode === 'i');
  const args = inputs.map(({ name, type }, at) =>
    at < inputs.length - routine.defaults ? `${name}: ${type};` : `${name}?: ${type} | null;`,
  );
  const outputs = all.filter(({ mode }) => mode === 't');
  if (inputs.length + outputs.length < all.length)
    throw new Error(
      `${routine.name} has out or variadic parameters; the generated types know only in and those of a table.`,
    );
  const kind = routine.row && views.has(routine.row) ? 'Views' : 'Tables';
  const single = routine.row
    ? `Database['public']['${kind}']['${routine.row}']['Row']`
    : outputs.length
      ? block(outputs.map(({ name, type }) => `${name}: ${type};`))
      : typescript(routine.result, enums);
  return block([`Args: ${block(args, 'never')};`, `Returns: ${single}${routine.set ? '[]' : ''};`]);
}

/** The text of the types file for the current schema. */
export async function databaseTypes(sql: Pick<Sql, 'query'>): Promise<string> {
  const ask = async <T>(text: string) => (await sql.query(text)) as T[];
  const columns = await ask<Column>(COLUMNS);
  const keys = await ask<ForeignKey>(FOREIGN_KEYS);
  const enums = await ask<{ name: string; labels: string[] }>(ENUMS);
  const enumNames = new Set(enums.map(({ name }) => name));
  const views = new Set(columns.filter(({ kind }) => kind === 'view').map((column) => column.relation));
  const relations = (kind: Column['kind']) =>
    groups(
      columns.filter((column) => column.kind === kind),
      (column) => column.relation,
    ).map(([name, own]) =>
      relation(
        name,
        own,
        keys.filter((key) => key.relation === name),
        enumNames,
      ),
    );
  const functions = groups(await ask<Routine>(FUNCTIONS), ({ name }) => name).map(
    ([name, own]) => `${name}: ${own.map((routine) => signature(routine, views, enumNames)).join(' | ')};`,
  );
  const schema = [
    `Tables: ${block(relations('table'))};`,
    `Views: ${block(relations('view'))};`,
    `Functions: ${block(functions)};`,
    `Enums: ${block(enums.map(({ name, labels }) => `${name}: ${labels.map((label) => `'${label}'`).join(' | ')};`))};`,
    'CompositeTypes: Record<never, never>;',
  ];
  return `// Generated by \`npm run db:types\` from the migrations. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = ${block([`public: ${block(schema)};`])};
`;
}
