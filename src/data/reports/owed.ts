// What each customer owes, summed in the database. For the account holder.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { agesOf } from '@/data/invoices/register-sums';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric, type Currency } from '@/domain/core/money';
import type { OwedCustomer } from '@/domain/reports/owed';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** The customers with open invoices on a day, in no meaningful order: one row for each currency. */
export const owedQuery = (ownerId: string, today: string, customerId: string | null) =>
  queryOptions({
    queryKey: [keys.invoices, ownerId, 'owed', today, customerId],
    queryFn: async ({ signal }): Promise<OwedCustomer[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('owed_report', { p_today: today, ...(customerId === null ? {} : { p_customers: [customerId] }) })
          .order('key')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...{ key: row.key, customerId: row.customer_id, customer: row.customer },
        // The table's check allows only these two values.
        currency: row.currency as Currency,
        invoices: row.invoices,
        oldestDue: row.oldest_due,
        ages: agesOf(row),
        owed: fromNumeric(row.owed),
        fromBefore: fromNumeric(row.from_before),
      }));
    },
    meta: { failed: loadFailed },
  });
