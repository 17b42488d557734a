// The machines and fields of jobs, by which the works list is filtered and grouped.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import type { JobPlaces } from '@/domain/works/works-list';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { FIELD } from '@/records/fields';
import { MACHINE } from '@/records/machines';

type Reader = Pick<Account, 'ownerId' | 'userId'>;
type PlaceName = { id: string; name: string };

/** Every machine with its name, sold ones too. */
export const machineNamesQuery = ({ ownerId }: Pick<Reader, 'ownerId'>) =>
  queryOptions({
    queryKey: [MACHINE.table, ownerId, 'names'],
    queryFn: ({ signal }): Promise<PlaceName[]> =>
      allRows((from, to) =>
        supabase
          .from('machines')
          .select('id, name')
          .eq('user_id', ownerId)
          .order('name')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      ),
    meta: { offline: 'list', failed: loadFailed },
  });

/** Every field with its name, archived ones too. */
export const fieldNamesQuery = ({ ownerId }: Pick<Reader, 'ownerId'>) =>
  queryOptions({
    queryKey: [FIELD.table, ownerId, 'names'],
    queryFn: ({ signal }): Promise<PlaceName[]> =>
      allRows((from, to) =>
        supabase
          .from('fields')
          .select('id, name')
          .eq('user_id', ownerId)
          .order('name')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      ),
    meta: { offline: 'list', failed: loadFailed },
  });

/** The machines and fields of the jobs that a device may hold for reading offline. */
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
