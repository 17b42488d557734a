// The notes of whole days, as the diary shows them: their subjects without the text.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import type { Range } from '@/domain/core/calendar';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { NOTE } from '@/records/notes';
import { fromRow, pickFields, type RecordOf, type RowOf } from '@/records/record';

const DAY_NOTE = pickFields(NOTE, ['title', 'noteDate', 'noteTime', 'customer', 'createdBy', 'createdByName']);
export type DayNote = RecordOf<typeof DAY_NOTE>;

/** The notes of these days that this user may read. */
export const notesOfDaysQuery = (reader: Pick<Account, 'ownerId' | 'userId'>, { from, to }: Range) =>
  queryOptions({
    queryKey: [keys.notes, reader.ownerId, reader.userId, 'days', from, to],
    queryFn: async ({ signal }): Promise<DayNote[]> => {
      const rows = await allRows((first, last) =>
        supabase
          .from('notes')
          .select<string, RowOf<typeof DAY_NOTE>>(DAY_NOTE.select)
          .eq('user_id', reader.ownerId)
          .gte('note_date', from)
          .lte('note_date', to)
          .order('note_date', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(first, last)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(DAY_NOTE, row));
    },
    meta: { failed: loadFailed },
  });
