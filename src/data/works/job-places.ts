// The machines and fields of jobs, so that a device can filter and group the works in its snapshot.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import type { JobPlaces } from '@/domain/works/works-list';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

type Reader = Pick<Account, 'ownerId' | 'userId'>;

/** The machines and fields of the jobs whose works may be in a snapshot. */
export const jobPlacesQuery = ({ ownerId, userId }: Reader) =>
  queryOptions({
    queryKey: [keys.jobs, ownerId, userId, 'places'],
    queryFn: async ({ signal }): Promise<JobPlaces> => {
      const rows = await allRows((from, to) =>
        supabase.rpc('job_places').order('job_id').range(from, to).abortSignal(signal),
      );
      return Object.fromEntries(rows.map(({ job_id: id, machines, fields }) => [id, { machines, fields }]));
    },
    meta: { offline: 'list', failed: loadFailed },
  });
