// What feedings and batches have in common: logged through the outbox, never changed, only struck out.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { patternsOf, quoted } from '@/data/works/works-filter';
import type { Account } from '@/domain/account/account';
import { supabase, unwrap } from '@/lib/supabase';
import { counts } from '@/records/struck';

type Reader = Pick<Account, 'ownerId'>;

/** Empty strings do not filter. Dates are 'YYYY-MM-DD' on the farm; `search` looks in the numbers, lots and animals of batches. */
export type LogFilter = { mix: string; search: string; from: string; to: string };
export const NO_LOG_FILTER: LogFilter = { mix: '', search: '', from: '', to: '' };
export const isFiltered = (filter: LogFilter): boolean => Object.values(filter).some((value) => value !== '');

type Log<Row, Logged> = {
  table: 'tmr_feedings' | 'meal_batches';
  select: string;
  /** The columns of the time and of the day on the farm. */
  at: 'fed_at' | 'mixed_at';
  on: 'fed_on' | 'mixed_on';
  read: (row: Row) => Logged;
  /** What `at` holds. */
  timeOf: (logged: Logged) => string;
};
type Cursor = { time: string; id: string } | null;

const PAGE_SIZE = 50;

async function readPage<Row, Logged>(
  { table, select, at, on, read }: Log<Row, Logged>,
  { ownerId }: Reader,
  filter: LogFilter,
  after: Cursor,
  signal: AbortSignal,
): Promise<Logged[]> {
  let query = supabase.from(table).select<string, Row>(select).eq('user_id', ownerId);
  if (filter.mix !== '') query = query.eq('mix_id', filter.mix);
  if (filter.from !== '') query = query.gte(on, filter.from);
  if (filter.to !== '') query = query.lte(on, filter.to);
  const patterns = patternsOf(filter.search);
  if (patterns.length) query = query.likeAllOf('search', [quoted(patterns)]);
  if (after) {
    const { time, id } = after;
    // The first condition is redundant, but lets the database start in its index at the right place.
    query = query.lte(at, time).or(`${at}.lt."${time}",and(${at}.eq."${time}",id.lt.${id})`);
  }
  const rows = unwrap(
    await query.order(at, { ascending: false }).order('id', { ascending: false }).limit(PAGE_SIZE).abortSignal(signal),
  );
  return rows.map(read);
}

/** The place after the last row of a page; null before the first page and after the last. */
function cursorAfter<Row, Logged extends { id: string }>(
  { timeOf }: Log<Row, Logged>,
  page: readonly Logged[],
): Cursor {
  const last = page.at(-1);
  return !last || page.length < PAGE_SIZE ? null : { time: timeOf(last), id: last.id };
}

/** The log, struck out records too, newest first, paged by the last row's key. Part of the snapshot if there is no filter. */
export const logQuery = <Row, Logged extends { id: string }>(
  log: Log<Row, Logged>,
  { ownerId }: Reader,
  filter: LogFilter,
) =>
  infiniteQueryOptions({
    queryKey: [log.table, ownerId, ...(isFiltered(filter) ? ['list', filter] : [])],
    queryFn: ({ pageParam, signal }) => readPage(log, { ownerId }, filter, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page) => cursorAfter(log, page),
    meta: { offline: isFiltered(filter) ? undefined : 'list', failed: loadFailed },
  });

/** All records of a filter that count, read page by page: for an export. */
export async function readAll<Row, Logged extends { id: string; struck: boolean }>(
  log: Log<Row, Logged>,
  reader: Reader,
  filter: LogFilter,
): Promise<readonly Logged[]> {
  const rows: Logged[] = [];
  const { signal } = new AbortController();
  let after: Cursor = null;
  do {
    const page: Logged[] = await readPage(log, reader, filter, after, signal);
    rows.push(...page);
    after = cursorAfter(log, page);
  } while (after);
  return rows.filter(counts);
}
