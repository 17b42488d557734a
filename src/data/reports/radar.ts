// The lists of what may be missing from the invoices, calculated in the database. For the account holder.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric, type Decimal } from '@/domain/core/money';
import type { IncompleteWork, LastYearWork, UnbilledCustomer, UnloggedDay } from '@/domain/reports/radar';
import type { Span } from '@/domain/reports/report';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

const limitedTo = (customerId: string | null) => (customerId === null ? {} : { p_customers: [customerId] });

// The generated types do not know that columns of a function's result may be null.
const numberOrNull = (n: number | null): Decimal | null => (n === null ? null : fromNumeric(n));

/** Work before a day that is not on an invoice, by customer. */
export const unbilledQuery = (ownerId: string, before: string, customerId: string | null) =>
  queryOptions({
    queryKey: [keys.works, ownerId, 'radar', 'unbilled', before, customerId],
    queryFn: async ({ signal }): Promise<UnbilledCustomer[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('unbilled_work', { p_before: before, ...limitedTo(customerId) })
          .order('customer_id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map(({ customer_id: id, customer, entries, value, unvalued, oldest }) => ({
        ...{ customerId: id, customer, entries, value: fromNumeric(value), unvalued, oldest },
      }));
    },
    meta: { failed: loadFailed },
  });

/** The days on which somebody clocked time but is on no job. */
export const unloggedQuery = (ownerId: string, { from: first, to: last }: Span) =>
  queryOptions({
    queryKey: [keys.works, ownerId, 'radar', 'clocked', first, last],
    queryFn: async ({ signal }): Promise<UnloggedDay[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('unlogged_days', { p_from: first, p_to: last })
          .order('work_date', { ascending: false })
          .order('person_id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map(({ person_id: personId, work_date: workDate, person, minutes, activities }) => ({
        ...{ personId, person, workDate, minutes, activities },
      }));
    },
    meta: { failed: loadFailed },
    // Changed hours do not invalidate a query of works.
    staleTime: 0,
  });

/** The entries that need a rate or a quantity, oldest first. */
export const incompleteQuery = (ownerId: string, customerId: string | null) =>
  queryOptions({
    queryKey: [keys.works, ownerId, 'radar', 'incomplete', customerId],
    queryFn: async ({ signal }): Promise<IncompleteWork[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('incomplete_work', limitedTo(customerId))
          .order('work_date')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...{ id: row.id, workDate: row.work_date, customer: row.customer, taskName: row.task_name },
        ...{ chargeableUnit: row.chargeable_unit, person: row.person },
        ...{ quantity: numberOrNull(row.quantity), rate: numberOrNull(row.rate) },
      }));
    },
    meta: { failed: loadFailed },
  });

/** Work that was done around this day last year and has not been done this year. */
export const lastYearQuery = (ownerId: string, today: string, customerId: string | null) =>
  queryOptions({
    queryKey: [keys.works, ownerId, 'radar', 'last-year', today, customerId],
    queryFn: async ({ signal }): Promise<LastYearWork[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('last_year_work', { p_today: today, ...limitedTo(customerId) })
          .order('first_day')
          .order('customer_id')
          .order('task_name')
          .order('chargeable_unit')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...{ customerId: row.customer_id, customer: row.customer, taskName: row.task_name },
        ...{ chargeableUnit: row.chargeable_unit, firstDay: row.first_day, lastDay: row.last_day },
        ...{ entries: row.entries, value: fromNumeric(row.value), unvalued: row.unvalued },
        quantity: numberOrNull(row.quantity),
      }));
    },
    meta: { failed: loadFailed },
  });
