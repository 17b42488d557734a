// The notes of whole days, as the diary shows them: their subjects without the text.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { DESCENDING, readRecords } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import type { Range } from '@/domain/core/calendar';
import * as keys from '@/lib/query-keys';
import { NOTE } from '@/records/notes';
import { pickFields, type RecordOf } from '@/records/record';

const DAY_NOTE = pickFields(NOTE, ['title', 'noteDate', 'noteTime', 'customer', 'createdBy', 'createdByName']);
export type DayNote = RecordOf<typeof DAY_NOTE>;

/** The notes of these days that this user may read. */
export const notesOfDaysQuery = (reader: Pick<Account, 'ownerId' | 'userId'>, { from, to }: Range) =>
  queryOptions({
    queryKey: [keys.notes, reader.ownerId, reader.userId, 'days', from, to],
    queryFn: ({ signal }) =>
      readRecords(
        DAY_NOTE,
        reader.ownerId,
        (rows) =>
          rows
            .gte('note_date', from)
            .lte('note_date', to)
            .order('note_date', DESCENDING)
            .order('created_at', DESCENDING)
            .order('id', DESCENDING),
        signal,
      ),
    meta: { failed: loadFailed },
  });
