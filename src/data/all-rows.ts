// Complete lists: the API silently truncates a response at 1,000 rows, so a complete list is read page by page.
import type { PostgrestError } from '@supabase/postgrest-js';
import { unwrap } from '@/lib/supabase';

const PAGE = 1000;

type Answer<Row> = { data: Row[] | null; error: PostgrestError | null };

/** Every row of a query that takes its page as from/to (inclusive). The query must sort by a unique key. */
export async function allRows<Row>(page: (from: number, to: number) => PromiseLike<Answer<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const next = unwrap(await page(rows.length, rows.length + PAGE - 1));
    rows.push(...next);
    if (next.length < PAGE) return rows;
  }
}
