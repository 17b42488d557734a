// Movements of slurry and manure. They are written through the outbox.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { readRecords, recordQuery, recordsQuery, rowsOf } from '@/data/record-requests';
import { unwrap } from '@/lib/supabase';
import { MOVEMENT, type Movement } from '@/records/slurry';
import { fromRow } from '@/records/record';

/** Empty strings do not filter. Dates are 'YYYY-MM-DD'. `open`: only those with a deadline that were not notified. */
export type MovementFilter = { from: string; to: string; open: boolean };
export const NO_MOVEMENT_FILTER: MovementFilter = { from: '', to: '', open: false };

const PAGE_SIZE = 50;
type Cursor = Pick<Movement, 'movedOn' | 'id'> | null;

type Rows = ReturnType<typeof rowsOf<typeof MOVEMENT>>;

/** Those with a deadline that were not notified yet. */
const notNotified = (rows: Rows): Rows => rows.eq('struck', false).is('notified_on', null).not('notify_by', 'is', null);

function filtered(rows: Rows, { from, to, open }: MovementFilter): Rows {
  let query = rows;
  if (from !== '') query = query.gte('moved_on', from);
  if (to !== '') query = query.lte('moved_on', to);
  return open ? notNotified(query) : query;
}

const isFiltered = ({ from, to, open }: MovementFilter) => from !== '' || to !== '' || open;

/** The movements, struck out ones too, the latest first, paged by the last row's key. Part of the snapshot if there is no filter. */
export const movementsQuery = (ownerId: string, filter: MovementFilter = NO_MOVEMENT_FILTER) =>
  infiniteQueryOptions({
    queryKey: [MOVEMENT.table, ownerId, ...(isFiltered(filter) ? ['list', filter] : [])],
    queryFn: async ({ pageParam: after, signal }): Promise<Movement[]> => {
      let query = filtered(rowsOf(MOVEMENT, ownerId), filter);
      if (after) {
        // Rows after the cursor: on an earlier day, or on the same one with a smaller id. `lte` stands apart from the
        // or(), so that the database can start in its index at the cursor.
        query = query.lte('moved_on', after.movedOn).or(`moved_on.lt.${after.movedOn},id.lt.${after.id}`);
      }
      const rows = unwrap(
        await query
          .order('moved_on', { ascending: false })
          .order('id', { ascending: false })
          .limit(PAGE_SIZE)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(MOVEMENT, row));
    },
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? { movedOn: last.movedOn, id: last.id } : undefined;
    },
    meta: { offline: isFiltered(filter) ? undefined : 'list', failed: loadFailed },
  });

/** Every movement of a filter that counts, the earliest first. */
export const readMovements = (ownerId: string, filter: MovementFilter, signal: AbortSignal): Promise<Movement[]> =>
  readRecords(
    MOVEMENT,
    ownerId,
    (rows) => filtered(rows, filter).eq('struck', false).order('moved_on').order('id'),
    signal,
  );

/** The movements of a calendar year, for its calculation. */
export const movementsOfYearQuery = (ownerId: string, year: string) =>
  queryOptions({
    queryKey: [MOVEMENT.table, ownerId, 'year', year],
    queryFn: ({ signal }) =>
      readMovements(ownerId, { from: `${year}-01-01`, to: `${year}-12-31`, open: false }, signal),
    meta: { offline: 'list', failed: loadFailed },
  });

/** The movements that the account holder still has to notify, the earliest deadline first. */
export const openMovementsQuery = (ownerId: string) =>
  recordsQuery(MOVEMENT, ownerId, ['open'], (rows) => notNotified(rows).order('notify_by').order('id'));

/** One movement; null if it is not there (any more). */
export const movementQuery = (ownerId: string, id: string) => recordQuery(MOVEMENT, ownerId, id);

/** The movements that were created from a job's entry, the earliest first. */
export const movementsOfWorkQuery = (ownerId: string, workId: string) =>
  queryOptions({
    queryKey: [MOVEMENT.table, ownerId, 'work', workId],
    queryFn: async ({ signal }): Promise<Movement[]> => {
      const rows = unwrap(
        await rowsOf(MOVEMENT, ownerId)
          .eq('work_id', workId)
          .eq('struck', false)
          .order('moved_on')
          .order('id')
          .limit(50)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(MOVEMENT, row));
    },
    meta: { failed: loadFailed },
  });
