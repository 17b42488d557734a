// Statements and function calls as one of the personas, in a transaction that is rolled back.
import type { Persona } from '@tests/support/database/persona-ids';
import type { Personas } from '@tests/support/database/personas';
import type { TestBackend } from '@tests/support/embedded/backend';
import type { Sql } from '../../../supabase/local/database/sql';
import type { Body } from './access-grid';

/** Thrown to roll a transaction back once its answer is known. */
class Answered<T> extends Error {
  constructor(readonly answer: T) {
    super('answered');
  }
}

export type Refusal = { code: string | undefined; message: string };

const refusalOf = (error: unknown): Refusal => {
  const { message, code, cause } = error as { message: string; code?: string; cause?: { code?: string } };
  return { code: code ?? cause?.code, message };
};

/** What `work` resolves to for a persona, or how the database refused it; nothing that was done stays. */
export async function asPersona<T>(
  backend: TestBackend,
  { people }: Personas,
  persona: Persona,
  work: (sql: Sql) => Promise<T>,
  aal: 'aal1' | 'aal2' = 'aal1',
): Promise<{ answer: T } | { refusal: Refusal }> {
  const claims = persona === 'K' ? { role: 'anon' } : { role: 'authenticated', sub: people[persona].id, aal };
  try {
    return await backend.transaction(async (sql) => {
      await sql.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
        claims.role,
        JSON.stringify(claims),
      ]);
      const answer = await work(sql);
      // What a commit would check.
      await sql.query('set constraints all immediate');
      throw new Answered(answer);
    });
  } catch (error) {
    return error instanceof Answered ? { answer: error.answer as T } : { refusal: refusalOf(error) };
  }
}

/** One value for each of these personas. */
export async function forEachPersona<P extends Persona, T>(
  personas: readonly P[],
  valueOf: (persona: P) => Promise<T>,
): Promise<Record<P, T>> {
  const values: [P, T][] = [];
  for (const persona of personas) values.push([persona, await valueOf(persona)]);
  // Each persona occurs once.
  return Object.fromEntries(values) as Record<P, T>;
}

/** The number of rows written to each table since the session's counts were last collected. */
const writes = async (sql: Sql) => {
  const rows = await sql.query(
    `select schemaname || '.' || relname as name, n_tup_ins + n_tup_upd + n_tup_del as writes from pg_stat_xact_user_tables`,
  );
  return new Map(rows.map(({ name, writes: count }) => [String(name), Number(count)]));
};

/** What `work` resolves to in this transaction, and the tables that it wrote. */
export async function withChanges<T>(sql: Sql, work: () => Promise<T>): Promise<{ result: T; changed: string[] }> {
  const before = await writes(sql);
  const result = await work();
  const after = await writes(sql);
  const changed = [...after].flatMap(([table, count]) => (count === (before.get(table) ?? 0) ? [] : [table]));
  return { result, changed: changed.toSorted() };
}

type Signature = { name: string; isSet: boolean; types: Record<string, string> };
export type Called = { result: unknown; changed: string[] };

/** Calls functions of the API by name, as the API does. */
export async function functionCaller(backend: TestBackend) {
  const signatures = await backend.sql<Signature>(
    `select p.proname as name, p.proretset as "isSet",
       coalesce((select jsonb_object_agg(p.proargnames[u.place], format_type(u.type, null))
         from unnest(p.proargtypes) with ordinality u (type, place)), '{}') as types
     from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  );
  /** The result as JSON, and the tables that the call wrote. */
  return (sql: Sql, name: string, args: Body): Promise<Called> => {
    const given = Object.keys(args);
    const signature = signatures.find((one) => one.name === name && given.every((key) => key in one.types));
    if (!signature) throw new Error(`no function ${name} takes ${given.join(', ')}`);
    const values = given.map((key) => `${key} => a.${key}`).join(', ');
    const columns = given.map((key) => `${key} ${signature.types[key]}`).join(', ');
    const from = given.length > 0 ? `from jsonb_to_record($1) as a (${columns})` : '';
    const call = `public.${name}(${values})`;
    return withChanges(sql, async () => {
      const [row] = await sql.query(
        signature.isSet
          ? `select coalesce(jsonb_agg(to_jsonb(r)), '[]') as result ${from ? `${from}, ` : 'from '}${call} r`
          : `select to_jsonb(${call}) as result ${from}`,
        given.length > 0 ? [JSON.stringify(args)] : [],
      );
      return row?.['result'];
    });
  };
}
