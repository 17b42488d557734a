// Note titles: the usual subjects of an account's notes. Everybody reads them, the account holder changes them.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type NoteTitle = {
  id: string;
  title: string;
  sort: number;
  active: boolean;
  /** Notes under it cannot be changed. */
  accident: boolean;
};

/** Every title of the account in its order, hidden ones too. */
export const noteTitlesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.noteTitles, ownerId],
    queryFn: async ({ signal }): Promise<NoteTitle[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('note_titles')
          .select('id, title, sort, active, accident')
          .eq('user_id', ownerId)
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.toSorted((a, b) => a.sort - b.sort || (a.title < b.title ? -1 : 1));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** The id is generated when the form opens, so that adding it twice creates only one. */
export const addNoteTitle = mutationOptions({
  mutationKey: ['note-titles', 'add'],
  mutationFn: async ({ id, ownerId, title, sort }: Pick<NoteTitle, 'id' | 'title' | 'sort'> & { ownerId: string }) => {
    unwrap(await supabase.from('note_titles').insert({ id, user_id: ownerId, title, sort }));
  },
  meta: {
    saved: { title: 'Title added!' },
    failed: { title: 'Could not add the title' },
    invalidates: [keys.noteTitles],
  },
});

type Change = { title?: string; sort?: number; active?: boolean };

export const changeNoteTitle = mutationOptions({
  mutationKey: ['note-titles', 'change'],
  mutationFn: async ({ id, ownerId, change }: { id: string; ownerId: string; change: Change }) =>
    unwrap(await supabase.from('note_titles').update(change).eq('user_id', ownerId).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Title changed.' },
    failed: { title: 'Could not change the title' },
    invalidates: [keys.noteTitles],
  },
});
