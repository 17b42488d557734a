// @supabase/lite treats a partial or expression unique index as a unique column, and then returns a to-many relation as
// a single row. Removes such indexes from its introspection result, and the text of views: it would search it for the type of
// each of their columns with each request, and the types are known.
import type { IntrospectResult } from '@supabase/lite';
import type { Sql } from './sql.ts';

const PARTIAL_OR_EXPRESSION = `
  select n.nspname || '.' || c.relname as index
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where i.indisunique and (i.indpred is not null or i.indexprs is not null)`;

type Introspects = { introspect: (options?: { useCache?: boolean }) => Promise<IntrospectResult> };

export function fixIntrospection(connection: Introspects, sql: Sql) {
  const read = connection.introspect.bind(connection);
  const fixed = new WeakSet<IntrospectResult>();
  connection.introspect = async (options) => {
    const result = await read(options);
    if (fixed.has(result)) return result;
    const hidden = new Set((await sql.query(PARTIAL_OR_EXPRESSION)).map((row) => row['index']));
    for (const view of result.views) view.sql = '';
    result.indexes = result.indexes.filter((index) => !hidden.has(`${index.schema}.${index.name}`));
    fixed.add(result);
    return result;
  };
}
