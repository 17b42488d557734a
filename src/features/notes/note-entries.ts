// Converts a note to outbox entries, and an entry back to a row for the list.
import { undoDeletion } from '@/data/undo-deletion';
import type { Account } from '@/domain/account/account';
import { isAccident } from '@/domain/notes/note';
import * as keys from '@/lib/query-keys';
import type { NewEntry } from '@/offline/outbox/entry';
import { editOf, insertOf, rowMapper, updateOf } from '@/offline/outbox/record-entries';
import { removeMutation } from '@/offline/outbox/save-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import { NOTE, type Note, type NoteFields } from '@/records/notes';

export const removeNote = removeMutation(NOTE, {
  restore: (id) => undoDeletion('notes', id),
  invalidates: [...NOTE.invalidates, keys.attachments],
});

/** A new note. A follow-up is not sent before the note it follows. */
export const insertNote = (account: Account, id: string, note: NoteFields, follows: string | null): NewEntry =>
  follows === null ? insertOf(NOTE, account, id, note) : insertOf(NOTE, account, id, { ...note, follows }, [follows]);

/** Null if nothing was changed. */
export const updateNote = (account: Account, note: Note, edited: NoteFields): NewEntry | null =>
  updateOf(NOTE, account, note, edited);

/** Marks a note as done, or opens it again. */
export const setNoteDone = (account: Account, note: Note, done: boolean): NewEntry =>
  editOf(NOTE, account, note, { actionDone: done });

/** How notes in the outbox are merged into the list. */
export const noteMapper = (account: Account): RowMapper<Note> =>
  rowMapper(NOTE, account, (note, before, { fields, recordedAt }) => ({
    ...note,
    ...(typeof fields.action_done === 'boolean' && {
      actionDoneAt: fields.action_done ? recordedAt : null,
      actionDoneByName: null,
    }),
    // The entry does not include the name of a new assignee; only the database can provide it.
    assignedToName: note.assignedTo === before.assignedTo ? note.assignedToName : null,
    accident: note.accident || isAccident(note.title, []),
  }));
