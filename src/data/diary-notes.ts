// The notes of whole days, as the diary shows them: their subjects without the text.
import { queryOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account';
import type { Range } from '@/domain/calendar';
import { supabase } from '@/lib/supabase';
import { allRows } from './all-rows';
import { loadFailed } from './load-failed';
import type { Note } from './notes';

export type DayNote = Pick<Note, 'id' | 'title' | 'noteDate' | 'noteTime' | 'customer' | 'createdBy' | 'createdByName'>;

const COLUMNS = `id, title, noteDate:note_date, noteTime:note_time, customer, createdBy:created_by,
  createdByName:created_by_name` as const;

/** The notes of these days that this user may read. */
export const notesOfDaysQuery = (who: Pick<Account, 'ownerId' | 'userId'>, { from, to }: Range) =>
  queryOptions({
    queryKey: ['notes', who.ownerId, who.userId, 'days', from, to],
    queryFn: async ({ signal }): Promise<DayNote[]> => {
      const rows = await allRows((first, last) =>
        supabase
          .from('notes')
          .select(COLUMNS)
          .eq('user_id', who.ownerId)
          .gte('note_date', from)
          .lte('note_date', to)
          .order('note_date', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(first, last)
          .abortSignal(signal),
      );
      return rows.map((row) => ({ ...row, noteTime: row.noteTime?.slice(0, 5) ?? null }));
    },
    meta: { failed: loadFailed },
  });
