// The names of machines and fields, for the filters and groups of the works list. The columns are listed here instead of
// derived from src/records, so that the works list does not load those modules.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

type Reader = Pick<Account, 'ownerId'>;
type PlaceName = { id: string; name: string };

/** Every machine with its name, sold ones too. */
export const machineNamesQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [keys.machines, ownerId, 'names'],
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
export const fieldNamesQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [keys.fields, ownerId, 'names'],
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
