// Saved filters: a user's own named filters of the works list, not visible to others.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { isStored } from '@/data/refused';
import type { Account } from '@/domain/account/account';
import { byName } from '@/domain/core/search';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type SavedFilter = {
  id: string;
  name: string;
  /** The query string of the list's URL, without the question mark. */
  query: string;
};

export const MAX_NAME_LENGTH = 60;
export const MAX_QUERY_LENGTH = 2000;

/** The user's own, by name. */
export const savedFiltersQuery = ({ ownerId, userId }: Pick<Account, 'ownerId' | 'userId'>) =>
  queryOptions({
    queryKey: [keys.savedFilters, ownerId, userId],
    queryFn: async ({ signal }): Promise<SavedFilter[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('saved_filters')
          .select('id, name, query')
          .eq('user_id', ownerId)
          .eq('person_id', userId)
          .eq('screen', 'works')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.toSorted(byName);
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** Throws for a duplicate name, with a message. */
function throwUnlessRepeated(error: (Error & { code: string }) | null) {
  if (!error || isStored(error)) return;
  throw error.code === '23505' ? new Error(NAME_TAKEN) : error;
}

export const NAME_TAKEN = 'You have saved filters under this name already.';

/** Saves filters under a name. The id is generated when the dialog opens, so that sending it twice creates only one. */
export const saveFilter = mutationOptions({
  mutationKey: ['saved-filters', 'add'],
  mutationFn: async ({ id, ownerId, name, query }: SavedFilter & { ownerId: string }) => {
    const { error } = await supabase.from('saved_filters').insert({ id, user_id: ownerId, name, query });
    throwUnlessRepeated(error);
  },
  meta: {
    saved: { title: 'Filters saved.' },
    failed: { title: 'Could not save the filters' },
    invalidates: [keys.savedFilters],
  },
});

export const renameFilter = mutationOptions({
  mutationKey: ['saved-filters', 'rename'],
  mutationFn: async ({ id, name }: Pick<SavedFilter, 'id' | 'name'>) => {
    const { error } = await supabase.from('saved_filters').update({ name }).eq('id', id).select('id').single();
    throwUnlessRepeated(error);
  },
  meta: {
    saved: { title: 'Name changed.' },
    failed: { title: 'Could not change the name' },
    invalidates: [keys.savedFilters],
  },
});

export const deleteFilter = mutationOptions({
  mutationKey: ['saved-filters', 'delete'],
  mutationFn: async (id: string) =>
    unwrap(await supabase.from('saved_filters').delete().eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Saved filters deleted.' },
    failed: { title: 'Could not delete the saved filters' },
    invalidates: [keys.savedFilters],
  },
});
