// What the Postgres catalogue reports: relations, functions, grants, policies, and a fingerprint of all rows.
import type { TestBackend } from '../embedded/backend';

type Queryable = Pick<TestBackend, 'sql'>;

/** Every table and view in the schema that the API exposes. */
export async function relations({ sql }: Queryable): Promise<{ name: string; kind: 'table' | 'view' }[]> {
  return sql(`
    select c.relname as name, case when c.relkind in ('r', 'p', 'f') then 'table' else 'view' end as kind
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm')
    order by 1`);
}

export type CatalogueFunction = {
  schema: 'public' | 'private';
  name: string;
  definer: boolean;
  config: string[] | null;
  source: string;
};

/** Every function of the app's schemas, by its signature without argument names. */
export async function functions({ sql }: Queryable): Promise<CatalogueFunction[]> {
  return sql(`
    select n.nspname as schema, p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name,
           p.prosecdef as definer, p.proconfig as config, p.prosrc as source
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') order by 1, 2`);
}

/** The names of the functions in a schema that a role can run; use `functions` to tell overloads apart. */
export async function executable({ sql }: Queryable, role: string, schema: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = $2 and has_function_privilege($1, p.oid, 'execute') order by 1`,
    [role, schema],
  );
  return rows.map(({ name }) => name);
}

/** What a role may do on each relation as a whole: 'relation: select, insert'. */
export async function tableGrants({ sql }: Queryable, role: string): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; verbs: string }>(
    `select c.relname as name, string_agg(lower(g.privilege_type), ' ' order by g.privilege_type) as verbs
     from pg_class c, aclexplode(c.relacl) g
     where c.relnamespace = 'public'::regnamespace and g.grantee = $1::regrole group by 1 order by 1`,
    [role],
  );
  return Object.fromEntries(rows.map(({ name, verbs }) => [name, verbs]));
}

/** Columns on which a role holds a privilege by name, in table order: 'relation.verb': 'a b c'. */
export async function columnGrants({ sql }: Queryable, role: string): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; columns: string }>(
    `select c.relname || '.' || lower(g.privilege_type) as name, string_agg(a.attname, ' ' order by a.attnum) as columns
     from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) g
     where c.relnamespace = 'public'::regnamespace and g.grantee = $1::regrole group by 1 order by 1`,
    [role],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

export type Policy = { table: string; verb: string; permissive: string; roles: string; using: string | null };

export async function policies({ sql }: Queryable): Promise<Policy[]> {
  return sql(`
    select tablename as table, lower(cmd) as verb, permissive, array_to_string(roles, ' ') as roles, qual as using
    from pg_policies where schemaname = 'public' order by 1, 2`);
}

export type AccountTable = {
  name: string;
  indexes: string[];
  /** Columns that name the account or one person: a condition on one of them limits a query to their rows. */
  owners: string[];
};

/** Every table whose rows belong to an account, and profiles. */
export async function accountTables({ sql }: Queryable): Promise<AccountTable[]> {
  return sql(`
    select c.relname as name,
      array(select i.relname::text from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid) as indexes,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and (a.attname = 'user_id' or c.relname = 'profiles' and a.attname = 'id'
          or exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
            and k.confrelid = 'public.profiles'::regclass and k.conkey = array[a.attnum]))) as owners
    from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
      and (c.relname = 'profiles' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id'))
    order by 1`);
}

const STORED_TABLES = `
  select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') order by 1`;

const COUNTED_TABLES = `
  select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname in ('public', 'private') or n.nspname = 'auth' and c.relname = 'users') and c.relkind = 'r'`;

/**
 * Counts the writes of each table with a trigger, also those that are rolled back. So a test needs new fingerprints of the
 * tables that it wrote, and a restore of them, and of no others. A sequence for each table: nothing waits for a lock.
 */
async function countWrites({ sql }: Queryable): Promise<() => Promise<Map<string, string>>> {
  const [made] = await sql<{ exists: boolean }>(`select to_regnamespace('counted') is not null as exists`);
  if (!made?.exists) {
    await sql('create schema counted');
    await sql(`create function counted.count_write() returns trigger language plpgsql security definer set search_path = ''
      as $count$ begin
        perform nextval(format('counted.%I', tg_table_schema || '.' || tg_table_name));
        return null;
      end $count$`);
    await sql(`do $add$ declare name text; begin
      for name in ${COUNTED_TABLES} loop
        execute format('create sequence counted.%I', name);
        execute format('create trigger zzz_count_write after insert or update or delete on %s
                        for each row execute function counted.count_write()', name);
      end loop; end $add$`);
  }
  return async () => {
    const rows = await sql<{ name: string; writes: string }>(
      `select sequencename as name, coalesce(last_value, 0)::text as writes from pg_sequences where schemaname = 'counted'`,
    );
    return new Map(rows.map(({ name, writes }) => [name, writes]));
  };
}

/** The tables whose counts differ. */
const changedTables = (before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) =>
  [...now].flatMap(([name, writes]) => (before.get(name) === writes ? [] : [name]));

/** One fingerprint per table (and of auth.users): equal fingerprints mean that no row changed. */
export async function fingerprints(database: Queryable): Promise<() => Promise<Record<string, string>>> {
  const { sql } = database;
  const hashes: Record<string, string> = {};
  const writes = await countWrites(database);
  let hashed = new Map<string, string>();
  return async () => {
    const now = await writes();
    const queries = changedTables(hashed, now).map((name) => {
      const row = name === 'auth.users' ? '(t.id, t.raw_user_meta_data)' : 't';
      return `select '${name}' as name, md5(coalesce(string_agg(${row}::text, '|' order by ${row}::text), '')) as hash from ${name} t`;
    });
    if (queries.length > 0) {
      for (const { name, hash } of await sql<{ name: string; hash: string }>(queries.join(' union all ')))
        hashes[name] = hash;
    }
    hashed = now;
    return { ...hashes };
  };
}

/** Copies every row; the returned function restores the rows of the tables written since, bypassing triggers. */
export async function saveRows(database: Pick<TestBackend, 'sql' | 'script'>): Promise<() => Promise<void>> {
  const { sql, script } = database;
  const tables = (await sql<{ name: string }>(STORED_TABLES)).map(({ name }) => name);
  const columns = await sql<{ name: string; columns: string }>(`
    select table_schema || '.' || table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns
    where table_schema in ('public', 'private') and is_generated = 'NEVER' group by 1`);
  const columnsOf = new Map(columns.map((row) => [row.name, row.columns]));
  const copyName = (name: string) => `row_copies.${name.replace('.', '_')}`;
  await script(
    [
      'drop schema if exists row_copies cascade; create schema row_copies;',
      ...tables.map((name) => `create table ${copyName(name)} as table ${name};`),
    ].join('\n'),
  );
  const writes = await countWrites(database);
  let restored = await writes();
  return async () => {
    const written = changedTables(restored, await writes()).filter((name) => columnsOf.has(name));
    if (written.length === 0) return;
    const statements = written.map((name) => {
      const list = columnsOf.get(name) ?? '';
      // The restore bypasses the triggers, and a fingerprint from before it is no longer valid.
      return `delete from ${name}; insert into ${name} (${list}) overriding system value select ${list} from ${copyName(name)};
        perform nextval('counted."${name}"');`;
    });
    await sql(`do $put$ begin
      perform set_config('session_replication_role', 'replica', true);
      ${statements.join('\n')} end $put$`);
    restored = await writes();
  };
}

/** The kinds of values that the tests of impossible values and of JSON distinguish. */
export type ValueKind = 'dates' | 'numbers' | 'times' | 'json';
export type ValueColumn = { table: string; column: string; kind: ValueKind; insert: boolean; update: boolean };

const KIND_OF_TYPE = `case
  when t.typcategory = 'D' and t.typname in ('time', 'timetz') then 'times'
  when t.typcategory = 'D' then 'dates'
  when t.typname in ('numeric', 'float4', 'float8') then 'numbers'
  when t.typname in ('json', 'jsonb') then 'json' end`;

/** Every column that holds dates, decimals, times or JSON, and whether `authenticated` may write it. */
export async function valueColumns({ sql }: Queryable): Promise<(ValueColumn & { schema: string })[]> {
  return sql(`
    select n.nspname as schema, c.relname as table, a.attname as column, ${KIND_OF_TYPE} as kind,
      has_column_privilege('authenticated', c.oid, a.attnum, 'insert') as insert,
      has_column_privilege('authenticated', c.oid, a.attnum, 'update') as update
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type own on own.oid = a.atttypid
    join pg_type t on t.oid = case when own.typcategory = 'A' then own.typelem else own.oid end
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and ${KIND_OF_TYPE} is not null
    order by 1, 2, a.attnum`);
}

/** The arguments of these kinds of every function that `authenticated` can call. */
export async function valueArguments({
  sql,
}: Queryable): Promise<{ name: string; argument: string; kind: ValueKind }[]> {
  return sql(`
    select p.proname as name, p.proargnames[u.place] as argument, ${KIND_OF_TYPE} as kind
    from pg_proc p cross join unnest(p.proargtypes) with ordinality u (type, place) join pg_type t on t.oid = u.type
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      and ${KIND_OF_TYPE} is not null
    order by 1, u.place`);
}

/** Columns that no check constraint of their table mentions. */
export async function uncheckedColumns({ sql }: Queryable): Promise<Set<string>> {
  const rows = await sql<{ name: string }>(`
    select n.nspname || '.' || c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and a.attnum > 0
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey))`);
  return new Set(rows.map(({ name }) => name));
}
