// The customers with all their fields, for their CSV file.
import { allRows } from '@/data/all-rows';
import { supabase } from '@/lib/supabase';
import { FULL_CUSTOMER, type FullCustomer } from '@/records/customers';
import { fromRow, type RowOf } from '@/records/record';

/** All customers of the account by name, with all fields that the account holder can read. */
export async function readFullCustomers(ownerId: string): Promise<FullCustomer[]> {
  const rows = await allRows<RowOf<typeof FULL_CUSTOMER>>((from, to) =>
    supabase
      .from('customers')
      .select<string, RowOf<typeof FULL_CUSTOMER>>(FULL_CUSTOMER.select)
      .eq('user_id', ownerId)
      .order('name')
      .order('id')
      .range(from, to),
  );
  return rows.map((row) => fromRow(FULL_CUSTOMER, row));
}
