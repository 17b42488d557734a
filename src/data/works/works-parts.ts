// The works list in parts. A part is the range between two rows, so that parts neither overlap nor leave gaps, whatever
// is added, moved or deleted meanwhile, and each can be refetched on its own.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import * as keys from '@/lib/query-keys';
import type { Work } from '@/records/works';
import { positionOf, readWorks, type Position, type WorksPart, type WorksReader, type WorksSort } from './works';
import type { WorksFilter } from './works-filter';

export type { WorksPart };

/** Rows of the first part, the second, and every further one: a screenful quickly, then few requests for many rows. */
const FIRST_SIZE = 30;
const SECOND_SIZE = 200;
const NEXT_SIZE = 500;
/** The API returns no more rows in one response. */
const MAX_ROWS = 1000;

/** All rows of a part, however many have been added to it. */
async function readPart(part: WorksPart, signal: AbortSignal): Promise<Work[]> {
  const rows: Work[] = [];
  let after = part.after;
  for (;;) {
    const next = await readWorks({ ...part, after }, MAX_ROWS, signal);
    rows.push(...next);
    const last = next.at(-1);
    if (!last || next.length < MAX_ROWS) return rows;
    after = positionOf(last, part.sort);
  }
}

/** Every row of a filter, in the order of the list. Rejects if a page fails: a file must be complete. */
export const readWorksList = (
  reader: WorksReader,
  filter: WorksFilter,
  sort: WorksSort,
  signal: AbortSignal,
): Promise<Work[]> => readPart({ reader, filter, sort, after: null, until: null }, signal);

const isSameWork = (a: Work, b: Work) =>
  // The cast is safe: a work's keys are its fields. Items are compared by content.
  (Object.keys(b) as (keyof Work)[]).every(
    (name) =>
      Object.is(a[name], b[name]) ||
      (name === 'additionalItems' && JSON.stringify(a[name]) === JSON.stringify(b[name])),
  );

/** The new rows; an unchanged one stays the same object, so that it is not rendered again. */
function reuseUnchangedRows(before: readonly Work[], next: readonly Work[]): Work[] {
  const previousById = new Map(before.map((work) => [work.id, work]));
  return next.map((work) => {
    const old = previousById.get(work.id);
    return old && isSameWork(old, work) ? old : work;
  });
}

/** The rows of one part, newest first. */
export const worksPartQuery = (part: WorksPart) =>
  queryOptions({
    queryKey: [
      keys.works,
      part.reader.ownerId,
      part.reader.userId,
      part.reader.seesRates,
      'part',
      part.filter,
      part.sort,
      part.after,
      part.until,
    ],
    queryFn: ({ signal }) => readPart(part, signal),
    // The casts are safe: both values are results of `queryFn`.
    structuralSharing: (before, next) => reuseUnchangedRows((before ?? []) as Work[], next as Work[]),
    meta: { failed: loadFailed },
  });

/**
 * The parts of a filter that are loaded so far, newest first. Reading a part's rows determines where it ends; the rows are
 * cached under the part's own query. Changes invalidate rows, but not the boundaries of parts: this list is never refetched.
 */
export const worksPartsQuery = (reader: WorksReader, filter: WorksFilter, sort: WorksSort = 'date') =>
  infiniteQueryOptions({
    queryKey: [keys.worksParts, reader.ownerId, reader.userId, reader.seesRates, filter, sort],
    queryFn: async ({ pageParam, signal, client }): Promise<WorksPart> => {
      const { after, size } = pageParam;
      const rest: WorksPart = { reader, filter, sort, after, until: null };
      const rows = await readWorks(rest, size, signal);
      const last = rows.at(-1);
      const part = last && rows.length === size ? { ...rest, until: positionOf(last, sort) } : rest;
      client.setQueryData(worksPartQuery(part).queryKey, rows);
      return part;
    },
    initialPageParam: { after: null as Position | null, size: FIRST_SIZE },
    getNextPageParam: ({ until }, parts) =>
      until === null ? undefined : { after: until, size: parts.length === 1 ? SECOND_SIZE : NEXT_SIZE },
    staleTime: Infinity,
    meta: { failed: loadFailed, fills: keys.works },
  });

/** The rows of these parts that are in the cache. */
export const rowsOfParts = (client: QueryClient, parts: readonly WorksPart[]): Work[] =>
  parts.flatMap((part) => client.getQueryData(worksPartQuery(part).queryKey) ?? []);
