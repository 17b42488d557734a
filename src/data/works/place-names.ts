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

const namesQuery = (
  table: 'machines' | 'fields',
  key: typeof keys.machines | typeof keys.fields,
  { ownerId }: Reader,
) =>
  queryOptions({
    queryKey: [key, ownerId, 'names'],
    queryFn: ({ signal }): Promise<PlaceName[]> =>
      allRows((from, to) =>
        supabase
          .from(table)
          .select('id, name')
          .eq('user_id', ownerId)
          .order('name')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      ),
    meta: { offline: 'list', failed: loadFailed },
  });

/** Every machine with its name, sold ones too. */
export const machineNamesQuery = (reader: Reader) => namesQuery('machines', keys.machines, reader);

/** Every field with its name, archived ones too. */
export const fieldNamesQuery = (reader: Reader) => namesQuery('fields', keys.fields, reader);
