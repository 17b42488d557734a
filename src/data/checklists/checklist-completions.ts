// Completed checklists, readable by their author and the account holder. Saved through the outbox, never changed.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readFarmPeople } from '@/data/account/farm-people';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { presentNames } from '@/domain/account/present-names';
import type { ChecklistAnswer, ChecklistItem, ChecklistResult, ChecklistScore } from '@/domain/checklists/checklist';
import { answersOf, itemsOf } from '@/domain/checklists/checklist-stored';
import { addDays } from '@/domain/core/time';
import type { Json } from '@/lib/database.types';
import { supabase, unwrap } from '@/lib/supabase';

type Who = Pick<Account, 'ownerId' | 'userId'>;

export type CompletionRow = ChecklistScore & {
  id: string;
  templateId: string;
  templateName: string;
  version: number;
  machine: string | null;
  hoursReading: number | null;
  /** How long it took by the phone's own clock. */
  seconds: number;
  /** 'YYYY-MM-DD' on the farm. */
  doneOn: string;
  /** ISO instant. */
  completedAt: string;
  /** When the database received it, an ISO instant; empty while it waits on this device. */
  receivedAt: string;
  /**
   * When its questions were replaced or taken off the list, an ISO instant; null if they were current when it was sent.
   */
  supersededAt: string | null;
  /** The version that was on the list instead; null if there was none. */
  currentVersion: number | null;
  /** The phone's clock was implausible: `completedAt` is when the database received it. */
  clockDoubted: boolean;
  createdBy: string | null;
  createdByName: string;
};

export type Completion = CompletionRow & {
  items: ChecklistItem[];
  answers: ChecklistAnswer[];
  /** The strokes on a sheet of 1000 by 400, as an SVG path. */
  signature: string | null;
  notes: string | null;
};

/** Empty strings do not filter. Dates are 'YYYY-MM-DD' on the farm. */
export type CompletionFilter = {
  template: string;
  machine: string;
  person: string;
  result: ChecklistResult | '';
  from: string;
  to: string;
};
export const ANY_COMPLETION: CompletionFilter = { template: '', machine: '', person: '', result: '', from: '', to: '' };

const COLUMNS = `id, templateId:template_id, templateName:template_name, version, machine, hoursReading:hours_reading,
  result, checked, passed, defects, seconds, doneOn:done_on, completedAt:completed_at, receivedAt:created_at,
  supersededAt:superseded_at, currentVersion:current_version, clockDoubted:clock_doubted, createdBy:created_by, createdByName:created_by_name` as const;
const WHOLE = `${COLUMNS}, items, answers, signature, notes` as const;

const PAGE = 50;
type Cursor = Pick<CompletionRow, 'completedAt' | 'id'> | null;

async function readPage(
  { ownerId }: Who,
  { template, machine, person, result, from, to }: CompletionFilter,
  after: Cursor,
  signal: AbortSignal,
): Promise<CompletionRow[]> {
  let query = supabase.from('checklist_completions').select(COLUMNS).eq('user_id', ownerId);
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
  return unwrap(
    await query
      .order('completed_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(PAGE)
      .abortSignal(signal)
      // The table's check allows only these results.
      .overrideTypes<CompletionRow[], { merge: false }>(),
  );
}

const filters = (filter: CompletionFilter) => Object.values(filter).some((value) => value !== '');

/** What this user may read, newest first, paged by the last row's key. Without a filter it is part of the snapshot. */
export const completionsQuery = (who: Who, filter: CompletionFilter = ANY_COMPLETION) =>
  infiniteQueryOptions({
    queryKey: ['checklist-completions', who.ownerId, who.userId, ...(filters(filter) ? ['list', filter] : [])],
    queryFn: ({ pageParam, signal }) => readPage(who, filter, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return !last || page.length < PAGE ? undefined : { completedAt: last.completedAt, id: last.id };
    },
    meta: { failed: loadFailed },
  });

const TOLD_DAYS = 7;
const MOST_TOLD = 20;

/** Checklists of the last days that were sent with outdated questions, newest first: for the account holder. */
export const supersededQuery = ({ ownerId, userId }: Who, today: string) =>
  queryOptions({
    queryKey: ['checklist-completions', ownerId, userId, 'superseded', today],
    queryFn: async ({ signal }): Promise<CompletionRow[]> =>
      unwrap(
        await supabase
          .from('checklist_completions')
          .select(COLUMNS)
          .eq('user_id', ownerId)
          .not('superseded_at', 'is', null)
          .gte('created_at', addDays(today, -TOLD_DAYS))
          .order('created_at', { ascending: false })
          .limit(MOST_TOLD)
          .abortSignal(signal)
          // The table's check allows only these results.
          .overrideTypes<CompletionRow[], { merge: false }>(),
      ),
    meta: { failed: loadFailed },
  });

/** All of them, page by page: for an export. */
export async function allCompletions(who: Who, filter: CompletionFilter): Promise<readonly CompletionRow[]> {
  const rows: CompletionRow[] = [];
  const { signal } = new AbortController();
  for (;;) {
    const page = await readPage(who, filter, rows.at(-1) ?? null, signal);
    rows.push(...page);
    if (page.length < PAGE) return presentNames(await readFarmPeople(who.ownerId, signal)).rowsOf(rows);
  }
}

/** One with its questions and answers; null if it does not exist or this user may not read it. */
export const completionQuery = ({ ownerId, userId }: Who, id: string) =>
  queryOptions({
    queryKey: ['checklist-completions', ownerId, userId, 'one', id],
    queryFn: async ({ signal }): Promise<Completion | null> => {
      const { data, error } = await supabase
        .from('checklist_completions')
        .select(WHOLE)
        .eq('user_id', ownerId)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        // The table's check allows only these results.
        .overrideTypes<Omit<Completion, 'items' | 'answers'> & { items: Json; answers: Json }, { merge: false }>();
      if (error) throw error;
      return data && { ...data, items: itemsOf(data.items), answers: answersOf(data.answers) };
    },
    meta: { failed: loadFailed },
  });
