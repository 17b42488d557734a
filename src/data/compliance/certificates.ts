// Certificates of the farm and its people.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { byName } from '@/domain/core/search';
import { supabase } from '@/lib/supabase';
import { CERTIFICATE, type Certificate } from '@/records/compliance';
import { fromRow, type RowOf } from '@/records/record';

/** All certificates if the user is the account holder, otherwise only the user's own. */
export const certificatesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [CERTIFICATE.table, ownerId],
    queryFn: async ({ signal }): Promise<Certificate[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('certificates')
          .select<string, RowOf<typeof CERTIFICATE>>(CERTIFICATE.select)
          .eq('user_id', ownerId)
          .order('name')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(CERTIFICATE, row)).toSorted(byName);
    },
    meta: { offline: 'list', failed: loadFailed },
  });
