// Mixed batches, with the lot numbers of their ingredients. Logged through the outbox, never changed, only struck out.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { patternsOf, quoted } from '@/data/works/works-filter';
import type { Account } from '@/domain/account/account';
import { supabase, unwrap } from '@/lib/supabase';
import { MEAL_BATCH, type MealBatch } from '@/records/rations/meal-batches';
import { fromRow, type RowOf } from '@/records/record';
import { counts } from '@/records/struck';

type Reader = Pick<Account, 'ownerId'>;

/**
 * Empty strings do not filter. Dates are 'YYYY-MM-DD' on the farm; `search` looks in batch numbers, lots and animals.
 */
export type BatchFilter = { mix: string; search: string; from: string; to: string };
export const NO_BATCH_FILTER: BatchFilter = { mix: '', search: '', from: '', to: '' };

const PAGE_SIZE = 50;
type Cursor = Pick<MealBatch, 'mixedAt' | 'id'> | null;

async function readPage({ ownerId }: Reader, filter: BatchFilter, after: Cursor, signal: AbortSignal) {
  let query = supabase
    .from('meal_batches')
    .select<string, RowOf<typeof MEAL_BATCH>>(MEAL_BATCH.select)
    .eq('user_id', ownerId);
  if (filter.mix !== '') query = query.eq('mix_id', filter.mix);
  if (filter.from !== '') query = query.gte('mixed_on', filter.from);
  if (filter.to !== '') query = query.lte('mixed_on', filter.to);
  const patterns = patternsOf(filter.search);
  if (patterns.length) query = query.likeAllOf('search', [quoted(patterns)]);
  if (after) {
    const { mixedAt, id } = after;
    // The first condition is redundant, but lets the database start in its index at the right place.
    query = query.lte('mixed_at', mixedAt).or(`mixed_at.lt."${mixedAt}",and(mixed_at.eq."${mixedAt}",id.lt.${id})`);
  }
  const rows = unwrap(
    await query
      .order('mixed_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(PAGE_SIZE)
      .abortSignal(signal),
  );
  return rows.map((row) => fromRow(MEAL_BATCH, row));
}

const isFiltered = (filter: BatchFilter) => Object.values(filter).some((value) => value !== '');

/** The batches, struck out ones too, newest first, paged by the last row's key. Part of the snapshot if there is no filter. */
export const batchesQuery = ({ ownerId }: Reader, filter: BatchFilter = NO_BATCH_FILTER) =>
  infiniteQueryOptions({
    queryKey: [MEAL_BATCH.table, ownerId, ...(isFiltered(filter) ? ['list', filter] : [])],
    queryFn: ({ pageParam, signal }) => readPage({ ownerId }, filter, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return !last || page.length < PAGE_SIZE ? undefined : { mixedAt: last.mixedAt, id: last.id };
    },
    meta: { offline: isFiltered(filter) ? undefined : 'list', failed: loadFailed },
  });

/** All batches of a filter that count, read page by page: for an export. */
export async function readAllBatches(reader: Reader, filter: BatchFilter): Promise<readonly MealBatch[]> {
  const rows: MealBatch[] = [];
  const { signal } = new AbortController();
  for (;;) {
    const page = await readPage(reader, filter, rows.at(-1) ?? null, signal);
    rows.push(...page);
    if (page.length < PAGE_SIZE) return rows.filter(counts);
  }
}
