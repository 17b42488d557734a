// Feedings. Logged through the outbox, never changed, only struck out.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { supabase, unwrap } from '@/lib/supabase';
import { fromRow, type RowOf } from '@/records/record';
import { TMR_FEEDING, type TmrFeeding } from '@/records/rations/tmr-feedings';
import { counts } from '@/records/struck';

type Reader = Pick<Account, 'ownerId'>;

/** Empty strings do not filter. Dates are 'YYYY-MM-DD' on the farm. */
export type FeedingFilter = { mix: string; from: string; to: string };
export const NO_FEEDING_FILTER: FeedingFilter = { mix: '', from: '', to: '' };

const PAGE_SIZE = 50;
type Cursor = Pick<TmrFeeding, 'fedAt' | 'id'> | null;

async function readPage({ ownerId }: Reader, { mix, from, to }: FeedingFilter, after: Cursor, signal: AbortSignal) {
  let query = supabase
    .from('tmr_feedings')
    .select<string, RowOf<typeof TMR_FEEDING>>(TMR_FEEDING.select)
    .eq('user_id', ownerId);
  if (mix !== '') query = query.eq('mix_id', mix);
  if (from !== '') query = query.gte('fed_on', from);
  if (to !== '') query = query.lte('fed_on', to);
  if (after) {
    const { fedAt, id } = after;
    // The first condition is redundant, but lets the database start in its index at the right place.
    query = query.lte('fed_at', fedAt).or(`fed_at.lt."${fedAt}",and(fed_at.eq."${fedAt}",id.lt.${id})`);
  }
  const rows = unwrap(
    await query
      .order('fed_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(PAGE_SIZE)
      .abortSignal(signal),
  );
  return rows.map((row) => fromRow(TMR_FEEDING, row));
}

const isFiltered = (filter: FeedingFilter) => Object.values(filter).some((value) => value !== '');

/** The feedings, struck out ones too, newest first, paged by the last row's key. Part of the snapshot if there is no filter. */
export const feedingsQuery = ({ ownerId }: Reader, filter: FeedingFilter = NO_FEEDING_FILTER) =>
  infiniteQueryOptions({
    queryKey: [TMR_FEEDING.table, ownerId, ...(isFiltered(filter) ? ['list', filter] : [])],
    queryFn: ({ pageParam, signal }) => readPage({ ownerId }, filter, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return !last || page.length < PAGE_SIZE ? undefined : { fedAt: last.fedAt, id: last.id };
    },
    meta: { offline: isFiltered(filter) ? undefined : 'list', failed: loadFailed },
  });

/** All feedings of a filter that count, read page by page: for an export. */
export async function readAllFeedings(reader: Reader, filter: FeedingFilter): Promise<readonly TmrFeeding[]> {
  const rows: TmrFeeding[] = [];
  const { signal } = new AbortController();
  for (;;) {
    const page = await readPage(reader, filter, rows.at(-1) ?? null, signal);
    rows.push(...page);
    if (page.length < PAGE_SIZE) return rows.filter(counts);
  }
}
