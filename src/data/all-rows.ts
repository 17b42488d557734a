// Complete lists: the API silently truncates a response at 1,000 rows, so a complete list is read page by page.
import type { PostgrestError } from '@supabase/postgrest-js';
import { unwrap } from '@/lib/supabase';

const PAGE_SIZE = 1000;

type RowsResponse<Row> = { data: Row[] | null; error: PostgrestError | null };

/** Every row of a query that takes its page as from/to (inclusive). The query must sort by a unique key. */
export async function allRows<Row>(
  readPage: (from: number, to: number) => PromiseLike<RowsResponse<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const next = unwrap(await readPage(rows.length, rows.length + PAGE_SIZE - 1));
    rows.push(...next);
    if (next.length < PAGE_SIZE) return rows;
  }
}
