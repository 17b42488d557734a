// Works: the job log. The database determines who made an entry, whose it is and what it is worth.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { internText } from '@/data/intern-text';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import type { Range } from '@/domain/core/calendar';
import { fromNumeric } from '@/domain/core/money';
import { conflictingItems } from '@/domain/invoices/invoice';
import type { WorksSort, WorksTotals } from '@/domain/works/works-list';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { fromRow, type RowOf } from '@/records/record';
import { WORK, type Work } from '@/records/works';
import { applyFilter, placesOf, totalsArguments, type WorksFilter } from './works-filter';

export type { WorksSort, WorksTotals };

/** The parameters of the works queries. */
export type WorksReader = Pick<Account, 'ownerId' | 'userId'> & Pick<Account['settings'], 'seesRates'>;

export const readerOf = ({ ownerId, userId, settings }: Account): WorksReader => ({
  ownerId,
  userId,
  seesRates: settings.seesRates,
});

const INTERNED_FIELDS = [
  'userId',
  'employeeId',
  'customer',
  'customerId',
  'taskName',
  'taskDescription',
  'chargeableUnit',
  'workDate',
  'startTime',
  'finishTime',
  'createdByName',
  'invoiceId',
  'invoiceNumber',
  'invoiceGeneratedAt',
  'invoiceSentAt',
  'invoicePaidAt',
  'dueDate',
] as const satisfies readonly (keyof Work)[];

type WorkRow = RowOf<typeof WORK>;

/** A work from its row. Strings that many rows share (names, ids of customers, dates) are interned. */
export function toWork(row: WorkRow): Work {
  const work = fromRow(WORK, row);
  for (const name of INTERNED_FIELDS) {
    const text = work[name];
    // The cast is safe: internText returns an equal string.
    if (text !== null) (work as Record<string, unknown>)[name] = internText(text);
  }
  return work;
}

/** The table, or the view without prices for employees who may not see them. Both have the same columns. */
export const selectWorks = (reader: WorksReader) =>
  reader.seesRates
    ? supabase.from('works').select<string, WorkRow>(WORK.select)
    : supabase.from('crew_works').select<string, WorkRow>(WORK.select);

/** Selects all works, or only those on the filter's machines and fields. */
export const selectPlacedWorks = (reader: WorksReader, filter: WorksFilter) => {
  const places = placesOf(filter);
  return places === null
    ? selectWorks(reader)
    : supabase.rpc('placed_works', places).select<string, WorkRow>(WORK.select);
};

export const WORKS_PAGE_SIZE = 50;
const API_PAGE_SIZE = 1000;
/** The position of a row in the order of a list. */
export type Position = { at: string; id: string };

/** The rows after `after` (null: from the top) up to and including `until` (null: to the end). */
export type WorksPart = {
  reader: WorksReader;
  filter: WorksFilter;
  sort: WorksSort;
  after: Position | null;
  until: Position | null;
};

export const positionOf = (work: Work, sort: WorksSort): Position => ({
  at: sort === 'date' ? work.workDate : work.createdAt,
  id: work.id,
});

/** At most `limit` works of a part, newest first. */
export async function readWorks(part: WorksPart, limit: number, signal: AbortSignal): Promise<Work[]> {
  const { reader, filter, sort, after, until } = part;
  const column = sort === 'date' ? 'work_date' : 'created_at';
  // A user's own entries belong to the account, so this equality covers "the owner's or mine". With an or() instead,
  // the database would expect next to no rows, and read and sort the whole account for each page.
  const groups: string[] = [];
  if (after) groups.push(`${column}.lt."${after.at}",and(${column}.eq."${after.at}",id.lt.${after.id})`);
  if (until) groups.push(`${column}.gt."${until.at}",and(${column}.eq."${until.at}",id.gte.${until.id})`);
  let query = applyFilter(
    selectPlacedWorks(reader, filter).eq('user_id', reader.ownerId),
    filter,
    reader.ownerId,
    groups,
  );
  // Redundant, but keeps the database in its index between the two positions.
  if (after) query = query.lte(column, after.at);
  if (until) query = query.gte(column, until.at);
  const rows = unwrap(
    await query.order(column, { ascending: false }).order('id', { ascending: false }).limit(limit).abortSignal(signal),
  );
  return rows.map(toWork);
}

/** The filtered works, newest first, paged by the last row's key: complete at any length. */
export const worksQuery = (reader: WorksReader, filter: WorksFilter, sort: WorksSort = 'date') =>
  infiniteQueryOptions({
    queryKey: [keys.works, reader.ownerId, reader.userId, reader.seesRates, 'list', filter, sort],
    queryFn: ({ pageParam: after, signal }) =>
      readWorks({ reader, filter, sort, after, until: null }, WORKS_PAGE_SIZE, signal),
    initialPageParam: null as Position | null,
    getNextPageParam: (page): Position | undefined => {
      const last = page.at(-1);
      return last && page.length === WORKS_PAGE_SIZE ? positionOf(last, sort) : undefined;
    },
    meta: { failed: loadFailed },
  });

