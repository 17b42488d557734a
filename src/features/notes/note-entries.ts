// Converts a note to outbox entries, and an entry back to a row for the list.
import { undoDeletion } from '@/data/undo-deletion';
import type { Account } from '@/domain/account/account';
import { isAccident } from '@/domain/notes/note';
import * as keys from '@/lib/query-keys';
import type { NewEntry } from '@/offline/outbox/entry';
import { deleteOf, editOf, insertOf, rowsFrom, updateOf } from '@/offline/outbox/record-entries';
import { deleteMutation, directMutation, saveMutation } from '@/offline/outbox/save-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import { NOTE, type Note, type NoteFields } from '@/records/notes';

export const saveNote = saveMutation('Note saved!', 'Error Saving Note');
export const saveNoteEdit = saveMutation('Note updated!', 'Error Updating Note');
export const sendNoteNow = directMutation('Note saved!', 'Error Saving Note');
export const saveNoteDeletion = deleteMutation('Note deleted.', 'Could not delete note.', {
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

export const deleteNote = (account: Account, note: Note): NewEntry => deleteOf(NOTE, account, note);

/** How notes in the outbox are merged into the list. */
export const noteMapper = ({ userId, firstName, lastName }: Account): RowMapper<Note> =>
  rowsFrom(
    NOTE,
    ({ action, recordedAt }) => ({
      createdBy: userId,
      // An update may be of another person's note (account holder only), and does not include its author.
      createdByName: action === 'insert' ? [firstName, lastName].filter(Boolean).join(' ') : '',
      createdAt: recordedAt,
    }),
    (note, before, { fields, recordedAt }) => ({
      ...note,
      ...(typeof fields.action_done === 'boolean' && {
        actionDoneAt: fields.action_done ? recordedAt : null,
        actionDoneByName: null,
      }),
      // The entry does not include the name of a new assignee; only the database can provide it.
      assignedToName: note.assignedTo === before.assignedTo ? note.assignedToName : null,
      accident: note.accident || isAccident(note.title, []),
    }),
  );
