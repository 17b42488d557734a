// Reads an account for its export: the list of its tables, and their rows in pages.
import { withRetries } from '@/data/with-retries';
import { supabase, unwrap } from '@/lib/supabase';

const PAGE_SIZE = 1000;

export type ExportedRow = Record<string, unknown>;
export type ExportedTable = {
  name: string;
  columns: string[];
  /** The columns that identify a row within the account; empty if there is only one row. */
  key: string[];
  /** Whether rows refer to the account by `user_id`; false for the table of people. */
  hasUserId: boolean;
  /** Rows when the plan was made; the number may have changed since. */
  rows: number;
};

/** Every table that holds rows of the account. Refused to employees. */
export async function exportPlan(signal: AbortSignal): Promise<ExportedTable[]> {
  const plan = unwrap(await supabase.rpc('export_plan').abortSignal(signal));
  return plan.map((table) => ({
    name: table.table_name,
    columns: table.column_names,
    key: table.key_names,
    hasUserId: table.of_account,
    rows: table.entries,
  }));
}

/** The next number of a series of documents, such as the invoices. */
export type ExportedCounter = { series: string; next: number };

export const exportCounters = async (signal: AbortSignal): Promise<ExportedCounter[]> =>
  unwrap(await supabase.rpc('export_counters').abortSignal(signal));

/** True for a table with a single row of the account, and for the table of people, who are few. */
const isOnePage = ({ key, hasUserId }: ExportedTable) => key.length === 0 || !hasUserId;

/** A page of a table in the order of its key, after the last row of the previous page. */
async function readPage(
  ownerId: string,
  table: ExportedTable,
  position: { after: ExportedRow | undefined; from: number },
  signal: AbortSignal,
): Promise<ExportedRow[]> {
  const [keyColumn, ...otherColumns] = table.key;
  // The cast is a placeholder for any table: the name comes from the database, and rows are untyped.
  const select = supabase.from(table.name as 'works').select(table.columns.join(','));
  // People: the account holder and the crew. Not sorted, because sorting would scan the index of all people.
  let query = table.hasUserId ? select.eq('user_id', ownerId) : select.or(`id.eq.${ownerId},admin_id.eq.${ownerId}`);
  if (isOnePage(table)) query = query.limit(PAGE_SIZE);
  else {
    for (const column of table.key) query = query.order(column);
    if (keyColumn === undefined || otherColumns.length > 0)
      query = query.range(position.from, position.from + PAGE_SIZE - 1);
    else query = (position.after ? query.gt(keyColumn, String(position.after[keyColumn])) : query).limit(PAGE_SIZE);
  }
  return unwrap(await query.abortSignal(signal).overrideTypes<ExportedRow[], { merge: false }>());
}

/** All rows of a table, a page at a time. */
export async function* pagesOf(
  ownerId: string,
  table: ExportedTable,
  signal: AbortSignal,
): AsyncGenerator<ExportedRow[]> {
  for (let from = 0, after: ExportedRow | undefined; ; from += PAGE_SIZE) {
    signal.throwIfAborted();
    const position = { after, from };
    const rows = await withRetries(() => readPage(ownerId, table, position, signal), signal);
    if (rows.length > 0) yield rows;
    if (isOnePage(table) || rows.length < PAGE_SIZE) return;
    after = rows.at(-1);
  }
}