/** Sums over every row of a filter, calculated in the database. */
export const worksTotalsQuery = (reader: WorksReader, filter: WorksFilter) =>
  queryOptions({
    queryKey: [keys.works, reader.ownerId, reader.userId, reader.seesRates, 'totals', filter],
    queryFn: async ({ signal }): Promise<WorksTotals> => {
      const row = unwrap(await supabase.rpc('works_totals', totalsArguments(filter)).abortSignal(signal).single());
      // jsonb_agg of {unit, quantity} in the function.
      const byUnit = row.by_unit as { unit: string; quantity: number }[];
      return {
        entries: row.entries,
        minutes: row.minutes,
        value: fromNumeric(row.value),
        needsRate: row.needs_rate,
        needsQuantity: row.needs_quantity,
        byUnit: byUnit.map(({ unit, quantity }) => ({ unit, quantity: fromNumeric(quantity) })),
      };
    },
    meta: { failed: loadFailed },
  });

/** One entry; null if it does not exist (any more) or this user may not see it. */
export const workQuery = (reader: WorksReader, id: string) =>
  queryOptions({
    queryKey: [keys.works, reader.ownerId, reader.userId, reader.seesRates, 'one', id],
    queryFn: async ({ signal }): Promise<Work | null> => {
      const { data, error } = await selectWorks(reader)
        .eq('user_id', reader.ownerId)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data && toWork(data);
    },
    meta: { failed: loadFailed },
  });

type WorksSelect = ReturnType<typeof selectWorks>;

/** Every row of a query, oldest first: page by page, because the API silently truncates a response at 1,000 rows. */
async function readAllByDate(query: () => WorksSelect, signal: AbortSignal): Promise<Work[]> {
  const works: Work[] = [];
  for (;;) {
    const last = works.at(-1);
    const page = last
      ? query()
          .gte('work_date', last.workDate)
          .or(`work_date.gt.${last.workDate},and(work_date.eq.${last.workDate},id.gt.${last.id})`)
      : query();
    const rows = unwrap(await page.order('work_date').order('id').limit(API_PAGE_SIZE).abortSignal(signal));
    works.push(...rows.map(toWork));
    if (rows.length < API_PAGE_SIZE) return works;
  }
}

/** The works of one invoice number, oldest first. Empty when there are none. */
export const worksOfInvoiceQuery = (reader: WorksReader, invoiceNumber: string) =>
  queryOptions({
    queryKey: [keys.works, reader.ownerId, reader.userId, reader.seesRates, 'invoice', invoiceNumber],
    queryFn: async ({ signal }): Promise<Work[]> => {
      const works = await readAllByDate(
        () => selectWorks(reader).eq('user_id', reader.ownerId).eq('invoice_number', invoiceNumber),
        signal,
      );
      const conflicts = conflictingItems(works);
      // Broken data, but the issued invoice keeps its amounts. The operators of the database find it with
      // supabase/invariants.sql.
      if (conflicts.length > 0)
        console.warn(`Invoice ${invoiceNumber}: an additional item has different amounts on its jobs.`, conflicts);
      return works;
    },
    meta: { failed: loadFailed },
  });

/**
 * A customer's works within a period that are not on any invoice yet (dates inclusive, null: open), oldest first,
 * complete.
 */
export const unbilledWorksQuery = (reader: WorksReader, customerId: string, from: string | null, to: string | null) =>
  queryOptions({
    queryKey: [keys.works, reader.ownerId, reader.userId, reader.seesRates, 'unbilled', customerId, from, to],
    queryFn: ({ signal }): Promise<Work[]> =>
      readAllByDate(() => {
        let query = selectWorks(reader)
          .eq('user_id', reader.ownerId)
          .eq('customer_id', customerId)
          .is('invoice_number', null);
        if (from !== null) query = query.gte('work_date', from);
        if (to !== null) query = query.lte('work_date', to);
        return query;
      }, signal),
    meta: { failed: loadFailed },
  });

/** Every entry of the days, oldest first. */
export const worksOfDaysQuery = (reader: WorksReader, { from, to }: Range) =>
  queryOptions({
    queryKey: [keys.works, reader.ownerId, reader.userId, reader.seesRates, 'days', from, to],
    queryFn: async ({ signal }): Promise<Work[]> => {
      const rows = await allRows((first, last) =>
        selectWorks(reader)
          .eq('user_id', reader.ownerId)
          .gte('work_date', from)
          .lte('work_date', to)
          .order('work_date')
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      );
      return rows.map(toWork);
    },
    meta: { failed: loadFailed },
  });
