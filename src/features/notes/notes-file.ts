// The notes of a list as a spreadsheet file.
import { mutationOptions } from '@tanstack/react-query';
import { everyNote } from '@/data/notes';
import type { Account } from '@/domain/account';
import { toCsv } from '@/domain/csv';
import { NOTE_COLUMNS, noteCells, type NoteFilter } from '@/domain/note';
import { saveFile } from '@/lib/save-file';

type Asked = { who: Pick<Account, 'ownerId' | 'userId'>; filter: NoteFilter; today: string };

/** Saves what the filter shows; the file is whole or there is none. */
export const saveNotesFile = mutationOptions({
  mutationKey: ['notes', 'file'],
  mutationFn: async ({ who, filter, today }: Asked) => {
    const notes = await everyNote(who, filter, new AbortController().signal);
    saveFile(new File([toCsv(NOTE_COLUMNS, notes.map(noteCells))], `notes-${today}.csv`, { type: 'text/csv' }));
  },
  meta: { failed: { title: 'Could not save the file', description: 'The notes did not load. Try again with signal.' } },
});
