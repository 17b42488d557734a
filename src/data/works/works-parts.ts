// The works list in parts. A part is the range between two rows, so that parts neither overlap nor leave gaps, whatever
// is added, moved or deleted meanwhile, and each can be refetched on its own.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import * as keys from '@/lib/query-keys';
import { unwrap } from '@/lib/supabase';
import type { Work } from '@/records/works';
import { listed, toWork, type WorksSort, type WorksWho } from './works';
import { applyFilter, type WorksFilter } from './works-filter';

/** The position of a row in the order of the list. */
type Place = { at: string; id: string };

/** The rows after `after` (null: from the top) up to and including `until` (null: to the end). */
export type WorksPart = {
  who: WorksWho;
  filter: WorksFilter;
  sort: WorksSort;
  after: Place | null;
  until: Place | null;
};

/** Rows of the first part, the second, and every further one: a screenful quickly, then few requests for many rows. */
const FIRST = 30;
const SECOND = 200;
const SIZE = 500;
/** The API returns no more rows in one response. */
const MOST = 1000;

const columnOf = (sort: WorksSort) => (sort === 'date' ? 'work_date' : 'created_at');
const placeOf = (work: Work, sort: WorksSort): Place => ({
  at: sort === 'date' ? work.workDate : work.createdAt,
  id: work.id,
});

/** At most `limit` rows of a range, newest first. */
async function readRows({ who, filter, sort, after, until }: WorksPart, limit: number, signal: AbortSignal) {
  const column = columnOf(sort);
  // A user's own entries belong to the account, so this equality covers "the owner's or mine". With an or() instead,
  // the database would expect next to no rows, and read and sort the whole account for each page.
  const groups: string[] = [];
  if (after) groups.push(`${column}.lt."${after.at}",and(${column}.eq."${after.at}",id.lt.${after.id})`);
  if (until) groups.push(`${column}.gt."${until.at}",and(${column}.eq."${until.at}",id.gte.${until.id})`);
  let query = applyFilter(listed(who).eq('user_id', who.ownerId), filter, who.ownerId, groups);
  // Redundant, but keeps the database in its index between the two positions.
  if (after) query = query.lte(column, after.at);
  if (until) query = query.gte(column, until.at);
  const rows = unwrap(
    await query.order(column, { ascending: false }).order('id', { ascending: false }).limit(limit).abortSignal(signal),
  );
  return rows.map(toWork);
}

/** All rows of a part, however many have been added to it. */
async function readPart(part: WorksPart, signal: AbortSignal): Promise<Work[]> {
  const rows: Work[] = [];
  let after = part.after;
  for (;;) {
    const next = await readRows({ ...part, after }, MOST, signal);
    rows.push(...next);
    const last = next.at(-1);
    if (!last || next.length < MOST) return rows;
    after = placeOf(last, part.sort);
  }
}

const sameWork = (a: Work, b: Work) =>
  // Both have the fields of a work; items are compared by content.
  (Object.keys(b) as (keyof Work)[]).every(
    (name) =>
      Object.is(a[name], b[name]) ||
      (name === 'additionalItems' && JSON.stringify(a[name]) === JSON.stringify(b[name])),
  );

/** The new rows; an unchanged one stays the same object, so that it is not rendered again. */
function keepRows(before: readonly Work[], next: readonly Work[]): Work[] {
  const known = new Map(before.map((work) => [work.id, work]));
  return next.map((work) => {
    const old = known.get(work.id);
    return old && sameWork(old, work) ? old : work;
  });
}

/** The rows of one part, newest first. */
export const worksPartQuery = (part: WorksPart) =>
  queryOptions({
    queryKey: [
      keys.works,
      part.who.ownerId,
      part.who.userId,
      part.who.seesRates,
      'part',
      part.filter,
      part.sort,
      part.after,
      part.until,
    ],
    queryFn: ({ signal }) => readPart(part, signal),
    // Both are results of the function above.
    structuralSharing: (before, next) => keepRows((before ?? []) as Work[], next as Work[]),
    meta: { failed: loadFailed },
  });

/**
 * The parts of a filter so far, newest first; each is found by reading it, and its rows are cached under its own query.
 * A change invalidates rows, but never the positions between the parts: this list is not refetched.
 */
export const worksPartsQuery = (who: WorksWho, filter: WorksFilter, sort: WorksSort = 'date') =>
  infiniteQueryOptions({
    queryKey: [keys.worksParts, who.ownerId, who.userId, who.seesRates, filter, sort],
    queryFn: async ({ pageParam, signal, client }): Promise<WorksPart> => {
      const { after, size } = pageParam;
      const rest: WorksPart = { who, filter, sort, after, until: null };
      const rows = await readRows(rest, size, signal);
      const last = rows.at(-1);
      const part = last && rows.length === size ? { ...rest, until: placeOf(last, sort) } : rest;
      client.setQueryData(worksPartQuery(part).queryKey, rows);
      return part;
    },
    initialPageParam: { after: null as Place | null, size: FIRST },
    getNextPageParam: ({ until }, parts) =>
      until === null ? undefined : { after: until, size: parts.length === 1 ? SECOND : SIZE },
    staleTime: Infinity,
    meta: { failed: loadFailed },
  });

/** The rows of these parts that are in the cache. */
export const rowsOfParts = (client: QueryClient, parts: readonly WorksPart[]): Work[] =>
  parts.flatMap((part) => client.getQueryData(worksPartQuery(part).queryKey) ?? []);
