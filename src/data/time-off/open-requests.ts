// Requests for time off that are not answered yet: the noticeboard and the diary show them.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { polledEveryMinute } from '@/data/polling';
import { readRecords } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import { ABSENCE_REQUEST } from '@/records/absence-requests';

/** The account holder reads the requests of every person, an employee their own. Includes those for days that are past. */
export const openRequestsQuery = ({ ownerId, userId }: Pick<Account, 'ownerId' | 'userId'>) =>
  queryOptions({
    queryKey: [ABSENCE_REQUEST.table, ownerId, userId, 'open'],
    queryFn: ({ signal }) =>
      readRecords(
        ABSENCE_REQUEST,
        ownerId,
        (rows) => rows.eq('status', 'asked').order('start_date').order('id'),
        signal,
      ),
    ...polledEveryMinute,
    meta: { failed: loadFailed },
  });
