// Completed checklists, readable by their author and the account holder. Saved through the outbox, never changed.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readFarmPeople } from '@/data/account/farm-people';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { currentNames } from '@/domain/account/current-names';
import type { ChecklistResult } from '@/domain/checklists/checklist';
import { addDays } from '@/domain/core/time';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { COMPLETION, LISTED_COMPLETION, type Completion, type CompletionRow } from '@/records/completions';
import { fromRow, type RowOf } from '@/records/record';

type Reader = Pick<Account, 'ownerId' | 'userId'>;

type Row = RowOf<typeof LISTED_COMPLETION>;

/** Empty strings do not filter. Dates are 'YYYY-MM-DD' on the farm. */
export type CompletionFilter = {
  template: string;
  machine: string;
  person: string;
  result: ChecklistResult | '';
  from: string;
  to: string;
};
export const NO_COMPLETION_FILTER: CompletionFilter = {
  template: '',
  machine: '',
  person: '',
  result: '',
  from: '',
  to: '',
};

const selectCompletions = () => supabase.from('checklist_completions').select<string, Row>(LISTED_COMPLETION.select);
const toCompletions = (rows: readonly Row[]) => rows.map((row) => fromRow(LISTED_COMPLETION, row));

const PAGE_SIZE = 50;
type Cursor = Pick<CompletionRow, 'completedAt' | 'id'> | null;

async function readPage(
  { ownerId }: Reader,
  { template, machine, person, result, from, to }: CompletionFilter,
  after: Cursor,
  signal: AbortSignal,
): Promise<CompletionRow[]> {
  let query = selectCompletions().eq('user_id', ownerId);
  if (template !== '') query = query.eq('template_id', template);
  if (machine !== '') query = query.eq('machine', machine);
  if (person !== '') query = query.eq('created_by', person);
  if (result !== '') query = query.eq('result', result);
  if (from !== '') query = query.gte('done_on', from);
  if (to !== '') query = query.lte('done_on', to);
  if (after) {
    const { completedAt, id } = after;
    // The first condition is redundant, but lets the database start in its index at the right place.
    query = query
      .lte('completed_at', completedAt)
      .or(`completed_at.lt."${completedAt}",and(completed_at.eq."${completedAt}",id.lt.${id})`);
  }
  return toCompletions(
    unwrap(
      await query
        .order('completed_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(PAGE_SIZE)
        .abortSignal(signal),
    ),
  );
}

const isFiltered = (filter: CompletionFilter) => Object.values(filter).some((value) => value !== '');

/**
 * The completions that this user may read, newest first, paged by the last row's key. Part of the snapshot if there is
 * no filter.
 */
export const completionsQuery = (reader: Reader, filter: CompletionFilter = NO_COMPLETION_FILTER) =>
  infiniteQueryOptions({
    queryKey: [
      keys.checklistCompletions,
      reader.ownerId,
      reader.userId,
      ...(isFiltered(filter) ? ['list', filter] : []),
    ],
    queryFn: ({ pageParam, signal }) => readPage(reader, filter, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return !last || page.length < PAGE_SIZE ? undefined : { completedAt: last.completedAt, id: last.id };
    },
    meta: { offline: isFiltered(filter) ? undefined : 'list', failed: loadFailed },
  });

const SUPERSEDED_DAYS = 7;
const MAX_SUPERSEDED = 20;

/** Completions of the last days that were sent with outdated questions, newest first: for the account holder. */
export const supersededQuery = ({ ownerId, userId }: Reader, today: string) =>
  queryOptions({
    queryKey: [keys.checklistCompletions, ownerId, userId, 'superseded', today],
    queryFn: async ({ signal }): Promise<CompletionRow[]> =>
      toCompletions(
        unwrap(
          await selectCompletions()
            .eq('user_id', ownerId)
            .not('superseded_at', 'is', null)
            .gte('created_at', addDays(today, -SUPERSEDED_DAYS))
            .order('created_at', { ascending: false })
            .limit(MAX_SUPERSEDED)
            .abortSignal(signal),
        ),
      ),
    meta: { failed: loadFailed },
  });

/** All completions of a filter, read page by page: for an export. */
export async function readAllCompletions(reader: Reader, filter: CompletionFilter): Promise<readonly CompletionRow[]> {
  const rows: CompletionRow[] = [];
  const { signal } = new AbortController();
  for (;;) {
    const page = await readPage(reader, filter, rows.at(-1) ?? null, signal);
    rows.push(...page);
    if (page.length < PAGE_SIZE) return currentNames(await readFarmPeople(reader.ownerId, signal)).rowsOf(rows);
  }
}

/** One completion with its questions and answers; null if it does not exist or this user may not read it. */
export const completionQuery = ({ ownerId, userId }: Reader, id: string) =>
  queryOptions({
    queryKey: [keys.checklistCompletions, ownerId, userId, 'one', id],
    queryFn: async ({ signal }): Promise<Completion | null> => {
      const { data, error } = await supabase
        .from('checklist_completions')
        .select<string, RowOf<typeof COMPLETION>>(COMPLETION.select)
        .eq('user_id', ownerId)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data && fromRow(COMPLETION, data);
    },
    meta: { failed: loadFailed },
  });
