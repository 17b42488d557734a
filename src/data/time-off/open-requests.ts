// Requests for time off that are not answered yet: the noticeboard and the diary show them.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { polledEveryMinute } from '@/data/polling';
import type { Account } from '@/domain/account/account';
import { supabase } from '@/lib/supabase';
import { ABSENCE_REQUEST, type AbsenceRequest } from '@/records/absence-requests';
import { fromRow, type RowOf } from '@/records/record';

/** The account holder reads the requests of every person, an employee their own. Includes those for days that are past. */
export const openRequestsQuery = ({ ownerId, userId }: Pick<Account, 'ownerId' | 'userId'>) =>
  queryOptions({
    queryKey: [ABSENCE_REQUEST.table, ownerId, userId, 'open'],
    queryFn: async ({ signal }): Promise<AbsenceRequest[]> => {
      const rows = await allRows((first, last) =>
        supabase
          .from('absence_requests')
          .select<string, RowOf<typeof ABSENCE_REQUEST>>(ABSENCE_REQUEST.select)
          .eq('user_id', ownerId)
          .eq('status', 'asked')
          .order('start_date')
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(ABSENCE_REQUEST, row));
    },
    ...polledEveryMinute,
    meta: { failed: loadFailed },
  });
