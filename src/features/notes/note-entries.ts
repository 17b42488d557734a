// What the outbox is given of a note, and what it gives back to be shown.
import type { Note, NoteFields } from '@/data/notes';
import type { Account } from '@/domain/account';
import type { Entry, Fields, NewEntry } from '@/outbox/entry';
import { NOTE } from '@/outbox/records';
import type { AsRow } from '@/outbox/shown';

const entryOf = (account: Account, { id, title }: Pick<Note, 'id' | 'title'>) => ({
  userId: account.userId,
  accountId: account.ownerId,
  kind: NOTE.kind,
  version: NOTE.version,
  id,
  seen: null,
  parents: [],
  title: `Note: ${title}`,
});

const columns = ({ title, body, noteDate, shared }: NoteFields): Fields => ({
  title,
  body,
  note_date: noteDate,
  shared,
});

export const insertNote = (account: Account, id: string, note: NoteFields): NewEntry => ({
  ...entryOf(account, { ...note, id }),
  action: 'insert',
  fields: columns(note),
});

/** The row as its person sees it; a note that waits has no time of the database yet. */
const seenRow = (note: Note): Fields => ({
  ...columns(note),
  ...(note.updatedAt === '' ? {} : { updated_at: note.updatedAt }),
});

/** null: nothing was changed. */
export function updateNote(account: Account, note: Note, now: NoteFields): NewEntry | null {
  const before = columns(note);
  const fields = Object.fromEntries(Object.entries(columns(now)).filter(([name, value]) => before[name] !== value));
  if (Object.keys(fields).length === 0) return null;
  return { ...entryOf(account, { ...now, id: note.id }), action: 'update', fields, seen: seenRow(note) };
}

export const deleteNote = (account: Account, note: Note): NewEntry => ({
  ...entryOf(account, note),
  action: 'delete',
  fields: {},
  seen: seenRow(note),
});

const changed = (note: Note, { fields: { title, body, note_date, shared } }: Entry): Note => ({
  ...note,
  ...(typeof title === 'string' && { title }),
  ...(typeof body === 'string' && { body }),
  ...(typeof note_date === 'string' && { noteDate: note_date }),
  ...(typeof shared === 'boolean' && { shared }),
});

/** How the outbox's notes read in the list of the account. */
export const notesOf = ({ userId, firstName, lastName }: Account): AsRow<Note> => ({
  kind: NOTE.kind,
  changed,
  made: (entry) =>
    changed(
      {
        id: entry.id,
        title: '',
        body: '',
        noteDate: '',
        shared: false,
        createdBy: userId,
        // Of somebody else's, which only the account holder changes, the entry does not know whose.
        createdByName: entry.action === 'insert' ? [firstName, lastName].filter(Boolean).join(' ') : '',
        createdAt: entry.recordedAt,
        updatedAt: '',
      },
      entry,
    ),
});
