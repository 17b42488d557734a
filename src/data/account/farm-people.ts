// The names of a farm's people: the current one, or the last one of a person who has left.
import { queryOptions } from '@tanstack/react-query';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type FarmPerson = { id: string; name: string };

export const readFarmPeople = async (ownerId: string, signal: AbortSignal): Promise<FarmPerson[]> =>
  unwrap(
    await supabase
      .from('farm_people')
      .select('id:person_id, name')
      .eq('user_id', ownerId)
      .order('person_id')
      .limit(1000)
      .abortSignal(signal),
  );

export const farmPeopleQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.farmPeople, ownerId],
    queryFn: ({ signal }) => readFarmPeople(ownerId, signal),
    // If it fails, records show the names they were written under.
    meta: { offline: 'list' },
  });

export type NameChange = { id: number; personId: string; at: string; before: string; after: string };

/** Name changes since an instant, newest first. Only the account holder may read them. */
export const nameChangesQuery = (ownerId: string, since: string) =>
  queryOptions({
    queryKey: [keys.farmPeople, ownerId, 'changes', since],
    meta: { offline: 'list' },
    queryFn: async ({ signal }): Promise<NameChange[]> => {
      const rows = unwrap(
        await supabase
          .from('audit_log')
          .select('id, personId:row_id, at, before:changed->name->>old, after:changed->name->>new')
          .eq('user_id', ownerId)
          .eq('table_name', 'profiles')
          .neq('row_id', ownerId)
          .gte('at', since)
          .not('changed->name', 'is', null)
          .order('at', { ascending: false })
          .order('id', { ascending: false })
          .limit(100)
          .abortSignal(signal),
      );
      return rows;
    },
  });
