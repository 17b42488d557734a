// The account table by table, as an export reads it: what there is, and the rows in pages.
import { supabase, unwrap } from '@/lib/supabase';
import { surely } from './surely';

const PAGE = 1000;

export type ExportedRow = Record<string, unknown>;
export type ExportedTable = {
  name: string;
  columns: string[];
  /** What its rows are told apart by within the account; none where there is one row only. */
  key: string[];
  ofAccount: boolean;
  /** Rows when the plan was made; others may have come or gone since. */
  rows: number;
};

/** Every table that holds rows of the account. Refused to employees. */
export async function exportPlan(signal: AbortSignal): Promise<ExportedTable[]> {
  const plan = unwrap(await supabase.rpc('export_plan').abortSignal(signal));
  return plan.map((table) => ({
    name: table.table_name,
    columns: table.column_names,
    key: table.key_names,
    ofAccount: table.of_account,
    rows: table.entries,
  }));
}

/** The next number of a series of documents, for instance of the invoices. */
export type ExportedCounter = { series: string; next: number };

export const exportCounters = async (signal: AbortSignal): Promise<ExportedCounter[]> =>
  unwrap(await supabase.rpc('export_counters').abortSignal(signal));

/** One row of the account, or the few people who work in it. */
const isOnePage = ({ key, ofAccount }: ExportedTable) => key.length === 0 || !ofAccount;

/** A page of a table in the order of its key, after the last row of the page before. */
async function readPage(
  ownerId: string,
  table: ExportedTable,
  at: { after: ExportedRow | undefined; from: number },
  signal: AbortSignal,
): Promise<ExportedRow[]> {
  const [only, ...more] = table.key;
  // Any table serves: the database names them, and what comes back is looked at as what it is.
  const asked = supabase.from(table.name as 'works').select(table.columns.join(','));
  // People: the account holder and the crew. No order, for which all people's index would be walked along.
  let query = table.ofAccount ? asked.eq('user_id', ownerId) : asked.or(`id.eq.${ownerId},admin_id.eq.${ownerId}`);
  if (isOnePage(table)) query = query.limit(PAGE);
  else {
    for (const column of table.key) query = query.order(column);
    if (only === undefined || more.length > 0) query = query.range(at.from, at.from + PAGE - 1);
    else query = (at.after ? query.gt(only, String(at.after[only])) : query).limit(PAGE);
  }
  return unwrap(await query.abortSignal(signal).overrideTypes<ExportedRow[], { merge: false }>());
}

/** All rows of a table, a page at a time. */
export async function* pagesOf(
  ownerId: string,
  table: ExportedTable,
  signal: AbortSignal,
): AsyncGenerator<ExportedRow[]> {
  for (let from = 0, after: ExportedRow | undefined; ; from += PAGE) {
    signal.throwIfAborted();
    const at = { after, from };
    const rows = await surely(() => readPage(ownerId, table, at, signal), signal);
    if (rows.length > 0) yield rows;
    if (isOnePage(table) || rows.length < PAGE) return;
    after = rows.at(-1);
  }
}
