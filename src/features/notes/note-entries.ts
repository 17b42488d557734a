// Converts a note to outbox entries, and an entry back to a row for the list.
import type { Note, NoteFields } from '@/data/notes';
import type { Account } from '@/domain/account';
import { fromNumeric, toNumeric } from '@/domain/money';
import { isAccident } from '@/domain/note';
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

const columns = (note: NoteFields): Fields => ({
  title: note.title,
  body: note.body,
  note_date: note.noteDate,
  note_time: note.noteTime,
  customer: note.customer,
  value_num: note.value === null ? null : toNumeric(note.value),
  value_unit: note.valueUnit,
  lat: note.lat,
  lng: note.lng,
  shared: note.shared,
  needs_action: note.needsAction,
  assigned_to: note.assignedTo,
});

/** A new note. A follow-up is not sent before the note it follows. */
export const insertNote = (account: Account, id: string, note: NoteFields, follows: string | null): NewEntry => ({
  ...entryOf(account, { ...note, id }),
  action: 'insert',
  fields: { ...columns(note), ...(follows === null ? {} : { follows }) },
  parents: follows === null ? [] : [follows],
});

/** The row as the person last saw it. A note in the outbox has no updated_at yet. */
const seenRow = (note: Note): Fields => ({
  ...columns(note),
  action_done: note.actionDone,
  ...(note.updatedAt === '' ? {} : { updated_at: note.updatedAt }),
});

/** Null if nothing was changed. */
export function updateNote(account: Account, note: Note, now: NoteFields): NewEntry | null {
  const before = columns(note);
  const fields = Object.fromEntries(Object.entries(columns(now)).filter(([name, value]) => before[name] !== value));
  if (Object.keys(fields).length === 0) return null;
  return { ...entryOf(account, { ...now, id: note.id }), action: 'update', fields, seen: seenRow(note) };
}

/** Marks a note as done, or opens it again. */
export const closeNote = (account: Account, note: Note, done: boolean): NewEntry => ({
  ...entryOf(account, note),
  action: 'update',
  fields: { action_done: done },
  seen: seenRow(note),
});

export const deleteNote = (account: Account, note: Note): NewEntry => ({
  ...entryOf(account, note),
  action: 'delete',
  fields: {},
  seen: seenRow(note),
});

const textOr = (value: unknown, held: string | null) => (value === null || typeof value === 'string' ? value : held);
const numberOr = (value: unknown, held: number | null) => (value === null || typeof value === 'number' ? value : held);

function changed(note: Note, { fields, recordedAt }: Entry): Note {
  const { title, body, note_date, shared, needs_action, action_done, value_num } = fields;
  const now: Note = {
    ...note,
    ...(typeof title === 'string' && { title }),
    ...(typeof body === 'string' && { body }),
    ...(typeof note_date === 'string' && { noteDate: note_date }),
    ...(typeof shared === 'boolean' && { shared }),
    ...(typeof needs_action === 'boolean' && { needsAction: needs_action }),
    ...(typeof action_done === 'boolean' && {
      actionDone: action_done,
      actionDoneAt: action_done ? recordedAt : null,
      actionDoneByName: null,
    }),
    ...(value_num === null && { value: null }),
    ...(typeof value_num === 'number' && { value: fromNumeric(value_num) }),
    noteTime: textOr(fields.note_time, note.noteTime)?.slice(0, 5) ?? null,
    customer: textOr(fields.customer, note.customer),
    valueUnit: textOr(fields.value_unit, note.valueUnit),
    lat: numberOr(fields.lat, note.lat),
    lng: numberOr(fields.lng, note.lng),
    follows: textOr(fields.follows, note.follows),
    assignedTo: textOr(fields.assigned_to, note.assignedTo),
  };
  // The entry does not include the name of a new assignee; only the database can provide it.
  const assignedToName = now.assignedTo === note.assignedTo ? note.assignedToName : null;
  return { ...now, assignedToName, accident: note.accident || isAccident(now.title, []) };
}

/** How notes in the outbox are merged into the list. */
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
        noteTime: null,
        customer: null,
        value: null,
        valueUnit: null,
        lat: null,
        lng: null,
        follows: null,
        shared: false,
        needsAction: false,
        assignedTo: null,
        assignedToName: null,
        actionDone: false,
        actionDoneAt: null,
        actionDoneByName: null,
        accident: false,
        createdBy: userId,
        // An update may be of another person's note (account holder only), and does not include its author.
        createdByName: entry.action === 'insert' ? [firstName, lastName].filter(Boolean).join(' ') : '',
        createdAt: entry.recordedAt,
        updatedAt: '',
      },
      entry,
    ),
});
